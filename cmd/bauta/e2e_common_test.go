//go:build e2e

package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/bauta/bauta/internal/review"
)

// pages are all pages of a project.
func pages() []string {
	return []string{
		"review", "annotate", "adjudicate", "words", "search", "second", "audit", "dashboard", "agreement", "guidelines", "release", "people",
		"import",
	}
}

// TestC1KeyboardAlone does all of a review by keyboard; after every key the
// focus is visible and never on the body.
func TestC1KeyboardAlone(t *testing.T) {
	texts := append(roses(), "salut [lucas?0.6]", "et [zoé?0.7]", "puis [max?0.6]", "ou [ines?0.6]")
	onBoth(t, texts, func(t *testing.T, s *stand) {
		b := s.watched()
		s.signIn(b, "anna")
		press := func(chords ...string) {
			t.Helper()
			for _, c := range chords {
				b.press(c)
				if eval[bool](b, `document.activeElement === document.body`) {
					t.Errorf("after %s the focus is on the body", c)
				}
			}
		}
		b.onGroup("rose")
		press("x", "j", "i", "x", "c", "Escape", "g", "g", "h", "h", "Shift+ArrowRight", "Shift+ArrowLeft", ".", ".", "ArrowRight", "ArrowLeft")
		press("k", "m", "2", "Shift+m")
		b.saved()
		press("s", "4")
		b.saved()
		press("f")
		b.saved()
		press("u")
		b.saved()
		press("v")
		b.wait(`document.querySelector("#drawer button.row")`)
		press("Escape", "?", "Escape", "/")
		b.write("lucas|zoé")
		press("Enter")
		b.wait(`document.querySelectorAll("#drawer li").length === 2`)
		press("ArrowDown", "Escape")
		b.wait(`document.activeElement.matches("#rows .row")`)
		if !eval[bool](b, `document.activeElement.matches(":focus-visible") && getComputedStyle(document.activeElement).outlineStyle !== "none"`) {
			t.Error("the focus is not visible")
		}
		for range 40 { // one that comes while the answer before is on its way is not taken
			if s.progress().Left == 0 {
				break
			}
			press("Enter")
			b.saved()
			b.wait(`!document.getElementById("desk").hidden || !document.getElementById("empty").hidden`)
		}
		b.wait(`!document.getElementById("empty").hidden`)
		if b.mouse {
			t.Error("the mouse was used")
		}
	})
}

// TestC2NobodyElse: all pages ask this server alone, and the console is clean:
// tab.clean looks at both.
func TestC2NobodyElse(t *testing.T) {
	onBoth(t, roses(), func(t *testing.T, s *stand) {
		b := s.visit("owner", "review")
		b.onGroup("rose")
		for _, page := range pages() {
			b.goTo(s.base + "/p/sms/" + page)
			b.wait(`document.readyState === "complete"`)
		}
		for _, page := range []string{"/settings", "/account", "/"} {
			b.goTo(s.base + page)
		}
		if len(b.requests) < 20 {
			t.Errorf("only %d requests were seen", len(b.requests))
		}
		// The policy is in force: markup made of text is refused.
		if !eval[bool](b, `(() => { try { document.createElement("p").innerHTML = "<b>x</b>"; return false } catch (e) { return e instanceof TypeError } })()`) {
			t.Error("Trusted Types are not in force")
		}
		b.errors = slices.DeleteFunc(b.errors, func(e string) bool { return strings.Contains(e, "TrustedHTML") })
	})
}

// TestC3NoWordOutside the pages: not in addresses, titles, the log, the store's
// files or the audit.
func TestC3NoWordOutside(t *testing.T) {
	onBoth(t, []string{"salut [" + canary + "?0.6] et [" + canary + "?0.2]"}, func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		b.onGroup(canary)
		b.press("/")
		b.write(canary)
		b.press("Enter")
		b.wait(`document.querySelectorAll("#drawer li").length === 1`)
		b.press("Escape")
		b.press("c")
		b.wait(`document.querySelector("#drawer li")`)
		b.press("Escape", "Shift+m")
		b.saved()
		b.goTo(s.base + "/p/sms/audit")
		s.tellsNobody(b, canary)
	})
}

// TestC4Accessible: no violation of WCAG 2.2 A and AA on any page, light and
// dark, at 100 % and 200 %, and no second scroll bar at 320 px.
func TestC4Accessible(t *testing.T) {
	script := axe(t)
	onOne(t, append(roses(), "salut [lucas?0.6]"), func(t *testing.T, s *stand) { s.accessible(t, script) })
}

