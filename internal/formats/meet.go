package formats

import (
	"bufio"
	"bytes"
	"strings"
	"unicode/utf8"
)

// company is a source that knows who takes part.
type company interface{ company() *people }

func (s *waSource) company() *people   { return &s.met }
func (s *dtSource) company() *people   { return &s.met }
func (s *imSource) company() *people   { return &s.met }
func (s *lineSource) company() *people { return &s.met }
func (s *jsonSource) company() *people { return &s.met }
func (s *xmlSource) company() *people  { return &s.met }
func (s *mailSource) company() *people { return &s.met }
func (s *chatSource) company() *people { return &s.met }

// meetSize is how much of a file is looked at for who takes part.
const meetSize = 512 << 10

// Start opens a file after a first look at its beginning: who takes part is known before
// anybody is spoken to.
func (f Format) Start(in *Input) (Source, error) {
	head, err := in.r.Peek(in.r.Size())
	if err == nil { // there may be more
		in.r = bufio.NewReaderSize(in.r, meetSize)
		head, _ = in.r.Peek(meetSize)
	}
	head = bytes.Clone(head)
	src, err := f.Open(in)
	if err != nil {
		return nil, err
	}
	if to, ok := src.(company); ok {
		beginning := NewInput(bytes.NewReader(head))
		beginning.Skip = true // what is damaged is told by who reads it
		if look, err := f.Open(beginning); err == nil {
			for err == nil { // the last record is cut
				_, err = look.Next()
			}
			*to.company() = *look.(company).company()
			if with, ok := src.(*jsonSource); ok {
				with.keys, with.ids = look.(*jsonSource).keys, look.(*jsonSource).ids
			}
		}
	}
	return src, nil
}

// Meet has who takes part in a file be known in the next one of the same export.
func Meet(next, before Source) {
	to, ok := next.(company)
	from, both := before.(company)
	if ok && both {
		from.company().join(*to.company())
		*to.company() = *from.company()
	}
}

// anywhere finds the names of people in a text wherever they stand; those beside each other are one.
func (p people) anywhere(said string) (out []Range) {
	for at := 0; at < len(said); {
		best := 0
		for n := min(begin, len(said)-at); n > 0; n-- {
			for _, who := range p[said[at:at+n]] {
				if !who.place && strings.HasPrefix(said[at:], who.name) && apart(said, at, at+len(who.name)) {
					best = max(best, len(who.name))
				}
			}
		}
		if last := len(out) - 1; best > 0 && last >= 0 && said[out[last].End:at] == " " {
			out[last].End = at + best
		} else if best > 0 {
			out = append(out, Range{Start: at, End: at + best})
		}
		at += max(1, best)
	}
	return out
}

// handleSigns parts the words of a handle.
var handleSigns = strings.NewReplacer("_", " ", ".", " ", "-", " ")

// within finds people in what stands beside texts: by their names in full, else by the first word of one.
func (p people) within(said string) []Range {
	out := p.anywhere(said)
	if len(out) > 0 {
		return out
	}
	for i, r := range said {
		before, _ := utf8.DecodeLastRuneInString(said[:i])
		if !wordly(r) || wordly(before) {
			continue
		}
		whole := said[i : i+wordEnd(said[i:])] // with signs in it, or up to the first
		part, _, _ := strings.Cut(handleSigns.Replace(whole), " ")
		for _, word := range []string{whole, part} {
			if len(p[at(word)]) > 0 {
				out = append(out, Range{Start: i, End: i + len(word)})
				break
			}
		}
	}
	return out
}
