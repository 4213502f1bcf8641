package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// vectorProgram is a program of its own for what Go's compiler has no registers for, as
// internal/learn/neural asks for it: products of packed rows, and points on curves. Whole numbers add up
// without loss, and floats go the way that they go in the program by itself, so that scores are the same
// to the bit. It works in the memory of the program. In the text format of WebAssembly, for four groups
// of rows:
//
//	(func (export "dots") (param $c i32) (param $x i32) (param $w i32) (param $scales i32)
//	    (param $groups i32) (param $pairs i32) (param $scale f32)
//	  (loop while groups ≥ 4
//	    (sums of 32 rows = 0)
//	    (loop for each pair of x
//	      (splat = v128.load32_splat x)
//	      (each four sums += i32x4.dot_i16x8_s splat (v128.load8x8_s w + group * 16 * pairs)))
//	    (c += f32x4.convert_i32x4_s sums * scale * scales))
//	  (the same for one group after the other))
//	(func (export "points") (param $x i32) (param $groups i32) (param $series i32)
//	    (param $steep f32) (param $high f32) (param $low f32)
//	  (loop for each four of x, twice as many as groups
//	    (curve.plain of activate.go)))
func vectorProgram() []byte {
	section := func(id byte, content ...byte) []byte {
		return append(binary.AppendUvarint([]byte{id}, uint64(len(content))), content...)
	}
	body := func(f *vectorCode) []byte { return append(binary.AppendUvarint(nil, uint64(len(f.code))), f.code...) }
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range [][]byte{
		section(1, 2, // two types, of which nothing comes out
			0x60, 7, i32, i32, i32, i32, i32, i32, f32, 0,
			0x60, 6, i32, i32, i32, f32, f32, f32, 0),
		section(2, append([]byte{1}, "\x02go\x03mem\x02\x00\x00"...)...),
		section(3, 2, 0, 1),
		section(7, append([]byte{2}, "\x04dots\x00\x00\x06points\x00\x01"...)...),
		section(10, append(append([]byte{2}, body(dotsCode())...), body(pointsCode())...)...),
	} {
		out = append(out, s...)
	}
	return out
}

// What the code is made of.
const (
	i32  = 0x7F
	f32  = 0x7D
	v128 = 0x7B
	none = 0x40 // the type of a block

	block, loop, end, br, brIf       = 0x02, 0x03, 0x0B, 0x0C, 0x0D
	get, set, tee, number            = 0x20, 0x21, 0x22, 0x41
	less, differ, plus, minus, times = 0x49, 0x47, 0x6A, 0x6B, 0x6C
)

// Instructions on vectors.
const (
	load, loadBytes, loadSplat, store, zeros, splat = 0x00, 0x01, 0x09, 0x0B, 0x0C, 0x13

	shiftLeft, plusWhole, dotPairs, toFloats = 0xAB, 0xAE, 0xBA, 0xFA

	plusAll, minusAll, timesAll, overAll, lesser, greater = 0xE4, 0xE5, 0xE6, 0xE7, 0xEA, 0xEB
)

// vectorCode is the code of a function.
type vectorCode struct{ code []byte }

func (f *vectorCode) op(bytes ...byte) { f.code = append(f.code, bytes...) }

// constant appends a number below 64.
func (f *vectorCode) constant(n byte) { f.op(number, n) }

// vector appends an instruction on vectors, with its number.
func (f *vectorCode) vector(n uint64) { f.code = binary.AppendUvarint(append(f.code, 0xFD), n) }

// at appends one that reads or writes at an offset from the address on the stack.
func (f *vectorCode) at(n uint64, offset byte) { f.vector(n); f.op(0, offset) }

// add adds to a variable.
func (f *vectorCode) add(variable, n byte) {
	f.op(get, variable)
	f.constant(n)
	f.op(plus, set, variable)
}

// The variables of dots: parameters, then numbers, then vectors.
const (
	vC = iota
	vX
	vW
	vScales
	vGroups
	vPairs
	vScale
	vEnd    // of x
	vStride // bytes of a group
	vAt     // in the weights of the first group
	vOf     // in those of the next
	vNumber // in x
	vSplat
	vTimes // the scale four times
	vSums  // eight
)

func dotsCode() *vectorCode {
	f := &vectorCode{}
	f.op(2, vSplat-vEnd, i32, 10, v128)
	f.op(get, vX, get, vPairs)
	f.constant(4)
	f.op(times, plus, set, vEnd, get, vPairs)
	f.constant(16)
	f.op(times, set, vStride, get, vScale)
	f.vector(splat)
	f.op(set, vTimes)
	f.rows(4)
	f.rows(1)
	f.op(end)
	return f
}

