package bauta

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"
)

// Message is one text as it was received. Nothing changes it.
type Message struct {
	ID     string    // unique in its corpus; the only thing errors say about a message
	Line   int       // line it stands in where the corpus has no IDs and ID is that number; else 0
	Thread string    // conversation it belongs to; "" means a conversation of its own
	Author string    // who wrote it, if the corpus says so
	Time   time.Time // zero where the corpus has none
	Lang   string    // code given by the corpus or the user, or several ("fr,it"), the likeliest first; "" when unknown
	Text   string    // the text, byte for byte
	// Known are finds that the corpus makes sure of, disjoint and in order: that a
	// field holds the name of who wrote. Where one covers the whole text, nothing else
	// reads it; all others are settled, linked and masked like what detectors find.
	Known []Span
	Meta  any // what the reader keeps to write the message back; no phase looks at it
}

// TokenKind is what a token looks like, before anybody asks what it means.
type TokenKind uint8

// The kinds of token. The zero kind is a word, which is the kind that is
// looked up in dictionaries: a token of no declared kind is not passed over.
const (
	Word   TokenKind = iota // letters, maybe with digits, apostrophes and hyphens inside
	Number                  // starts with a digit and reads as an amount, a time, an ordinal
	Punct                   // punctuation and other signs
	Emoji                   // emoji and smileys
	Handle                  // @name
	Tag                     // #name
	Link                    // URL, e-mail address, file path: one token whatever is inside
	Masked                  // a replacement written by an earlier run; never looked up again
)

// MaxText bounds the text of a message, in bytes. Of a text that is nothing but
// signs each byte is a token, and with what is known of it takes a hundred bytes
// of memory; docs/experiments/hostile.md has the figures.
const MaxText = 2 << 20

// Bounded is the error of a message that no pipeline reads: one with more than MaxText
// bytes of text, or whose text is not UTF-8. In another encoding a name is half a name
// to whoever looks for it, and its other half would stay.
func (m Message) Bounded() error {
	switch {
	case len(m.Text) > MaxText:
		return fmt.Errorf("%d bytes of text in one message, more than %d; split it at its line ends",
			len(m.Text), MaxText)
	case !utf8.ValidString(m.Text):
		return errNotUTF8
	}
	return nil
}

var errNotUTF8 = errors.New("the text is not UTF-8; convert it from the encoding it is in")

// Token is a piece of a message: the byte range [Start, End) of Message.Text
// and its normal form (lower case, NFC, straight apostrophes).
type Token struct {
	Start, End int
	Norm       string
	Kind       TokenKind
}

// Doc is a message with its language and tokens. It is read-only once built.
type Doc struct {
	Message
	// Also are further languages that the message may as well be in, or is in
	// parts, likeliest first; Lang is one language. "auto" alone says that the
	// parts of a long message are told each for itself.
	Also []string
	// Main is the message's own language where this is its reading in one of the
	// others, "" in the first reading.
	Main string
	// Tokens in order of Start, not overlapping.
	Tokens []Token
	// Shadow is the normalised copy that detectors read: invisible characters
	// dropped, wide and look-alike characters folded. It equals Text where
	// there was nothing to normalise.
	Shadow string
	// Shifts maps Shadow to Text; empty where the two are equal.
	Shifts []Shift

	notes *notes // see Once
}

// Shift says that from byte Shadow of the shadow copy on, until the next
// Shift, byte i of the shadow stands for byte Text + (i - Shadow) of the text;
// where Fold is set the whole stretch stands for the stretch of text that ends
// where the next one starts.
type Shift struct {
	Shadow, Text int
	Fold         bool
}

// Origin maps the byte range [start, end) of the shadow copy to the smallest
// byte range of Text that it stands for. Ranges outside the shadow are clipped.
func (d *Doc) Origin(start, end int) (int, int) {
	start, end = clip(start, len(d.Shadow)), clip(end, len(d.Shadow))
	if len(d.Shifts) == 0 || start >= end {
		if len(d.Shifts) == 0 {
			return start, max(start, end)
		}
		from, _ := d.origin(start)
		return from, from
	}
	from, _ := d.origin(start)
	_, to := d.origin(end - 1)
	return from, max(from, to)
}

// origin returns the range of Text for the single byte i of the shadow.
func (d *Doc) origin(i int) (int, int) {
	lo, hi := 0, len(d.Shifts)
	for lo < hi {
		if mid := (lo + hi) / 2; d.Shifts[mid].Shadow <= i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return i, i + 1
	}
	s := d.Shifts[lo-1]
	if !s.Fold {
		at := min(s.Text+i-s.Shadow, len(d.Text))
		return at, min(at+1, len(d.Text))
	}
	end := len(d.Text)
	if lo < len(d.Shifts) {
		end = d.Shifts[lo].Text
	}
	return s.Text, end
}

// Surface returns the text of the byte range [start, end), clipped to the text.
func (d *Doc) Surface(start, end int) string {
	start, end = clip(start, len(d.Text)), clip(end, len(d.Text))
	if start >= end {
		return ""
	}
	return d.Text[start:end]
}

func clip(i, n int) int { return max(0, min(i, n)) }

// Unit is the unit in which offsets are counted at an edge of the program.
// Inside, offsets are bytes.
type Unit uint8

// The units of offsets.
const (
	Runes Unit = iota // Unicode code points, the default at the edges
	Bytes
	UTF16 // UTF-16 code units, as JavaScript and Java count
)

// String gives the unit's name as it is written in files and options.
func (u Unit) String() string {
	switch u {
	case Bytes:
		return "byte"
	case UTF16:
		return "utf16"
	}
	return "rune"
}

// From converts a byte offset of text into the unit. An offset inside a
// character counts as its start.
func (u Unit) From(text string, offset int) int {
	offset = clip(offset, len(text))
	if u == Bytes {
		return offset
	}
	n := 0
	for i := 0; i < offset; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if i += size; i > offset {
			break
		}
		n += u.width(r)
	}
	return n
}

// Bytes converts an offset in the unit into a byte offset of text; an offset
// past the end gives len(text).
func (u Unit) Bytes(text string, offset int) int {
	if u == Bytes {
		return clip(offset, len(text))
	}
	n := 0
	for i, r := range text {
		if n >= offset {
			return i
		}
		n += u.width(r)
	}
	return len(text)
}

func (u Unit) width(r rune) int {
	if u == UTF16 && r > 0xFFFF {
		return 2
	}
	return 1
}
