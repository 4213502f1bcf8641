//go:build e2e

package main_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/review"
)

// TestR1EnterDecidesTheGroup: one key, one decision, 14 occurrences.
func TestR1EnterDecidesTheGroup(t *testing.T) {
	onBoth(t, append(roses(), "salut [lucas?0.6]"), func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		b.onGroup("rose")
		if got := b.text("#left"); got != "2 questions left, 15 places" {
			t.Errorf("before: %q", got)
		}
		b.press("Enter") // hides what is likely a name, and releases nothing
		b.wait(`document.querySelectorAll('#rows .row[data-now="mask"]').length === 5`)
		if out := strings.Join(s.released(), "\n"); strings.Contains(strings.ToLower(out), "rose") {
			t.Errorf("Enter released\n%s", out)
		}
		b.press("k")
		b.onGroup("lucas")
		b.saved()
		if got := b.text("#left"); got != "1 question left, 1 place" {
			t.Errorf("after: %q", got)
		}
		rows := s.rows()
		if len(rows) != 2 || rows[0].Affected+rows[1].Affected != 14 || rows[0].Keys != 1 || !rows[0].Accepted {
			t.Errorf("the log has %d rows, the first affects %d with %d keys", len(rows), rows[0].Affected, rows[0].Keys)
		}
		out := strings.Join(s.released(), "\n")
		if strings.Count(out, "[PERSON]") != 5+1 || strings.Count(strings.ToLower(out), "rose") != 9 {
			t.Errorf("released is\n%s", out)
		}
	})
}

// TestR2OnceAndAlways: M is about one occurrence, Shift+M about all that are
// undecided; another user's single decision stays.
func TestR2OnceAndAlways(t *testing.T) {
	onBoth(t, roses(), func(t *testing.T, s *stand) {
		ben := s.visit("ben", "review")
		ben.onGroup("rose")
		ben.press("k")
		ben.saved()
		if p := s.progress(); p.LeftOcc != 13 {
			t.Fatalf("K left %d open, want 13", p.LeftOcc)
		}
		ben.press("j", "m")
		ben.saved()
		if p := s.progress(); p.LeftOcc != 12 {
			t.Fatalf("M left %d open, want 12", p.LeftOcc)
		}
		if edge := eval[string](ben, `getComputedStyle(document.querySelector('.row[data-now="mask"] .standing')).borderTopWidth`); edge != "0px" {
			t.Errorf("what was decided stands in a box, its edge is %s", edge)
		}
		ben.goTo("about:blank") // gives the group back
		s.sql("UPDATE word_group SET lease_expires = 0")
		anna := s.visit("anna", "review")
		anna.onGroup("rose")
		anna.press("Shift+m")
		anna.saved()
		anna.wait(`document.getElementById("said").textContent.includes("decided by Ben")`)
		out := s.released()
		kept := slices.IndexFunc(out, func(m string) bool { return strings.Contains(strings.ToLower(m), " rose ") })
		if kept < 0 || strings.Count(strings.Join(out, "\n"), "[PERSON]") != 13 {
			t.Errorf("released is\n%s", strings.Join(out, "\n"))
		}
	})
}

