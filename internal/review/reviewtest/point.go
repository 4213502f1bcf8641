package reviewtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// at makes a decision of one that points at the n-th message and the first place of a
// word in it.
func (d *desk) at(x review.Decision, n int, word string) review.Decision {
	d.Helper()
	for m, err := range d.Messages(d.ctx, d.p.ID) {
		d.must(err)
		if n--; n < 0 {
			x.Message, x.Start = m.ID, strings.Index(m.Message.Text, word)
			x.End = x.Start + len(word)
			return x
		}
	}
	d.Fatal("no such message")
	return x
}

// clear gives the texts as they would be released, masks as a line.
func (d *desk) clear() string {
	d.Helper()
	var out []string
	for m, err := range d.Messages(d.ctx, d.p.ID) {
		d.must(err)
		text, last := "", 0
		for _, o := range m.Occurrences {
			if o.Now.Effect != review.Keep {
				text += m.Message.Text[last:o.Start] + "_"
				last = o.End
			}
		}
		out = append(out, text+m.Message.Text[last:])
	}
	return strings.Join(out, "|")
}

func (d *desk) shows(want string) {
	d.Helper()
	if got := d.clear(); got != want {
		d.Errorf("shows %q, want %q", got, want)
	}
	d.whole()
}

func pointOnce(d *desk) {
	d.load("Salut Arthur", "arthur et [Lucas!]")
	x := d.at(d.decision(1, "", review.OnOccurrence, review.Mask), 0, "Arthur")
	out := d.decide(x)
	if out.Group.ID == 0 || out.Group.Word != "Arthur" || out.Group.Open != 0 || out.Decision.Affected != 1 {
		d.Errorf("outcome %+v", out)
	}
	if again := d.decide(x); !again.Again || again.Group.ID != out.Group.ID {
		d.Errorf("twice: %+v", again)
	}
	d.shows("Salut _|arthur et _")
	keep := d.at(d.decision(2, "", review.OnOccurrence, review.Keep), 1, "Lucas")
	d.decide(keep)
	d.shows("Salut _|arthur et Lucas")
	undo := d.decision(1, "", review.OnUndo, "")
	undo.Of = x.ID
	d.decide(undo)
	d.shows("Salut Arthur|arthur et Lucas")
	if p, err := d.Progress(d.ctx, d.p.ID); err != nil || p.Left != 0 || p.Groups != 0 {
		d.Errorf("progress %+v, %v", p, err)
	}
}

// turns checks the places that the preview of a decision shows.
func (d *desk) turns(x review.Decision, want string) {
	d.Helper()
	look, err := d.Look(d.ctx, x)
	d.must(err)
	var shown []string
	for _, o := range look.Places {
		shown = append(shown, o.Text[:o.Start]+"_"+o.Text[o.End:])
	}
	if got := strings.Join(shown, "|"); got != want || look.Changes != len(shown) {
		d.Errorf("the preview shows %d of %d: %q, want %q", len(shown), look.Changes, got, want)
	}
}

func pointEverywhere(d *desk) {
	d.load("Salut Arthur", "arthur et Jean-Luc", "ARTHUR ? [Arthur?0.9]", "rien", "jean-luc Arthur Arthur")
	x := d.at(d.decision(1, "", review.OnWord, review.Mask), 1, "arthur")
	look, err := d.Look(d.ctx, x)
	d.must(err)
	if look.Passed != 5 || look.Undecided != 1 || look.Count != 6 || look.Changes != 6 {
		d.Errorf("preview: %d passed, %d undecided of %d, %d change", look.Passed, look.Undecided, look.Count,
			look.Changes)
	}
	d.turns(x, "Salut _|_ et Jean-Luc|_ ? Arthur|ARTHUR ? _|jean-luc _ Arthur|jean-luc Arthur _")
	d.shows("Salut Arthur|arthur et Jean-Luc|ARTHUR ? _|rien|jean-luc Arthur Arthur")
	if out := d.decide(x); out.Decision.Affected != 6 || out.Group.Count != 6 {
		d.Errorf("outcome %+v", out)
	}
	all := "Salut _|_ et Jean-Luc|_ ? _|rien|jean-luc _ _"
	d.shows(all)
	d.turns(d.at(d.decision(1, "", review.OnWord, review.Mask), 1, "arthur"), "")
	d.turns(d.at(d.decision(1, "", review.OnWord, review.Keep), 1, "arthur"),
		"Salut _|_ et Jean-Luc|_ ? Arthur|ARTHUR ? _|jean-luc _ Arthur|jean-luc Arthur _")
	n, err := d.Import(d.ctx, d.p.ID, Items(Item("later", "Arthur revient, [Arthur?]")))
	if err != nil || n.Settled != 2 {
		d.Errorf("imported %+v, %v", n, err)
	}
	d.shows(all + "|_ revient, _")
	undo := d.decision(1, "", review.OnUndo, "")
	undo.Of = x.ID
	d.decide(undo)
	d.shows("Salut Arthur|arthur et Jean-Luc|ARTHUR ? _|rien|jean-luc Arthur Arthur|Arthur revient, _")
	exact := d.at(d.decision(1, "", review.OnWord, review.Mask), 1, "Jean-Luc")
	exact.Exact = true
	d.decide(exact)
	d.shows("Salut Arthur|arthur et _|ARTHUR ? _|rien|jean-luc Arthur Arthur|Arthur revient, _")
	d.decide(d.at(d.decision(2, "", review.OnWord, review.Mask), 4, "jean-luc"))
	d.shows("Salut Arthur|arthur et _|ARTHUR ? _|rien|_ Arthur Arthur|Arthur revient, _")
	rules, err := d.Rules(d.ctx, d.p.ID)
	if err != nil || len(rules) != 2 || rules[1].Word != "jean-luc" {
		d.Errorf("rules %+v, %v", rules, err)
	}
}

