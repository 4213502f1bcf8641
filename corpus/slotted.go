package corpus

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/formats"
)

// slotted reads the formats of package formats. Each slot that somebody must read is a
// message: a text, or a field of which the corpus knows what it holds.
type slotted struct {
	src   formats.Source
	lines *lineReader
	cfg   Config
	name  string // of an archive, for errors
	kind  string // of the file, whose IDs tell people apart
	all   bool   // fields, too
	key   formats.Keyer

	counted bool // lines counts bytes by itself
	empty   int  // as Ledger.Empty
	unread  int  // as Ledger.Unread
	bad     int  // records of which a text could not be read,
	lost    int  // those without any other among them

	queue  []record
	before []*formats.Record // without anything to read, in front of the next record
	held   int               // their bytes
	handed int64             // bytes that belong to records
	rest   []*formats.Record // behind the last record with anything to read
	pack   *formats.Packer   // of an archive
	note   string            // what was taken for granted
	sheets *sheets           // of an archive
	kept   []string          // paths of known fields that stay, where they are told
	front  bool              // looked at; a run reads the text in front alone, and what stands beside it stays
}

// slot is a message of a record, in record.form.
type slot struct {
	rec *shared
	i   int // of rec.groups
}

// shared is a record while its results come in.
type shared struct {
	before []*formats.Record
	*formats.Record
	groups [][]int        // slots that are read as one text
	values map[int]string // by slot
	open   int            // groups without a result
	judged bauta.Verdict  // of its texts, the most careful
	bad    bool           // one of its messages was rejected
	key    formats.Keyer
}

// sized is a file that can be read anywhere.
type sized interface {
	io.ReaderAt
	Size() int64
}

// maxInner bounds an archive inside of a packed file, which is read into memory.
const maxInner = 256 << 20

// openZip opens an archive, which is read where its directory says; raw is what is in a packed file.
func (r *Reader) openZip(in, raw io.Reader) error {
	at, ok := in.(sized)
	if r.pack != nil {
		inner, err := bounded.Read(raw, "an archive in it", maxInner)
		if err != nil {
			return err
		}
		at, ok = bytes.NewReader(inner), true
	}
	if !ok {
		return errors.New("an archive is read from a file, not from a pipe; give its name")
	}
	if r.cfg.Author != nil {
		return errAuthors
	}
	named := &sheets{cfg: r.cfg}
	a, err := formats.OpenZip(at, at.Size(), named.pick)
	if err != nil {
		return err
	}
	if r.cfg.named() && !slices.Contains([]string{"xlsx", "ods"}, a.What()) {
		return errFields
	}
	book := slices.Contains([]string{"xlsx", "ods"}, a.What()) // its columns are named, and its parts as they come
	a.Every, a.Skip = r.cfg.every || r.cfg.TextsAlone && !book, r.cfg.Reject != nil
	r.lines, r.format = &lineReader{}, Format(a.What())
	r.coding = coding{name: "utf-8", encode: func(w io.Writer) io.WriteCloser { return &marked{w: w} }}
	r.codec = &slotted{
		name: r.name, kind: a.What(), src: a, lines: r.lines, cfg: r.cfg, all: r.cfg.Fields,
		key:  formats.NewKeyer(r.cfg.Key),
		note: a.Note(), sheets: named,
	}
	c := r.codec.(*slotted)
	if book && r.pack == nil && formats.Misnamed(r.name, a.What()) {
		c.note = joined(c.note, "whatever its name says, it is a workbook ("+a.What()+"), and so is what comes out")
	}
	if named.alone {
		c.note = joined(c.note, formats.AloneNote)
	}
	return nil
}

// LeftOut counts the files of an archive that come out in no form, by the end of their
// names.
func (r *Reader) LeftOut() map[string]int {
	if c, ok := r.codec.(*slotted); ok {
		if a, ok := c.src.(*formats.Archive); ok {
			return a.LeftOut()
		}
	}
	return nil
}

// errAuthors refuses to number authors where nothing would: they would stay.
var errAuthors = errors.New("authors are numbered in plain tables and JSONL alone, without --also and with " +
	"one --text; leave --authors out, --also COLUMN=name makes people of them")

