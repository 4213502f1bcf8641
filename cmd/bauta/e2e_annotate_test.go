//go:build e2e

package main_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/server"
)

// setUp says how many messages everybody labels, and whether from suggestions.
func (s *stand) setUp(training int, prefill bool) {
	s.t.Helper()
	if err := s.store.SetUp(s.t.Context(), s.project.ID, review.Setup{Training: training, Prefill: prefill}); err != nil {
		s.t.Fatal(err)
	}
}

// onMessage waits until the page shows a message by its number, with the focus
// on a token.
func (b *tab) onMessage(n int) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.getElementById("place").textContent.startsWith("Message %d ") && document.activeElement.matches(".token")`, n))
}

// tags are the tags as the page shows them.
func (b *tab) tags() string {
	b.t.Helper()
	return eval[string](b, `[...document.querySelectorAll(".token")].map((n) => n.dataset.iob).join(" ")`)
}

// focused is the token that has the focus.
func (b *tab) focused() string {
	b.t.Helper()
	return eval[string](b, `document.activeElement.querySelector("bdi")?.textContent ?? document.activeElement.id`)
}

// said is what somebody said of the messages, as words with labels.
func (s *stand) said(login string) []string {
	s.t.Helper()
	var out []string
	for a, err := range s.store.Annotated(s.t.Context(), s.project.ID, review.Unlabelled) {
		if err != nil {
			s.t.Fatal(err)
		}
		for _, x := range a.Said {
			if x.User != s.users[login].ID {
				continue
			}
			units := review.Units(&a.Item, x.Spans)
			tags, err := review.IOB2(units, x.Spans)
			if err != nil {
				s.t.Fatal(err)
			}
			out = append(out, strings.Join(tags, " "))
		}
	}
	return out
}

const twelve = "slt c Marie Dupont tu viens chez Lucas rue Foch Paul ?"

// TestA1LabelByKeys: a message of twelve tokens with digits and arrows alone.
func TestA1LabelByKeys(t *testing.T) {
	onBoth(t, []string{twelve, "rien"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		b := s.visit("nora", "annotate")
		b.onMessage(1)
		b.press("ArrowRight", "ArrowRight", "Shift+ArrowRight", "1") // Marie Dupont
		b.press("ArrowRight", "ArrowRight", "ArrowRight", "1")       // Lucas
		b.press("2", "2", "Shift+2")                                 // rue, Foch, and Paul apart
		want := "O O B-PERSON I-PERSON O O O B-PERSON B-LOCATION I-LOCATION B-LOCATION O"
		if got := b.tags(); got != want {
			t.Errorf("shown  %s\nwanted %s", got, want)
		}
		if got := strings.ReplaceAll(b.text("#result"), "\u00a0", " "); got != "slt c [Person 1] tu viens chez [Person 2] [Place 1] [Place 2] ?" {
			t.Errorf("preview %q", got)
		}
		b.press("u", "u", "Ctrl+Shift+z", "Ctrl+Shift+z", "0", "u")
		b.shot("annotate")
		b.press("Enter")
		b.onMessage(2)
		b.saved()
		if got := s.said("nora"); len(got) != 1 || got[0] != want {
			t.Errorf("stored %q", got)
		}
		b.press("Enter")
		b.wait(`!document.getElementById("empty").hidden && document.activeElement.id === "empty-title"`)
		b.press("v")
		b.wait(`document.activeElement.dataset.message`)
	})
}

// TestA1RandomKeys presses keys at random: no I stands after an O or another
// label, and what is shown is what is stored.
func TestA1RandomKeys(t *testing.T) {
	onBoth(t, []string{twelve, "rien"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		b := s.visit("nora", "annotate")
		b.onMessage(1)
		keys := []string{"1", "2", "3", "0", "Shift+1", "Shift+2", "ArrowLeft", "ArrowRight", "ArrowLeft", "Shift+ArrowRight", "Shift+ArrowLeft", "u", "Ctrl+Shift+z", "."}
		draw := rand.New(rand.NewPCG(1, 2))
		for range 12 {
			for range 10 {
				b.press(keys[draw.IntN(len(keys))])
			}
			last := "O"
			for _, tag := range strings.Fields(b.tags()) {
				if inside, ok := strings.CutPrefix(tag, "I-"); ok && last != "B-"+inside && last != "I-"+inside {
					t.Fatalf("%s after %s: %s", tag, last, b.tags())
				}
				last = tag
			}
		}
		want := b.tags()
		b.press("Enter")
		b.onMessage(2)
		b.saved()
		// A word that was split and whose parts say the same is whole again in the
		// store: what is compared is what was marked.
		if got := s.said("nora"); len(got) != 1 || entities(got[0]) != entities(want) {
			t.Errorf("stored %q\nshown  %q", got, want)
		}
	})
}

// entities are the labels of the entities of a row of tags.
func entities(tags string) string {
	var out []string
	for _, tag := range strings.Fields(tags) {
		if label, ok := strings.CutPrefix(tag, "B-"); ok {
			out = append(out, label)
		}
	}
	return strings.Join(out, " ")
}

// TestA2Popup: the list opens on Space, filters, and gives the focus back.
func TestA2Popup(t *testing.T) {
	onBoth(t, []string{"chez [Lucas?0.9] la"}, func(t *testing.T, s *stand) {
		s.setUp(1, false)
		b := s.visit("nora", "annotate")
		b.onMessage(1)
		b.press("ArrowRight", "Space")
		b.wait(`document.activeElement.id === "filter"`)
		b.write("org")
		b.wait(`document.querySelectorAll("#choices [role=option]").length === 1`)
		tree := b.tree()
		for _, want := range []string{"combobox Kind: write to filter", "listbox Kinds", "option 3 Organisation"} {
			if !strings.Contains(tree, want) {
				t.Errorf("the accessibility tree lacks %q:\n%s", want, tree)
			}
		}
		b.press("Escape")
		b.wait(`document.activeElement.matches(".token")`)
		if got := b.focused(); got != "Lucas" {
			t.Errorf("the focus is on %s", got)
		}
		name := eval[string](b, `document.activeElement.getAttribute("aria-label")`)
		if name != "Lucas, word 2 of 3, no kind, suggested Person 90 percent" {
			t.Errorf("its name is %q", name)
		}
		b.press("Space")
		b.wait(`document.activeElement.id === "filter"`)
		b.shot("annotate-popup")
		b.press("ArrowDown", "Enter") // the list stands on O, the last: down is the first
		b.wait(`document.activeElement.matches(".token")`)
		if got := b.tags(); got != "O B-PERSON O" {
			t.Errorf("chosen: %s", got)
		}
		b.press("ArrowLeft", "Space")
		b.wait(`document.activeElement.id === "filter"`)
		b.press("2")
		if got := b.tags(); got != "O B-LOCATION O" {
			t.Errorf("by digit: %s", got)
		}
		b.press("ArrowLeft", ".", ".", "1") // Lu|cas: the first part
		if got := b.tags(); got != "O B-PERSON B-LOCATION O" {
			t.Errorf("split: %s", got)
		}
		b.press("Enter")
		b.wait(`!document.getElementById("empty").hidden`)
		if got := s.said("nora"); len(got) != 1 || got[0] != "O B-PERSON B-LOCATION O" {
			t.Errorf("stored %q", got)
		}
	})
}

// tree is the page's accessibility tree, a line a node: role and name.
func (b *tab) tree() string {
	b.t.Helper()
	got, err := chromedp.Call(b.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		b.t.Fatal(err)
	}
	var nodes []struct {
		Role, Name struct{ Value any }
	}
	data, err := json.Marshal(got.Nodes)
	if err == nil {
		err = json.Unmarshal(data, &nodes)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	var out strings.Builder
	for _, n := range nodes {
		fmt.Fprintf(&out, "%v %v\n", n.Role.Value, n.Name.Value)
	}
	return out.String()
}

// TestA3WithoutJavaScript: native selects submit the same.
func TestA3WithoutJavaScript(t *testing.T) {
	onBoth(t, []string{"slt c Marie", "deux"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		b := s.visit("nora", "dashboard")
		if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
			t.Fatal(err)
		}
		b.goTo(s.base + "/p/sms/annotate")
		b.wait(`document.querySelectorAll("#simple select").length === 3`)
		eval[bool](b, `document.getElementById("t2").focus(), true`)
		b.press("ArrowDown")
		b.shot("annotate-simple")
		b.press("Tab", "Enter")
		b.wait(`document.getElementById("place").textContent.startsWith("Message 2 ")`)
		if got := s.said("nora"); len(got) != 1 || got[0] != "O O B-PERSON" {
			t.Errorf("stored %q", got)
		}
	})
}

// TestA3SettingsSimple: who reads with the ears chooses the simple mode once.
func TestA3SettingsSimple(t *testing.T) {
	onBoth(t, []string{"slt c Marie", "deux"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		b := s.visit("nora", "annotate")
		b.onMessage(1)
		b.goTo(s.base + "/settings")
		eval[bool](b, `document.getElementById("annotate-is").focus(), true`)
		b.press("ArrowDown")
		b.shot("settings")
		eval[bool](b, `(window.old = true, document.querySelector("form.settings").requestSubmit(), true)`)
		b.wait(`!window.old && document.getElementById("annotate-is").value === "simple"`)
		b.goTo(s.base + "/p/sms/annotate")
		b.wait(`document.getElementById("desk").hidden && document.querySelectorAll("#simple select").length === 3`)
		eval[bool](b, `document.getElementById("t2").focus(), true`)
		b.press("ArrowDown", "Tab", "Enter")
		b.wait(`document.getElementById("place").textContent.startsWith("Message 2 ")`)
		if got := s.said("nora"); len(got) != 1 || got[0] != "O O B-PERSON" {
			t.Errorf("stored %q", got)
		}
		b.goTo(s.base + "/p/sms/annotate?full")
		b.onMessage(2)
	})
}

// TestA4PartnersAreAbsent: what a partner says of a blind message changes
// nothing in the HTML; elsewhere the panel of a reviewer counts what the store
// holds.
func TestA4PartnersAreAbsent(t *testing.T) {
	texts := []string{"avec Zoubida", "chez Zoubida", "puis Zoubida", "sans Zoubida", "et Zoubida la", "voila"}
	onBoth(t, texts, func(t *testing.T, s *stand) {
		s.setUp(1, false)
		anna, ben := s.visit("anna", "annotate"), s.visit("ben", "annotate")
		anna.onMessage(1)
		ben.onMessage(1)
		ben.press("ArrowRight", "Enter")
		ben.onMessage(2)
		html := func() string {
			t.Helper()
			page := eval[string](anna, `fetch(location.href).then((r) => r.text())`)
			return regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|"left":\d+`).ReplaceAllString(page, "")
		}
		was := html()
		ben.press("p")
		ben.onMessage(1)
		ben.press("ArrowRight", "2", "Enter") // LOCATION, instead of nothing
		ben.onMessage(2)
		if html() != was {
			t.Error("the page of a blind message changes with what the partner says")
		}
		anna.press("ArrowRight", "/")
		anna.wait(`document.activeElement.id === "pattern"`)
		anna.write("Zoubida")
		anna.press("Enter")
		anna.wait(`document.getElementById("found").textContent.startsWith("0 messages of 0")`)
		anna.press("Escape")
		anna.wait(`document.activeElement.matches(".token")`)
		eval[bool](anna, `(document.getElementById("before-panel").open = true)`)
		if got := anna.text("#before-panel"); !strings.Contains(got, "Never, in other messages") || !strings.Contains(got, "others hidden") {
			t.Errorf("the panel shows %q", got)
		}
		ben.press("ArrowRight", "1", "Enter") // chez Zoubida: PERSON
		ben.onMessage(3)
		ben.press("Enter") // puis Zoubida: nothing
		ben.onMessage(4)   // and keeps "sans Zoubida"
		anna.press("1", "Enter")
		anna.onMessage(5)
		anna.press("ArrowRight")
		got := eval[map[string]int](anna, `Object.fromEntries([...document.querySelectorAll("#before tr")].map((r) => [r.children[0].textContent, Number(r.children[2].textContent)]))`)
		want := s.counted(`SELECT CASE WHEN iob = 'O' THEN iob ELSE substr(iob, 3) END, count(*) FROM token_label WHERE start = 5 GROUP BY 1`)
		for label, shown := range map[string]string{"PERSON": "Person", "LOCATION": "Place", "O": "leave"} {
			want[shown] = want[label]
			delete(want, label)
		}
		if !maps.Equal(got, want) || want["Person"] != 2 || want["Place"] != 1 || want["leave"] != 1 {
			t.Errorf("the panel counts %v, the store %v", got, want)
		}
		if got := anna.text("#before"); !strings.Contains(got, "you 1, adjudicator 0, others 3") {
			t.Errorf("the panel says %q", got)
		}
	})
}

