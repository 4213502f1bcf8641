package entry_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/entry"
	"github.com/bauta/bauta/internal/jsontext"
	"github.com/bauta/bauta/text"
)

// upper stands for a pipeline: what it changes is seen.
var upper = entry.Filter(strings.ToUpper)

func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"user.name": "user.name", "k8s.pod.name": "k8s.pod.name", "app/name_2": "app/name_2", "": "", "a b": "A B",
		"a@b.ch": "A@B.CH", "tel.0791234567x": "TEL.0791234567X",
	} {
		if got := upper.Name(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	masked := entry.Filter(func(string) string { return "PHONE" })
	for n, want := range map[string]bool{"123456": false, "1234567": true} {
		if got, changed := masked.Number("n", n); changed != want || changed && got != "PHONE" {
			t.Errorf("%s: %q, %v", n, got, changed)
		}
	}
	if _, changed := upper.Number("", "1234567"); changed {
		t.Error("a number that nobody finds is changed")
	}
}

// TestNumberAsWritten: a number is read as people write it, whatever a program made of it; what is less than one is a
// measure.
func TestNumberAsWritten(t *testing.T) {
	phone := entry.Filter(func(s string) string { return strings.ReplaceAll(s, "33612345678", "PHONE") })
	for written, want := range map[string]string{
		"33612345678": "PHONE", "3.3612345678e+10": "PHONE", "3.3612345678E10": "PHONE", "0.33612345678e11": "PHONE",
		"33612345678e0": "PHONE", "336123456780e-1": "PHONE", "-3.3612345678e10": "-PHONE", "1e21": "", "1e400": "",
		"0.33612345678": "", "-0.33612345678": "", "33612345678e-11": "", "33612345678e-400": "", "12345.678e1": "",
		"x33612345678": "xPHONE",
	} {
		if got, changed := phone.Number("n", written); changed != (want != "") || changed && got != want {
			t.Errorf("%s: %q, %v", written, got, changed)
		}
	}
}

// TestNumberOfAField: a number is read behind the name of its field, where that is one.
func TestNumberOfAField(t *testing.T) {
	account := entry.Filter(func(s string) string { return strings.ReplaceAll(s, "account=7718273", "account=UID") })
	for field, want := range map[string]string{"account": "UID", "rows": "", "": "", "an account": ""} {
		if got, changed := account.Number(field, "7718273"); changed != (want != "") || changed && got != want {
			t.Errorf("%s: %q, %v", field, got, changed)
		}
	}
	lost := entry.Filter(func(string) string { return entry.Withheld })
	if got, changed := lost.Number("account", "7718273"); !changed || got != entry.Withheld {
		t.Errorf("%q, %v", got, changed)
	}
}

// failing is a detector on which texts of more than a byte fail.
type failing struct{}

func (failing) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if len(d.Text) > 1 {
		return nil, errors.New(d.Text)
	}
	return nil, nil
}

// TestFailsClosed: what fails is dropped and counted, and what comes later is read.
func TestFailsClosed(t *testing.T) {
	n := 0
	f := entry.Of(t.Context(), &bauta.Pipeline{Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{failing{}}}, func() { n++ })
	for text, want := range map[string]string{"": "", "a": "a", "ab": entry.Withheld} {
		for range 2 {
			if got := f(text); got != want {
				t.Errorf("%q: %q", text, got)
			}
		}
	}
	if n != 2 {
		t.Errorf("%d counted, not 2", n)
	}
}

func ExampleFilter_JSON() {
	out, err := upper.JSON([]byte(`{"note":"hi","kind":"x","key":"secret","n":[1.50]}`), func(at jsontext.Path) entry.Fate {
		return map[string]entry.Fate{"kind": entry.Keep, "key": entry.Drop}[at.Last()]
	})
	fmt.Println(string(out), err)
	// Output: {"note":"HI","kind":"x","key":"[withheld]","n":[1.50]} <nil>
}
