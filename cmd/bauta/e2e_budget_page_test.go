//go:build e2e

package main_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/fixture"
)

// opened notes when files may first be dropped, in milliseconds behind the navigation.
const opened = `new MutationObserver((_, watcher) => {
	const file = document.getElementById("file");
	if (!file || file.disabled) return;
	globalThis.openedAt = performance.now();
	watcher.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] })`

// TestBudgetPage measures the page without a server and prints what it finds: ready from what
// the browser keeps, with languages told, and French chosen then; and an export of a chat, from the drop
// to the file that is saved. BAUTA_BUDGET measures on 5,000 messages.
func TestBudgetPage(t *testing.T) {
	loads, messages := 2, 40
	if os.Getenv("BAUTA_BUDGET") != "" {
		loads, messages = 9, 5000
	}
	p := newPage(t)
	p.before(opened)
	p.goTo(p.base)
	p.ready()
	var chat strings.Builder
	for s := range fixture.SMS(11, messages) {
		fmt.Fprintf(&chat, "12/03/2024, 10:15 - Alice: %s\n", strings.ReplaceAll(s.Text, "\n", " "))
	}
	for _, policy := range []string{"gdpr", "seekhide"} {
		load, chosen := make([]float64, loads), make([]float64, loads)
		for i := range load {
			p.reload()
			p.ready()
			load[i] = eval[float64](p.tab, `openedAt`)
			eval[float64](p.tab, `globalThis.began = performance.now()`)
			p.choose("policy", policy)
			p.choose("lang", "fr")
			p.ready()
			chosen[i] = eval[float64](p.tab, `performance.now() - began`)
		}
		slices.Sort(load)
		slices.Sort(chosen)
		t.Logf("ready %.0f ms behind the navigation, median of %d (%.0f to %.0f); %s and French, chosen, take %.0f more",
			load[loads/2], loads, load[0], load[loads-1], policy, chosen[loads/2])
		eval[float64](p.tab, `globalThis.began = performance.now()`)
		p.drop("chat.txt", chat.String())
		read := eval[float64](p.tab, `performance.now() - began`)
		saved := p.saved("chat.bauta.txt")
		t.Logf("%s: %d messages read %.0f ms behind the drop, saved after %.0f", policy, messages, read,
			eval[float64](p.tab, `performance.now() - began`))
		if got := strings.Count(saved, "\n"); got != messages {
			t.Errorf("%s: %d messages are saved, of %d", policy, got, messages)
		}
	}
	p.clean(p.base)
}