// TestR3NeverIsLookedAt: the preview has the right counts, Escape changes
// nothing, and above 25 occurrences a second person must confirm; until then
// the word is masked.
func TestR3NeverIsLookedAt(t *testing.T) {
	var many []string
	for i := range 30 {
		many = append(many, fmt.Sprintf("on va a [paris?0.3] demain, train %d", i))
	}
	onBoth(t, many, func(t *testing.T, s *stand) {
		anna := s.visit("anna", "review")
		anna.onGroup("paris")
		anna.press("m")
		anna.saved()
		anna.press("Shift+k")
		anna.wait(`document.getElementById("never").open && document.activeElement.id === "never-yes"`)
		if got := anna.text("#never-count"); got != "30 places, 29 undecided – 1 decided by you, left as it is" {
			t.Errorf("the preview says %q", got)
		}
		if eval[bool](anna, `document.getElementById("never-second").hidden`) {
			t.Error("the second person is not announced")
		}
		anna.press("Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab")
		if !eval[bool](anna, `document.getElementById("never").contains(document.activeElement) || document.activeElement === document.body`) {
			t.Error("the focus left the dialog")
		}
		before := s.digest()
		anna.press("Escape")
		anna.onGroup("paris")
		if s.digest() != before || len(s.rows()) != 1 {
			t.Error("Escape changed something")
		}
		anna.press("Shift+k")
		anna.wait(`document.activeElement.id === "never-yes"`)
		anna.press("Enter")
		anna.saved()
		anna.wait(`!document.getElementById("empty").hidden`)
		if p := s.progress(); p.Second != 1 {
			t.Errorf("%d wait for a second person, want 1", p.Second)
		}
		if out := strings.Join(s.released(), ""); strings.Contains(out, "paris") {
			t.Error("the word is released before it was confirmed")
		}
		ben := s.visit("ben", "second")
		ben.press("Tab")
		eval[bool](ben, `document.querySelector("form[action$=confirm] button").focus(), true`)
		ben.press("Enter")
		ben.wait(`document.body.innerText.includes("Confirmed")`)
		if out := strings.Join(s.released(), "\n"); strings.Count(out, "paris") != 29 {
			t.Errorf("%d released after the second person's yes, want 29", strings.Count(out, "paris"))
		}
	})
}

// TestR4UndoRestores: undo of a bulk decision gives the state before, to the
// digest; redo applies it again; both after a reload, too.
func TestR4UndoRestores(t *testing.T) {
	onBoth(t, append(roses(), "salut [lucas?0.6]"), func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		b.onGroup("rose")
		b.press("k")
		b.saved()
		before := s.digest()
		b.press("Shift+m")
		b.onGroup("lucas")
		b.saved()
		after := s.digest()
		b.press("u")
		b.onGroup("rose")
		b.saved()
		if s.digest() != before {
			t.Error("undo does not restore")
		}
		b.press("Ctrl+Shift+z")
		b.wait(`document.querySelectorAll("#trail .undone").length === 0`)
		b.saved()
		b.wait(`document.getElementById("word").textContent === "lucas"`)
		if s.digest() != after {
			t.Error("redo does not apply again")
		}
		b.reload()
		b.onGroup("lucas")
		b.press("Ctrl+z")
		b.onGroup("rose")
		b.saved()
		if s.digest() != before {
			t.Error("undo after a reload does not restore")
		}
		if whole, err := s.store.Rebuild(t.Context(), s.project.ID); err != nil || whole != before {
			t.Errorf("the labels computed anew differ: %v", err)
		}
	})
}

// TestR5RulesGoForward: what was decided always is masked in a later import and
// asked nobody.
func TestR5RulesGoForward(t *testing.T) {
	onBoth(t, roses(), func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		b.onGroup("rose")
		b.press("Shift+m")
		b.saved()
		b.wait(`!document.getElementById("empty").hidden`)
		done := s.imports("later", "encore [rose?0.1] ici", "et [zoé?0.6]")
		if done.Settled != 1 || done.Groups != 1 {
			t.Errorf("%+v", done)
		}
		b.reload()
		b.onGroup("zoé")
		if out := s.released(); !strings.Contains(out[len(out)-2], "encore [PERSON] ici") {
			t.Errorf("released is %q", out[len(out)-2:])
		}
	})
}

