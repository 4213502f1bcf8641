//go:build e2e

package main_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// dayBefore lets anna accept every group that waits, a day and an hour ago.
func (s *stand) dayBefore() {
	s.t.Helper()
	key, err := sqlstore.ReadKey(s.key)
	if err != nil {
		s.t.Fatal(err)
	}
	old, err := sqlstore.Open(s.t.Context(), s.source, sqlstore.Config{Key: key, Now: func() time.Time { return time.Now().Add(-25 * time.Hour) }})
	if err != nil {
		s.t.Fatal(err)
	}
	defer old.Close()
	groups, err := old.Groups(s.t.Context(), s.project.ID, review.Waiting, 10_000)
	for i, g := range groups {
		if err == nil {
			_, err = old.Decide(s.t.Context(), review.Decision{
				ID: fmt.Sprintf("decision-%d", i), Project: s.project.ID, User: s.users["anna"].ID, Screen: "review",
				Scope: review.OnGroup, Effect: review.Accept, Group: g.ID, Expect: -1,
			})
		}
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// TestR13AskedTwice: behind the words that wait comes one that was decided the
// day before, like any other; what is answered changes nothing, and can be undone.
func TestR13AskedTwice(t *testing.T) {
	var texts []string
	for i := range 600 {
		w := fmt.Sprintf("mot%c%c", 'a'+i/26, 'a'+i%26)
		texts = append(texts, fmt.Sprintf("salut [%s?0.8] ou [%s?0.3]", w, w))
	}
	onBoth(t, texts, func(t *testing.T, s *stand) {
		s.dayBefore()
		s.imports("late", "puis [zut?0.9]")
		b := s.visit("anna", "review")
		b.onGroup("zut")
		b.press("Enter")
		b.wait(`document.getElementById("word").textContent.includes("mot") && document.activeElement.matches("#rows .row")`)
		b.saved()
		before, err := s.store.Digest(t.Context(), s.project.ID)
		if err != nil {
			t.Fatal(err)
		}
		if page := b.text("main"); strings.Contains(page, "decided by") || strings.Contains(page, "you 1") || strings.Contains(page, "you 2") || !strings.Contains(page, "0 questions left") {
			t.Errorf("the page gives away that the word was decided: %q", page)
		}
		first := b.text("#word")
		b.press("k") // masked the first time
		b.press("k") // left, as before: Enter releases nothing
		b.saved()
		b.wait(`!document.getElementById("empty").hidden`)
		rows := s.rows()
		if len(rows) != 603 || !rows[0].Again || !rows[1].Again || rows[0].Differs != 1 {
			t.Fatalf("%d rows, the newest %+v", len(rows), rows[0].Decision)
		}
		if twice := review.Consistency(rows); twice.Trials != 1 || twice.Events != 0 {
			t.Errorf("%d of %d alike, want 0 of 1", twice.Events, twice.Trials)
		}
		b.press("u", "u")
		b.wait(fmt.Sprintf(`document.getElementById("word").textContent === %q && document.querySelectorAll("#rows .row").length === 2`, first))
		b.saved()
		if twice := review.Consistency(s.rows()); twice.Trials != 0 {
			t.Errorf("%d are left after undo", twice.Trials)
		}
		after, err := s.store.Rebuild(t.Context(), s.project.ID)
		if err != nil || after != before {
			t.Errorf("a second answer changed the labels: %v", err)
		}
		b.clean(s.base)
	})
}
