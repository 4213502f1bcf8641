package sqlstore_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// TestWithdrawLeavesMasks: what is masked already stays as it is masked, and what stands in clear beside it is masked.
func TestWithdrawLeavesMasks(t *testing.T) {
	s := openAt(t, sqliteFile(t), &reviewtest.Clock{})
	p, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s", Labels: []bauta.Label{bauta.Person}})
	if err != nil {
		t.Fatal(err)
	}
	as := func(it review.Item, label bauta.Label) review.Item {
		for i := range it.Spans {
			it.Spans[i].Label = label
		}
		return it
	}
	items := []review.Item{
		as(reviewtest.Item("1", "à [zita@ex.org!] et [@zita_k!]"), bauta.UID), reviewtest.Item("2", "[Zita!]'s gran"),
		reviewtest.Item("3", "dis à zita et Zita's Hut"),
	}
	if _, err := s.Import(t.Context(), p.ID, reviewtest.Items(items...)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Withdraw(t.Context(), p.ID, review.Leaving{Author: "u9", Names: []string{"Zita", "zita@ex.org"}}, 1); err != nil {
		t.Fatal(err)
	}
	var clear []string
	for m, err := range s.Messages(t.Context(), p.ID) {
		if err != nil {
			t.Fatal(err)
		}
		clear = append(clear, inClear(&m))
		for _, o := range m.Occurrences {
			want := bauta.Person
			if m.Message.ID == "1" {
				want = bauta.UID
			}
			if now := o.Now.Label; now != "" && now != want {
				t.Errorf("%s: masked as %s", m.Message.Text, now)
			}
		}
	}
	if got, want := strings.Join(clear, "|"), "à ########### et #######|####'s gran|dis à #### et ###### Hut"; got != want {
		t.Errorf("in clear: %s\nwant %s", got, want)
	}
}