// counted runs a query of names and counts beside the server.
func (s *stand) counted(query string) map[string]int {
	s.t.Helper()
	driver, source := "sqlite", s.source+"?_pragma=busy_timeout(5000)"
	if s.engine == "postgresql" {
		driver, source = "pgx", s.source
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(s.t.Context(), query)
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]int{}
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			s.t.Fatal(err)
		}
		out[name] = n
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// TestA5Examples: expected hits; a bad pattern says so; Enter opens to read,
// Escape leads back to the same token.
func TestA5Examples(t *testing.T) {
	onBoth(t, []string{"slt chez Paul ce soir", "vu chez moi", "rien", "on verra"}, func(t *testing.T, s *stand) {
		s.setUp(4, false)
		b := s.visit("nora", "annotate")
		b.onMessage(1)
		b.press("ArrowRight", "ArrowRight", "1", "Enter")
		b.onMessage(2)
		b.press("Enter")
		b.onMessage(3)
		b.press("ArrowRight", "/")
		b.wait(`document.activeElement.id === "pattern"`)
		b.write(`\bchez\s+\w+`)
		b.press("Enter")
		b.wait(`document.querySelectorAll("#hits li").length === 0 && document.getElementById("found").textContent.startsWith("2 messages of 2") || document.querySelectorAll("#hits li").length === 2`)
		b.wait(`document.activeElement.closest("#hits")`)
		b.press("ArrowDown")
		if got := eval[string](b, `document.activeElement.textContent`); !strings.Contains(got, "chez Paul Person") {
			t.Errorf("the second hit is %q", got)
		}
		b.shot("annotate-search")
		b.press("Enter")
		b.wait(`document.getElementById("drawer-title").textContent === "As it was marked"`)
		b.press("Escape")
		b.wait(`document.activeElement.matches(".token")`)
		if got := b.focused(); got != "rien" {
			t.Errorf("Escape leads to %q", got)
		}
		b.press("/")
		b.wait(`document.activeElement.id === "pattern"`)
		eval[bool](b, `document.activeElement.value = "", true`)
		b.write("(a")
		b.press("Enter")
		b.wait(`document.getElementById("found").textContent.includes("missing closing )")`)
		eval[bool](b, `document.activeElement.value = "", true`)
		b.write("(a+)+$")
		b.press("Enter")
		b.wait(`document.getElementById("found").textContent.startsWith("0 messages of 2")`)
	})
}

