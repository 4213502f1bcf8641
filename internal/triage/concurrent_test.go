package triage_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
)

// One judge serves many goroutines, and says the same to all.
func TestJudgeIsSafeForConcurrentUse(t *testing.T) {
	j := judge(t, "safe", trained(t).Model, 0, 0)
	var texts []string
	for m := range fixture.SMS(11, 60) {
		texts = append(texts, m.Text)
	}
	docs := make([]*bauta.Doc, len(texts))
	for i, s := range texts {
		docs[i] = doc(t, s)
	}
	const workers = 4
	said := make([][]string, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for _, d := range docs {
				r := result(d)
				if err := j.Judge(context.Background(), d, r); err != nil {
					said[w] = append(said[w], err.Error())
					continue
				}
				said[w] = append(said[w], fmt.Sprint(r.Why, r.Verdict, r.Score))
			}
		})
	}
	wg.Wait()
	for w := range said {
		if !slices.Equal(said[w], said[0]) {
			t.Errorf("worker %d heard something else", w)
		}
	}
}

// The score depends on nothing but the message: not on its ID, author, thread.
func TestScoreIsOfTheTextAlone(t *testing.T) {
	m := trained(t).Model
	rd := reader()
	a := doc(t, "je vois Camille ce soir")
	b := doc(t, "je vois Camille ce soir")
	b.ID, b.Author, b.Thread = "other", "Zorglub", "x"
	if p, q := m.Probability(rd.Read(a, result(a))), m.Probability(rd.Read(b, result(b))); p != q {
		t.Errorf("%v and %v", p, q)
	}
}

func BenchmarkJudge(b *testing.B) {
	j := judge(b, "safe", trained(b).Model, 0, 0)
	d := doc(b, "salut Camille, tu viens au cine avec titou ce soir a 20h ? bisous")
	for b.Loop() {
		r := result(d)
		if err := j.Judge(context.Background(), d, r); err != nil {
			b.Fatal(err)
		}
	}
}
