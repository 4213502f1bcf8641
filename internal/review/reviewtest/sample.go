package reviewtest

import (
	"strings"

	"github.com/bauta/bauta/internal/review"
)

func sample(d *desk) {
	_, err := d.Import(d.ctx, d.p.ID, Many(40, 2))
	d.must(err)
	first, err := d.AuditSample(d.ctx, d.p.ID, 1, 10)
	d.must(err)
	again, err := d.AuditSample(d.ctx, d.p.ID, 1, 10)
	d.must(err)
	if len(first) != 10 || first[0].ID != again[0].ID || first[0].Message.Text == "" {
		d.Errorf("a sample of %d", len(first))
	}
	x := d.decision(1, "", review.OnAudit, review.Mask)
	x.Message = first[0].ID
	d.decide(x)
	x = d.decision(1, "", review.OnAudit, review.Keep)
	x.Message = first[1].ID
	d.decide(x)
	next, err := d.AuditSample(d.ctx, d.p.ID, 1, 10)
	d.must(err)
	if next[0].ID != first[2].ID {
		d.Error("what was looked at comes again")
	}
	log, err := d.Decisions(d.ctx, d.p.ID, 0, 10)
	d.must(err)
	if a := review.Audit(log); a.Trials != 2 || a.Events != 1 {
		d.Errorf("audit %+v", a)
	}
	back := d.decision(1, "", review.OnUndo, "")
	back.Of = x.ID
	d.decide(back)
	if next, err = d.AuditSample(d.ctx, d.p.ID, 1, 10); err != nil || next[0].ID != first[1].ID {
		d.Errorf("an undone look counts, %v", err)
	}
	x.ID, x.Message = "decision-none", 99999
	_, err = d.Decide(d.ctx, x)
	d.fails(err, review.ErrNotFound)
}

// staleLooks: looks count while what they saw stands, and while no message that
// came in later stands before theirs in the sample.
func staleLooks(d *desk) {
	_, err := d.Import(d.ctx, d.p.ID, Many(40, 2))
	d.must(err)
	look := func() {
		for {
			next, err := d.AuditSample(d.ctx, d.p.ID, 1, 1)
			d.must(err)
			if len(next) == 0 {
				return
			}
			x := d.decision(1, "", review.OnAudit, review.Keep)
			x.Message, x.Shown = next[0].ID, next[0].Shown()
			d.decide(x)
		}
	}
	trials := func() int {
		log, err := d.Decisions(d.ctx, d.p.ID, 0, 10_000)
		d.must(err)
		return review.Audit(log).Trials
	}
	look()
	if n := trials(); n != 40 {
		d.Errorf("%d of 40 looks count", n)
	}
	sample, err := d.AuditSample(d.ctx, d.p.ID, 2, 40) // of somebody else: all, in order
	d.must(err)
	first := sample[0].Occurrences[0]
	x := d.decision(1, "", review.OnOccurrence, review.Mask)
	x.Group, x.Message, x.Range, x.Label = first.Group, first.Message, first.Range, first.Span.Label
	d.decide(x)
	if n := trials(); n != 40 {
		d.Errorf("%d looks count after a mask that was shown was confirmed", n)
	}
	x = d.decision(1, "", review.OnOccurrence, review.Keep)
	x.Group, x.Message, x.Range = first.Group, first.Message, first.Range
	d.decide(x)
	if n := trials(); n != 0 {
		d.Errorf("%d looks count, though the first message of the sample shows more than was seen", n)
	}
	again, err := d.AuditSample(d.ctx, d.p.ID, 1, 10)
	if err != nil || len(again) != 1 || again[0].ID != first.Message {
		d.Errorf("%d messages are to be looked at again, %v", len(again), err)
	}
	look()
	if n := trials(); n != 40 {
		d.Errorf("%d of 40 looks count after another look", n)
	}
	d.load("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
		"quatorze", "quinze", "seize")
	log, err := d.Decisions(d.ctx, d.p.ID, 0, 10_000)
	d.must(err)
	gates := review.Gates(d.p, review.Progress{}, log, 9)
	if n := trials(); n >= 40 || !strings.Contains(gates[3].Refusal, "messages came in") {
		d.Errorf("%d looks count after messages came in, the gate says %q", n, gates[3].Refusal)
	}
	look()
	if n := trials(); n != 56 {
		d.Errorf("%d of 56 looks count in the end", n)
	}
}
