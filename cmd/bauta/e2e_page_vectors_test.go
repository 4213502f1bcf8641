//go:build e2e

package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestPageVectors: what multiplies beside the page's program, in registers of four numbers, gives the
// same as one product after the other, to the bit, and says that it does nothing where it cannot be had.
func TestPageVectors(t *testing.T) {
	chromium(t)
	b := open(t, nil)
	dir, err := site()
	if err != nil {
		t.Fatal(err)
	}
	worker, err := os.ReadFile(filepath.Join(dir, "worker.js"))
	if err != nil {
		t.Fatal(err)
	}
	got := eval[string](b, fmt.Sprintf(`(() => {
	let all = "";
	((bautaPart) => { %s })((name, data) => { all = atob(data); });
	const from = all.indexOf("globalThis.bautaVectors");
	(0, eval)(all.slice(from, all.indexOf("\n};\n", from) + 4));
	const go = { importObject: {} }, mem = new WebAssembly.Memory({ initial: 4 });
	const open = bautaVectors(go), dots = go.importObject.vectors.dots;
	open({ exports: {} });
	if (dots(0, 0, 0, 1, 1) !== 0) return "done without a memory";
	open({ exports: { mem } });
	const f = new Float32Array(mem.buffer);
	for (const [groups, k] of [[1, 1], [3, 7], [4, 16], [11, 37]]) {
		const rows = 8 * groups, x = 16, c = x + k, w = c + rows + 3;
		for (let i = 0; i < f.length; i++) f[i] = Math.sin(i * 7.1) * 2 ** (i %% 9);
		const want = f.slice();
		for (let row = 0; row < rows; row++) {
			let sum = Math.fround(0);
			for (let i = 0; i < k; i++) {
				const weight = f[w + ((row >> 3) * k + i) * 8 + (row & 7)];
				sum = Math.fround(sum + Math.fround(f[x + i] * weight));
			}
			want[c + row] = Math.fround(want[c + row] + sum);
		}
		if (dots(4 * c, 4 * x, 4 * w, groups, k) !== 1) return "not done";
		const wrong = f.findIndex((n, i) => n !== want[i]);
		if (wrong >= 0) return groups + " groups, " + k + ": " + (wrong - c) + " is " + f[wrong];
	}
	return "same";
	})()`, worker))
	if got != "same" {
		t.Error(got)
	}
}
