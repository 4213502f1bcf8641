package settle

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// WholeTokens widens each find that hides to whole tokens: the half that stayed would
// tell what the other was (Camille34, "1607635102.00", +33612345678Camille), and would
// be found by a second run. A token is a run of letters and digits of scripts that
// write blanks, with the decimals of a number and the signs inside a code. What the
// policy keeps stays as it is, and so do letters about the tokens of scripts without
// blanks.
type WholeTokens struct {
	Keeps func(bauta.Span) bool // of the pipeline
}

var _ bauta.Settler = WholeTokens{}

// longestToken is how many bytes a find is widened by on each side: longer runs are no
// tokens, and the work stays linear.
const longestToken = 64

// Name is "whole tokens".
func (WholeTokens) Name() string { return "whole tokens" }

// Settle widens finds.
func (o WholeTokens) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	for i := range found {
		s := &found[i]
		if s.Start >= s.End || o.Keeps(*s) {
			continue
		}
		start, end := tokenStart(d.Text, s.Start), tokenEnd(d.Text, s.End)
		if s.Label == bauta.UID {
			for next := codeEnd(d.Text, end); next > end && end-s.End < longestToken; next = codeEnd(d.Text, end) {
				end = tokenEnd(d.Text, next)
			}
		}
		if start < s.Start || end > s.End {
			s.Start, s.End = start, end
		}
	}
	return found, nil
}

// tokenStart is where the token begins in the middle of which byte at is.
func tokenStart(s string, at int) int {
	if r, _ := utf8.DecodeRuneInString(s[at:]); !inToken(r) {
		return at
	}
	start := at
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:start])
		if !inToken(r) {
			return start
		}
		if start -= n; at-start > longestToken {
			return at
		}
	}
	return start
}

// tokenEnd is where the token ends in the middle of which byte at is, with the decimals
// of a number.
func tokenEnd(s string, at int) int {
	last, _ := utf8.DecodeLastRuneInString(s[:at])
	if !inToken(last) {
		return at
	}
	end := at
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		if !inToken(r) {
			break
		}
		if end += n; end-at > longestToken {
			return at
		}
	}
	return decimals(s, end)
}

// decimals is where the number ends whose whole part ends at byte end: ".00", ",5".
func decimals(s string, end int) int {
	if end == 0 || end+1 >= len(s) || !figure(s[end-1]) || strings.IndexByte(".,", s[end]) < 0 || !figure(s[end+1]) {
		return end
	}
	stop := end + 1
	for stop < len(s) && figure(s[stop]) {
		stop++
	}
	if r, _ := utf8.DecodeRuneInString(s[stop:]); stop-end > 3 || inToken(r) {
		return end // another number, or a date
	}
	return stop
}

// codeEnd is where a code ends that goes on behind signs without a blank, with a figure
// in what follows: "4821!x9".
func codeEnd(s string, end int) int {
	stop := end
	for stop < len(s) && stop-end < longestToken && strings.IndexByte("!#$%&*+=^~@", s[stop]) >= 0 {
		stop++
	}
	tail := stop
	for tail < len(s) && tail-stop < longestToken {
		r, n := utf8.DecodeRuneInString(s[tail:])
		if !inToken(r) {
			break
		}
		tail += n
	}
	if stop == end || !strings.ContainsAny(s[stop:tail], "0123456789") {
		return end
	}
	return tail
}

func figure(c byte) bool { return c >= '0' && c <= '9' }

// inToken reports letters, marks and digits of scripts that write blanks between words.
func inToken(r rune) bool {
	if r >= 0x0E00 && (r < 0x1E00 || r >= 0x2000) {
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}
