package review

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
)

// Person is the effort of one reviewer, who has a number in place of a name: in
// the order of their first decisions.
type Person struct {
	Number int
	Effort
}

// ByPerson splits the effort of a log, newest row first, by who decided.
func ByPerson(now Progress, log []Logged) []Person {
	var order []int64
	rows := map[int64][]Logged{}
	for _, l := range slices.Backward(log) {
		if rows[l.User] == nil {
			order = append(order, l.User)
		}
		rows[l.User] = append(rows[l.User], l)
	}
	var out []Person
	for i, user := range order {
		slices.Reverse(rows[user])
		out = append(out, Person{i + 1, Measure(now, rows[user])})
	}
	return out
}

// WriteEffort writes people's effort as CSV (RFC 4180), a line each. It names
// nobody.
func WriteEffort(w io.Writer, people []Person) error {
	out := csv.NewWriter(w)
	rows := [][]string{{
		"reviewer", "decisions", "seconds_total", "seconds_median", "seconds_p90", "keys_per_decision",
		"occurrences_per_decision", "proposals", "proposals_changed", "undone_per_100", "skipped_per_100", "audited",
		"asked_twice", "answered_alike",
	}}
	for _, p := range people {
		row := []string{fmt.Sprintf("reviewer-%d", p.Number), fmt.Sprint(p.Decisions)}
		for _, x := range []float64{p.TotalSeconds, p.Median, p.P90, p.KeysPerRow, p.Leverage} {
			row = append(row, fmt.Sprintf("%.2f", x))
		}
		rows = append(rows, append(row, fmt.Sprint(p.Proposals), fmt.Sprint(p.Overridden),
			fmt.Sprintf("%.2f", p.UndoRate), fmt.Sprintf("%.2f", p.SkipRate), fmt.Sprint(p.Audited),
			fmt.Sprint(p.Twice.Trials), fmt.Sprint(p.Twice.Events)))
	}
	return out.WriteAll(rows)
}