// TestR6TwoReviewers never have the same group; groups of who left come back;
// a decision on an old version is answered with both choices.
func TestR6TwoReviewers(t *testing.T) {
	var texts []string
	for i := range 8 {
		texts = append(texts, fmt.Sprintf("salut [nom%c?0.6] ca va", 'a'+i))
	}
	onBoth(t, texts, func(t *testing.T, s *stand) {
		anna, ben := s.visit("anna", "review"), s.visit("ben", "review")
		held := func(user string) []int64 {
			var out []int64
			groups, err := s.store.Groups(t.Context(), s.project.ID, "", 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				if g.Lease.User == s.users[user].ID && g.Lease.Expires.After(time.Now()) {
					out = append(out, g.ID)
				}
			}
			return out
		}
		for _, b := range []*tab{anna, ben} {
			b.wait(`!document.getElementById("desk").hidden`)
		}
		a, z := held("anna"), held("ben")
		if len(a) != 5 || len(z) != 3 || slices.ContainsFunc(a, func(id int64) bool { return slices.Contains(z, id) }) {
			t.Fatalf("anna holds %v, ben %v", a, z)
		}
		word := anna.text("#word")
		s.sql("UPDATE word_group SET lease_expires = 0") // ten minutes later
		ben.press("Enter", "Enter", "Enter")
		ben.wait(fmt.Sprintf(`document.getElementById("word").textContent === %q`, word))
		ben.press("Shift+m")
		ben.saved()
		s.sql("UPDATE word_group SET lease_expires = 0")
		anna.press("k")
		anna.wait(`!document.getElementById("stale").hidden`)
		if got := anna.text("#stale-says"); !strings.Contains(got, "Ben decided meanwhile: mask") {
			t.Errorf("anna is told %q", got)
		}
		if got := anna.text("#stale"); !strings.Contains(got, "Keep theirs") || !strings.Contains(got, "Override") {
			t.Errorf("anna may choose %q", got)
		}
		anna.press("Enter")
		anna.wait(`document.getElementById("stale").hidden`)
		for range 12 {
			if s.progress().Left == 0 {
				break
			}
			s.sql("UPDATE word_group SET lease_expires = 0")
			ben.reload()
			ben.wait(`!document.getElementById("desk").hidden || !document.getElementById("empty").hidden`)
			ben.press("Enter")
			ben.saved()
		}
		if p := s.progress(); p.Left != 0 {
			t.Errorf("%d groups were lost", p.Left)
		}
		anna.errors = slices.DeleteFunc(anna.errors, func(e string) bool { return strings.Contains(e, "409") })
		ben.errors = slices.DeleteFunc(ben.errors, func(e string) bool { return strings.Contains(e, "423") })
	})
}

// TestR7QueueOrder follows the score; at random it hangs on the seed alone.
func TestR7QueueOrder(t *testing.T) {
	texts := []string{"un [sure?0.99]", "un [rare?0.5]"}
	for i := range 6 {
		texts = append(texts, fmt.Sprintf("un [often?0.6] %d", i))
	}
	onBoth(t, texts, func(t *testing.T, s *stand) {
		groups, err := s.store.Groups(t.Context(), s.project.ID, review.Waiting, 10)
		if err != nil {
			t.Fatal(err)
		}
		b := s.visit("anna", "review")
		for _, g := range groups { // best score first
			b.onGroup(g.Word)
			b.press("ArrowRight")
		}
		random := func() (words []string) {
			eval[bool](b, `(o => { o.value = "random"; o.dispatchEvent(new Event("change", {bubbles: true})); return true })(document.getElementById("order"))`)
			b.wait(`document.activeElement.matches("#rows .row")`)
			for range groups {
				words = append(words, b.text("#word"))
				b.press("ArrowRight")
			}
			return words
		}
		first := random()
		eval[bool](b, `(o => { o.value = "leak"; o.dispatchEvent(new Event("change", {bubbles: true})); return true })(document.getElementById("order"))`)
		b.onGroup(groups[0].Word)
		if second := random(); !slices.Equal(first, second) {
			t.Errorf("random gave %v, then %v", first, second)
		}
	})
}

