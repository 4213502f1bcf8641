package mask_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// name draws names as messages have them, in any case and normal form.
func name() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		s := rapid.StringMatching(`[A-Za-zéèïçœÉÜñ한ж]{1,9}([-' ’][a-zé]{1,5})?`).Draw(t, "name")
		if rapid.Bool().Draw(t, "decomposed") {
			s = norm.NFD.String(s)
		}
		return s
	})
}

// raw is a document that is nothing but its text.
func raw(s string) *bauta.Doc {
	return &bauta.Doc{Message: bauta.Message{ID: "1", Text: s, Lang: "fr"}, Shadow: s}
}

var shapes = map[mask.Reference]*regexp.Regexp{
	mask.NoReference: regexp.MustCompile(`^<PRE_(\d+)>$`),
	mask.Keyed:       regexp.MustCompile(`^<PRE_(\d+)_[0-9A-F]{8}>$`),
	mask.Dictionary:  regexp.MustCompile(`^<PRE_(\d+)_\d+>$`),
}

func code(ref mask.Reference, key string) mask.Code {
	return mask.Code{Tags: tags, Reference: ref, Key: keyFrom(key), Size: 1000, Index: func(w, _ string) (int, bool) { return len(w), strings.HasPrefix(w, "A") }}
}

// TestCodesSayTheLengthAndNothingElse: whatever the name, its code has the form
// of its reference, the length in characters of the composed name, and is one
// token that no list is asked about.
func TestCodesSayTheLengthAndNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := name().Draw(t, "name")
		before := rapid.SampledFrom([]string{"", "😘 ", "é", "x "}).Draw(t, "before")
		for ref, shape := range shapes {
			got, err := code(ref, "one").Replace(context.Background(), raw(before+w+" y"), person(len(before), len(before)+len(w), bauta.First))
			if err != nil {
				t.Fatal(err)
			}
			m := shape.FindStringSubmatch(got)
			if want := fmt.Sprint(utf8.RuneCountInString(norm.NFC.String(w))); m == nil || m[1] != want {
				t.Fatalf("%s: %q for a name of %s characters", ref, got, want)
			}
			toks := text.Tokenise("a " + got + " b")
			if len(toks) != 3 || toks[1].Kind != bauta.Masked {
				t.Fatalf("%q is read as %d tokens", got, len(toks))
			}
		}
	})
}

// TestReferencesJoinTheMentionsOfAName: the code is the same for a name in any
// case and normal form, and under another key another.
func TestReferencesJoinTheMentionsOfAName(t *testing.T) {
	one := func(t *rapid.T, c mask.Code, w string) string {
		out, err := c.Replace(context.Background(), raw(w), person(0, len(w), bauta.First))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.StringMatching(`[b-zéèïç]{2,9}`).Draw(t, "name") // no ß, no final sigma: case that comes back
		keyed, other, unlisted := code(mask.Keyed, "one"), code(mask.Keyed, "other"), code(mask.Dictionary, "")
		for _, c := range []mask.Code{keyed, unlisted} {
			want := one(t, c, w)
			for _, form := range []string{strings.ToUpper(w), norm.NFD.String(w), norm.NFD.String(strings.ToUpper(w))} {
				if got := one(t, c, form); got != want {
					t.Fatalf("%q is %s, %q is %s", w, want, form, got)
				}
			}
			if again := one(t, c, w); again != want {
				t.Fatalf("%q is %s, then %s", w, want, again)
			}
		}
		if one(t, keyed, w) == one(t, other, w) {
			t.Fatalf("%q has one code under two keys", w)
		}
	})
}

