package policy

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// windows is a detector that reads a long message in windows, each a message of
// its own with some of the text around it: time and memory then grow with the
// length of the text, whatever a detector does with a message. A find is kept
// where it has to do with its window; what two windows find of one place the
// pipeline fuses.
type windows struct {
	bauta.Detector
	analyse bauta.Analyser
}

const (
	// longest is how many bytes of a message are read at once, and nearby how many
	// around a window are read with it. People write no messages of more than a few
	// kB; an identifier with the words that announce it has less than 1 kB.
	longest = 16 << 10
	nearby  = 1 << 10
)

// Detect reads a message of usual length as it is, a longer one in windows. Where
// the languages of a long one are not given, each window is read in its own.
func (w windows) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if len(d.Text) <= longest {
		return w.Detector.Detect(ctx, d)
	}
	var out []bauta.Span
	for start := 0; start < len(d.Text); {
		end := border(d.Text, start)
		from, to := wholeRune(d.Text, max(0, start-nearby)), wholeRune(d.Text, min(len(d.Text), end+nearby))
		found, err := w.read(ctx, d, from, to)
		if err != nil {
			return nil, err
		}
		for _, s := range found {
			if s.Start+from < end && s.End+from > start {
				out = append(out, moved(s, from))
			}
		}
		start = end
	}
	return out, nil
}

// read gives the finds of a stretch of a message, in bytes of the stretch.
func (w windows) read(ctx context.Context, d *bauta.Doc, from, to int) ([]bauta.Span, error) {
	m := d.Message
	m.Text = d.Text[from:to]
	if len(d.Also) == 1 && d.Also[0] == auto {
		m.Lang = ""
	} else {
		m.Lang = strings.Join(append([]string{d.Lang}, d.Also...), ",")
	}
	part, err := w.analyse.Analyse(ctx, m)
	if err != nil {
		return nil, err
	}
	found, err := w.Detector.Detect(ctx, part)
	if err != nil {
		return nil, err
	}
	return bauta.Fuse(len(part.Text), found), nil
}

// moved gives a span with its parts so many bytes further on.
func moved(s bauta.Span, by int) bauta.Span {
	s.Start, s.End = s.Start+by, s.End+by
	inner := s.Inner
	s.Inner = nil
	for _, part := range inner {
		s.Inner = append(s.Inner, moved(part, by))
	}
	return s
}

// border gives the end of the window that starts at a byte: behind a line, else
// behind a sentence, else behind a word, in its second half; else at a character.
func border(text string, start int) int {
	end := start + longest
	if end >= len(text) {
		return len(text)
	}
	half := start + longest/2
	for _, sign := range []string{"\n", ". ", " "} {
		if i := strings.LastIndex(text[half:end], sign); i >= 0 {
			return half + i + len(sign)
		}
	}
	return wholeRune(text, end)
}

// wholeRune gives the start of the character in which a byte stands; it is at most
// three bytes before.
func wholeRune(text string, at int) int {
	for back := at; back > 0 && back < len(text) && at-back < utf8.UTFMax; back-- {
		if utf8.RuneStart(text[back]) {
			return back
		}
	}
	return at
}
