package count

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
)

// judged is an invented message with gold and finds: [T…] in the mark-up is gold,
// {T…} a find, T the first letters of a type and a colon.
type judged struct {
	text       string
	gold, pred []bauta.Span
}

// judgedCase reads the mark-up of a message.
func judgedCase(marked string) judged {
	var j judged
	types := map[string]bauta.Label{
		"P": bauta.Person, "A": bauta.Address, "L": bauta.Location, "D": bauta.Date, "G": "AGE",
	}
	var b strings.Builder
	open := map[byte]bauta.Span{}
	for i := 0; i < len(marked); i++ {
		switch c := marked[i]; c {
		case '[', '{':
			open[c] = bauta.Span{Start: b.Len(), Label: types[marked[i+1:i+2]]}
			i += 2
		case ']', '}':
			s := open[c-2]
			s.End = b.Len()
			if c == ']' {
				j.gold = append(j.gold, s)
			} else {
				j.pred = append(j.pred, s)
			}
		default:
			b.WriteByte(c)
		}
	}
	j.text = b.String()
	return j
}

// judgedCases are invented messages with what comes of them, any type at .75.
var judgedCases = []struct {
	marked string
	want   PresidioCount
}{
	{"ask [P:{P:Zoë Quist}] now", PresidioCount{1, 1, 1}},
	{"ask [P:{P:Zoë} Quist] now", PresidioCount{0, 1, 1}},       // 4 of 10
	{"ask [P:{P:Zoë} {P:Quist}] now", PresidioCount{1, 1, 1}},   // neighbours are one
	{"[A:12 {A:Foo Street}]", PresidioCount{0, 1, 1}},           // 4 of 7: street is skipped
	{"[A:{A:Foobarbaz} Street]", PresidioCount{1, 1, 1}},        // street is skipped
	{"the {P:Mr.} Tailor", PresidioCount{0, 1, 0}},              // the point is skipped, the title is not
	{"[P:{P:Ida}] and [P:{P:Bo Lind}]", PresidioCount{1, 1, 1}}, // nothing between them: one span
	{"[P:Ida] met [P:{P:Bo Lind}]", PresidioCount{1, 1, 2}},     // met speaks
	{"{P:wrong} here", PresidioCount{0, 1, 0}},                  // here is skipped
	{"[P:Ida {L:Bo}] ok", PresidioCount{0, 1, 1}},               // 3 of 7
	{"[P:Ida-{P:Maria}]", PresidioCount{0, 1, 1}},               // 6 of 10
	{"x@y.zz [D:{D:1.5.2020}] {L:Åby}", PresidioCount{0, 1, 1}}, // one run of finds, too long
	{"nothing at all", PresidioCount{}},
}

func TestPresidioCounts(t *testing.T) {
	for _, tt := range judgedCases {
		j := judgedCase(tt.marked)
		if got := (Presidio{IoU: .75}).Count(j.text, j.gold, j.pred); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.marked, got, tt.want)
		}
	}
	j := judgedCase("[G:9yo] [P:{L:Ida}] {P:Bo}")
	for _, tt := range []struct {
		by   Presidio
		want PresidioCount
	}{
		{Presidio{IoU: .75, Typed: true}, PresidioCount{0, 2, 2}},
		{Presidio{IoU: .5, Drop: []bauta.Label{"AGE"}}, PresidioCount{1, 1, 1}},
		{Presidio{IoU: .75, Drop: []bauta.Label{"AGE"}}, PresidioCount{0, 1, 1}},
	} {
		if got := tt.by.Count(j.text, j.gold, j.pred); got != tt.want {
			t.Errorf("%+v: %+v, want %+v", tt.by, got, tt.want)
		}
	}
	if f := (PresidioCount{Right: 1, Found: 2, Gold: 1}).F2(); f < 83.3 || f > 83.4 { // 5*.5*1/(4*.5+1)
		t.Error(f)
	}
}

func TestCountPersons(t *testing.T) {
	var sum Persons
	for _, m := range []string{
		"[P:{P:Zoë Quist}] and [P:Bo {P:Li}]", "{P:plain} words {L:here}", "in [L:{P:Paris}]", "nothing",
	} {
		j := judgedCase(m)
		sum.Add(OfPersons(j.text, j.gold, j.pred, j.pred[:min(1, len(j.pred))]), 1)
	}
	want := Persons{
		Messages: 4, Persons: 2, Whole: 1, Gone: 1, Characters: 14, Hidden: 11, Lost: 9, Found: 4, Wrong: 1,
		FoundChars: 21, RightChars: 16, Without: 2, Finds: 2, Touched: 1, Changed: 1, Words: 1,
	}
	if sum != want {
		t.Errorf("got  %+v\nwant %+v", sum, want)
	}
}

// TestCountsAgreeWithTheScorers holds both counts against the scorers beside the
// project, on the invented cases as they write them.
func TestCountsAgreeWithTheScorers(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not there to run the scorer that ours is held against")
	}
	tools := fixture.Shared(t, "tools")
	type line struct {
		ID    string           `json:"id"`
		Text  string           `json:"text"`
		Spans []map[string]any `json:"spans"`
	}
	var gold, pred bytes.Buffer
	var persons Persons
	var all, without PresidioCount
	rest := Presidio{IoU: .75, Drop: []bauta.Label{"AGE", "TITLE"}}
	for i, c := range judgedCases {
		j := judgedCase(c.marked)
		write := func(b *bytes.Buffer, spans []bauta.Span) {
			l := line{ID: fmt.Sprint(i), Text: j.text, Spans: []map[string]any{}}
			for _, s := range spans {
				l.Spans = append(l.Spans, map[string]any{
					"start": bauta.Runes.From(j.text, s.Start), "end": bauta.Runes.From(j.text, s.End), "type": s.Label,
				})
			}
			if err := json.NewEncoder(b).Encode(l); err != nil {
				t.Fatal(err)
			}
		}
		write(&gold, j.gold)
		write(&pred, j.pred)
		persons.Add(OfPersons(j.text, j.gold, j.pred, j.pred), 1)
		all.Add(Presidio{IoU: .75}.Count(j.text, j.gold, j.pred), 1)
		without.Add(rest.Count(j.text, j.gold, j.pred), 1)
	}
	folder := t.TempDir()
	g, p := filepath.Join(folder, "gold"), filepath.Join(folder, "pred")
	for name, b := range map[string]*bytes.Buffer{g: &gold, p: &pred} {
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for scorer, want := range map[string]string{
		"presidio_eval.py": fmt.Sprintf("F2 %.3f; without AGE, TITLE P %.3f R %.3f F2 %.3f;", all.F2()/100,
			percent(without.Right, without.Found)/100, percent(without.Right, without.Gold)/100, without.F2()/100),
		"persons.py": fmt.Sprintf("persons whole %.1f %% of %d; characters %.1f %%; precision %.3f of %d; "+
			"without gold changed %.2f %% of %d; hidden there per 1,000 %.1f", persons.WholeRate(), persons.Persons,
			percent(persons.Hidden, persons.Characters), persons.Precision()/100, persons.Found,
			percent(persons.Touched, persons.Without), persons.Without,
			1000*float64(persons.Finds)/float64(persons.Without)),
	} {
		out, err := exec.Command(python, filepath.Join(tools, scorer), g, p).CombinedOutput()
		if err != nil {
			t.Fatal(err, string(out))
		}
		if !strings.Contains(string(out), want) {
			t.Errorf("%s says %q, want %q", scorer, out, want)
		}
	}
}
