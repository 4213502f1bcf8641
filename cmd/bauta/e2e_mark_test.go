//go:build e2e

package main_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// missed are messages with a name that nothing found.
func missed() []string {
	return []string{
		"[salut?0.1] Arthur, ça va ?", "on voit arthur demain avec [Lucas!]", "rien de neuf", "Artur dort encore",
		"ok pour ce soir", "Arthur Arthur !",
	}
}

// TestMarkMissedName is somebody who has never seen the pages: search, cursor, Shift+M,
// and the audit shows it gone. No mouse.
func TestMarkMissedName(t *testing.T) {
	onBoth(t, missed(), func(t *testing.T, s *stand) {
		began := time.Now()
		b := s.visit("owner", "search")
		b.wait(`document.activeElement.id === "pattern"`)
		b.write("arthur")
		b.press("Enter")
		b.wait(`document.activeElement.matches(".word")`)
		if word := eval[string](b, `document.activeElement.textContent`); word != "Arthur" {
			t.Fatalf("the cursor is on %q", word)
		}
		b.shot("mark-search")
		b.press("Shift+m")
		b.wait(`document.getElementById("everywhere").open && document.activeElement.id === "everywhere-yes"`)
		if says := b.text("#everywhere-count"); !strings.Contains(says, "4") {
			t.Errorf("the preview says %q", says)
		}
		b.shot("mark-everywhere")
		b.press("Enter")
		b.wait(`document.querySelectorAll('.word[data-now="mask"]').length >= 4 && document.querySelector(".alike li")`)
		if like, how := b.text(".alike mark"), b.text(".alike .facts"); like != "Artur" || !strings.Contains(how, "same stem") {
			t.Errorf("like it: %q, %s", like, how)
		}
		if s.audited(b, "Arthur") {
			t.Error("the audit shows the name")
		}
		t.Logf("a missed name is masked everywhere, and an audit shows it gone, %.1f s after signing in", time.Since(began).Seconds())
		b.goTo(s.base + "/p/sms/search")
		b.wait(`document.activeElement.id === "pattern"`)
		b.write("artur")
		b.press("Enter")
		b.wait(`document.activeElement.matches(".word")`)
		b.press("m")
		b.wait(`document.activeElement.matches('.word[data-now="mask"]')`)
		b.press("u")
		b.wait(`document.activeElement.matches('.word:not([data-now="mask"])')`)
		b.press("k")
		b.wait(`document.activeElement.matches('.word[data-now="keep"]')`)
		b.press("u")
		b.wait(`document.activeElement.matches('.word:not([data-now="keep"])')`)
		b.press("c")
		b.wait(`location.pathname.startsWith("/p/sms/m/") && document.activeElement.matches(".word")`)
		b.press("ArrowRight", "ArrowLeft", "Shift+ArrowRight", "m")
		b.wait(`[...document.querySelectorAll('.word[data-now="mask"]')].some((w) => w.textContent === "Artur dort")`)
		b.goTo(s.base + "/p/sms/search")
		b.wait(`document.activeElement.id === "pattern"`)
		b.write("lucas")
		b.press("Enter")
		b.wait(`document.activeElement.matches('.word[data-now="mask"]')`)
		b.press("Shift+k")
		b.wait(`document.getElementById("everywhere").open && document.querySelectorAll("#everywhere-places mark").length === 1`)
		if says := b.text("#everywhere-places li"); says != "on voit arthur demain avec Lucas" {
			t.Errorf("leaving a hidden word everywhere would show %q", says)
		}
		b.press("Enter")
		b.wait(`document.activeElement.matches('.word[data-now="keep"]')`)
		b.press("u")
		b.wait(`document.activeElement.matches('.word[data-now="mask"]')`)
		if out := strings.Join(s.released(), "|"); strings.Contains(strings.ToLower(out), "arthur") || strings.Contains(out, "Artur") {
			t.Errorf("exported: %s", out)
		}
		if b.mouse {
			t.Error("the mouse was used")
		}
	})
}

// begins begins an audit, where it has not begun, or has to begin anew.
func (b *tab) begins() {
	b.wait(`document.getElementById("work").dataset.keys && document.activeElement.matches("form[action$=begin] button")`)
	b.press("Enter")
	b.wait(`document.getElementById("work").dataset.keys && document.activeElement.matches("#screen input[type=checkbox]")`)
}

// audited goes through an audit to its end and tells whether a word stands in it.
func (s *stand) audited(b *tab, word string) bool {
	s.t.Helper()
	seen, whole := false, regexp.MustCompile(`(?i)(^|[^\pL\pN])`+regexp.QuoteMeta(word)+`($|[^\pL\pN])`)
	b.goTo(s.base + "/p/sms/audit")
	b.begins()
	for {
		seen = seen || whole.MatchString(b.text("#screen"))
		key := eval[string](b, `document.querySelector("input[name=row]").value`)
		b.press("Enter")
		b.wait(`document.querySelector("input[name=row]")?.value !== ` + strconv.Quote(key) +
			` && document.getElementById("work").dataset.keys`)
		if !eval[bool](b, `!!document.getElementById("screen")`) {
			return seen
		}
	}
}

