package eval

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteText prints the report as conlleval does: a line of totals and a line
// for each type.
func (r ChunkReport) WriteText(w io.Writer) error {
	var b strings.Builder
	a := r.All
	fmt.Fprintf(&b, "tokens %d gold %d found %d correct %d acc %.2f P %.2f R %.2f F1 %.2f\n",
		r.Tokens, a.Gold, a.Found, a.Correct, r.Accuracy(), a.Precision(), a.Recall(), a.F1())
	for _, t := range r.Types {
		s := t.Score
		fmt.Fprintf(&b, "  %-14s P %6.2f R %6.2f F1 %6.2f n %d\n", t.Type, s.Precision(), s.Recall(), s.F1(), s.Gold)
	}
	return flush(w, &b)
}

// WriteIntervals prints the F1 of all and of each type with its bootstrap
// interval.
func (r ChunkReport) WriteIntervals(w io.Writer, rounds int, seed uint64) error {
	var b strings.Builder
	for _, iv := range r.Bootstrap(rounds, seed) {
		name, s := iv.Type, r.Type(iv.Type)
		if name == "" {
			name, s = "all", r.All
		}
		fmt.Fprintf(&b, "  %-18s F1 %6.2f  [%6.2f, %6.2f]  P [%6.2f, %6.2f]  R [%6.2f, %6.2f]  n %d\n",
			name, s.F1(), iv.F1.Low, iv.F1.High, iv.P.Low, iv.P.High, iv.R.Low, iv.R.High, s.Gold)
	}
	return flush(w, &b)
}

// WriteText prints coverage, entities, and exact spans, all and by type.
func (r SpanReport) WriteText(w io.Writer) error {
	var b strings.Builder
	c, e, x := r.Coverage, r.Entities, r.Exact
	fmt.Fprintf(&b, "messages %d\n", r.Messages)
	line := func(name string, p, rec, f float64, rest string) {
		fmt.Fprintf(&b, "%-20s P %6.2f R %6.2f F1 %6.2f  %s\n", name, p, rec, f, rest)
	}
	line("characters", c.Precision(), c.Recall(), c.F1(), fmt.Sprintf("found %d of %d", c.Hidden, c.Gold))
	line("entities", e.Precision(), e.Recall(), e.F1(),
		fmt.Sprintf("whole %d partly %d of %d", e.Whole, e.Partly, e.Gold))
	line("exact span and type", x.Precision(), x.Recall(), x.F1(), fmt.Sprintf("correct %d of %d", x.Correct, x.Gold))
	if o := r.Output; o != nil {
		fmt.Fprintf(&b, "came out             characters gone %.2f %% of %d  messages without anything untouched %d "+
			"of %d",
			percent(o.Gone, o.Gold), o.Gold, o.Untouched, o.Negatives)
		if o.Withheld > 0 {
			fmt.Fprintf(&b, "  withheld %d", o.Withheld)
		}
		b.WriteString("\n")
	}
	if n := r.FirstNames; n != nil {
		fmt.Fprintf(&b, "first names          gone %d of %d, %.2f %%\n", n.Gone, n.Gold, percent(n.Gone, n.Gold))
	}
	for _, t := range r.Types {
		s := t.Exact
		fmt.Fprintf(&b, "  %-18s P %6.2f R %6.2f F1 %6.2f  n %d found %d  characters found %.2f %%",
			t.Type, s.Precision(), s.Recall(), s.F1(), s.Gold, s.Found, percent(t.Hidden, t.Characters))
		if r.Output != nil {
			fmt.Fprintf(&b, " gone %.2f %%", percent(t.Gone, t.Characters))
		}
		fmt.Fprintf(&b, " of %d\n", t.Characters)
	}
	return flush(w, &b)
}

// WriteText prints the paper's Table 3 and Table 4 and the figures that follow.
func (r MessageReport) WriteText(w io.Writer) error {
	var b strings.Builder
	n := r.Messages
	b.WriteString("Table 3  outcome of the messages\n")
	table(&b, [][]string{
		{"", "TA", "NTA", "untagged", "total"},
		{"messages", digits(r.TA), digits(r.NTA), digits(r.Untagged), digits(n)},
		{"share", shareText(r.TA, n), shareText(r.NTA, n), shareText(r.Untagged, n), shareText(n, n)},
	})
	b.WriteString("\nTable 4  confusion on the processed part\n")
	table(&b, [][]string{
		{"", "gold NTA", "gold TA"},
		{"system NTA", digits(r.NTANTA), digits(r.NTATA)},
		{"system TA", digits(r.TANTA), digits(r.TATA)},
		{"untagged", digits(r.Untagged - r.UntaggedTA), digits(r.UntaggedTA)},
	})
	b.WriteString("\n")
	gold := r.TATA + r.NTATA + r.UntaggedTA
	fmt.Fprintf(&b, "decided without a person        %6.2f %%\n", 100*r.Decided)
	fmt.Fprintf(&b, "accuracy on the processed part  %.4f\n", r.Accuracy)
	fmt.Fprintf(&b, "TA precision                    %.4f  (%d of %d)\n", r.TAPrecision, r.TATA, r.TA)
	fmt.Fprintf(&b, "TA recall over all messages     %.4f  (%d of %d)\n", r.TARecall, r.TATA, gold)
	l := r.Leak
	fmt.Fprintf(&b, "leak among the released NTA     %.3f %%  (%d of %d; 95 %% Clopper-Pearson [%.3f, %.3f] %%, "+
		"one-sided below %.3f %%)\n",
		100*l.Rate, l.Events, l.Trials, 100*l.Low, 100*l.High, 100*l.Upper)
	return flush(w, &b)
}

func digits(n int) string { return fmt.Sprint(n) }

func shareText(part, whole int) string { return fmt.Sprintf("%.2f %%", percent(part, whole)) }

// table prints rows with the first column to the left and the others to the
// right, each as wide as its widest cell.
func table(b *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for _, row := range rows {
		for i, c := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c))
			if i == 0 {
				b.WriteString("  " + c + pad)
			} else {
				b.WriteString("  " + pad + c)
			}
		}
		b.WriteByte('\n')
	}
}

func flush(w io.Writer, b *strings.Builder) error {
	_, err := io.WriteString(w, b.String())
	return err
}
