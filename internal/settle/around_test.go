package settle_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
)

// TestAround: a tagger's doubt of a word in small letters is a find where somebody stands
// beside it, or what stands before names; a capital and a sure find stay as they are.
func TestAround(t *testing.T) {
	by := settle.Around{Lexicon: lexicon.Default(), Above: func(string) float64 { return 0.3 }}
	for _, c := range []struct {
		lang, text, word, want string
		p                      float64
	}{
		{"de", "Meike u torbi kommen", "torbi", "Meike/PERSON 0.90, torbi/PERSON 0.31", 0.035},
		{"de", "torbi und Meike kommen", "torbi", "Meike/PERSON 0.90, torbi/PERSON 0.31", 0.14},
		{"de", "torbi ist da, Meike", "torbi", "Meike/PERSON 0.90, torbi/PERSON 0.37", 0.14},
		{"de", "ob torbi ist, Meike", "torbi", "Meike/PERSON 0.90, torbi/PERSON? 0.14", 0.14},
		{"de", "heut bei torbi, Meike", "torbi", "Meike/PERSON 0.90, torbi/PERSON 0.31", 0.2},
		{"de", "heut bei Torbi, Meike", "Torbi", "Meike/PERSON 0.90, Torbi/PERSON? 0.20", 0.2},
		{"sv", "hej nippe, Meike", "nippe", "Meike/PERSON 0.90, nippe/PERSON 0.31", 0.2},
		{"de", "bei torbi, Meike", "torbi", "Meike/PERSON 0.90, torbi/PERSON? 0.10", 0.1},
		{"it", "la zorbi viene, Meike", "zorbi", "Meike/PERSON 0.90, zorbi/PERSON 0.35", 0.042},
		{"it", "la cena viene, Meike", "cena", "Meike/PERSON 0.90, cena/PERSON? 0.25", 0.25},
		{"de", "die nippe, Meike", "nippe", "Meike/PERSON 0.90, nippe/PERSON? 0.25", 0.25}, // before every noun
		{"sv", "draganas jacka, Meike", "draganas", "Meike/PERSON 0.90, draganas/PERSON 0.33", 0.1},
		{"sv", "zorblis jacka, Meike", "zorblis", "Meike/PERSON 0.90, zorblis/PERSON? 0.10", 0.1},
		{"de", "draganas, Meike", "draganas", "Meike/PERSON 0.90, draganas/PERSON? 0.10", 0.1},
		{"xx", "Meike u torbi kommen", "torbi", "Meike/PERSON 0.90, torbi/PERSON? 0.20", 0.2},
	} {
		d := doc(t, c.lang, c.text)
		sure := find(d, "Meike", bauta.Span{Label: bauta.Person, P: 0.9, Source: "crf", Rule: c.lang})
		s := find(d, c.word, bauta.Span{Label: bauta.Person, P: c.p, Source: "crf", Rule: c.lang, Doubt: bauta.Ambiguous})
		if got := settled(t, by, d, sure, s); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

// TestRow: a tagger's doubt of a word in a row of items of one form is a find where somebody is in most of the others,
// and an amount is no dose where it stands behind people.
func TestRow(t *testing.T) {
	by := settle.Around{Lexicon: lexicon.Default(), Above: func(string) float64 { return 0.3 }}
	for _, c := range []struct {
		lang, text, want string
	}{
		{"it", "Meike 15, Zorbi 15, Uwe 10, io il resto", "Meike/PERSON 0.90, Uwe/PERSON 0.90, Zorbi/PERSON 0.58"},
		{"de", "wer fehlt?? Zorbi! Meike! Uwe!", "Meike/PERSON 0.90, Uwe/PERSON 0.90, Zorbi/PERSON 0.58"},
		{"de", "das Bier von Meike, Zorbi und Uwe ist da", "Meike/PERSON 0.90, Uwe/PERSON 0.90, Zorbi/PERSON 0.58"},
		{"de", "Meike\nZorbi\nUwe", "Meike/PERSON 0.90, Uwe/PERSON 0.90, Zorbi/PERSON 0.58"},
		{"de", "Meike 15, Zorbi kommt, Uwe 10", "Meike/PERSON 0.90, Uwe/PERSON 0.90, Zorbi/PERSON? 0.10"},
		{"de", "Torx, Meike, Zorbi, Nylon, Dübel", "Meike/PERSON 0.90, Zorbi/PERSON? 0.10"},
	} {
		d := doc(t, c.lang, c.text)
		var found []bauta.Span
		for _, name := range []string{"Meike", "Uwe"} {
			if strings.Contains(c.text, name) {
				found = append(found, find(d, name, bauta.Span{Label: bauta.Person, P: 0.9, Source: "crf", Rule: c.lang}))
			}
		}
		doubt := bauta.Span{Label: bauta.Person, P: 0.1, Source: "crf", Rule: c.lang, Doubt: bauta.Ambiguous}
		if got := settled(t, by, d, append(found, find(d, "Zorbi", doubt))...); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.lang, c.text, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"still owe: Bradley 20, Zorbi 20, Fergus 15": "Bradley/PERSON 0.90, Fergus/PERSON 0.90, Zorbi/PERSON 0.90",
		"takes Zolbitra 10, Zorbi 20, Quentrix 75":   "Zolbitra/PRODUCT 0.90, Quentrix/PRODUCT 0.90, Zorbi/PRODUCT 0.90",
	} {
		d := doc(t, "en", text)
		var found []bauta.Span
		for _, name := range []string{"Bradley", "Fergus", "Zolbitra", "Quentrix", "Zorbi"} {
			if strings.Contains(text, name) {
				found = append(found, find(d, name, bauta.Span{Label: bauta.Person, P: 0.9, Source: "lexical"}))
			}
		}
		if got := settled(t, settle.CalledThings{Lexicon: lexicon.Default()}, d, found...); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
