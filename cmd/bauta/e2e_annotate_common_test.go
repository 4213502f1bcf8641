//go:build e2e

package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
)

// The common checks on the screens of annotators, adjudicators and places.

// label writes what somebody says of their next message: a mark a unit, the
// last one for all that follow.
func (s *stand) label(login string, marks ...string) {
	s.t.Helper()
	user := s.users[login].ID
	task, err := s.store.Next(s.t.Context(), s.project.ID, user)
	if err != nil {
		s.t.Fatal(err)
	}
	units := review.Units(&task.Item)
	for len(marks) < len(units) {
		marks = append(marks, marks[len(marks)-1])
	}
	spans, err := review.Marked(units, marks)
	if err == nil {
		_, err = s.store.Annotate(s.t.Context(), review.Annotation{
			ID: fmt.Sprintf("%s-%08d", login, task.ID), Project: s.project.ID, User: user, Message: task.ID, Act: review.ActLabel, Spans: spans, Expect: task.Version,
		})
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// onDispute waits until the adjudicator's page shows a message.
func (b *tab) onDispute(n int) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.getElementById("place").textContent === "Message %d" && document.activeElement.matches("#voices td.gold")`, n))
}

// TestC1NewScreens does the work of all three by keyboard; after every key the
// focus is somewhere, and seen.
func TestC1NewScreens(t *testing.T) {
	withTown(t, 2, 2, []string{"lunch with Rose near spot1x1", "bread Paul", "walk"}, func(t *testing.T, s *stand) {
		s.setUp(3, false)
		s.label("nora", "", "", "PERSON", "", "LOCATION")
		s.label("ben", "", "", "LOCATION", "", "LOCATION")
		b := s.watched()
		s.signIn(b, "judge")
		b.goTo(s.base + "/p/sms/annotate")
		press := func(chords ...string) {
			t.Helper()
			for _, c := range chords {
				b.press(c)
				if eval[bool](b, `document.activeElement === document.body`) {
					t.Errorf("after %s the focus is on the body", c)
				}
			}
			if !eval[bool](b, `document.activeElement.matches(":focus-visible") && getComputedStyle(document.activeElement).outlineStyle !== "none"`) {
				t.Errorf("after %v the focus is not seen on %s", chords, eval[string](b, `document.activeElement.outerHTML.slice(0, 80)`))
			}
		}
		b.onMessage(1)
		press("ArrowRight", "ArrowRight", "1", "ArrowLeft", "Space", "Escape", "Space", "ArrowDown", "Enter", "u", "Ctrl+Shift+z", "ArrowLeft", ".", ".", "u")
		press("Shift+ArrowRight", "2", "0", "u", "h", "h", "g", "Escape", "c", "Escape", "?", "Escape", "s", "Escape", "f")
		b.saved()
		press("/")
		b.write("lunch")
		press("Enter", "Escape", "v")
		b.wait(`document.activeElement.dataset.message`)
		press("Escape", "Enter")
		b.onMessage(2)
		press("s", "4")
		b.onMessage(3)
		press("p")
		b.onMessage(2)
		press("n")
		b.onMessage(3)
		press("Enter")
		b.wait(`!document.getElementById("empty").hidden && document.activeElement.id === "empty-title"`)
		b.goTo(s.base + "/p/sms/adjudicate")
		b.onDispute(1)
		press("1", "u", "2", "ArrowRight", "ArrowLeft", "a", "d", "l", "3", "Escape", "g", "Escape", "c", "Escape", "?", "Escape", "h", "h", "n", "1")
		for range 4 {
			press("1", "Enter")
			if eval[bool](b, `!document.getElementById("empty").hidden`) {
				break
			}
		}
		b.wait(`!document.getElementById("empty").hidden`)
		b.goTo(s.base + "/p/sms/location")
		b.onPlace(1)
		press("w", "Shift+w", "m", "r", "m", "u", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Shift+ArrowRight", "b", "b", "d", "d", "l", "l", "h", "h", "?", "Escape", "a", "Escape", "t", "Escape", "/")
		b.write("rose")
		press("Enter", "m")
		b.wait(`document.querySelector("#before-text del")`)
		b.accept()
		b.onPlace(2)
		if b.mouse {
			t.Error("the mouse was used")
		}
	})
}

// TestC3NewScreens: a word of a message, of a guideline and of a search stays in
// the pages.
func TestC3NewScreens(t *testing.T) {
	withTown(t, 2, 2, []string{"lunch with " + canary, "bread with " + canary}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		s.label("nora", "", "", "PERSON")
		s.label("ben", "", "", "LOCATION")
		b := s.visit("judge", "annotate")
		b.onMessage(1)
		b.press("/")
		b.wait(`document.activeElement.id === "pattern"`)
		b.write(canary)
		b.press("Enter")
		b.wait(`document.getElementById("found").textContent`)
		b.press("Escape", "ArrowRight", "ArrowRight", "1", "Enter")
		b.onMessage(2)
		b.goTo(s.base + "/p/sms/guidelines")
		eval[bool](b, `(document.getElementById("text").focus(), true)`)
		b.write(canary + " is a name")
		b.press("Tab", "Enter")
		b.wait(`document.querySelector("h1 small")?.textContent === "version 2"`)
		b.goTo(s.base + "/p/sms/adjudicate")
		b.onDispute(1)
		b.press("1", "Enter")
		b.wait(`!document.getElementById("empty").hidden`)
		b.goTo(s.base + "/p/sms/location")
		b.onPlace(1)
		b.press("m", "a")
		b.wait(`document.getElementById("drawer-body").textContent.includes("does not say who wrote it")`)
		b.press("Escape", "Enter")
		b.onPlace(2)
		b.saved()
		s.tellsNobody(b, canary)
	})
}

// TestC5NewScreens: keys of one letter off, with Ctrl+Alt, moved; typing in a
// field labels nothing.
func TestC5NewScreens(t *testing.T) {
	withTown(t, 2, 2, []string{"lunch with Rose", "walk"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		s.label("nora", "", "", "PERSON")
		s.label("ben", "", "", "LOCATION")
		b := s.visit("judge", "annotate")
		set := func(form string) {
			t.Helper()
			eval[int](b, fmt.Sprintf(`fetch("/settings", {method: "POST", body: new URLSearchParams(%q)}).then(r => r.status)`, form))
			b.goTo(s.base + "/p/sms/annotate")
			b.onMessage(1)
		}
		set("keys=off")
		b.press("ArrowRight", "ArrowRight", "1", "2", "s", "f", "p", "n")
		if got := b.tags(); got != "O O O" || eval[bool](b, `!document.getElementById("skip-reasons").hidden`) {
			t.Errorf("with letters off: %s", got)
		}
		b.press("Space") // no key of one letter: it opens the list
		b.wait(`document.activeElement.id === "filter"`)
		b.press("Escape")
		set("keys=ctrl-alt")
		b.press("1", "2")
		if got := b.tags(); got != "O O O" {
			t.Errorf("without Ctrl+Alt: %s", got)
		}
		b.press("Ctrl+Alt+2")
		if got := b.tags(); got != "B-LOCATION O O" {
			t.Errorf("with Ctrl+Alt: %s", got)
		}
		b.press("Ctrl+z")
		set("key.annotate.skip=q&key.adjudicate.takeB=b&key.location.mask=x")
		if got := b.text(`[data-do="skip"] kbd`); got != "Q" {
			t.Errorf("the button prints %q", got)
		}
		b.press("s")
		if eval[bool](b, `!document.getElementById("skip-reasons").hidden`) {
			t.Error("the old key works still")
		}
		b.press("q")
		b.wait(`document.activeElement.dataset.do === "unreadable"`)
		b.press("Escape", "/")
		b.wait(`document.activeElement.id === "pattern"`)
		b.write("12qf")
		b.press("1", "2", "q", "f", ".", "u", "Escape")
		if got := b.tags(); got != "O O O" || !eval[bool](b, `document.getElementById("standing").hidden`) {
			t.Errorf("typing labelled: %s", got)
		}
		b.goTo(s.base + "/p/sms/adjudicate")
		b.onDispute(1)
		b.press("2")
		if got := b.text("#voices td.gold[tabindex]"); got != "?" {
			t.Errorf("the old key takes: %s", got)
		}
		b.press("b")
		b.wait(`document.querySelector("#voices td.gold[tabindex]").textContent !== "?"`)
		b.goTo(s.base + "/p/sms/location")
		b.onPlace(1)
		b.press("m", "/")
		b.write("mx")
		b.press("m", "x", "Escape")
		if eval[bool](b, `Boolean(document.querySelector("#before-text del"))`) {
			t.Error("typing took a word out, or the old key did")
		}
		b.press("x")
		b.wait(`document.querySelector("#before-text del")`)
	})
}

// TestC6NewScreens: what a button prints is what works, on each screen.
func TestC6NewScreens(t *testing.T) {
	withTown(t, 2, 2, []string{"lunch with Rose", "walk"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		s.label("nora", "", "", "PERSON")
		s.label("ben", "", "", "LOCATION")
		b := s.visit("judge", "annotate")
		for screen, buttons := range map[string]int{"annotate": 19, "adjudicate": 12, "location": 14} {
			b.goTo(s.base + "/p/sms/" + screen)
			b.wait(`!document.getElementById("desk").hidden`)
			got := eval[[]string](b, fmt.Sprintf(`(() => {
				const { keys, print } = JSON.parse(document.getElementById("boot").textContent);
				const seen = [...document.querySelectorAll(".deck [data-do]:not([hidden])")].filter((x) => x.querySelector("kbd") && x.offsetParent);
				const wrong = seen.filter((x) => {
					const printed = x.querySelector("kbd").textContent;
					const works = Object.entries(keys[%[1]q]).some(([c, a]) => a === x.dataset.do && c.replace("Digit", "").toLowerCase() === printed.toLowerCase());
					return !works || printed !== print[%[1]q][x.dataset.do];
				});
				return [String(seen.length), ...wrong.map((x) => x.outerHTML)];
			})()`, screen))
			if n := len(got); n > 1 || got[0] != fmt.Sprint(buttons) {
				t.Errorf("%s: %q, want %d buttons", screen, got, buttons)
			}
		}
	})
}

// TestC7NewScreens: on AZERTY the keys of the digits type other signs.
func TestC7NewScreens(t *testing.T) {
	onBoth(t, []string{"avec Rose", "rien"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		s.label("ben", "", "LOCATION")
		b := s.visit("nora", "annotate")
		b.onMessage(1)
		b.press("ArrowRight")
		b.dispatch(key{"&", "Digit1", "&", '1'}, 0)
		if got := b.tags(); got != "O B-PERSON" {
			t.Errorf("labelled %s", got)
		}
		b.dispatch(key{"à", "Digit0", "à", '0'}, 0) // the last token keeps the focus
		b.dispatch(key{"2", "Digit2", "2", '2'}, 8) // AZERTY types 2 with Shift
		b.dispatch(key{"&", "Digit1", "&", '1'}, 0)
		b.press("Enter")
		b.onMessage(2)
		judge := s.visit("judge", "adjudicate")
		judge.onDispute(1)
		judge.dispatch(key{"é", "Digit2", "é", '2'}, 0)
		judge.wait(`document.querySelectorAll("#voices td.gold")[1].textContent !== "?"`)
		b.saved()
	})
}

// TestC8NewScreens: the server dies while an adjudicator and a reviewer of
// places are at work; each choice is written once.
func TestC8NewScreens(t *testing.T) {
	withTown(t, 2, 2, []string{"lunch with Rose near spot1x1", "walk"}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		s.label("nora", "", "", "PERSON", "")
		s.label("ben", "", "", "LOCATION", "")
		judge, olga := open(t, nil), open(t, nil)
		s.signIn(judge, "judge")
		s.signIn(olga, "olga")
		judge.goTo(s.base + "/p/sms/adjudicate")
		judge.onDispute(1)
		olga.goTo(s.base + "/p/sms/location")
		olga.onPlace(1)
		olga.press("m")
		olga.wait(`document.getElementById("after-figures").textContent !== document.getElementById("before-figures").textContent`)
		s.kill()
		judge.press("1", "Enter")
		olga.press("Enter")
		for _, b := range []*tab{judge, olga} {
			b.wait(`document.getElementById("state").textContent.includes("1 waiting")`)
			b.press("Enter", "Enter") // again: nothing more is sent
			if kept := eval[string](b, `JSON.stringify({...sessionStorage}) + JSON.stringify({...localStorage})`); strings.Contains(kept, "Rose") || strings.Contains(kept, "spot") {
				t.Error("the browser keeps text")
			}
		}
		s.start()
		s.up()
		judge.saved()
		olga.saved()
		judge.wait(`!document.getElementById("empty").hidden`)
		olga.onPlace(2)
		got := s.counted(`SELECT act, count(*) FROM annotation WHERE act = 'gold' GROUP BY act UNION ALL SELECT 'place', count(*) FROM location_choice`)
		if got["gold"] != 1 || got["place"] != 1 {
			t.Errorf("stored %v", got)
		}
	})
}

// TestC9NewScreens: hostile texts are text.
func TestC9NewScreens(t *testing.T) {
	hostile := []string{`<img src=x onerror="window.hit=1">`, "{{.}} {{define}}", "</script><script>window.hit=1</script>", "a\u202egnirts et", "zero\u200bwidth"}
	withTown(t, 2, 2, hostile, func(t *testing.T, s *stand) {
		s.setUp(len(hostile), false)
		bare := func(text string) string {
			return strings.Map(func(r rune) rune {
				if strings.ContainsRune(" \u200b\u202e", r) {
					return -1
				}
				return r
			}, text)
		}
		shown := func(b *tab, js, want string) {
			t.Helper()
			if got := eval[string](b, js); bare(got) != bare(want) {
				t.Errorf("the page shows %q, not %q", got, want)
			}
			if eval[bool](b, `Boolean(window.hit) || document.querySelectorAll("main img, main script").length > 0`) {
				t.Errorf("%q became markup", want)
			}
		}
		for range hostile {
			s.label("ben", "LOCATION", "")
		}
		b := s.visit("nora", "annotate")
		for i, text := range hostile {
			b.onMessage(i + 1)
			shown(b, `document.getElementById("result").textContent`, text)
			b.press("1")
			b.press("c")
			b.wait(`document.querySelector("#drawer li")`)
			b.press("Escape", "Enter")
		}
		b.wait(`!document.getElementById("empty").hidden`)
		b.goTo(s.base + "/p/sms/annotate?simple")
		judge := s.visit("judge", "adjudicate")
		for i, text := range hostile {
			judge.onDispute(i + 1)
			shown(judge, `[...document.querySelectorAll("#voices thead bdi")].map((n) => n.textContent).join("")`, text)
			judge.press("1", "Enter")
		}
		olga := s.visit("olga", "location")
		for i, text := range hostile {
			olga.wait(fmt.Sprintf(`document.getElementById("place").textContent.startsWith("Message %d of")`, i+1))
			shown(olga, `document.getElementById("before-text").textContent`, text)
			olga.accept()
		}
	})
}

// TestC10NewScreens: emoji families, flags, accents, Arabic and Hebrew: a token
// is what is seen as one, a split falls between letters, and what is exported
// cuts the same text in Go, in Python and in JavaScript.
func TestC10NewScreens(t *testing.T) {
	texts := []string{
		"👨\u200d👩\u200d👧\u200d👦 salut Zoe\u0301 🇫🇷 ca va",
		"e\u0301te\u0301 avec Ame\u0301lie demain",
		"مرحبا ليلى غدا",
		"שלום דוד מחר salut",
		"🏳️\u200d🌈Max🏳️\u200d🌈 ok",
	}
	onBoth(t, texts, func(t *testing.T, s *stand) {
		s.setUp(len(texts), false)
		b := s.visit("nora", "annotate")
		for i, text := range texts {
			b.onMessage(i + 1)
			whole := eval[bool](b, fmt.Sprintf(`(() => {
				const text = %q;
				const edges = new Set([...new Intl.Segmenter("und").segment(text)].map((s) => s.index).concat(text.length));
				let at = 0;
				return [...document.querySelectorAll(".token bdi")].every((n) => {
					at = text.indexOf(n.textContent, at);
					const start = at;
					at += n.textContent.length;
					return start >= 0 && edges.has(start) && edges.has(at);
				});
			})()`, text))
			leftward := eval[bool](b, `(() => { const [x, y] = [...document.querySelectorAll(".token")].map((n) => n.getBoundingClientRect().left); return x > y })()`)
			if leftward != (i == 2 || i == 3) {
				t.Errorf("%q runs to the left: %v", text, leftward)
			}
			if !whole {
				t.Errorf("%q is cut inside a letter: %q", text, b.text("#tokens"))
			}
			// The longest word, split after its first letter; what is left is labelled.
			eval[bool](b, `(() => {
				const all = [...document.querySelectorAll(".token")];
				const letters = (n) => /\p{L}{3}/u.test(n.textContent.normalize("NFC")) ? [...n.textContent].length : 0;
				all.reduce((a, n) => (letters(n) > letters(a) ? n : a)).click();
				return true;
			})()`)
			word := b.focused()
			b.press(".", "1") // the first letter is one mark, what follows another
			first := eval[string](b, `document.querySelector('[data-iob="B-PERSON"] bdi').textContent`)
			if want := eval[string](b, fmt.Sprintf(`[...new Intl.Segmenter("und").segment(%q)][0].segment`, word)); first != want {
				t.Errorf("split after %q, want %q", first, want)
			}
			b.press("Enter")
		}
		b.wait(`!document.getElementById("empty").hidden`)
		s.slices(b)
	})
}

// slices exports what was labelled in each unit of offsets and cuts it out in
// the language that counts so.
func (s *stand) slices(b *tab) {
	t := s.t
	t.Helper()
	gold := filepath.Join(t.TempDir(), "gold.jsonl")
	args := []string{"review", "export", s.source, "--key", s.key, "--gold", gold, "--format", "jsonl"}
	if out, err := s.bauta(args...); err != nil {
		t.Fatalf("export: %s", out)
	}
	f, err := os.Open(gold)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for sc := bufio.NewScanner(f); sc.Scan(); n++ {
		var m struct {
			Text    string
			Offsets string
			Spans   []struct{ Start, End int }
		}
		if err := json.Unmarshal(sc.Bytes(), &m); err != nil || len(m.Spans) != 1 || m.Offsets != "rune" {
			t.Fatalf("line %d: %d spans, offsets %q, %v", n+1, len(m.Spans), m.Offsets, err)
		}
		start, end := m.Spans[0].Start, m.Spans[0].End
		want := string([]rune(m.Text)[start:end])
		// JavaScript counts in UTF-16: its strings are cut by code points.
		if got := eval[string](b, fmt.Sprintf(`[...%q].slice(%d, %d).join("")`, m.Text, start, end)); got != want {
			t.Errorf("JavaScript cuts %q, Go %q", got, want)
		}
		if python, err := exec.LookPath("python3"); err == nil {
			out, err := exec.Command(python, "-c", "import json, sys; m = json.loads(sys.argv[1]); s = m['spans'][0]; sys.stdout.buffer.write(m['text'][s['start']:s['end']].encode())", sc.Text()).Output()
			if err != nil || string(out) != want {
				t.Errorf("Python cuts %q, Go %q, %v", out, want, err)
			}
		}
	}
	if n != 5 {
		t.Errorf("%d messages were exported", n)
	}
}

// TestC14NewScreens: spelling services and translators are kept from the text,
// and the browser keeps none of it.
func TestC14NewScreens(t *testing.T) {
	withTown(t, 2, 2, []string{"bonjour " + canary + " soir", "puis " + canary}, func(t *testing.T, s *stand) {
		s.setUp(2, false)
		s.label("nora", "", "PERSON", "")
		s.label("ben", "", "LOCATION", "")
		b := s.visit("judge", "annotate")
		for page, ready := range map[string]string{
			"annotate": `document.activeElement.matches(".token")`, "annotate?simple": `document.querySelector("#simple select")`,
			"adjudicate": `document.activeElement.matches("td.gold")`, "location": `document.activeElement.matches("#words .token")`, "agreement": `document.querySelector("caption")`,
		} {
			b.goTo(s.base + "/p/sms/" + page)
			b.wait(ready)
			if page == "annotate" {
				b.press("1", "c")
				b.wait(`document.querySelector("#drawer li")`)
				b.press("u") // nothing unsaved keeps the page from being left
			}
			bad := b.notRaw()
			if len(bad) > 0 {
				t.Errorf("%s: %q", page, bad)
			}
			if got := eval[string](b, `JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})`); strings.Contains(got, canary) {
				t.Errorf("%s: the browser keeps %s", page, got)
			}
		}
	})
}
