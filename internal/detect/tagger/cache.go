package tagger

import "sync/atomic"

// Cache keeps sums of weights under keys, as many as it has places. Most of the
// weights of a word are of features that look at one word alone, and most words
// have been seen before. It holds hashes and numbers, no text. It is safe for
// concurrent use: what it keeps is never changed, only replaced.
type Cache struct {
	shift  uint
	places []atomic.Pointer[kept]
}

// kept are sums under a key.
type kept struct {
	key  uint64
	sums []int16
}

// cacheBits makes room for 32,768 sums, 18 MB at most with 24 types. All models of
// a detector share it.
const cacheBits = 15

// NewCache makes a cache of 1<<bits places.
func NewCache(bits uint) *Cache {
	return &Cache{64 - bits, make([]atomic.Pointer[kept], 1<<bits)}
}

// Get returns what is kept under a key, nil if nothing is. A key has two places.
func (c *Cache) Get(key uint64) []int16 {
	i := key >> c.shift
	if k := c.places[i].Load(); k != nil && k.key == key {
		return k.sums
	}
	if k := c.places[i^1].Load(); k != nil && k.key == key {
		return k.sums
	}
	return nil
}

// Put keeps sums, which must not be changed any more, in place of the older of two.
func (c *Cache) Put(key uint64, sums []int16) {
	i := key >> c.shift
	c.places[i^1].Store(c.places[i].Load())
	c.places[i].Store(&kept{key, sums})
}
