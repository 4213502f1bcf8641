package mask_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

var key = keyFrom("the key")

func all(s string, l bauta.Label) bauta.Span { return bauta.Span{Start: 0, End: len(s), Label: l} }

// With All nothing of a number stays, in figures or in words.
func TestAllDigits(t *testing.T) {
	for _, c := range []struct {
		label      bauta.Label
		text, want string
	}{
		{bauta.Phone, "zéro six douze trente-quatre", "PHONE"},
		{bauta.Phone, "06 12 34", "NN NN NN"},
		{bauta.UID, "4471-22", "NNNN-NN"},
		{bauta.UID, "Sommer!2019", "UID"},
		{bauta.UID, "AB-123-CD", "UID"},
	} {
		d := &bauta.Doc{Message: bauta.Message{Text: c.text}}
		got, err := mask.Digits{All: true}.Replace(t.Context(), d, bauta.Span{End: len(c.text), Label: c.label})
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v, not %q", c.text, got, err, c.want)
		}
	}
}

func TestSwissRules(t *testing.T) {
	for _, c := range []struct {
		op         bauta.Operator
		text, want string
	}{
		{mask.Digits{}, "079 987 65 43", "NNN NNN 65 43"}, // the wiki's own
		{mask.Digits{}, "0799876543", "NNNNNNNNNN"},
		{mask.Digits{}, "12 a 123b 1234", "12 a NNNb NNNN"},
		{mask.Digits{}, "１２３ ٤٥", "NNN ٤٥"},
		{mask.Digits{All: true}, "079 987 65 43", "NNN NNN NN NN"},
		{mask.Email{}, "info@uzh.ch", "xxxx@yyy.ch"},
		{mask.Email{}, "admin@google.com", "xxxxx@yyyyyy.com"},
		{mask.Email{}, "a.b_c+d@uni-x.zh.ch", "x.x_x+x@yyy-y.yy.ch"},
		{mask.Email{}, "zoé@é.fr", "xxx@y.fr"},
		{mask.Email{}, "lea arobase exemple point fr", "EMAIL"},
		{mask.Email{}, "a@[1.2.3.4]", "EMAIL"},
		{mask.Generalise{}, "12/05/1987", "DATE"},
	} {
		l := bauta.Email
		if _, ok := c.op.(mask.Digits); ok {
			l = bauta.Phone
		} else if _, ok := c.op.(mask.Generalise); ok {
			l, c.want = bauta.Date, "<DATE_1987>"
		}
		got, err := c.op.Replace(context.Background(), doc(c.text), all(c.text, l))
		if err != nil || got != c.want {
			t.Errorf("%T of %s: %q, %v; want %q", c.op, c.text, got, err, c.want)
		}
	}
}

