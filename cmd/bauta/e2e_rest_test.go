//go:build e2e

package main_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestTextHidesAfterARest: two minutes without a key or a movement hide the text, and not a
// second less; whoever comes back shows it with a key.
func TestTextHidesAfterARest(t *testing.T) {
	onBoth(t, append(roses(), "salut [lucas?0.6]"), func(t *testing.T, s *stand) {
		b := open(t, nil)
		// The page's clock runs on when the test says so; what looks at it every five seconds does so at once, and counts.
		b.before(`window.skipped = 0; window.looks = 0;
			{ const now = performance.now(); performance.now = () => now + window.skipped; }
			{ const every = setInterval.bind(window); window.setInterval = (f, ms) => ms === 5000 ? every(() => { f(); window.looks++; }, 10) : every(f, ms); }`)
		s.useLink(b)
		rest := func(seconds int) string {
			t.Helper()
			eval[bool](b, fmt.Sprintf(`(window.skipped += %d, window.looks = 0, true)`, seconds*1000))
			b.wait(`window.looks > 1`)
			return eval[string](b, `getComputedStyle(document.querySelector(".raw")).filter`)
		}
		for _, page := range []string{"annotate", "words", "review"} {
			b.goTo(s.base + "/p/sms/" + page)
			b.wait(`document.querySelector(".raw")?.textContent`)
			if got := rest(119); got != "none" {
				t.Errorf("%s: hidden after 119 seconds: %s", page, got)
			}
			if got := rest(2); !strings.HasPrefix(got, "blur(") {
				t.Errorf("%s: shown after 121 seconds: %s", page, got)
			}
		}
		b.press("h")
		if got := rest(0); got != "none" {
			t.Errorf("hidden from whoever comes back: %s", got)
		}
	})
}
