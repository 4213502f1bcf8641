package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/lines"
)

// conll reads a token a line, its columns parted by tabs or else by blanks,
// sentences parted by empty lines; a sentence is a message whose text is its
// tokens with a blank between. The token stands in the first column, or the one
// named by number. Lines before the tokens that start with "# " and -DOCSTART-
// lines belong to no sentence: what they say beside numbers is a message of its
// own (# text = …), so that nothing comes out unread.
type conll struct {
	lines *lineReader
	col   int
	told  bool         // the user named the column
	width int          // columns of the first token line
	holds map[int]bool // columns that come out as they went in and hold more than tags
	doc   bool         // the file says where a document begins
	ended bool         // the last record was a sentence
	part  int          // of the file: a document, else a sentence with what is said of it
}

// cell is the range of a token in the sentence's bytes and in its text.
type cell struct {
	from, to, text int
	words          bool // of a comment: blanks are no columns
}

func openCoNLL(lines *lineReader, cfg Config) (codec, error) {
	c := &conll{lines: lines, holds: map[int]bool{}}
	if len(cfg.Also) > 0 {
		return nil, errors.New("columns of CoNLL have no names, and none is taken out; leave --also away, or give " +
			"another format")
	}
	if cfg.Columns.Text != "" {
		n, err := strconv.Atoi(cfg.Columns.Text)
		if err != nil || n < 1 || n > 100 {
			return nil, fmt.Errorf("column %q; CoNLL files have no header: give a number from 1", cfg.Columns.Text)
		}
		c.col, c.told = n-1, true
	}
	return c, nil
}

// next reads a sentence with what stands before it, or a comment.
func (c *conll) next() (record, error) {
	rec := record{}
	s := sentence{conll: c, words: map[int]bool{}}
	if c.ended && !c.doc {
		c.part++
	}
	c.ended = false
	for {
		line, err := c.lines.next()
		if err == io.EOF && len(s.cells) > 0 {
			break
		}
		if err != nil {
			return record{line: c.lines.line, raw: rec.raw}, err
		}
		if len(rec.raw)+len(line) > MaxRecord {
			return rec, fatal{errTooLong}
		}
		at := len(rec.raw)
		rec.raw = append(rec.raw, line...)
		content := line[:lines.Body(line)]
		if len(bytes.TrimSpace(content)) == 0 {
			if len(s.cells) > 0 {
				break
			}
			continue
		}
		if rec.line == 0 {
			rec.line = c.lines.line
		}
		if len(s.cells) == 0 {
			if from, is := comment(content); is {
				if newDocument().Match(content) {
					c.doc = true
					c.part++
				}
				if from < len(content) {
					rec.form = []cell{{from: at + from, to: at + len(content), words: true}}
					return rec, nil
				}
				continue
			}
		}
		s.add(content, at)
	}
	rec.form, c.ended = s.cells, true
	if s.bad == nil && s.prose() {
		s.bad = errProse
	}
	if s.bad == nil && !c.told && s.counts() {
		s.bad = errCounts
	}
	return rec, s.bad
}

var (
	errCounts = fatal{errors.New("column 1 counts the tokens; name the column of the words with --text-column")}
	errProse  = fatal{errors.New("no column holds tags; is it a message a line (--format text)?")}
)

// sentence gathers the lines of one.
type sentence struct {
	*conll
	cells []cell
	first []string     // the first column
	words map[int]bool // columns with something that is no tag of any kind
	blank bool         // columns parted by blanks
	bad   error
	text  int // length of the text so far
}

// add takes one line of tokens that starts at an offset of the record.
func (s *sentence) add(content []byte, at int) {
	columns := columnsOf(content)
	if s.width == 0 {
		s.width = len(columns)
	}
	here := cell{from: at, to: at, text: s.text}
	switch {
	case s.bad != nil:
	case len(columns) <= s.col:
		s.bad = fmt.Errorf("line %d has no column %d", s.lines.line, s.col+1)
	case len(columns) != s.width:
		s.bad = fmt.Errorf("line %d has %d columns where %d are expected; are its columns parted by tabs?",
			s.lines.line, len(columns), s.width)
	}
	for i, f := range columns {
		value := content[f.from:f.to]
		if i == s.col {
			here.from, here.to = at+f.from, at+f.to
		} else if s.bad == nil && bytes.ContainsAny(value, otherBreaks) {
			s.bad = fmt.Errorf("line %d holds a line break that is none in CoNLL (form feed, U+2028 or the like); "+
				"take it out",
				s.lines.line)
		}
		if i != s.col && !tag().Match(value) {
			s.holds[i] = true
		}
		if i != s.col && !anyTag().Match(value) {
			s.words[i] = true
		}
	}
	s.blank = s.blank || bytes.IndexByte(content, '\t') < 0
	if len(columns) > 0 {
		s.first = append(s.first, string(content[columns[0].from:columns[0].to]))
	}
	s.cells = append(s.cells, here)
	s.text += here.to - here.from + 1
}

// prose reports lines of as many words each, of which only one would be read.
func (s *sentence) prose() bool {
	return s.blank && s.width > 1 && len(s.words) >= s.width-1
}

// counts reports a first column that holds numbers of tokens, or one mark all
// through, where words are expected.
func (s *sentence) counts() bool {
	if s.width < 3 || len(s.holds) == 0 || len(s.first) < 2 && s.width < 8 {
		return false
	}
	numbers, same := true, len(s.first) > 2 && strings.ContainsAny(s.first[0], "/_0123456789")
	for _, f := range s.first {
		numbers = numbers && tokenNumber().MatchString(f)
		same = same && f == s.first[0]
	}
	return numbers || same
}

