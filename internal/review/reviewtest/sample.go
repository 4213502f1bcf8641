package reviewtest

import (
	"context"
	"errors"

	"github.com/bauta/bauta/internal/review"
)

// LookAtAll looks at screen after screen of a project's audit, as a reader does who sees
// every canary and finds the messages leaking that leaks names, until nothing is handed
// out any more or the limit is proved. It gives how many screens it took.
func LookAtAll(d interface {
	review.Corpus
	review.Audits
}, p review.Project, user int64, clock *Clock, leaks func(review.Stored) int, terms ...review.Terms,
) (*review.Audited, int, error) {
	ctx := context.Background()
	a, err := review.AuditOf(ctx, d, p)
	if err != nil {
		return nil, 0, err
	}
	if _, err := a.Begin(ctx, user, clock.Now(), append(terms, review.Terms{})[0]); err != nil {
		return nil, 0, err
	}
	for screens := 0; ; screens++ {
		if err := a.Draw(ctx, user, clock.Now()); err != nil {
			return nil, 0, err
		}
		rows := a.Unseen()
		if len(rows) == 0 {
			return a, screens, nil
		}
		seen := map[string]int{}
		for _, row := range rows {
			m, err := d.Message(ctx, p.ID, int64(row.Number))
			if err != nil {
				return nil, 0, err
			}
			if row.Canary {
				seen[row.Key] = 1
			} else if seen[row.Key] = 0; leaks != nil {
				seen[row.Key] = leaks(m)
			}
		}
		if err := a.Look(ctx, user, clock.Now(), seen); err != nil {
			return nil, 0, err
		}
	}
}

// audited looks at a release in which one message leaks: it is found, masked everywhere,
// the audit begins anew with less to spend, and proves the limit.
func audited(d *desk) {
	d.load(manyTexts(60)...)
	d.p.LeakLimit = 0.15 // nine of 60
	leaks := func(m review.Stored) (n int) {
		for _, o := range m.Occurrences {
			if o.Passed && o.Now.Effect == review.Keep {
				n++
			}
		}
		return n
	}
	a, screens, err := LookAtAll(d.Store, d.p, 1, d.clock, leaks)
	d.must(err)
	s := a.Standing()
	if len(s.Leaks) != 2 || screens != 9 || s.Canaries != 30 || s.Recognised != 30 || len(a.Leaking()) != 2 {
		d.Fatalf("%d screens, %+v, leaking %v", screens, s, a.Leaking())
	}
	if holds, err := a.Holds(d.ctx); err != nil || !holds {
		d.Errorf("nothing was decided, and the release is another one: %v", err)
	}
	if again, err := a.Begin(d.ctx, 1, d.clock.Now(), review.Terms{}); err != nil || again {
		d.Errorf("a release that has not changed was audited anew: %v", err)
	}
	d.decide(d.decision(1, "doriane", review.OnWord, review.Mask))
	d.must(a.Refresh(d.ctx))
	if holds, err := a.Holds(d.ctx); err != nil || holds {
		d.Errorf("a name was masked, and the audit goes on: %v", err)
	}
	a, _, err = LookAtAll(d.Store, d.p, 1, d.clock, leaks)
	d.must(err)
	if s = a.Standing(); !s.Proved || s.Attempt != 2 || s.Shown != 30 || len(s.Leaks) > 0 {
		d.Errorf("the second audit: %+v", s)
	}
	auditHolds(d)
}

// auditHolds: what changes nothing of what is hidden leaves an audit proved; what comes
// in does not.
func auditHolds(d *desk) {
	x := d.decision(1, "albin", review.OnGroup, review.Mask)
	d.decide(x)
	a, err := review.AuditOf(d.ctx, d.Store, d.p)
	d.must(err)
	if holds, err := a.Holds(d.ctx); err != nil || !holds || !a.Standing().Proved {
		d.Errorf("a question was answered by hiding what was hidden, and the release is another one: %v", err)
	}
	_, err = d.Import(d.ctx, d.p.ID, Items(Item("later", "rien du tout")))
	d.must(err)
	d.must(a.Refresh(d.ctx))
	if holds, err := a.Holds(d.ctx); err != nil || holds {
		d.Errorf("a message came in, and the audit goes on: %v", err)
	}
	a, screens, err := LookAtAll(d.Store, d.p, 1, d.clock, nil)
	d.must(err)
	if s := a.Standing(); !s.Again || s.Attempt != 3 || !s.Proved || screens > 1 || s.Looks > 1 {
		d.Errorf("a message came in, and more than that is looked at: %d screens, %+v", screens, s)
	}
	d.must(d.Verify(d.ctx))
}

