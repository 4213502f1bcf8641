//go:build e2e

package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestPageVectors: what works beside the page's program, in registers of four numbers, gives the
// same as one number after the other, to the bit, and says that it does nothing where it cannot be had.
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
	const open = bautaVectors(go), { dots, points } = go.importObject.vectors;
	open({ exports: {} });
	if (dots(0, 0, 0, 0, 1, 1, 1) !== 0 || points(0, 1, 0, 1, 1, 1) !== 0) return "done without a memory";
	open({ exports: { mem } });
	const f = new Float32Array(mem.buffer), words = new Int16Array(mem.buffer), bytes = new Int8Array(mem.buffer);
	const r = Math.fround;
	for (const [groups, pairs] of [[1, 1], [3, 7], [4, 16], [11, 37]]) {
		const rows = 8 * groups, x = 64, w = x + 4 * pairs, c = 32768, scales = c + 4 * rows + 8, scale = r(1 / 77);
		for (let i = 0; i < 2 * pairs; i++) words[x / 2 + i] = Math.sin(i * 7.1) * 32767;
		for (let i = 0; i < rows * 2 * pairs; i++) bytes[w + i] = i * 37;
		for (let i = 0; i < rows; i++) f[c / 4 + i] = Math.sin(i * 3.3), f[scales / 4 + i] = 2 ** (i %% 9) / 7;
		const want = f.slice();
		for (let row = 0; row < rows; row++) {
			let sum = 0;
			for (let i = 0; i < 2 * pairs; i++) sum += words[x / 2 + i] * bytes[w + (((row >> 3) * pairs + (i >> 1)) * 8 + (row & 7)) * 2 + (i & 1)];
			want[c / 4 + row] = r(want[c / 4 + row] + r(r(r(sum) * scale) * f[scales / 4 + row]));
		}
		if (dots(c, x, w, scales, groups, pairs, scale) !== 1) return "no products";
		const wrong = f.findIndex((n, i) => !Object.is(n, want[i]));
		if (wrong >= 0) return groups + " groups, " + pairs + " pairs: " + (wrong - c / 4) + " is " + f[wrong];
	}
	const series = 16, x = 1024, steps = 512, given = [115, -115, 12582912, .1, .2, .3, .4, .5, .6, 1];
	given.forEach((n, i) => { f[series / 4 + i] = n; });
	for (let i = 0; i < 8 * steps; i++) f[x / 4 + i] = i === 5 ? NaN : (i - 4 * steps) / 9.7;
	const bits = new Int32Array(1), as = new Float32Array(bits.buffer), steep = r(-1.4), high = 2, low = -1;
	const want = f.slice();
	for (let i = 0; i < 8 * steps; i++) {
		let t = r(f[x / 4 + i] * steep);
		if (!(t < 115)) t = 115;
		t = Math.max(t, -115);
		const n = r(t + 12582912), rest = r(t - r(n - 12582912));
		let p = r(.1);
		for (const a of given.slice(4)) p = r(r(p * rest) + r(a));
		as[0] = n;
		const whole = bits[0] << 23;
		as[0] = p;
		bits[0] += whole;
		want[x / 4 + i] = r(r(high / r(1 + as[0])) + low);
	}
	if (points(x, steps, series, steep, high, low) !== 1) return "no points";
	const wrong = f.findIndex((n, i) => !Object.is(n, want[i]));
	if (wrong >= 0) return "point " + (wrong - x / 4) + " is " + f[wrong] + ", not " + want[wrong];
	return "same";
	})()`, worker))
	if got != "same" {
		t.Error(got)
	}
}
