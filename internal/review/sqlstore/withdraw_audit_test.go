package sqlstore_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// spoken is a project of 300 messages, ten of them the leaver's, of which the limit is just proved; so many
// of the others name the leaver.
func spoken(t *testing.T, mentions int, limit float64) (*sqlstore.Store, review.Project, *review.Audited) {
	t.Helper()
	clock := &reviewtest.Clock{}
	s := openAt(t, filepath.Join(t.TempDir(), "desk.db"), clock)
	p, err := s.CreateProject(t.Context(), review.Project{
		Slug: "desk", Seed: "s", Labels: []bauta.Label{bauta.Person}, SecondAbove: 50, LeakLimit: limit,
	})
	if err != nil {
		t.Fatal(err)
	}
	var items []review.Item
	for i := range 300 {
		said := "salut [Paul!] ça va " + strings.Repeat("a", 1+i%7) + strings.Repeat("b", 1+i/7)
		if i < mentions {
			said += " Zita"
		}
		it := reviewtest.Item(fmt.Sprint("m", i), said)
		if it.Message.Author = "u1"; i >= 290 {
			it.Message.Author = "u7"
		}
		items = append(items, it)
	}
	if _, err := s.Import(t.Context(), p.ID, reviewtest.Items(items...)); err != nil {
		t.Fatal(err)
	}
	a, _, err := reviewtest.LookAtAll(s, p, 1, clock, nil)
	if err != nil || !a.Standing().Proved {
		t.Fatalf("%+v, %v", a.Standing(), err)
	}
	return s, p, a
}

// TestWithdrawCarriesTheAuditOn: of what is left after a withdrawal those messages alone are looked at
// again in which a mention was masked.
func TestWithdrawCarriesTheAuditOn(t *testing.T) {
	for _, mentions := range []int{0, 3} {
		s, p, _ := spoken(t, mentions, 0.1)
		if _, err := s.Withdraw(t.Context(), p.ID, leaver, 1); err != nil {
			t.Fatal(err)
		}
		a, screens, err := reviewtest.LookAtAll(s, p, 1, &reviewtest.Clock{}, nil)
		if st := a.Standing(); err != nil || !st.Proved || !st.Again || screens > 1 || st.Looks > mentions {
			t.Errorf("%d mentions: %d screens: %+v, %v", mentions, screens, st, err)
		}
	}
}

// TestGateAfterAWithdrawal: where a withdrawal took messages out and changed no other, what was proved holds, and the
// gate of the audit is open; else it says how many must be looked at again, and those are the ones that are.
func TestGateAfterAWithdrawal(t *testing.T) {
	refusal := func(s *sqlstore.Store, p review.Project) string {
		a, err := review.AuditOf(t.Context(), s, p)
		if err != nil {
			t.Fatal(err)
		}
		ahead, err := a.Ahead(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range review.Gates(review.Progress{Messages: 290}, nil, 9, a.Standing(), ahead, a.Lookers()) {
			if g.Name == "audit" {
				return g.Refusal
			}
		}
		t.Fatal("no gate")
		return ""
	}
	for mentions, want := range map[int]string{0: "", 3: "of its 290 messages 3 are new or not as they were"} {
		s, p, _ := spoken(t, mentions, 0.1)
		if _, err := s.Withdraw(t.Context(), p.ID, leaver, 1); err != nil {
			t.Fatal(err)
		}
		if got := refusal(s, p); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%d mentions: the gate says %q", mentions, got)
		}
		if _, _, err := reviewtest.LookAtAll(s, p, 1, &reviewtest.Clock{}, nil); err != nil {
			t.Fatal(err)
		}
		if got := refusal(s, p); got != "" {
			t.Errorf("%d mentions, looked at: the gate says %q", mentions, got)
		}
	}
	s, p, a := spoken(t, 0, 0.1)
	var more []review.Item
	for i := range 100 {
		more = append(more, reviewtest.Item(fmt.Sprint("later", i), strings.Repeat("rien ", i+1)))
	}
	if _, err := s.Import(t.Context(), p.ID, reviewtest.Items(more...)); err != nil {
		t.Fatal(err)
	}
	if err := a.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Begin(t.Context(), 1, (&reviewtest.Clock{}).Now(), review.Terms{}); err != nil { // nobody has looked yet
		t.Fatal(err)
	}
	if _, err := s.Withdraw(t.Context(), p.ID, leaver, 1); err != nil {
		t.Fatal(err)
	}
	if got := refusal(s, p); !strings.HasPrefix(got, "messages were taken out since the audit began") {
		t.Errorf("nothing was proved: the gate says %q", got)
	}
}