// TestR8WhyOnThePage lists sources and probabilities.
func TestR8WhyOnThePage(t *testing.T) {
	onBoth(t, roses(), func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		b.onGroup("rose")
		got := b.text("#why")
		for _, want := range []string{"first name and a word", "34%", "14", "5 to 9"} {
			if !strings.Contains(got, want) {
				t.Errorf("the reasons %q lack %q", got, want)
			}
		}
		around := func() string {
			return eval[string](b, `[...document.querySelectorAll("#rows .beside-line")].filter((n) => n.checkVisibility()).map((n) => n.textContent + " " + n.closest(".row").dataset.row).join("|")`)
		}
		if got := around(); got != "tu peux dire a rose de venir samedi ? 0" {
			t.Errorf("around the first message stands %q", got)
		}
		b.press("j")
		if got := around(); got != "tu peux dire a rose de venir samedi ? 1|tu peux dire a rose de venir samedi ? 1" {
			t.Errorf("around the second message stands %q", got)
		}
		if sizes := eval[[]float64](b, `["#rows .row[data-here] .text", "#word", "#result", ".beside-line"].map((s) => parseFloat(getComputedStyle(document.querySelector(s)).fontSize))`); slices.Max(sizes[1:]) >= sizes[0] {
			t.Errorf("the message is not the largest: %v", sizes)
		}
		b.shot("review-around")
		b.press("c")
		b.wait(`document.querySelectorAll("#drawer .lines li").length === 4`)
		eval[bool](b, `(document.querySelector('#drawer a[href*="/m/"]').focus(), true)`)
		b.press("Enter")
		b.wait(`location.pathname === "/p/sms/m/2" && document.activeElement.matches(".word")`)
	})
}

// TestR9Effort: a session with known pauses, a hidden tab among them, gives the
// expected seconds and keys.
func TestR9Effort(t *testing.T) {
	texts := []string{"a [un?0.6]", "b [deux?0.6]", "c [trois?0.6]", "d [quatre?0.6]"}
	onBoth(t, texts, func(t *testing.T, s *stand) {
		b := open(t, nil)
		// The page's monotonic clock runs on when the test says so.
		b.before(`window.skipped = 0; { const now = performance.now.bind(performance), base = now(); performance.now = () => base + (window.real ? now() - base : 0) + window.skipped; }`)
		s.signIn(b, "anna")
		b.wait(`!document.getElementById("desk").hidden`)
		decide := func(pauses ...int) {
			b.wait(`document.activeElement.matches("#rows .row")`)
			for _, ms := range pauses {
				eval[bool](b, fmt.Sprintf(`(window.skipped += %d, true)`, ms))
				b.press("j")
			}
			b.press("Enter")
			b.saved()
		}
		decide(4000)               // four seconds
		decide(2000, 45_000, 1000) // a rest of 45 s does not count: three
		decide(29_000, 29_000)     // no rest: 58
		eval[bool](b, `(Object.defineProperty(document, "hidden", {value: true, configurable: true}), document.dispatchEvent(new Event("visibilitychange")), true)`)
		eval[bool](b, `(window.skipped += 20000, Object.defineProperty(document, "hidden", {value: false, configurable: true}), document.dispatchEvent(new Event("visibilitychange")), true)`)
		b.press("h") // the tab hid its text
		decide(6000)
		rows := s.rows()
		want := []int{6000, 58_000, 3000, 4000} // the newest first
		if len(rows) != len(want) {
			t.Fatalf("%d rows", len(rows))
		}
		keys := 0
		for i, d := range rows {
			if diff := d.ActiveMS - want[i]; diff > want[i]/20 || -diff > want[i]/20 {
				t.Errorf("decision %d took %d ms, want %d", len(rows)-i, d.ActiveMS, want[i])
			}
			keys += d.Keys
		}
		effort := review.Measure(s.progress(), rows)
		if keys != 2+4+3+3 || effort.KeysPerRow != 3 || effort.PerThousand != 1000 {
			t.Errorf("%d keys, %v a decision, %v decisions per 1,000 messages", keys, effort.KeysPerRow, effort.PerThousand)
		}
	})
}

