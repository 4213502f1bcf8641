package review

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// ByWithdrawal begins the IDs of decisions that a withdrawal made.
const ByWithdrawal = "withdraw-"

// Leaving is a person who takes consent back.
type Leaving struct {
	Author string   // all messages of whom go: Wrote
	Names  []string // by which others mention them
}

// Withdrawn counts what a withdrawal took out. It holds nothing else: a receipt may
// show it.
type Withdrawn struct {
	Messages    int `json:"messages"`
	Decisions   int `json:"decisions"`
	Annotations int `json:"annotations"` // and choices of places
	Words       int `json:"words"`       // that stood in no other message
	Mentions    int `json:"mentions_masked"`
	// What stays beside texts and names the person: messages by authors whose name holds
	// that of the person, and messages whose thread or ID does.
	Authors int `json:"authors_alike,omitempty"`
	Beside  int `json:"threads_and_ids_alike,omitempty"`
	Left    int `json:"-"` // messages that stay in the store
	Hints
	// Before is when an earlier run took out what is counted here, for whoever was
	// stopped before that run gave its receipt.
	Before time.Time `json:"taken_out_before,omitzero"`
}

// Follow adds what an earlier run took out. Mentions are those of now: they stay, masked.
func (w *Withdrawn) Follow(was *Withdrawn) {
	w.Messages += was.Messages
	w.Decisions += was.Decisions
	w.Annotations += was.Annotations
	w.Words += was.Words
	w.Before = was.Before
}

// Wrote reports whether the person is an author, as a corpus writes it: in whatever case, with
// blanks or signs that nobody sees around it, with its accents or without. Whoever
// takes consent back is owed more than that somebody typed a name in one way.
func (l *Leaving) Wrote(author string) bool {
	return AuthorKey(author) == AuthorKey(l.Author)
}

// AuthorKey is what all spellings of an author have in common.
func AuthorKey(author string) string { return cmp.Or(unaccented(Fold(author)), author) }

// AuthorKeys are what an author is known by: all that stands in the column and, where that is several
// words, these alone, so that a comma or a dot between them does not matter.
func AuthorKeys(author string) []string {
	key := AuthorKey(author)
	if strings.TrimSpace(key) == "" {
		return nil
	}
	out := []string{key}
	if words := wordKeys(author); len(words) > 0 {
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// Keys are those by which an author may be known as the person: of the author and of each name, of several words
// also with the last one first.
func (l *Leaving) Keys() (out []string) {
	for _, name := range append([]string{l.Author}, l.Names...) {
		out = append(out, AuthorKeys(name)...)
		if words := wordKeys(name); len(words) > 0 {
			last := len(words) - 1
			out = append(out, strings.Join(append([]string{words[last]}, words[:last]...), " "))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// wordKeys are the keys of the words of an author who has several and no number.
func wordKeys(author string) (out []string) {
	for _, w := range wordsOf(author) {
		out = append(out, AuthorKey(author[w.Start:w.End]))
	}
	return out
}

// Mentions are the names as texts are searched for them. What the corpus calls the
// author is one where it can be a name or a number: of "7" every 7 would be.
func (l *Leaving) Mentions() []Mention {
	var out []Mention
	seen := map[Form]bool{}
	for i, name := range append([]string{l.Author}, l.Names...) {
		name = strings.TrimSpace(name)
		m := mentionOf(name)
		if m.Tokens == 0 || seen[m.Form] || i == 0 && !telling(name) {
			continue
		}
		seen[m.Form] = true
		m.alone = m.parts()
		out = append(out, m)
		if turned, ok := m.turned(); ok {
			out = append(out, turned)
		}
	}
	if len(out) > 0 {
		out[0].apart = together(out)
	}
	return out
}

// Named reports whether words beside a text, such as a thread, name somebody.
func Named(names []Mention, words string) bool {
	if words == "" {
		return false
	}
	it := Item{Message: bauta.Message{Text: words}}
	for _, t := range text.Tokenise(words) {
		it.Tokens = append(it.Tokens, Range{t.Start, t.End})
	}
	return len(Mentions(names, &it)) > 0
}

// telling reports what can name a person in a text: two letters, or six digits.
func telling(name string) bool {
	letters, digits := 0, 0
	for _, r := range name {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case Readable(r):
			letters++
		}
	}
	return letters >= 2 || digits >= 6
}
