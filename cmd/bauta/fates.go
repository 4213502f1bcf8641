package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fate"
)

// fates counts what became of the finds of a type.
type fates struct {
	Removed  int `json:"removed"`
	Replaced int `json:"replaced"`
	Kept     int `json:"kept"`
	Asked    int `json:"asked"`
}

// plus counts one find.
func (n fates) plus(f fate.Fate) fates {
	*[...]*int{fate.Kept: &n.Kept, fate.Removed: &n.Removed, fate.Replaced: &n.Replaced, fate.Asked: &n.Asked}[f]++
	return n
}

// byType is what became of the finds of each type.
type byType map[string]fates

// add counts a find of a result.
func (t byType) add(p *bauta.Pipeline, r *bauta.Result, s bauta.Span) {
	label := string(s.Label)
	t[label] = t[label].plus(fate.Of(p, r, s))
}

// print writes a row for each type: what was removed, what something stands for,
// what stands in clear, and what a person must decide.
func (t byType) print(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "type\tremoved\treplaced\tkept in clear\tasked\t")
	for _, label := range slices.Sorted(maps.Keys(t)) {
		n := t[label]
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t\n", label, n.Removed, n.Replaced, n.Kept, n.Asked)
	}
	return table.Flush()
}
