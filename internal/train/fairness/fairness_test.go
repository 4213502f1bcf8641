package fairness

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
)

// invented are names of two origins: one whose names the finder below knows.
func invented() *Names {
	return &Names{
		Origins: []string{"aa", "bb"},
		first: map[string][]name{
			"aa": {{"Avon", lexicon.Male, 1}, {"Ava", lexicon.Female, 12}}, "bb": {{"Bero", lexicon.Male, 3}},
		},
		last: map[string][]name{"aa": {{"Alkmer", 0, 4}}, "bb": {{"Benko", 0, 1}}},
	}
}

// texts are sentences with persons, and what is to stay as it is.
func texts() []gold.Sentence {
	return []gold.Sentence{
		{Text: "Hier kam Ulf nach Rom, Ulf!", Lang: "de", Spans: []bauta.Span{
			{Start: 9, End: 12, Label: bauta.Person},
			{Start: 18, End: 21, Label: bauta.Location},
			{Start: 23, End: 26, Label: bauta.Person},
		}},
		{Text: "ulf berg und 4711", Lang: "de", Spans: []bauta.Span{
			{End: 8, Label: bauta.Person}, {Start: 13, End: 17, Label: bauta.Person},
		}},
	}
}

// knowsA finds words that begin with A, and a town that is nobody.
func knowsA(_ context.Context, list []gold.Sentence) ([][]bauta.Span, error) {
	var out [][]bauta.Span
	for _, s := range list {
		var spans []bauta.Span
		for _, w := range s.Spans {
			if name := s.Text[w.Start:w.End]; name == "Rom" || strings.HasPrefix(strings.ToLower(name), "a") {
				spans = append(spans, bauta.Span{Start: w.Start, End: w.End, Label: bauta.Person})
			}
		}
		out = append(out, spans)
	}
	return out, nil
}

func TestExchange(t *testing.T) {
	n := invented()
	s, who := n.exchange(texts()[0], "bb", 1)
	if !strings.Contains(s.Text, " nach Rom, ") || strings.Contains(s.Text, "Ulf") {
		t.Errorf("%q", s.Text)
	}
	if who[0] != who[2] || who[0].text == "" || who[1].text != "" {
		t.Errorf("people %v", who)
	}
	again, _ := n.exchange(texts()[0], "bb", 1)
	if again.Text != s.Text {
		t.Errorf("not the same a second time: %q", again.Text)
	}
	s, who = n.exchange(texts()[1], "bb", 1)
	if s.Text != "bero benko und 4711" || who[0].form != "both" || who[0].sex != "men" || who[1].text != "" {
		t.Errorf("%q %v", s.Text, who)
	}
}

func TestReport(t *testing.T) {
	one, err := Measure(t.Context(), knowsA, invented(), texts(), 1)
	if err != nil {
		t.Fatal(err)
	}
	both := &Tally{}
	both.Add(one)
	both.Add(one)
	r := both.Report("mine", 1)
	if r.Sentences != 4 || len(r.Gaps) != 4 {
		t.Fatalf("%+v", r)
	}
	a, b := r.Groups[0], r.Groups[1]
	if a.Name != "aa" || a.Persons != 6 || a.Recall != 100 || *a.Precision != 75 {
		t.Errorf("%+v", a)
	}
	if b.Name != "bb" || b.Persons != 6 || b.Recall != 0 || *b.Precision != 0 || b.Recall95.High != 0 {
		t.Errorf("%+v", b)
	}
	if g := r.Gaps[0]; g != (Gap{By: "origin", Best: "aa", Worst: "bb", Points: 100, Points95: g.Points95}) ||
		g.Points95.Low != 100 {
		t.Errorf("%+v", g)
	}
	var text, again bytes.Buffer
	if err := r.Write(&text); err != nil || !strings.Contains(text.String(), "gap by origin: 100.0 points (100.0 - 100.0)") {
		t.Error(err, text.String())
	}
	if err := json.NewEncoder(&again).Encode(both.Report("mine", 1)); err != nil || !strings.Contains(again.String(),
		`"by":"origin","best":"aa","worst":"bb","points":100`) {
		t.Error(err, again.String())
	}
	if r := (&Tally{}).Report("nothing", 1); len(r.Groups)+len(r.Gaps) > 0 {
		t.Errorf("%+v", r)
	}
}

// TestOf: the lexicon has names of a dozen origins and more that training keeps apart,
// of either sex and every band.
func TestOf(t *testing.T) {
	n := Of(lexicon.Default())
	if len(n.Origins) < 12 || !slices.IsSorted(n.Origins) {
		t.Errorf("origins %q", n.Origins)
	}
	seen := map[string]bool{}
	for _, o := range n.Origins {
		for _, p := range n.first[o] {
			seen[bandOf(p.lists)], seen[sexOf(p.sex)] = true, true
			if !chat.HeldOut(strings.ToLower(p.text)) {
				t.Fatal("a name that training may draw")
			}
		}
	}
	for _, want := range []string{"1 list", "2-3 lists", "4-9 lists", "10 and more", "men", "women"} {
		if !seen[want] {
			t.Errorf("no name of %s", want)
		}
	}
}

func TestHidden(t *testing.T) {
	g := bauta.Span{Start: 3, End: 9}
	for _, c := range []struct {
		found []bauta.Span
		want  bool
	}{
		{[]bauta.Span{{Start: 3, End: 9}}, true},
		{[]bauta.Span{{Start: 0, End: 5}, {Start: 5, End: 20}}, true},
		{[]bauta.Span{{Start: 3, End: 5}, {Start: 6, End: 9}}, false},
		{nil, false},
	} {
		if hidden(g, c.found) != c.want {
			t.Error(c)
		}
	}
}