// auditedByNames looks at a release name by name: two of one message leak, and are
// found as often as their places are drawn.
func auditedByNames(d *desk) {
	texts := manyTexts(60)
	texts[21] = "salut [Doriane~] et [Doriane~], numéro vingt"
	d.load(texts...)
	d.p.LeakLimit = 0.2 // seven, where 30 are hidden
	leaks := func(m review.Stored) (n int) {
		for _, o := range m.Occurrences {
			if o.Passed && o.Now.Effect == review.Keep {
				n++
			}
		}
		return n
	}
	a, _, err := LookAtAll(d.Store, d.p, 1, d.clock, leaks, review.Terms{Level: 0.2, Places: 3})
	d.must(err)
	s := a.Standing()
	if s.Names == nil || s.Names.Hidden != 30 || s.N != 180 || s.Level != 0.2 {
		d.Fatalf("%+v of %+v", s, s.Names)
	}
	if s.Looks == s.N && len(s.Leaks) != 3 || len(s.Leaks) > 3 {
		d.Errorf("%d looks found %d leaks", s.Looks, len(s.Leaks))
	}
	d.decide(d.decision(1, "doriane", review.OnWord, review.Mask))
	a, _, err = LookAtAll(d.Store, d.p, 1, d.clock, leaks)
	d.must(err)
	if s = a.Standing(); s.Attempt != 2 || s.Names == nil || s.Names.Hidden != 33 || s.Level != 0.2 {
		d.Errorf("begun anew on other terms: %+v of %+v", s, s.Names)
	}
	_, err = a.Begin(d.ctx, 1, d.clock.Now(), review.Terms{Level: 0.9})
	d.must(err) // nothing has changed, nothing begins
	d.must(d.Verify(d.ctx))
}

// manyTexts are messages of which each second one has a name that is asked about; two
// have one that was passed over.
func manyTexts(n int) []string {
	out := make([]string, n)
	for i := range out {
		switch {
		case i%2 == 0:
			out[i] = "salut [Albin?] numéro " + letters(i)
		case i == 21 || i == 43:
			out[i] = "salut [Doriane~] numéro " + letters(i)
		default:
			out[i] = "rien de neuf, numéro " + letters(i)
		}
	}
	return out
}

// auditTwice has two people look at once: what the slower one sends is refused, and
// nobody's looks are lost.
func auditTwice(d *desk) {
	d.load(manyTexts(40)...)
	first, err := review.AuditOf(d.ctx, d.Store, d.p)
	d.must(err)
	_, err = first.Begin(d.ctx, 1, d.clock.Now(), review.Terms{})
	d.must(err)
	d.must(first.Draw(d.ctx, 1, d.clock.Now()))
	second, err := review.AuditOf(d.ctx, d.Store, d.p)
	d.must(err)
	if len(first.Unseen()) != review.OneScreen || len(second.Unseen()) != review.OneScreen {
		d.Fatalf("screens of %d and %d", len(first.Unseen()), len(second.Unseen()))
	}
	seen := map[string]int{}
	for _, row := range first.Unseen() {
		seen[row.Key] = 0
	}
	d.must(first.Look(d.ctx, 1, d.clock.Now(), seen))
	if err := second.Look(d.ctx, 2, d.clock.Now(), seen); !errors.Is(err, review.ErrStale) {
		d.Errorf("the same screen once more: %v", err)
	}
	if err := first.Look(d.ctx, 1, d.clock.Now(), map[string]int{"forged": 1}); !errors.Is(err, review.ErrStale) {
		d.Errorf("a row that nobody handed out: %v", err)
	}
	d.must(second.Refresh(d.ctx))
	if got := second.Standing(); got.Looks+got.Shown != review.OneScreen || len(got.Leaks) > 0 {
		d.Errorf("%+v", got)
	}
}