// TestA6Navigation: order and counts; unsaved labels survive going elsewhere.
func TestA6Navigation(t *testing.T) {
	onBoth(t, []string{"un Marie", "deux Paul", "trois", "quatre"}, func(t *testing.T, s *stand) {
		s.setUp(4, false)
		b := s.visit("nora", "annotate")
		b.onMessage(1)
		b.press("Enter")
		b.onMessage(2)
		b.press("s")
		b.wait(`document.activeElement.dataset.do === "unreadable"`)
		b.press("4")
		b.onMessage(3)
		b.wait(`document.getElementById("tally").textContent === "done 1, skipped 1, flagged 0"`)
		b.press("1") // not saved
		b.wait(`document.getElementById("draft").textContent === "not saved yet"`)
		b.press("p")
		b.onMessage(2)
		b.press("p")
		b.onMessage(1)
		b.press("n")
		b.onMessage(3)
		if got := b.tags(); got != "B-PERSON" {
			t.Errorf("the unsaved label is gone: %s", got)
		}
		b.press("f")
		b.wait(`document.getElementById("standing").textContent.includes("Flagged")`)
		b.press("v")
		b.wait(`document.activeElement.dataset.message`)
		if got := b.text("#drawer-body"); !strings.Contains(got, "Skipped") || !strings.Contains(got, "later") || !strings.Contains(got, "Flagged") {
			t.Errorf("the list is %q", got)
		}
		b.press("Enter")
		b.onMessage(2)
		b.press("ArrowRight", "1", "Enter")
		b.onMessage(3)
		b.saved()
		if got := s.said("nora"); len(got) != 2 || got[1] != "O B-PERSON" {
			t.Errorf("stored %q", got)
		}
	})
}