func pointWider(d *desk) {
	d.load("chez Ana Lis Bo demain", "[Ana!] Lis part")
	first := d.at(d.decision(1, "", review.OnOccurrence, review.Mask), 0, "Ana")
	d.decide(first)
	undo := d.decision(1, "", review.OnUndo, "")
	undo.Of = first.ID
	d.decide(undo)
	d.decide(d.at(d.decision(1, "", review.OnOccurrence, review.Mask), 0, "Ana Lis Bo"))
	wider := d.at(d.decision(1, "", review.OnOccurrence, review.Mask), 1, "Ana Lis")
	if out := d.decide(wider); out.Decision.As != wider.Range || out.Decision.End != 3 {
		d.Errorf("outcome %+v", out.Decision)
	}
	for n, want := range []string{"Ana Lis Bo", "Ana Lis"} {
		m, err := d.Message(d.ctx, d.p.ID, d.at(review.Decision{}, n, "Ana").Message)
		d.must(err)
		if l := m.Occurrences[0].Now; l.Effect != review.Mask || m.Message.Text[l.As.Start:l.As.End] != want {
			d.Errorf("message %d: %+v", n, l)
		}
	}
	d.whole()
}

func pointRefused(d *desk) {
	d.load("Salut [Ana Lis!] été, là")
	good := d.decision(1, "", review.OnWord, review.Mask)
	for _, r := range []review.Range{
		{Start: 6, End: 9},
		{Start: 0, End: 8},
		{Start: 15, End: 18},
		{Start: 3, End: 99},
		{Start: 5, End: 6},
		{Start: -1, End: 3},
	} {
		x := good
		x.Message, x.Range = d.at(good, 0, "Salut").Message, r
		_, err := d.Decide(d.ctx, x)
		d.fails(err, review.ErrRefused)
		_, err = d.Look(d.ctx, x)
		d.fails(err, review.ErrRefused)
	}
	x := d.at(good, 0, "Salut")
	x.Message += 1000
	_, err := d.Decide(d.ctx, x)
	d.fails(err, review.ErrNotFound)
	d.shows("Salut _ été, là")
}

func passedOver(d *desk) {
	d.load("en [mai~0.2] avec [mai?0.7]", "[Mai~0.3] et [mai!0.8]")
	d.want("mai", "k?km", review.Waiting)
	d.decide(d.decision(1, "mai", review.OnGroup, review.Mask))
	d.want("mai", "kmkm", review.Decided)
	each := d.decide(d.decision(1, "mai", review.OnEach, review.Keep))
	d.want("mai", "kmkk", review.Decided)
	if each.Decision.Affected != 1 { // of the others only who says so has changed
		d.Errorf("affected %d", each.Decision.Affected)
	}
	undo := d.decision(1, "", review.OnUndo, "")
	undo.Of = each.Decision.ID
	d.decide(undo)
	d.decide(d.decision(1, "mai", review.OnWord, review.Mask))
	d.want("mai", "mmmm", review.Decided)
	m, err := d.Message(d.ctx, d.p.ID, d.at(review.Decision{}, 0, "mai").Message)
	d.must(err)
	if o := m.Occurrences[0]; !o.Passed || o.Span.P != 0.2 || o.Span.Doubt != bauta.Unknown {
		d.Errorf("passed over: %+v", o)
	}
	d.whole()
}

