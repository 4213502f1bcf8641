package reviewtest

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// reviewers work at once, until all decisions are taken.
const reviewers = 8

// decisions is how many there are to take: 2,000 with BAUTA_LONG=1, as make nightly has it.
func decisions() int {
	if os.Getenv("BAUTA_LONG") != "" {
		return 2000
	}
	return 500
}

// eight lets eight people empty one queue: every group is decided by exactly one
// of them, and nothing fails.
func eight(d *desk) {
	decisions := decisions()
	_, err := d.Import(d.ctx, d.p.ID, Many(decisions, 1))
	d.must(err)
	begun := time.Now()
	var wait sync.WaitGroup
	var mu sync.Mutex
	by := map[int64]int64{} // who decided a group
	for user := int64(1); user <= reviewers; user++ {
		wait.Go(func() {
			for {
				hand, err := d.Claim(d.ctx, d.p.ID, user, "tab", 5, review.ByLeak)
				if err != nil || len(hand) == 0 {
					if err != nil {
						d.Errorf("claim: %v", err)
					}
					return
				}
				for _, g := range hand {
					_, err := d.Decide(d.ctx, review.Decision{
						ID: fmt.Sprintf("load-%d-%d", user, g.ID), Project: d.p.ID, User: user, Scope: review.OnGroup,
						Group:  g.ID,
						Effect: review.Accept, Expect: g.Version,
					})
					mu.Lock()
					if err != nil || by[g.ID] != 0 {
						d.Errorf("group %d, decided by %d before: %v", g.ID, by[g.ID], err)
					}
					by[g.ID] = user
					mu.Unlock()
				}
			}
		})
	}
	wait.Wait()
	d.Logf("%d reviewers, %d decisions in %v", reviewers, len(by), time.Since(begun).Round(time.Millisecond))
	p, err := d.Progress(d.ctx, d.p.ID)
	d.must(err)
	if len(by) != decisions || p.Decisions != decisions || p.Left != 0 || p.LeftOcc != 0 {
		d.Errorf("%d groups decided, progress %+v", len(by), p)
	}
	d.must(d.Verify(d.ctx))
	d.whole()
}

// rounds bounds how many sequences are drawn.
const rounds = 40

// anySequence draws decisions of all kinds by three people, and holds what
// stands against what follows from the log.
func anySequence(d *desk) {
	anna, bob := team(d)
	texts := []string{
		"la [rose?0.9] et la [Rose?0.2]", "une [rose?] [Rose!]", "[lys?0.3n] [rose?]", "la [Lys?0.7n] [lys!n]",
		"[rose?] la [rose?]",
	}
	users := []int64{anna, bob, 77}
	scopes := []review.Scope{
		review.OnGold, review.OnOccurrence, review.OnMessage, review.OnPattern, review.OnGroup, review.OnWord,
		review.OnUndo, review.OnUndo, review.OnConfirm,
	}
	effects := []review.Effect{review.Mask, review.Keep, review.Accept, review.Skip, review.Flag}
	round := 0
	rapid.Check(d.T, func(r *rapid.T) {
		if round++; round > rounds {
			return
		}
		d.p = d.project(fmt.Sprintf("round%d", round))
		for _, u := range users[:2] {
			d.must(d.SetMember(d.ctx, review.Member{Project: d.p.ID, User: u, Role: review.Reviewer}, 0))
		}
		d.load(texts[:3]...)
		var made []string
		for i := range rapid.IntRange(1, 12).Draw(r, "decisions") {
			if i == 6 {
				d.load(texts...)
			}
			x := d.draw(r, rapid.SampledFrom(users).Draw(r, "user"), scopes, effects, made)
			_, err := d.Decide(d.ctx, x)
			switch {
			case err == nil:
				made = append(made, x.ID)
			case !errors.Is(err, review.ErrRefused):
				r.Fatalf("%+v: %v", x, err)
			}
		}
		stands, err := d.Digest(d.ctx, d.p.ID)
		d.must(err)
		if anew, err := d.Rebuild(d.ctx, d.p.ID); err != nil || anew != stands {
			r.Fatalf("what stands does not follow from the log (%v)", err)
		}
	})
	d.must(d.Verify(d.ctx))
}

