package server

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/agreement"
	"github.com/bauta/bauta/internal/review"
)

// training lets everybody annotate the first n messages, from nothing.
func (w *world) training(t *testing.T, n int) {
	t.Helper()
	if err := w.store.SetUp(t.Context(), w.project.ID, review.Setup{Training: n}); err != nil {
		t.Fatal(err)
	}
}

// next asks for the next message.
func (c *client) next() *taskWire {
	c.t.Helper()
	var out *taskWire
	if code := c.ask("annotate/task", taskAsk{}, &out); code != http.StatusOK {
		c.t.Fatalf("next: %d", code)
	}
	return out
}

// mark saves a message with labels for words.
func (c *client) mark(task *taskWire, labels map[string]string) savedWire {
	c.t.Helper()
	ask := saveAsk{ID: newID(c.w.now()), Message: task.Message, Act: "label", At: task.At, Cuts: []int{}, Expect: task.Version}
	for i := range task.Marks {
		ask.Marks = append(ask.Marks, labels[task.Pieces[2*i+1]])
	}
	var out savedWire
	if code := c.ask("annotate/save", ask, &out); code != http.StatusOK {
		c.t.Fatalf("save: %d", code)
	}
	return out
}

func TestAnnotateByAPI(t *testing.T) {
	w := newWorld(t, nil, "slt c Marie Dupont", "chez [Lucas] Paul", "rien")
	w.training(t, 3)
	c := w.as(t, w.users[review.Annotator].ID)
	first := c.next()
	if first.Number != 1 || len(first.Marks) != 4 || !first.Blind || first.Work.Left != 3 {
		t.Fatalf("first: %+v", first)
	}
	saved := c.mark(first, map[string]string{"Marie": "PERSON", "Dupont": "PERSON"})
	if saved.State != "done" || saved.Next == nil || saved.Next.Number != 2 || saved.Next.Suggested[1].Label != "PERSON" {
		t.Fatalf("saved: %+v", saved)
	}
	second := c.mark(saved.Next, map[string]string{"Lucas": "PERSON", "Paul": "B-PERSON"})
	var again taskWire
	c.ask("annotate/task", taskAsk{Message: saved.Next.Message}, &again)
	if !slices.Equal(again.Marks, []string{"", "PERSON", "B-PERSON"}) || again.State != "done" {
		t.Errorf("again: %+v", again.Marks)
	}
	if code := c.ask("annotate/task", taskAsk{Message: second.Next.Message, Step: -1}, &again); code != http.StatusOK || again.Number != 2 {
		t.Errorf("previous: %d, %d", code, again.Number)
	}
	var piles []pileWire
	c.ask("annotate/revisit", struct{}{}, &piles)
	if len(piles) != 4 || len(piles[3].Rows) != 2 {
		t.Errorf("piles: %+v", piles)
	}
	// Somebody to whom the message was not handed out does not read it.
	other := w.as(t, w.users[review.Reviewer].ID)
	if code := other.ask("annotate/task", taskAsk{Message: first.Message}, nil); code != http.StatusNotFound {
		t.Errorf("another's message: %d", code)
	}
	for name, ask := range map[string]saveAsk{
		"gold by an annotator": {ID: newID(w.now()), Message: first.Message, Act: "gold", Expect: -1},
		"no ID":                {Message: first.Message, Act: "label"},
		"units outside":        {ID: newID(w.now()), Message: first.Message, Act: "label", At: []int{0, 999}, Marks: []string{""}, Expect: -1},
		"half a unit":          {ID: newID(w.now()), Message: first.Message, Act: "label", At: []int{0}, Expect: -1},
		"no such label":        {ID: newID(w.now()), Message: first.Message, Act: "label", At: []int{0, 3}, Marks: []string{"XYZ"}, Expect: -1},
		"no reason":            {ID: newID(w.now()), Message: first.Message, Act: "skip", Expect: -1},
	} {
		if code := c.ask("annotate/save", ask, nil); code != http.StatusBadRequest && code != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", name, code)
		}
	}
	stale := saveAsk{ID: newID(w.now()), Message: first.Message, Act: "label", At: first.At, Marks: make([]string, 4), Expect: 0}
	if code := c.ask("annotate/save", stale, nil); code != http.StatusConflict {
		t.Errorf("stale: %d", code)
	}
}

