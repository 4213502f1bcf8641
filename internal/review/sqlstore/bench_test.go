package sqlstore_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// benchSize is that of a real corpus.
const benchSize = 100_000

// onEach runs a benchmark on either database; source names an empty store, of
// SQLite in a folder on disk.
func onEach(b *testing.B, bench func(b *testing.B, source func(testing.TB) string)) {
	for name, source := range databases(b) {
		if name == "sqlite" {
			source = func(t testing.TB) string { return filepath.Join(t.TempDir(), "desk.db") }
		}
		b.Run(name, func(b *testing.B) { bench(b, source) })
	}
}

// stocked is a store with n messages, each word in so many of them.
func stocked(b *testing.B, source string, n, each int) *sqlstore.Store {
	b.Helper()
	s := openAt(b, source, &reviewtest.Clock{})
	p, err := s.CreateProject(b.Context(), review.Project{Slug: "desk", Seed: "s"})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := s.Import(b.Context(), p.ID, reviewtest.Many(n, each)); err != nil {
		b.Fatal(err)
	}
	return s
}

// loaded is a SQLite store with benchSize messages.
func loaded(b *testing.B) *sqlstore.Store {
	return stocked(b, filepath.Join(b.TempDir(), "desk.db"), benchSize, 10)
}

// BenchmarkDecide is one key of a reviewer: decide, and be given the next group.
func BenchmarkDecide(b *testing.B) {
	onEach(b, func(b *testing.B, source func(testing.TB) string) {
		s := stocked(b, source(b), benchSize, 10)
		hand, err := s.Claim(b.Context(), 1, 1, "tab", 5, review.ByLeak)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for b.Loop() {
			n++
			g := hand[0]
			if _, err := s.Decide(b.Context(), review.Decision{
				ID: fmt.Sprintf("bench-%08d", n), Project: 1, User: 1, Scope: review.OnGroup, Group: g.ID, Effect: review.Accept, Expect: g.Version,
			}); err != nil {
				b.Fatal(err)
			}
			if hand, err = s.Claim(b.Context(), 1, 1, "tab", 5, review.ByLeak); err != nil || len(hand) == 0 {
				b.Fatal(len(hand), err)
			}
		}
	})
}

// BenchmarkDesk lays out a group of ten occurrences among 100,000 messages.
func BenchmarkDesk(b *testing.B) {
	s := loaded(b)
	id := int64(0)
	for b.Loop() {
		id = id%1000 + 1
		if _, err := s.Desk(b.Context(), 1, 1, id, 50); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBeside reads what stands around the messages of such a group.
func BenchmarkBeside(b *testing.B) {
	s := loaded(b)
	d, err := s.Desk(b.Context(), 1, 1, 1, 40)
	if err != nil {
		b.Fatal(err)
	}
	var ids []int64
	for _, o := range d.Occurrences {
		ids = append(ids, o.Message)
	}
	for b.Loop() {
		if _, err := s.Beside(b.Context(), 1, ids); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMessages decrypts all 100,000 messages: what a search costs beside
// its expression.
func BenchmarkMessages(b *testing.B) {
	s := loaded(b)
	for b.Loop() {
		for _, err := range s.Messages(b.Context(), 1) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(benchSize)*float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}

// BenchmarkImport stores messages that a pipeline has read.
func BenchmarkImport(b *testing.B) {
	onEach(b, func(b *testing.B, source func(testing.TB) string) {
		for b.Loop() {
			stocked(b, source(b), benchSize, 10)
		}
		b.ReportMetric(float64(benchSize)*float64(b.N)/b.Elapsed().Seconds(), "messages/s")
	})
}

// BenchmarkDecideOneOfMany decides single occurrences of a word that stands in
// 20,000 messages.
func BenchmarkDecideOneOfMany(b *testing.B) {
	const many = 20_000
	onEach(b, func(b *testing.B, source func(testing.TB) string) {
		s := stocked(b, source(b), many, many)
		n := int64(0)
		for b.Loop() {
			n++
			m, err := s.Message(b.Context(), 1, n)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := s.Decide(b.Context(), review.Decision{
				ID: fmt.Sprintf("bench-%08d", n), Project: 1, User: 1, Scope: review.OnOccurrence, Group: 1, Message: n,
				Range: m.Occurrences[0].Range, Effect: review.Keep, Expect: -1,
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkAnnotate is one message of an annotator among 100,000: save, be given
// the next one, with how its words were labelled before and where one stands.
func BenchmarkAnnotate(b *testing.B) {
	s := loaded(b)
	if err := s.SetUp(b.Context(), 1, review.Setup{}); err != nil {
		b.Fatal(err)
	}
	t, err := s.Next(b.Context(), 1, 1)
	n := 0
	for b.Loop() {
		n++
		if err == nil {
			_, err = s.Annotate(b.Context(), review.Annotation{
				ID: fmt.Sprintf("bench-%08d", n), Project: 1, User: 1, Message: t.ID, Act: review.ActLabel, Expect: t.Version,
			})
		}
		if err == nil {
			t, err = s.Next(b.Context(), 1, 1)
		}
		if err == nil {
			_, err = s.Formerly(b.Context(), 1, 1, t.ID, []string{"on", "voit", "ce", "soir", "message"})
		}
		if err == nil {
			_, err = s.Work(b.Context(), 1, 1)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWords is the first page of the words of a corpus, behind the call that reads
// the texts.
func BenchmarkWords(b *testing.B) {
	s := loaded(b)
	q := review.WordQuery{Kind: review.MixedWord, Sort: review.ByLikely, N: 50}
	if _, err := s.Words(b.Context(), 1, q); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Words(b.Context(), 1, q); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstWords is that call.
func BenchmarkFirstWords(b *testing.B) {
	source := filepath.Join(b.TempDir(), "desk.db")
	stocked(b, source, benchSize, 10)
	for b.Loop() {
		s := openAt(b, source, &reviewtest.Clock{})
		if _, err := s.Words(b.Context(), 1, review.WordQuery{N: 50}); err != nil {
			b.Fatal(err)
		}
	}
}
