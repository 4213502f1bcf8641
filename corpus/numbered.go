package corpus

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// sampled is how many rows are looked at before a column is taken for the text.
const sampled = 50

// late is what stands behind the rows that were read ahead: the end, or a row that is
// none.
type late struct {
	rec record
	err error
}

// numbered refuses a column that is called like a text and holds numbers or codes, while
// another column that nobody reads holds words: msg, as numbers of messages are called
// too. One that the user named is taken at the user's word.
func (t *table) numbered() error {
	words := -1
	for n := 0; n < sampled; n++ {
		rec, ok := t.ahead()
		if !ok {
			break
		}
		fields := rec.form.([]field)
		for i, f := range fields {
			value := f.value(rec.raw)
			switch {
			case i == t.cols[0] && value != "" && !code(value):
				return nil
			case words < 0 && !slices.Contains(t.cols[:], i) && strings.Contains(strings.TrimSpace(value), " "):
				words = i
			}
		}
	}
	if words < 0 || words >= t.width {
		return nil
	}
	return fmt.Errorf("column %s is called like a text and holds numbers, and %s holds words; name the text with "+
		"--text-column: %s", shown(t.header[t.cols[0]], "column", t.cols[0]+1),
		shown(t.header[words], "column", words+1), list(t.header, t.width))
}

// ahead reads one more row into the queue.
func (t *table) ahead() (record, bool) {
	if t.late != nil {
		return record{}, false
	}
	rec, err := t.read()
	if err != nil {
		t.late = &late{rec, err}
		return rec, false
	}
	t.queue = append(t.queue, rec)
	return rec, true
}

// code reports a number, a code, or what is neither word nor sentence: a digit, no blank.
func code(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && !strings.ContainsFunc(s, unicode.IsSpace)
}
