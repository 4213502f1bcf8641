package server

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// roses is a group of 14 occurrences in 13 messages, 5 that look like a name.
func roses() []string {
	var out []string
	for range 4 {
		out = append(out, "tu peux dire a [rose] de venir samedi ?")
	}
	for range 8 {
		out = append(out, "j'ai acheté une ![rose] pour ma mere")
	}
	return append(out, "[Rose] a une ![rose]")
}

func TestClaimLaysGroupsOut(t *testing.T) {
	w := newWorld(t, nil, append(roses(), "salut [Lucas]")...)
	c := w.as(t, w.users[review.Reviewer].ID)
	got := c.claim(tabA)
	if len(got.Desks) != 2 {
		t.Fatalf("%d groups, want 2", len(got.Desks))
	}
	i := slices.IndexFunc(got.Desks, func(d deskWire) bool { return strings.EqualFold(d.Word, "rose") })
	rose := got.Desks[i]
	if rose.Count != 14 || rose.Messages != 13 || rose.Open != 14 || rose.Lease < 590 {
		t.Errorf("%d occurrences in %d messages, %d open, %d s left", rose.Count, rose.Messages, rose.Open, rose.Lease)
	}
	mask := 0
	if o := rose.Occurrences[1]; o.Above != "tu peux dire a rose de venir samedi ?" || o.Below != o.Above {
		t.Errorf("the second message stands between %q and %q", o.Above, o.Below)
	}
	for _, o := range rose.Occurrences {
		if o.Proposed == "mask" {
			mask++
		}
		if o.Pieces[2*o.Hit[0]+1] != "rose" && o.Pieces[2*o.Hit[0]+1] != "Rose" {
			t.Errorf("the hit is %q", o.Pieces[2*o.Hit[0]+1])
		}
	}
	if mask != 5 {
		t.Errorf("%d look like names, want 5", mask)
	}
	if again := c.claimHaving(tabA, rose.ID); len(again.Desks) != 1 {
		t.Errorf("a group the page has was laid out again")
	}
}

// TestR8WhyAmIAsked lists sources and probabilities of the fixture.
func TestR8WhyAmIAsked(t *testing.T) {
	w := newWorld(t, nil, roses()...)
	d := w.as(t, w.users[review.Reviewer].ID).claim(tabA).Desks[0]
	if len(d.Why) != 1 || d.Why[0].Source != "lexical" || d.Why[0].N != 14 || d.Why[0].Doubt != "ambiguous" {
		t.Fatalf("got %+v", d.Why)
	}
	if p, want := d.Why[0].P, (5*0.82+9*0.2)/14; p < want-1e-9 || p > want+1e-9 {
		t.Errorf("mean probability %v, want %v", p, want)
	}
}

// TestWhySaysWhatSettlersDid: with the question comes what settlers changed before it
// was asked, without a word of a message.
func TestWhySaysWhatSettlersDid(t *testing.T) {
	w := newWorld(t, nil, roses()...)
	d := w.as(t, w.users[review.Reviewer].ID).claim(tabA).Desks[0]
	want := (5*0.82 + 9*0.2) / 14
	if len(d.Settled) != 1 {
		t.Fatalf("got %+v", d.Settled)
	}
	s := d.Settled[0]
	if s.Settler != "lists of names" || s.Did != "changed" || s.N != 14 || s.To < want-1e-9 || s.To > want+1e-9 ||
		s.From < want/2-1e-9 || s.From > want/2+1e-9 {
		t.Errorf("got %+v, want 14 changes from %v to %v", s, want/2, want)
	}
	seen := func(c bauta.Change) []review.Seen {
		return []review.Seen{{Occurrence: review.Occurrence{Changes: []bauta.Change{c}}}}
	}
	span := bauta.Span{Start: 1, End: 3, P: 0.5}
	if got := settled(seen(bauta.Change{Settler: "a", After: span})); got[0].Did != "added" || got[0].To != 0.5 {
		t.Errorf("added: %+v", got)
	}
	if got := settled(seen(bauta.Change{Settler: "a", Before: span})); got[0].Did != "took" || got[0].From != 0.5 {
		t.Errorf("took: %+v", got)
	}
}

func (c *client) claimHaving(token string, have ...int64) claimWire {
	var out claimWire
	c.ask("claim", claimAsk{Token: token, Order: review.ByLeak, Have: have}, &out)
	return out
}

// decide sends a decision and wants an answer of 200.
func (c *client) decide(d decideAsk) outcomeWire {
	c.t.Helper()
	var out outcomeWire
	if d.ID == "" {
		d.ID = newID(time.Now())
	}
	if code := c.ask("decide", d, &out); code != http.StatusOK {
		c.t.Fatalf("decide %+v: %d", d, code)
	}
	return out
}

