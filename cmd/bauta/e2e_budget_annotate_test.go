//go:build e2e

package main_test

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// watchKeys measures from a key to what an event says is painted; took gives
// the milliseconds.
func (b *tab) watchKeys(event string) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(`(() => {
		window.took = [];
		let at = 0;
		addEventListener("keydown", (e) => { at = e.timeStamp }, true);
		const painted = () => requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => took.push(performance.now() - at); c.port2.postMessage(0) });
		if (%[1]q === "keydown") addEventListener("keydown", painted);
		else addEventListener(%[1]q, painted);
		return true;
	})()`, event))
}

// took waits until so many are painted, which may be frames after the last key,
// and gives the median and the 95th percentile since watchKeys, and how many.
func (b *tab) took(atLeast int) (p50, p95 float64, n int) {
	b.t.Helper()
	b.wait(fmt.Sprintf("took.length >= %d", atLeast))
	all := eval[[]float64](b, `(() => { const t = took; took = []; return t })()`)
	slices.Sort(all)
	return all[len(all)/2], all[len(all)*95/100], len(all)
}

// TestBudgetAnnotate measures screen B: first paint, a label's key to its paint,
// Enter to the next message, and the heap late against that early.
func TestBudgetAnnotate(t *testing.T) {
	m := budget(300)
	onBudget(t, m, func(s *stand) { s.setUp(m.late, true) }, func(t *testing.T, s *stand) {
		b := s.visit("nora", "annotate")
		b.onMessage(1)
		b.reload()
		b.onMessage(1)
		paint := b.painted()
		b.watchKeys("keydown")
		for range m.keys {
			b.press("1", "ArrowLeft", "2", "u", "u")
		}
		key50, key95, keys := b.took(5 * m.keys)
		b.reload()
		b.onMessage(1)
		b.watchKeys("bauta:painted")
		label := func(from, to int) {
			for n := from; n <= to; n++ {
				time.Sleep(m.pace)
				b.press("Enter")
				b.onMessage(n + 1)
			}
			b.saved()
		}
		label(1, m.early)
		early := b.heap()
		label(m.early+1, m.late)
		late := b.heap()
		next50, next95, messages := b.took(m.late)
		t.Logf("%s, %d messages: first paint %.0f ms; key to its paint p50 %.0f ms, p95 %.0f ms over %d keys; Enter to the next message p50 %.0f ms, p95 %.0f ms over %d; heap %.2f MB after %d, %.2f MB after %d",
			s.engine, m.messages, paint, key50, key95, keys, next50, next95, messages, early/1e6, m.early, late/1e6, m.late)
		if paint > m.paint || key95 > m.key || next95 > m.key || late > heapCeiling*early {
			t.Error("far beyond the budget")
		}
	})
}

// TestBudgetLocation measures screen C on a grid of 20 × 20: a key that moves the threshold to outlines, counts and status painted, a
// word taken out to the map after it, and Enter to the next message.
func TestBudgetLocation(t *testing.T) {
	m := budget(60)
	var texts []string
	for i := range m.late {
		texts = append(texts, fmt.Sprintf("lunch near spot%dx%d and bread near spot%dx3", i%20, i%7, (i+3)%20))
	}
	withTown(t, 20, 20, texts, func(t *testing.T, s *stand) {
		b := s.visit("olga", "location")
		b.onPlace(1)
		b.watchKeys("keydown")
		for range m.keys {
			b.press("Shift+ArrowRight", "Shift+ArrowLeft")
		}
		move50, move95, moves := b.took(2 * m.keys)
		b.reload()
		b.onPlace(1)
		b.watchKeys("bauta:after")
		for range min(20, 2*m.keys) {
			for _, key := range []string{"m", "r"} {
				b.press(key)
				b.wait(`took.length % 2 === ` + map[string]string{"m": "1", "r": "0"}[key])
			}
		}
		out50, out95, outs := b.took(2 * min(20, 2*m.keys))
		b.reload()
		b.onPlace(1)
		b.watchKeys("bauta:painted")
		for n := range len(texts) - 1 {
			b.accept()
			b.onPlace(n + 2)
		}
		next50, next95, messages := b.took(len(texts) - 1)
		t.Logf("%s, 20 × 20 cells: threshold key to paint p50 %.0f ms, p95 %.0f ms over %d; word out to map p50 %.0f ms, p95 %.0f ms over %d; Enter to the next message p50 %.0f ms, p95 %.0f ms over %d",
			s.engine, move50, move95, moves, out50, out95, outs, next50, next95, messages)
		if move95 > m.key || out95 > m.key || next95 > m.key {
			t.Error("far beyond the budget")
		}
	})
}
