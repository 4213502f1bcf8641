package sqlstore

import (
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// maxAlike bounds the messages in which places of one kind are looked for.
const maxAlike = 200

// Alike finds places in clear that are like one.
func (s *Store) Alike(
	ctx context.Context, project, message int64, at review.Range, limit int,
) ([]review.Alike, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	all, err := c.stored(ctx, v, "id = ?", message)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, review.ErrNotFound
	}
	m := &all[0]
	if _, there, err := review.Point(m, at); err != nil && !there {
		return nil, err
	}
	a := &aliker{word: review.Fold(m.Message.Text[at.Start:at.End]), author: m.Message.Author, limit: limit}
	a.left, a.next = review.Around(&m.Item, at.Start, at.End)
	if err := s.suspects(ctx, c, v, a); err != nil {
		return nil, err
	}
	for part := range slices.Chunk(a.ids, maxRows) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		all, err := c.stored(ctx, v, "id IN ("+marks(len(part))+") ORDER BY id", args...)
		if err != nil {
			return nil, err
		}
		for i := range all {
			a.look(&all[i])
		}
	}
	slices.SortStableFunc(a.out, func(x, y review.Alike) int { return rankAlike(x.How) - rankAlike(y.How) })
	return a.out[:min(limit, len(a.out))], nil
}

// rankAlike orders kinds of likeness, the strongest first.
func rankAlike(how string) int {
	return slices.Index([]string{review.SameStem, review.SameContext, review.SameAuthor}, how)
}

// aliker looks for places that are like one.
type aliker struct {
	word, author, left, next string
	limit                    int
	stems                    map[string]bool
	places                   map[string]int // of the words of the messages, times in the corpus
	ids                      []int64
	met                      map[string]bool
	out                      []review.Alike
}

// suspects chooses the messages to look into: those with words of one stem, with the
// word's neighbours, and of its author.
func (s *Store) suspects(ctx context.Context, c conn, v *vault, a *aliker) error {
	return s.known(ctx, c, v, func(_ conn, l *lookup) error {
		a.suspect(l)
		return nil
	})
}

// suspect chooses messages by what is known of the words.
func (a *aliker) suspect(l *lookup) {
	a.stems, a.places, a.met = map[string]bool{}, map[string]int{}, map[string]bool{a.word: true}
	var at []uint32
	for _, e := range l.listed {
		a.places[e.fold] = len(e.in)
		if review.SameStemOf(a.word, e.fold) {
			a.stems[e.fold] = true
			at = append(at, e.in[:min(len(e.in), maxAlike)]...)
		}
	}
	if a.left != "" && a.next != "" {
		if x, y := l.words[a.left], l.words[a.next]; x != nil && y != nil {
			both := both(x.in, y.in)
			at = append(at, both[:min(len(both), maxAlike)]...)
		}
	}
	mine := l.authors[a.author]
	at = append(at, mine[:min(len(mine), maxAlike)]...)
	slices.Sort(at)
	for _, i := range slices.Compact(at) {
		a.ids = append(a.ids, l.ids[i])
	}
}

// both gives what is in two sorted lists.
func both(x, y []uint32) []uint32 {
	if len(x) > len(y) {
		x, y = y, x
	}
	var out []uint32
	for _, at := range slices.Compact(slices.Clone(x)) {
		if _, in := slices.BinarySearch(y, at); in {
			out = append(out, at)
		}
	}
	return out
}

// look adds what is alike in a message, each word once.
func (a *aliker) look(m *review.Stored) {
	var taken []review.Range
	for _, o := range m.Occurrences {
		if o.Now.Effect != review.Keep {
			taken = append(taken, o.Range)
		}
	}
	last := 0
	for i, t := range m.Tokens {
		word := m.Message.Text[t.Start:t.End]
		fold, before := review.Fold(word), last
		last = t.End
		clear := !slices.ContainsFunc(taken, func(r review.Range) bool { return r.Start < t.End && t.Start < r.End })
		if a.met[fold] || !clear || a.places[fold] == 0 {
			continue
		}
		how := a.how(m, i, before, fold)
		if how == "" {
			continue
		}
		a.met[fold] = true
		o := review.Occurrence{Message: m.ID, Range: t, Passed: true, Now: review.Label{Effect: review.Keep}}
		o.Span = bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person}
		a.out = append(a.out, review.Alike{
			Seen: review.Seen{Occurrence: o, Text: m.Message.Text, Tokens: m.Tokens}, Word: word,
			Places: a.places[fold], How: how,
		})
	}
}

// how says how token i of a message is alike, empty where it is not.
func (a *aliker) how(m *review.Stored, i, before int, fold string) string {
	t := m.Tokens[i]
	if a.stems[fold] {
		return review.SameStem
	}
	left, next := review.Around(&m.Item, t.Start, t.End)
	if left != "" && next != "" && left == a.left && next == a.next {
		return review.SameContext
	}
	mine := a.author != "" && m.Message.Author == a.author
	if mine && capital(m.Message.Text[t.Start:t.End]) && !begins(&m.Item, i, before) {
		return review.SameAuthor
	}
	return ""
}
