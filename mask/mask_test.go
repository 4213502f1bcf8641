package mask_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

var tags = map[string]string{"PERSON": "PRE", "PERSON.first": "PRE", "PERSON.last": "NOM", "PERSON.nick": "SUR", "PHONE": "TEL"}

func doc(s string) *bauta.Doc {
	d, _ := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{ID: "1", Text: s})
	return d
}

func person(start, end int, part bauta.Part, inner ...bauta.Span) bauta.Span {
	return bauta.Span{Start: start, End: end, Label: bauta.Person, Part: part, Inner: inner}
}

// TestKeeps: an operator says of a span whether it stays, through conditions
// and parts.
func TestKeeps(t *testing.T) {
	birth, err := mask.ParseCondition("birth")
	if err != nil {
		t.Fatal(err)
	}
	when := mask.When{If: birth, Then: mask.Tag{}, Else: mask.Keep{}}
	parts := mask.Parts{By: map[bauta.Part]bauta.Operator{bauta.First: mask.Keep{}}, Else: mask.Tag{}}
	for _, c := range []struct {
		op   bauta.Keeper
		span bauta.Span
		want bool
	}{
		{mask.Keep{}, bauta.Span{}, true},
		{when, bauta.Span{Rule: "date-birth"}, false},
		{when, bauta.Span{Rule: "date"}, true},
		{parts, bauta.Span{Part: bauta.First}, true},
		{parts, bauta.Span{Part: bauta.Last}, false},
		{parts, bauta.Span{Part: bauta.Full}, false},
		{mask.Parts{By: parts.By, Else: mask.Keep{}}, bauta.Span{}, false}, // it may hold parts that go
	} {
		if got := c.op.Keeps(c.span); got != c.want {
			t.Errorf("%T keeps %+v: %v", c.op, c.span, got)
		}
	}
}

// firstWord takes Camille for a first name, and no other word.
func firstWord(word, _ string) bauta.Part {
	if word == "Camille" {
		return bauta.First
	}
	return bauta.Last
}

func TestCode(t *testing.T) {
	index := func(w, _ string) (int, bool) { return 17316, w == "Patrice" }
	full := person(0, 14, bauta.Full, person(0, 7, bauta.First), person(8, 14, bauta.Last))
	for _, c := range []struct {
		name, text string
		op         mask.Code
		span       bauta.Span
		want       string
	}{
		{"release form", "Patrice", mask.Code{}, person(0, 7, bauta.First), "<PRE_7>"},
		{"the paper's form", "Patrice", mask.Code{Reference: mask.Dictionary, Index: index, Size: 20000}, person(0, 7, bauta.First), "<PRE_7_17316>"},
		{"parts", "Camille Martin", mask.Code{}, full, "<PRE_7> <NOM_6>"},
		{"parts with more between", "Camille, Martin", mask.Code{}, person(0, 15, bauta.Full, person(0, 7, bauta.First), person(9, 15, bauta.Last)), "<PRE_15>"},
		{"length in code points after NFC", "Ce\u0301line", mask.Code{}, person(0, 8, bauta.First), "<PRE_6>"},
		{"words of a name that nobody took apart", "Camille Martin", mask.Code{Part: firstWord}, person(0, 14, bauta.First), "<PRE_7> <NOM_6>"},
		{"one word of which nobody says what it is", "Martin", mask.Code{Part: firstWord}, person(0, 6, bauta.WholeName), "<PRE_6>"},
		{"nickname", "titou", mask.Code{}, person(0, 5, bauta.Nick), "<SUR_5>"},
		{"keyed", "Patrice", mask.Code{Reference: mask.Keyed, Key: key}, person(0, 7, bauta.First), "<PRE_7_4CFC9A4E>"},
		{"other types have no reference", "0612345678", mask.Code{Reference: mask.Keyed, Key: key}, bauta.Span{Start: 0, End: 10, Label: bauta.Phone}, "<TEL_10>"},
	} {
		c.op.Tags = tags
		got, err := c.op.Replace(context.Background(), doc(c.text), c.span)
		if err != nil || c.name != "keyed" && got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
		if again, _ := c.op.Replace(context.Background(), doc(got), person(0, len(got), bauta.First)); again == "" {
			t.Errorf("%s: no code for a code", c.name)
		}
	}
}

func TestUnlistedNamesKeepTheirNumber(t *testing.T) {
	op := mask.Code{Tags: tags, Reference: mask.Dictionary, Size: 100, Index: func(string, string) (int, bool) { return 0, false }}
	a, _ := op.Replace(context.Background(), doc("Namrata"), person(0, 7, bauta.First))
	b, _ := op.Replace(context.Background(), doc("namrata"), person(0, 7, bauta.First))
	var n, ref int
	if _, err := fmt.Sscanf(a, "<PRE_%d_%d>", &n, &ref); err != nil || ref <= 100 || a != b {
		t.Errorf("%q, %q: want one number above the dictionary's size", a, b)
	}
}

func TestCodeRefuses(t *testing.T) {
	if _, err := (mask.Code{Tags: tags}).Replace(context.Background(), doc("x"), bauta.Span{End: 1, Label: "NEW"}); err == nil {
		t.Error("a type without tag was coded")
	}
	short := mask.Code{Tags: tags, Reference: mask.Keyed, Key: []byte("short")}
	if _, err := short.Replace(context.Background(), doc("x"), person(0, 1, bauta.First)); err == nil {
		t.Error("a short key was taken")
	}
}

// TestIdempotent: what an operator writes is one masked token, which no
// detector looks up.
func TestIdempotent(t *testing.T) {
	ops := map[string]bauta.Operator{
		"code": mask.Code{Tags: tags}, "keyed": mask.Code{Tags: tags, Reference: mask.Keyed, Key: key[:16]},
		"suppress": mask.Suppress{}, "tag": mask.Tag{}, "substitute": mask.Substitute{With: "[_forename_]"},
	}
	for name, op := range ops {
		out, err := op.Replace(context.Background(), doc("Patrice"), person(0, 7, bauta.First))
		if err != nil {
			t.Fatal(err)
		}
		toks := doc("a " + out + " b").Tokens
		if len(toks) != 3 || toks[1].Kind != bauta.Masked {
			t.Errorf("%s writes %q, which is read as %d tokens", name, out, len(toks))
		}
	}
}

func ExampleCode() {
	d := doc("Coucou Patrice")
	op := mask.Code{Tags: map[string]string{"PERSON": "PRE"}}
	out, _ := op.Replace(context.Background(), d, bauta.Span{Start: 7, End: 14, Label: bauta.Person})
	fmt.Println(out)
	// Output: <PRE_7>
}