// TestWithdrawalIsCertified: what a withdrawal left has a certificate without another look: no more
// leaks than were proved of the whole, and each message that is not as it was counts as one. Where
// nobody was taken out, a change has none.
func TestWithdrawalIsCertified(t *testing.T) {
	for _, mentions := range []int{0, 3} {
		s, p, a := spoken(t, mentions, 0.1)
		certify := func() (*audit.Certificate, audit.Release, error) {
			t.Helper()
			if err := a.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			l, err := a.Outgoing(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			w, err := a.Withdrawal(t.Context(), l)
			if err != nil {
				t.Fatal(err)
			}
			c, err := a.Certify(l.Release, l.Release, audit.Key([]byte("secret")), audit.Certificate{Withdrawn: w})
			return c, l.Release, err
		}
		whole, before, err := certify()
		if err != nil || whole.Withdrawn != nil || whole.Verify(before) != nil {
			t.Fatalf("the whole: %+v, %v", whole, err)
		}
		for _, name := range []string{"an older one", whole.Signature} {
			if err := s.AuditCertified(t.Context(), p.ID, 1, name); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Withdraw(t.Context(), p.ID, leaver, 1); err != nil {
			t.Fatal(err)
		}
		left, now, err := certify()
		if err != nil || left.Verify(now) != nil || left.Withdrawn == nil {
			t.Fatalf("what is left: %v, %v", err, left.Verify(now))
		}
		if err := s.AuditCertified(t.Context(), p.ID, 1, left.Signature); err != nil {
			t.Fatal(err)
		}
		twice, _, err := certify()
		if err != nil || left.Withdrawn.Before != whole.Signature || twice.Withdrawn.Before != whole.Signature {
			t.Errorf("%v: it follows from %q, and once more from %q, not from %q", err, left.Withdrawn.Before, twice.Withdrawn.Before, whole.Signature)
		}
		if fresh, err := review.AuditOf(t.Context(), s, p); err != nil {
			t.Error(err)
		} else if l, err := fresh.Outgoing(t.Context()); err != nil {
			t.Error(err)
		} else if w, err := fresh.Withdrawal(t.Context(), l); err != nil || w.Before != whole.Signature {
			t.Errorf("%v: read anew it follows from %+v", err, w)
		}
		if w := left.Withdrawn; w.Looked != 300 || w.Gone != 10 || w.Changed != mentions || left.N != 290 || left.Most != whole.Most+mentions {
			t.Errorf("%d mentions: %+v, %d of %d leak at most, of the whole %d", mentions, w, left.Most, left.N, whole.Most)
		}
		if left.Verify(before) == nil {
			t.Error("it is of the whole, too")
		}
		// One who says that fewer changed says what does not follow.
		if left.Withdrawn.Changed = 0; mentions > 0 && left.Verify(now) == nil {
			t.Error("mentions that were masked are not counted")
		}
	}
	s, p, a := spoken(t, 0, 0.1)
	if _, err := s.Import(t.Context(), p.ID, reviewtest.Items(reviewtest.Item("later", "rien du tout"))); err != nil {
		t.Fatal(err)
	}
	if err := a.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	l, err := a.Outgoing(t.Context())
	if w, err2 := a.Withdrawal(t.Context(), l); err != nil || err2 != nil || w != nil {
		t.Errorf("nobody was taken out, and a message came in: %+v, %v, %v", w, err, err2)
	}
	if _, err := a.Certify(l.Release, l.Release, audit.Key([]byte("secret")), audit.Certificate{}); !errors.Is(err, audit.ErrChanged) {
		t.Errorf("certified: %v", err)
	}
}
