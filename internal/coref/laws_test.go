package coref_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/coref/bcubed"
)

// names are drawn for threads; some are one person, some are not.
var names = strings.Fields("Nico Nicolas Nicole Léa lea Marie-Claire Marie Anna Annas anna Alex Alexandra Alexandre Paul Paulaaa Tom's Dupont Leroy Мария 健 nico_92 x")

func drawLine(t *rapid.T) string {
	var b strings.Builder
	for range rapid.IntRange(1, 3).Draw(t, "mentions") {
		name := rapid.SampledFrom(names).Draw(t, "name")
		if rapid.Bool().Draw(t, "full") {
			name += " " + rapid.SampledFrom(names).Draw(t, "last")
		}
		fmt.Fprintf(&b, "dis [%s%s] ", name, rapid.SampledFrom([]string{"", "", "", "?", ":LOCATION", ":EMAIL"}).Draw(t, "kind"))
	}
	return b.String()
}

// TestPrefixStability: what was said of the first messages does not change when
// more come.
func TestPrefixStability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(drawLine), 1, 8).Draw(t, "thread")
		lang := rapid.SampledFrom([]string{"fr", "en", "de", "sv", "ja", ""}).Draw(t, "lang")
		whole := link(lang, lines...)
		for k := range lines {
			if part := link(lang, lines[:k]...); !strings.HasPrefix(whole, part) {
				t.Fatalf("%d messages give %q, all give %q", k, part, whole)
			}
		}
	})
}

// TestNumbersInOrder: a number is given when the one below was.
func TestNumbersInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(drawLine), 1, 8).Draw(t, "thread")
		last := 0
		for _, e := range strings.Fields(link("fr", lines...)) {
			var n int
			if _, err := fmt.Sscanf(strings.TrimSuffix(e, "*"), "%d", &n); err != nil {
				continue
			}
			if n > last+1 {
				t.Fatalf("%d follows %d", n, last)
			}
			last = max(last, n)
		}
	})
}

// TestOnlyEntityAndWhy: nothing else of a span changes.
func TestOnlyEntityAndWhy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, spans := message("de", drawLine(t))
		before := slices.Clone(spans)
		coref.NewSession(nil).Add(d, spans)
		for i := range spans {
			spans[i].Entity, spans[i].Rule, spans[i].Why = "", before[i].Rule, before[i].Why
			if fmt.Sprint(spans[i]) != fmt.Sprint(before[i]) {
				t.Fatalf("span %d changed", i)
			}
		}
	})
}

// TestExamples holds the figure of the examples with gold spans.
func TestExamples(t *testing.T) {
	f, err := os.Open("../../examples/coref.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []bcubed.Case
	var s *coref.Session
	at := 0
	for g, err := range corpus.ReadGold(f, "coref.jsonl") {
		if err != nil {
			t.Fatal(err)
		}
		if n := len(cases); n == 0 || cases[n-1].Thread != g.Message.Thread {
			cases, s, at = append(cases, bcubed.Case{Thread: g.Message.Thread}), coref.NewSession(nil), 0
		}
		c := &cases[len(cases)-1]
		d, spans := message(g.Message.Lang, "")
		d.Message, d.Shadow = g.Message, g.Message.Text
		for _, sp := range g.Spans {
			c.Gold = append(c.Gold, bcubed.Mention{Message: at, Start: sp.Start, End: sp.End, Entity: sp.Entity})
			sp.Entity = ""
			spans = append(spans, sp)
		}
		s.Add(d, spans)
		for _, sp := range spans {
			c.Pred = append(c.Pred, bcubed.Mention{Message: at, Start: sp.Start, End: sp.End, Entity: sp.Entity})
		}
		at++
	}
	if r := bcubed.Of(cases); len(cases) < 60 || r.All.F1() < 95 {
		t.Errorf("B-cubed F1 %.2f over %d threads; the bar is 95 over 60", r.All.F1(), len(cases))
	}
}

func FuzzSession(f *testing.F) {
	f.Add("salut [Nico] et [Marie Dupont]", "fr", 3, 9)
	f.Add("[a.b@c.d:EMAIL] @[x_y1:UID]", "", -1, 400)
	f.Add("[\xff\u200b\u0301] [''s] ['] [-] [--]", "de", 2, 2)
	f.Add("["+strings.Repeat("é", 300)+"]", "sv", 0, 1)
	f.Fuzz(func(t *testing.T, line, lang string, from, to int) {
		d, spans := message(lang, line)
		spans = append(spans, bauta.Span{Start: from, End: to, Label: bauta.Person}, bauta.Span{Start: to, End: from, Label: bauta.Email})
		s := coref.NewSession(nil)
		for range 2 {
			s.Add(d, spans)
			for i := range spans {
				spans[i].Entity = ""
			}
		}
	})
}