// TestA8Adjudicate: two blind annotators, their kappa, the adjudicator's keys;
// and the agreement stays what it was. By hand (A7): of five tokens they say the
// same of four; chance gives (2·2 + 2·3 + 1·0) / 25, so kappa is
// (4/5 - 10/25) / (1 - 10/25) = 0.667.
func TestA8Adjudicate(t *testing.T) {
	onBoth(t, []string{"avec Rose et Lucas Paul"}, func(t *testing.T, s *stand) {
		s.setUp(1, false)
		for login, second := range map[string]string{"nora": "2", "ben": "1"} {
			b := s.visit(login, "annotate")
			b.onMessage(1)
			b.press("ArrowRight", second, "ArrowRight", "1", "1", "Enter")
			b.wait(`!document.getElementById("empty").hidden`)
		}
		before, err := server.Agree(t.Context(), s.store, s.project.ID, 0)
		if err != nil || fmt.Sprintf("%.3f", before.Kappa.X) != "0.667" {
			t.Errorf("kappa %.3f, %v", before.Kappa.X, err)
		}
		b := s.visit("judge", "adjudicate")
		b.wait(`document.activeElement.matches("#voices td.gold")`)
		b.shot("adjudicate")
		a := eval[string](b, `document.querySelectorAll("#voices tbody tr")[0].children[2].dataset.iob`)
		b.press("3")
		b.wait(`document.activeElement.id === "filter"`)
		b.press("Escape", "1", "u", "2", "u", "1", "l", "Enter")
		b.wait(`!document.getElementById("empty").hidden`)
		for x, err := range s.store.Annotated(t.Context(), s.project.ID, review.Golden) {
			if err != nil || string(x.Gold[0].Label) != strings.TrimPrefix(a, "B-") || len(x.Gold) != 2 {
				t.Errorf("gold %v of %s, %v", x.Gold, a, err)
			}
		}
		after, err := server.Agree(t.Context(), s.store, s.project.ID, 0)
		if err != nil || after.Kappa.X != before.Kappa.X {
			t.Errorf("the agreement changed to %v, %v", after.Kappa, err)
		}
		b.goTo(s.base + "/p/sms/agreement")
		// By label, one against the rest: PERSON (4/5 - 12/25) / (1 - 12/25), and of
		// LOCATION as much as chance; of the three tokens that somebody marked too.
		got := strings.Join(strings.Fields(b.text("main")), " ")
		for _, want := range []string{"mean of pairs 0.667", "somebody marked 0.000", "Place 0.000", "Person 0.615", "Krippendorff’s alpha 0.690"} {
			if !strings.Contains(got, want) {
				t.Errorf("the page lacks %q: %q", want, got)
			}
		}
		b.shot("agreement")
		b.goTo(s.base + "/p/sms/dashboard")
		eval[bool](b, `(document.querySelector(".folded").open = true)`)
		if got := b.text("main"); !strings.Contains(got, "0.667") || !strings.Contains(got, "adjudicated\n1") {
			t.Errorf("the dashboard shows %q", got)
		}
	})
}

