// Package lazy holds what is made when it is first asked for.
package lazy

import (
	"sync"
	"weak"
)

// Value is made once, at the first Get, however many ask at once. The zero value is
// ready. Unlike sync.OnceValues in a package variable, what makes it is named only
// where it is asked for: the linker leaves it out of a program that never asks, and
// with it the models or dictionaries that it reads.
type Value[T any] struct {
	once sync.Once
	v    T
	err  error
}

// Get gives the value, and what went wrong when it was made.
func (l *Value[T]) Get(make func() (T, error)) (T, error) {
	l.once.Do(func() { l.v, l.err = make() })
	return l.v, l.err
}

// Held has one value for each key as long as somebody holds it, and makes it anew when it is
// asked for after that. The zero value is ready; of none, each Get makes its own.
type Held[T any] struct {
	mu sync.Mutex
	of map[string]*held[T]
}

type held[T any] struct {
	mu    sync.Mutex
	v     weak.Pointer[T]
	ahead *T // made before it was asked for
}

// Get gives the value of a key, and what went wrong when it was made.
func (h *Held[T]) Get(key string, make func() (*T, error)) (*T, error) {
	if h == nil {
		return make()
	}
	one := h.one(key)
	one.mu.Lock()
	defer one.mu.Unlock()
	one.ahead = nil
	return one.get(make)
}

// Ahead begins to make the value of a key, and holds it until somebody asks for it. Who asks meanwhile waits.
// What goes wrong is tried again by who asks.
func (h *Held[T]) Ahead(key string, make func() (*T, error)) {
	one := h.one(key)
	if !one.mu.TryLock() {
		return // somebody makes it
	}
	go func() {
		defer one.mu.Unlock()
		one.ahead, _ = one.get(make)
	}()
}

// get is for who has the lock.
func (h *held[T]) get(make func() (*T, error)) (*T, error) {
	if v := h.v.Value(); v != nil {
		return v, nil
	}
	v, err := make()
	if err != nil {
		return nil, err
	}
	h.v = weak.Make(v)
	return v, nil
}

func (h *Held[T]) one(key string) *held[T] {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == nil {
		h.of = map[string]*held[T]{}
	}
	if h.of[key] == nil {
		h.of[key] = &held[T]{}
	}
	return h.of[key]
}
