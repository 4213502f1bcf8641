package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
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
	words, codes := -1, false
	for n := 0; n < sampled; n++ {
		rec, ok := t.ahead()
		if !ok {
			break
		}
		fields := rec.form.([]field)
		for i, f := range fields {
			value := f.value(rec.raw)
			switch {
			case i == t.cols[0] && value == "":
			case i == t.cols[0] && !code(value):
				return nil
			case i == t.cols[0]:
				codes = true
			case words < 0 && !slices.Contains(t.cols[:], i) && worded(value):
				words = i
			}
		}
	}
	if !codes || words < 0 || words >= t.width {
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

// numbered is the same of the fields of JSONL, by the whole lines of its beginning.
func (c *jsonl) numbered(head []byte) error {
	words, codes := "", false
	for line := range bytes.Lines(head) {
		var object map[string]any
		if json.Unmarshal(line, &object) != nil {
			continue
		}
		if text, _ := object[c.cols[0]].(string); text != "" {
			if codes = code(text); !codes {
				return nil
			}
		}
		for name, value := range object {
			text, _ := value.(string)
			if !slices.Contains(c.cols[:], name) && worded(text) && (words == "" || name < words) {
				words = name
			}
		}
	}
	if !codes || words == "" {
		return nil
	}
	other := "another field"
	if plain(words) {
		other = strconv.Quote(words)
	}
	return fmt.Errorf("field %q is called like a text and holds numbers, and %s holds words; name the text with "+
		"--text-column", c.cols[0], other)
}

// worded reports a value of several words.
func worded(s string) bool { return strings.Contains(strings.TrimSpace(s), " ") }

// code reports a number, a code, or what is neither word nor sentence: a digit, no blank.
func code(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && !strings.ContainsFunc(s, unicode.IsSpace)
}
