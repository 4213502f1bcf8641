package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// differ shows texts before and after; nil shows nothing.
type differ struct {
	w     io.Writer
	side  int  // width of a column; 0 for one text below the other
	color bool // on a terminal
}

// The signs that begin and end what goes and what comes, on a terminal.
const (
	red, green, plainColor = "\x1b[31m", "\x1b[32m", "\x1b[0m"
	usualWidth             = 100
)

// differ makes what --diff asks for; a run that shows changes writes nothing.
func (o *anonymise) differ(cmd *cobra.Command) (*differ, error) {
	o.dry = o.dry || o.diff != ""
	if o.dry {
		o.out, o.spans, o.candidates, o.report, o.rejects = "", "", "", "", ""
	}
	if o.diff == "" {
		return nil, nil
	}
	d := &differ{w: cmd.OutOrStdout()}
	width := usualWidth
	if s, ok := d.w.(*sink); ok {
		if f, ok := s.w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
			d.color = os.Getenv("NO_COLOR") == ""
			if w, _, err := term.GetSize(int(f.Fd())); err == nil {
				width = w
			}
		}
	}
	switch o.diff {
	case "unified":
	case "side":
		d.side = max(10, (width-3)/2)
	default:
		return nil, errUsage{fmt.Errorf("--diff=%s; use unified or side", o.diff)}
	}
	return d, nil
}

// show prints a text that changes.
func (d *differ) show(file string, r *bauta.Result) error {
	if d == nil || r.Text == r.Message.Text {
		return nil
	}
	line, _, _ := corpus.Record(r.Message)
	before, after := d.parts(r)
	unmark(before, r, true)
	unmark(after, r, false)
	if _, err := fmt.Fprintf(d.w, "%s:%d %s\n", called(file), line, printable(r.Message.ID)); err != nil {
		return err
	}
	if d.side == 0 {
		_, err := fmt.Fprintf(d.w, "- %s\n+ %s\n", joined(before), joined(after))
		return err
	}
	left, right := d.wrap(before), d.wrap(after)
	for i := range max(len(left), len(right)) {
		l, r := strings.Repeat(" ", d.side), ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		if _, err := fmt.Fprintln(d.w, strings.TrimRight(l+" | "+r, " ")); err != nil {
			return err
		}
	}
	return nil
}

// piece is a part of a text, in the color of what goes or comes.
type piece struct{ text, color string }

// parts cuts the text before and after at its edits.
func (d *differ) parts(r *bauta.Result) (before, after []piece) {
	from, to := "", ""
	if d.color {
		from, to = red, green
	}
	if r.Withheld {
		return []piece{{r.Message.Text, from}}, []piece{{"(withheld)", to}}
	}
	at := 0
	for _, e := range r.Edits {
		same := piece{text: r.Message.Text[at:e.Start]}
		before = append(before, same, piece{r.Message.Text[e.Start:e.End], from})
		after = append(after, same, piece{e.With, to})
		at = e.End
	}
	rest := piece{text: r.Message.Text[at:]}
	return append(before, rest), append(after, rest)
}

// unmark puts what stands in a file in the place of the marks that its texts have.
func unmark(parts []piece, r *bauta.Result, before bool) {
	marked, ok := r.Message.Meta.(interface {
		Unmarked(text string, before bool) string
	})
	for i := range parts {
		if ok {
			parts[i].text = marked.Unmarked(parts[i].text, before)
		}
	}
}

// colored is a stretch as it is printed.
func (s piece) colored(text string) string {
	if s.color == "" || text == "" {
		return text
	}
	return s.color + text + plainColor
}

func joined(parts []piece) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.colored(printable(p.text)))
	}
	return b.String()
}

// wrap cuts a text into lines of the width of a column, filled up with blanks.
func (d *differ) wrap(parts []piece) []string {
	var lines []string
	var b strings.Builder
	width := 0
	end := func() {
		lines = append(lines, b.String()+strings.Repeat(" ", max(0, d.side-width)))
		b.Reset()
		width = 0
	}
	for _, p := range parts {
		state := -1
		for rest := printable(p.text); rest != ""; {
			var sign string
			var n int
			sign, rest, n, state = uniseg.FirstGraphemeClusterInString(rest, state)
			if width+n > d.side {
				end()
			}
			b.WriteString(p.colored(sign))
			width += n
		}
	}
	end()
	return lines
}