// openExport opens a format whose fields are known.
func openExport(br *bufio.Reader, lines *lineReader, f formats.Format, cfg Config) (codec, error) {
	if cfg.named() {
		return nil, errFields
	}
	return openSlotted(br, lines, f, cfg)
}

func openSlotted(br *bufio.Reader, lines *lineReader, f formats.Format, cfg Config) (*slotted, error) {
	if cfg.Author != nil {
		return nil, errAuthors
	}
	in := formats.NewInput(br)
	in.Every, in.Skip = cfg.every || cfg.TextsAlone && f.Name != string(anyJSON), cfg.Reject != nil
	src, err := f.Start(in)
	if err != nil {
		return nil, err
	}
	return &slotted{
		kind: f.Name, src: src, lines: lines, cfg: cfg, all: cfg.Fields, key: formats.NewKeyer(cfg.Key),
	}, nil
}

// end is the end of the source, or what was to be in it and was not.
func (c *slotted) end() error {
	c.rest, c.before = c.before, nil
	if c.sheets != nil {
		if err := c.sheets.missed(); err != nil {
			return fatal{err}
		}
	}
	return io.EOF
}

// next gives the next slot to be read.
func (c *slotted) next() (record, error) {
	for len(c.queue) == 0 {
		if a, ok := c.src.(*formats.Archive); ok && a.Silent() {
			return record{}, c.end()
		}
		rec, err := c.src.Next()
		switch {
		case err == io.EOF:
			if c.handed != c.src.Taken() {
				return record{}, fatal{errLost}
			}
			return record{}, c.end()
		case err != nil:
			return record{line: max(rec.Line, 1), raw: rec.Raw}, fatal{err}
		}
		c.handed += int64(len(rec.Raw))
		if !c.counted {
			c.lines.taken += int64(len(rec.Raw))
		}
		c.lines.blank += int64(len(rec.Raw)) // none of it is in record.raw, which only the first slot has
		if err := c.check(rec.Raw); err != nil {
			return record{line: rec.Line, raw: rec.Raw}, fatal{err}
		}
		if err := c.take(&rec); err != nil {
			return record{line: rec.Line}, fatal{err}
		}
	}
	rec := c.queue[0]
	c.queue = c.queue[1:]
	return rec, nil
}

// check refuses what no text holds, but in a format whose parts say what they are in.
func (c *slotted) check(raw []byte) error {
	if b, ok := c.src.(interface{ Any() bool }); ok && b.Any() {
		return nil
	}
	return check(raw)
}

// take puts what is to be read of a record into the queue.
func (c *slotted) take(rec *formats.Record) error {
	s := &shared{Record: rec, values: map[int]string{}, judged: bauta.Leave, key: c.key}
	if err := c.aside(rec); err != nil {
		return err
	}
	for i := range rec.Slots {
		slot := &rec.Slots[i]
		joins := slot.Join != "" && len(s.groups) > 0 && rec.Slots[last(s.groups)].Join == slot.Join
		switch {
		case !slot.Read() || !c.all && slot.Role != formats.Text:
		case joins:
			s.groups[len(s.groups)-1] = append(s.groups[len(s.groups)-1], i)
		case strings.TrimSpace(slot.Value) == "":
			if slot.Role == formats.Text {
				c.empty++
			}
		default:
			s.groups = append(s.groups, []int{i})
		}
	}
	if err := c.reject(s); err != nil {
		return err
	}
	c.empty += rec.Empty
	c.unread += rec.Unread
	if len(s.groups) == 0 {
		c.before = append(c.before, rec)
		if c.held += len(rec.Raw); c.held > MaxRecord {
			return errors.New("more than 64 MiB without a message; is this the format?")
		}
		return nil
	}
	// Who is named in a field is known before the texts of the record are read.
	slices.SortStableFunc(s.groups, func(a, b []int) int {
		return s.rank(a) - s.rank(b)
	})
	s.before, c.before, c.held, s.open = c.before, nil, 0, len(s.groups)
	for i := range s.groups {
		c.queue = append(c.queue, record{line: rec.Line, form: slot{s, i}})
	}
	return nil
}

