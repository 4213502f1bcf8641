package frame

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
)

// Bounds of the list of columns of a data base, in bytes, and of its columns.
const (
	longestColumns = 1024
	mostColumns    = 64
)

// underColumn reads a value under the column of a name: (nombre, apellido) VALUES ('Luz', 'Campo').
func underColumn(r *frames, i int) (bauta.Span, bool) {
	if r.columns == nil {
		r.columns = nameColumns(r.Doc.Text)
	}
	end, ok := r.columns[r.Doc.Tokens[i].Start]
	if !ok {
		return bauta.Span{}, false
	}
	last := i
	for at := i + 1; at < r.Len() && at-i < 2*longestValue && r.Doc.Tokens[at].End <= end; at++ {
		if r.IsWord(at) {
			last = at
		}
	}
	if !r.mayBeValue(i, last, true, true) {
		return bauta.Span{}, false
	}
	s := r.person(i, last, said, "behind the key of a name")
	s.Rule = RuleKeyed
	return s, true
}

// nameColumns gives where values in quotes under the columns of names begin, and where they end.
func nameColumns(s string) map[int]int {
	const values = "values"
	out, small := map[int]int{}, strings.ToLower(s)
	if len(small) != len(s) {
		return out
	}
	for at := 0; ; {
		next := strings.Index(small[at:], values)
		if next < 0 {
			return out
		}
		columns := columnsBefore(s[max(0, at+next-longestColumns) : at+next])
		at += next + len(values)
		for more := len(columns) > 0; more; {
			at, more = row(s, at, columns, out)
		}
	}
}

// columnsBefore says of each column of the list that ends a text whether it is of names; nil where none is sure to be.
func columnsBefore(s string) (named []bool) {
	s = strings.TrimRight(s, " \t\r\n")
	open := strings.LastIndexByte(s, '(')
	if open < 0 || !strings.HasSuffix(s, ")") {
		return nil
	}
	sure := false
	for column := range strings.SplitSeq(s[open+1:len(s)-1], ",") {
		key := listedKey(reading.KeyWords(column))
		named, sure = append(named, key != ""), sure || nameKeys()[key] == "sure"
	}
	if !sure || len(named) > mostColumns {
		return nil
	}
	return named
}

// row reads the values in brackets from byte at on, puts those of names into found, and reports whether another row
// may follow.
func row(s string, at int, named []bool, found map[int]int) (end int, more bool) {
	skipped := len(s[at:]) - len(strings.TrimLeft(s[at:], " \t\r\n,"))
	if at += skipped; at >= len(s) || s[at] != '(' {
		return at, false
	}
	column := 0
	for at++; at < len(s) && s[at] != ')'; at++ {
		switch c := s[at]; c {
		case ',':
			column++
		case '\'', '"':
			n := strings.IndexByte(s[at+1:], c)
			if n < 0 {
				return len(s), false
			}
			if column < len(named) && named[column] {
				found[at+1] = at + 1 + n
			}
			at += n + 1
		}
	}
	return min(len(s), at+1), true
}

// besideQuoted reads a first name and a surname beside each other in quotes: ('Stig','Berg'), ["Blom", "Annika"].
func besideQuoted(r *frames, i int) (bauta.Span, bool) {
	if !r.quoted(i) || !r.Word(i).Capital {
		return bauta.Span{}, false
	}
	for _, way := range []int{-1, 1} {
		j := i + way
		for n := 0; n < 3 && j > 0 && j < r.Len() && !r.IsWord(j); n++ {
			j += way
		}
		if j <= 0 || j >= r.Len() || !r.IsWord(j) || !r.quoted(j) || !r.Word(j).Capital {
			continue
		}
		gap := r.Doc.Text[r.Doc.Tokens[min(i, j)].End:r.Doc.Tokens[max(i, j)].Start]
		parted := len(gap) > 2 && strings.TrimSpace(gap[1:len(gap)-1]) == "," // behind one quote, before the next
		if parted && (r.firstAlone(j) && r.mayBeSurname(i) || r.firstAlone(i) && r.mayBeSurname(j)) {
			return r.person(i, i, usual, "in quotes beside a first name"), true
		}
	}
	return bauta.Span{}, false
}

// firstAlone reports a word that lists have for a first name and no word.
func (r *frames) firstAlone(i int) bool {
	e := r.Word(i).Entry
	return e.Kinds&lexicon.FirstName != 0 && e.Name()
}

// mayBeSurname reports a surname of the lists, or a word of none.
func (r *frames) mayBeSurname(i int) bool { return r.Word(i).Is(lexicon.Surname) || r.strange(i) }

// quoted reports a word between two quotes of a program.
func (r *frames) quoted(i int) bool {
	s, t := r.Doc.Text, r.Doc.Tokens[i]
	if t.Start == 0 || t.End >= len(s) || s[t.Start-1] != s[t.End] {
		return false
	}
	return s[t.End] == '\'' || s[t.End] == '"'
}
