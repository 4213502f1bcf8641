package hostile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"runtime/coverage"
)

// Steps runs a function and gives how many basic blocks of the program it
// executed: the work done, whatever the machine. It counts what the compiler
// counts for coverage, so the program must be built with -cover
// -covermode=atomic; the code that is measured knows nothing of it. Nothing else
// may run beside it.
func Steps(run func()) (uint64, error) {
	if err := coverage.ClearCounters(); err != nil {
		return 0, err
	}
	run()
	var out bytes.Buffer
	if err := coverage.WriteCounters(&out); err != nil {
		return 0, err
	}
	return sum(out.Bytes())
}

// errCounters is what a file of another layout than that of this Go gives.
var errCounters = errors.New("the counters of coverage have another layout than internal/coverage of Go 1.2x")

// sum adds the counters of a file as the runtime writes it (internal/coverage,
// defs.go): a header; a segment with its sizes, a table of strings and the
// arguments, padded to four bytes; for each function the number of its counters,
// package, number and counters; a footer. Its numbers are 32 bits wide, or
// ULEB128 where the header says so.
func sum(file []byte) (uint64, error) {
	const header, segment, footer = 32, 16, 16
	if len(file) < header+segment+footer || !bytes.HasPrefix(file, []byte("\x00\x63\x77\x6d")) {
		return 0, errCounters
	}
	packed := file[24] == 2
	functions := binary.LittleEndian.Uint64(file[header:])
	skip := binary.LittleEndian.Uint32(file[header+8:]) + binary.LittleEndian.Uint32(file[header+12:])
	at := header + segment + int(skip)
	at = (at + 3) &^ 3
	next := func() uint64 {
		if at+4 > len(file) {
			at = len(file) + 1
			return 0
		}
		if packed {
			v, n := binary.Uvarint(file[at:])
			at += max(n, 1)
			return v
		}
		at += 4
		return uint64(binary.LittleEndian.Uint32(file[at-4:]))
	}
	total := uint64(0)
	for range functions {
		counters := next()
		next()
		next()
		for range counters {
			total += next()
		}
		if at > len(file) {
			return 0, errCounters
		}
	}
	return total, nil
}
