package agreement

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// WriteText prints the figures, those of each label and pair, and the confusion
// of each pair.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "messages %d  tokens %d  pairs %d\n", r.Messages, r.Tokens, len(r.Pairs))
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "kappa, all tokens\t%s\n", r.Kappa.text(len(r.Pairs)))
	fmt.Fprintf(t, "kappa, marked tokens\t%s\n", r.Marked.text(len(r.Pairs)))
	fmt.Fprintf(t, "span F1\t%s\n", r.Spans.text(len(r.Pairs)))
	fmt.Fprintf(t, "Krippendorff's alpha\t%s\n", r.Alpha.text(0))
	t.Flush()
	if len(r.Labels) > 0 {
		b.WriteString("\nby label\n")
		for _, l := range r.Labels {
			fmt.Fprintf(t, "  %s\tkappa %s\tspan F1 %s\n", l.Label, l.Kappa.text(len(r.Pairs)),
				l.Spans.text(len(r.Pairs)))
		}
		t.Flush()
	}
	for _, p := range r.Pairs {
		fmt.Fprintf(&b, "\n%s and %s, tokens %d\n", p.A, p.B, p.Tokens)
		fmt.Fprintf(t, "  kappa, all tokens\t%s\n", p.Kappa.text(0))
		fmt.Fprintf(t, "  kappa, marked tokens\t%s\n", p.Marked.text(0))
		fmt.Fprintf(t, "  span F1\t%s\n", p.Spans.text(0))
		t.Flush()
		writeConfusion(&b, r.Names, p)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeConfusion numbers the columns as the rows, and leaves out labels that
// the pair did not use.
func writeConfusion(b *strings.Builder, names []string, p Pair) {
	used := make([]bool, len(names))
	for i, row := range p.Confusion {
		for j, n := range row {
			used[i] = used[i] || n > 0
			used[j] = used[j] || n > 0
		}
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(b, "  tokens: rows %s, columns %s\n", p.A, p.B)
	for j := range names {
		if used[j] {
			fmt.Fprintf(t, "\t%d", j)
		}
	}
	fmt.Fprint(t, "\t\n")
	for i, row := range p.Confusion {
		if !used[i] {
			continue
		}
		fmt.Fprintf(t, "%d %s", i, names[i])
		for j, n := range row {
			if used[j] {
				fmt.Fprint(t, "\t"+strconv.Itoa(n))
			}
		}
		fmt.Fprint(t, "\t\n")
	}
	t.Flush()
}

// text is the figure as printed; of a mean that is not over all pairs it says
// over how many.
func (v Value) text(pairs int) string {
	if v.Undefined != "" {
		return "undefined: " + v.Undefined
	}
	s := places(v.X)
	if v.Interval != nil {
		s += fmt.Sprintf("  [%s, %s]", places(v.Interval.Low), places(v.Interval.High))
	}
	if pairs > 0 && v.Pairs < pairs {
		s += fmt.Sprintf("  (%d of %d pairs)", v.Pairs, pairs)
	}
	return s
}

// places prints four decimal places; what rounds to nothing has no sign.
func places(x float64) string { return fmt.Sprintf("%.4f", math.Round(1e4*x)/1e4+0) }

// WriteConsistency prints a line for each annotator.
func WriteConsistency(w io.Writer, list []Consistency) error {
	var b strings.Builder
	for _, c := range list {
		fmt.Fprintf(&b, "%s with themselves: %d of %d messages alike; kappa %s; marked tokens %s; span F1 %s\n",
			c.Annotator, c.Same, c.Messages, c.Kappa.text(0), c.Marked.text(0), c.Spans.text(0))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
