package gold

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Bounds of what is read.
const (
	maxFile   = 64 << 20 // bytes
	maxLine   = 4 << 20  // bytes: a line of JSON is a whole document
	maxTokens = 4096     // of a sentence; longer ones are cut there
)

// readColumns reads a token a line, the tag in the last column, and blank
// lines (or lines of white space) between sentences. Comments ("# id"),
// document marks and lines with a single field are passed over. Tags are IOB1,
// IOB2 or bare labels; outside is O or 0.
func readColumns(set Set, r io.Reader) ([]Sentence, error) {
	return readTagged(set, r, func(line string) (word, tag string) {
		if strings.HasPrefix(line, "-DOCSTART-") || strings.HasPrefix(line, "# id ") {
			return "", ""
		}
		if cells := strings.Split(line, "\t"); len(cells) > 1 {
			return cells[0], strings.TrimSpace(cells[len(cells)-1])
		}
		cells := strings.Fields(line)
		if len(cells) < 2 {
			return "", ""
		}
		return cells[0], cells[len(cells)-1]
	})
}

// readGermEval reads number, token, outer tag, inner tag; the outer one counts.
func readGermEval(set Set, r io.Reader) ([]Sentence, error) {
	return readTagged(set, r, func(line string) (word, tag string) {
		cells := strings.Split(line, "\t")
		if len(cells) < 4 || cells[0] == "#" {
			return "", ""
		}
		return cells[1], cells[2]
	})
}

func readTagged(set Set, r io.Reader, cut func(string) (word, tag string)) ([]Sentence, error) {
	var out []Sentence
	var now []tagged
	flush := func() {
		if len(now) > 0 {
			out = append(out, fromTokens(set, now))
		}
		now = now[:0]
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := lines.Text()
		if strings.TrimSpace(line) == "" {
			flush()
			continue
		}
		word, tag := cut(line)
		word = visible(word)
		if word == "" || len(now) >= maxTokens {
			continue
		}
		now = append(now, readTag(word, tag))
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%d: %w", n+1, err)
	}
	flush()
	return out, nil
}

// readTag reads one tag. A bare label continues an equal one before it.
func readTag(word, tag string) tagged {
	if tag == "O" || tag == "0" || tag == "" {
		return tagged{word: word}
	}
	if prefix, label, ok := strings.Cut(tag, "-"); ok && len(prefix) == 1 {
		return tagged{word, label, prefix == "B"}
	}
	return tagged{word: word, label: tag}
}

// visible drops white space and control characters from a token.
func visible(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(word, ""))
}
