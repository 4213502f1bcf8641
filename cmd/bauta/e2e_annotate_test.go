//go:build e2e

package main_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/bauta/bauta/review"
	"github.com/bauta/bauta/server"
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
	return eval[string](b, `[...document.querySelectorAll(".token")].map((n) => n.dataset.says).join(" ")`)
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
		if got := b.text("#result"); got != "slt c [PERSON_1] tu viens chez [PERSON_2] [LOCATION_1] [LOCATION_2] ?" {
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
		for _, want := range []string{"combobox Label: type to filter", "listbox Labels", "option 3 ORGANIZATION"} {
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
		if name != "Lucas, token 2 of 3, O, suggested PERSON 90 percent" {
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
		if got := eval[string](b, `document.activeElement.textContent`); !strings.Contains(got, "chez Paul PERSON") {
			t.Errorf("the second hit is %q", got)
		}
		b.shot("annotate-search")
		b.press("Enter")
		b.wait(`document.getElementById("drawer-title").textContent === "As it was labelled"`)
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
		a := eval[string](b, `document.querySelectorAll("#voices tbody tr")[0].children[2].firstChild.textContent`)
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
		if got := b.text("main"); !strings.Contains(got, "0.667") {
			t.Errorf("the page shows %q", got)
		}
		b.shot("agreement")
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
