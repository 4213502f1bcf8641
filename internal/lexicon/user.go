package lexicon

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// RuleListed is among the keys of the spans (Span.Rule) that users' lists decided.
const RuleListed = "listed"

// Role is what a user's list is for.
type Role uint8

// Roles. The zero value hides, so that a list given without a word about it
// leaks nothing.
const (
	RoleDictionary     Role = iota // its words must be hidden
	RoleAntiDictionary             // its words need not be hidden
)

// String is "dictionary" or "anti-dictionary".
func (r Role) String() string {
	if r == RoleAntiDictionary {
		return "anti-dictionary"
	}
	return "dictionary"
}

// ParseRole reads a role as [Role.String] writes it, or hide and keep for short.
func ParseRole(s string) (Role, error) {
	switch s {
	case "dictionary", "hide":
		return RoleDictionary, nil
	case "anti-dictionary", "keep":
		return RoleAntiDictionary, nil
	}
	return 0, errors.New("unknown role; use dictionary, anti-dictionary, hide or keep")
}

// Options say what a user's list is.
type Options struct {
	Role Role
	Kind Kind   // of words without a kind of their own; 0 when nothing is known
	Lang string // language in which the words count; empty for all
	// Type is that of entries without one of their own; empty: names, which a list
	// of what must be hidden hides as PERSON.
	Type bauta.Label
}

// Bounds of a user's list.
const (
	maxListBytes = 64 << 20
	maxListWords = 2_000_000
)

// User is a user's list, compiled. It is read-only and safe for concurrent
// use.
type User struct {
	table    *table
	searcher func(lang string) *searcher
	role     Role
	phrases  *text.Phrases // its entries, by their ordinals; behind them the words of rules
	typed    []bauta.Label // of the words of rules
	patterns []expression
}

// listWord is one line of a list.
type listWord struct {
	line int
	word string // as written
	kind Kind
	sex  Sex
	rule *Rule // of a type, or an expression; nil for a word of names
}

// Import compiles a list: an entry a line, of one word or several, or CSV with
// the columns word, kind and sex, the last two optional, as [Kind.String] and
// [Sex.String] write them. A header may name the columns in any order, and also
// type, pattern and check: see [Rule]. Lines that begin with # are comments, but for
// hashtags in a list of what must be hidden; an entry may come twice. One that no
// message can show is an error in such a list. The name is the file's; it stands in
// errors (NAME:LINE: …) and in [Lexicon.Sources]. Words of names get [Hide] or [Keep]
// by the role; a kind that belongs to the other role's side is not kept.
func Import(r io.Reader, name string, o Options) (*User, error) {
	words, err := readList(r, name, o)
	if err != nil {
		return nil, err
	}
	u, err := compiled(words, name, o)
	if err != nil || o.Role == RoleAntiDictionary {
		return u, err
	}
	if bad := u.impossible(words); len(bad) > 0 { // who lists it believes that it is hidden
		return nil, fmt.Errorf("%s:%d: %s; take it out, or write it as it stands in messages", name, bad[0].Line,
			bad[0].What)
	}
	return u, nil
}

// compiled makes a list of its lines.
func compiled(words []listWord, name string, o Options) (*User, error) {
	b := NewBuilder()
	if o.Lang != "" {
		b = NewBuilder(o.Lang)
	}
	var rules []Rule
	for _, w := range words {
		if w.rule != nil {
			rules = append(rules, *w.rule)
			continue
		}
		a := Attr{Kinds: o.kinds(w.kind), Sex: w.sex, Lang: o.Lang}
		if err := b.Add(w.word, a); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, w.line, err)
		}
	}
	b.Source(Source{
		Name: name, Package: name, Kind: o.Role.String(), Lang: o.Lang, Entries: b.Len() + len(rules),
		Version: "user's list", Licence: "user's list", Rules: rules,
	})
	data, err := b.Bytes()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return OpenUser(data)
}