// TestPartsNeverLeaveTextInClear: however the parts of a full name lie, also
// wrong, overlapping or out of the span, nothing of the name but blanks and
// hyphens comes through.
func TestPartsNeverLeaveTextInClear(t *testing.T) {
	full := "anne-lise de la tour martin"
	rapid.Check(t, func(t *rapid.T) {
		inner := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) bauta.Span {
			start := rapid.IntRange(0, len(full)+2).Draw(t, "start")
			return person(start, start+rapid.IntRange(0, 12).Draw(t, "len"), rapid.SampledFrom([]bauta.Part{bauta.First, bauta.Last, bauta.Nick, bauta.WholeName, bauta.Full}).Draw(t, "part"))
		}), 0, 4).Draw(t, "inner")
		part := rapid.SampledFrom([]bauta.Part{bauta.Full, bauta.First, bauta.WholeName}).Draw(t, "part")
		got, err := code(mask.NoReference, "").Replace(context.Background(), raw(full), person(0, len(full), part, inner...))
		if err != nil {
			t.Fatal(err)
		}
		left := regexp.MustCompile(`<[A-Z]+_\d+>`).ReplaceAllString(got, "")
		if strings.Trim(left, " -") != "" || !strings.Contains(got, "<") {
			t.Fatalf("%v leaves %q", inner, got)
		}
	})
}

// TestPartsOfNames: the forms of names that people have.
func TestPartsOfNames(t *testing.T) {
	for _, c := range []struct {
		name  string
		inner []bauta.Span
		want  string
	}{
		{"Camille Martin", []bauta.Span{person(0, 7, bauta.First), person(8, 14, bauta.Last)}, "<PRE_7> <NOM_6>"},
		{"Martin Camille", []bauta.Span{person(0, 6, bauta.Last), person(7, 14, bauta.First)}, "<NOM_6> <PRE_7>"},
		{"Anne-Lise Tour", []bauta.Span{person(0, 4, bauta.First), person(5, 9, bauta.First), person(10, 14, bauta.Last)}, "<PRE_4>-<PRE_4> <NOM_4>"},
		{"Zoé  Élan", []bauta.Span{person(0, 4, bauta.First), person(6, 11, bauta.Last)}, "<PRE_3>  <NOM_4>"},
		{"Zoé\u00a0Élan", []bauta.Span{person(0, 4, bauta.First), person(6, 11, bauta.Last)}, "<PRE_3>\u00a0<NOM_4>"},
		{"Zoé.Élan", []bauta.Span{person(0, 4, bauta.First), person(5, 10, bauta.Last)}, "<PRE_8>"},
		{"Zoé et Élan", []bauta.Span{person(0, 4, bauta.First), person(8, 13, bauta.Last)}, "<PRE_11>"},
		{"Zoé Élan", []bauta.Span{person(5, 10, bauta.Last)}, "<PRE_8>"},
		{"Zoé Élan", []bauta.Span{person(0, 4, bauta.First)}, "<PRE_8>"},
		{"Zoé Élan", nil, "<PRE_8>"},
		{"Nico", []bauta.Span{person(0, 4, bauta.Nick)}, "<SUR_4>"},
	} {
		got, err := code(mask.NoReference, "").Replace(context.Background(), raw(c.name), person(0, len(c.name), bauta.Full, c.inner...))
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

// TestErrorsOfOperatorsShowNoText, with the byte at which the span begins.
func TestErrorsOfOperatorsShowNoText(t *testing.T) {
	for name, c := range map[string]mask.Code{
		"no tag":      {Tags: map[string]string{"PHONE": "TEL"}},
		"no tags":     {},
		"no key":      {Tags: tags, Reference: mask.Keyed},
		"short key":   {Tags: tags, Reference: mask.Keyed, Key: []byte("0123456789abcde")},
		"part no tag": {Tags: map[string]string{"PERSON.last": "NOM"}},
	} {
		out, err := c.Replace(context.Background(), raw("chez zyxwvu tsr"), person(5, 15, bauta.Full, person(5, 11, bauta.First), person(12, 15, bauta.Last)))
		if err == nil || out != "" {
			t.Errorf("%s: %q, no error", name, out)
			continue
		}
		if strings.Contains(err.Error(), "zyx") || strings.Contains(err.Error(), "tsr") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSuppressSaysNothing: all spans look alike, whatever they cover.
func TestSuppressSaysNothing(t *testing.T) {
	for _, w := range []string{"a", "Camille", "06 12 34 56 78", "😘", strings.Repeat("é", 5000)} {
		if got, err := (mask.Suppress{}).Replace(context.Background(), raw(w), person(0, len(w), "")); err != nil || got != "***" {
			t.Errorf("%d bytes: %q, %v", len(w), got, err)
		}
	}
}
