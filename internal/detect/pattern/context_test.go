package pattern

import (
	"strings"
	"testing"
)

// weak gives, for each rule of shapes, numbers that are found only beside one
// of its words: those of its examples that nothing finds alone.
func weak(t *testing.T) map[*rule][]string {
	t.Helper()
	out := map[*rule][]string{}
	set := allRules()
	for i := range set {
		r := &set[i]
		if len(r.shapes) == 0 || len(r.context) == 0 {
			continue
		}
		d := cached(t, Config{Kinds: []string{r.kind}})
		yes, _ := examples(t, r)
		for _, example := range yes {
			text, start, end := unmark(t, example)
			if body := text[start:end]; len(run(t, d, "hop "+body+" hop")) == 0 {
				out[r] = append(out[r], body)
			}
		}
	}
	if len(out) < 30 {
		t.Fatalf("only %d rules need a word: the test looks at the wrong thing", len(out))
	}
	return out
}

// Every word of every rule lifts a number that needs one: before it and behind
// it, in small letters and capitals, with a colon, over a line, and no farther
// than the window.
func TestEveryContextWordLifts(t *testing.T) {
	for r, bodies := range weak(t) {
		d := cached(t, Config{Kinds: []string{r.kind}})
		for i, words := range r.context {
			body := bodies[i%len(bodies)]
			for _, place := range []struct{ head, tail string }{
				{words + " ", ""},
				{strings.ToUpper(words) + " ", " ok"},
				{words + ": ", "."},
				{"hop " + words + " hop hop ", ""},
				{"(" + words + ") ", "!"},
				{words + "\n", "\nok"},
				{"", " " + words},
				{"hop ", " hop " + words + " hop"},
				{"hop ", " (" + words + ")"},
			} {
				text := place.head + body + place.tail
				if spans := run(t, d, text); !has(spans, len(place.head), len(place.head)+len(body), "") {
					t.Errorf("%s: %q gives %s", r.kind, text, show(text, spans))
				}
			}
			far := strings.Repeat("hop ", 30)
			for _, text := range []string{words + " " + far + body, body + " " + far + words} {
				if spans := run(t, d, text); len(spans) > 0 {
					t.Errorf("%s: a word far away lifts %q: %s", r.kind, text, show(text, spans))
				}
			}
		}
	}
}

// A word inside another word says nothing.
func TestContextInsideAWordSaysNothing(t *testing.T) {
	for r, bodies := range weak(t) {
		d := cached(t, Config{Kinds: []string{r.kind}})
		for i, words := range r.context {
			if words[0] >= 0x80 || !alnum(words[len(words)-1]) || !alnum(words[0]) || strings.ContainsAny(words, " '-./") {
				continue // scripts without blanks, and phrases whose parts are words of the rule
			}
			text := "xq" + words + "qx " + bodies[i%len(bodies)]
			if spans := run(t, d, text); len(spans) > 0 {
				t.Errorf("%s: %q gives %s", r.kind, text, show(text, spans))
			}
		}
	}
}

// Naming the country lifts a weak number by less than a word does: what a word
// lifts alone, a word and the country lift too.
func TestCountryAndContextAddUp(t *testing.T) {
	for r, bodies := range weak(t) {
		if r.country == "" {
			continue
		}
		d := cached(t, Config{Kinds: []string{r.kind}, Countries: []string{r.country}})
		all := cached(t, Config{Kinds: []string{r.kind}})
		for i, body := range bodies {
			text := r.context[i%len(r.context)] + " " + body
			with, without := run(t, d, text), run(t, all, text)
			if len(with) == 0 || len(without) == 0 {
				t.Errorf("%s: %q gives %s and, its country named, %s", r.kind, text, show(text, without), show(text, with))
				continue
			}
			if with[0].P <= without[0].P && without[0].P < highest {
				t.Errorf("%s: naming the country does not raise %.2f in %q", r.kind, without[0].P, text)
			}
		}
	}
}