// rows works on so many groups at a time, as long as there are so many.
func (f *vectorCode) rows(n byte) {
	f.op(block, none, loop, none, get, vGroups)
	f.constant(n)
	f.op(less, brIf, 1)
	for i := range 2 * n {
		f.vector(zeros)
		f.op(make([]byte, 16)...)
		f.op(set, vSums+i)
	}
	f.op(get, vW, set, vAt, get, vX, set, vNumber)
	f.op(loop, none, get, vNumber)
	f.at(loadSplat, 0)
	f.op(set, vSplat, get, vAt, set, vOf)
	for g := range n {
		for half := range byte(2) {
			sum := vSums + 2*g + half
			f.op(get, sum, get, vSplat, get, vOf)
			f.at(loadBytes, 8*half)
			f.vector(dotPairs)
			f.vector(plusWhole)
			f.op(set, sum)
		}
		if g+1 < n {
			f.op(get, vOf, get, vStride, plus, set, vOf)
		}
	}
	f.add(vAt, 16)
	f.add(vNumber, 4)
	f.op(get, vNumber, get, vEnd, differ, brIf, 0, end)
	for i := range 2 * n {
		f.op(get, vC, get, vC)
		f.at(load, 16*i)
		f.op(get, vSums+i)
		f.vector(toFloats)
		f.op(get, vTimes)
		f.vector(timesAll)
		f.op(get, vScales)
		f.at(load, 16*i)
		f.vector(timesAll)
		f.vector(plusAll)
		f.at(store, 16*i)
	}
	f.op(get, vW, get, vStride)
	f.constant(n)
	f.op(times, plus, set, vW)
	for _, v := range []byte{vC, vScales} {
		f.op(get, v)
		f.constant(n)
		f.constant(32)
		f.op(times, plus, set, v)
	}
	f.op(get, vGroups)
	f.constant(n)
	f.op(minus, set, vGroups, br, 0, end, end)
}

// The variables of points: parameters, a number, vectors of the parameters, of the ten numbers of the
// series, and those that are worked on.
const (
	pX = iota
	pGroups
	pSeries
	pSteep
	pHigh
	pLow
	pEnd
	pSteeps
	pHighs
	pLows
	pMost // the first of the series
	pLeast
	pMagic
	pSixth
	pOne   = pSixth + 6
	pRest  = pOne + 1
	pWhole = pOne + 2
)

func pointsCode() *vectorCode {
	f := &vectorCode{}
	f.op(2, 1, i32, pWhole-pEnd, v128)
	f.op(get, pX, get, pGroups)
	f.constant(32)
	f.op(times, plus, set, pEnd)
	for i := range byte(3) {
		f.op(get, pSteep+i)
		f.vector(splat)
		f.op(set, pSteeps+i)
	}
	for i := range byte(pOne - pMost + 1) {
		f.op(get, pSeries)
		f.at(loadSplat, 4*i)
		f.op(set, pMost+i)
	}
	two := func(instruction uint64, a, b byte) { f.op(get, a, get, b); f.vector(instruction) }
	then := func(instruction uint64, b byte) { f.op(get, b); f.vector(instruction) }
	f.op(loop, none, get, pX) // where the points go
	f.op(get, pMost, get, pX)
	f.at(load, 0)
	then(timesAll, pSteeps)
	f.vector(lesser)
	f.op(set, pRest)
	two(greater, pLeast, pRest)
	f.op(tee, pRest)
	then(plusAll, pMagic)
	f.op(set, pWhole, get, pRest)
	two(minusAll, pWhole, pMagic)
	f.vector(minusAll)
	f.op(set, pRest, get, pSixth)
	for a := byte(pSixth) + 1; a <= pOne; a++ {
		then(timesAll, pRest)
		then(plusAll, a)
	}
	f.op(get, pWhole)
	f.constant(23)
	f.vector(shiftLeft)
	f.vector(plusWhole)
	f.op(set, pRest, get, pHighs)
	two(plusAll, pRest, pOne)
	f.vector(overAll)
	then(plusAll, pLows)
	f.at(store, 0)
	f.add(pX, 16)
	f.op(get, pX, get, pEnd, differ, brIf, 0, end, end)
	return f
}

// vectorScript gives the worker the function bautaVectors: called with Go's object it says what the
// program imports, called again with the instance it opens vectorProgram. A browser that has no
// vectors answers 0, and the program works by itself.
func vectorScript() []byte {
	return fmt.Appendf(nil, `globalThis.bautaVectors = (go) => {
  let dots = null, points = null;
  go.importObject.vectors = {
    dots: (c, x, w, scales, groups, pairs, scale) => (dots ? (dots(c, x, w, scales, groups, pairs, scale), 1) : 0),
    points: (x, groups, series, steep, high, low) => (points ? (points(x, groups, series, steep, high, low), 1) : 0),
  };
  return (instance) => {
    try {
      const program = new WebAssembly.Module(Uint8Array.from(atob(%q), (sign) => sign.charCodeAt(0)));
      ({ dots, points } = new WebAssembly.Instance(program, { go: { mem: instance.exports.mem } }).exports);
    } catch {} // without vectors
  };
};
`, base64.StdEncoding.EncodeToString(vectorProgram()))
}