// TestMarkAudit: a digit says which message leaks, Enter saves, the cursor hides the word
// everywhere, and the audit begins anew.
func TestMarkAudit(t *testing.T) {
	onBoth(t, []string{"Arthur est là", "Arthur part", "Arthur"}, func(t *testing.T, s *stand) {
		b := s.visit("owner", "audit")
		b.begins()
		b.shot("audit-screen")
		b.press("1", "Enter")
		b.wait(`document.activeElement.matches("#talk .word")`)
		b.press("Shift+m")
		b.wait(`document.getElementById("everywhere").open && document.activeElement.id === "everywhere-yes"`)
		b.press("Enter")
		b.wait(`document.querySelector('#talk .word[data-now="mask"]')`)
		b.shot("mark-audit")
		if s.audited(b, "Arthur") {
			t.Error("the audit shows the name")
		}
		b.wait(`document.body.textContent.includes("Prouvé") || document.body.textContent.includes("Proved")`)
		b.shot("audit-proved")
		if out := strings.Join(s.released(), "|"); strings.Contains(out, "Arthur") {
			t.Errorf("exported: %s", out)
		}
	})
}

// TestMarkAccessible holds the pages with the cursor against axe, in both themes and sizes; on
// a telephone the answers are within reach of the thumb.
func TestMarkAccessible(t *testing.T) {
	script := axe(t)
	onOne(t, missed(), func(t *testing.T, s *stand) {
		b := s.visit("owner", "search")
		both := func(where string) {
			t.Helper()
			for _, theme := range []string{"dark", "light"} {
				b.themed(script, theme, where)
			}
		}
		b.wait(`document.activeElement.id === "pattern"`)
		b.write("arthur")
		b.press("Enter")
		b.wait(`document.activeElement.matches(".word")`)
		both("search")
		b.press("Shift+m")
		b.wait(`document.getElementById("everywhere").open`)
		both("preview")
		b.press("Escape", "c")
		b.wait(`location.pathname.startsWith("/p/sms/m/") && document.activeElement.matches(".word")`)
		both("message")
		b.size(360, 780)
		both("message, small")
		b.shot("mark-360")
		b.within(`.answers [data-do="mask"]`, `.answers [data-do="keep"]`, `.answers [data-do="undo"]`)
		b.tap(`.word[data-at="0.1"]`)
		b.wait(`document.querySelector(".word[data-here]").textContent === "Arthur"`)
		b.tap(`.answers [data-do="mask"]`)
		b.wait(`document.querySelector(".word[data-here]").dataset.now === "mask"`)
		b.tap(`.answers [data-do="undo"]`)
		b.wait(`document.querySelector(".word[data-here]").dataset.now !== "mask"`)
	})
}

// TestTouchInSixLanguages: on a telephone mask, leave and undo stand beside each other in every
// language and on every page that has them, and no button is narrower than what it says.
func TestTouchInSixLanguages(t *testing.T) {
	onBoth(t, missed(), func(t *testing.T, s *stand) {
		b := s.visit("owner", "search")
		b.size(360, 780)
		for _, lang := range []string{"fr", "de", "es", "it", "sv", "en"} {
			b.speaks(lang)
			for page, mask := range map[string]string{"review": "#hide-all", "m/2": "", "words": ""} {
				if mask == "" {
					mask = `.answers [data-do="mask"]`
				}
				b.goTo(s.base + "/p/sms/" + page)
				b.wait(`document.getElementById("work").dataset.keys && document.querySelector(".answers").getBoundingClientRect().height > 0`)
				b.within(mask, `.answers [data-do="keep"]`, `.answers [data-do="undo"]`)
				if cut := eval[[]string](b, `[...document.querySelectorAll(".answers button")].filter((n) => n.scrollWidth > n.clientWidth || [...n.children].some((c) =>
					c.getBoundingClientRect().right > n.getBoundingClientRect().right + 1)).map((n) => n.innerText)`); len(cut) > 0 {
					t.Errorf("%s in %s: cut are %q", page, lang, cut)
				}
			}
		}
	})
}

// speaks chooses the language of the pages that follow.
func (b *tab) speaks(lang string) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(`fetch("/settings/language", {method: "POST", body: new URLSearchParams({language: %q}), redirect: "manual"}).then(() => true)`, lang))
}

// TestWordsPage chooses two words, masks them together, and takes both back.
func TestWordsPage(t *testing.T) {
	onBoth(t, missed(), func(t *testing.T, s *stand) {
		b := s.visit("owner", "words")
		b.wait(`document.activeElement.matches('input[name="word"]')`)
		if first := b.text(".words-table tbody th"); first != "Arthur" {
			t.Fatalf("the first word is %q", first)
		}
		b.shot("words")
		b.press("x", "ArrowDown", "x", "m")
		b.wait(`document.getElementById("everywhere").open && document.activeElement.id === "everywhere-yes"`)
		b.press("Enter")
		b.wait(`!document.getElementById("everywhere").open && document.querySelector(".words-table td:nth-child(4)").textContent !== "0"`)
		if strings.Contains(strings.ToLower(strings.Join(s.released(), "|")), "arthur") {
			t.Error("the name is exported")
		}
		b.wait(`document.activeElement.matches('input[name="word"]')`)
		b.press("u")
		b.wait(`document.querySelector(".words-table td:nth-child(4)").textContent === "0"`)
		b.accessible(axe(t), "words")
	})
}
