// Package entry filters what leaves a program together: the texts of one record of a
// log, one request, one span. In each a person has one number.
package entry

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/jsontext"
)

// Withheld stands in the place of a text that was dropped.
const Withheld = "[withheld]"

// Filter gives what may leave of a text of one record. It is for one goroutine.
type Filter func(text string) string

// Of is the filter of one record. It fails closed: a text on which the pipeline fails is
// dropped, and counted by dropped, and so is one with a NUL, as UTF-16 is.
func Of(ctx context.Context, p *bauta.Pipeline, dropped func()) Filter {
	var s *bauta.Session
	return func(text string) string {
		if text == "" {
			return ""
		}
		if s == nil {
			s = p.Session()
		}
		results, err := s.Next(ctx, bauta.Message{ID: "1", Text: text})
		if err != nil || results[0].Withheld || strings.IndexByte(text, 0) >= 0 {
			dropped()
			s = nil // the next text is another one
			return Withheld
		}
		return results[0].Text
	}
}

// identifying is how many digits a number has that may be one of a telephone.
const identifying = 7

// Plain is a number without an exponent, as people write those that identify; "" where it is none of them: it is
// short, or less than one and so a measure.
func Plain(written string) string {
	n, err := strconv.ParseFloat(written, 64)
	if err == nil && strings.ContainsAny(written, "eE") {
		written = strconv.FormatFloat(n, 'f', -1, 64)
	}
	if len(written) < identifying || err == nil && math.Abs(n) < 1 {
		return ""
	}
	return written
}

// Number gives what stands for a number; false where it stays. It is read behind the name
// of its field, which may say whose it is (account) or that it is nobody's (bytes).
func (f Filter) Number(field, written string) (string, bool) {
	if written = Plain(written); written == "" {
		return "", false
	}
	clean, ok := strings.CutPrefix(f(Labelled(field, written)), Labelled(field, ""))
	if !ok { // the name was changed, too
		clean = f(written)
	}
	return clean, clean != written
}

// longestField is how many bytes of a name a number is read behind.
const longestField = 64

// Labelled is a number behind the name of its field, alone where that is none of a
// program's.
func Labelled(field, written string) string {
	if field == "" || len(field) > longestField || !programs(field) {
		return written
	}
	return field + "=" + written
}

// Name filters the name of a field where it is not one word, as programs name fields.
func (f Filter) Name(name string) string {
	if programs(name) {
		return name
	}
	return f(name)
}

// programs reports a name as programs give fields: one word, with few digits.
func programs(name string) bool {
	digits := 0
	for _, c := range name {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c), strings.ContainsRune("_-./", c):
		default:
			return false
		}
	}
	return digits < identifying
}

// Fate is what becomes of a field.
type Fate uint8

// The fates. A field of which nothing is said is read.
const (
	Read Fate = iota
	Keep
	Drop
)

// JSON filters the strings of a JSON text, and names and numbers that may be somebody's.
// fate is asked for what stands in fields.
func (f Filter) JSON(raw []byte, fate func(at jsontext.Path) Fate) ([]byte, error) {
	return jsontext.Rewrite(raw, jsontext.Visitor{
		String: func(at jsontext.Path, s string) (string, error) {
			switch fate(at) {
			case Keep:
				return s, nil
			case Drop:
				return Withheld, nil
			}
			return f(s), nil
		},
		Number: func(at jsontext.Path, n json.Number) (string, bool, error) {
			switch fate(at) {
			case Keep:
				return "", false, nil
			case Drop:
				return Withheld, true, nil
			}
			clean, changed := f.Number(at.Last(), n.String())
			return clean, changed, nil
		},
		Name: func(_ jsontext.Path, name string) (string, error) { return f.Name(name), nil },
	})
}
