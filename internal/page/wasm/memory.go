//go:build js

package main

import (
	"runtime"
	"runtime/debug"
)

const (
	// heap is how far what is alive and what is not collected yet may grow together, in bytes; beside it
	// the program takes some 40 MiB for itself, and for what does not fit into what is free.
	heap = 88 << 20
	// least is how much is allocated between two collections where more is alive than that.
	least = 16 << 20
)

// percent is how much is allocated before the next collection, of what was alive behind the last.
var percent = 100

// bound has memory collected as it is needed: the program's memory never shrinks. It looks
// again behind each collection. A limit of the runtime would not do: where more is alive, it
// collects all the time.
func bound() {
	var m runtime.MemStats // package runtime/metrics takes a twentieth of the start
	runtime.ReadMemStats(&m)
	alive := int64(m.NextGC) * 100 / int64(100+percent)
	room := max(heap-alive, least)
	percent = int(min(100*room/max(alive, 1), 100))
	debug.SetGCPercent(percent)
	type mark struct{ _ [16]byte }
	runtime.AddCleanup(new(mark), func(struct{}) { bound() }, struct{}{})
}
