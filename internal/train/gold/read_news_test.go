package gold

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/packed"
)

// The labels of the news are those of lines, in order and apart; a text that is
// not theirs is refused.
func TestNewsLabels(t *testing.T) {
	for _, lang := range []string{"en", "fr", "de", "it", "es", "sv"} {
		raw, err := fs.ReadFile(packed.FS(newsSpans), "ntrex/"+lang+".tsv")
		if err != nil {
			t.Fatal(err)
		}
		labels, err := newsLabels(string(raw))
		if err != nil || len(labels) < 1000 {
			t.Errorf("%s: %d lines, %v", lang, len(labels), err)
		}
		set := Find("ntrex", lang, "train")[0]
		if _, err := readNews(set, strings.NewReader(strings.Repeat("short\n", 100))); err == nil || !strings.Contains(err.Error(), "edition") {
			t.Errorf("%s: another text is read: %v", lang, err)
		}
	}
	for name, raw := range map[string]string{
		"no number": "x\t0-1:PERSON\n", "no label": "1\t0-1\n", "backwards": "1\t4-2:PERSON\n", "overlap": "1\t0-4:PERSON 3-6:PERSON\n",
	} {
		if _, err := newsLabels(raw); err == nil {
			t.Errorf("%s: read", name)
		}
	}
	got, err := newsLabels("7\t0-4:PERSON 5-9:LOCATION\n")
	if err != nil || len(got[7]) != 2 || got[7][1].Label != "LOCATION" || got[7][1].End != 9 {
		t.Errorf("%v %v", got, err)
	}
}

// Articles are trained on or tested on, never both.
func TestNewsIsParted(t *testing.T) {
	text := strings.Repeat(strings.Repeat("x", 600)+"\n", newsTrain+20)
	count := map[string]int{}
	for _, split := range []string{"train", "test"} {
		list, err := readNews(Find("ntrex", "sv", split)[0], strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		count[split] = len(list)
	}
	if count["train"] != newsTrain || count["test"] != 20 {
		t.Errorf("%v", count)
	}
	if _, err := readNews(Set{Lang: "xx"}, strings.NewReader("")); err == nil {
		t.Error("a language without labels is read")
	}
}