// TestA7Unanimous: two who both say O everywhere have no kappa, and the page
// says why.
func TestA7Unanimous(t *testing.T) {
	onBoth(t, []string{"rien du tout"}, func(t *testing.T, s *stand) {
		s.setUp(1, false)
		for _, login := range []string{"nora", "ben"} {
			b := s.visit(login, "annotate")
			b.onMessage(1)
			b.press("Enter")
			b.wait(`!document.getElementById("empty").hidden`)
		}
		b := s.visit("judge", "agreement")
		if got := b.text("main"); !strings.Contains(got, "undefined: both said only: no kind") || strings.Contains(got, "NaN") {
			t.Errorf("the page shows %q", got)
		}
	})
}

// TestA10NewGuideline: what was labelled under the old one is offered again.
func TestA10NewGuideline(t *testing.T) {
	onBoth(t, []string{"avec Rose", "rien"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		nora := s.visit("nora", "annotate")
		nora.onMessage(1)
		nora.press("Enter")
		nora.onMessage(2)
		judge := s.visit("judge", "guidelines")
		if got := judge.text("main"); !strings.Contains(got, "version 1") {
			t.Errorf("the guidelines say %q", got)
		}
		eval[bool](judge, `(document.getElementById("text").focus(), document.getElementById("text").select(), true)`)
		judge.write("# Rules\n\n- **Rose** is a first name where somebody is spoken to\n")
		judge.press("Tab", "Enter")
		judge.wait(`document.querySelector("h1 small")?.textContent === "version 2" && document.querySelector(".guide strong").textContent === "Rose"`)
		judge.shot("guidelines")
		judge.goTo(s.base + "/p/sms/guidelines?lang=de")
		if got := judge.text(".guide"); strings.Contains(got, "spoken to") || len(got) < 1000 {
			t.Errorf("another language's guideline is %.60q", got)
		}
		nora.reload()
		nora.onMessage(2)
		nora.press("g")
		nora.wait(`document.getElementById("drawer-body").textContent.includes("Version 2")`)
		nora.press("Escape", "v")
		nora.wait(`document.activeElement.dataset.message`)
		if got := nora.text("#drawer-body"); !strings.Contains(got, "Marked under an older guideline") || !strings.Contains(got, "guideline 1") {
			t.Errorf("the list is %q", got)
		}
		nora.press("Enter")
		nora.onMessage(1)
		nora.wait(`document.getElementById("standing").textContent.includes("Marked under guideline 1; it changed since.")`)
		nora.press("ArrowRight", "1", "Enter")
		nora.onMessage(2)
		nora.saved()
		nora.press("v")
		nora.wait(`document.activeElement.dataset.message`)
		if got := nora.text("#drawer-body"); strings.Contains(got, "older guideline") {
			t.Errorf("it is still offered: %q", got)
		}
		if got := s.said("nora"); len(got) != 1 || got[0] != "O B-PERSON" {
			t.Errorf("stored %q", got)
		}
	})
}

// TestC8AnnotateSurvives: the server dies between key and answer; there is one
// row.
func TestC8AnnotateSurvives(t *testing.T) {
	onBoth(t, []string{"un Marie", "deux"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		b := open(t, nil)
		s.signIn(b, "nora")
		b.goTo(s.base + "/p/sms/annotate")
		b.onMessage(1)
		s.kill()
		b.press("ArrowRight", "1", "Enter")
		b.wait(`document.getElementById("state").textContent.includes("1 waiting")`)
		if kept := eval[string](b, `JSON.stringify({...sessionStorage})`); strings.Contains(kept, "Marie") {
			t.Error("the browser keeps text")
		}
		s.start()
		b.onMessage(2)
		b.saved()
		if got := s.said("nora"); len(got) != 1 || got[0] != "O B-PERSON" {
			t.Errorf("stored %q", got)
		}
	})
}
