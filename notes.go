package bauta

import "sync"

// notes hold what is worked out of a document while it is being read.
type notes struct {
	of   *Doc // a copy of the document has another language or text, and no notes
	mu   sync.Mutex
	kept []*note
}

// note is one thing that was worked out.
type note struct {
	key   any
	once  sync.Once
	value any
}

// Once gives what make works out of the document, under a key of a type of the
// caller's own, as with context.WithValue. While a pipeline finds what is in a
// document it is worked out once, whoever asks; at other times at each call. make
// looks at nothing but the document and the key, and does not ask for that key. The
// value is shared and not to be changed. Safe for concurrent use.
func (d *Doc) Once(key any, make func() any) any {
	if d.notes == nil || d.notes.of != d {
		return make()
	}
	n := d.notes.at(key)
	n.once.Do(func() { n.value = make() })
	return n.value
}

// at gives the note of a key.
func (n *notes) at(key any) *note {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, known := range n.kept {
		if known.key == key {
			return known
		}
	}
	fresh := &note{key: key}
	n.kept = append(n.kept, fresh)
	return fresh
}

// noted is a copy of the document that keeps notes, which go with it.
func (d *Doc) noted() *Doc {
	c := *d
	c.notes = &notes{of: &c}
	return &c
}
