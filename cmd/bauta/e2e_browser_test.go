//go:build e2e

package main_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The end-to-end tests drive the real binary with a real browser. They are told
// apart by the build tag e2e; make e2e runs them.

// patience is how long a page may take to become what a test waits for, on a
// loaded machine.
const patience = 20 * time.Second

// shells are where the browser may be. Chromium without a window is the same engine and takes two thirds
// of the time; it is named by its program, as the script around it would outlive the tests.
var shells = []string{"/usr/lib/chromium/chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// found is the browser, empty where there is none.
func found() string {
	for _, name := range shells {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// chromium looks for the browser. In CI there must be one.
func chromium(t *testing.T) {
	t.Helper()
	switch {
	case found() != "":
	case os.Getenv("CI") != "":
		t.Fatal("there is no Chromium; internal/setup.sh installs it")
	default:
		t.Skip("there is no Chromium; type: apt-get install chromium-headless-shell")
	}
}

// browser is one process of Chromium, for all tests; it ends with theirs. It asks for pages in
// English, and makes no process ahead for a page that may come.
var browser = sync.OnceValues(func() (context.Context, error) {
	opts := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(found()), chromedp.DisableGPU, chromedp.Flag("lang", "en-US"), chromedp.Flag("accept-lang", "en-US"),
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,SpareRendererForSitePerProcess"),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	if os.Geteuid() == 0 {
		opts = append(opts, chromedp.NoSandbox)
	}
	alloc, _ := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, _ := chromedp.NewContext(alloc)
	_, err := chromedp.Run(ctx, chromedp.Navigate("about:blank"))
	return ctx, err
})

// tab is a page of a browser of its own (cookies and storage apart), and what
// it asked for and complained of.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	requests []string
	errors   []string
	mouse    bool     // a test sent a mouse event
	allowed  []string // what errors of the console may hold: a test ends the server or the session, and they come when they come
}

// open opens a tab. With like it shares cookies and storage with another one.
func open(t *testing.T, like *tab) *tab {
	t.Helper()
	chromium(t)
	parent, err := browser()
	if err != nil {
		t.Fatal(err)
	}
	var ctx context.Context
	var cancel context.CancelFunc
	if like == nil {
		ctx, cancel = chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	} else {
		ctx, cancel = chromedp.NewContext(like.ctx)
	}
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	for _, on := range []func() error{
		func() error { _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); return err },
		func() error { _, err := chromedp.Call(ctx, log.Enable, struct{}{}); return err },
		func() error { _, err := chromedp.Call(ctx, runtime.Enable, struct{}{}); return err },
		func() error { // every tab has the keyboard, not the one in front alone
			_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
			return err
		},
	} {
		if err := on(); err != nil {
			t.Fatal(err)
		}
	}
	b.size(1280, 900)
	return b
}

// hear keeps requests and complaints.
func (b *tab) hear(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := ev.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			b.errors = append(b.errors, e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		b.errors = append(b.errors, e.ExceptionDetails.Text+" "+e.ExceptionDetails.Exception.Description)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" {
			b.errors = append(b.errors, "console.error")
		}
	}
}

// do runs an action, and fails the test if it cannot.
func do[T any](b *tab, what string, a chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		b.t.Fatalf("%s: %v; the page has %q", what, err, b.errors)
	}
	return v
}

// eval evaluates JavaScript in the page.
func eval[T any](b *tab, js string) T {
	b.t.Helper()
	return do(b, js, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
}

// goTo opens an address.
func (b *tab) goTo(url string) {
	b.t.Helper()
	do(b, "open a page", chromedp.Navigate(url))
}

// size sets the view port.
func (b *tab) size(width, height int64) {
	b.t.Helper()
	do(b, "size", chromedp.EmulateViewport(width, height))
}

// wait waits until an expression is true, which it is neither of a page that is being left
// nor of one that has not come whole.
func (b *tab) wait(js string) {
	b.t.Helper()
	try := chromedp.Evaluate[bool](`(() => { try { return !window.isBeingLeft && document.readyState !== "loading" && Boolean(` + js + `) } catch { return false } })()`)
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		ctx, cancel := context.WithDeadline(b.ctx, end)
		yes, err := chromedp.Run(ctx, try)
		cancel()
		if err == nil && yes {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("never: %s; the page shows %q, its errors %q", js, b.text("body"), b.errors)
		}
	}
}

// key is a key as a keyboard sends it.
type key struct {
	key, code, text string
	vk              int64
}

