package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/bauta/bauta/internal/nearest"
)

// How much of a file is looked at, of its bytes and as a text, to know what it is.
const (
	peekSize  = 16 << 10
	sniffSize = 64 << 10
)

// coding is the encoding of a file.
type coding struct {
	// encode wraps a file so that UTF-8 written to it comes out in the encoding
	// that was read, byte-order mark included.
	encode func(io.Writer) io.WriteCloser
	// fits reports whether the encoding has a character; nil where it has all.
	fits func(rune) bool
	name string
}

// marks are the byte-order marks, the longer before those they begin with.
var marks = []struct{ mark, name string }{
	{"\xFF\xFE\x00\x00", "utf-32"},
	{"\x00\x00\xFE\xFF", "utf-32"},
	{"\xEF\xBB\xBF", "utf-8"},
	{"\xFF\xFE", "utf-16"},
	{"\xFE\xFF", "utf-16"},
}

// decode gives a reader of UTF-8 without byte-order mark, and the way back. A
// byte-order mark overrides what the user said about UTF-8, and contradicts
// what he said about others.
func decode(in io.Reader, name string) (*bufio.Reader, coding, error) {
	br := bufio.NewReaderSize(in, 64<<10)
	head, _ := br.Peek(4)
	mark, of := "", ""
	for _, m := range marks {
		if bytes.HasPrefix(head, []byte(m.mark)) {
			mark, of = m.mark, m.name
			break
		}
	}
	want, err := encodingOf(name)
	switch {
	case err != nil:
		return nil, coding{}, err
	case of == "utf-32":
		return nil, coding{}, errors.New("the file is UTF-32; save it as UTF-8")
	case of != "" && want != "utf-8" && want != of:
		return nil, coding{}, fmt.Errorf("the file begins with the byte-order mark of %s; leave --encoding out", of)
	case of == "utf-16":
		want = of
	}
	switch want {
	case "utf-16":
		big := mark == "\xFE\xFF" || mark == "" && len(head) > 1 && head[0] == 0
		return wide(br, mark, big)
	case "windows-1252":
		return narrow(br, want, charmap.Windows1252)
	case "iso-8859-1":
		return narrow(br, want, charmap.ISO8859_1)
	}
	// A program that puts one before what has one already writes two, of which none is text.
	mark = strings.Repeat(mark, repeats(br, mark))
	br.Discard(len(mark))
	return br, coding{name: want, encode: func(w io.Writer) io.WriteCloser {
		return &marked{w: w, mark: mark}
	}}, nil
}

// maxMarks bounds the byte-order marks at the beginning of a file.
const maxMarks = 8

// repeats counts how often a file begins with a byte-order mark.
func repeats(br *bufio.Reader, mark string) (n int) {
	head, _ := br.Peek(maxMarks * len(mark))
	for mark != "" && bytes.HasPrefix(head[n*len(mark):], []byte(mark)) {
		n++
	}
	return n
}

// western reports a beginning that is Windows-1252, as Excel saves: it has letters beyond
// ASCII, none of them as UTF-8 has them, and below those of letters no other byte than the
// signs that Word and Excel put in (’ “ œ €). A file that has both is left to be refused, and
// so is one with nothing but overlong forms, in which @ and points may hide.
func western(br *bufio.Reader) bool {
	head, err := br.Peek(peekSize)
	if err == nil {
		head = head[:len(head)-utf8.UTFMax] // a character may be cut
	}
	high := 0
	for i := 0; i < len(head); {
		r, size := utf8.DecodeRune(head[i:])
		switch {
		case size > 1, head[i] == 0, head[i] >= 0xC2 && i+1 < len(head) && head[i+1]&0xC0 == 0x80:
			return false // UTF-8, whole or broken
		case r == utf8.RuneError && head[i] < 0xA0 && strings.IndexByte(typographic, head[i]) < 0:
			return false // a letter of another encoding
		case head[i] >= 0xC0 && i+1 < len(head) && head[i+1]&0xC0 == 0x80:
			size = 2 // À or Á and a sign, or an overlong form of a sign of ASCII
		case r == utf8.RuneError:
			high++
		}
		i += size
	}
	return high > 0
}

// typographic are the bytes of € … Œ ‘ ’ “ ” • – — ™ œ in Windows-1252.
const typographic = "\x80\x85\x8C\x91\x92\x93\x94\x95\x96\x97\x99\x9C"

// encodingOf gives the one name of an encoding.
func encodingOf(name string) (string, error) {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "-") {
	case "", "utf-8", "utf8":
		return "utf-8", nil
	case "utf-16", "utf16":
		return "utf-16", nil
	case "windows-1252", "cp1252":
		return "windows-1252", nil
	case "iso-8859-1", "latin1", "latin-1":
		return "iso-8859-1", nil
	}
	return "", fmt.Errorf("unknown encoding %q%s; use utf-8, windows-1252, iso-8859-1 or utf-16", name,
		nearest.Meant(name, []string{"utf-8", "windows-1252", "iso-8859-1", "utf-16"}))
}

// wide reads UTF-16 and fails where the bytes are none.
func wide(br *bufio.Reader, mark string, big bool) (*bufio.Reader, coding, error) {
	br.Discard(len(mark))
	order, bom := unicode.LittleEndian, unicode.IgnoreBOM
	if big {
		order = unicode.BigEndian
	}
	if mark != "" {
		bom = unicode.UseBOM
	}
	return bufio.NewReaderSize(transform.NewReader(br, &wideText{big: big}), 64<<10),
		coding{name: "utf-16", encode: func(w io.Writer) io.WriteCloser {
			return transform.NewWriter(w, unicode.UTF16(order, bom).NewEncoder())
		}}, nil
}

// narrow reads an encoding of one byte a character. A character that it lacks
// cannot be written: Writer.Write says of which message.
func narrow(br *bufio.Reader, name string, e *charmap.Charmap) (*bufio.Reader, coding, error) {
	return bufio.NewReaderSize(transform.NewReader(br, e.NewDecoder()), 64<<10),
		coding{
			name: name,
			encode: func(w io.Writer) io.WriteCloser {
				return transform.NewWriter(w, encoding.Encoding(e).NewEncoder())
			},
			fits: func(r rune) bool {
				_, ok := e.EncodeRune(r)
				return ok
			},
		}, nil
}

// marked writes a byte-order mark before the first byte.
type marked struct {
	w    io.Writer
	mark string
}

func (m *marked) Write(p []byte) (int, error) {
	if m.mark != "" {
		if _, err := io.WriteString(m.w, m.mark); err != nil {
			return 0, err
		}
		m.mark = ""
	}
	return m.w.Write(p)
}

func (m *marked) Close() error { return nil }