func TestGeneralise(t *testing.T) {
	swiss := func(w string) (string, bool) { return "CH_ZH", w == "Zürich" }
	for _, c := range []struct {
		op        mask.Generalise
		text      string
		label     bauta.Label
		why, want string
	}{
		{mask.Generalise{Month: true}, "12/05/1987", "DATE", "", "<DATE_1987_05>"},
		{mask.Generalise{Month: true}, "1987-05-12", "DATE", "", "<DATE_1987_05>"},
		{mask.Generalise{Month: true}, "5/20/2021", "DATE", "", "<DATE_2021_05>"},
		{mask.Generalise{Month: true}, "12 mai 1987", "DATE", "", "<DATE_1987>"},
		{mask.Generalise{}, "12 mai", "DATE", "", "DATE"},
		{mask.Generalise{}, "37 ans", "MISC", "age", "<AGE_30_39>"},
		{mask.Generalise{Band: 5}, "37", "UID", "age", "<AGE_35_39>"},
		{mask.Generalise{}, "999999999999999999999 ans", "MISC", "age", "MISC"},
		{mask.Generalise{Country: swiss}, "Zürich", "LOCATION", "", "<LOCATION_CH_ZH>"},
		{mask.Generalise{Country: swiss}, "Genf", "LOCATION", "", "LOCATION"},
		{mask.Generalise{}, "Zürich", "LOCATION", "", "LOCATION"},
	} {
		s := all(c.text, c.label)
		s.Rule = c.why
		if got, err := c.op.Replace(context.Background(), doc(c.text), s); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

func TestHash(t *testing.T) {
	one := func(op mask.Hash, s string) string {
		out, err := op.Replace(context.Background(), doc(s), all(s, bauta.Person))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	a := one(mask.Hash{Key: key}, "Camille")
	if a != one(mask.Hash{Key: key}, "CAMILLE") || a == one(mask.Hash{Key: key}, "Camila") || a == one(mask.Hash{Key: key[:16]}, "Camille") {
		t.Error("a hash must hang on word and key, and on nothing else")
	}
}

func TestKeysAreAskedFor(t *testing.T) {
	for _, op := range []bauta.Operator{mask.Hash{}, mask.Encrypt{Key: []byte("short")}} {
		if out, err := op.Replace(context.Background(), doc("Camille"), all("Camille", bauta.Person)); err == nil || out != "" {
			t.Errorf("%T without key wrote %q", op, out)
		}
	}
	if _, err := (&mask.Revealer{}).Reveal(&bauta.Message{}); err == nil {
		t.Error("revealed without key")
	}
}

func TestParts(t *testing.T) {
	part := func(w, _ string) bauta.Part {
		if w == "Camille" {
			return bauta.First
		}
		return bauta.Last
	}
	op := mask.Parts{By: map[bauta.Part]bauta.Operator{bauta.First: mask.Suppress{}, bauta.Last: mask.Substitute{With: "[LastName]"}}, Else: mask.Tag{}, Part: part}
	for _, c := range []struct {
		text string
		span bauta.Span
		want string
	}{
		{"Camille", person(0, 7, bauta.First), "***"},
		{"Camille Martin", person(0, 14, bauta.Full, person(0, 7, bauta.First), person(8, 14, bauta.Last)), "*** [LastName]"},
		{"Camille Martin", person(0, 14, bauta.WholeName), "*** [LastName]"},
		{"Camille", person(0, 7, bauta.WholeName), "***"},
		{"titou", person(0, 5, bauta.Nick), "[LastName]"},
	} {
		if got, err := op.Replace(context.Background(), doc(c.text), c.span); err != nil || got != c.want {
			t.Errorf("%s %s: %q, %v; want %q", c.text, c.span.Part, got, err, c.want)
		}
	}
}

func TestWhen(t *testing.T) {
	for _, c := range []struct {
		cond string
		span bauta.Span
		want bool
	}{
		{"birth", bauta.Span{Rule: "date-birth"}, true},
		{"birth", bauta.Span{Inner: []bauta.Span{{Rule: "date-birth"}}}, true},
		{"birth", bauta.Span{Rule: "date"}, false},
		{"score < 0.8", bauta.Span{P: .7}, true},
		{"score >= 0.8", bauta.Span{P: .7}, false},
		{"rule = iban", bauta.Span{Rule: "iban"}, true},
		{"rule = iban", bauta.Span{Rule: "bic", Why: "iban"}, false},
		{"rule = phone", bauta.Span{Rule: "phone-fr phone"}, true},
		{"kind = iban", bauta.Span{Rule: "iban"}, true},
	} {
		cond, err := mask.ParseCondition(c.cond)
		if err != nil || cond(c.span) != c.want {
			t.Errorf("%s: %v, %v", c.cond, !c.want, err)
		}
		op := mask.When{If: cond, Then: mask.Suppress{}, Else: mask.Keep{}}
		c.span.End = 2
		if got, _ := op.Replace(context.Background(), doc("ab"), c.span); got != map[bool]string{true: "***", false: "ab"}[c.want] {
			t.Errorf("%s: %q", c.cond, got)
		}
	}
	for _, bad := range []string{"", "score", "score < 2", "score < NaN", "score == 1", "death"} {
		if _, err := mask.ParseCondition(bad); err == nil {
			t.Errorf("condition %q was taken", bad)
		}
	}
}

// TestMaskedAgain: every operator's output is one masked token.
func TestMaskedAgain(t *testing.T) {
	for _, c := range []struct {
		op   bauta.Operator
		text string
		span bauta.Span
	}{
		{mask.Hash{Key: key}, "Camille", all("Camille", bauta.Person)},
		{mask.Encrypt{Key: key}, "Camille", all("Camille", bauta.Person)},
		{mask.Email{}, "info@uzh.ch", all("info@uzh.ch", bauta.Email)},
		{mask.Digits{}, "0799876543", all("0799876543", bauta.Phone)},
		{mask.Generalise{}, "12/05/1987", all("12/05/1987", bauta.Date)},
		{mask.Tag{Numbered: true}, "Camille", bauta.Span{End: 7, Label: bauta.Person, Entity: "Person 3"}},
	} {
		out, err := c.op.Replace(context.Background(), doc(c.text), c.span)
		if err != nil {
			t.Fatal(err)
		}
		toks := doc("a " + out + " b").Tokens
		if len(toks) != 3 || toks[1].Kind != bauta.Masked {
			t.Errorf("%T writes %q, which is no masked token", c.op, out)
		}
	}
}

func ExampleDigits() {
	d := doc("079 987 65 43")
	out, _ := mask.Digits{}.Replace(context.Background(), d, bauta.Span{End: 13, Label: bauta.Phone})
	fmt.Println(out)
	// Output: NNN NNN 65 43
}