func keyOf(name string) key {
	switch name {
	case "Enter":
		return key{"Enter", "Enter", "\r", 13}
	case "Escape":
		return key{"Escape", "Escape", "", 27}
	case "Tab":
		return key{"Tab", "Tab", "", 9}
	case "Space":
		return key{" ", "Space", " ", 32}
	case "ArrowLeft":
		return key{name, name, "", 37}
	case "ArrowUp":
		return key{name, name, "", 38}
	case "ArrowRight":
		return key{name, name, "", 39}
	case "ArrowDown":
		return key{name, name, "", 40}
	case "/", "?":
		return key{name, "Slash", name, 191}
	case ".":
		return key{name, "Period", name, 190}
	}
	upper := strings.ToUpper(name)
	if name >= "0" && name <= "9" {
		return key{name, "Digit" + name, name, int64(name[0])}
	}
	return key{name, "Key" + upper, name, int64(upper[0])}
}

// press presses keys, one after the other: "m", "Shift+K", "Ctrl+Z", "Enter".
func (b *tab) press(chords ...string) {
	b.t.Helper()
	for _, chord := range chords {
		parts := strings.Split(chord, "+")
		k := keyOf(parts[len(parts)-1])
		var mods int64
		for _, m := range parts[:len(parts)-1] {
			mods |= map[string]int64{"Alt": 1, "Ctrl": 2, "Shift": 8}[m]
		}
		if mods&8 != 0 && len(k.key) == 1 && k.key >= "a" && k.key <= "z" {
			k.key = strings.ToUpper(k.key)
			k.text = k.key
		}
		if mods&8 == 0 && len(k.key) == 1 && k.key >= "A" && k.key <= "Z" {
			k.key = strings.ToLower(k.key)
			k.text = k.key
		}
		if mods&3 != 0 {
			k.text = ""
		}
		b.dispatch(k, mods)
	}
}

func (b *tab) dispatch(k key, mods int64) {
	b.t.Helper()
	kind := input.DispatchKeyEventType("keyDown")
	if k.text == "" {
		kind = "rawKeyDown"
	}
	for _, what := range []input.DispatchKeyEventType{kind, "keyUp"} {
		p := input.DispatchKeyEventParams{Type: what, Modifiers: mods, Key: k.key, Code: k.code, WindowsVirtualKeyCode: k.vk}
		if what == "keyDown" {
			p.Text = k.text
		}
		if _, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, p); err != nil {
			b.t.Fatalf("press %s: %v", k.key, err)
		}
	}
}

// write types a text into what has the focus.
func (b *tab) write(text string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		b.t.Fatal(err)
	}
}

// tap touches an element.
func (b *tab) tap(sel string) {
	b.t.Helper()
	b.mouse = true
	do(b, "tap "+sel, chromedp.Tap(sel, chromedp.NodeVisible))
}

// text is what an element shows.
func (b *tab) text(sel string) string {
	b.t.Helper()
	return eval[string](b, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", sel))
}

// before runs a script ahead of the page's own.
func (b *tab) before(js string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: js}); err != nil {
		b.t.Fatal(err)
	}
}

// shot writes a picture of the page to docs/screens, when BAUTA_SCREENS is 1, or to the
// folder that it names. Pictures of a language are written to a folder alone.
func (b *tab) shot(name string) {
	b.t.Helper()
	folder := os.Getenv("BAUTA_SCREENS")
	if folder == "1" {
		folder = filepath.Join("..", "..", "docs", "screens")
	}
	file := filepath.Join(folder, name+".png")
	if _, err := os.Stat(filepath.Dir(file)); folder == "" || err != nil {
		return
	}
	png := do(b, "picture", chromedp.CaptureScreenshot())
	if err := os.WriteFile(file, png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// clean fails the test if the page asked anybody else for anything, or
// complained.
func (b *tab) clean(base string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, url := range b.requests {
		if !strings.HasPrefix(url, base) && !strings.HasPrefix(url, "about:") && !strings.HasPrefix(url, "blob:") {
			b.t.Errorf("a request to %s", url)
		}
	}
	for _, e := range b.errors {
		if !slices.ContainsFunc(b.allowed, func(part string) bool { return strings.Contains(e, part) }) {
			b.t.Errorf("the console has %s", e)
		}
	}
}

// reload loads the page again.
func (b *tab) reload() {
	b.t.Helper()
	do(b, "reload", chromedp.Reload())
}

// notRaw gives the elements that hold words of messages, the canary or bonjour,
// and are not kept from translators and spell checkers.
func (b *tab) notRaw() []string {
	b.t.Helper()
	return eval[[]string](b, `(() => {
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const bad = [];
		for (let n = walk.nextNode(); n; n = walk.nextNode()) {
			if (!/`+canary+`|bonjour/.test(n.data) || n.parentElement.closest("script, template")) continue;
			const e = n.parentElement.closest("[translate=no]");
			if (!e || e.spellcheck || !e.classList.contains("raw")) bad.push(n.parentElement.outerHTML);
		}
		return bad;
	})()`)
}
