package sqlstore

import (
	"sync"

	"github.com/bauta/bauta/internal/review"
)

// Reading the occurrences of a frequent word takes most of the time of a
// decision about one of them. What is known of the last few such words is kept:
// a group's version grows with all that changes it, in this program or another,
// so that it says whether what is kept still holds.
const (
	maxRecent  = 4   // groups
	manyPlaces = 256 // a group with fewer occurrences is read anew
)

// matter is what a decision is about: a group's occurrences and its log, at one
// version. Its slices belong to whoever has it.
type matter struct {
	group   int64
	version int
	occ     []review.Occurrence
	log     []review.Decision
}

// recent keeps matters; the zero value is ready.
type recent struct {
	mu   sync.Mutex
	kept map[int64]matter
}

// take gives what is known of a group at a version, and forgets it: what becomes
// of it is known when the transaction has ended.
func (r *recent) take(group int64, version int) ([]review.Occurrence, []review.Decision, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m, ok := r.kept[group]
	delete(r.kept, group)
	return m.occ, m.log, ok && m.version == version
}

// keep remembers a group with many occurrences.
func (r *recent) keep(m matter) {
	if len(m.occ) < manyPlaces {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil || len(r.kept) >= maxRecent {
		r.kept = map[int64]matter{}
	}
	r.kept[m.group] = m
}

// clear forgets everything.
func (r *recent) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = nil
}
