//go:build e2e

package main_test

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// towns is a corpus of an invented place: each word of a kind of its own has a
// cell of its own.
func towns(rows, cols int) string {
	var b strings.Builder
	b.WriteString("id,author,text,latitude,longitude\n")
	n := 0
	for r := range rows {
		for c := range cols {
			for k := range 3 {
				n++
				fmt.Fprintf(&b, "%d,a%d,%s near spot%dx%d,%.4f,%.4f\n", n, n, []string{"lunch", "bread", "walk"}[k], r, c, 43+float64(r)/10+0.05, 3+float64(c)/10+0.05)
			}
		}
	}
	return b.String()
}

// withTown makes stands on both databases, whose servers have a location model of the town.
func withTown(t *testing.T, rows, cols int, texts []string, test func(*testing.T, *stand)) {
	t.Helper()
	chromium(t)
	on(t, []string{"sqlite", "postgresql"}, texts, town(t, rows, cols), test)
}

// town makes a model and an outline of the town, and gives the options of a server that has them.
func town(t *testing.T, rows, cols int) []string {
	t.Helper()
	dir := t.TempDir()
	town, outline, names := filepath.Join(dir, "town.csv"), filepath.Join(dir, "outline.json"), filepath.Join(dir, "names.csv")
	border := fmt.Sprintf(`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":
		{"type":"LineString","coordinates":[[3.02,43.02],[%.2f,43.05],[%.2f,%.2f],[3.05,%.2f],[3.02,43.02]]}}]}`,
		3+float64(cols)/10-0.03, 3+float64(cols)/10-0.06, 43+float64(rows)/10-0.04, 43+float64(rows)/10-0.08)
	list := fmt.Sprintf("name,population,latitude,longitude\nVirecourt,40,%.2f,%.2f\nAubelle,900,43.12,3.15\nFarville,8000,50,9\n",
		43+float64(rows)/10-0.09, 3+float64(cols)/10-0.1)
	for name, data := range map[string]string{town: towns(rows, cols), outline: border, names: list} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	grid, bundle := filepath.Join(dir, "grid.json"), filepath.Join(dir, "model")
	for _, args := range [][]string{
		{"location", "grid", town, "--rows", fmt.Sprint(rows), "--cols", fmt.Sprint(cols), "--names", names, "-o", grid},
		{"location", "train", town, "--grid", grid, "-o", bundle, "--part", "all", "--min-count", "1", "--c", "10"},
	} {
		if out, err := (&stand{t: t}).bauta(args...); err != nil {
			t.Fatalf("%v: %s", args, out)
		}
	}
	return []string{"--location", bundle, "--outline", outline}
}

