package lexicon

import (
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// Listing is a stretch of a message that is an entry of a user's list.
type Listing struct {
	Start, End int // bytes of the text
	Words      int // how many words and signs it has
	Entry      Entry
	Label      bauta.Label // of an entry with a type of its own; "" for names
}

// Listed finds the entries of users' lists of a role in a document, of one word or
// several, whatever its tokens are; see [text.Phrases]. Lists of a language count
// where the document is read in it. A single word that differs from the entry in its
// accents, or is the entry written together, does not count where it is a word of
// the language as it stands: with Lé in a list, le stays.
func (l *Lexicon) Listed(d *bauta.Doc, role Role) []Listing {
	var out []Listing
	for _, u := range l.users {
		if u.role != role || !u.speaks(d) {
			continue
		}
		for _, f := range u.phrases.Find(d) {
			if !f.Exact && f.Words == 1 {
				if e, _ := l.Look(d.Surface(f.Start, f.End), d.Lang); e.Kept() {
					continue
				}
			}
			out = append(out, u.listing(f))
		}
		for i := range u.patterns {
			out = append(out, u.patterns[i].find(d)...)
		}
	}
	return out
}

// listing makes a listing of an entry that was found.
func (u *User) listing(f text.Phrase) Listing {
	out := Listing{Start: f.Start, End: f.End, Words: f.Words}
	if n := u.table.words.Len(); f.Entry >= n {
		out.Label = u.typed[f.Entry-n]
	} else {
		out.Entry = u.table.entry(f.Entry, min(0, len(u.table.langs)-1))
	}
	return out
}

// Types are the types that the list gives to entries, beside names.
func (u *User) Types() []bauta.Label {
	types := slices.Clone(u.typed)
	for _, e := range u.patterns {
		types = append(types, e.Type)
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// Lists reports whether users have brought a list of the role.
func (l *Lexicon) Lists(role Role) bool {
	return slices.ContainsFunc(l.users, func(u *User) bool { return u.role == role })
}

// speaks reports whether the words of a list count in a document.
func (u *User) speaks(d *bauta.Doc) bool {
	of := func(lang string) bool {
		base, _, _ := strings.Cut(lang, "-")
		return u.table.langs[0] == base || u.table.langs[0] == lang
	}
	return len(u.table.langs) == 0 || of(d.Lang) || slices.ContainsFunc(d.Also, of)
}
