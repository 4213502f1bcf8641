package policy_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/policy"
)

// choice is a way to set the keys of detect. The parts are detectors; mode is what
// settles what they found.
type choice struct {
	lexical, pattern, ner string
	small                 string // detectors that need no model
	frames                bool
}

// yaml writes a policy that masks everything it finds.
func (c choice) yaml() string {
	var d []string
	for key, v := range map[string]string{"lexical": c.lexical, "pattern": c.pattern, "ner": c.ner} {
		if v != "" {
			d = append(d, key+": "+v)
		}
	}
	slices.Sort(d)
	if c.small != "" {
		d = append(d, c.small)
	}
	return fmt.Sprintf("policy: c\nlanguage: auto\nlanguages: [fr, en, de]\nforeign: route\ndetect: {%s, frames: %v}\nmask: {EMAIL: {operator: tag, if: name, else: keep}}\ndefault: tag\n",
		strings.Join(d, ", "), c.frames)
}

// parts are the detectors of a choice alone, each with what settles its finds.
func (c choice) parts() []choice {
	var out []choice
	if c.lexical != "" {
		out = append(out, choice{lexical: c.lexical, frames: c.frames})
	}
	if c.pattern != "" {
		out = append(out, choice{pattern: c.pattern, small: c.small, frames: c.frames})
	}
	if c.ner != "" {
		out = append(out, choice{ner: c.ner, frames: c.frames})
	}
	return out
}

// sources are what may say anything at all in a choice: each detector, without a
// second opinion and with nothing that takes its finds away.
func (c choice) sources() []choice {
	out := []choice{{pattern: "{dates: true, date_parts: true}", small: "digits: 3, ages: 60, links: true", frames: true}, {lexical: "{name_above: 0.2, word_below: 0.01}"}}
	if c.ner != "" {
		alone := strings.NewReplacer(", second: lexical", "", ", ask: -1", "", ", unadvised: [de]", "", ", unadvised_person: 0.2", "").Replace(c.ner)
		neural := strings.Replace(alone, "kind: both", "kind: neural", 1)
		out = append(out, choice{ner: alone}, choice{ner: neural}) // either of both may be the one that sees it
		if c.frames {
			// Of what the taggers said and their settlers doubt, what stands around may be sure again.
			out = append(out, choice{ner: alone, frames: true})
		}
		if strings.Contains(c.ner, "unadvised_person") {
			bold := strings.NewReplacer(", person: model", "", ", person: 0.3", "", "kind: both", "kind: both, person: 0.2").Replace(alone)
			out = append(out, choice{ner: bold})
		}
	}
	if strings.Contains(c.lexical, "second: ner") {
		out = append(out, choice{ner: "{languages: [fr, en, de]}"})
	}
	return out
}

// draw draws a combination of the keys, and tells which values it has.
func draw(rng *rand.Rand) (c choice, values []string) {
	pick := func(key string, of ...string) string {
		v := of[rng.IntN(len(of))]
		values = append(values, key+v)
		return v
	}
	c.lexical = pick("lexical", "", "{}", "{resolve: literal}", "{second: ner}", "{second: ner, name_above: 0.9, word_below: 0.1, decide: 0.3}")
	c.pattern = pick("pattern", "", "{}", "{dates: true, date_parts: true}", "{kinds: [EMAIL]}")
	c.frames = pick("frames", "", "true") != ""
	if kind := pick("ner", "", "crf", "neural", "both"); kind != "" {
		keys := kind + pick("sure", "", ", sure: 0.4") + pick("person", "", ", person: model", ", person: 0.3") + pick("ask", "", ", ask: -1") +
			pick("lists", "", ", lists: 0.2")
		second := pick("second", "", ", second: lexical")
		if kind == "both" && second != "" {
			second += pick("unadvised", "", ", unadvised: [de]", ", unadvised: [de], unadvised_person: 0.2")
		}
		c.ner = fmt.Sprintf("{languages: [fr, en, de], kind: %s%s}", keys, second)
	}
	if c.pattern != "" {
		c.small = pick("small", "digits: 3", "ages: 60", "links: true", "thread: true")
	}
	return c, values
}