// reject takes bad texts out of a record where that is asked: what is around them stays as it is.
func (c *slotted) reject(s *shared) error {
	if c.cfg.Reject == nil {
		return nil
	}
	bad := s.Record.Bad
	s.groups = slices.DeleteFunc(s.groups, func(group []int) bool {
		m := bauta.Message{}
		for _, i := range group {
			m.Text += s.Slots[i].Value
		}
		err := cmp.Or(m.Bounded(), encodedAgain(m.Text))
		if err == nil {
			return false
		}
		for _, i := range group {
			s.Slots[i].Role = formats.Gone
		}
		bad = append(bad, formats.Bad{Line: s.Line, Raw: []byte(m.Text), Err: err})
		return true
	})
	if len(bad) > 0 {
		c.bad++
		if s.bad = true; len(s.groups) == 0 {
			c.lost++
		}
	}
	for _, b := range bad {
		if err := c.cfg.Reject(b.Line, b.Raw, b.Err); err != nil {
			return err
		}
	}
	return nil
}

// rank is when a group of slots is read.
func (s *shared) rank(group []int) int {
	if _, field := labels[s.Slots[group[0]].Role]; field {
		return 0
	}
	return 1
}

func last(groups [][]int) int { g := groups[len(groups)-1]; return g[len(g)-1] }

// labels are those of fields, by role.
var labels = map[formats.Role]bauta.Label{
	formats.Name: bauta.Person, formats.Phone: bauta.Phone, formats.Mail: bauta.Email, formats.Place: bauta.Location,
}

// message makes the message of a slot.
func (c *slotted) message(rec record, m *bauta.Message) error {
	s := rec.form.(slot)
	first := s.rec.Slots[s.rec.groups[s.i][0]]
	m.ID, m.Thread, m.Author, m.Time = s.rec.ID, s.rec.Thread, s.rec.Author, parseTime(s.rec.Time)
	m.Lang = s.rec.Lang
	for _, i := range s.rec.groups[s.i] {
		sl := &s.rec.Slots[i]
		m.Known = knownIn(m.Known, len(m.Text), sl.Known)
		m.Text += sl.Value
	}
	if label, ok := labels[first.Role]; ok {
		m.Author, m.Known = first.Who, []bauta.Span{fieldSpan(0, len(m.Text), label)}
		if m.Author != "" && m.Author != first.Value {
			m.Author = c.kind + ":" + m.Author
		}
	}
	if m.ID == "" {
		m.ID = fmt.Sprint(rec.line)
	}
	if s.rec.ID == "" || s.rec.Placed {
		m.Line = rec.line
	}
	if first.Role != formats.Text {
		m.ID += "/" + first.Path
	}
	return nil
}

// knownIn adds those whom a stretch of a text, which begins at a byte of it, is known to name.
func knownIn(spans []bauta.Span, at int, known []formats.Range) []bauta.Span {
	for _, k := range known {
		label := bauta.Person
		if k.Place {
			label = bauta.Location
		}
		named := fieldSpan(at+k.Start, at+k.End, label)
		named.Rule += " mention"
		spans = append(spans, named)
	}
	return spans
}

// fieldSpan is what a field says of itself.
func fieldSpan(start, end int, l bauta.Label) bauta.Span {
	return bauta.Span{
		Start: start, End: end, Label: l, P: 1, Source: "corpus", Rule: "field", Why: "a field of the file",
	}
}

// maxKept bounds the fields that are told; of more a few hold data by their names.
const maxKept = 1000

// aside notes what stays of a record: fields that nobody reads, and what is no field, as dates in front of texts,
// names that the format does not have, comments.
func (c *slotted) aside(rec *formats.Record) error {
	if !c.cfg.TextsAlone {
		return nil
	}
	var names []string
	src, tells := c.src.(formats.Stayer)
	for i := range rec.Slots {
		switch s := &rec.Slots[i]; {
		case !rec.Stays(i):
		case s.Path != "":
			names = append(names, s.Path)
		case tells: // a comment that would be left out
			names = append(names, src.Stays(rec.Raw[s.From:s.To])...)
		}
	}
	if tells {
		for stretch := range rec.Between() {
			names = append(names, src.Stays(stretch)...)
		}
	}
	for _, name := range names {
		if err := c.stays(name); err != nil {
			return err
		}
	}
	return nil
}

// stays notes what stays, once.
func (c *slotted) stays(name string) error {
	if slices.Contains(c.kept, name) {
		return nil
	}
	if len(c.kept) == maxKept {
		return fmt.Errorf("more than %d different fields that nobody reads; are their names data?", maxKept)
	}
	c.kept = append(c.kept, name)
	return nil
}

