//go:build e2e

package main_test

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	downloads "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// site makes the page without a server once; BAUTA_PAGE names a folder that is made.
var site = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("BAUTA_PAGE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.MkdirTemp("", "bauta-page-")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "run", "./gen/page", "-o", dir)
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	watch, err := reviewtest.AtEnd(`rm -rf "$0"`, dir)
	held = append(held, watch)
	return dir, err
})

// pageTab is the page in a tab, served by the program.
type pageTab struct {
	*tab
	dir    string // folder of the page
	base   string
	server *exec.Cmd
	saves  string // folder of what is saved
}

func newPage(t *testing.T) *pageTab {
	t.Helper()
	chromium(t)
	dir, err := site()
	if err != nil {
		t.Fatal(err)
	}
	bauta, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &pageTab{dir: dir, server: exec.Command(bauta, "page", "--dir", dir), saves: t.TempDir()}
	out, err := p.server.StdoutPipe()
	if err == nil {
		err = p.server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.stop() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	p.base = strings.TrimSpace(line)
	p.tab = open(t, nil)
	set := downloads.SetDownloadBehaviorParams{
		Behavior: downloads.SetDownloadBehaviorBehaviorAllow, DownloadPath: p.saves,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	}
	if _, err := chromedp.Call(p.ctx, downloads.SetDownloadBehavior, set); err != nil {
		t.Fatal(err)
	}
	return p
}

// stop ends the server.
func (p *pageTab) stop() {
	p.server.Process.Kill()
	p.server.Wait()
}

// choose takes an entry of a list.
func (p *pageTab) choose(id, value string) {
	p.t.Helper()
	eval[bool](p.tab, fmt.Sprintf(`(() => {
		const list = document.getElementById(%q);
		if (list.value === %q) return true;
		list.value = %[2]q;
		list.dispatchEvent(new Event("change"));
		return true;
	})()`, id, value))
}

// ready waits until files may be dropped.
func (p *pageTab) ready() {
	p.t.Helper()
	p.wait(`!document.getElementById("file").disabled`)
}

// drop drops a file on the page and waits until it is read.
func (p *pageTab) drop(name, text string) {
	p.t.Helper()
	p.give(name, text)
	p.wait(`document.getElementById("state").dataset.state === "saved" && !document.getElementById("result").hidden`)
}

// give drops a file, whose bytes may be no text.
func (p *pageTab) give(name, text string) {
	p.t.Helper()
	eval[bool](p.tab, fmt.Sprintf(`(() => {
		const files = new DataTransfer();
		files.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));
		document.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
		return true;
	})()`, base64.StdEncoding.EncodeToString([]byte(text)), name))
}

// refused drops a file that cannot be read and waits for what the page says of it.
func (p *pageTab) refused(name, text, lang, says string) {
	p.t.Helper()
	p.choose("interface", lang)
	p.give(name, text)
	p.wait(fmt.Sprintf(`document.getElementById("wrong").textContent.startsWith(%q)`, says))
}

// saved saves by key and gives what lies in the folder.
func (p *pageTab) saved(name string) string {
	p.t.Helper()
	p.press("s")
	return p.downloaded(name)
}

// downloaded waits for a file of the folder and takes it out.
func (p *pageTab) downloaded(name string) string {
	p.t.Helper()
	file := filepath.Join(p.saves, name)
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		data, err := os.ReadFile(file)
		// The browser may hold the name with an empty file while it writes.
		writing, _ := filepath.Glob(filepath.Join(p.saves, "*.crdownload"))
		if err == nil && len(data) > 0 && len(writing) == 0 {
			os.Remove(file)
			return string(data)
		}
		if time.Now().After(end) {
			p.t.Fatalf("%s was not saved; the page says %s", name, p.text("#state"))
		}
	}
}

// loads counts what was asked of the network, but for what the page made itself.
func (p *pageTab) loads() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, url := range p.requests {
		if !strings.HasPrefix(url, "blob:") && !strings.HasPrefix(url, "data:") {
			n++
		}
	}
	return n
}

