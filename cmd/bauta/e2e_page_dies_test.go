//go:build e2e

package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/bauta/bauta/internal/fixture"
)

// watched has the page hand its workers to the test, and lose patience at once.
const watched = `{
	const Made = Worker, later = setTimeout;
	Object.defineProperty(navigator, "languages", { value: ["fr"] });
	globalThis.made = [];
	globalThis.Worker = class extends Made { constructor(at) { super(at); made.push(this); } };
	globalThis.setTimeout = (what, ms, ...args) => later(what, ms === 30000 ? 500 : ms, ...args);
}`

// TestPageDies: whatever ends the worker is noticed and said in six languages, nothing can
// be saved then, and a new one goes on with the file and what was decided.
func TestPageDies(t *testing.T) {
	p := newPage(t)
	var at atomic.Value
	err := chromedp.Listen(p.ctx, func(ev any) {
		if e, ok := ev.(*target.EventAttachedToTarget); ok && e.TargetInfo.Type == "worker" {
			at.Store(e.TargetInfo.TargetID)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	inside := func(js string) { // what a debugger does in the worker
		ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(at.Load().(target.ID)))
		defer cancel()
		if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`(() => { `+js+`; return true })()`)); err != nil {
			t.Fatal(err)
		}
	}
	p.before(watched)
	p.goTo(p.base)
	p.choose("policy", "seekhide")
	p.ready()
	p.choose("interface", "en")
	p.drop("sms.csv", few)
	p.press("ArrowRight", "k", "ArrowDown", "ArrowRight", "Shift+m") // coucou Patrice stays, "dis" is masked
	p.wait(`document.querySelector("#row-1 .raw:last-child mark.instead")`)
	want := p.saved("sms.bauta.csv")
	if strings.Count(want, "Patrice") != 1 || strings.Contains(want, "dis") {
		t.Fatalf("decided:\n%s", want)
	}
	ends := map[string]func(){
		"panicked":  func() { inside(`globalThis.Promise = 7`); p.press("u") },
		"is silent": func() { inside(`bauta.save = () => new Promise(() => {})`); p.press("s") },
	}
	if os.Getenv("BAUTA_LONG") != "" {
		ends["threw"] = func() { inside(`setTimeout(() => { throw new Error("gone") })`) }
	}
	for what, die := range ends {
		die()
		p.wait(`document.getElementById("again").checkVisibility()`)
		if what != "is silent" && (eval[bool](p.tab, `document.getElementById("result").checkVisibility()`) ||
			!strings.HasPrefix(p.text("#wrong"), "The program of the page has stopped")) {
			t.Errorf("%s: the page shows %q", what, p.text("body"))
		}
		eval[bool](p.tab, `(document.getElementById("save").click(), true)`)
		p.shot("page-stopped")
		p.clicks("again")
		if got := p.saved("sms.bauta.csv"); got != want {
			t.Errorf("%s, started again:\n%s\nbefore:\n%s", what, got, want)
		}
	}
	p.press("u")
	p.wait(`document.querySelector("#row-1 .raw:last-child").textContent.includes("dis")`)
	p.press("ArrowDown", "ArrowRight", "Shift+m")

	var many strings.Builder
	for s := range fixture.SMS(7, 4000) {
		many.WriteString(strings.ReplaceAll(s.Text, "\n", " ") + "\n")
	}
	p.give("many.txt", many.String())
	p.wait(`document.getElementById("leave").open`)
	eval[bool](p.tab, `(document.getElementById("go").click(), true)`)
	p.wait(`document.querySelector("[aria-setsize='200'], [aria-setsize='400']")`) // and more to come
	eval[bool](p.tab, `(made.at(-1).terminate(), true)`)
	p.wait(`document.getElementById("again").checkVisibility() && document.getElementById("result").hidden`)
	said := map[string]bool{}
	for _, lang := range []string{"fr", "en", "de", "es", "it", "sv"} {
		p.choose("interface", lang)
		said[p.text("#wrong")+p.text("#again")] = true
	}
	if len(said) != 6 {
		t.Errorf("said in %d languages: %v", len(said), said)
	}
	p.drop("sms.csv", few) // instead, with what was decided of it
	if got := p.saved("sms.bauta.csv"); got != want {
		t.Errorf("after another file:\n%s\nbefore:\n%s", got, want)
	}
	if left, err := os.ReadDir(p.saves); err != nil || len(left) != 0 {
		t.Errorf("saved behind the end: %v, %v", left, err)
	}
	p.allowed = []string{"gone"}
	p.clean(p.base)
}

