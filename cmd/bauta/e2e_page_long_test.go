//go:build e2e

package main_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/fixture"
)

// counted counts what the page makes and draws.
const counted = `{
	const make = document.createElement.bind(document), draw = requestAnimationFrame;
	globalThis.made = globalThis.drawn = 0;
	document.createElement = (...args) => { made++; return make(...args); };
	globalThis.requestAnimationFrame = (what) => { drawn++; return draw(what); };
}`

// TestPageLongMessage: of a long message a stretch is drawn, a key draws no word anew, and however
// many keys come at once they are drawn once.
func TestPageLongMessage(t *testing.T) {
	p := newPage(t)
	p.before(counted)
	p.goTo(p.base)
	p.choose("policy", "seekhide")
	p.choose("lang", "fr")
	p.ready()
	p.drop("long.txt", strings.Repeat("on se voit demain devant la gare ", 300)+"zorblax\nle chat d'abricot hier\n")
	p.wait(`document.querySelectorAll("#row-0 .raw").length === 2`)
	if n := eval[int](p.tab, `document.querySelectorAll("#row-0 .word").length`); n > 700 {
		t.Errorf("%d words are drawn", n)
	}
	keys := func(key string, n int) (made, drawn int) {
		t.Helper()
		eval[bool](p.tab, fmt.Sprintf(`(() => {
			globalThis.made = globalThis.drawn = 0;
			globalThis.settled = false;
			const list = document.getElementById("list");
			for (let i = 0; i < %d; i++) list.dispatchEvent(new KeyboardEvent("keydown", { key: %q, bubbles: true }));
			requestAnimationFrame(() => requestAnimationFrame(() => { settled = true; }));
			return true;
		})()`, n, key))
		p.wait(`settled`)
		return eval[int](p.tab, `made`), eval[int](p.tab, `drawn`) - 2 // the test's own
	}
	const words = `[...document.querySelectorAll("#row-1 .raw:first-child .word")].map((w) => w.textContent).join(" ")`
	if got := eval[string](p.tab, words); got != "le chat abricot hier" {
		t.Errorf("words to choose: %s", got)
	}
	if made, drawn := keys("ArrowRight", 50); made != 0 || drawn > 2 { // one behind the scrolling
		t.Errorf("50 keys make %d elements in %d drawings", made, drawn)
	}
	if got := eval[string](p.tab, `document.querySelector("#row-0 .here").dataset.word`); got != "50" {
		t.Errorf("50 keys choose word %s", got)
	}
	keys("ArrowRight", 3000)
	p.wait(`document.querySelector("#row-0 .here")?.textContent === "zorblax"`)
	if got := p.text("#row-0 .raw"); !strings.HasPrefix(got, "…") {
		t.Errorf("the end is drawn from %.20q", got)
	}
	p.press("m")
	p.wait(`!document.querySelector("#row-0 .raw:last-child").textContent.includes("zorblax")`)
	if got := p.saved("long.bauta.txt"); strings.Contains(got, "zorblax") || strings.Count(got, "demain") != 300 {
		t.Errorf("%.40q … %q", got, got[max(0, len(got)-60):])
	}
	p.clean(p.base)
}

// TestPageLosesNothingUnasked: who opens another file or leaves is asked where decisions are in no
// file, what is said stays in sight, and a file that takes long can be left.
func TestPageLosesNothingUnasked(t *testing.T) {
	p := newPage(t)
	p.goTo(p.base)
	p.choose("policy", "seekhide")
	p.choose("lang", "fr")
	p.ready()
	p.size(600, 400)
	leaving := `(() => { const e = new Event("beforeunload", { cancelable: true }); dispatchEvent(e); return e.defaultPrevented; })()`
	asked := func() bool { return eval[bool](p.tab, `document.getElementById("leave").open`) }
	p.drop("one.csv", few)
	if eval[bool](p.tab, leaving) {
		t.Error("asked where nothing was decided")
	}
	p.press("ArrowRight", "k") // coucou Patrice, here alone
	p.wait(`document.querySelector("#row-0 .raw:last-child").textContent.includes("Patrice")`)
	if !eval[bool](p.tab, leaving) {
		t.Error("who leaves is not asked")
	}
	if top := eval[float64](p.tab, `document.getElementById("state").getBoundingClientRect().top`); top < 0 || top > 400 {
		t.Errorf("the status stands at %g of 400", top)
	}
	p.give("two.csv", "id,text\n1,salut Rosalie\n")
	p.wait(`document.getElementById("leave").open`)
	eval[bool](p.tab, `(document.getElementById("stay").click(), true)`)
	p.wait(`document.getElementById("state").dataset.state === "saved"`)
	if p.text("#name") != "one.csv" || strings.Count(p.saved("one.bauta.csv"), "Patrice") != 1 {
		t.Errorf("who stays has %s", p.text("#name"))
	}
	if eval[bool](p.tab, leaving) {
		t.Error("asked of what was saved")
	}
	p.drop("two.csv", "id,text\n1,salut Rosalie\n")
	p.wait(`document.getElementById("name").textContent === "two.csv"`)
	p.press("ArrowRight", "k")
	p.wait(`document.querySelector("#row-0 .raw:last-child").textContent.includes("Rosalie")`)
	p.give("one.csv", few)
	p.wait(`document.getElementById("leave").open`)
	p.accessible(axe(t), "question")
	eval[bool](p.tab, `(document.getElementById("go").click(), true)`)
	p.wait(`document.getElementById("name").textContent === "one.csv"`)
	p.press("Shift+k") // coucou stays wherever it stands
	p.wait(`document.getElementById("state").textContent.length > 0 && document.getElementById("state").dataset.state === "saved"`)

	var many strings.Builder
	for s := range fixture.SMS(7, 4000) {
		many.WriteString(strings.ReplaceAll(s.Text, "\n", " ") + "\n")
	}
	p.give("many.txt", many.String())
	p.wait(`document.querySelector("[aria-setsize='200'], [aria-setsize='400']")`) // and more to come
	eval[bool](p.tab, `(document.getElementById("cancel").click(), true)`)
	p.ready()
	p.wait(`document.getElementById("state").dataset.state === "saved"`)
	for _, id := range []string{"result", "cancel", "wrong", "again"} {
		if eval[bool](p.tab, fmt.Sprintf(`document.getElementById(%q).checkVisibility()`, id)) {
			t.Errorf("%s is there behind a file that was left", id)
		}
	}
	if asked() {
		t.Error("a question is open")
	}
	p.drop("one.csv", few)
	if got := p.saved("one.bauta.csv"); strings.Contains(got, "Patrice") || !strings.Contains(got, "coucou") {
		t.Errorf("with another file:\n%s", got)
	}
	p.clean(p.base)
}
