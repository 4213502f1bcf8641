package audit

import "slices"

// Who can tell from a release alone, or with a key, what stood where something was replaced.
type Who uint8

// From the fewest to the most.
const (
	Nobody Who = iota
	Keyholder
	Anybody
)

// String gives the word written in reports and certificates.
func (w Who) String() string { return [...]string{"none", "key", "all"}[min(w, Anybody)] }

// The ways of masking, as a policy names them, that a key undoes or lets try, and those
// that nothing keeps anybody from undoing.
var (
	keyed = []string{"encrypt", "rotate", "hash", "code.keyed"}
	bare  = []string{"code.dictionary"}
)

// Undo says who can undo what a policy may write for a type, where in so many places
// something was written in the place of what was found, or will be when somebody has
// decided. It is the one judgement: of the page, of what leaves the desk, and of a
// certificate.
func Undo(ways []string, places int) Who {
	has := func(some []string) bool {
		return slices.ContainsFunc(ways, func(way string) bool { return slices.Contains(some, way) })
	}
	switch {
	case places <= 0:
		return Nobody
	case has(bare):
		return Anybody
	case has(keyed):
		return Keyholder
	}
	return Nobody
}
