package mask

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
)

// Keep writes the text as it was. It is for the other branch of a condition;
// types that are always kept belong in Pipeline.Keep.
type Keep struct{}

// Replace writes the text.
func (Keep) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	return d.Surface(s.Start, s.End), nil
}

// Keeps is true of every span.
func (Keep) Keeps(bauta.Span) bool { return true }

// When chooses between two operators.
type When struct {
	If         Condition
	Then, Else bauta.Operator
}

// Replace asks the condition.
func (o When) Replace(ctx context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	if o.If(s) {
		return o.Then.Replace(ctx, d, s)
	}
	return o.Else.Replace(ctx, d, s)
}

// Keeps asks the operator that the condition chooses.
func (o When) Keeps(s bauta.Span) bool {
	op := o.Else
	if o.If(s) {
		op = o.Then
	}
	k, ok := op.(bauta.Keeper)
	return ok && k.Keeps(s)
}

// Condition says something of a span.
type Condition func(bauta.Span) bool

// flags are the conditions of one word.
var flags = map[string]Condition{"birth": birth, "name": named, "public": public}

// ParseCondition reads "birth" (a birth date stands in the span), "name" (a
// name does, in a web address), "public" (of public life), "score < 0.8" (also <=, >, >=), or "rule = iban" (a
// key of Span.Rule); "kind = iban" is the same as it was written before.
func ParseCondition(s string) (Condition, error) {
	f := strings.Fields(s)
	switch {
	case len(f) == 1 && flags[f[0]] != nil:
		return flags[f[0]], nil
	case len(f) == 3 && (f[0] == "rule" || f[0] == "kind") && f[1] == "=":
		if f[2] == "public" {
			return public, nil
		}
		return func(s bauta.Span) bool { return s.By(f[2]) }, nil
	case len(f) == 3 && f[0] == "score":
		x, err := strconv.ParseFloat(f[2], 64)
		if err != nil || !(x >= 0 && x <= 1) {
			break
		}
		switch f[1] {
		case "<":
			return func(s bauta.Span) bool { return s.P < x }, nil
		case "<=":
			return func(s bauta.Span) bool { return s.P <= x }, nil
		case ">":
			return func(s bauta.Span) bool { return s.P > x }, nil
		case ">=":
			return func(s bauta.Span) bool { return s.P >= x }, nil
		}
	}
	return nil, fmt.Errorf("condition %q; use birth, name, public, score < 0.8, or rule = iban", s)
}

// public reports a person or place of public life. What grew when it was joined with other
// finds is none: a name and more words may be somebody else's.
func public(s bauta.Span) bool {
	for _, in := range s.Inner {
		if in.By("public") && in.Len() < s.Len() {
			return false
		}
	}
	return s.By("public")
}

// named reports a name inside a longer find, or an address that is somebody's page.
func named(s bauta.Span) bool {
	if s.By("url-profile") {
		return true
	}
	for _, in := range s.Inner {
		if in.Label == bauta.Person || named(in) {
			return true
		}
	}
	return false
}

// birth reports a birth date, also inside a longer find.
func birth(s bauta.Span) bool {
	if strings.HasPrefix(s.Rule, "date-birth") {
		return true
	}
	for _, in := range s.Inner {
		if birth(in) {
			return true
		}
	}
	return false
}
