//go:build e2e

package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// demonstration starts the server on the shipped examples, and signs in by its link.
func demonstration(t *testing.T) (*stand, *tab) {
	t.Helper()
	chromium(t)
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	s := &stand{t: t}
	demo := exec.Command(path, "review", "serve", "--demo")
	demo.Env = append(os.Environ(), "TMPDIR="+t.TempDir()) // it is killed, and leaves its store
	s.launch(demo)
	b := open(t, nil)
	s.useLink(b)
	return s, b
}

// TestR12Newcomer does what the README's three sentences say: opens the link of
// the demonstration, and decides ten words by the keys they name.
func TestR12Newcomer(t *testing.T) {
	s, b := demonstration(t)
	b.wait(`document.activeElement.matches("#rows .row")`)
	left := func() (n int) {
		b.saved()
		fmt.Sscanf(b.text("#left"), "%d questions left", &n)
		return n
	}
	all := left()
	if all < 10 {
		t.Fatalf("the demonstration has %d words", all)
	}
	b.press("Enter")
	if n := left(); n != all-1 {
		t.Errorf("Enter leaves %d of %d", n, all)
	}
	b.press("u")
	if n := left(); n != all {
		t.Errorf("U leaves %d of %d", n, all)
	}
	for i := 0; left() > all-10; i++ {
		if i == 40 {
			t.Fatalf("after %d keys %d of %d are left", i, left(), all)
		}
		b.wait(`document.activeElement.matches("#rows .row")`)
		b.press([]string{"Enter", "m", "k", "Shift+m", "Enter"}[i%5])
	}
	b.wait(`document.activeElement.matches("#rows .row")`)
	b.press("Shift+k")
	b.wait(`document.getElementById("never").open`)
	b.press("Escape")
	if shown := eval[int](b, `[...document.querySelectorAll(".deck kbd")].filter((k) => ["Enter", "M", "K", "Shift+M", "Shift+K", "U"].includes(k.textContent)).length`); shown != 6 {
		t.Errorf("%d of the six keys stand on buttons", shown)
	}
	if b.mouse {
		t.Error("the mouse was used")
	}
	b.clean(s.base)
}

// TestDemoMissedName is who opens the demonstration for the first time: a word in clear that
// is like a name is searched, masked everywhere, and stands in clear nowhere. (The audit of so
// many messages shows some that are masked, to try its reader; TestMarkMissedName has one
// without.) How long it took from the link on is printed: make e2e BUDGET=1 E2E=MissedName.
func TestDemoMissedName(t *testing.T) {
	began := time.Now()
	s, b := demonstration(t)
	b.wait(`document.activeElement.matches("#rows .row")`)
	slug := eval[string](b, `location.pathname.split("/")[2]`)
	b.goTo(s.base + "/p/" + slug + "/words?kind=name")
	b.wait(`document.activeElement.matches('input[name="word"]')`)
	name := b.text(".words-table tbody th")
	b.goTo(s.base + "/p/" + slug + "/search")
	b.wait(`document.activeElement.id === "pattern"`)
	b.write(name)
	b.press("Enter")
	b.wait(`document.activeElement.matches(".word:not([data-now=mask])")`)
	b.press("Shift+m")
	b.wait(`document.getElementById("everywhere").open && document.activeElement.id === "everywhere-yes"`)
	b.press("Enter")
	b.wait(`document.activeElement.matches('.word[data-now="mask"]')`)
	masked := eval[string](b, `document.activeElement.textContent.toLowerCase()`)
	b.goTo(s.base + "/p/" + slug + "/search")
	b.wait(`document.activeElement.id === "pattern"`)
	b.write(name)
	b.press("Enter")
	b.wait(`document.activeElement.matches(".word")`)
	stand := eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(".word")].filter((w) => w.textContent.toLowerCase() === %q).map((w) => w.dataset.now)`, masked))
	t.Logf("a missed name of the demonstration is masked %.1f s after its start, with the start", time.Since(began).Seconds())
	if len(stand) == 0 || slices.ContainsFunc(stand, func(now string) bool { return now != "mask" }) {
		t.Errorf("%q stands %v", masked, stand)
	}
	if b.mouse {
		t.Error("the mouse was used")
	}
	b.clean(s.base)
}
