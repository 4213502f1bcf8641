package routing

import (
	"context"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Reader reads a document in all languages it may be in: a name that one reading
// sees is hidden, though another sees a word. A long message it reads in windows,
// each a message of its own with some of the text around it: time and memory then
// grow with the length of the text, whatever a detector does with a message.
type Reader struct {
	Analyse bauta.Analyser
	Whole   bool // a long message, too, is read at once
}

var _ bauta.Reader = Reader{}

const (
	// longest is how many bytes of a message are read at once: people write no messages
	// of more than a few kB.
	longest = 16 << 10
	// window is the greatest window of a longer one, and nearby how many bytes around it
	// are read with it. A window costs more the more languages are told and the more is
	// found in it: many small ones differ less from their mean than few great ones.
	// An identifier with the words that announce it has less than nearby.
	window = 4 << 10
	nearby = 512
)

// Windows gives a message of usual length as it is, a longer one in windows. Where the
// languages of a long one are not given, each window is told its own.
func (r Reader) Windows(ctx context.Context, d *bauta.Doc) iter.Seq2[bauta.Reading, error] {
	return func(yield func(bauta.Reading, error) bool) {
		if r.Whole || len(d.Text) <= longest {
			yield(bauta.Reading{Doc: d, End: len(d.Text)}, nil)
			return
		}
		for start := 0; start < len(d.Text); {
			end := border(d.Text, start)
			from, to := around(d.Text, start, end)
			part, err := r.stretch(ctx, d, from, to)
			if err != nil {
				yield(bauta.Reading{}, err)
				return
			}
			if !yield(bauta.Reading{Doc: part, At: from, Start: start, End: end}, nil) {
				return
			}
			start = end
		}
	}
}

// Read gives the readings of a message, or of its windows.
func (r Reader) Read(ctx context.Context, d *bauta.Doc) iter.Seq2[bauta.Reading, error] {
	return func(yield func(bauta.Reading, error) bool) {
		for window, err := range r.Windows(ctx, d) {
			if err != nil {
				yield(bauta.Reading{}, err)
				return
			}
			if !r.read(ctx, window, yield) {
				return
			}
		}
	}
}

// read gives the readings of a message, or of a window; false ends it.
func (r Reader) read(ctx context.Context, whole bauta.Reading, yield func(bauta.Reading, error) bool) bool {
	t, ok := r.Analyse.(*Teller)
	if !ok || r.Whole || len(whole.Doc.Also) == 0 {
		return inLanguages(whole, yield)
	}
	parts, err := t.passages(whole.Doc)
	switch {
	case err != nil:
		return yield(bauta.Reading{}, err)
	case len(parts) > 0:
		return r.inPassages(ctx, t, whole, parts, yield)
	}
	return r.inSentences(ctx, t, whole, yield)
}

// inLanguages gives a reading for each language; false ends it.
func inLanguages(r bauta.Reading, yield func(bauta.Reading, error) bool) bool {
	also, main := r.Doc.Also, r.Doc.Lang
	if !yield(r, nil) {
		return false
	}
	for _, lang := range also {
		other := *r.Doc
		other.Lang, other.Also, other.Main = lang, nil, main
		r.Doc = &other
		if !yield(r, nil) {
			return false
		}
	}
	return true
}

// part analyses a part of what is read as a message of its own in languages of its own;
// one that lies outside of the window is empty.
func (r Reader) part(ctx context.Context, whole bauta.Reading, p passage) (bauta.Reading, error) {
	at := whole.At + p.start
	out := bauta.Reading{At: at, Start: max(whole.Start, at), End: min(whole.End, whole.At+p.end)}
	if out.Start >= out.End {
		return out, nil
	}
	m := whole.Doc.Message
	m.Text, m.Lang = whole.Doc.Text[p.start:p.end], strings.Join(p.langs, ",")
	var err error
	out.Doc, err = r.Analyse.Analyse(ctx, m)
	return out, err
}

// stretch analyses a window of a message with what is nearby.
func (r Reader) stretch(ctx context.Context, d *bauta.Doc, from, to int) (*bauta.Doc, error) {
	m := d.Message
	m.Text = d.Text[from:to]
	if len(d.Also) == 1 && d.Also[0] == Auto {
		m.Lang = ""
	} else {
		m.Lang = strings.Join(append([]string{d.Lang}, d.Also...), ",")
	}
	return r.Analyse.Analyse(ctx, m)
}

// around gives where what is read with a window begins and ends: at blanks, as half an
// address is a word in some language; else at characters.
func around(text string, start, end int) (from, to int) {
	from, to = wholeRune(text, max(0, start-nearby)), wholeRune(text, min(len(text), end+nearby))
	if i := strings.IndexAny(text[from:start], " \n"); i >= 0 && from > 0 {
		from += i + 1
	}
	if i := strings.LastIndexAny(text[end:to], " \n"); i >= 0 && to < len(text) {
		to = end + i
	}
	return from, to
}

// border gives the end of the window that starts at a byte: behind a line, else
// behind a sentence, else behind a word, in its second half; else at a character.
func border(text string, start int) int {
	end := start + window
	if end >= len(text) {
		return len(text)
	}
	half := start + window/2
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