// accessible looks at every page of the project.
func (s *stand) accessible(t *testing.T, script string) {
	b := s.visit("owner", "review")
	b.onGroup("rose")
	b.press("m")
	b.saved()
	check := func(where string) {
		t.Helper()
		b.accessible(script, where)
	}
	for _, page := range append([]string{"/settings", "/account"}, prefixed("/p/sms/", pages())...) {
		b.goTo(s.base + page)
		if page == "/p/sms/review" {
			b.wait(`document.activeElement.matches("#rows .row")`)
		}
		for _, theme := range []string{"light", "dark"} {
			b.themed(script, theme, page)
			b.size(640, 450) // 200 %
			b.themed(script, theme, page+" 200 %")
			b.size(1280, 900)
		}
		b.size(320, 640)
		if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 320 {
			t.Errorf("%s is %d px wide at 320", page, wide)
		}
		b.size(1280, 900)
	}
	b.goTo(s.base + "/p/sms/review")
	b.wait(`document.activeElement.matches("#rows .row")`)
	b.press("Shift+k")
	b.wait(`document.getElementById("never").open && document.activeElement.id.startsWith("never")`)
	check("never")
	b.press("Escape")
	for _, key := range []string{"?", "g", "/"} {
		b.press(key)
		b.wait(`!document.getElementById("drawer").hidden`)
		check("drawer " + key)
		eval[bool](b, `(document.querySelector("#drawer [data-do=close]").click(), true)`)
	}
}

func prefixed(prefix string, names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, prefix+n)
	}
	return out
}

// TestC5KeysOffAndMoved: letters do nothing where the settings say so, moved
// keys work, and typing in a field decides nothing.
func TestC5KeysOffAndMoved(t *testing.T) {
	onBoth(t, append(roses(), "salut [lucas?0.6]"), func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		set := func(form string) {
			t.Helper()
			eval[int](b, fmt.Sprintf(`fetch("/settings", {method: "POST", body: new URLSearchParams(%q)}).then(r => r.status)`, form))
			b.goTo(s.base + "/p/sms/review")
			b.onGroup("rose")
		}
		set("keys=off")
		b.press("m", "k", "f", "Shift+m")
		set("keys=ctrl-alt")
		b.press("m", "k")
		if n := len(s.rows()); n != 0 {
			t.Fatalf("%d decisions with letters off", n)
		}
		b.press("Ctrl+Alt+k")
		b.saved()
		set("key.review.keep=q")
		if got := b.text(`[data-do="keep"] kbd`); got != "Q" {
			t.Errorf("the button prints %q", got)
		}
		b.press("k")
		if n := len(s.rows()); n != 1 {
			t.Errorf("%d decisions, want 1", n)
		}
		b.press("q")
		b.saved()
		b.press("/")
		b.write("mkfu")
		b.press("m", "k", "f", "u", "Shift+k")
		b.press("Escape")
		if n := len(s.rows()); n != 2 {
			t.Errorf("%d decisions after typing in the search, want 2", n)
		}
	})
}

// TestC6KeysAsPrinted presses what each button prints, and sees that it does
// what the button does.
func TestC6KeysAsPrinted(t *testing.T) {
	onOne(t, roses(), func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		b.onGroup("rose")
		type button struct{ Do, Key string }
		eval[bool](b, `(document.getElementById("menu").open = true)`)
		buttons := eval[[]button](b, `[...document.querySelectorAll(".deck [data-do]:not([hidden])")].filter(x => x.querySelector("kbd") && x.offsetParent).map(x => ({Do: x.dataset.do, Key: x.querySelector("kbd").textContent}))`)
		if len(buttons) < 16 {
			t.Fatalf("only %d buttons", len(buttons))
		}
		b.reload()
		b.onGroup("rose")
		idle := map[int]string{} // what comes of the keys before alone
		for _, x := range buttons {
			before := map[string][]string{"undo": {"k"}, "redo": {"k", "u"}}[x.Do]
			if idle[len(before)] == "" {
				idle[len(before)] = s.deed(b, before, func() {})
			}
			byKey := s.deed(b, before, func() { b.press(x.Key) })
			byButton := s.deed(b, before, func() {
				eval[bool](b, fmt.Sprintf(`(document.querySelector('.deck [data-do="%s"]').click(), true)`, x.Do))
			})
			if byKey != byButton || byKey == idle[len(before)] {
				t.Errorf("%s prints %s, which does\n%s\nand the button\n%s", x.Do, x.Key, byKey, byButton)
			}
		}
	})
}