// TestA3SimpleMode: the form submits the same as the module.
func TestA3SimpleMode(t *testing.T) {
	w := newWorld(t, nil, "slt c Marie Dupont", "deux")
	w.training(t, 2)
	c := w.as(t, w.users[review.Annotator].ID)
	_, body := c.get("/p/sms/annotate")
	if strings.Count(body, `name="mark"`) != 4 || !strings.Contains(body, `name="act" value="label"`) {
		t.Fatal("the form lacks a select for each token")
	}
	hidden := func(name string) (out []string) {
		for _, part := range strings.Split(body, `name="`+name+`" value="`)[1:] {
			out = append(out, part[:strings.Index(part, `"`)])
		}
		return out
	}
	form := url.Values{"at": hidden("at"), "id": hidden("id"), "message": hidden("message"), "expect": hidden("expect"), "act": {"label"}, "mark": {"", "", "PERSON", "PERSON"}}
	for _, query := range []string{"", "?simple", "?full"} {
		if res, _ := c.post("/p/sms/annotate"+query, form); res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != "/p/sms/annotate"+query {
			t.Fatalf("submitted: %d to %s", res.StatusCode, res.Header.Get("Location"))
		}
	}
	for a, err := range w.store.Annotated(t.Context(), w.project.ID, review.Unlabelled) {
		if err != nil || len(a.Said[0].Spans) != 1 || a.Message.Text[a.Said[0].Spans[0].Start:a.Said[0].Spans[0].End] != "Marie Dupont" {
			t.Errorf("stored: %d, %v", len(a.Said), err)
		}
	}
	form.Set("message", "x")
	if res, _ := c.post("/p/sms/annotate", form); res.StatusCode != http.StatusBadRequest {
		t.Errorf("no number: %d", res.StatusCode)
	}
}

// TestSimpleInSettings: who chose the simple mode has it without asking, and may
// leave it for once.
func TestSimpleInSettings(t *testing.T) {
	w := newWorld(t, nil, "slt c Marie")
	w.training(t, 1)
	c := w.as(t, w.users[review.Annotator].ID)
	simple := func(path string) bool {
		t.Helper()
		_, body := c.get(path)
		if !strings.Contains(body, `id="simple"`) {
			t.Fatalf("%s has no form", path)
		}
		return strings.Contains(body, `"simple":true`)
	}
	if simple("/p/sms/annotate") || !simple("/p/sms/annotate?simple") {
		t.Error("without a setting the address says it")
	}
	c.post("/settings", url.Values{"annotate": {"simple"}})
	if !simple("/p/sms/annotate") || simple("/p/sms/annotate?full") {
		t.Error("the setting does not hold")
	}
	if _, body := c.get("/settings"); !strings.Contains(body, `<option value="simple" selected>`) {
		t.Error("the settings do not show it")
	}
	if _, body := c.get("/p/sms/annotate?simple"); !strings.Contains(body, `action="/p/sms/annotate?simple"`) {
		t.Error("the form forgets the mode")
	}
}

// TestDashboardAnnotation: the dashboard says how far annotation is and how far
// people agree, once somebody has begun.
func TestDashboardAnnotation(t *testing.T) {
	w := newWorld(t, nil, "avec Rose et Lucas", "chez Rose")
	w.training(t, 2)
	owner := w.as(t, w.users[review.Owner].ID)
	_, body := owner.get("/p/sms/dashboard")
	if strings.Contains(body, "<h2>Annotation</h2>") {
		t.Error("nobody has begun")
	}
	if !strings.Contains(body, "<dd>100%") || !strings.Contains(body, "<dd>? <small>nothing was audited yet") {
		t.Error("with no audit begun, all messages may leak, and the first figure says that nobody knows")
	}
	a, b := w.as(t, w.users[review.Reviewer].ID), w.as(t, w.users[review.Annotator].ID)
	a.mark(a.next(), map[string]string{"Rose": "PERSON", "Lucas": "PERSON"})
	b.mark(b.next(), map[string]string{"Rose": "LOCATION", "Lucas": "PERSON"})
	// By hand: 3 of 4 tokens alike, by chance (2·2 + 2·1) / 16.
	for _, c := range []*client{owner, b} {
		if _, body := c.get("/p/sms/dashboard"); !strings.Contains(body, "<dd>1 <small>of 2</small></dd>") || !strings.Contains(body, "<dd>0.600</dd>") {
			t.Error("the dashboard lacks the figures")
		}
	}
}

