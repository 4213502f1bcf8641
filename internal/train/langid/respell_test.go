package langid

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta/langid"
)

// smsLists has one form a language.
var smsLists = fstest.MapFS{"fr/sms.tsv": {Data: []byte("slt\tsalut\n")}}

// TestRespell: the forms of the lists are learnt, the words as they are and
// names are not counted again, and only of the lines that are kept.
func TestRespell(t *testing.T) {
	l := &Lines{}
	for i := range 1000 {
		word := "salut"
		if i/50%folds == 0 {
			word = "gardez" // a line of the first fold
		}
		l.Informal = append(l.Informal, word+" tout le monde, dit Florence")
	}
	words := vocabulary{"_salut_": 1}
	if err := respell(words, "fr", l, smsLists, func(fold int) bool { return fold != 0 }); err != nil {
		t.Fatal(err)
	}
	if words["_slt_"] == 0 || words["_salut_"] != 1 {
		t.Errorf("slt %g, salut %g", words["_slt_"], words["_salut_"])
	}
	for w := range words {
		if strings.HasPrefix(w, "_gard") || strings.HasPrefix(w, "_flor") {
			t.Errorf("%s is of a line left out, or a name", w)
		}
	}
	again := vocabulary{"_salut_": 1}
	if err := respell(again, "fr", l, smsLists, func(fold int) bool { return fold != 0 }); err != nil || !maps.Equal(words, again) {
		t.Errorf("the same lines gave other words: %v", err)
	}
}

// TestRespellWeighsLanguagesAlike: how many sentences a language has does not
// say how much its spelling counts.
func TestRespellWeighsLanguagesAlike(t *testing.T) {
	count := func(n int) float64 {
		l := &Lines{}
		for i := range n {
			l.Informal = append(l.Informal, fmt.Sprintf("salut %c%c", 'a'+i%26, 'a'+i/26%26))
		}
		words := vocabulary{}
		if err := respell(words, "fr", l, smsLists, func(int) bool { return true }); err != nil {
			t.Fatal(err)
		}
		return words["_slt_"]
	}
	few, many := count(respeltLines/maxRounds+1), count(2*respeltLines)
	if few < many/2 || few > many*2 {
		t.Errorf("slt weighs %.0f where there are few sentences and %.0f where there are many", few, many)
	}
}

func TestRespellErrors(t *testing.T) {
	l := &Lines{Informal: []string{"salut"}}
	words := vocabulary{}
	if err := respell(words, "pl", l, smsLists, func(int) bool { return true }); err != nil || len(words) > 0 {
		t.Errorf("a language without habits: %v, %v", words, err)
	}
	bad := fstest.MapFS{"fr/sms.tsv": {Data: []byte("slt salut\n")}}
	if err := respell(words, "fr", l, bad, func(int) bool { return true }); err == nil {
		t.Error("a list without tabs is no error")
	}
}

// TestFrequent: words of another language are left out of a list, what is left
// is added by its share and cut as texts are.
func TestFrequent(t *testing.T) {
	data := fstest.MapFS{
		"lexicon/frequencywords/fr_50k.txt": {Data: []byte("bien 60\ns'il 30\nyou 10\n")},
		"lexicon/frequencywords/en_50k.txt": {Data: []byte("you 90\nbien 10\n")},
	}
	texts := Texts{"fr": {}, "en": {}, "pl": {}}
	if err := loadFrequent(data, texts); err != nil {
		t.Fatal(err)
	}
	words := vocabulary{}
	frequent(words, texts["fr"].Frequent, langid.Latin)
	for w, share := range map[string]float64{"_bien_": 0.6, "_s_": 0.3, "_il_": 0.3, "_you_": 0} {
		if got := words[w]; got < share*frequentTokens-1e-6 || got > share*frequentTokens+1e-6 {
			t.Errorf("%s: %g, want %g", w, got, share*frequentTokens)
		}
	}
	if len(texts["en"].Frequent) != 1 || texts["pl"].Frequent != nil {
		t.Errorf("English has %v", texts["en"].Frequent)
	}
	for _, line := range []string{"bien", "bien x", "bien 0", "bien -3", "bien NaN", "bien 1e99"} {
		data["lexicon/frequencywords/fr_50k.txt"] = &fstest.MapFile{Data: []byte("le 5\n" + line + "\n")}
		err := loadFrequent(data, Texts{"fr": {}})
		if err == nil || !strings.HasPrefix(err.Error(), "lexicon/frequencywords/fr_50k.txt:2: ") || strings.Contains(err.Error(), "bien") {
			t.Errorf("%q: %v", line, err)
		}
	}
}