// program is what bauta anonymise makes of the same file.
func program(t *testing.T, name, text string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	bauta, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(bauta, append([]string{"anonymise", "-q", file}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

const few = "id,text\n1,coucou Patrice on se voit demain ?\n2,\"oui, dis à Patrice et à Rosalie\"\n" +
	"3,mon numéro : 06 12 34 56 78\n4,😀 Rosalie arrive\n"

// TestPage: dropped, decided and saved in a fresh profile, without the network behind the
// first load, and no request once there is a file.
func TestPage(t *testing.T) {
	p := newPage(t)
	p.goTo(p.base)
	p.ready()
	p.choose("lang", "fr")
	p.ready()
	p.stop()
	p.reload()
	p.ready()
	p.choose("interface", "fr")
	p.choose("lang", "fr")
	p.ready()
	before := p.loads()
	p.drop("sms.csv", few)
	if got, want := p.saved("sms.bauta.csv"), program(t, "sms.csv", few, "--lang", "fr"); got != want {
		t.Errorf("the page:\n%s\nthe program:\n%s", got, want)
	}
	p.press("ArrowRight", "k") // coucou Patrice, here alone
	p.wait(`document.querySelector("#row-0 .raw:last-child").textContent.includes("Patrice")`)
	if got := p.saved("sms.bauta.csv"); strings.Count(got, "Patrice") != 1 {
		t.Errorf("with Patrice kept in one place:\n%s", got)
	}
	p.press("ArrowDown", "ArrowDown", "u") // from where somebody reads back to what is undone
	p.wait(`document.querySelector("#state").textContent === "Annulé : « Patrice », ici"`)
	p.wait(`document.querySelector("#row-0 .here")?.textContent === "Patrice"`)
	p.press("Shift+k")
	p.wait(`document.querySelector("#row-1 .raw:last-child").textContent.includes("Patrice")`)
	if got := p.saved("sms.bauta.csv"); strings.Count(got, "Patrice") != 2 || strings.Contains(got, "Rosalie") {
		t.Errorf("with Patrice kept:\n%s", got)
	}
	p.press("u")
	p.wait(`document.querySelector("#state").textContent === "Annulé : « Patrice », partout"`)
	p.wait(`!document.querySelector("#row-1 .raw:last-child").textContent.includes("Patrice")`)
	p.press("ArrowLeft", "Shift+m") // coucou
	p.wait(`!document.querySelector("#row-0 .raw:last-child").textContent.includes("coucou")`)
	if got := p.saved("sms.bauta.csv"); strings.Contains(got, "coucou") || strings.Contains(got, "Patrice") {
		t.Errorf("with coucou masked:\n%s", got)
	}
	p.shot("page")
	p.refused("bad.csv", "id,text\n1,2,3\n", "fr", "Ligne 2 : Cette ligne du tableau")
	p.choose("interface", "sv")
	if got := p.text("#wrong"); !strings.HasPrefix(got, "Rad 2: Raden i tabellen") {
		t.Errorf("the error in Swedish: %s", got)
	}
	if after := p.loads(); after != before {
		t.Errorf("%d requests after a file was there: %v", after-before, p.requests[before:])
	}
	p.clean(p.base)
}

// TestPageSame: what the page saves is what the program writes, byte for byte, of generated
// SMS in French and of messages in six languages that are told.
func TestPageSame(t *testing.T) {
	n := 300
	if os.Getenv("BAUTA_LONG") != "" {
		n = 100_000
	}
	var sms, several strings.Builder
	for s := range fixture.SMS(23, n) {
		sms.WriteString(strings.ReplaceAll(s.Text, "\n", " ") + "\n")
	}
	five := fixture.Five()
	for i := range 5 {
		for _, lang := range []string{"de", "en", "es", "fr", "it", "sv"} {
			if i < len(five[lang]) {
				several.WriteString(five[lang][i] + "\n")
			}
		}
	}
	p := newPage(t)
	p.goTo(p.base)
	p.ready()
	for _, c := range []struct{ policy, lang, text string }{
		{"gdpr", "fr", sms.String()}, {"seekhide", "fr", sms.String()}, {"gdpr", "", several.String()},
	} {
		p.choose("policy", c.policy)
		p.choose("lang", c.lang)
		p.ready()
		p.drop("m.txt", c.text)
		args := []string{"--policy", c.policy}
		if c.lang != "" {
			args = append(args, "--lang", c.lang)
		}
		if p.saved("m.bauta.txt") != program(t, "m.txt", c.text, args...) {
			t.Errorf("%s, language %q: the page saves something else than the program", c.policy, c.lang)
		}
	}
	p.clean(p.base)
}

// asked reports a part that was asked of the network.
func (p *pageTab) asked(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.requests, func(url string) bool { return strings.HasSuffix(url, "/"+name+".js") })
}

// TestPageLanguages: where languages are told, a part comes when a message asks for it; one that is
// missing is said, and the file is read once it is there. All are fetched for who asks, and are
// there without a network.
func TestPageLanguages(t *testing.T) {
	p := newPage(t)
	p.goTo(p.base)
	p.choose("interface", "en")
	p.ready()
	const french = "coucou Patrice, on se voit demain devant la gare avec Rosalie ?\n"
	const german = "Ich habe gestern mit Annegret über die neue Wohnung gesprochen.\n"
	if p.asked("ner-fr") || !p.asked("langid") {
		t.Error("parts are asked for before there is a message")
	}
	for _, text := range []string{french, french + german} {
		p.drop("m.txt", text)
		if got, want := p.saved("m.bauta.txt"), program(t, "m.txt", text); got != want {
			t.Errorf("the page:\n%s\nthe program:\n%s", got, want)
		}
		if !p.asked("ner-fr") || p.asked("ner-sv") || p.asked("ner-de") != (text != french) {
			t.Errorf("asked for %v", p.requests)
		}
	}
	const swedish = "Vi träffas utanför stationen imorgon klockan åtta tillsammans med Märta.\n"
	const gone = `document.head.append = (script) => script.src.includes("ner-sv") ? script.onerror() : Element.prototype.append.call(document.head, script)`
	eval[bool](p.tab, gone+`, true`)
	p.give("m.txt", swedish)
	p.wait(`document.getElementById("wrong").textContent.startsWith("A part of the page is missing")`)
	eval[bool](p.tab, `delete document.head.append`)
	p.drop("m.txt", swedish)
	if got, want := p.saved("m.bauta.txt"), program(t, "m.txt", swedish); got != want {
		t.Errorf("with the part the page:\n%s\nthe program:\n%s", got, want)
	}
	eval[bool](p.tab, `(document.getElementById("all").click(), true)`)
	p.wait(`document.getElementById("all").hidden`)
	p.stop()
	p.reload()
	p.ready()
	p.drop("m.txt", few)
	p.clean(p.base)
}

// TestPageFormats: a file of each format that people hold is read in the browser, whose
// worker has a small stack, and comes out as the program writes it, or, where IDs come out
// otherwise each time, without a name.
func TestPageFormats(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "exports", "*"))
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	p := newPage(t)
	p.goTo(p.base)
	p.choose("policy", "seekhide")
	p.choose("lang", "fr")
	p.ready()
	same, names := 0, regexp.MustCompile("Cédric|Léa|Hugo|06 12")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, ending := filepath.Base(file), filepath.Ext(file)
		p.drop(name, string(data))
		got := p.saved(strings.TrimSuffix(name, ending) + ".bauta" + ending)
		want := program(t, name, string(data), "--policy", "seekhide", "--lang", "fr")
		if got == want {
			same++
		} else if again := program(t, name, string(data), "--policy", "seekhide", "--lang", "fr"); again == want {
			t.Errorf("%s comes out otherwise:\n%s\nthe program:\n%s", name, got, want)
		}
		if names.MatchString(got) || got == string(data) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	if same < 6 {
		t.Errorf("%d of %d files come out as the program writes them", same, len(files))
	}
	p.clean(p.base)
}

