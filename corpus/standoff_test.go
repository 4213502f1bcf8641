package corpus_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestFindingsComeBack: what is written about any result, in any unit, gives its
// spans back in bytes, parts included, and holds nothing of its text.
func TestFindingsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[zZé😘한 \n"]{1,30}`).Draw(t, "text")
		var borders []int
		for i := range text {
			borders = append(borders, i)
		}
		borders = append(borders, len(text))
		var spans []bauta.Span
		for i := 0; i+1 < len(borders); {
			j := rapid.IntRange(i+1, len(borders)-1).Draw(t, "end")
			if rapid.Bool().Draw(t, "take") {
				s := bauta.Span{Start: borders[i], End: borders[j], Label: bauta.Person, Part: bauta.Full, P: 0.5, Source: "s", Rule: "k l", Why: "w", Entity: "e"}
				if j-i > 1 {
					s.Inner = []bauta.Span{{Start: borders[i], End: borders[i+1], Label: bauta.Person, Part: bauta.First, P: 0.25}}
				}
				spans = append(spans, s)
			}
			i = j
		}
		r := bauta.Result{Message: bauta.Message{ID: "7", Text: text}, Outcome: bauta.TA, Verdict: bauta.Anonymise, Spans: spans, Score: 1}
		for _, unit := range []bauta.Unit{bauta.Bytes, bauta.Runes, bauta.UTF16} {
			line, err := json.Marshal(corpus.NewFinding(&r, unit))
			if err != nil {
				t.Fatal(err)
			}
			if strings.ContainsAny(string(line), "zZ😘한") {
				t.Fatalf("the stand-off form holds text: %s", line)
			}
			for f, err := range corpus.ReadFindings(strings.NewReader(string(line)+"\n"), "f.jsonl") {
				if err != nil {
					t.Fatal(err)
				}
				outcome, back, err := f.Decode(text)
				if err != nil || outcome != bauta.TA {
					t.Fatalf("%s: %v, %v", unit, outcome, err)
				}
				if diff := cmp.Diff(spans, back); diff != "" {
					t.Fatalf("%s of %q: %s", unit, text, diff)
				}
			}
		}
	})
}

// TestGoldComesBack: a gold line that was written is read as the same message
// and spans.
func TestGoldComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[aé😘 "\\]{1,20}`).Draw(t, "text")
		n := utf8.RuneCountInString(text)
		from := rapid.IntRange(0, n-1).Draw(t, "from")
		to := rapid.IntRange(from+1, n).Draw(t, "to")
		s := bauta.Span{Start: bauta.Runes.Bytes(text, from), End: bauta.Runes.Bytes(text, to), Label: bauta.Location, P: 1}
		m := bauta.Message{ID: "x", Thread: "t", Lang: "fr", Text: text}
		line, err := json.Marshal(corpus.NewGold(m, []bauta.Span{s}))
		if err != nil {
			t.Fatal(err)
		}
		read := 0
		for g, err := range corpus.ReadGold(strings.NewReader(string(line)), "g.jsonl") {
			if err != nil {
				t.Fatal(err)
			}
			read++
			if g.Message.Text != text || g.Message.ID != "x" || g.Message.Thread != "t" || g.Message.Lang != "fr" || len(g.Spans) != 1 || g.TA != nil {
				t.Fatalf("%s", line)
			}
			if got := g.Spans[0]; got.Start != s.Start || got.End != s.End || got.Label != s.Label {
				t.Fatalf("%v, want %v", got, s)
			}
		}
		if read != 1 {
			t.Fatalf("%d lines", read)
		}
	})
}

// TestWrongGoldAndFindings: each is refused by its line, without text.
func TestWrongGoldAndFindings(t *testing.T) {
	ok := `{"text":"ok","spans":[]}` + "\n\n"
	deep := `{"start":0,"end":1,"type":"PERSON"`
	for range 8 {
		deep += `,"parts":[{"start":0,"end":1,"type":"PERSON"`
	}
	deep += strings.Repeat("}]", 8) + "}"
	for name, line := range map[string]string{
		"cut": `{"text":"zyxwvu`, "a list": `["zyxwvu"]`, "no text": `{"spans":[]}`, "text null": `{"text":null}`, "text a number": `{"text":1}`, "unit": `{"text":"zyxwvu","offsets":"word"}`,
		"empty span": `{"text":"zyxwvu","spans":[{"start":2,"end":2}]}`, "turned span": `{"text":"zyxwvu","spans":[{"start":3,"end":2}]}`, "negative": `{"text":"zyxwvu","spans":[{"start":-1,"end":2}]}`,
		"behind the end": `{"text":"zyxwvu","spans":[{"start":0,"end":7}]}`, "part outside": `{"text":"zyxwvu","spans":[{"start":0,"end":3,"parts":[{"start":0,"end":9}]}]}`,
		"half a number": `{"text":"zyxwvu","spans":[{"start":0.5,"end":2}]}`, "huge": `{"text":"zyxwvu","spans":[{"start":0,"end":99999999999999999999}]}`,
		"deep": `{"text":"zyxwvu","spans":[` + deep + `]}`, "not UTF-8": "{\"text\":\"zyxwvu\xff\"}", "NUL": "{\"text\":\"zyxwvu\x00\"}",
		"UTF-16 offsets taken for characters": `{"text":"😘zy","spans":[{"start":2,"end":4}]}`,
	} {
		var last error
		n := 0
		for _, err := range corpus.ReadGold(strings.NewReader(ok+line+"\n"+ok), "g.jsonl") {
			last = err
			n++
		}
		if n != 2 || last == nil || !strings.HasPrefix(last.Error(), "g.jsonl:3: ") || strings.Contains(last.Error(), "zyx") {
			t.Errorf("gold, %s: %d lines, then %v", name, n, last)
		}
	}
	good := `{"id":"1","outcome":"NTA","spans":[]}` + "\n"
	for name, line := range map[string]string{"cut": `{"id":"zyxwvu`, "a list": `[]`, "a text for a number": `{"spans":[{"start":"zyxwvu"}]}`, "no JSON": "zyxwvu"} {
		var last error
		for _, err := range corpus.ReadFindings(strings.NewReader(good+line+"\n"+good), "f.jsonl") {
			last = err
		}
		if last == nil || !strings.HasPrefix(last.Error(), "f.jsonl:2: ") || strings.Contains(last.Error(), "zyx") {
			t.Errorf("findings, %s: %v", name, last)
		}
	}
	for i, f := range []corpus.Finding{{Outcome: "perhaps"}, {Outcome: "TA", Offsets: "word"}, {Outcome: "TA", Spans: []corpus.SpanJSON{{Start: 0, End: 9}}}, {}} {
		if _, _, err := f.Decode("zyxwvu"); err == nil || strings.Contains(fmt.Sprint(err), "zyx") {
			t.Errorf("finding %d: %v", i, err)
		}
	}
}
