package pattern

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
)

// examples are what the rule must find and must not, of testdata/examples: a line each,
// "+" and a text with the find between ‹ and › (others of the kind must not be there), or "-"
// and a text that holds nothing of the kind. Line feeds are written \n.
func examples(t testing.TB, r *rule) (yes, no []string) {
	t.Helper()
	name := strings.ReplaceAll(cmp.Or(r.name, r.kind), "/", "_")
	data, err := os.ReadFile(filepath.Join("testdata", "examples", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		text := strings.NewReplacer(`\n`, "\n", `\\`, `\`).Replace(strings.TrimSuffix(line[2:], "\n"))
		switch line[:2] {
		case "+ ":
			yes = append(yes, text)
		case "- ":
			no = append(no, text)
		default:
			t.Fatalf("%s: a line begins with %q", name, line[:2])
		}
	}
	return yes, no
}

// Every file of examples is that of a rule.
func TestExamplesAreOfRules(t *testing.T) {
	known := map[string]bool{}
	for _, r := range allRules() {
		known[strings.ReplaceAll(cmp.Or(r.name, r.kind), "/", "_")+".txt"] = true
	}
	files, err := os.ReadDir("testdata/examples")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !known[f.Name()] {
			t.Errorf("%s: there is no such rule", f.Name())
		}
	}
}

// unmark takes the marks ‹ › out of an example and gives the range between.
func unmark(t *testing.T, example string) (text string, start, end int) {
	t.Helper()
	before, rest, ok := strings.Cut(example, "‹")
	inside, after, closed := strings.Cut(rest, "›")
	if !ok || !closed {
		t.Fatalf("example %q has no ‹find›", example)
	}
	// A second find in one example is marked too; marks go, the first counts.
	after = fixture.Unmarked(after)
	return before + inside + after, len(before), len(before) + len(inside)
}

func detectors(t testing.TB, r *rule) []*Detector {
	t.Helper()
	configs := []Config{{}}
	if r.country != "" {
		configs = append(configs, Config{Countries: []string{r.country}})
	}
	var out []*Detector
	for _, c := range configs {
		out = append(out, cached(t, c))
	}
	return out
}

var cache = map[string]*Detector{}

// cached builds each detector once: tests of this package do not run in parallel.
func cached(t testing.TB, c Config) *Detector {
	t.Helper()
	key := fmt.Sprint(c)
	if d := cache[key]; d != nil {
		return d
	}
	d, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	cache[key] = d
	return d
}

func kindsAt(spans []bauta.Span, kind string) (out []bauta.Span) {
	for _, s := range spans {
		if s.Why == kind || strings.HasPrefix(s.Why, kind+"-") && kind == "phone" {
			out = append(out, s)
		}
	}
	return out
}

func TestEveryRuleHasExamplesAndKeepsThem(t *testing.T) {
	set := allRules()
	for i := range set {
		r := &set[i]
		least := 4
		if r.country != "" {
			least = 10
		}
		yes, no := examples(t, r)
		if len(yes) < least || len(no) < least {
			t.Errorf("%s: %d true and %d false examples; give %d of each", r.kind, len(yes), len(no), least)
		}
		for _, d := range detectors(t, r) {
			only := alone(t, d, r)
			for _, example := range yes {
				text, start, end := unmark(t, example)
				spans := append(run(t, only, text), kindsAt(run(t, d, text), r.kind)...)
				ok := false
				for _, s := range spans {
					ok = ok || s.Start == start && s.End == end
				}
				if !ok {
					t.Errorf("%s (%d countries): %q gives %s", r.kind, len(d.listed), example, show(text, spans))
				}
			}
			for _, example := range no {
				if r.country != "" && len(d.listed) > 0 {
					continue // without context a right number is no false example there
				}
				if got := run(t, only, example); len(got) > 0 {
					t.Errorf("%s: %q gives %s", r.kind, example, show(example, got))
				}
			}
		}
	}
}

// alone is the detector with the one rule.
func alone(t testing.TB, d *Detector, r *rule) *Detector {
	t.Helper()
	c := Config{Kinds: []string{r.kind}}
	for country := range d.listed {
		c.Countries = append(c.Countries, country)
	}
	return cached(t, c)
}

func run(t testing.TB, d *Detector, text string) []bauta.Span {
	t.Helper()
	spans, err := d.Detect(context.Background(), &bauta.Doc{Message: bauta.Message{Text: text}, Shadow: text})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(spans, typed)
}

// typed reports what is hidden though its check digits do not hold: tests of check digits
// look at the rest. TestMistyped looks at these.
func typed(s bauta.Span) bool { return strings.HasSuffix(s.Why, mistyped) }

// What has a typing error in it is hidden whole beside the words that say what it is, at
// a lower probability than what has none.
func TestMistyped(t *testing.T) {
	set := allRules()
	tried := 0
	for i := range set {
		r := &set[i]
		if !r.typo && r.kind != "iban" {
			continue
		}
		yes, _ := examples(t, r)
		d := alone(t, cached(t, Config{}), r)
		for _, example := range yes {
			text, start, end := unmark(t, example)
			right := run(t, d, text)
			wrong := text[:end-1] + otherDigit(text[end-1]) + text[end:]
			if len(right) == 0 || wrong == text || len(run(t, d, wrong)) > 0 {
				continue // no digit at its end, or another number that holds
			}
			spans, err := d.Detect(t.Context(), &bauta.Doc{Message: bauta.Message{Text: wrong}, Shadow: wrong})
			if err != nil {
				t.Fatal(err)
			}
			said := len(d.rules[0].context) > 0 && mentions(d.rules[0].context, text[:start]+" "+text[end:])
			if !said {
				continue
			}
			tried++
			if len(spans) != 1 || spans[0].Start != start || spans[0].End != end || spans[0].P >= right[0].P {
				t.Errorf("%s: %q gives %s", r.kind, wrong, show(wrong, spans))
			}
		}
	}
	for _, wrong := range []string{
		"mon iban FR76 3000 6000 0112 3456 7890 18", "Konto DE893704004405320130001", "auf DE45 5001 0517 5407", "on GB82 2341 2341 2346 77",
	} {
		spans := find1(t, cached(t, Config{}), wrong)
		if head := strings.IndexAny(wrong, "FDG"); len(spans) == 0 || spans[0].Start != head || spans[0].End != len(wrong) {
			t.Errorf("%q gives %s", wrong, show(wrong, spans))
		}
	}
	for _, none := range []string{"DE45 5001 0517 danke", "DE45 BUCH TISCH 5407 2024", "DE45 FR76 GB82 SE45", "room AB12 5001 0517 5408"} {
		if spans := find1(t, alone(t, cached(t, Config{}), &rule{kind: "iban"}), none); len(spans) > 0 {
			t.Errorf("%q gives %s", none, show(none, spans))
		}
	}
	if tried < 60 {
		t.Errorf("%d examples tried", tried)
	}
}

// otherDigit is a digit with one more, and another sign as it is.
func otherDigit(c byte) string {
	if !digit(c) {
		return string(c)
	}
	return string('0' + (c-'0'+1)%10)
}

// mentions reports one of the phrases in a text.
func mentions(phrases []phrase, text string) bool {
	return slices.ContainsFunc(phrases, func(p phrase) bool { return p.in([]byte(folded(text))) })
}

func show(text string, spans []bauta.Span) string {
	var b strings.Builder
	for _, s := range spans {
		fmt.Fprintf(&b, "[%s %q %.2f]", s.Why, text[s.Start:s.End], s.P)
	}
	if b.Len() == 0 {
		return "nothing"
	}
	return b.String()
}