// TestPageByClick: who clicks alone decides, saves and takes lists along, on any host of
// files, whatever folder of it holds the page.
func TestPageByClick(t *testing.T) {
	p := newPage(t)
	p.stop()
	files := httptest.NewServer(http.StripPrefix("/some/folder/", http.FileServer(http.Dir(p.dir))))
	t.Cleanup(files.Close)
	p.base = files.URL + "/some/folder/"
	click := func(selector string) {
		t.Helper()
		eval[bool](p.tab, fmt.Sprintf(`(document.querySelector(%q).click(), true)`, selector))
	}
	begin := func() {
		p.goTo(p.base)
		p.choose("policy", "seekhide")
		p.choose("lang", "fr")
		p.ready()
		p.drop("sms.csv", few)
	}
	begin()
	click("#row-0 mark.word") // Patrice
	click("#keep-all")
	p.wait(`document.querySelector("#row-1 .raw:last-child").textContent.includes("Patrice")`)
	click("#row-0 .word") // coucou
	click("#mask-all")
	p.wait(`!document.querySelector("#row-0 .raw:last-child").textContent.includes("coucou")`)
	click("#save")
	want := p.downloaded("sms.bauta.csv")
	if strings.Count(want, "Patrice") != 2 || strings.Contains(want, "coucou") {
		t.Errorf("decided by clicks:\n%s", want)
	}
	lists := map[string]string{}
	for _, name := range []string{"always", "never"} {
		click("#" + name)
		lists[name+".csv"] = p.downloaded(name + ".csv")
	}
	begin()
	if got := p.saved("sms.bauta.csv"); got == want {
		t.Error("decisions outlive the page")
	}
	for name, list := range lists {
		p.give(name, list)
	}
	p.wait(`document.querySelector("#row-1 .raw:last-child").textContent.includes("Patrice")`)
	p.wait(`!document.querySelector("#row-0 .raw:last-child").textContent.includes("coucou")`)
	p.wait(`document.activeElement.id === "list"`) // keys are heard once all rows are there
	if got := p.saved("sms.bauta.csv"); got != want {
		t.Errorf("with the lists:\n%s\nbefore:\n%s", got, want)
	}
	p.clean(p.base)
}

