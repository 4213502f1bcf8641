//go:build e2e

package main_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/bauta/bauta/review/reviewtest"
)

// The ceilings are far above the budgets of the plan (1 s, 100 ms, 1.5 times):
// they catch what is broken, and a loaded machine passes.
const (
	paintCeiling = 10_000.0               // ms
	keyCeiling   = 1_000.0                // ms
	pace         = 150 * time.Millisecond // between what is painted and the next key: no reader is faster
	heapCeiling  = 1.5
)

// TestBudgetC12 measures on 100,000 messages, 20,000 words, when BAUTA_BUDGET is
// set, and prints what it finds: first paint, key to next item painted, heap.
func TestBudgetC12(t *testing.T) {
	if os.Getenv("BAUTA_BUDGET") == "" {
		t.Skip("set BAUTA_BUDGET=1 to measure on 100,000 messages")
	}
	chromium(t)
	for _, engine := range []string{"sqlite", "postgresql"} {
		t.Run(engine, func(t *testing.T) {
			s := newStand(t, engine, nil)
			if _, err := s.store.Import(t.Context(), s.project.ID, reviewtest.Many(100_000, 5)); err != nil {
				t.Fatal(err)
			}
			s.start()
			b := s.visit("anna", "review")
			b.wait(`document.activeElement.matches("#rows .row")`)
			b.reload()
			b.wait(`document.activeElement.matches("#rows .row")`)
			b.wait(`performance.getEntriesByName("first-contentful-paint").length`)
			paint := eval[float64](b, `performance.getEntriesByName("first-contentful-paint")[0].startTime`)
			eval[bool](b, `(() => {
				window.took = [];
				let at = 0;
				addEventListener("keydown", (e) => { at = e.timeStamp }, true);
				addEventListener("bauta:painted", () => requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => took.push(performance.now() - at); c.port2.postMessage(0) }));
				return true;
			})()`)
			decide := func(n int) {
				for range n {
					word := b.text("#word")
					time.Sleep(pace)
					b.press("Enter")
					b.wait(fmt.Sprintf(`!document.getElementById("desk").hidden && document.getElementById("word").textContent !== %q`, word))
				}
				b.saved()
			}
			decide(50)
			early := b.heap()
			decide(950)
			late := b.heap()
			took := eval[[]float64](b, `took`)
			slices.Sort(took)
			p50, p95 := took[len(took)/2], took[len(took)*95/100]
			t.Logf("%s, 100,000 messages: first paint %.0f ms; key to next item painted p50 %.0f ms, p95 %.0f ms over %d decisions; heap %.2f MB after 50, %.2f MB after 1,000 decisions",
				engine, paint, p50, p95, len(took), early/1e6, late/1e6)
			if paint > paintCeiling || p95 > keyCeiling || late > heapCeiling*early {
				t.Error("far beyond the budget")
			}
		})
	}
}

// heap is what the page's objects take, after a collection.
func (b *tab) heap() float64 {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, heapprofiler.CollectGarbage, struct{}{}); err != nil {
		b.t.Fatal(err)
	}
	used, err := chromedp.Call(b.ctx, runtime.GetHeapUsage, struct{}{})
	if err != nil {
		b.t.Fatal(err)
	}
	return used.UsedSize
}
