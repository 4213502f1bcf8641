package corpus

import (
	"fmt"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
)

// Record gives the line and the bytes of the record that a message was read
// from, as it stands in the file but for its encoding; false for a message that
// comes from no corpus.
func Record(m bauta.Message) (line int, raw []byte, ok bool) {
	rec, ok := m.Meta.(record)
	if s, in := rec.form.(slot); in {
		return rec.line, slices.Clip(s.rec.Raw), ok
	}
	return rec.line, slices.Clip(rec.raw), ok
}

// Unmarked is a stretch of the text of a message as people know it, where the text has marks in the place of links,
// IDs and names of files: with what stood there before, or what is to stand there.
func (rec record) Unmarked(text string, before bool) string {
	s, parts := rec.form.(slot)
	if !parts {
		return text
	}
	for _, i := range s.rec.groups[s.i] {
		text = s.rec.Slots[i].Unmarked(text, s.rec.key, before)
	}
	return text
}

// Wrote reports a text that somebody wrote, and neither a field nor what stands beside the texts, as a title or a
// line of a program.
func (rec record) Wrote() bool {
	s, parts := rec.form.(slot)
	return !parts || s.rec.Slots[s.rec.groups[s.i][0]].Role == formats.Text
}

// SortByThread says how to sort the file so that the messages of a thread stand
// together; "" for a format without threads. It names columns by their number,
// since the first row may be a message.
func (r *Reader) SortByThread() string {
	switch c := r.codec.(type) {
	case *table:
		if c.cols[2] < 0 {
			return ""
		}
		n, sep := c.cols[2]+1, fmt.Sprintf("'%c'", c.sep)
		if c.sep == '\t' {
			sep = `"$(printf '\t')"`
		}
		how := fmt.Sprintf("sort -s -t %s -k %d,%d FILE", sep, n, n)
		if c.header != nil {
			how = fmt.Sprintf("(head -n 1 FILE; tail -n +2 FILE | sort -s -t %s -k %d,%d)", sep, n, n)
		}
		return fmt.Sprintf("the thread is column %d: %s, where no field holds a separator or a line end", n, how)
	case *jsonl:
		return fmt.Sprintf("the thread is the field %q: jq -sc 'sort_by(.[%[1]q])[]' FILE", c.cols[2])
	}
	return ""
}