// TestPageFromDisk: the folder works as it lies on a disk.
func TestPageFromDisk(t *testing.T) {
	p := newPage(t)
	p.stop()
	p.base = "file://" + p.dir + "/"
	p.goTo(p.base + "index.html")
	p.ready()
	p.choose("lang", "fr")
	p.ready()
	p.drop("sms.csv", few)
	if got, want := p.saved("sms.bauta.csv"), program(t, "sms.csv", few, "--lang", "fr"); got != want {
		t.Errorf("the page:\n%s\nthe program:\n%s", got, want)
	}
	p.clean(p.base)
}

// TestPageAccessible: no violation in light and dark, with and without a file, and no
// second scroll bar at 320 px.
func TestPageAccessible(t *testing.T) {
	script := axe(t)
	p := newPage(t)
	p.goTo(p.base)
	p.ready()
	for _, lang := range []string{"fr", "de"} {
		p.choose("interface", lang)
		for _, theme := range []string{"light", "dark"} {
			p.themed(script, theme, lang)
		}
		p.size(320, 640)
		if wide := eval[int](p.tab, `document.documentElement.scrollWidth`); wide > 320 {
			t.Errorf("%s is %d px wide at 320", lang, wide)
		}
		p.size(1280, 900)
		p.drop("sms.csv", few)
	}
	p.clean(p.base)
}