func offered(d *desk) {
	d.load("[mai~0.6] est là", "avec [mai~0.6]", "un [Lys!0.05]", "[sur!0.999]", "[peu~0.03]", "[rose?0.5]")
	hand := func() (words []string) {
		d.Helper()
		got, err := d.Claim(d.ctx, d.p.ID, 1, "tab", 5, review.ByLeak)
		d.must(err)
		for _, g := range got {
			words = append(words, g.Word)
			if g.Offered != (g.Word != "rose") || g.Likely <= 0 || g.Likely >= 1 {
				d.Errorf("%s: offered %v, likely %v", g.Word, g.Offered, g.Likely)
			}
		}
		d.must(d.Release(d.ctx, d.p.ID, 1, "tab"))
		return words
	}
	if got := hand(); len(got) != 4 || got[0] != "mai" || slices.Contains(got, "sur") {
		d.Errorf("asked: %v", got)
	}
	if p, err := d.Progress(d.ctx, d.p.ID); err != nil || p.Left != 1 {
		d.Errorf("an offer shuts the gate: %+v, %v", p, err)
	}
	d.decide(d.decision(1, "mai", review.OnEach, review.Mask))
	d.decide(d.decision(1, "lys", review.OnEach, review.Keep))
	d.want("mai", "mm", review.Decided)
	d.want("lys", "k", review.Decided)
	if got := hand(); slices.Contains(got, "mai") || slices.Contains(got, "Lys") {
		d.Errorf("asked again: %v", got)
	}
	d.decide(d.decision(1, "peu", review.OnGroup, review.Skip))
	d.decide(d.decision(1, "rose", review.OnGroup, review.Mask))
	if got := hand(); len(got) != 0 {
		d.Errorf("asked still: %v", got)
	}
	d.whole()
}

func words(d *desk) {
	taken := Item("m5", "vu [Mai~0.4]")
	taken.Passed[0].Rule = review.RuleTaken
	_, err := d.Import(d.ctx, d.p.ID, Items(Item("m1", "Ici [Ana!] et Bo."), Item("m2", "on voit Bo et [ana?0.4]"),
		Item("m3", "[Ana Lis!] dort"), Item("m4", "ana part"), taken))
	d.must(err)
	list := func(q review.WordQuery) (out string) {
		d.Helper()
		q.N = 20
		got, err := d.Words(d.ctx, d.p.ID, q)
		d.must(err)
		for _, w := range got.Rows {
			out += fmt.Sprintf("%s %d=%d+%d ", w.Word, w.Times, w.Hidden, w.Kept)
		}
		if q.Kind != "" && got.Found != got.Kinds[q.Kind] {
			d.Errorf("%s: %d found, %d counted", q.Kind, got.Found, got.Kinds[q.Kind])
		}
		return strings.TrimSpace(out)
	}
	for _, c := range []struct {
		q    review.WordQuery
		want string
	}{
		{review.WordQuery{Kind: review.MixedWord}, "ana 4=3+1"},
		{review.WordQuery{Kind: review.HiddenWord, Sort: review.ByAlphabet}, "Ana Lis 1=1+0 Lis 1=1+0"},
		{review.WordQuery{Kind: review.NameWord}, "Mai 1=0+1"},
		{review.WordQuery{Kind: review.TakenWord}, "Mai 1=0+1"},
		{
			review.WordQuery{Kind: review.RareWord, Sort: review.ByAlphabet},
			"Bo 2=0+2 Ici 1=0+1 Mai 1=0+1 dort 1=0+1 et 2=0+2 on 1=0+1 part 1=0+1 voit 1=0+1 vu 1=0+1",
		},
		{review.WordQuery{Sort: review.ByTaken, Kind: review.CapitalWord}, "Mai 1=0+1 Bo 2=0+2"},
		{review.WordQuery{Sort: review.ByKept, Kind: review.CapitalWord}, "Bo 2=0+2 Mai 1=0+1"},
		{review.WordQuery{Source: "elsewhere"}, ""},
		{review.WordQuery{Label: bauta.Location}, ""},
		{review.WordQuery{Kind: review.CapitalWord, Sort: review.ByCapitals}, "Bo 2=0+2 Mai 1=0+1"},
		{
			review.WordQuery{Sort: review.ByTimes, Source: "test", Label: bauta.Person},
			"ana 4=3+1 Ana Lis 1=1+0 Mai 1=0+1",
		},
	} {
		if got := strings.ReplaceAll(list(c.q), "Ana 4", "ana 4"); got != c.want {
			d.Errorf("%+v: %q, want %q", c.q, got, c.want)
		}
	}
	bo, err := d.Words(d.ctx, d.p.ID, review.WordQuery{Kind: review.CapitalWord, Sort: review.ByTimes, N: 1})
	d.must(err)
	for i, n := range bo.Rows[0].Strip { // in the first and the second of five messages
		if (n == 1) != (i == 0 || i == review.StripBins/5) || len(bo.Rows[0].Strip) != review.StripBins {
			d.Errorf("Bo stands at %v", bo.Rows[0].Strip)
			break
		}
	}
	d.decide(d.at(d.decision(1, "", review.OnWord, review.Mask), 0, "Bo"))
	got := list(review.WordQuery{Kind: review.HiddenWord, Sort: review.ByTimes})
	if !strings.HasPrefix(got, "Bo 2=2+0") {
		d.Errorf("behind a decision: %q", got)
	}
	_, err = d.Decide(d.ctx, d.at(d.decision(1, "", review.OnWord, review.Mask), 2, "Lis"))
	d.fails(err, review.ErrRefused) // it stands in clear nowhere
	d.shows("Ici _ et _.|on voit _ et _|_ dort|ana part|vu Mai")
}
