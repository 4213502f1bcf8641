//go:build js

package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// heap is how far what is alive and what is not collected yet may grow together, in bytes; beside it
	// the program takes some 40 MiB for itself, and for what does not fit into what is free.
	heap = 88 << 20
	// least is how much is allocated between two collections where more is alive than that.
	least = 16 << 20
)

// bound has memory collected as it is needed: the program's memory never shrinks. It looks
// again behind each collection. A limit of the runtime would not do: where more is alive, it
// collects all the time.
func bound() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	alive := int64(live[0].Value.Uint64())
	room := max(heap-alive, least)
	debug.SetGCPercent(int(min(100*room/max(alive, 1), 100)))
	type mark struct{ _ [16]byte }
	runtime.AddCleanup(new(mark), func(struct{}) { bound() }, struct{}{})
}
