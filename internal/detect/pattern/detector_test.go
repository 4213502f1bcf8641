package pattern

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
)

func ExampleNew() {
	d, err := New(Config{Countries: []string{"fr"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	text := "appelle au 06 12 34 56 78 ou ecris a lea@example.org"
	spans, _ := d.Detect(context.Background(), &bauta.Doc{Message: bauta.Message{Text: text}, Shadow: text})
	for _, s := range spans {
		fmt.Println(s.Label, s.Why, s.Start, s.End)
	}
	// Output:
	// PHONE phone-fr 11 25
	// EMAIL email 37 52
}

func TestNewRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, c := range []Config{{Countries: []string{"zz"}}, {Langs: []string{"french"}}, {Kinds: []string{"nothing"}}, {Countries: []string{"de"}, Kinds: []string{"fr-nir"}}} {
		if _, err := New(c); err == nil {
			t.Errorf("New(%v) accepted", c)
		}
	}
	if _, err := New(Config{Countries: []string{"UK", "FR"}, Kinds: []string{"EMAIL", "phone"}}); err != nil {
		t.Error(err)
	}
}

// Offsets of finds in the normalised copy are those of the text.
func TestFindsMapBackToTheText(t *testing.T) {
	text := "tel \u200b06 12\u200b 34 56 78 ok"
	shadow := strings.ReplaceAll(text, "\u200b", "")
	d := cached(t, Config{})
	doc := &bauta.Doc{Message: bauta.Message{Text: text}, Shadow: shadow, Shifts: []bauta.Shift{
		{Shadow: 4, Text: 4, Fold: true}, {Shadow: 4, Text: 7}, {Shadow: 9, Text: 12, Fold: true}, {Shadow: 9, Text: 15},
	}}
	spans, err := d.Detect(context.Background(), doc)
	if err != nil || len(spans) != 1 {
		t.Fatalf("%v %v", spans, err)
	}
	if got := text[spans[0].Start:spans[0].End]; got != "06 12\u200b 34 56 78" {
		t.Errorf("found %q", got)
	}
}

// Odd input takes time in proportion to its length: each text is scanned at two
// lengths, and the work must not grow faster. Work is counted in finds and
// calls rather than seconds, so here only that it ends is tested; the benchmark
// shows the rates.
func TestFloodsEnd(t *testing.T) {
	d := cached(t, Config{})
	for _, unit := range floods {
		text := strings.Repeat(unit, 200_000/len(unit))
		for _, s := range run(t, d, text) {
			if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
				t.Fatalf("span %d-%d outside %q…", s.Start, s.End, unit)
			}
		}
	}
}

var floods = []string{
	".", "@", "a", "1", "1 ", "0", "12 34 ", "😀", "a.", "a@", ":", "1:", "1.", "://", "(1", "+1", "rue ", "12 rue de la ", "zero ", "code ",
	"AB12", "6 ", "a1", "at ", "point ", "www.", "-", "_", "é", "12345 ", "0612345678 ", "O0", "de la ", "1234-", "fe80:", "+33 ", "‹", "中", "中1", "code: ", "x point ",
	"123456789 ", "A12345678 ", "123-45-6789 ", "4111 1111 1111 1111 ", "a1-", "http://a.b/(()", "(((", "1/2/", "né le 1 mai ", "12345678901 ", "1234567890123 ", "aa:", "AA11BB22 ",
	"ADDRESS ", "[StreetAddress]\nA ", "[StreetAddress] NNNN ", "[StreetAddress], ZIP_CODE A ", "[_address_]\n",
}

func FuzzDetect(f *testing.F) {
	set := allRules()
	langs := []string{"", "fr", "de", "en", "it", "es", "sv"}
	for i := range set {
		yes, no := examples(f, &set[i])
		f.Add(fixture.Unmarked(yes[0]), langs[i%len(langs)])
		f.Add(no[0], "")
	}
	f.Add("ADDRESSES\nA ADDRESS ZIP_CODES, NNNN [StreetAddress]NNNN", "en")
	f.Add("\x9eE AUS DER `TRA\x9d3::%@T", "fr") // a host whose name is no word
	var ds []*Detector
	for _, c := range []Config{{}, {Guessed: true, Dates: true, Phones: Possible, Countries: []string{"fr", "de", "us"}}} {
		d, err := New(c)
		if err != nil {
			f.Fatal(err)
		}
		ds = append(ds, d)
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		doc := &bauta.Doc{Message: bauta.Message{Text: text, Lang: lang}, Shadow: text}
		for _, d := range ds {
			spans, err := d.Detect(context.Background(), doc)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range spans {
				if s.Start < 0 || s.End > len(text) || s.Start >= s.End || s.P < bound || s.P > 1 || s.Source != "pattern" || s.Why == "" || s.Label == "" {
					t.Fatalf("impossible span %d-%d %s %s %v of %d bytes", s.Start, s.End, s.Label, s.Why, s.P, len(text))
				}
			}
		}
	})
}
