package reviewtest

import (
	"fmt"

	"github.com/bauta/bauta/internal/review"
)

// besides: a neighbour counts in its own conversation and project alone.
func besides(d *desk) {
	talk := func(project int64, threads ...string) {
		d.Helper()
		var items []review.Item
		for i, thread := range threads {
			it := Item(fmt.Sprint(project, ".", i), fmt.Sprintf("%s%d [rose?]", thread, i))
			it.Message.Thread = thread
			items = append(items, it)
		}
		_, err := d.Import(d.ctx, project, Items(items...))
		d.must(err)
	}
	talk(d.p.ID, "a", "a", "a", "b", "", "")
	talk(d.project("other").ID, "b")
	talk(d.p.ID, "b")
	var ids []int64
	for m, err := range d.Messages(d.ctx, d.p.ID) {
		d.must(err)
		ids = append(ids, m.ID)
	}
	got, err := d.Beside(d.ctx, d.p.ID, append(ids, 1_000_000))
	d.must(err)
	for i, want := range []string{"|a1 rose", "a0 rose|a2 rose", "a1 rose|", "|", "|", "|", "|"} {
		if b := got[ids[i]]; b.Above+"|"+b.Below != want {
			d.Errorf("message %d stands between %+v, want %s", i, b, want)
		}
	}
	if len(got) != 3 {
		d.Errorf("%d messages have neighbours", len(got))
	}
}
