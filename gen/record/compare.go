package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// difference is how a run differs from the same one of an older record.
type difference struct {
	preset, input string
	messages      int
	fresh, gone   int   // messages that stand in one record only
	out, why      []int // messages of which something else came out, or the reasons alone differ
	// Digests over all messages that differ though no message seems to: 16 bits
	// of two results may agree.
	hidden struct{ out, why bool }
	absent bool // the older record has none of it
}

// equal reports that nothing differs of what can be compared, and something can.
func (d difference) equal() bool {
	nothing := d.absent || d.fresh == d.messages
	return !nothing && len(d.out)+len(d.why) == 0 && !d.hidden.out && !d.hidden.why
}

// differ compares the last run of a record.
func (rec *Record) differ(old *Record) difference {
	now := rec.Runs[len(rec.Runs)-1]
	d := difference{preset: now.Preset, input: now.Input, messages: now.Messages, absent: true}
	for _, before := range old.Runs {
		if before.Preset == now.Preset && before.Input == now.Input {
			d.absent = false
			was, is := old.Inputs[now.Input], rec.Inputs[now.Input]
			d.count(before, now, match(was, is, now.Messages))
			if was.Digest == is.Digest && len(d.out)+len(d.why) == 0 {
				d.hidden.out = before.Out.Digest != now.Out.Digest
				d.hidden.why = before.Why.Digest != now.Why.Digest
			}
		}
	}
	return d
}

// match gives each message of an input its number in an older one, -1 where it
// was not there. Equal messages are matched in order.
func match(old, now Sums, n int) []int {
	places := map[string][]int{}
	for i := range len(old.Each) / inWidth {
		key := old.at(i, inWidth)
		places[key] = append(places[key], i)
	}
	out := make([]int, n)
	for i := range out {
		out[i] = -1
		if key := now.at(i, inWidth); len(places[key]) > 0 {
			out[i], places[key] = places[key][0], places[key][1:]
		}
	}
	return out
}

// count notes what differs between two runs.
func (d *difference) count(before, now Run, was []int) {
	for i, at := range was {
		switch {
		case at < 0:
			d.fresh++
		case now.Out.at(i, outWidth) != before.Out.at(at, outWidth):
			d.out = append(d.out, i)
		case now.Why.at(i, outWidth) != before.Why.at(at, outWidth):
			d.why = append(d.why, i)
		}
	}
	d.gone = before.Messages - (now.Messages - d.fresh)
}

// table prints the differences.
func table(w io.Writer, differences []difference) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "preset\tinput\tmessages\tdiffer\twhy only\tnew\tgone\t")
	for _, d := range differences {
		if d.absent {
			fmt.Fprintf(t, "%s\t%s\t%d\tnot in that record\t\t\t\t\n", d.preset, d.input, d.messages)
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%d\t%d\t\n", d.preset, d.input, d.messages,
			number(d.out, d.hidden.out), number(d.why, d.hidden.why), d.fresh, d.gone)
	}
	return t.Flush()
}

func number(of []int, hidden bool) string {
	if hidden {
		return "1 or more"
	}
	return fmt.Sprint(len(of))
}

// print names the first messages that differ, those of which something else
// came out before those whose reasons differ.
func (o options) print(w io.Writer, d difference, res []result) {
	for n, i := range slices.Concat(d.out, d.why) {
		if n == o.show {
			return
		}
		fmt.Fprintf(w, "%s %s %d %s\n", d.preset, d.input, i+1, res[i].Message.ID)
		if o.texts {
			fmt.Fprintf(w, "%s%s\n", res[i].what(), res[i].reasons())
		}
	}
}
