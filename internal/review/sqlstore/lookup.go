package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/text"
)

// lookup is what a running store knows of the words of a project: in which messages
// each stands. It is read from the texts when it is first needed, kept up with
// imports, and never written down: an index of words would tell a thief what the
// texts are about.
type lookup struct {
	mu      sync.Mutex
	upto    int64   // the last message read
	ids     []int64 // of the messages, in order
	words   map[string]*entry
	listed  []*entry          // these, as they came: memory goes through them in order
	written map[string]*entry // by spelling, which saves folding
	authors map[string][]uint32

	groups    map[int64]*known
	counted   bool  // groups are those of all messages
	following int64 // the last decision that they follow
	ranking   review.Ranking
	fixed     bool    // it does not learn
	learnt    int     // decided groups that the ranking has learnt from
	order     []int64 // groups worth asking about, the best first; nil: to be made
}

// entry is one word type: a token, or a find of several.
type entry struct {
	fold     string
	shown    string // its most frequent spelling, where one has the majority
	lead     int    // how far that is ahead (Boyer and Moore's majority vote)
	first    review.Range
	in       []uint32 // messages, as positions in ids, one for each time it stands there
	capitals int      // of these, with a capital letter that no sentence asks for
	taken    int      // finds that a settler took away
	covered  int      // times inside finds of several tokens
	about    about
	group    *known
}

// lookupOf gives what is known of a project, made afresh where there is nothing.
func (s *Store) lookupOf(project int64) *lookup {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lookups == nil {
		s.lookups = map[int64]*lookup{}
	}
	if s.lookups[project] == nil {
		s.lookups[project] = &lookup{
			words: map[string]*entry{}, written: map[string]*entry{}, authors: map[string][]uint32{},
			groups: map[int64]*known{},
			fixed:  s.fixed,
		}
	}
	return s.lookups[project]
}

// known gives what is known of a project to f, who must not keep it. A connection is
// taken before the lock, so that nobody who has one waits for who wants one.
func (s *Store) known(ctx context.Context, c conn, v *vault, f func(c conn, l *lookup) error) error {
	if db, ok := c.querier.(*sql.DB); ok {
		one, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		defer one.Close()
		c.querier = one
	}
	l := s.lookupOf(v.project)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.refresh(ctx, c, v); err != nil {
		return err
	}
	return f(c, l)
}

// refresh reads the messages that came in since. The caller holds mu.
func (l *lookup) refresh(ctx context.Context, c conn, v *vault) error {
	for {
		n := 0
		err := c.each(ctx, func(row scanner) error {
			var id int64
			var sealed []byte
			if err := row.Scan(&id, &sealed); err != nil {
				return err
			}
			it, err := v.item(id, sealed)
			if err != nil {
				return damaged(id)
			}
			n++
			l.add(id, &it)
			return nil
		}, "SELECT id, sealed FROM message WHERE project = ? AND id > ? ORDER BY id LIMIT ?", v.project, l.upto, page)
		if err != nil || n < page {
			return err
		}
	}
}

// add takes a message in.
func (l *lookup) add(id int64, it *review.Item) {
	at := uint32(len(l.ids))
	l.ids, l.upto = append(l.ids, id), id
	if by := it.Message.Author; by != "" {
		l.authors[by] = append(l.authors[by], at)
	}
	l.order, l.counted = nil, false // groups have grown
	l.finds(at, it)
	last := 0
	for i, t := range it.Tokens {
		word := it.Message.Text[t.Start:t.End]
		e := l.written[word]
		if e == nil {
			if e = l.meet(word); e == nil {
				continue
			}
		}
		if len(e.in) == 0 {
			e.first = t
		}
		e.in = append(e.in, at)
		switch {
		case e.lead == 0:
			e.shown, e.lead = strings.Clone(word), 1
		case e.shown == word:
			e.lead++
		default:
			e.lead--
		}
		if capital(word) && !begins(it, i, last) {
			e.capitals++
		}
		last = t.End
	}
}

// finds takes in what the pipeline said of a message.
func (l *lookup) finds(at uint32, it *review.Item) {
	for _, s := range slices.Concat(it.Spans, it.Passed) {
		fold := review.Fold(it.Message.Text[s.Start:s.End])
		if e := l.entry(fold); e.about.label == "" {
			e.about = about{s.Label, s.Source, at, review.Range{Start: s.Start, End: s.End}}
		}
	}
	for _, p := range it.Passed {
		if p.By(review.RuleTaken) {
			l.entry(review.Fold(it.Message.Text[p.Start:p.End])).taken++
		}
	}
	for _, s := range it.Spans {
		for _, t := range it.Tokens {
			if t.Start >= s.Start && t.End <= s.End && t.End-t.Start < s.End-s.Start {
				l.entry(review.Fold(it.Message.Text[t.Start:t.End])).covered++
			}
		}
	}
}

// meet finds or makes the entry of a spelling; nil where it holds no letter or digit.
func (l *lookup) meet(word string) *entry {
	if !strings.ContainsFunc(word, readable) {
		return nil
	}
	e := l.entry(review.Fold(word))
	l.written[strings.Clone(word)] = e
	return e
}

// entry finds or makes that of a folded word.
func (l *lookup) entry(fold string) *entry {
	e := l.words[fold]
	if e == nil {
		e = &entry{fold: fold}
		l.words[fold] = e
		l.listed = append(l.listed, e)
	}
	return e
}

// readable is a letter or digit.
func readable(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// capital reports a word written with a capital and then small letters.
func capital(word string) bool {
	first, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && strings.ContainsFunc(word[n:], unicode.IsLower)
}

// begins reports whether a sentence begins with token i; last is the end of the word
// before it.
func begins(it *review.Item, i, last int) bool {
	return i == 0 || strings.ContainsAny(it.Message.Text[last:it.Tokens[i].Start], ".!?:;\n…")
}

// holding gives the messages in which all tokens of a word stand. The caller holds mu.
func (l *lookup) holding(word string) []int64 {
	var common []uint32
	for i, t := range text.Tokenise(word) {
		e := l.words[review.Fold(word[t.Start:t.End])]
		if e == nil {
			if !strings.ContainsFunc(word[t.Start:t.End], unicode.IsLetter) {
				continue
			}
			return nil
		}
		if i == 0 || common == nil {
			common = slices.Compact(slices.Clone(e.in))
			continue
		}
		common = slices.DeleteFunc(common, func(at uint32) bool { _, in := slices.BinarySearch(e.in, at); return !in })
	}
	out := make([]int64, len(common))
	for i, at := range common {
		out[i] = l.ids[at]
	}
	return out
}

// holding gives the messages of a project in which all tokens of a word stand.
func (s *Store) holding(ctx context.Context, c conn, v *vault, word string) (ids []int64, err error) {
	err = s.known(ctx, c, v, func(_ conn, l *lookup) error {
		ids = l.holding(word)
		return nil
	})
	return ids, err
}