// otherBreaks are what some programs break lines at and CoNLL does not.
const otherBreaks = "\v\f\x1c\x1d\x1e\u0085\u2028\u2029"

var (
	// tag is what a column of IOB tags holds.
	tag = formats.WhenAsked(`^([BIESLUO]|[BIESLU][-_][A-Za-z0-9_.-]{1,30}|[-_*]|-X-)?$`)
	// anyTag is what a column of tags of any kind holds: IOB, parts of speech.
	anyTag = formats.WhenAsked(`^([BIESLUO]|[BIESLU][-_].{1,30}|[A-Z$.,:;'"#()` + "`" + `-]{1,12}[0-9]*|[-_*])?$`)
	// tokenNumber is an ID of CoNLL-U: 3, 3-4 or 3.1.
	tokenNumber = formats.WhenAsked(`^[0-9]+([-.][0-9]+)?$`)
	// numbering is what a comment may hold that is no text: the keys of CoNLL-U
	// for boundaries and identifiers, and numbers.
	numbering = formats.WhenAsked(`^(new(doc|par)|([a-z]+ )?[0-9]+|[a-z_ ]*id ?= ?[A-Za-z0-9_./:+-]+|` +
		`global\.columns ?= ?[A-Z: _]+|-X-[-XO ]*|)$`)
	// newDocument begins a document in CoNLL-U, and in that of 2003.
	newDocument = formats.WhenAsked(`^(?:# ?newdoc\b|-DOCSTART-)`)
	// commentKey is the name before the value of a comment, in small letters as programs write it: others are read.
	commentKey = formats.WhenAsked(`^[a-z][A-Za-z0-9_.:-]{0,29} ?= ?`)
)

// comment reports whether a line belongs to no sentence, and where what it says
// begins: at the end of the line where that is no text.
func comment(content []byte) (from int, is bool) {
	switch {
	case bytes.HasPrefix(content, []byte("# ")), bytes.HasPrefix(content, []byte("#\t")):
		from = 2
	case bytes.HasPrefix(content, []byte("-DOCSTART-")):
		from = len("-DOCSTART-")
	default:
		return 0, false
	}
	for from < len(content) && (content[from] == ' ' || content[from] == '\t') {
		from++
	}
	if numbering().Match(bytes.TrimSpace(content[from:])) {
		return len(content), true
	}
	if content[0] == '#' {
		from += len(commentKey().Find(content[from:]))
	}
	return from, true
}

// columnsOf gives the ranges of the columns of a line: between tabs, or where
// there is none, between blanks.
func columnsOf(line []byte) []field {
	var out []field
	add := func(from, to int) {
		for from < to && line[from] == ' ' {
			from++
		}
		for from < to && line[to-1] == ' ' {
			to--
		}
		out = append(out, field{from, to, false})
	}
	sep := byte('\t')
	if bytes.IndexByte(line, '\t') < 0 {
		sep = ' '
	}
	for from := 0; from <= len(line); {
		to := len(line)
		if i := bytes.IndexByte(line[from:], sep); i >= 0 {
			to = from + i
		}
		if sep == '\t' || to > from {
			add(from, to)
		}
		from = to + 1
	}
	return out
}

func (c *conll) message(rec record, m *bauta.Message) error {
	var b strings.Builder
	for i, cell := range rec.form.([]cell) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.Write(rec.raw[cell.from:cell.to])
	}
	m.Text = b.String()
	m.Thread = "part " + strconv.Itoa(c.part) // whom a comment names and who is in the sentence is one
	return nil
}

// beside names the columns in which something stands that is no tag.
func (c *conll) beside() ([]string, bool) {
	var out []string
	for i := range c.width {
		if c.holds[i] {
			out = append(out, formats.Numbered(i))
		}
	}
	return out, len(out) > 0
}

func (c *conll) names() []string { return nil }

// splice writes each token with the edits inside it. Of an edit over several
// tokens the first holds the replacement and the others become "***", so that
// the lines and their other columns stay.
func (c *conll) splice(w *bufio.Writer, rec record, r *bauta.Result) error {
	if len(r.Edits) == 0 && !r.Withheld && r.Text != r.Message.Text {
		return fmt.Errorf("message %q: which tokens change is not known, so CoNLL cannot be written; use another "+
			"format",
			r.Message.ID)
	}
	last := 0
	for _, cell := range rec.form.([]cell) {
		w.Write(rec.raw[last:cell.from])
		w.WriteString(c.token(rec, cell, r))
		last = cell.to
	}
	_, err := w.Write(rec.raw[last:])
	return err
}

// written keeps a replacement on its line, and one token.
func (c cell) written(s string) string {
	if c.words {
		return oneLine(s)
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\r', '\n':
			return '_'
		}
		return r
	}, s)
}

func (c *conll) token(rec record, at cell, r *bauta.Result) string {
	from, to := at.text, at.text+at.to-at.from
	if from == to {
		return ""
	}
	if r.Withheld {
		return "***"
	}
	src := func(a, b int) string { return string(rec.raw[at.from+a-from : at.from+b-from]) }
	var b strings.Builder
	pos := from
	for _, e := range r.Edits {
		if e.End <= from || e.Start >= to {
			continue
		}
		if e.Start > pos {
			b.WriteString(src(pos, e.Start))
		}
		if e.Start >= from {
			b.WriteString(at.written(e.With))
		} else {
			b.WriteString("***")
		}
		pos = min(e.End, to)
	}
	if pos < to {
		b.WriteString(src(pos, to))
	}
	if b.Len() == 0 {
		return "_"
	}
	return b.String()
}