// deed is what an action did to the page and to the log, from the group of roses
// on and after some keys; all is undone afterwards.
func (s *stand) deed(b *tab, before []string, act func()) string {
	s.t.Helper()
	had := len(s.rows())
	for _, k := range before {
		b.press(k)
		b.saved()
	}
	b.wait(`document.activeElement.matches("#rows .row")`)
	act()
	b.saved()
	time.Sleep(50 * time.Millisecond) // what is asked of the server and no decision
	did := eval[string](b, `JSON.stringify(["desk", "never", "drawer", "skip-reasons", "menu"].map((id) => document.getElementById(id)).map((x) => [x.hidden, x.open])
		.concat([[...document.querySelectorAll("#rows .row")].map((x) => x.hasAttribute("data-here")), document.querySelector("#drawer h2")?.textContent,
		[...document.querySelectorAll("[aria-pressed]")].map((x) => x.ariaPressed), document.querySelector("#word").textContent]))`)
	rows := s.rows()
	for _, d := range rows[:len(rows)-had] {
		did += fmt.Sprintf(" %s %s %s %d", d.Scope, d.Effect, d.Label, d.Affected)
	}
	for _, d := range rows {
		if d.Undone || d.Scope == review.OnUndo {
			continue
		}
		_, err := s.store.Decide(s.t.Context(), review.Decision{
			ID: fmt.Sprintf("00000000-0000-7000-8000-%012d", len(s.rows())), Project: d.Project, User: d.User, Screen: "adjudicate", Scope: review.OnUndo, Of: d.ID, Expect: -1,
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
	b.reload()
	b.onGroup("rose")
	if eval[bool](b, `document.querySelector('[data-do="hide"]').ariaPressed === "true"`) {
		b.press("h")
	}
	return did
}

// TestC7Azerty: the key that types & on AZERTY is the digit 1.
func TestC7Azerty(t *testing.T) {
	onBoth(t, roses(), func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		b.onGroup("rose")
		b.dispatch(key{"é", "Digit2", "é", '2'}, 0)
		b.saved()
		rows := s.rows()
		if len(rows) != 1 || rows[0].Label != "LOCATION" || rows[0].Scope != review.OnOccurrence {
			t.Fatalf("%d rows", len(rows))
		}
		b.dispatch(key{"1", "Digit1", "1", '1'}, 8) // AZERTY types 1 with Shift
		b.saved()
		if rows = s.rows(); len(rows) != 2 || rows[0].Label != "PERSON" || rows[0].Scope != review.OnWord {
			t.Errorf("%d rows, the last %s %s", len(rows), rows[0].Scope, rows[0].Label)
		}
	})
}

// TestC8KilledServer: a decision taken while the server is dead waits, says so,
// and is written once when it is back.
func TestC8KilledServer(t *testing.T) {
	onBoth(t, []string{"salut [rose?0.8]", "c [rose?0.8] demain", "salut [lucas?0.6]"}, func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		b.onGroup("rose")
		b.allowed = []string{"ERR_CONNECTION"}
		s.kill()
		if !s.closed() {
			t.Fatal("the server lives")
		}
		b.press("Enter")
		b.onGroup("lucas")
		b.wait(`document.getElementById("state").textContent.includes("1 waiting")`)
		stored := eval[string](b, `JSON.stringify({...sessionStorage}) + JSON.stringify({...localStorage})`)
		if strings.Contains(stored, "rose") || !strings.Contains(stored, `accept`) {
			t.Errorf("the storage holds %s", stored)
		}
		s.start()
		s.up()
		b.saved()
		rows := s.rows()
		if len(rows) != 1 || rows[0].Affected != 2 {
			t.Fatalf("%d rows", len(rows))
		}
		again := fmt.Sprintf(`fetch("/p/sms/api/decide", {method: "POST", body: JSON.stringify({id: %q, scope: "group", effect: "accept", group: %d, expect: -1})}).then(r => r.json()).then(o => o.again)`, rows[0].ID, rows[0].Group)
		if !eval[bool](b, again) || len(s.rows()) != 1 {
			t.Error("the same decision was written twice")
		}
	})
}

// TestC9HostileTexts are shown as text.
func TestC9HostileTexts(t *testing.T) {
	hostile := []string{`<img src=x onerror="window.hit=1">`, "{{.}}", "</script><script>window.hit=1</script>", "a\u202egnirts", "zero\u200bwidth"}
	var texts []string
	for i, h := range hostile {
		texts = append(texts, fmt.Sprintf("%s dit [mot%c?0.6] %s", h, 'a'+i, h))
	}
	onBoth(t, texts, func(t *testing.T, s *stand) {
		b := s.visit("judge", "review")
		for range hostile {
			b.wait(`document.activeElement.matches("#rows .row")`)
			got := eval[string](b, `document.querySelector("#rows .text").textContent`)
			if !slices.ContainsFunc(hostile, func(h string) bool { return strings.HasPrefix(got, h) && strings.HasSuffix(got, h) }) {
				t.Errorf("the page shows %q", got)
			}
			b.press("f")
			b.saved()
		}
		b.goTo(s.base + "/p/sms/second")
		if eval[bool](b, `Boolean(window.hit) || document.querySelectorAll("main img, main script").length > 0`) {
			t.Error("a text became markup")
		}
	})
}

// TestC10Tokens: emoji families, flags, combining accents, Arabic and Hebrew:
// the mark is the word, its edges move by whole graphemes, and what is stored and
// exported cuts the same text in Go, in Python and in the browser.
func TestC10Tokens(t *testing.T) {
	words := map[string]string{
		"👨\u200d👩\u200d👧\u200d👦 salut [Zoé?0.6] 🇫🇷 ca va": "Zoé",
		"e\u0301te\u0301 avec [Ame\u0301lie?0.6] demain":  "Ame\u0301lie",
		"مرحبا [ليلى?0.6] غدا":                            "ليلى",
		"שלום [דוד?0.6] מחר salut":                        "דוד",
		"🏳️\u200d🌈[Max?0.6]🏳️\u200d🌈 ok":                  "Max",
	}
	var texts []string
	for text := range words {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	onBoth(t, texts, func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		for range texts {
			b.wait(`document.activeElement.matches("#rows .row")`)
			word := eval[string](b, `document.querySelector("#rows mark").textContent`)
			if !strings.Contains(fmt.Sprint(words), word) {
				t.Errorf("marked is %q", word)
			}
			b.press(".", "Shift+ArrowLeft")
			less := eval[string](b, `document.querySelector("#rows mark").textContent`)
			if want := eval[string](b, fmt.Sprintf(`[...new Intl.Segmenter("und").segment(%q)].slice(0, -1).map(x => x.segment).join("")`, word)); less != want {
				t.Errorf("one grapheme less of %q is %q, want %q", word, less, want)
			}
			b.press("m")
			b.saved()
			d := s.rows()[0]
			m, err := s.store.Message(t.Context(), s.project.ID, d.Message)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Message.Text[d.As.Start:d.As.End]; got != less {
				t.Errorf("stored is %q, shown was %q", got, less)
			}
		}
		s.slices(b)
	})
}

// TestC13LoopbackAlone runs a whole review, and annotates, in a network
// namespace that has nothing but loopback.
func TestC13LoopbackAlone(t *testing.T) {
	chromium(t)
	if os.Getenv("BAUTA_ISOLATED") != "" {
		return
	}
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("unshare", "-n", "true").Run(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("no network namespace can be made here: run as root")
		}
		t.Skip("no network namespace can be made here: run as root")
	}
	test := exec.Command("unshare", "-n", "sh", "-c", `ip link set lo up 2>/dev/null || ifconfig lo up; exec "$0" -test.run '^Test(R1Enter|A1Label)' -test.v`, os.Args[0])
	test.Env = append(os.Environ(), "BAUTA_ISOLATED=1", "BAUTA_BINARY="+path)
	out, err := test.CombinedOutput()
	for _, want := range []string{"--- PASS: TestR1EnterDecidesTheGroup", "--- PASS: TestA1LabelByKeys"} {
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("no %q: %v\n%s", want, err, out)
		}
	}
}