func (c *slotted) beside() ([]string, bool) {
	if a, ok := c.src.(*formats.Archive); ok && c.cfg.TextsAlone {
		return slices.Concat(a.Beside(), c.kept, a.Aside()), false
	}
	if b, ok := c.src.(formats.Besider); ok {
		return slices.Concat(b.Beside(), c.kept), false
	}
	return c.kept, false
}

func (c *slotted) names() []string {
	if b, ok := c.src.(formats.Besider); ok {
		return b.Names()
	}
	return nil
}

// splice notes a result, and writes the record with the last of them.
func (c *slotted) splice(w *bufio.Writer, rec record, r *bauta.Result) error {
	s := rec.form.(slot)
	s.rec.put(s.rec.groups[s.i], r)
	if s.rec.Slots[s.rec.groups[s.i][0]].Role == formats.Text {
		s.rec.judged = min(s.rec.judged, r.Verdict)
	}
	if s.rec.open--; s.rec.open > 0 {
		return nil
	}
	for i := range s.rec.Slots {
		if s.rec.Slots[i].Role == formats.Judged {
			s.rec.values[i] = s.rec.judged.String()
		}
	}
	return c.write(w, append(s.rec.before, s.rec.Record), s.rec.values)
}

// write writes records; values are those of the last.
func (c *slotted) write(w *bufio.Writer, records []*formats.Record, values map[int]string) error {
	to := io.Writer(w)
	if _, ok := c.src.(*formats.Archive); ok {
		if c.pack == nil {
			c.pack = formats.NewPacker(w, c.key)
		}
		to = c.pack
	}
	for i, rec := range records {
		if rec.Begin != nil {
			if err := c.pack.Begin(rec.Begin); err != nil {
				return &Error{c.name, 0, err}
			}
		}
		err := rec.Write(to, c.key, func(slot int) (string, bool) {
			v, ok := values[slot]
			return v, ok && i == len(records)-1
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// finish writes what stands behind the last message: what was read, and, once nobody reads
// any more, what an archive still has.
func (c *slotted) finish(w *bufio.Writer) error {
	if err := c.write(w, c.rest, nil); err != nil || c.pack == nil {
		return err
	}
	for {
		rec, err := c.src.Next()
		if err == io.EOF {
			return c.pack.Close()
		}
		if err == nil {
			err = c.write(w, []*formats.Record{&rec}, nil)
		}
		if err != nil {
			return err
		}
	}
}

// put gives each piece of a text its part of a result: what replaces a stretch over
// several pieces stands in the first.
func (s *shared) put(group []int, r *bauta.Result) {
	if len(group) == 1 && s.Slots[group[0]].Fit == nil || r.Withheld {
		for n, i := range group {
			if s.values[i] = ""; n == 0 && !r.Withheld {
				s.values[i] = whole(r)
			}
		}
		return
	}
	from := 0
	for _, i := range group {
		to := from + len(s.Slots[i].Value)
		s.values[i] = piece(r, from, to, &s.Slots[i])
		from = to
	}
}

// whole is what became of a text; tags inside of what is replaced are still there.
func whole(r *bauta.Result) string {
	if !strings.Contains(r.Message.Text, "<") || r.Text == r.Message.Text {
		return r.Text
	}
	return piece(r, 0, len(r.Message.Text), &formats.Slot{})
}

// piece is what became of the bytes [from, to) of a text, which are those of a slot.
func piece(r *bauta.Result, from, to int, slot *formats.Slot) string {
	var b strings.Builder
	at := from
	for _, e := range r.Edits {
		if e.End <= from || e.Start >= to {
			continue
		}
		if e.Start >= at {
			b.WriteString(r.Message.Text[at:e.Start])
		}
		switch {
		case e.Start < from && !slot.Apart:
		case slot.Fit != nil:
			b.WriteString(slot.Fit(e.With))
		default:
			b.WriteString(e.With)
		}
		at = min(e.End, to)
		b.WriteString(formats.Tags(r.Message.Text[max(e.Start, from):at]))
	}
	b.WriteString(r.Message.Text[at:to])
	return b.String()
}