// TestAskedTwice: of many messages some come back after a day, unannounced, and
// how far the answers are alike is shown to owners and adjudicators.
func TestAskedTwice(t *testing.T) {
	var texts []string
	for i := range 150 {
		texts = append(texts, fmt.Sprint("avec Rose ", i))
	}
	w := newWorld(t, nil, texts...)
	w.training(t, 0)
	c := w.as(t, w.users[review.Annotator].ID)
	for range 140 {
		c.mark(c.next(), map[string]string{"Rose": "PERSON"})
	}
	w.pass(25 * time.Hour)
	c = w.as(t, w.users[review.Annotator].ID) // the session is over
	task := c.mark(c.next(), nil).Next        // the one that was out already, then an old one
	if task.Number > 140 || task.State == "done" || task.Marks[1] != "" || task.Before[1].Mine == 0 {
		t.Fatalf("nothing comes back, or it says so: number %d, state %q", task.Number, task.State)
	}
	c.mark(task, map[string]string{"Rose": "LOCATION"})
	owner := w.as(t, w.users[review.Owner].ID)
	if _, body := owner.get("/p/sms/agreement"); !strings.Contains(body, "The same message twice") || !strings.Contains(body, `<th scope="row">The annotator</th><td class="figure">1</td><td class="figure">0</td>`) {
		t.Error("the page does not show it")
	}
	if _, body := owner.get("/p/sms/dashboard"); !strings.Contains(body, "<dt>alike when asked twice</dt><dd>0 <small>of 1</small></dd>") {
		t.Error("the dashboard does not show it")
	}
	if _, body := c.get("/p/sms/agreement"); strings.Contains(body, "The same message twice") {
		t.Error("the annotator is told")
	}
}

// TestA4PartnersAreHidden: what a partner said of a blind message is not in the
// page, nor found.
func TestA4PartnersAreHidden(t *testing.T) {
	w := newWorld(t, nil, "avec Zoubida", "chez Zoubida")
	w.training(t, 2)
	a, b := w.as(t, w.users[review.Reviewer].ID), w.as(t, w.users[review.Annotator].ID)
	a.mark(a.next(), map[string]string{"Zoubida": "LOCATION"})
	task := b.next()
	if len(task.Before[1].Labels) != 0 || task.Before[1].Others != 0 {
		t.Errorf("before: %+v", task.Before[1])
	}
	_, body := b.get("/p/sms/annotate")
	if strings.Contains(body, `"n":1`) || strings.Contains(body, `<option value="LOCATION" selected`) {
		t.Error("the page has the partner's label")
	}
	var found examplesWire
	b.ask("annotate/examples", examplesAsk{Message: task.Message, Pattern: "Zoubida"}, &found)
	if found.Found != 0 || found.Messages != 0 {
		t.Errorf("found %+v", found)
	}
	next := b.mark(task, map[string]string{"Zoubida": "PERSON"}).Next
	if got := next.Before[1]; got.Mine != 1 || got.Others != 0 || got.Labels[0].Label != "PERSON" {
		t.Errorf("before: %+v", got)
	}
	b.ask("annotate/examples", examplesAsk{Message: next.Message, Pattern: "(?i)zoub"}, &found)
	if found.Found != 1 || found.Hits[0].Marks[1] != "PERSON" || found.Hits[0].By != "you" || found.Hits[0].Hit != [2]int{1, 2} {
		t.Errorf("found %+v", found)
	}
	var wrong examplesWire
	if code := b.ask("annotate/examples", examplesAsk{Message: next.Message, Pattern: "(a"}, &wrong); code != http.StatusOK || wrong.Wrong == "" {
		t.Errorf("a bad pattern: %d %q", code, wrong.Wrong)
	}
	if code := b.ask("annotate/examples", examplesAsk{Message: next.Message, Pattern: "(a+)+$"}, &wrong); code != http.StatusOK {
		t.Errorf("a hostile pattern: %d", code)
	}
}

