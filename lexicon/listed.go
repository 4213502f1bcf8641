package lexicon

import (
	"slices"
	"strings"

	"github.com/bauta/bauta"
)

// Listing is a stretch of a message that is an entry of a user's list.
type Listing struct {
	Start, End int // bytes of the text
	Words      int // how many words and signs it has
	Entry      Entry
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
			out = append(out, Listing{f.Start, f.End, f.Words, u.table.entry(f.Entry, min(0, len(u.table.langs)-1))})
		}
	}
	return out
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