// TestC14RawText: every element with text of messages keeps spelling services
// and translators out, and nothing of it is stored in the browser.
func TestC14RawText(t *testing.T) {
	onBoth(t, []string{"bonjour [" + canary + "?0.6] soir", "puis [" + canary + "?0.3] matin"}, func(t *testing.T, s *stand) {
		b := s.visit("owner", "review")
		b.onGroup(canary)
		b.press("c")
		b.wait(`document.querySelector("#drawer li")`)
		for _, page := range []string{"", "second", "audit"} {
			if page != "" {
				b.goTo(s.base + "/p/sms/" + page)
			}
			if got := b.notRaw(); len(got) > 0 {
				t.Errorf("%s: %q", page, got)
			}
			if got := eval[string](b, `JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})`); strings.Contains(got, canary) {
				t.Errorf("%s: the browser keeps %s", page, got)
			}
		}
	})
}

// TestSecondTab: a second tab of one person shows, and may take over.
func TestSecondTab(t *testing.T) {
	onBoth(t, append(roses(), "salut [lucas?0.6]"), func(t *testing.T, s *stand) {
		one := s.visit("anna", "review")
		one.onGroup("rose")
		two := open(t, one)
		two.goTo(s.base + "/p/sms/review")
		two.wait(`!document.getElementById("elsewhere").hidden`)
		two.wait(`document.activeElement.id === "take"`)
		two.press("Enter")
		one.wait(`!document.getElementById("elsewhere").hidden`)
		one.press("m", "Shift+m")
		if n := len(s.rows()); n != 0 {
			t.Errorf("the first tab still decides: %d rows", n)
		}
		two.onGroup("rose")
		two.press("Enter")
		two.saved()
		if n := len(s.rows()); n != 1 {
			t.Errorf("the second tab does not decide: %d rows", n)
		}
	})
}

