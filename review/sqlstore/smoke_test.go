package sqlstore_test

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/review"
	"github.com/bauta/bauta/review/sqlstore"
	"github.com/bauta/bauta/text"
)

func item(id, txt string, at, end int) review.Item {
	it := review.Item{Message: bauta.Message{ID: id, Text: txt}, Lang: "fr"}
	for _, t := range text.Tokenise(txt) {
		it.Tokens = append(it.Tokens, review.Range{Start: t.Start, End: t.End})
	}
	it.Spans = []bauta.Span{{Start: at, End: end, Label: bauta.Person, Doubt: bauta.Ambiguous, Score: 0.6}}
	it.Named = []bool{false}
	return it
}

func seq(its ...review.Item) iter.Seq2[review.Item, error] {
	return func(y func(review.Item, error) bool) {
		for _, i := range its {
			if !y(i, nil) {
				return
			}
		}
	}
}

func TestSmoke(t *testing.T) {
	ctx := context.Background()
	s, err := sqlstore.Open(ctx, filepath.Join(t.TempDir(), "a.db"), sqlstore.Config{Key: make([]byte, 32)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, err := s.CreateProject(ctx, review.Project{Slug: "a", Seed: "x", SecondAbove: 25})
	if err != nil {
		t.Fatal(err)
	}
	var its []review.Item
	for i := range 30 {
		its = append(its, item(fmt.Sprint(i), fmt.Sprintf("salut rose %d ca va", i), 6, 10))
		its = append(its, item(fmt.Sprint("b", i), fmt.Sprintf("salut w%d ca va", i), 6, 8))
	}
	n, err := s.Import(ctx, p.ID, seq(its...))
	fmt.Printf("%+v %v\n", n, err)
	gs, err := s.Claim(ctx, p.ID, 1, "tok", 5, review.ByLeak)
	fmt.Printf("%+v %v\n", gs, err)
	d, err := s.Desk(ctx, p.ID, 1, gs[0].ID, 3)
	fmt.Printf("%d %v\n", len(d.Occurrences), err)
	out, err := s.Decide(ctx, review.Decision{ID: "aaaaaaaa1", Project: p.ID, User: 1, Scope: review.OnWord, Group: gs[0].ID, Effect: review.Keep, Expect: gs[0].Version})
	fmt.Printf("%+v %v\n", out, err)
	a, err := s.Digest(ctx, p.ID)
	b, err2 := s.Rebuild(ctx, p.ID)
	fmt.Println(a == b, err, err2, s.Verify(ctx))
	pr, err := s.Progress(ctx, p.ID)
	fmt.Printf("%+v %v\n", pr, err)
	ds, err := s.Decisions(ctx, p.ID, 0, 10)
	fmt.Printf("%+v %v\n", ds, err)
	k := 0
	for _, err := range s.Messages(ctx, p.ID) {
		if err != nil {
			t.Fatal(err)
		}
		k++
	}
	fmt.Println(k)
	fmt.Println(s.Purge(ctx, p.ID, 1), s.Verify(ctx))
}
