package lexicon

import (
	"hash/maphash"
	"strings"
	"sync"
)

// Cache remembers what [Lexicon.Resolve] said: messages repeat their unknown
// words, and a search costs a hundred look-ups. It holds a bounded number of
// words, forgets those that were not asked for of late, and is safe for
// concurrent use. The zero value does not work; see [NewCache].
type Cache struct {
	lexicon *Lexicon
	seed    maphash.Seed
	shards  [cacheShards]cacheShard
}

const (
	cacheShards  = 16
	maxCacheWord = 64 // bytes; longer words are not remembered
)

// cacheShard has two generations: when the young one is full it becomes the
// old one, and what is asked for again moves to the young.
type cacheShard struct {
	sync.Mutex
	young, old map[cacheKey]resolved
	size       int
}

type cacheKey struct{ lang, word string }

type resolved struct {
	entry Entry
	match Match
	ok    bool
}

// NewCache puts a cache of about so many words before the lexicon; 0 means
// 32,768, which is about 8 MB when full.
func NewCache(l *Lexicon, words int) *Cache {
	if words <= 0 {
		words = 1 << 15
	}
	c := &Cache{lexicon: l, seed: maphash.MakeSeed()}
	for i := range c.shards {
		c.shards[i].size = max(words/cacheShards/2, 1)
		c.shards[i].young = map[cacheKey]resolved{}
	}
	return c
}

// Lexicon is what stands behind the cache.
func (c *Cache) Lexicon() *Lexicon { return c.lexicon }

// Look is [Lexicon.Look], which needs no cache.
func (c *Cache) Look(word, lang string) (Entry, bool) { return c.lexicon.Look(word, lang) }

// Resolve is [Lexicon.Resolve]. The parts of the match must not be changed.
func (c *Cache) Resolve(word, lang string) (Entry, Match, bool) {
	if len(word) > maxCacheWord {
		return c.lexicon.Resolve(word, lang)
	}
	key := cacheKey{lang, word}
	s := &c.shards[maphash.String(c.seed, word)%cacheShards]
	if r, ok := s.get(key); ok {
		return r.entry, r.match, r.ok
	}
	var r resolved
	r.entry, r.match, r.ok = c.lexicon.Resolve(word, lang)
	// The word may be a slice of a whole message: do not keep that.
	s.put(cacheKey{lang, strings.Clone(word)}, r)
	return r.entry, r.match, r.ok
}

func (s *cacheShard) get(key cacheKey) (resolved, bool) {
	s.Lock()
	defer s.Unlock()
	if r, ok := s.young[key]; ok {
		return r, true
	}
	r, ok := s.old[key]
	if ok {
		s.add(key, r)
	}
	return r, ok
}

func (s *cacheShard) put(key cacheKey, r resolved) {
	s.Lock()
	defer s.Unlock()
	s.add(key, r)
}

// add puts the word into the young generation.
func (s *cacheShard) add(key cacheKey, r resolved) {
	if len(s.young) >= s.size {
		s.old = s.young
		s.young = make(map[cacheKey]resolved, s.size)
	}
	s.young[key] = r
}