// choices draws combinations of the keys until every value has met every other that it can stand
// beside: of sixteen draws the one in which most meet for the first time.
func choices() []choice {
	rng, met := rand.New(rand.NewPCG(16, 1)), map[[2]string]bool{}
	meets := func(values []string) (fresh [][2]string) {
		for i, a := range values {
			for _, b := range values[:i] {
				if pair := [2]string{a, b}; !met[pair] {
					fresh = append(fresh, pair)
				}
			}
		}
		return fresh
	}
	var out []choice
	for fruitless := 0; fruitless < 200; {
		var best choice
		var most [][2]string
		for range 16 {
			c, values := draw(rng)
			if c.pattern+c.ner+c.lexical == "" {
				continue
			}
			if fresh := meets(values); len(fresh) > len(most) {
				best, most = c, fresh
			}
		}
		if len(most) == 0 {
			fruitless++
			continue
		}
		for _, pair := range most {
			met[pair] = true
		}
		out, fruitless = append(out, best), 0
	}
	return append(out, choice{ner: "{languages: [fr, en, de], kind: both, person: model, second: lexical}"})
}

// TestAnyCombination: no policy hides a word that none of its sources finds or asks
// about (more than the sum), and none leaves a word that one of its detectors, with
// what settles its finds, hides for itself, unless it asks about it.
func TestAnyCombination(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many pipelines")
	}
	dictionaries := map[string]bool{} // the messages of languages that have any
	for _, lang := range []string{"fr", "en"} {
		for _, m := range fixture.Five()[lang] {
			dictionaries[m] = true
		}
	}
	type said struct{ hides, says []string } // by message: which bytes
	memory := map[string]map[string]said{}
	read := func(c choice) map[string]said {
		src := c.yaml()
		if got, ok := memory[src]; ok {
			return got
		}
		f, err := policy.Parse([]byte(src), "c.yaml")
		if err != nil {
			t.Fatal(err)
		}
		p, out := build(t, f, policy.Options{}), map[string]said{}
		for lang, messages := range fixture.Five() {
			for _, m := range messages {
				r, err := p.Thread(context.Background(), []bauta.Message{{ID: "1", Lang: lang, Text: m}})
				if err != nil {
					t.Fatal(err)
				}
				hides := touched(m, r[0].Spans)
				out[m] = said{hides, append(touched(m, r[0].Candidates), hides...)}
			}
		}
		memory[src] = out
		return out
	}
	for _, c := range choices() {
		whole := read(c)
		sum := map[string][]string{}
		for _, part := range c.sources() {
			for m, s := range read(part) {
				sum[m] = append(sum[m], s.says...)
			}
		}
		for _, m := range slices.Sorted(maps.Keys(whole)) {
			for _, w := range whole[m].hides {
				if !slices.Contains(sum[m], w) {
					t.Errorf("%+v: %q hides %q, of which no part says anything", c, m, w)
				}
			}
			for _, part := range c.parts() {
				if part.lexical != "" && c.ner != "" && !dictionaries[m] {
					continue // what they do not know is theirs only where no tagger reads it
				}
				for _, w := range read(part)[m].hides {
					if !slices.Contains(whole[m].says, w) {
						t.Errorf("%+v: %q leaves %q, which %+v hides", c, m, w, part)
					}
				}
			}
		}
	}
}

// TestEveryKeyIsDrawn: a key of detect that is added is drawn above, or stands here with why it is not.
func TestEveryKeyIsDrawn(t *testing.T) {
	beside := map[string]string{
		"model": "needs a tagger of one's own", "location": "needs a model of places", "external": "needs another program",
		"alone": "says that no patterns are wanted, and changes no find", "unadvised_persons": "is unadvised_person for one language", "countries": "chooses among patterns, as kinds does",
	}
	var drawn strings.Builder
	for _, c := range choices() {
		drawn.WriteString(c.yaml())
	}
	keys := 0
	for _, section := range []reflect.Type{
		reflect.TypeFor[policy.Detect](), reflect.TypeFor[policy.NER](), reflect.TypeFor[policy.Lexical](), reflect.TypeFor[policy.Pattern](),
	} {
		for i := range section.NumField() {
			key := section.Field(i).Tag.Get("yaml")
			if keys++; strings.Contains(drawn.String(), key+": ") == (beside[key] != "") {
				t.Errorf("%s.%s: drawn, and said not to be, or neither", section.Name(), key)
			}
		}
	}
	if keys < 20 {
		t.Errorf("only %d keys", keys)
	}
}

// touched lists the words of a message that spans touch, with their places.
func touched(m string, spans []bauta.Span) []string {
	var out []string
	at := 0
	for w := range strings.FieldsSeq(m) {
		start := at + strings.Index(m[at:], w)
		at = start + len(w)
		if slices.ContainsFunc(spans, func(s bauta.Span) bool { return s.Start < at && start < s.End }) {
			out = append(out, fmt.Sprint(start, w))
		}
	}
	return out
}
