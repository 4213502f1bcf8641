package lexicon

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta/internal/bounded"
	textlines "github.com/bauta/bauta/internal/lines"
	"github.com/bauta/bauta/lexicon/fst"
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

// ParseRole reads a role as [Role.String] writes it.
func ParseRole(s string) (Role, error) {
	switch s {
	case "dictionary":
		return RoleDictionary, nil
	case "anti-dictionary":
		return RoleAntiDictionary, nil
	}
	return 0, errors.New("unknown role; use dictionary or anti-dictionary")
}

// Options say what a user's list is.
type Options struct {
	Role Role
	Kind Kind   // of words without a kind of their own; 0 when nothing is known
	Lang string // language in which the words count; empty for all
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
	phrases  *text.Phrases // its entries, by their ordinals
}

// listWord is one line of a list.
type listWord struct {
	line int
	word string // as written
	kind Kind
	sex  Sex
}

// Import compiles a list: an entry a line, of one word or several, or CSV with
// the columns word, kind and sex, the last two optional, as [Kind.String] and
// [Sex.String] write them. Lines that begin with # are comments, but for hashtags in
// a list of what must be hidden; a first line "word,kind,sex" is a header, an entry
// may come twice. One that no message can show is an error in such a list. The name is the file's; it stands in errors
// (NAME:LINE: …) and in [Lexicon.Sources]. Words get [Hide] or [Keep]
// by the role; a kind that belongs to the other role's side is not kept.
func Import(r io.Reader, name string, o Options) (*User, error) {
	words, err := readList(r, name, o)
	if err != nil {
		return nil, err
	}
	b := NewBuilder()
	if o.Lang != "" {
		b = NewBuilder(o.Lang)
	}
	for _, w := range words {
		a := Attr{Kinds: o.kinds(w.kind), Sex: w.sex, Lang: o.Lang}
		if err := b.Add(w.word, a); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, w.line, err)
		}
	}
	b.Source(Source{
		Name: name, Package: name, Kind: o.Role.String(), Lang: o.Lang, Entries: b.Len(), Version: "user's list",
		Licence: "user's list",
	})
	data, err := b.Bytes()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	u, err := OpenUser(data)
	if err != nil || o.Role == RoleAntiDictionary {
		return u, err
	}
	for _, w := range words {
		if !u.finds(w.word) { // who lists it believes that it is hidden
			return nil, fmt.Errorf("%s:%d: %s; take it out, or write it as it stands in messages", name, w.line, never)
		}
	}
	return u, nil
}

// never is what is wrong with an entry that no message shows.
const never = "this can be found in no message: it holds neither word nor sign, or is what bauta itself writes"

// finds reports whether an entry can be found in a message.
func (u *User) finds(word string) bool {
	ordinal, ok := u.table.words.Find(Fold(word))
	return ok && u.phrases.Finds(ordinal, word)
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
	phrases, err := text.NewPhrases(entries)
	if err != nil {
		return nil, ErrFormat
	}
	return &User{table: t, role: role, phrases: phrases, searcher: t.searchers(func(ordinal, lang int, _ uint64) Entry {
		return t.entry(ordinal, lang)
	})}, nil
}

// Bytes is the compiled list, as [OpenUser] reads it.
func (u *User) Bytes() []byte { return u.table.data }

// Role is what the list is for.
func (u *User) Role() Role { return u.role }

// Source says what the list is.
func (u *User) Source() Source { return u.table.sourceList()[0] }

// readList reads the lines of a list.
func readList(r io.Reader, name string, o Options) ([]listWord, error) {
	data, err := bounded.Read(textlines.Unify(r), name, maxListBytes)
	if err != nil {
		return nil, err
	}
	if o.Role == RoleDictionary {
		data = quoteTags(data)
	}
	in := csv.NewReader(bytes.NewReader(data))
	in.Comment = '#'
	in.FieldsPerRecord = -1
	in.TrimLeadingSpace = true
	in.ReuseRecord = true
	var out []listWord
	for {
		f, err := in.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, listError(name, err)
		}
		line, _ := in.FieldPos(0)
		if line == 1 {
			f[0] = strings.TrimPrefix(f[0], "\ufeff")
			if len(f) > 1 && strings.EqualFold(f[0], "word") && strings.EqualFold(f[1], "kind") {
				continue
			}
		}
		w, err := readListLine(f)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		if w.line = line; w.word == "" {
			continue
		}
		if len(out) == maxListWords {
			return nil, fmt.Errorf("%s:%d: the list is longer than %d words; split it", name, line, maxListWords)
		}
		out = append(out, w)
	}
}

// quoteTags quotes the lines of a list of what must be hidden that are a hashtag,
// one word behind #: who meant a comment loses nothing.
func quoteTags(data []byte) []byte {
	if !bytes.ContainsRune(data, '#') {
		return data
	}
	var out []byte
	for line := range bytes.Lines(data) {
		word := bytes.TrimRight(line, " \t\r\n")
		if len(word) < 2 || word[0] != '#' || bytes.ContainsAny(word[1:], "# \t,\"!") {
			out = append(out, line...)
			continue
		}
		out = append(append(append(append(out, '"'), word...), '"'), line[len(word):]...)
	}
	return out
}

// readListLine reads the fields of a line.
func readListLine(f []string) (w listWord, err error) {
	w.word = strings.TrimSpace(f[0])
	switch {
	case len(f) > 3:
		return w, errors.New("more than three columns; give word, kind and sex, separated by commas")
	case !utf8.ValidString(w.word):
		return w, errors.New("not UTF-8; save the file as UTF-8")
	case strings.ContainsRune(w.word, 0):
		return w, errors.New("a NUL byte; save the file as plain text")
	case len(norm.NFC.String(w.word)) > fst.MaxWord/2:
		return w, fmt.Errorf("a word of more than %d bytes; give one word a line", fst.MaxWord/2)
	}
	if len(f) > 1 && strings.TrimSpace(f[1]) != "" {
		if w.kind, err = ParseKind(strings.TrimSpace(f[1])); err != nil {
			return w, err
		}
	}
	if len(f) > 2 {
		w.sex, err = ParseSex(strings.TrimSpace(f[2]))
	}
	return w, err
}

// listError puts the place before an error of the CSV reader, which does not
// show the text.
func listError(name string, err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return fmt.Errorf("%s:%d: %w; quote a field that holds a quotation mark, and double the mark", name, p.Line,
			p.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// With puts users' lists before the lexicon. What a user lists counts by the
// user's roles alone: a word listed as anti-dictionary is no name any more,
// whatever the lexicon knows. A word that users list in both roles is both.
func (l *Lexicon) With(users ...*User) *Lexicon {
	n := *l
	n.users = append(append([]*User(nil), l.users...), users...)
	return &n
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