// TestPageTells: what stays in clear stands beside Save and can be taken out; what went wrong stays to be
// read, with nothing left to act upon; lists are known by their header; languages, the file and what was
// not read are named.
func TestPageTells(t *testing.T) {
	p := newPage(t)
	p.goTo(p.base)
	p.choose("policy", "seekhide")
	p.choose("interface", "en")
	if got := eval[string](p.tab, `document.getElementById("lang").value`); got != "" || p.there("#bare") {
		t.Errorf("the page begins with language %q", got)
	}
	p.choose("lang", "fr")
	p.ready()
	const people = "id,Nom,auteur,message\n1,Dupré,Zoé,salut Patrice\n2,Roux,Max,vu Patrice\n"
	p.drop("people.csv", people)
	says := p.text("#beside")
	for _, part := range []string{"id", "Nom", "auteur", "(who wrote)", "A column says who wrote"} {
		if !strings.Contains(says, part) {
			t.Errorf("%q is not said of what stays in clear: %s", part, says)
		}
	}
	if p.text("#name") != "people.csv" || p.text("#state") != "2 messages read (Français)" {
		t.Errorf("%s: %s", p.text("#name"), p.text("#state"))
	}
	p.treat("Nom", "drop")
	p.treat("auteur", "hash")
	got := p.saved("people.bauta.csv")
	if strings.Contains(got, "Dupré") || strings.Contains(got, "Zoé") || strings.Contains(p.text("#beside"), "A column") {
		t.Errorf("%s\n%s", got, p.text("#beside"))
	}

	p.give("x-always.csv", "n importe;;\n\"quoi")
	p.wait(`document.getElementById("wrong").textContent.startsWith("This is no list of words")`)
	p.press("ArrowRight")
	if !eval[bool](p.tab, `document.getElementById("wrong").checkVisibility()`) {
		t.Error("what was wrong with the list goes before anybody acts")
	}
	p.give("list (1).csv", "word,kind\n\"vu\",\n")
	p.wait(`!document.querySelector("#row-1 .raw:last-child")?.textContent.includes("vu")`)
	if p.text("#name") != "people.csv" || eval[bool](p.tab, `document.getElementById("wrong").checkVisibility()`) {
		t.Errorf("a list in a file of another name: %s, %s", p.text("#name"), p.text("#wrong"))
	}

	eval[bool](p.tab, `(() => {
		const files = new DataTransfer();
		for (const name of ["one.txt", "two.txt"]) files.items.add(new File(["salut Marie\n"], name));
		document.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
		return true;
	})()`)
	p.wait(`document.getElementById("name").textContent === "one.txt"`)
	if got := p.text("#left"); got != "Not read, one file at a time: two.txt" {
		t.Errorf("of the second file: %q", got)
	}

	p.give("broken.jsonl", "{\"text\":\"salut Marie\"}\n{\"text\":\n")
	p.wait(`document.getElementById("wrong").textContent.startsWith("Line 2: This is no JSON")`)
	if eval[bool](p.tab, `document.getElementById("result").checkVisibility()`) || p.there(".row") {
		t.Error("tools are on for a file that was not read")
	}
	eval[bool](p.tab, `(document.getElementById("save").click(), document.getElementById("mask").click(), true)`)

	p.drop("people.csv", people)
	p.stop()
	eval[bool](p.tab, `navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((r) => r.unregister())))
		.then(() => caches.keys()).then((all) => Promise.all(all.map((c) => caches.delete(c)))).then(() => true)`)
	p.choose("lang", "de")
	p.wait(`document.getElementById("wrong").textContent.startsWith("A part of the page is missing")`)
	if got := eval[string](p.tab, `document.getElementById("lang").value`); got != "fr" {
		t.Errorf("where a part is missing the language is %q", got)
	}
	p.ready()
	if !strings.Contains(p.saved("people.bauta.csv"), "Zoé") {
		t.Error("columns of a file that was dropped anew are treated unasked")
	}
	p.allowed = []string{"-de.js", "ERR_"}
	p.clean(p.base)
}

// treat says what becomes of a column, and waits until the file is read anew.
func (p *pageTab) treat(column, how string) {
	p.t.Helper()
	eval[bool](p.tab, fmt.Sprintf(`(() => {
		const how = document.querySelector('[data-column="' + %q + '"]');
		how.value = %q;
		how.dispatchEvent(new Event("change"));
		how.dataset.column = "";
		return true;
	})()`, column, how))
	p.wait(fmt.Sprintf(`document.querySelector('[data-column="' + %q + '"]')?.value === %q`, column, how))
}

// there reports something on the page.
func (p *pageTab) there(selector string) bool {
	p.t.Helper()
	return eval[bool](p.tab, fmt.Sprintf(`!!document.querySelector(%q)`, selector))
}