func TestAcceptAndUndo(t *testing.T) {
	w := newWorld(t, nil, roses()...)
	c := w.as(t, w.users[review.Reviewer].ID)
	d := c.claim(tabA).Desks[0]
	id := newID(time.Now())
	out := c.decide(decideAsk{ID: id, Scope: "group", Effect: "accept", Group: d.ID, Expect: d.Version, ActiveMS: 2500, Keys: 1})
	if out.Affected != 14 || out.Open != 0 || out.Desk != nil || out.Progress != nil {
		t.Fatalf("got %+v", out)
	}
	if again := c.decide(decideAsk{ID: id, Scope: "group", Effect: "accept", Group: d.ID, Expect: d.Version}); !again.Again {
		t.Error("the same decision was written twice")
	}
	if got := c.claim(tabA); got.Pace != 2.5 || len(got.Log) != 1 || got.Log[0].Word == "" || !got.Log[0].Mine {
		t.Errorf("pace %v, log %+v", got.Pace, got.Log)
	}
	back := c.decide(decideAsk{Scope: "undo", Of: id, Group: d.ID, Expect: -1})
	if back.Progress == nil || back.Progress.Left != 1 {
		t.Errorf("after undo the page is not told where the project stands")
	}
	if back.Open != 14 || back.Desk == nil || back.Desk.Open != 14 {
		t.Fatalf("after undo %+v", back)
	}
}

// TestStaleDecision: somebody was faster; the page is told who and what.
func TestStaleDecision(t *testing.T) {
	w := newWorld(t, nil, roses()...)
	mine, theirs := w.as(t, w.users[review.Reviewer].ID), w.as(t, w.users[review.Owner].ID)
	d := mine.claim(tabA).Desks[0]
	w.pass(11 * time.Minute)
	if got := theirs.claim(tabB); len(got.Desks) != 1 {
		t.Fatal("a lease that ran out was not given on")
	}
	theirs.decide(decideAsk{Scope: "word", Effect: "mask", Label: "PERSON", Group: d.ID, Expect: d.Version})
	var out failure
	code := mine.ask("decide", decideAsk{ID: newID(time.Now()), Scope: "group", Effect: "accept", Group: d.ID, Expect: d.Version}, &out)
	if code != http.StatusConflict && code != http.StatusLocked {
		t.Fatalf("got %d", code)
	}
	w.pass(11 * time.Minute)
	code = mine.ask("decide", decideAsk{ID: newID(time.Now()), Scope: "group", Effect: "accept", Group: d.ID, Expect: d.Version}, &out)
	if code != http.StatusConflict || out.Stale == nil || out.Stale.Theirs == nil || out.Stale.Theirs.By != "The owner" || out.Stale.Theirs.Effect != "mask" {
		t.Fatalf("got %d %+v", code, out.Stale)
	}
}

func TestLookBeforeNever(t *testing.T) {
	w := newWorld(t, nil, roses()...)
	c := w.as(t, w.users[review.Reviewer].ID)
	d := c.claim(tabA).Desks[0]
	o := d.Occurrences[0]
	c.decide(decideAsk{Scope: "occurrence", Effect: "mask", Label: "PERSON", Group: d.ID, Message: o.Message, Start: o.Start, End: o.End, Expect: d.Version})
	var p previewWire
	code := c.ask("look", decideAsk{ID: newID(time.Now()), Scope: "word", Effect: "keep", Group: d.ID, Expect: -1}, &p)
	if code != http.StatusOK || p.Undecided != 13 || p.Mine != 1 || !p.Second || len(p.Unusual) == 0 || len(p.Unusual) > 5 {
		t.Fatalf("%d %+v", code, p)
	}
}

