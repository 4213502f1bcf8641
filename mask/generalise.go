package mask

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
)

// Generalise writes less of the same: of a date the year (<DATE_2019>), or year
// and month (<DATE_2019_03>), of an age its band (<AGE_30_39>), of a place the
// country or canton (<LOCATION_FR>, <LOCATION_CH_ZH>). What it cannot read
// becomes the type's name.
type Generalise struct {
	Month bool // keep the month of dates that name it in figures
	Band  int  // width of an age band in years; 0: 10
	// Country gives the country or region of a place, in letters A-Z and "_";
	// nil: no place is known.
	Country func(place string) (string, bool)
}

// Replace writes the general form.
func (o Generalise) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	word := d.Surface(s.Start, s.End)
	switch s.Label {
	case bauta.Date:
		if out := o.date(word); out != "" {
			return out, nil
		}
	case bauta.Location, bauta.Geographical:
		if o.Country != nil {
			if c, ok := o.Country(word); ok && plainCode(c) {
				return fmt.Sprintf("<%s_%s>", s.Label, c), nil
			}
		}
	case bauta.Misc, bauta.UID, bauta.MeasureUnit:
		if n := numbersIn(word); s.By("age") && len(n) == 1 && n[0].value <= 130 {
			band := max(o.Band, 1)
			if o.Band == 0 {
				band = 10
			}
			from := n[0].value / band * band
			return fmt.Sprintf("<AGE_%d_%d>", from, from+band-1), nil
		}
	}
	return string(s.Label), nil
}

// date reads the year, and the month where it can only be one number: of
// 03/04/2019 nobody knows which is the month unless one is above 12 or both
// are the same, so day before month is taken, as outside the United States.
func (o Generalise) date(word string) string {
	n := numbersIn(word)
	year, at := 0, -1
	for i, x := range n {
		if x.digits == 4 && x.value >= 1000 && at < 0 {
			year, at = x.value, i
		}
	}
	if at < 0 {
		return ""
	}
	if !o.Month || len(n) < 3 {
		return fmt.Sprintf("<DATE_%04d>", year)
	}
	month := n[1].value // day first, and year first: the month is in the middle
	if at == 2 && month > 12 {
		month = n[0].value
	}
	if at == 1 || month < 1 || month > 12 {
		return fmt.Sprintf("<DATE_%04d>", year)
	}
	return fmt.Sprintf("<DATE_%04d_%02d>", year, month)
}

type number struct{ value, digits int }

// numbersIn lists the first numbers of at most six digits in a word.
func numbersIn(word string) []number {
	var out []number
	var cur number
	for i := 0; i <= len(word) && len(out) < 8; i++ {
		if i < len(word) && word[i] >= '0' && word[i] <= '9' {
			if cur.digits++; cur.digits <= 6 {
				cur.value = cur.value*10 + int(word[i]-'0')
			}
			continue
		}
		if cur.digits > 0 {
			out = append(out, cur)
			cur = number{}
		}
	}
	return out
}

// plainCode reports capitals and "_" only: what the tokeniser knows again.
func plainCode(s string) bool {
	for i := range len(s) {
		if c := s[i]; !(c >= 'A' && c <= 'Z' || c == '_') {
			return false
		}
	}
	return s != "" && len(s) <= 32
}
