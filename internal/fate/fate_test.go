package fate_test

import (
	"context"
	"crypto/sha256"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fate"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// everything finds one span over the whole of each message.
type everything struct{ span bauta.Span }

func (e everything) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	e.span.Start, e.span.End = 0, len(d.Text)
	return []bauta.Span{e.span}, nil
}

// says is a judge with one verdict.
type says bauta.Verdict

func (v says) Judge(_ context.Context, _ *bauta.Doc, r *bauta.Result) error {
	r.Verdict = bauta.Verdict(v)
	return nil
}

// TestFates: a report tells what is gone from what something stands for, from
// what stays in clear, and from what waits for a person.
func TestFates(t *testing.T) {
	sum := sha256.Sum256([]byte("fates"))
	key := mask.Key(sum[:])
	birthday, err := mask.ParseCondition("birth")
	if err != nil {
		t.Fatal(err)
	}
	parts := mask.Parts{By: map[bauta.Part]bauta.Operator{bauta.First: mask.Hash{Key: key}, bauta.Last: mask.Suppress{}}, Else: mask.Suppress{}}
	person := bauta.Span{Label: bauta.Person}
	for name, c := range map[string]struct {
		text string
		op   bauta.Operator
		span bauta.Span
		want fate.Fate
	}{
		"suppressed":               {"Cédric", mask.Suppress{}, person, fate.Removed},
		"a type's name":            {"Cédric", mask.Tag{Numbered: true}, person, fate.Removed},
		"a number":                 {"Cédric", mask.Tag{Numbered: true}, bauta.Span{Label: bauta.Person, Entity: "Person 1"}, fate.Replaced},
		"the same for all":         {"Cédric", mask.Substitute{With: "[x]"}, person, fate.Removed},
		"a code":                   {"Cédric", mask.Code{Tags: map[string]string{"PERSON": "PRE"}}, person, fate.Removed},
		"a code that joins":        {"Cédric", mask.Code{Tags: map[string]string{"PERSON": "PRE"}, Reference: mask.Keyed, Key: key}, person, fate.Replaced},
		"a hash":                   {"Cédric", mask.Hash{Key: key}, person, fate.Replaced},
		"digits masked in part":    {"0791234", mask.Digits{}, bauta.Span{Label: bauta.Phone}, fate.Replaced},
		"digits that stay":         {"06 12 34", mask.Digits{}, bauta.Span{Label: bauta.Phone}, fate.Kept},
		"kept by its operator":     {"3/4", mask.When{If: birthday, Then: mask.Suppress{}, Else: mask.Keep{}}, bauta.Span{Label: bauta.Date}, fate.Kept},
		"suppressed by condition":  {"3/4", mask.When{If: birthday, Then: mask.Suppress{}, Else: mask.Keep{}}, bauta.Span{Label: bauta.Date, Rule: "date-birth"}, fate.Removed},
		"a first name that stands": {"Cédric", parts, bauta.Span{Label: bauta.Person, Part: bauta.First}, fate.Replaced},
		"a surname that does not":  {"Martin", parts, bauta.Span{Label: bauta.Person, Part: bauta.Last}, fate.Removed},
		"a name of which one does": {"Cédric Martin", parts, bauta.Span{Label: bauta.Person, Part: bauta.Full}, fate.Replaced},
	} {
		p := &bauta.Pipeline{
			Analyse: text.Analyser{}, Detectors: []bauta.Detector{everything{c.span}},
			Operators: map[bauta.Label]bauta.Operator{c.span.Label: c.op},
		}
		if got := came(t, p, c.text); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestFatesOfQuestions: what nobody has answered is asked, what the judge lets go
// is in clear, and a type that is found and kept is not gone.
func TestFatesOfQuestions(t *testing.T) {
	for verdict, want := range map[bauta.Verdict]fate.Fate{bauta.AskExpert: fate.Asked, bauta.Leave: fate.Kept, bauta.Anonymise: fate.Removed} {
		p := &bauta.Pipeline{
			Analyse: text.Analyser{}, Detectors: []bauta.Detector{everything{bauta.Span{Label: bauta.Person, Doubt: bauta.Unknown}}},
			Judge: says(verdict), Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Suppress{}},
		}
		if got := came(t, p, "Pol"); got != want {
			t.Errorf("%s: %s, want %s", verdict, got, want)
		}
	}
	p := &bauta.Pipeline{
		Analyse: text.Analyser{}, Detectors: []bauta.Detector{everything{bauta.Span{Label: bauta.Product}}},
		Keep: map[bauta.Label]bool{bauta.Product: true},
	}
	if got := came(t, p, "Nokia"); got != fate.Kept {
		t.Errorf("a kept type: %s", got)
	}
}

// came runs one message and tells what became of what was found in it.
func came(t *testing.T, p *bauta.Pipeline, message string) fate.Fate {
	t.Helper()
	results, err := p.Thread(context.Background(), []bauta.Message{{ID: "1", Text: message}})
	if err != nil {
		t.Fatal(err)
	}
	r := &results[0]
	all := append(append([]bauta.Span(nil), r.Spans...), r.Candidates...)
	if len(all) != 1 {
		t.Fatalf("%d spans", len(all))
	}
	return fate.Of(p, r, all[0])
}