func TestDecisionsThatAreNone(t *testing.T) {
	w := newWorld(t, nil, roses()...)
	c := w.as(t, w.users[review.Reviewer].ID)
	d := c.claim(tabA).Desks[0]
	good := decideAsk{ID: newID(time.Now()), Scope: "group", Effect: "accept", Group: d.ID, Expect: d.Version}
	for name, change := range map[string]func(*decideAsk){
		"no id":            func(d *decideAsk) { d.ID = "" },
		"a word for an id": func(d *decideAsk) { d.ID = canary + strings.Repeat("x", 27) },
		"gold by reviewer": func(d *decideAsk) { d.Scope = "gold" },
		"confirm":          func(d *decideAsk) { d.Scope = "confirm" },
		"no effect":        func(d *decideAsk) { d.Effect = "" },
		"unknown label":    func(d *decideAsk) { d.Effect, d.Label = "mask", canary },
		"unknown proposal": func(d *decideAsk) { d.Proposed = canary },
		"free reason":      func(d *decideAsk) { d.Reason = canary },
		"undo of nothing":  func(d *decideAsk) { d.Scope, d.Effect = "undo", "" },
	} {
		ask := good
		change(&ask)
		if code := c.ask("decide", ask, nil); code != http.StatusBadRequest {
			t.Errorf("%s: %d", name, code)
		}
	}
	if code := c.ask("decide", map[string]any{"more": 1}, nil); code != http.StatusBadRequest {
		t.Errorf("an unknown field: %d", code)
	}
	if res, _ := c.do("POST", "/p/sms/api/decide", "application/json", "{}{}"); res.StatusCode != http.StatusBadRequest {
		t.Errorf("two documents: %d", res.StatusCode)
	}
	if res, _ := c.do("POST", "/p/sms/api/decide", "application/json", `"`+strings.Repeat("x", 2*maxBody)+`"`); res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("too much: %d", res.StatusCode)
	}
	if code := c.ask("claim", claimAsk{Token: "x", Order: review.ByLeak}, nil); code != http.StatusBadRequest {
		t.Errorf("a token that is none: %d", code)
	}
	if code := c.ask("claim", claimAsk{Token: tabA, Order: "x"}, nil); code != http.StatusBadRequest {
		t.Errorf("an order that is none: %d", code)
	}
	if code := c.ask("desk", deskAsk{Group: 99}, nil); code != http.StatusNotFound {
		t.Errorf("a group that is none: %d", code)
	}
}

func TestBeatsAndRevisit(t *testing.T) {
	w := newWorld(t, nil, append(roses(), "salut [Lucas]")...)
	c := w.as(t, w.users[review.Reviewer].ID)
	d := c.claim(tabA).Desks[0]
	if code := c.ask("renew", beat{tabA, 3}, nil); code != http.StatusOK {
		t.Errorf("renew: %d", code)
	}
	c.decide(decideAsk{Scope: "group", Effect: "skip", Reason: "later", Group: d.ID, Expect: d.Version})
	var list revisitWire
	if code := c.ask("revisit", struct{}{}, &list); code != http.StatusOK || len(list.Skipped) != 1 || len(list.Mine) != 1 {
		t.Errorf("revisit: %d %+v", code, list)
	}
	// What was decided before new guidelines may be decided anew.
	next := c.claim(tabA).Desks[0]
	c.decide(decideAsk{Scope: "group", Effect: "accept", Group: next.ID, Expect: next.Version})
	if _, err := w.store.Publish(t.Context(), review.Guideline{Project: w.project.ID, Lang: "fr", Text: "# Deux", User: 1}); err != nil {
		t.Fatal(err)
	}
	if code := c.ask("revisit", struct{}{}, &list); code != http.StatusOK || len(list.Older) != 1 || list.Older[0].Group != next.ID || list.Older[0].Says != "accepted, guideline 1" {
		t.Errorf("after new guidelines: %d %+v", code, list.Older)
	}
	if code := c.ask("release", beat{tabA, 0}, nil); code != http.StatusOK {
		t.Errorf("release: %d", code)
	}
	entries, err := w.store.Entries(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(entries, func(e review.Entry) bool { return e.Action == "copy" }) {
		t.Error("copies are not counted in the audit")
	}
}

func TestSearchAndContext(t *testing.T) {
	w := newWorld(t, nil, "avant", "je vais chez [Lucas] demain", "apres", "(a+)+$ "+strings.Repeat("a", 3000))
	c := w.as(t, w.users[review.Reviewer].ID)
	var got searchWire
	if code := c.ask("search", searchAsk{Pattern: `\bchez\s+(\p{Lu}\w+)`}, &got); code != http.StatusOK || got.Found != 1 || got.Messages != 4 || got.Hits[0].Hit != "chez Lucas" {
		t.Fatalf("%d %+v", code, got)
	}
	var around contextWire
	if code := c.ask("context", contextAsk{got.Hits[0].Message}, &around); code != http.StatusOK || len(around.Lines) != 4 {
		t.Errorf("%d %+v", code, around)
	}
	if c.ask("search", searchAsk{Pattern: `chez (`}, &got); got.Wrong == "" || got.At != 0 && got.At != 5 {
		t.Errorf("a faulty pattern: %+v", got)
	}
	if code := c.ask("search", searchAsk{Pattern: `(a+)+$`}, &got); code != http.StatusOK || got.MS > 1000 {
		t.Errorf("a hostile pattern: %d, %d ms", code, got.MS)
	}
	for _, p := range []string{"", strings.Repeat("x", maxPattern+1)} {
		if code := c.ask("search", searchAsk{Pattern: p}, nil); code != http.StatusBadRequest {
			t.Errorf("a pattern of %d bytes: %d", len(p), code)
		}
	}
	if code := c.ask("context", contextAsk{999}, nil); code != http.StatusNotFound {
		t.Errorf("no message: %d", code)
	}
}

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		text   string
		tokens []review.Range
		hit    review.Range
		want   string
		first  int
		end    int
	}{
		{"salut Rose !", []review.Range{{Start: 0, End: 5}, {Start: 6, End: 10}, {Start: 11, End: 12}}, review.Range{Start: 6, End: 10}, "|salut| |Rose| |!|", 1, 2},
		{"bizRose", []review.Range{{Start: 0, End: 7}}, review.Range{Start: 3, End: 7}, "|biz||Rose|", 1, 2},
		{"xRosey", []review.Range{{Start: 0, End: 6}}, review.Range{Start: 1, End: 5}, "|x||Rose||y|", 1, 2},
		{"ana lou", []review.Range{{Start: 0, End: 3}, {Start: 4, End: 7}}, review.Range{Start: 0, End: 7}, "|ana| |lou|", 0, 2},
		{"", nil, review.Range{}, "", 0, 0},
	} {
		parts, at, hit := pieces(c.text, c.tokens, c.hit)
		if got := strings.Join(parts, "|"); got != c.want || hit != [2]int{c.first, c.end} {
			t.Errorf("%q: %q %v, want %q [%d %d]", c.text, got, hit, c.want, c.first, c.end)
		}
		if strings.Join(parts, "") != c.text || len(at) != len(parts)-1 {
			t.Errorf("%q: the pieces do not make the text", c.text)
		}
	}
}