// onPlace waits until the page shows a message by its number.
func (b *tab) onPlace(n int) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.getElementById("place").textContent.startsWith("Message %d of") && document.activeElement.matches("#words .token")`, n))
}

// accept accepts the message on the screen, and where its place can still be told
// says so a second time.
func (b *tab) accept() {
	b.t.Helper()
	place := b.text("#place")
	b.press("Enter") // what becomes of it is known when the server has answered
	b.wait(fmt.Sprintf(`document.getElementById("sure").open || !document.getElementById("empty").hidden ||
		document.getElementById("place").textContent.trim() !== %q`, strings.TrimSpace(place)))
	if eval[bool](b, `document.getElementById("sure").open`) {
		b.press("Tab", "Enter")
	}
}

// TestL2AsksBeforeItReleases: Enter on a message whose place can still be told
// asks; one Enter too many, or Escape, leads back, and only the second answer
// releases. The question is in the reader's language where we have it.
func TestL2AsksBeforeItReleases(t *testing.T) {
	withTown(t, 4, 5, []string{"lunch near spot2x3", "walk"}, func(t *testing.T, s *stand) {
		b := s.visit("olga", "location")
		b.onPlace(1)
		for _, back := range []string{"Enter", "Escape"} {
			b.press("Enter")
			b.wait(`document.getElementById("sure").open && document.activeElement.id === "sure-no"`)
			if got := b.text("#sure-title"); !strings.HasPrefix(got, "The place can still be told") {
				t.Errorf("asked %q", got)
			}
			b.press(back)
			b.wait(`!document.getElementById("sure").open`)
			b.onPlace(1)
		}
		if all, err := s.store.Places(t.Context(), s.project.ID); err != nil || len(all) != 0 {
			t.Errorf("released unasked: %+v, %v", all, err)
		}
		b.press("Enter")
		b.wait(`document.getElementById("sure").open && document.getElementById("sure-yes").textContent === "Accept all the same"`)
		b.press("Tab", "Enter")
		b.onPlace(2)
		b.saved()
		all, err := s.store.Places(t.Context(), s.project.ID)
		if err != nil || len(all) != 1 || all[0].MaxAfter < all[0].Threshold {
			t.Errorf("stored %+v, %v", all, err)
		}
		b.press("p")
		b.onPlace(1)
		b.press("m", "Enter") // at once: what was asked for decides, not what is on the screen yet
		b.wait(`!document.getElementById("empty").hidden || document.getElementById("place").textContent.startsWith("Message 2")`)
		if eval[bool](b, `document.getElementById("sure").open`) {
			t.Error("a message below the threshold is asked about")
		}
	})
}

// TestL1ToL6Location goes through the screen by keyboard.
func TestL1ToL6Location(t *testing.T) {
	withTown(t, 4, 5, []string{"lunch near spot2x3", "bread near spot1x1 and spot0x4", "walk"}, func(t *testing.T, s *stand) {
		b := s.visit("olga", "location")
		b.onPlace(1)
		if got := eval[string](b, `[...document.querySelectorAll("#before-map ~ .place-name")].map((n) => n.innerText).join(" ")`); !strings.Contains(got, "Aubelle") || !strings.Contains(got, "Virecourt") {
			t.Errorf("names on the map: %q", got)
		}
		if got := b.text(".scale"); !strings.Contains(got, "5 km") || !strings.Contains(got, "↑") {
			t.Errorf("scale and north: %q", got)
		}
		// From the first town to the last, 0.4 degrees on 43.2 of latitude, are 32.5 km.
		if share := eval[float64](b, `document.querySelector(".scale-bar").offsetWidth / document.getElementById("before-map").offsetWidth`); share < 0.14 || share > 0.17 {
			t.Errorf("5 km are %.2f of the map", share)
		}
		b.shot("location")
		// L1: the cells of the table have the palette's colour of their probability.
		probe := eval[[]string](b, `(async () => {
			const { ramp, stepOf, placeOf, sizeOf } = await import(document.querySelector('script[src*="location.js"]').src.replace("location.js", "grid.js"));
			const boot = JSON.parse(document.getElementById("boot").textContent).screen;
			const size = sizeOf(boot);
			const wrong = [];
			for (const name of ["before", "after"]) {
				const c = document.getElementById(name + "-map").getContext("2d");
				for (const row of [...document.querySelectorAll("#rows tr")].slice(0, 5)) {
					const [y, x] = placeOf(Number(row.dataset.cell), boot);
					const p = Number(row.children[name === "before" ? 1 : 2].textContent);
					const i = boot.cells.indexOf(Number(row.dataset.cell));
					if (Math.abs(p - boot.task[name].p[i]) > 1e-9) wrong.push("table " + p);
					const [r, g, bl] = c.getImageData(x * size + Math.round(size * 0.15), y * size + Math.round(size * 0.15), 1, 1).data;
					const got = "#" + [r, g, bl].map((v) => v.toString(16).padStart(2, "0")).join("");
					if (got !== ramp[stepOf(p, "log")]) wrong.push(name + " " + got + " for " + p);
				}
			}
			return wrong;
		})()`)
		if len(probe) > 0 {
			t.Errorf("L1: %q", probe)
		}
		// L4: the word that tells most comes first.
		if got := b.text("#words .token bdi"); got != "spot2x3" {
			t.Errorf("L4: the first word is %q", got)
		}
		// L3: taking it out changes the text and the map; putting it back brings
		// back the same bytes.
		pixels := `document.getElementById("after-map").toDataURL()`
		was := eval[string](b, pixels)
		before := eval[string](b, strings.Replace(pixels, "after-map", "before-map", 1))
		b.wait(`document.getElementById("after-status").textContent.startsWith("STATUS: identifiable")`)
		b.press("m")
		b.wait(`document.getElementById("after-status").textContent === "STATUS: below threshold" || document.getElementById("after-figures").textContent !== document.getElementById("before-figures").textContent`)
		if got := b.text("#after-text"); got != "lunch near [LOCATION]" {
			t.Errorf("L3: after is %q", got)
		}
		b.shot("location-after")
		if eval[string](b, pixels) == was || eval[string](b, strings.Replace(pixels, "after-map", "before-map", 1)) != before {
			t.Error("L3: the map after did not change, or that before did")
		}
		b.press("r")
		b.wait(`document.getElementById("after-figures").textContent === document.getElementById("before-figures").textContent`)
		if eval[string](b, pixels) != was || b.text("#after-text") != "lunch near spot2x3" {
			t.Error("L3: putting back does not bring back the same")
		}
		// L2: the status flips exactly at max p = t, which counts as identifiable.
		flips := eval[[]string](b, `(() => {
			const out = [];
			const slider = document.getElementById("threshold");
			for (let t = 1; t <= 100; t++) {
				slider.value = String(t / 100);
				slider.dispatchEvent(new Event("input"));
				const max = JSON.parse(document.getElementById("boot").textContent).screen.task.before.max;
				const says = document.getElementById("before-status").textContent;
				if ((max >= t / 100) !== says.startsWith("STATUS: identifiable")) out.push(t + " " + says);
			}
			return out;
		})()`)
		if len(flips) > 0 {
			t.Errorf("L2: %q", flips)
		}
		eval[bool](b, `(document.getElementById("threshold").value = "0.3", document.getElementById("threshold").dispatchEvent(new Event("input")), true)`)
		b.press("Shift+ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowRight")
		if got := b.text("#t"); got != "0.29" {
			t.Errorf("L2: the threshold is %s", got)
		}
		// L5: the cell cursor speaks.
		b.press("ArrowUp")
		b.wait(`/^row \d+ column \d+, probability 0\.\d\d, (above|below) threshold/.test(document.getElementById("say").textContent)`)
		b.press("b", "b", "d", "d", "l", "l", "t")
		b.wait(`document.activeElement.id === "cells"`)
		b.press("Escape", "w", "Shift+w", "/")
		b.wait(`document.activeElement.id === "find"`)
		b.write("lunch")
		b.press("Enter")
		b.wait(`document.activeElement.textContent.startsWith("lunch")`)
		b.accept()
		b.onPlace(2)
		b.saved()
		b.press("m")
		b.wait(`document.querySelector("#before-text del") && document.getElementById("after-figures").textContent !== document.getElementById("before-figures").textContent`)
		b.accept()
		b.onPlace(3)
		all, err := s.store.Places(t.Context(), s.project.ID)
		if err != nil || len(all) != 2 || len(all[1].Spans) != 1 || all[1].MaxAfter >= all[1].MaxBefore {
			t.Errorf("stored %+v, %v", all, err)
		}
		b.accept()
		b.wait(`!document.getElementById("empty").hidden`)
		b.press("p")
		b.onPlace(3)
	})
}

// TestL6AboveWithoutColour: in forced colours and in grey, cells at or above the
// threshold still have a frame: black beside white.
func TestL6AboveWithoutColour(t *testing.T) {
	withTown(t, 4, 5, []string{"lunch near spot2x3"}, func(t *testing.T, s *stand) {
		b := s.visit("olga", "location")
		if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}}); err != nil {
			t.Fatal(err)
		}
		b.onPlace(1)
		b.shot("location-forced")
		frames := eval[[]bool](b, `(async () => {
			const { placeOf, sizeOf } = await import(document.querySelector('script[src*="location.js"]').src.replace("location.js", "grid.js"));
			const boot = JSON.parse(document.getElementById("boot").textContent).screen;
			const size = sizeOf(boot);
			const c = document.getElementById("before-map").getContext("2d");
			const t = Number(document.getElementById("t").textContent);
			return boot.cells.map((cell, i) => {
				const [y, x] = placeOf(cell, boot);
				const [r] = c.getImageData(x * size + 2, y * size + Math.round(size / 4), 1, 1).data;
				return (r < 60) === (boot.task.before.p[i] >= t);
			});
		})()`)
		if slices.Contains(frames, false) {
			t.Errorf("frames and probabilities differ: %v", frames)
		}
	})
}

// TestL6GreyScreenshot: a picture of the screen without colour, as somebody who
// sees none has it, still tells which cells are at or above the threshold, and
// the status says it in words.
func TestL6GreyScreenshot(t *testing.T) {
	withTown(t, 4, 5, []string{"lunch near spot2x3"}, func(t *testing.T, s *stand) {
		b := s.visit("olga", "location")
		if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedVisionDeficiency, emulation.SetEmulatedVisionDeficiencyParams{Type: emulation.SetEmulatedVisionDeficiencyTypeAchromatopsia}); err != nil {
			t.Fatal(err)
		}
		b.onPlace(1)
		b.press("ArrowUp") // the cursor leaves the cell
		type cell struct {
			X, Y  int
			Above bool
		}
		cells := eval[[]cell](b, `(async () => {
			const { placeOf, sizeOf } = await import(document.querySelector('script[src*="location.js"]').src.replace("location.js", "grid.js"));
			const boot = JSON.parse(document.getElementById("boot").textContent).screen;
			const size = sizeOf(boot);
			const map = document.getElementById("before-map");
			map.scrollIntoView({ block: "center" });
			const box = map.getBoundingClientRect();
			const scale = box.width / map.width;
			const t = Number(document.getElementById("t").textContent);
			return boot.cells.map((cell, i) => {
				const [y, x] = placeOf(cell, boot);
				return { X: Math.round(box.left + scale * (x * size + 2)), Y: Math.round(box.top + scale * (y * size + size / 4)), Above: boot.task.before.p[i] >= t };
			});
		})()`)
		b.shot("location-grey")
		picture, err := png.Decode(bytes.NewReader(do(b, "picture", chromedp.CaptureScreenshot())))
		if err != nil {
			t.Fatal(err)
		}
		above := 0
		for _, c := range cells {
			r, g, bl, _ := picture.At(c.X, c.Y).RGBA()
			if r>>8 != g>>8 || g>>8 != bl>>8 {
				t.Fatalf("the picture has colour at %d, %d", c.X, c.Y)
			}
			if (r>>8 < 60) != c.Above {
				t.Errorf("at %d, %d the grey is %d; above the threshold: %v", c.X, c.Y, r>>8, c.Above)
			}
			if c.Above {
				above++
			}
		}
		if above == 0 || above == len(cells) {
			t.Errorf("%d of %d cells are above", above, len(cells))
		}
		b.requests = slices.DeleteFunc(b.requests, func(url string) bool { return strings.HasPrefix(url, "data:image/svg+xml,<svg") }) // the browser's own filter
		if got := b.text("#before-status"); !strings.HasPrefix(got, "STATUS: identifiable") {
			t.Errorf("the status says %q", got)
		}
	})
}

// withVotes makes a stand whose server also knows what people think they can
// tell: where there is a tower, they do.
func withVotes(t *testing.T, texts []string, test func(*testing.T, *stand)) {
	t.Helper()
	withTown(t, 4, 5, texts, func(t *testing.T, s *stand) {
		var votes strings.Builder
		votes.WriteString("id,text,share\n")
		for i := range 60 {
			fmt.Fprintf(&votes, "%d,%s,%d\n", i, []string{"lunch near tower", "tower", "lunch near home", "bread and walk", "lunch near", "walk"}[i%6], []int{1, 1, 0, 0, 0, 0}[i%6])
		}
		dir := t.TempDir()
		file, people := filepath.Join(dir, "votes.csv"), filepath.Join(dir, "people")
		if err := os.WriteFile(file, []byte(votes.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := s.bauta("location", "feasibility", "train", file, "-o", people, "--c", "10"); err != nil {
			t.Fatal(out)
		}
		s.kill()
		s.options = append(s.options, "--feasibility", people)
		s.start()
		test(t, s)
	})
}

// TestL2FourClasses: machine and people, each alone, neither, as words go.
func TestL2FourClasses(t *testing.T) {
	withVotes(t, []string{"lunch near spot2x3 tower", "lunch near spot1x1", "tower", "walk"}, func(t *testing.T, s *stand) {
		b := s.visit("olga", "location")
		for i, want := range []string{"machine and people can tell", "the machine alone can tell", "people alone think they can tell", "neither can tell"} {
			b.onPlace(i + 1)
			if got := b.text("#before-status"); !strings.Contains(got, want) {
				t.Errorf("message %d: %q, want %q", i+1, got, want)
			}
			if i == 0 {
				b.shot("location-four")
				for _, step := range []string{"spot2x3", "tower"} {
					b.press("/")
					b.write(step)
					b.press("Enter", "m")
					b.wait(fmt.Sprintf(`document.getElementById("after-status").textContent.includes(%q)`, map[string]string{"spot2x3": "people alone think they can tell", "tower": "neither can tell"}[step]))
				}
				if got := b.text("#before-status"); !strings.Contains(got, want) {
					t.Errorf("before changed to %q", got)
				}
			}
			b.accept()
		}
		b.wait(`!document.getElementById("empty").hidden`)
	})
}

// TestL7NobodyIsAskedForAMap: with an outline on the screen there is no request
// to anybody else (tab.clean looks), no coordinate of a message in the page, and
// the store has no place for one.
func TestL7NobodyIsAskedForAMap(t *testing.T) {
	withTown(t, 2, 2, nil, func(t *testing.T, s *stand) {
		file := filepath.Join(t.TempDir(), "sms.csv")
		if err := os.WriteFile(file, []byte("id,text,latitude,longitude\n1,lunch near spot1x1,43.112233,3.112244\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := s.bauta("review", "import", s.source, file, "--key", s.key, "--policy", "seekhide"); err != nil {
			t.Fatal(out)
		}
		for _, login := range []string{"judge", "olga"} {
			b := s.visit(login, "location")
			b.onPlace(1)
			if eval[int](b, `document.querySelectorAll("#before-lines polyline").length`) == 0 {
				t.Error("there is no outline")
			}
			page := eval[string](b, `fetch(location.href).then((r) => r.text())`)
			if strings.Contains(page, "112233") || strings.Contains(page, "112244") {
				t.Errorf("%s's page has the true place", login)
			}
		}
		s.searchFiles("112233")
	})
}

// TestL4OfAnAuthor: what an author's messages say together, what is left
// of it when one is changed, and the way to the one that tells most.
func TestL4OfAnAuthor(t *testing.T) {
	withTown(t, 4, 5, nil, func(t *testing.T, s *stand) {
		var items []review.Item
		for i, text := range []string{"lunch near spot2x3", "bread near spot0x1", "walk"} {
			it := reviewtest.Item(fmt.Sprint("a", i), text)
			it.Message.Author = "ana"
			items = append(items, it)
		}
		items = append(items, reviewtest.Item("other", "walk"))
		if _, err := s.store.Import(t.Context(), s.project.ID, reviewtest.Items(items...)); err != nil {
			t.Fatal(err)
		}
		b := s.visit("olga", "location")
		b.onPlace(1)
		b.press("a")
		b.wait(`document.querySelectorAll("#drawer .row").length === 3`)
		figures := func() []string {
			return eval[[]string](b, `[...document.querySelectorAll("#drawer section .facts, #drawer .verdict")].map((n) => n.textContent)`)
		}
		was := figures()
		if !strings.Contains(b.text("#drawer"), "3 messages") || len(was) != 4 || was[0] != was[2] || was[1] != "STATUS: identifiable" {
			t.Errorf("together %q", was)
		}
		b.shot("location-author")
		// The sum is that of location deidentify --timeline.
		file := filepath.Join(t.TempDir(), "ana.csv")
		if err := os.WriteFile(file, []byte("id,author,text\na0,ana,lunch near spot2x3\na1,ana,bread near spot0x1\na2,ana,walk\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := s.bauta("location", "deidentify", s.options[1], file, "--timeline", "--threshold", "0.1", "--spans", "/dev/stdout", "-o", "/dev/null", "-q")
		if p := b.text("#drawer tbody td"); err != nil || !strings.Contains(out, "probability of the place "+p+",") {
			t.Errorf("the page says %s, the command %s, %v", p, out, err)
		}
		b.press("Escape", "m")
		b.wait(`document.querySelector("#before-text del")`)
		b.press("a")
		b.wait(`document.querySelectorAll("#drawer .row").length === 3`)
		if now := figures(); now[0] != was[0] || now[2] == was[2] {
			t.Errorf("without a word: %q, before %q", now, was)
		}
		b.press("Tab", "Tab", "Enter")
		b.wait(`document.getElementById("drawer").hidden && !document.getElementById("place").textContent.startsWith("Message 1 ")`)
		for n := eval[int](b, `Number(document.getElementById("place").textContent.split(" ")[1])`); n > 1; n-- {
			b.press("p")
			b.onPlace(n - 1)
		}
		b.wait(`document.querySelector("#before-text del") && document.getElementById("after-figures").textContent !== document.getElementById("before-figures").textContent`) // not accepted, and not lost
		b.press("u", "r")
		b.wait(`!document.querySelector("#before-text del")`)
	})
}

// TestC4NewScreens: no violation of WCAG 2.2 A and AA on the screens of
// annotators and of places with work on them, light and dark, at 100 % and
// 200 %, and no second scroll bar at 320 px.
func TestC4NewScreens(t *testing.T) {
	script := axe(t)
	on(t, []string{"sqlite"}, []string{"lunch with Rose near spot1x1", "walk"}, town(t, 3, 3), func(t *testing.T, s *stand) {
		s.setUp(2, false)
		own := reviewtest.Item("own", "bread near spot0x2")
		own.Message.Author = "ana"
		if _, err := s.store.Import(t.Context(), s.project.ID, reviewtest.Items(own)); err != nil {
			t.Fatal(err)
		}
		for login, key := range map[string]string{"nora": "1", "ben": "2"} {
			b := s.visit(login, "annotate")
			b.onMessage(1)
			b.press("ArrowRight", "ArrowRight", key, "Enter")
			b.onMessage(2)
		}
		b := s.visit("owner", "review")
		for page, ready := range map[string]string{
			"annotate": `document.activeElement.matches(".token")`, "adjudicate": `document.activeElement.matches("td.gold")`, "agreement": `document.querySelector("caption")`,
			"guidelines": `document.getElementById("text")`, "location": `document.activeElement.matches("#words .token")`, "annotate?simple": `document.querySelector("#simple select")`,
			"dashboard": `document.querySelector("a[href$=agreement]")`,
		} {
			b.goTo(s.base + "/p/sms/" + page)
			b.wait(ready)
			for _, theme := range []string{"light", "dark"} {
				b.themed(script, theme, page)
				if theme == "dark" && (page == "annotate" || page == "location") {
					b.shot(page + "-dark")
				}
				b.size(640, 450)
				b.themed(script, theme, page+" 200 %")
				b.size(1280, 900)
			}
			b.size(320, 640)
			if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 320 {
				t.Errorf("%s is %d px wide at 320", page, wide)
			}
			if page == "annotate" || page == "location" {
				b.size(360, 740)
				b.shot(page + "-360")
			}
			b.size(1280, 900)
			switch page {
			case "annotate":
				b.press("Space")
				b.wait(`document.activeElement.id === "filter"`)
				b.accessible(script, "list of labels")
				b.press("Escape")
				b.size(360, 740)
				for range 3 { // the list stays inside the window, wherever its token is
					b.press("ArrowRight", "Space")
					b.wait(`document.activeElement.id === "filter"`)
					if wide := eval[int](b, `Math.max(document.documentElement.scrollWidth, Math.ceil(document.getElementById("popup").getBoundingClientRect().right))`); wide > 360 {
						t.Errorf("the list of labels reaches to %d px of 360: %s", wide, eval[string](b, `JSON.stringify([document.documentElement.scrollWidth, document.documentElement.clientWidth, document.getElementById("popup").getBoundingClientRect(), document.getElementById("popup").style.insetInlineStart, scrollX])`))
					}
					b.press("Escape")
				}
				b.size(1280, 900)
			case "location":
				b.goTo(s.base + "/p/sms/location")
				b.onPlace(1)
				b.press("Enter")
				b.wait(`document.getElementById("sure").open`)
				b.accessible(script, "whether the reviewer is sure")
				b.press("Tab", "Enter")
				b.onPlace(2)
				b.accept()
				b.onPlace(3)
				b.press("a")
				b.wait(`document.querySelector("#drawer .row")`)
				b.accessible(script, "an author's messages")
			}
		}
	})
}

// TestL8LargeGrids draws 50 × 50 and 200 × 200 cells, uniform and one-hot; the
// milliseconds are printed.
func TestL8LargeGrids(t *testing.T) {
	on(t, []string{"sqlite"}, []string{"lunch near spot1x1"}, town(t, 2, 2), func(t *testing.T, s *stand) {
		b := s.visit("olga", "location")
		b.onPlace(1)
		for _, n := range []int{50, 200} {
			got := eval[[]float64](b, fmt.Sprintf(`(async () => {
				const { draw, ramp } = await import(document.querySelector('script[src*="location.js"]').src.replace("location.js", "grid.js"));
				const n = %d;
				const layout = { rows: n, cols: n, cells: Array.from({ length: n * n }, (_, i) => i) };
				const canvas = document.createElement("canvas");
				const out = [];
				for (const p of [layout.cells.map(() => 1 / (n * n)), layout.cells.map((i) => (i === 7 ? 1 : 0))]) {
					const start = performance.now();
					draw(canvas, layout, p, { threshold: 0.1, scale: "log", cursor: -1 });
					canvas.getContext("2d").getImageData(0, 0, 1, 1);
					out.push(performance.now() - start);
				}
				const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
				const seen = new Set();
				for (let i = 0; i < data.length; i += 4) seen.add(data[i] * 65536 + data[i + 1] * 256 + data[i + 2]);
				out.push(seen.size);
				return out;
			})()`, n))
			t.Logf("%d × %d: uniform %.1f ms, one-hot %.1f ms", n, n, got[0], got[1])
			if got[2] < 2 {
				t.Error("the one cell is not seen")
			}
		}
	})
}
