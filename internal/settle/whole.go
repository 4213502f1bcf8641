package settle

import (
	"context"
	"slices"
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
	read := edges{d.Text, d.Shadow, d.Shifts}
	for i := range found {
		s := &found[i]
		if s.Start >= s.End || o.Keeps(*s) {
			continue
		}
		start, end := read.tokenStart(s.Start), read.tokenEnd(s.End)
		if s.Label == bauta.UID {
			for next := codeEnd(d.Text, end); next > end && end-s.End < longestToken; next = codeEnd(d.Text, end) {
				end = read.tokenEnd(next)
			}
		}
		if start < s.Start || end > s.End {
			s.Start, s.End = start, end
		}
	}
	return found, nil
}

// edges reads a text from the edges of finds as it is seen: what is written in other letters than
// it stands for (&#233;) is of a token as a whole, or not where it stands for none (ESC[31m).
type edges struct {
	text, shadow string
	shifts       []bauta.Shift
}

// behind gives what stands at byte at, whether it is of a token, and where it ends.
func (e edges) behind(at int) (bool, int) {
	if i := e.fold(at); i >= 0 {
		return e.stands(i)
	}
	r, n := utf8.DecodeRuneInString(e.text[at:])
	return inToken(r), at + n
}

// before gives what ends at byte at, whether it is of a token, and where it begins.
func (e edges) before(at int) (bool, int) {
	if i := e.fold(at - 1); i >= 0 {
		of, _ := e.stands(i)
		return of, e.shifts[i].Text
	}
	r, n := utf8.DecodeLastRuneInString(e.text[:at])
	return inToken(r), at - n
}

// fold is the number of the stretch around byte at of the text that the shadow has otherwise, -1
// for none.
func (e edges) fold(at int) int {
	i, _ := slices.BinarySearchFunc(e.shifts, at, func(s bauta.Shift, at int) int {
		if s.Text <= at {
			return -1
		}
		return 1
	})
	if i == 0 || !e.shifts[i-1].Fold {
		return -1
	}
	return i - 1
}

// stands reports whether the stretch stands for characters of a token, and where it ends.
func (e edges) stands(i int) (bool, int) {
	shown, end := len(e.shadow), len(e.text)
	if i+1 < len(e.shifts) {
		shown, end = e.shifts[i+1].Shadow, e.shifts[i+1].Text
	}
	for _, r := range e.shadow[e.shifts[i].Shadow:shown] {
		if !inToken(r) {
			return false, end
		}
	}
	return shown > e.shifts[i].Shadow, end
}

// tokenStart is where the token begins in the middle of which byte at is.
func (e edges) tokenStart(at int) int {
	if of, _ := e.behind(at); !of {
		return at
	}
	for start := at; start > 0; {
		of, from := e.before(start)
		if !of {
			return start
		}
		if start = from; at-start > longestToken {
			return at
		}
	}
	return 0
}

// tokenEnd is where the token ends in the middle of which byte at is, with the decimals
// of a number.
func (e edges) tokenEnd(at int) int {
	if of, _ := e.before(at); !of {
		return at
	}
	end := at
	for end < len(e.text) {
		of, to := e.behind(end)
		if !of {
			break
		}
		if end = to; end-at > longestToken {
			return at
		}
	}
	return decimals(e.text, end)
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
