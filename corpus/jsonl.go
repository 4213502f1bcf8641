package corpus

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/jsontext"
	"github.com/bauta/bauta/internal/nearest"
)

// jsonl reads one JSON object a line. Only the bytes of the text field are
// replaced, and the author where that is asked; unless only the text may change,
// "verdict" is added or replaced, and spans and candidates go, whose offsets are
// of the old text. Everything else stays.
type jsonl struct {
	lines  *lineReader
	cols   [6]string // names of text, id, thread, author, time, lang
	plain  bool      // write no verdict
	whole  bool      // what a Writer takes out is told as well: nobody writes
	author func(string) string
	people formats.Met // authors, where they are numbered
	fits   func(rune) bool
	others []string // fields that stay, in order of appearance
	met    map[string]bool
	had    [4]bool  // of cols, the first four that were met
	filled bool     // one of them holds something
	named  Columns  // by whoever asks
	inner  []string // names of members deeper in what stays
}

// maxListed bounds the fields that an error lists.
const maxListed = 20

// maxNames bounds the fields whose names are held.
const maxNames = 1000

// member is a field of the object: its name and the range of its value.
type member struct {
	key      string
	from, to int
}

// openLines opens lines of which only the texts in front are read, or all that holds somebody.
func openLines(br *bufio.Reader, lines *lineReader, cfg Config, fits func(rune) bool, head []byte) (codec, error) {
	paths := pathsOf(head)
	c := openJSONL(lines, cfg, fits, paths)
	inside := cfg.inside(head, paths)
	if cfg.many() || inside {
		s, err := openJSON(br, lines, cfg, paths, true)
		if c, ok := s.(*slotted); ok {
			c.front = !cfg.named() && !inside
		}
		return s, err
	}
	if cfg.Columns.Text == "" {
		if err := c.numbered(head); err != nil {
			return nil, err
		}
	}
	c.meet(head)
	return c, nil
}

func openJSONL(lines *lineReader, cfg Config, fits func(rune) bool, paths []string) *jsonl {
	c := &jsonl{
		lines: lines, plain: cfg.TextOnly, whole: cfg.TextsAlone, author: cfg.Author, fits: fits,
		met: map[string]bool{}, named: cfg.Columns, people: formats.NewMet(),
	}
	for i, want := range []string{
		cfg.Columns.Text, cfg.Columns.ID, cfg.Columns.Thread, cfg.Columns.Author, cfg.Columns.Time, cfg.Columns.Lang,
	} {
		usual := cfg.usual()[i]
		c.cols[i] = cmp.Or(want, usualField(paths, "", usual), first(usual))
	}
	return c
}

// first is what a field is called where none of the usual names is in sight; none is called
// so where nothing is usual.
func first(usual []string) string {
	if len(usual) == 0 {
		return "\x00"
	}
	return usual[0]
}

func (c *jsonl) next() (record, error) {
	for {
		line, err := c.lines.next()
		rec := record{line: c.lines.line, raw: line}
		if err == io.EOF {
			err = c.missing()
		}
		if err != nil {
			return rec, err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			return rec, nil
		}
		c.lines.blank += int64(len(line))
	}
}

// missing is the error of a field that somebody named and no object has, else io.EOF.
func (c *jsonl) missing() error {
	for i, name := range []string{1: c.named.ID, 2: c.named.Thread, 3: c.named.Author} {
		if name != "" && !c.had[i] {
			return fatal{noField(name, c.names())}
		}
	}
	return io.EOF
}

func (c *jsonl) message(rec record, m *bauta.Message) error {
	members, err := object(rec.raw)
	if err != nil {
		return err
	}
	text, err := find(members, c.cols[0])
	if err != nil {
		return err
	}
	if text == nil {
		return fmt.Errorf("no field %q%s; name the text with --text-column", c.cols[0], c.like(members))
	}
	if err := json.Unmarshal(rec.raw[text.from:text.to], &m.Text); err != nil {
		return fmt.Errorf("field %q is not a string", text.key)
	}
	if strings.IndexByte(m.Text, 0) >= 0 {
		return errors.New("a NUL character in the text")
	}
	if strings.ContainsRune(m.Text, utf8.RuneError) && jsontext.Halved(rec.raw[text.from:text.to]) {
		return errors.New("half a surrogate pair (\\ud83d alone) in the text; write the character whole, or take it " +
			"out")
	}
	for i, to := range []*string{1: &m.ID, 2: &m.Thread, 3: &m.Author, 5: &m.Lang} {
		if to == nil {
			continue
		}
		mem, err := find(members, c.cols[i])
		if err != nil {
			return err
		}
		if mem != nil {
			*to = scalar(rec.raw[mem.from:mem.to])
		}
	}
	if mem, err := find(members, c.cols[4]); err == nil && mem != nil {
		m.Time = parseTime(scalar(rec.raw[mem.from:mem.to]))
	}
	if c.author != nil {
		c.people.Add(m.Author)
		m.Known = knownIn(nil, 0, c.people.Named(m.Text))
	}
	return c.leave(rec.raw, members)
}

// like asks whether another field of the object was meant.
func (c *jsonl) like(members []member) string {
	var known []string
	for _, m := range members {
		if fieldName(m.key) {
			known = append(known, m.key)
		}
	}
	return nearest.Meant(c.cols[0], known)
}

