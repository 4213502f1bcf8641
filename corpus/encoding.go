package corpus

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const peekSize = 16 << 10

// encoder wraps a file so that UTF-8 written to it comes out in the encoding
// that was read, byte-order mark included.
type encoder func(io.Writer) io.WriteCloser

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// decode gives a reader of UTF-8 without byte-order mark, and the way back. A
// byte-order mark overrides what the user said about UTF-8.
func decode(in io.Reader, name string) (*bufio.Reader, encoder, error) {
	br := bufio.NewReaderSize(in, 64<<10)
	head, _ := br.Peek(3)
	utf16 := func(e unicode.Endianness, p unicode.BOMPolicy) (*bufio.Reader, encoder, error) {
		return through(br, unicode.UTF16(e, p))
	}
	switch strings.ReplaceAll(strings.ToLower(name), "_", "-") {
	case "", "utf-8", "utf8":
		switch {
		case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
			br.Discard(3)
			return br, func(w io.Writer) io.WriteCloser { return &marked{w: w, mark: "\xEF\xBB\xBF"} }, nil
		case bytes.HasPrefix(head, []byte("\xFF\xFE")):
			return utf16(unicode.LittleEndian, unicode.UseBOM)
		case bytes.HasPrefix(head, []byte("\xFE\xFF")):
			return utf16(unicode.BigEndian, unicode.UseBOM)
		}
		return br, func(w io.Writer) io.WriteCloser { return nopCloser{w} }, nil
	case "utf-16", "utf16":
		e, p := unicode.LittleEndian, unicode.IgnoreBOM
		switch {
		case bytes.HasPrefix(head, []byte("\xFE\xFF")):
			e, p = unicode.BigEndian, unicode.UseBOM
		case bytes.HasPrefix(head, []byte("\xFF\xFE")):
			p = unicode.UseBOM
		case len(head) > 1 && head[0] == 0:
			e = unicode.BigEndian
		}
		return utf16(e, p)
	case "windows-1252", "cp1252":
		return through(br, charmap.Windows1252)
	case "iso-8859-1", "latin1", "latin-1":
		return through(br, charmap.ISO8859_1)
	}
	return nil, nil, fmt.Errorf("unknown encoding %q; use utf-8, windows-1252, iso-8859-1 or utf-16", name)
}

func through(br *bufio.Reader, e encoding.Encoding) (*bufio.Reader, encoder, error) {
	return bufio.NewReaderSize(transform.NewReader(br, e.NewDecoder()), 64<<10),
		func(w io.Writer) io.WriteCloser {
			// A replacement that the encoding cannot write becomes "?", never
			// an error half way through a file.
			return transform.NewWriter(w, encoding.ReplaceUnsupported(e.NewEncoder()))
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