// TestA8Adjudication: gold is written, and the agreement stays as it was.
func TestA8Adjudication(t *testing.T) {
	w := newWorld(t, nil, "avec Rose et Lucas", "chez Rose")
	w.training(t, 2)
	a, b := w.as(t, w.users[review.Reviewer].ID), w.as(t, w.users[review.Annotator].ID)
	a.mark(a.next(), map[string]string{"Rose": "PERSON", "Lucas": "PERSON"})
	b.mark(b.next(), map[string]string{"Rose": "LOCATION", "Lucas": "PERSON"})
	judge := w.as(t, w.users[review.Adjudicator].ID)
	before, err := Agree(t.Context(), w.store, w.project.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	var task *disputeWire
	judge.ask("adjudicate/next", nextAsk{}, &task)
	if task == nil || len(task.Voices) != 2 || task.Left != 1 || !slices.Equal(task.Differs, []bool{false, true, false, false}) {
		t.Fatalf("dispute: %+v", task)
	}
	ask := saveAsk{ID: newID(w.now()), Message: task.Message, Act: "gold", Reason: "slip", At: task.At, Cuts: []int{}, Marks: []string{"", "PERSON", "", "PERSON"}, Expect: task.Version}
	var out goldWire
	if code := judge.ask("adjudicate/save", ask, &out); code != http.StatusOK || out.Next != nil {
		t.Fatalf("gold: %d, %+v", code, out)
	}
	ask.ID = newID(w.now())
	if code := judge.ask("adjudicate/save", ask, nil); code != http.StatusConflict {
		t.Errorf("twice: %d", code)
	}
	after, err := Agree(t.Context(), w.store, w.project.ID, 0)
	if err != nil || after.Kappa.X != before.Kappa.X || before.Kappa.Undefined != "" {
		t.Errorf("kappa %v, then %v (%v)", before.Kappa, after.Kappa, err)
	}
	if _, body := judge.get("/p/sms/agreement"); !strings.Contains(body, "<caption>Words: rows The reviewer, columns The annotator</caption>") {
		t.Error("the adjudicator's page lacks the confusion")
	}
	if _, body := b.get("/p/sms/agreement"); strings.Contains(body, "<caption>") || !strings.Contains(body, "alpha") {
		t.Error("an annotator's page has the pairs, or no figures")
	}
}

// TestA10Guidelines: a new version is in force at once and offers old work again.
func TestA10Guidelines(t *testing.T) {
	w := newWorld(t, nil, "avec Rose")
	w.training(t, 1)
	b := w.as(t, w.users[review.Annotator].ID)
	task := b.next()
	b.mark(task, nil)
	owner := w.as(t, w.users[review.Owner].ID)
	if res, _ := owner.post("/p/sms/guidelines", url.Values{"lang": {"fr"}, "text": {"# Règles\r\n\r\n- les **prénoms**\r\n"}}); res.StatusCode != http.StatusSeeOther {
		t.Fatalf("published: %d", res.StatusCode)
	}
	if res, _ := owner.post("/p/sms/guidelines", url.Values{"lang": {"xx"}, "text": {"x"}}); res.StatusCode != http.StatusBadRequest {
		t.Errorf("no such language: %d", res.StatusCode)
	}
	if _, body := owner.get("/p/sms/review"); !strings.Contains(body, "<strong>prénoms</strong>") {
		t.Error("the review page shows other guidelines than those in force")
	}
	if _, body := b.get("/p/sms/guidelines"); !strings.Contains(body, "<strong>prénoms</strong>") || !strings.Contains(body, "version 2") || strings.Contains(body, "<textarea") {
		t.Error("the new version is not shown, or an annotator may publish")
	}
	var piles []pileWire
	b.ask("annotate/revisit", struct{}{}, &piles)
	if len(piles[2].Rows) != 1 || piles[2].Rows[0].Says != "guideline 1" {
		t.Errorf("outdated: %+v", piles[2])
	}
	var again taskWire
	if b.ask("annotate/task", taskAsk{Message: task.Message}, &again); !again.Outdated {
		t.Error("the message does not say that the guideline changed")
	}
}

func TestBlocks(t *testing.T) {
	got := blocks("# A\n\nb **c**\nd\n\n- e\n  f\n- g\n\n| h | i |\n|---|---|\n| j | **k** |\n")
	if len(got) != 4 || got[0].Level != 2 || len(got[1].Text) != 3 || !got[1].Text[1].Strong || len(got[2].Items) != 2 || len(got[3].Head) != 2 || len(got[3].Rows) != 1 {
		t.Errorf("%+v", got)
	}
}

func FuzzBlocks(f *testing.F) {
	f.Add("# A\n- b\n| c |\n**")
	f.Fuzz(func(_ *testing.T, text string) { blocks(text) })
}

// fullAgreement is a page with all there is.
func fullAgreement(t *testing.T) agreementView {
	t.Helper()
	items := []agreement.Item{{Tags: [][]string{{"B-PERSON", "O"}, {"O", "O"}}}}
	r, err := agreement.Measure(items, agreement.Config{Annotators: []string{"a", "b"}, Rounds: 10})
	if err != nil {
		t.Fatal(err)
	}
	return agreementViewOf(Agreed{Report: r, Unseen: &r, Self: []agreement.Consistency{{Annotator: "a", Messages: 1, Same: 1}}})
}

// TestA7UnanimousO: a figure that does not exist says why.
func TestA7UnanimousO(t *testing.T) {
	w := newWorld(t, nil, "rien du tout")
	w.training(t, 1)
	for _, role := range []review.Role{review.Reviewer, review.Annotator} {
		c := w.as(t, w.users[role].ID)
		c.mark(c.next(), nil)
	}
	_, body := w.as(t, w.users[review.Owner].ID).get("/p/sms/agreement")
	if !strings.Contains(body, "undefined: ") || strings.Contains(body, "NaN") {
		t.Error("the page does not say why kappa is undefined")
	}
}

func TestVoices(t *testing.T) {
	x, y := []bauta.Span{{Start: 0, End: 1, Label: "PERSON"}}, []bauta.Span(nil)
	spans, n := voices([]review.Said{{Spans: x}, {Spans: y}, {Spans: y}})
	if len(spans) != 2 || n[0] != 2 || len(spans[0]) != 0 || n[1] != 1 {
		t.Errorf("%v %v", spans, n)
	}
}

// TestC9HostileAnnotations: markup in messages is text on the new screens.
func TestC9HostileAnnotations(t *testing.T) {
	hostile := "<img src=x onerror=alert(1)> {{.}} </script><script>alert(1)</script>"
	w := newWorld(t, func(c *Config) { c.Locator = asking{} }, hostile)
	w.training(t, 1)
	for i, role := range []review.Role{review.Reviewer, review.Annotator} {
		c := w.as(t, w.users[role].ID)
		task := c.next()
		c.mark(task, map[string]string{task.Pieces[1+2*i]: "PERSON"})
	}
	owner := w.as(t, w.users[review.Owner].ID)
	for _, page := range []string{"annotate", "adjudicate", "location"} {
		_, body := owner.get("/p/sms/" + page)
		for _, bad := range []string{"<img", "<script>"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has %s as markup", page, bad)
			}
		}
		if !strings.Contains(body, "onerror") {
			t.Errorf("%s does not show the text", page)
		}
	}
}
