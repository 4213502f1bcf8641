// Package lazy holds what is made when it is first asked for.
package lazy

import "sync"

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
