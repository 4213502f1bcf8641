package judge

import (
	"slices"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/attack"
	"github.com/bauta/bauta/policy"
)

// TestNote: of a name that became another both are noted, of one that stayed that it
// leaks, each with whether a second run changes it where it stands now; marks are
// nobody's name.
func TestNote(t *testing.T) {
	text := "Marie et Zoé Bond, pas Ida"
	person := func(start, end int) bauta.Span { return bauta.Span{Start: start, End: end, Label: bauta.Person} }
	o := Outcome{
		Gold: corpus.Gold{Message: bauta.Message{Text: text}, Spans: []bauta.Span{person(0, 5), person(9, 18), person(24, 27)}},
		Result: bauta.Result{
			Message: bauta.Message{Text: text}, Text: "Julienne et Léa [LastName], pas Ida",
			Edits: []bauta.Edit{{Start: 0, End: 5, With: "Julienne"}, {Start: 9, End: 18, With: "Léa [LastName]"}},
		},
		Second: []bauta.Span{{Start: 0, End: 8}, {Start: 33, End: 36}},
	}
	var r rotated
	r.note(&o, "fr")
	if !slices.Equal(r.mentions, []attack.Mention{{Was: "marie", Now: "julienne"}, {Was: "zoé", Now: "léa"}}) {
		t.Error(r.mentions)
	}
	if !slices.Equal(r.standing, []attack.Standing{{Found: true}, {}, {Leak: true, Found: true}}) {
		t.Error(r.standing)
	}
	if r.own < 1 {
		t.Error("neither is a French name")
	}
}

// TestAttacks runs invented messages through a preset that rotates, and attacks them.
func TestAttacks(t *testing.T) {
	c := besideProject(t)
	c.Only = []string{"attacked-fr"}
	sets, err := Sets(c)
	if err != nil {
		t.Fatal(err)
	}
	sets[0].Messages = sets[0].Messages[:60]
	r, err := NewRunner(2)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	rows, err := r.Run(t.Context(), "sms4science", sets)
	if err != nil || len(rows) != 1 {
		t.Fatal(len(rows), err)
	}
	report := NewReport(1, rows)
	i := slices.IndexFunc(report.Figures, func(f FirstFigure) bool { return f.Name == "mentions told by frequency, French, %" })
	if i < 0 || report.Figures[i].Value < 0 || report.Figures[i].Value > 100 {
		t.Error(report.Figures)
	}
	if rows, err := r.Run(t.Context(), policy.Newcomer, sets); err != nil || len(rows) > 0 {
		t.Error("a preset that rotates nothing is attacked", err)
	}
}
