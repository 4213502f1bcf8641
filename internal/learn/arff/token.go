package arff

import (
	"errors"
	"strings"
)

type kind uint8

const (
	word    kind = iota // bare or in quotes
	unknown             // a bare question mark
	open                // {
	shut                // }
)

type token struct {
	kind kind
	text string
}

// tokenize cuts a line into tokens, which commas and blanks part. A "%" outside
// quotes starts a comment.
func tokenize(t []token, line []byte) ([]token, error) {
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c <= ' ' || c == ',':
			i++
		case c == '%':
			return t, nil
		case c == '{':
			t, i = append(t, token{open, "{"}), i+1
		case c == '}':
			t, i = append(t, token{shut, "}"}), i+1
		case c == '\'' || c == '"':
			text, n := unquote(line[i:])
			if n == 0 {
				return t, errors.New("quote without its end on the same line")
			}
			t, i = append(t, token{word, text}), i+n
		default:
			end := i
			for end < len(line) && bare(line[end]) {
				end++
			}
			k := word
			if end == i+1 && c == '?' {
				k = unknown
			}
			t, i = append(t, token{k, string(line[i:end])}), end
		}
	}
	return t, nil
}

// bare says whether a byte belongs to a word without quotes.
func bare(c byte) bool {
	return c > ' ' && strings.IndexByte(",%{}'\"", c) < 0
}

// unquote returns what stands between the quotes, and how many bytes it took; 0
// when the second quote is not there.
func unquote(b []byte) (string, int) {
	var out []byte
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case c == b[0]:
			return string(out), i + 1
		case c == '\\' && i+1 < len(b):
			i++
			switch b[i] {
			case 'n':
				out = append(out, '\n')
			case 'r':
				out = append(out, '\r')
			case 't':
				out = append(out, '\t')
			default:
				out = append(out, b[i])
			}
		default:
			out = append(out, c)
		}
	}
	return "", 0
}
