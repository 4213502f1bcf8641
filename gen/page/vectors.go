package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// vectorProgram is a program of its own for what Go's compiler has no registers for: eight rows of
// weights times a vector, four rows in a register, as internal/learn/neural packs them. Each row is
// added up number after number, as the program does it by itself, so that scores are the same to the
// bit. It works in the memory of the program. In the text format of WebAssembly, for four groups:
//
//	(func (export "dots") (param $c i32) (param $x i32) (param $w i32) (param $groups i32) (param $k i32)
//	  (loop while groups ≥ 4
//	    (sums of 32 rows = 0)
//	    (loop for each number of x
//	      (splat = v128.load32_splat x)
//	      (each two sums += f32x4.mul splat (v128.load w + group * 32 * k)))
//	    (c += sums))
//	  (the same for one group after the other))
func vectorProgram() []byte {
	section := func(id byte, content ...byte) []byte {
		return append(binary.AppendUvarint([]byte{id}, uint64(len(content))), content...)
	}
	f := &vectorCode{}
	f.locals()
	f.rows(4)
	f.rows(1)
	f.op(end)
	body := append(binary.AppendUvarint([]byte{1}, uint64(len(f.code))), f.code...)
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range [][]byte{
		section(1, 1, 0x60, 5, i32, i32, i32, i32, i32, 0), // a type: five numbers in, nothing out
		section(2, append([]byte{1}, "\x02go\x03mem\x02\x00\x00"...)...),
		section(3, 1, 0),
		section(7, append([]byte{1}, "\x04dots\x00\x00"...)...),
		section(10, body...),
	} {
		out = append(out, s...)
	}
	return out
}

// What the code is made of.
const (
	i32  = 0x7F
	v128 = 0x7B
	none = 0x40 // the type of a block

	block, loop, end, br, brIf       = 0x02, 0x03, 0x0B, 0x0C, 0x0D
	get, set, number                 = 0x20, 0x21, 0x41
	less, differ, plus, minus, times = 0x49, 0x47, 0x6A, 0x6B, 0x6C
)

// The variables: parameters, then numbers, then vectors.
const (
	vC = iota
	vX
	vW
	vGroups
	vK
	vEnd    // of x
	vStride // bytes of a group
	vAt     // in the weights of the first group
	vOf     // in those of the next
	vNumber // in x
	vSplat
	vSums // eight
)

// vectorCode is the code of the function.
type vectorCode struct{ code []byte }

func (f *vectorCode) op(bytes ...byte) { f.code = append(f.code, bytes...) }

// constant appends a number below 64.
func (f *vectorCode) constant(n byte) { f.op(number, n) }

// vector appends an instruction on vectors, with its number.
func (f *vectorCode) vector(n uint64) { f.code = binary.AppendUvarint(append(f.code, 0xFD), n) }

// load and store are at an offset from the address on the stack.
func (f *vectorCode) load(offset byte)  { f.vector(0x00); f.op(2, offset) }
func (f *vectorCode) store(offset byte) { f.vector(0x0B); f.op(2, offset) }

// locals declares the variables, and works out where x ends and how long a group is.
func (f *vectorCode) locals() {
	f.op(2, vSplat-vEnd, i32, 9, v128)
	f.op(get, vX, get, vK)
	f.constant(4)
	f.op(times, plus, set, vEnd)
	f.op(get, vK)
	f.constant(32)
	f.op(times, set, vStride)
}

// rows works on so many groups at a time, as long as there are so many.
func (f *vectorCode) rows(n byte) {
	f.op(block, none, loop, none, get, vGroups)
	f.constant(n)
	f.op(less, brIf, 1)
	for i := range 2 * n {
		f.vector(0x0C) // a vector of zeros
		f.op(make([]byte, 16)...)
		f.op(set, vSums+i)
	}
	f.op(get, vW, set, vAt, get, vX, set, vNumber)
	f.op(loop, none, get, vNumber)
	f.vector(0x09) // the number four times
	f.op(2, 0, set, vSplat, get, vAt, set, vOf)
	for g := range n {
		for half := range byte(2) {
			sum := vSums + 2*g + half
			f.op(get, sum, get, vSplat, get, vOf)
			f.load(16 * half)
			f.vector(0xE6) // times
			f.vector(0xE4) // plus
			f.op(set, sum)
		}
		if g+1 < n {
			f.op(get, vOf, get, vStride, plus, set, vOf)
		}
	}
	f.add(vAt, 32)
	f.add(vNumber, 4)
	f.op(get, vNumber, get, vEnd, differ, brIf, 0, end)
	for i := range 2 * n {
		f.op(get, vC, get, vC)
		f.load(16 * i)
		f.op(get, vSums+i)
		f.vector(0xE4)
		f.store(16 * i)
	}
	f.op(get, vW, get, vStride)
	f.constant(n)
	f.op(times, plus, set, vW)
	f.op(get, vC)
	f.constant(n)
	f.constant(32)
	f.op(times, plus, set, vC)
	f.op(get, vGroups)
	f.constant(n)
	f.op(minus, set, vGroups, br, 0, end, end)
}

// add adds to a variable.
func (f *vectorCode) add(variable, n byte) {
	f.op(get, variable)
	f.constant(n)
	f.op(plus, set, variable)
}

// vectorScript gives the worker the function bautaVectors: called with Go's object it says what the
// program imports, called again with the instance it opens vectorProgram. A browser that has no
// vectors answers 0, and the program works by itself.
func vectorScript() []byte {
	return fmt.Appendf(nil, `globalThis.bautaVectors = (go) => {
  let dots = null;
  go.importObject.vectors = { dots: (c, x, w, groups, k) => (dots ? (dots(c, x, w, groups, k), 1) : 0) };
  return (instance) => {
    try {
      const program = new WebAssembly.Module(Uint8Array.from(atob(%q), (sign) => sign.charCodeAt(0)));
      dots = new WebAssembly.Instance(program, { go: { mem: instance.exports.mem } }).exports.dots;
    } catch {} // without vectors
  };
};
`, base64.StdEncoding.EncodeToString(vectorProgram()))
}