// impossible lists the entries that can be found in no message, and why.
func (u *User) impossible(words []listWord) (out []Problem) {
	typed, patterns := u.table.words.Len(), 0
	for _, w := range words {
		why := ""
		switch {
		case w.rule == nil:
			if ordinal, ok := u.table.words.Find(Fold(w.word)); !ok || !u.phrases.Finds(ordinal, w.word) {
				why = never(w.word)
			}
		case w.rule.Pattern != "":
			why = u.patterns[patterns].impossible()
			patterns++
		default:
			if !u.phrases.Finds(typed, w.word) {
				why = never(w.word)
			}
			typed++
		}
		if why != "" {
			out = append(out, Problem{w.line, why})
		}
	}
	return out
}

// never says why a word can be found in no message.
func never(word string) string {
	shadow, _ := text.Normalise(word)
	why := "it is what bauta itself writes"
	if !strings.ContainsFunc(shadow, func(r rune) bool { return !unicode.IsSpace(r) && !unicode.Is(unicode.Pd, r) }) {
		why = "it holds neither word nor sign"
	}
	return "this can be found in no message: " + why
}

// kinds gives the kinds of a word of the list.
func (o Options) kinds(k Kind) Kind {
	if k == 0 {
		k = o.Kind
	}
	if o.Role == RoleAntiDictionary {
		return k&AntiDictionary&^Keep | Keep
	}
	return k&Dictionary&^Hide | Hide
}

// OpenUser reads a compiled list and verifies all of it; the bytes must not
// change while it is in use.
func OpenUser(data []byte) (*User, error) {
	t, err := openTable(data)
	if err != nil {
		return nil, err
	}
	if err := t.verify(); err != nil {
		return nil, err
	}
	src := t.sourceList()
	if len(src) != 1 || len(t.langs) > 1 {
		return nil, ErrFormat
	}
	role, err := ParseRole(src[0].Kind)
	if err != nil {
		return nil, ErrFormat
	}
	entries := make([]string, 0, t.words.Len())
	for _, w := range t.words.All() {
		entries = append(entries, w)
	}
	u := &User{table: t, role: role, searcher: t.searchers(func(ordinal, lang int, _ uint64) Entry {
		return t.entry(ordinal, lang)
	})}
	for _, r := range src[0].Rules {
		if !r.of(role) || (r.Word == "") == (r.Pattern == "") {
			return nil, ErrFormat
		}
		if r.Pattern == "" {
			entries, u.typed = append(entries, r.Word), append(u.typed, r.Type)
			continue
		}
		e, err := r.compile()
		if err != nil || len(u.patterns) == maxPatterns {
			return nil, ErrFormat
		}
		u.patterns = append(u.patterns, e)
	}
	if u.phrases, err = text.NewPhrases(entries); err != nil {
		return nil, ErrFormat
	}
	return u, nil
}

// Bytes is the compiled list, as [OpenUser] reads it.
func (u *User) Bytes() []byte { return u.table.data }

// Role is what the list is for.
func (u *User) Role() Role { return u.role }

// Source says what the list is.
func (u *User) Source() Source { return u.table.sourceList()[0] }

// With puts users' lists before the lexicon. What a user lists counts by the
// user's roles alone: a word listed as anti-dictionary is no name any more,
// whatever the lexicon knows. A word that users list in both roles is both.
func (l *Lexicon) With(users ...*User) *Lexicon {
	n := *l
	n.users = append(append([]*User(nil), l.users...), users...)
	return remembering(&n)
}

// overlay changes what the lexicon knows of the folded word by users' lists.
func (l *Lexicon) overlay(word, lang string, e Entry, ok bool) (Entry, bool) {
	var given Kind
	var sex Sex
	for _, u := range l.users {
		if ordinal, found := u.table.words.Find(word); found {
			x := u.table.entry(ordinal, u.table.lang(lang))
			given |= x.Kinds
			sex |= x.Sex
		}
	}
	if given == 0 {
		return e, ok
	}
	sides := Proper
	if given&Dictionary != 0 {
		sides |= Dictionary
	}
	if given&AntiDictionary != 0 {
		sides |= AntiDictionary
	}
	e.Kinds = e.Kinds&sides | given
	if sex != 0 {
		e.Sex = sex
	}
	if e.Kinds&FirstName == 0 {
		e.NameIndex, e.NameRank = 0, 0
	}
	return e, true
}
