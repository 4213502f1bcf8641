//go:build e2e

package main_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestPagePace: while a file is read a bar moves, and who hears the page is told at each tenth,
// in each language, though a thread comes out as a whole.
func TestPagePace(t *testing.T) {
	p := newPage(t)
	p.goTo(p.base)
	p.ready()
	p.choose("lang", "fr")
	p.choose("policy", "seekhide")
	p.ready()
	var chat strings.Builder
	for i := range 400 {
		fmt.Fprintf(&chat, "12/03/2024, 10:%02d - Alice: coucou Patrice, message %d\n", i%60, i)
	}
	for lang, want := range map[string]string{
		"fr": "Lecture : 50\u00a0% de 400 textes", "en": "Reading: 50% of 400 texts", "de": "Liest: 50\u00a0% von 400 Texten",
		"es": "Lectura: 50\u00a0% de 400 textos", "it": "Lettura: 50% di 400 testi", "sv": "Läser: 50\u00a0% av 400 texter",
	} {
		p.choose("interface", lang)
		eval[bool](p.tab, `(() => {
			const bar = document.getElementById("gone"), state = document.getElementById("state");
			const seen = globalThis.seen = { said: [], far: [] };
			globalThis.watcher?.disconnect();
			globalThis.watcher = new MutationObserver(() => {
				if (seen.said.at(-1) !== state.textContent) seen.said.push(state.textContent);
				if (!bar.hidden && seen.far.at(-1) !== bar.value) seen.far.push(bar.value);
			});
			watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
			return true;
		})()`)
		p.drop("chat.txt", chat.String())
		said := eval[[]string](p.tab, `seen.said`)
		far := eval[[]float64](p.tab, `seen.far`)
		tenths := 0
		for _, s := range said {
			if strings.Contains(s, "%") {
				tenths++
			}
		}
		if tenths < 2 || tenths > 11 || !strings.Contains(strings.Join(said, "\n"), want) {
			t.Errorf("%s: told %d times, not %q: %q", lang, tenths, want, said)
		}
		for i := 1; i < len(far); i++ {
			if far[i] <= far[i-1] {
				t.Errorf("%s: the bar goes from %v to %v", lang, far[i-1], far[i])
			}
		}
		if len(far) < tenths || far[len(far)-1] != 1 || !eval[bool](p.tab, `document.getElementById("gone").hidden`) {
			t.Errorf("%s: the bar stood at %v", lang, far)
		}
	}
}
