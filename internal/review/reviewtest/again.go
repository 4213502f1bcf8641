package reviewtest

import (
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// twiceAsked is so many words that one of them is asked twice, whatever the keys.
const twiceAsked = 600

// repeated is the group of a claim that the user is asked about once more.
func (d *desk) repeated(user int64) (review.Group, bool) {
	d.Helper()
	hand, err := d.Claim(d.ctx, d.p.ID, user, "tab", 5, review.ByLeak)
	d.must(err)
	for i, g := range hand {
		if g.Again && i != len(hand)-1 {
			d.Error("what is asked twice does not stand behind the others")
		}
	}
	last := hand[len(hand)-1]
	return last, last.Again
}

// alike is how many groups were answered twice, and alike.
func (d *desk) alike() (trials, events int) {
	d.Helper()
	log, err := d.Decisions(d.ctx, d.p.ID, 0, 10_000)
	d.must(err)
	b := review.Consistency(log)
	return b.Trials, b.Events
}

// secondly is a second answer about a group.
func (d *desk) secondly(g review.Group, scope review.Scope, effect review.Effect) review.Decision {
	d.Helper()
	x := d.decision(1, "", scope, effect)
	x.Group, x.Again = g.ID, true
	return x
}

// decideAll lets user 1 accept what was proposed for many words, and loads words
// that wait.
func (d *desk) decideAll() {
	d.Helper()
	var texts []string
	for i := range twiceAsked {
		texts = append(texts, "["+letters(i)+"?0.8] et ["+letters(i)+"?0.3]")
	}
	d.load(texts...)
	groups, err := d.Groups(d.ctx, d.p.ID, review.Waiting, 2*twiceAsked)
	d.must(err)
	for _, g := range groups {
		x := d.decision(1, "", review.OnGroup, review.Accept)
		x.Group = g.ID
		d.decide(x)
	}
	d.load("puis [zut?0.6] et [flûte?0.6]")
}

// twice asks a reviewer once more, who is not told, and nothing follows from it.
func twice(d *desk) {
	d.decideAll()
	if _, ok := d.repeated(1); ok {
		d.Error("asked twice on the same day")
	}
	d.clock.Pass(25 * time.Hour)
	g, ok := d.repeated(1)
	if !ok {
		d.Fatal("nobody is asked twice")
	}
	if same, _ := d.repeated(1); same.ID != g.ID {
		d.Error("a claim that is repeated asks about another group")
	}
	stood, err := d.Progress(d.ctx, d.p.ID)
	d.must(err)
	before := d.whole()
	d.blank(g)
	d.answers(g)
	if d.whole() != before {
		d.Error("something follows from a second answer")
	}
	if now, err := d.Progress(d.ctx, d.p.ID); err != nil || now != stood {
		d.Errorf("second answers count as progress: %+v, was %+v (%v)", now, stood, err)
	}
	if rules, err := d.Rules(d.ctx, d.p.ID); err != nil || len(rules) != 0 {
		d.Errorf("%d rules of second answers, %v", len(rules), err)
	}
	d.must(d.Verify(d.ctx))
}

// blank holds that the desk shows nothing of the first answer.
func (d *desk) blank(g review.Group) {
	d.Helper()
	laid, err := d.DeskAgain(d.ctx, d.p.ID, 1, g.ID, 40)
	d.must(err)
	if laid.Count != 2 || laid.Open != 2 || laid.State != review.Waiting || len(laid.Occurrences) != 2 {
		d.Errorf("laid out again: %+v", laid.Group)
	}
	if laid.Lease.User != 1 || laid.Word != g.Word {
		d.Errorf("laid out again for %d: %+v", laid.Lease.User, laid.Group)
	}
	for _, o := range laid.Occurrences {
		if o.Now != (review.Label{}) {
			d.Error("what was said the first time is shown")
		}
	}
	if laid.Before.Mine != 0 || laid.Before.Last != nil || len(laid.Before.Labels) != 0 {
		d.Errorf("how it was labelled before is shown: %+v", laid.Before)
	}
	p, err := d.Look(d.ctx, d.secondly(g, review.OnWord, review.Keep))
	if err != nil || p.Count != 2 || p.Undecided != 2 || p.Mine != 0 || len(p.Unusual) != 2 {
		d.Errorf("the preview gives the first answer away: %+v, %v", p, err)
	}
}

// answers gives second answers: the same ones in two steps, others, and those
// taken back.
func (d *desk) answers(g review.Group) {
	d.Helper()
	d.strange(g)
	first := d.about(d.secondly(g, review.OnOccurrence, review.Mask), 0)
	out := d.decide(first)
	if !out.Group.Again || out.Group.Open != 1 || out.Group.Version != g.Version || out.Decision.Affected != 1 ||
		out.Decision.Differs != 0 {
		d.Errorf("half a second answer: %+v", out)
	}
	if _, ok := d.repeated(1); ok {
		d.Error("asked twice two times in a row")
	}
	if out = d.decide(d.secondly(g, review.OnGroup, review.Accept)); out.Group.Open != 0 || out.Decision.Differs != 0 {
		d.Errorf("the whole second answer: %+v", out)
	}
	if n, same := d.alike(); n != 1 || same != 1 {
		d.Errorf("%d of %d answered alike, want 1 of 1", same, n)
	}
	always := d.secondly(g, review.OnWord, review.Mask)
	always.Label = bauta.Location
	out = d.decide(always)
	if out.Decision.Differs != 0 { // single and group decisions are narrower
		d.Errorf("a rule overruled the answers before it: %+v", out.Decision)
	}
	other := d.about(d.secondly(g, review.OnOccurrence, review.Keep), 0)
	if out = d.decide(other); out.Decision.Differs != 1 {
		d.Errorf("another answer differs in %d", out.Decision.Differs)
	}
	if n, same := d.alike(); n != 1 || same != 0 {
		d.Errorf("%d of %d answered alike, want 0 of 1", same, n)
	}
	d.takenBack(g, other)
}

// takenBack holds that the undo of a second answer leaves the one before it.
func (d *desk) takenBack(g review.Group, other review.Decision) {
	d.Helper()
	back := d.secondly(g, review.OnUndo, review.Undecided)
	back.Group, back.Again, back.Of = 0, false, other.ID
	if out := d.decide(back); !out.Decision.Again || !out.Group.Again || out.Decision.Differs != 0 {
		d.Errorf("an undo of a second answer: %+v", out)
	}
	if n, same := d.alike(); n != 1 || same != 1 {
		d.Errorf("after undo %d of %d answered alike", same, n)
	}
	if again, err := d.Decide(d.ctx, other); err != nil || !again.Again {
		d.Errorf("the same row once more: %v", err)
	}
}

// strange holds that nobody else answers a second time, and not for gold.
func (d *desk) strange(g review.Group) {
	d.Helper()
	stranger := d.secondly(g, review.OnGroup, review.Accept)
	stranger.User = 2
	_, err := d.Decide(d.ctx, stranger)
	d.fails(err, review.ErrRefused)
	gold := d.secondly(g, review.OnGold, review.Keep)
	_, err = d.Decide(d.ctx, gold)
	d.fails(err, review.ErrRefused)
}
