package frame

import (
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Bounds of a row: how many items on each side are compared, how many tokens one has, and how many stand between two.
const (
	mostSigns   = 3
	longestRow  = 8
	longestItem = 6
)

// InRow reports a name in a row of items of its form most of which have somebody: "Tommaso 15, Rossella 15, Yassine
// 10". A word of a language that no list holds for a name is none there either, nor what may be short for anything.
func (a *Around) InRow(start, end int) bool {
	from, to, ok := a.At(start, end)
	if !ok || !a.Word(from).Capital || !a.given(from) && !a.strange(from) {
		return false
	}
	if a.Word(from).Upper && utf8.RuneCountInString(a.Norm(from)) < shortestFiled {
		return false
	}
	first, last := a.item(from, -1), a.item(to, 1)
	return a.most(first, last, true, true) || a.most(from, to, first == from, last == to)
}

// most reports that two of the items beside the one from token first to last or more have its form, and somebody is in
// most of them.
func (a *Around) most(first, last int, before, behind bool) bool {
	others, people := 0, 0
	form := a.form(first, last)
	if before {
		others, people = a.others(first, -1, form)
	}
	if behind {
		n, of := a.others(last, 1, form)
		others, people = others+n, people+of
	}
	return people > 1 && 2*people > others
}

// others counts the items of a form, in one way from token i, and those of them in which somebody was found. Of the
// last one the half that is beside the row may have the form: the sentence around it begins or goes on there.
func (a *Around) others(i, way int, form string) (items, people int) {
	for whole := true; whole && items < longestRow; {
		at := a.next(i, way)
		if at < 0 || at >= a.Len() {
			break
		}
		i = a.item(at, way)
		f := a.form(min(at, i), max(at, i))
		whole = f == form
		if !whole && !(way < 0 && strings.HasSuffix(f, form) || way > 0 && strings.HasPrefix(f, form)) {
			break
		}
		items++
		if a.anybody(at, i, way, whole) {
			people++
		}
	}
	return items, people
}

// next gives the token, in one way, with which the item beside that of token i begins; -1 where a colon ends the row.
func (a *Around) next(i, way int) int {
	at := i + way
	for n := 0; n < mostSigns && at >= 0 && at < a.Len() && a.parts(at); n++ {
		if a.Surface(at) == ":" {
			return -1
		}
		at += way
	}
	return at
}

// anybody reports somebody found in an item that is read from token at to end, of which the first alone counts where
// it has more than the form of the row.
func (a *Around) anybody(at, end, way int, whole bool) bool {
	for i := at; ; i += way {
		if a.somebody(i) {
			return true
		}
		if i == end || !whole {
			return false
		}
	}
}

// item gives the last token, in one way, of the item that token i is of.
func (a *Around) item(i, way int) int {
	for n := 1; n < longestItem; n++ {
		next := i + way
		if next < 0 || next >= a.Len() || a.parts(next) || strings.Contains(a.Gap(min(i, next), max(i, next)), "\n") {
			break
		}
		i = next
	}
	return i
}

// parts reports what stands between two items.
func (a *Around) parts(i int) bool {
	sign := a.Doc.Tokens[i].Kind == bauta.Punct && strings.Contains(",;:!?./", a.Surface(i))
	return sign || a.joined(i)
}

// form is how an item is written: a letter for each word, those of a name in a row one.
func (a *Around) form(first, last int) string {
	var b strings.Builder
	before := byte(0)
	for i := first; i <= last; i++ {
		c := a.kind(i)
		if c != before || c != 'A' {
			b.WriteByte(c)
		}
		before = c
	}
	return b.String()
}

// kind is a token in the form of an item.
func (a *Around) kind(i int) byte {
	switch t := a.Doc.Tokens[i]; {
	case t.Kind == bauta.Number:
		return '0'
	case t.Kind != bauta.Word:
		return a.Doc.Text[t.Start]
	case a.Word(i).Capital:
		return 'A'
	}
	return 'a'
}