// TestScreens writes the pictures of docs/screens when BAUTA_SCREENS is set.
func TestScreens(t *testing.T) {
	if os.Getenv("BAUTA_SCREENS") == "" {
		t.Skip("set BAUTA_SCREENS=1 to write docs/screens")
	}
	texts := append(roses(), "[lucas?0.6] est la ?", "jai vu [lucas?0.9] hier", "on va a [paris?0.3] demain", "chez [max?0.7] a 20h")
	s := newStand(t, "sqlite", texts)
	s.start()
	b := s.visit("owner", "review")
	b.size(1100, 740)
	b.wait(`document.activeElement.matches("#rows .row")`)
	for b.text("#word") != "rose" {
		b.press("ArrowRight")
	}
	still := func(name string) {
		time.Sleep(300 * time.Millisecond)
		b.shot(name)
	}
	still("review-light")
	b.press("x")
	still("review-split")
	b.press("x", "Shift+k")
	b.wait(`document.activeElement.id === "never-yes"`)
	still("never")
	b.press("Escape", "?")
	still("help")
	b.press("Escape")
	b.press("/")
	b.write(`chez\s+\w+`)
	b.press("Enter")
	b.wait(`document.querySelectorAll("#drawer li").length > 0`)
	still("search")
	b.press("Escape", "m", "k")
	b.saved()
	eval[bool](b, `(document.documentElement.dataset.theme = "dark", true)`)
	still("review-dark")
	b.size(360, 780)
	still("review-360")
	eval[bool](b, `(document.documentElement.dataset.theme = "", true)`)
	b.size(1100, 740)
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}, {Name: "prefers-color-scheme", Value: "dark"}}}); err != nil {
		t.Fatal(err)
	}
	still("review-forced-colours")
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}); err != nil {
		t.Fatal(err)
	}
	b.press("Enter", "Enter")
	b.saved()
	for _, lang := range []string{"de", "es", "it", "sv", "en", "fr"} {
		b.speaks(lang)
		for _, page := range append(pages(), "m/2", "../../settings") {
			b.goTo(s.base + "/p/sms/" + page)
			b.wait(`document.readyState === "complete"`)
			if page == "review" {
				b.wait(`document.activeElement.matches("#rows .row")`)
				b.press("e")
			}
			name := strings.ReplaceAll(strings.TrimPrefix(page, "../../"), "/", "-")
			if lang == "fr" && slices.Contains([]string{"dashboard", "audit", "release"}, page) {
				still(name)
			}
			still(filepath.Join("lang", name+"-"+lang))
			if slices.Contains([]string{"review", "m/2", "words", "dashboard", "annotate"}, page) {
				b.size(360, 780)
				still(filepath.Join("lang", name+"-360-"+lang))
				b.size(1100, 740)
			}
		}
	}
}