// draw makes a decision that may be sensible.
func (d *desk) draw(
	r *rapid.T, user int64, scopes []review.Scope, effects []review.Effect, made []string,
) review.Decision {
	x := d.decision(user, rapid.SampledFrom([]string{"rose", "lys"}).Draw(r, "word"),
		rapid.SampledFrom(scopes).Draw(r, "scope"), "")
	x.Screen = "adjudicate"
	x.Exact = rapid.Bool().Draw(r, "exact")
	switch x.Scope {
	case review.OnUndo, review.OnConfirm:
		x.Of = "decision-none"
		if len(made) > 0 {
			x.Of = rapid.SampledFrom(made).Draw(r, "of")
		} else {
			x.Scope, x.Of, x.Effect = review.OnGroup, "", review.Accept
		}
		return x
	}
	x.Effect = rapid.SampledFrom(effects).Draw(r, "effect")
	if x.Effect == review.Mask {
		x.Label = rapid.SampledFrom([]bauta.Label{bauta.Person, bauta.Location}).Draw(r, "label")
	}
	if all := d.occurrences(x.Group); rapid.Bool().Draw(r, "one") || x.Scope == review.OnOccurrence ||
		x.Scope == review.OnPattern || x.Scope == review.OnMessage {
		o := rapid.SampledFrom(all).Draw(r, "occurrence")
		switch x.Scope {
		case review.OnGroup, review.OnWord:
			x.Excludes = []int64{o.ID}
		default:
			x.Message, x.Range = o.Message, o.Range
		}
	}
	return x
}

// purge destroys the texts of one project, and leaves the other's.
func purge(d *desk) {
	d.load("[canari?] chante")
	d.decide(d.decision(1, "canari", review.OnWord, review.Mask))
	gone := d.p
	d.p = d.project("stays")
	d.load("[canari?] reste")
	d.must(d.SetState(d.ctx, gone.ID, review.Released, 1))
	released, err := d.Project(d.ctx, gone.Slug)
	d.must(err)
	early, err := review.PurgeDue(d.ctx, d, review.PurgeAfter, released.Released.Add(review.PurgeAfter-time.Second))
	if err != nil || len(early) != 0 {
		d.Errorf("before the time %d projects are purged, %v", len(early), err)
	}
	due, err := review.PurgeDue(d.ctx, d, review.PurgeAfter, released.Released.Add(review.PurgeAfter))
	if err != nil || len(due) != 1 || due[0].ID != gone.ID {
		d.Errorf("purged are %+v, %v", due, err)
	}
	d.fails(d.Purge(d.ctx, gone.ID, 1), review.ErrPurged)
	p, err := d.Project(d.ctx, gone.Slug)
	if err != nil || p.State != review.Purged || p.Purged.IsZero() {
		d.Errorf("purged: %+v, %v", p, err)
	}
	for _, err := range d.Messages(d.ctx, gone.ID) {
		d.fails(err, review.ErrPurged)
	}
	_, err = d.Import(d.ctx, gone.ID, Texts("[x?]"))
	d.fails(err, review.ErrPurged)
	_, err = d.Claim(d.ctx, gone.ID, 1, "tab", 1, review.ByLeak)
	d.fails(err, review.ErrPurged)
	_, err = d.Groups(d.ctx, gone.ID, "", 10)
	d.fails(err, review.ErrPurged)
	log, err := d.Decisions(d.ctx, gone.ID, 0, 10)
	if err != nil || len(log) != 1 || log[0].Word != "" {
		d.Errorf("log after the purge: %+v, %v", log, err)
	}
	if n, err := d.Progress(d.ctx, gone.ID); err != nil || n.Messages != 1 || n.Decisions != 1 {
		d.Errorf("progress after the purge: %+v, %v", n, err)
	}
	if m, err := d.Message(d.ctx, d.p.ID, 2); err != nil || !strings.Contains(m.Message.Text, "canari") {
		d.Errorf("the other project's text: %v", err)
	}
	d.must(d.Verify(d.ctx))
	d.whole()
}