// TestDirection: a text runs as its first letter does, whatever stands before.
func TestDirection(t *testing.T) {
	for text, want := range map[string]string{
		"": "ltr", "slt ليلى": "ltr", "😀 12 مرحبا Paul": "rtl", "«שלום»": "rtl", "123 !": "ltr", "\xff\xfe": "ltr",
	} {
		if got := direction(text); got != want {
			t.Errorf("%q runs %s", text, got)
		}
	}
}

// TestDeskAskedTwice: a day later one word comes back unmarked and blank; the second
// answer changes nothing, and the dashboard says how many were alike.
func TestDeskAskedTwice(t *testing.T) {
	var texts []string
	for i := range 600 {
		texts = append(texts, fmt.Sprintf("[mot%c%c]", 'a'+i/26, 'a'+i%26))
	}
	w := newWorld(t, nil, texts...)
	me := w.users[review.Reviewer].ID
	groups, err := w.store.Groups(t.Context(), w.project.ID, review.Waiting, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range groups[:len(groups)-2] {
		_, err := w.store.Decide(t.Context(), review.Decision{
			ID: fmt.Sprintf("decision-%d", i), Project: w.project.ID, User: me, Screen: "review", Scope: review.OnGroup, Effect: review.Accept, Group: g.ID, Expect: -1,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	w.pass(25 * time.Hour)
	c := w.as(t, me)
	desks := c.claim(tabA).Desks
	d := desks[len(desks)-1]
	if len(desks) != 3 || !d.Again || d.Open != 1 || d.Occurrences[0].Now.Effect != "" || d.Before.Mine != 0 || d.Lease < 500 || d.State != "open" {
		t.Fatalf("%d groups, the last is %+v", len(desks), d)
	}
	var out outcomeWire
	ask := decideAsk{ID: tabB, Scope: "word", Effect: "keep", Group: d.ID, Again: true, Expect: d.Version}
	if code := c.ask("decide", ask, &out); code != http.StatusOK || out.Affected != 1 || out.Version != d.Version || out.Open != 0 {
		t.Errorf("decide: %d %+v", code, out)
	}
	if _, body := c.get("/p/sms/dashboard"); !strings.Contains(body, "asked twice</dt><dd>0 <small>of 1; 95%: 0% to 97.5%") {
		t.Error("the dashboard does not say how many were alike")
	}
	undo := decideAsk{ID: tabA, Scope: "undo", Of: tabB, Group: d.ID, Expect: -1}
	if code := c.ask("decide", undo, &out); code != http.StatusOK || out.Desk == nil || !out.Desk.Again || out.Desk.Open != 1 {
		t.Errorf("undo: %d %+v", code, out)
	}
	if now, err := w.store.Desk(t.Context(), w.project.ID, me, d.ID, 10); err != nil || now.Open != 0 || now.State != review.Decided || now.Again {
		t.Errorf("a second answer changed what holds: %+v, %v", now.Group, err)
	}
}