// clicks presses a button of the page and waits until a file is there.
func (p *pageTab) clicks(id string) {
	p.t.Helper()
	eval[bool](p.tab, fmt.Sprintf(`(document.getElementById(%q).click(), true)`, id))
	p.wait(`document.getElementById("state").dataset.state === "saved" && !document.getElementById("result").hidden`)
}

// TestPagePlan: the page says of the file what bauta audit plan says of what it saves, and
// what to type next does what it says.
func TestPagePlan(t *testing.T) {
	p := newPage(t)
	p.goTo(p.base)
	p.ready()
	p.choose("interface", "en")
	p.choose("policy", "seekhide")
	p.choose("lang", "fr")
	p.ready()
	var text strings.Builder
	for s := range fixture.SMS(7, 300) {
		text.WriteString(strings.ReplaceAll(s.Text, "\n", " ") + "\n")
	}
	const name, saved = "l’été d'avant.txt", "l’été d'avant.bauta.txt"
	p.drop(name, text.String())
	p.clicks("plan")
	p.wait(`document.querySelector("#plan-rows td")`)
	dir := t.TempDir()
	for file, data := range map[string]string{name: text.String(), saved: p.saved(saved)} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bauta, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	for limit, alpha := range map[string]string{"0.01": "0.05", "0.03": "0.01", "0.1": "0.1"} {
		p.choose("limit", limit)
		p.choose("alpha", alpha)
		p.wait(fmt.Sprintf(`document.getElementById("plan-type").textContent.includes("--limit %s --alpha %s ")`, limit, alpha))
		plan := exec.Command(bauta, "audit", "plan", saved, "--limit", limit, "--alpha", alpha)
		plan.Dir = dir
		out, err := plan.Output()
		if err != nil {
			t.Fatal(err)
		}
		// Of what the program prints, what stands in the page: the table, and the figures around it.
		printed := strings.Split(string(out), "\n")
		shown := eval[[]string](p.tab, `[...document.querySelectorAll("#plan-rows tr")].map((r) => [...r.children].map((c) => c.textContent).join(" "))`)
		for i, row := range shown {
			if want := strings.Join(strings.Fields(printed[3+i]), " "); row != want {
				t.Errorf("limit %s: the page says %q, the program %q", limit, row, want)
			}
		}
		_, once, found := strings.Cut(strings.TrimSuffix(printed[len(printed)-2], "."), "beforehand: ")
		if len(shown) != 4 || !found || !strings.Contains(p.text("#plan-once"), once) {
			t.Errorf("limit %s: %d rows, %s; the program says %s", limit, len(shown), p.text("#plan-once"), once)
		}
		if n, _, _ := strings.Cut(p.text("#plan-says"), " "); n != strings.Fields(printed[0])[0] {
			t.Errorf("the plan is for %s messages, the program's: %s", n, printed[0])
		}
	}
	said := map[string]bool{}
	for _, lang := range []string{"fr", "de", "es", "it", "sv", "en"} {
		p.choose("interface", lang)
		eval[bool](p.tab, `(document.getElementById("audit").scrollIntoView(), true)`)
		p.shot("page-plan-" + lang)
		said[p.text("#plan-says")+p.text("#plan-once")] = true
	}
	if len(said) != 6 {
		t.Errorf("said in %d languages: %v", len(said), said)
	}
	draw, _, _ := strings.Cut(p.text("#plan-type"), "\n")
	sh := exec.Command("sh", "-c", draw)
	sh.Dir, sh.Env = dir, append(os.Environ(), "PATH="+filepath.Dir(bauta)+":"+os.Getenv("PATH"))
	if out, err := sh.CombinedOutput(); err != nil {
		t.Errorf("%s: %v: %s", draw, err, out)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.sheet.csv"))
	if !slices.Equal(files, []string{filepath.Join(dir, "l’été d'avant.sheet.csv")}) {
		t.Errorf("%s made %v", draw, files)
	}
	p.accessible(axe(t), "plan")
	p.clean(p.base)
}