// leave notes the fields that stay. A field whose name reads as a text is
// refused: names come out unread.
func (c *jsonl) leave(raw []byte, members []member) error {
	for i, m := range members {
		said := slices.Index(c.cols[:], m.key) // an ID or a conversation stays, too
		if said >= 0 && said < len(c.had) {
			c.had[said] = true
		}
		empty := slices.Contains([]string{"null", `""`, "[]", "{}"}, string(raw[m.from:m.to]))
		untimed := said == 4 && !empty && parseTime(scalar(raw[m.from:m.to])).IsZero()
		foreign := c.whole && said < 0 && !formats.Ours(m.key, raw[m.from:m.to])
		if !c.stays(m.key) && said != 1 && said != 2 && !untimed && !foreign {
			continue
		}
		if m.key != "" && !plain(m.key) {
			return fmt.Errorf("the name of field %d reads as a text; give the field another name", i+1)
		}
		c.filled = c.filled || !empty && said < 0
		if err := cmp.Or(c.deeper(raw[m.from:m.to]), c.known(m.key)); err != nil {
			return err
		}
	}
	return nil
}

// known notes the name of a field that stays.
func (c *jsonl) known(name string) error {
	switch {
	case c.met[name]:
		return nil
	case len(c.others) == maxNames:
		return errManyNames
	}
	c.met[name] = true
	c.others = append(c.others, name)
	return nil
}

var errManyNames = fatal{fmt.Errorf("more than %d different names of fields; are they data?", maxNames)}

// deeper notes the names of members in a value that stays: they may be somebody's, as of who reacted.
func (c *jsonl) deeper(value []byte) error {
	if value[0] != '{' && value[0] != '[' {
		return nil
	}
	var of any
	if json.Unmarshal(value, &of) != nil {
		return nil // who reads the line says so
	}
	for name := range memberNames(of) {
		if slices.Contains(c.inner, name) || c.met[name] {
			continue
		}
		if name != "" && !plain(name) {
			return errors.New("the name of a field inside another reads as a text; give the field another name")
		}
		if len(c.inner) == maxNames {
			return errManyNames
		}
		c.inner = append(c.inner, name)
	}
	return nil
}

// memberNames gives the names of members of a value, and of values in it.
func memberNames(of any) iter.Seq[string] {
	return func(yield func(string) bool) { eachName(of, yield) }
}

func eachName(of any, yield func(string) bool) bool {
	switch of := of.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(of)) {
			if !yield(name) || !eachName(of[name], yield) {
				return false
			}
		}
	case []any:
		for _, v := range of {
			if !eachName(v, yield) {
				return false
			}
		}
	}
	return true
}

func (c *jsonl) beside() ([]string, bool) {
	return c.others, c.filled
}

// names gives those of text, ID, conversation and author, too, as far as they were met.
func (c *jsonl) names() []string {
	out := slices.Clone(c.others)
	for i, name := range c.cols[:4] {
		if c.had[i] && !c.met[name] {
			out = append(out, name)
		}
	}
	return append(out, c.inner...)
}

// stays reports whether a field comes out as it went in and may say who
// somebody is.
func (c *jsonl) stays(key string) bool {
	if key == c.cols[3] {
		return c.author == nil
	}
	said := slices.Contains(c.cols[:], key)
	return !said && !slices.Contains([]string{"verdict", "spans", "candidates", "ta", "split"}, key)
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
	text, err := find(members, c.cols[0])
	if err != nil || text == nil {
		return errors.New("record changed since it was read")
	}
	value := c.quote(r.Text)
	switch {
	case r.Withheld:
		value = []byte("null")
	case r.Text == r.Message.Text: // with its escapes, as it was
		value = rec.raw[text.from:text.to]
	}
	verdict := quote(r.Verdict.String())
	out := edits{w: w, raw: rec.raw}
	done, kept := false, false
	for i, m := range members {
		switch {
		case m.key == text.key:
			out.put(m.from, m.to, value)
		case m.key == c.cols[3] && c.author != nil:
			out.put(m.from, m.to, c.quote(c.author(scalar(rec.raw[m.from:m.to]))))
		case m.key == "verdict" && !c.plain:
			if done = true; rec.raw[text.from] != 'n' || r.Withheld { // nothing was decided of no text
				out.put(m.from, m.to, verdict)
			}
		case (m.key == "spans" || m.key == "candidates") && !c.plain:
			if kept {
				out.put(members[i-1].to, m.to, nil)
			} else { // with the comma behind it, since the text is still to come
				out.put(bytes.IndexByte(rec.raw, '{')+1, m.to+bytes.IndexByte(rec.raw[m.to:], ',')+1, nil)
			}
			continue
		}
		kept = true
	}
	if !done && !c.plain {
		end := members[len(members)-1].to
		out.put(end, end, append([]byte(`,"verdict":`), verdict...))
	}
	return out.end()
}

// edits writes a record with some of its ranges replaced, in their order.
type edits struct {
	w    *bufio.Writer
	raw  []byte
	last int
}

// put replaces a range; what of it is behind already stays replaced.
func (e *edits) put(from, to int, with []byte) {
	if from > e.last {
		e.w.Write(e.raw[e.last:from])
	}
	e.w.Write(with)
	e.last = max(e.last, to)
}

// end writes the rest. A write that failed is told here.
func (e *edits) end() error {
	_, err := e.w.Write(e.raw[e.last:])
	return err
}

// quote writes a JSON string without escaping what JSON does not ask for, so
// that texts stay readable, but for characters that the file's encoding lacks.
func (c *jsonl) quote(s string) []byte {
	out := quote(s)
	if c.fits == nil {
		return out
	}
	var b bytes.Buffer
	for _, r := range string(out) {
		switch {
		case c.fits(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			hi, lo := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.Bytes()
}

// quote writes a JSON string as UTF-8.
func quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string always encodes
	return bytes.TrimRight(b.Bytes(), "\n")
}
