// Package memo remembers what was worked out of words: messages repeat theirs, and a
// word takes from ten to a hundred look-ups all over a table.
package memo

import (
	"hash/maphash"
	"sync/atomic"
)

// Cache keeps values under keys, as many as it has places, and forgets what was put
// longest ago. A key is a hash of 64 bits, under which no other thing is looked for:
// one that nobody who writes messages can foresee, as [Key] is. It is safe for
// concurrent use: a value is never changed, only replaced.
type Cache[T any] struct {
	shift  uint
	places []atomic.Pointer[kept[T]]
}

// kept is a value under a key.
type kept[T any] struct {
	key   uint64
	value T
}

// New makes a cache of 1<<bits places.
func New[T any](bits uint) *Cache[T] {
	return &Cache[T]{64 - bits, make([]atomic.Pointer[kept[T]], 1<<bits)}
}

// Get returns what is kept under a key, if anything is. A key has two places.
func (c *Cache[T]) Get(key uint64) (value T, ok bool) {
	i := key >> c.shift &^ 1
	k := c.places[i].Load()
	if k == nil || k.key != key {
		if k = c.places[i^1].Load(); k == nil || k.key != key {
			return value, false
		}
	}
	return k.value, true
}

// Put keeps a value, which must not be changed any more, in place of the older of two: the newer one stands first.
func (c *Cache[T]) Put(key uint64, value T) {
	i := key >> c.shift &^ 1
	c.places[i^1].Store(c.places[i].Load())
	c.places[i].Store(&kept[T]{key, value})
}

// seed makes keys others in every run, so that nobody can write two words that are taken
// for one.
var seed = maphash.MakeSeed()

// Key is the key of a word of a language.
func Key(word, lang string) uint64 {
	return maphash.String(seed, word) + 0x9E3779B97F4A7C15*maphash.String(seed, lang)
}

// Seed starts keys that are made otherwise.
func Seed() uint64 { return Key("", "") }
