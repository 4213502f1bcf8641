package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/bauta/bauta"
)

// jsonl reads one JSON object a line. Only the bytes of the text field are
// replaced, and "verdict" is added or replaced unless only the text may change;
// everything else stays.
type jsonl struct {
	lines *lineReader
	cols  [6][]string // accepted names of text, id, thread, author, time, lang
	plain bool        // write no verdict
}

// member is a field of the object: its name and the range of its value.
type member struct {
	key      string
	from, to int
}

func openJSONL(lines *lineReader, cfg Config) codec {
	c := &jsonl{lines: lines, plain: cfg.TextOnly}
	for i, want := range []string{cfg.Columns.Text, cfg.Columns.ID, cfg.Columns.Thread, cfg.Columns.Author, cfg.Columns.Time, cfg.Columns.Lang} {
		c.cols[i] = []string{[...]string{"text", "id", "thread", "author", "time", "lang"}[i]}
		if want != "" {
			c.cols[i] = []string{want}
		}
	}
	return c
}

func (c *jsonl) next() (record, error) {
	for {
		line, err := c.lines.next()
		rec := record{line: c.lines.line, raw: line}
		if err != nil {
			return rec, err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			return rec, nil
		}
	}
}

func (c *jsonl) message(rec record, m *bauta.Message) error {
	members, err := object(rec.raw)
	if err != nil {
		return err
	}
	text, err := find(members, c.cols[0][0])
	if err != nil {
		return err
	}
	if text == nil {
		return fmt.Errorf("no field %q; name the text with --text-column", c.cols[0][0])
	}
	if err := json.Unmarshal(rec.raw[text.from:text.to], &m.Text); err != nil || rec.raw[text.from] != '"' {
		return fmt.Errorf("field %q is not a string", text.key)
	}
	if strings.IndexByte(m.Text, 0) >= 0 {
		return errors.New("a NUL character in the text")
	}
	for i, to := range []*string{1: &m.ID, 2: &m.Thread, 3: &m.Author, 5: &m.Lang} {
		if to == nil {
			continue
		}
		mem, err := find(members, c.cols[i][0])
		if err != nil {
			return err
		}
		if mem != nil {
			*to = scalar(rec.raw[mem.from:mem.to])
		}
	}
	if mem, err := find(members, c.cols[4][0]); err == nil && mem != nil {
		m.Time = parseTime(scalar(rec.raw[mem.from:mem.to]))
	}
	return nil
}

// find gives the member of a name. A name that stands twice is refused: one of
// the two texts would stay as it is.
func find(members []member, name string) (*member, error) {
	var found *member
	for i := range members {
		if members[i].key == name {
			if found != nil {
				return nil, fmt.Errorf("field %q stands twice; keep one", name)
			}
			found = &members[i]
		}
	}
	return found, nil
}

// scalar gives a string or the digits of a number; "" for anything else.
func scalar(raw []byte) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	return ""
}

// object gives the members of a JSON object that stands alone in line.
func object(line []byte) ([]member, error) {
	bad := errors.New("not a JSON object; put one object a line")
	dec := json.NewDecoder(bytes.NewReader(line))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, bad
	}
	var out []member
	for dec.More() {
		t, err := dec.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			return nil, bad
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, bad
		}
		end := int(dec.InputOffset())
		out = append(out, member{key, end - len(value), end})
	}
	if t, err := dec.Token(); err != nil || t != json.Delim('}') {
		return nil, bad
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value; put one object a line")
	}
	return out, nil
}

func (c *jsonl) splice(w *bufio.Writer, rec record, r *bauta.Result) error {
	members, err := object(rec.raw)
	if err != nil {
		return err
	}
	text, err := find(members, c.cols[0][0])
	if err != nil || text == nil {
		return errors.New("record changed since it was read")
	}
	value := quote(r.Text)
	if r.Withheld {
		value = []byte("null")
	}
	verdict := quote(r.Verdict.String())
	last := 0
	put := func(from, to int, with []byte) {
		w.Write(rec.raw[last:from])
		w.Write(with)
		last = to
	}
	done := false
	for _, m := range members {
		switch {
		case m.key == text.key:
			put(m.from, m.to, value)
		case m.key == "verdict" && !c.plain:
			put(m.from, m.to, verdict)
			done = true
		}
	}
	if !done && !c.plain {
		end := members[len(members)-1].to
		put(end, end, append([]byte(`,"verdict":`), verdict...))
	}
	_, err = w.Write(rec.raw[last:])
	return err
}

// quote writes a JSON string without escaping what JSON does not ask for, so
// that texts stay readable.
func quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string always encodes
	return bytes.TrimRight(b.Bytes(), "\n")
}
