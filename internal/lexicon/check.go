package lexicon

import (
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Problem is something in a user's list that its author should look at. It
// does not show the word.
type Problem struct {
	Line int    // in the list, from 1
	What string // what is wrong, and what to do
}

// Check reads a list as [Import] does and tells what in it is doubtful: words
// twice, entries that no message can show, words that are not NFC or are one letter, and words that stand on
// the other side in the lexicon, users' lists included. Errors are those of
// Import.
func (l *Lexicon) Check(r io.Reader, name string, o Options) ([]Problem, error) {
	words, err := readList(r, name, o)
	if err != nil {
		return nil, err
	}
	other := Dictionary
	if o.Role == RoleDictionary {
		other = AntiDictionary
	}
	u, err := compiled(words, name, o)
	if err != nil {
		return nil, err
	}
	impossible := map[int]string{}
	for _, p := range u.impossible(words) {
		impossible[p.Line] = p.What
	}
	var out []Problem
	first := map[string]int{}
	for _, w := range words {
		add := func(format string, args ...any) {
			out = append(out, Problem{w.line, fmt.Sprintf(format, args...)})
		}
		if !norm.NFC.IsNormalString(w.word) {
			add("accents are not composed (NFC); the word is taken in composed")
		}
		if why := impossible[w.line]; why != "" {
			add("%s; take it out, or write it as it stands in messages", why)
		}
		if w.rule != nil {
			if key := w.rule.key(); first[key] != 0 {
				add("the same entry as in line %d; take one out", first[key])
			} else {
				first[key] = w.line
			}
			if w.kind != 0 || w.sex != 0 {
				add("kind and sex are of names; with a type of its own the entry goes without")
			}
			continue
		}
		f := Fold(w.word)
		if n := first[f]; n != 0 {
			add("the same word as in line %d; take one out", n)
			continue
		}
		first[f] = w.line
		if utf8.RuneCountInString(f) == 1 {
			add("one letter; it will match everywhere the letter stands alone")
		}
		if w.kind != 0 && w.kind&other != 0 {
			add("kind %s does not go with the role %s; the kind is dropped", w.kind, o.Role)
		}
		if known := l.kindsIn(f, o.Lang) & other; known != 0 {
			add("already known as %s, on the other side; this list wins", known)
		}
	}
	return out, nil
}

// kindsIn are the kinds of the word in the language, or in any when it is
// empty.
func (l *Lexicon) kindsIn(word, lang string) Kind {
	langs := []string{lang}
	if lang == "" {
		langs = l.table.langs
	}
	var k Kind
	for _, lang := range langs {
		e, _ := l.Look(word, lang)
		k |= e.Kinds
	}
	return k
}
