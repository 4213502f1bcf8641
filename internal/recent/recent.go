// Package recent remembers what was used last, up to a bound.
package recent

import "container/list"

// Map holds at most so many values by key; what was asked for longest ago goes
// first. It is not safe for concurrent use.
type Map[K comparable, V any] struct {
	most  int
	gone  func(K, V)
	order *list.List // of *entry, the latest in front
	by    map[K]*list.Element
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// New makes a map of at most so many values; gone, if not nil, is told what goes.
func New[K comparable, V any](most int, gone func(K, V)) *Map[K, V] {
	return &Map[K, V]{most: max(most, 1), gone: gone, order: list.New(), by: map[K]*list.Element{}}
}

// Get gives a value and makes it the latest.
func (m *Map[K, V]) Get(key K) (value V, ok bool) {
	e, ok := m.by[key]
	if !ok {
		return value, false
	}
	m.order.MoveToFront(e)
	return e.Value.(*entry[K, V]).value, true
}

// Put sets a value and makes it the latest.
func (m *Map[K, V]) Put(key K, value V) {
	if e, ok := m.by[key]; ok {
		e.Value.(*entry[K, V]).value = value
		m.order.MoveToFront(e)
		return
	}
	if m.order.Len() >= m.most {
		last := m.order.Back().Value.(*entry[K, V])
		m.Delete(last.key)
		if m.gone != nil {
			m.gone(last.key, last.value)
		}
	}
	m.by[key] = m.order.PushFront(&entry[K, V]{key, value})
}

// Delete takes a value out.
func (m *Map[K, V]) Delete(key K) {
	if e, ok := m.by[key]; ok {
		m.order.Remove(e)
		delete(m.by, key)
	}
}

// Oldest gives what was asked for longest ago; false where there is nothing.
func (m *Map[K, V]) Oldest() (key K, value V, ok bool) {
	if e := m.order.Back(); e != nil {
		last := e.Value.(*entry[K, V])
		return last.key, last.value, true
	}
	return key, value, false
}

// Len is how many there are.
func (m *Map[K, V]) Len() int { return m.order.Len() }