// TestR10IdealSession: where the proposals are right, a decision is one key,
// and "never" two.
func TestR10IdealSession(t *testing.T) {
	var texts []string
	for i := range 20 {
		texts = append(texts, fmt.Sprintf("voila [mot%c?0.%d] et [mot%c?0.%d]", 'a'+i, 1+i%9, 'a'+i, 1+(i+4)%9))
	}
	onBoth(t, texts, func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		for i := range 20 {
			b.wait(`document.activeElement.matches("#rows .row")`)
			word := b.text("#word")
			if i%10 == 9 {
				b.press("Shift+k")
				b.wait(`document.activeElement.id === "never-yes"`)
			}
			b.press("Enter")
			if eval[bool](b, `!document.getElementById("desk").hidden`) && b.text("#word") == word {
				b.press("k") // what Enter left
			}
		}
		b.saved()
		effort := review.Measure(s.progress(), s.rows())
		t.Logf("%s: %.2f keys a decision over %d decisions", s.engine, effort.KeysPerRow, effort.Decisions)
		if effort.Decisions < 20 || effort.KeysPerRow > 1.2 {
			t.Errorf("%d decisions at %.2f keys, want 20 or more at 1.2 or fewer", effort.Decisions, effort.KeysPerRow)
		}
	})
}

// TestR11Touch decides and undoes by touch at 360 px.
func TestR11Touch(t *testing.T) {
	onBoth(t, []string{"salut [rose?0.8]", "c [rose?0.8] demain", "salut [lucas?0.6]"}, func(t *testing.T, s *stand) {
		b := open(t, nil)
		b.size(360, 780)
		s.signIn(b, "anna")
		b.onGroup("rose")
		if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 360 {
			t.Errorf("the page is %d px wide", wide)
		}
		b.within("#hide-all", `.deck [data-do="keep"]`, `.deck [data-do="undo"]`)
		b.tap(`[data-do="accept"]`)
		b.onGroup("lucas")
		b.saved()
		if p := s.progress(); p.Left != 1 {
			t.Errorf("%d groups left after a touch", p.Left)
		}
		b.tap(`.deck [data-do="undo"]`)
		b.onGroup("rose")
		b.saved()
		if p := s.progress(); p.Left != 2 {
			t.Errorf("%d groups left after undo", p.Left)
		}
		b.tap(`.deck [data-do="keep"]`)
		b.saved()
		if out := strings.Join(s.released(), "|"); !strings.Contains(out, "rose") {
			t.Errorf("a touch keeps nothing: %s", out)
		}
		b.clean(s.base)
	})
}

// within checks that buttons stand beside each other where a thumb is: in one line, in the
// lower third of the screen, each as high as a thumb needs.
func (b *tab) within(buttons ...string) {
	b.t.Helper()
	line := 0.0
	for _, sel := range buttons {
		at := eval[[]float64](b, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.top, r.bottom, innerHeight] })()`, sel))
		if at[0] < at[2]*2/3 || at[1] > at[2] || at[1]-at[0] < 44 || line != 0 && line != at[1] {
			b.t.Errorf("%s stands from %.0f to %.0f of %.0f, the one before ends at %.0f", sel, at[0], at[1], at[2], line)
		}
		line = at[1]
	}
}

// TestC11OnTheWire: an annotator gets no text, whatever is asked.
func TestC11OnTheWire(t *testing.T) {
	onBoth(t, []string{"salut [" + canary + "?0.6]"}, func(t *testing.T, s *stand) {
		b := s.visit("nora", "review")
		for _, page := range []string{"review", "second", "audit", "release", "people"} {
			code := eval[int](b, fmt.Sprintf(`fetch("/p/sms/%s").then(r => r.status)`, page))
			if code != http.StatusForbidden {
				t.Errorf("%s answers an annotator %d", page, code)
			}
		}
		if got := eval[string](b, `fetch("/p/sms/api/search", {method: "POST", body: JSON.stringify({pattern: "."})}).then(r => r.text())`); strings.Contains(got, canary) {
			t.Error("the search gives an annotator texts")
		}
		b.errors = nil // the refusals above
	})
}
