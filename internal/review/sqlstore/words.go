package sqlstore

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// about is what the finds of a word say: of the first one.
type about struct {
	label  bauta.Label
	source string
	at     uint32 // message, as a position in ids
	place  review.Range
}

// Bounds of one page: its rows, and where it begins.
const (
	maxWords = 200
	maxFrom  = 10_000
)

// Words lists words of a project. What it takes is in memory; the first call on a
// project reads the texts.
func (s *Store) Words(ctx context.Context, project int64, q review.WordQuery) (out review.WordPage, err error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return out, err
	}
	err = s.known(ctx, c, v, func(c conn, l *lookup) error {
		if err := l.follow(ctx, c, v); err != nil {
			return err
		}
		l.rank()
		out = l.list(q)
		return nil
	})
	return out, err
}

// list makes the page. The caller holds mu.
func (l *lookup) list(q review.WordQuery) review.WordPage {
	out := review.WordPage{Kinds: map[review.WordKind]int{}}
	labels, sources := map[bauta.Label]bool{}, map[string]bool{}
	top := best{by: q.Sort, n: min(maxFrom, max(0, q.From)) + min(max(0, q.N), maxWords)}
	kinds := review.WordKinds()
	var label bauta.Label // of the word before, and its source
	var source string
	counts := make([]int, len(kinds))
	l.each(func(w *review.WordRow) {
		if w.Label != "" && (w.Label != label || w.Source != source) {
			label, source = w.Label, w.Source
			labels[label], sources[source] = true, true
		}
		if q.Label != "" && w.Label != q.Label || q.Source != "" && w.Source != q.Source {
			return
		}
		for i, k := range kinds {
			if w.Is(k) {
				counts[i]++
			}
		}
		if w.Is(q.Kind) {
			out.Found++
			top.add(w)
		}
	})
	for i, k := range kinds {
		out.Kinds[k] = counts[i]
	}
	out.Rows = top.rows[min(min(maxFrom, max(0, q.From)), len(top.rows)):]
	for i := range out.Rows {
		l.strip(&out.Rows[i])
	}
	delete(labels, "")
	delete(sources, "")
	for x := range labels {
		out.Labels = append(out.Labels, x)
	}
	for x := range sources {
		out.Sources = append(out.Sources, x)
	}
	slices.Sort(out.Labels)
	slices.Sort(out.Sources)
	return out
}

// best keeps the first n words of an order, which is far less work than sorting all.
type best struct {
	by   review.WordSort
	n    int
	rows []review.WordRow
}

func (b *best) add(w *review.WordRow) {
	if b.n == 0 || len(b.rows) == b.n && b.compare(w, &b.rows[len(b.rows)-1]) >= 0 {
		return
	}
	at := sort.Search(len(b.rows), func(i int) bool { return b.compare(w, &b.rows[i]) <= 0 })
	if len(b.rows) == b.n {
		b.rows = b.rows[:b.n-1]
	}
	b.rows = slices.Insert(b.rows, at, *w)
}

func (b *best) compare(x, y *review.WordRow) int {
	if by := cmp.Compare(measure(y, b.by), measure(x, b.by)); by != 0 {
		return by
	}
	return cmp.Compare(x.Word, y.Word)
}

// measure is what words are sorted by, the greatest first.
func measure(w *review.WordRow, by review.WordSort) float64 {
	switch by {
	case review.ByTimes:
		return float64(w.Times)
	case review.ByHidden:
		return float64(w.Hidden)
	case review.ByKept:
		return float64(w.Kept)
	case review.ByCapitals:
		return float64(w.Capitals)
	case review.ByTaken:
		return float64(w.Taken)
	case review.ByLikely:
		return w.Likely
	}
	return 0
}

// each goes through all words: tokens, and finds of several.
func (l *lookup) each(visit func(w *review.WordRow)) {
	var w review.WordRow
	for _, e := range l.listed {
		w = review.WordRow{
			Word: e.shown, Range: e.first, Times: len(e.in), Capitals: e.capitals, Hidden: e.covered, Taken: e.taken,
			Label: e.about.label, Source: e.about.source,
		}
		if len(e.in) > 0 {
			w.Message = l.ids[e.in[0]]
		} else if e.group == nil || e.about.label == "" {
			continue
		} else {
			w.Word, w.Message, w.Range = e.group.word, l.ids[e.about.at], e.about.place
			w.Times = e.group.hidden + e.group.kept
		}
		if e.group != nil {
			l.fill(&w, e.group)
		}
		w.Hidden = min(w.Hidden, w.Times)
		w.Kept = w.Times - w.Hidden
		visit(&w)
	}
}

// fill adds what decisions and the ranking say of a word.
func (l *lookup) fill(w *review.WordRow, k *known) {
	w.Hidden += k.hidden
	if p := k.open[passed]; p.N > 0 {
		e := l.evidence(k, &[3]review.Weight{passed: p})
		w.Likely = l.ranking.Likely(&e)
	}
}

// strip counts where in the corpus a word stands.
func (l *lookup) strip(w *review.WordRow) {
	e := l.words[review.Fold(w.Word)]
	if e == nil {
		return
	}
	w.Strip = make([]int, review.StripBins)
	for _, at := range e.in {
		w.Strip[int(at)*review.StripBins/len(l.ids)]++
	}
}
