package audit

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"slices"
	"strings"
	"unicode"
)

// Digest stands for one message of a release.
type Digest [sha256.Size]byte

// silent is how many bytes at the end of the digest of a message are zero in which nothing can
// be read: nothing of it could leak, and it is not counted. By chance no other ends so.
const silent = 12

// DigestOf is the digest of what a message says and what is said of it; without an ID
// of its own the ID is empty.
func DigestOf(id, thread, author, text string) Digest {
	h := sha256.New()
	for _, s := range [...]string{id, thread, author, text} {
		sized(h, len(s))
		h.Write([]byte(s))
	}
	return ending(h, strings.ContainsFunc(text, read))
}

// Together is the digest of a record of which several parts are looked at, and a rest is not.
func Together(parts []Digest, rest []byte) Digest {
	if len(parts) == 1 && len(rest) == 0 {
		return parts[0]
	}
	h := sha256.New()
	h.Write([]byte("record\x00"))
	sized(h, len(parts))
	speaks := false
	for _, p := range parts {
		h.Write(p[:])
		speaks = speaks || p.Speaks()
	}
	h.Write(rest)
	return ending(h, speaks)
}

// sized writes a number in front of what has as many parts.
func sized(h hash.Hash, n int) { h.Write(binary.BigEndian.AppendUint64(nil, uint64(n))) }

// ending is a digest that says whether there is anything to look at.
func ending(h hash.Hash, speaks bool) Digest {
	d := Digest(h.Sum(nil))
	if !speaks {
		clear(d[len(d)-silent:])
	}
	return d
}

// read reports a sign in which something may be read: all but blanks, line ends, punctuation, and
// the signs of ASCII. Names are written in more than what Unicode calls letters and
// digits: in squares and circles, flags, Braille, marks above others, pictures.
func read(r rune) bool {
	mute := unicode.IsSpace(r) || unicode.IsPunct(r) || r == 0 || r < unicode.MaxASCII && unicode.IsSymbol(r)
	return !mute
}

// Speaks reports whether something can be read in a message, so that it counts.
func (d Digest) Speaks() bool { return [silent]byte(d[len(d)-silent:]) != [silent]byte{} }

// Release is what is audited, as digests in the order of the messages.
type Release []Digest

// Counted is how many messages may leak: those in which something can be read.
func (r Release) Counted() (n int) {
	for _, d := range r {
		if d.Speaks() {
			n++
		}
	}
	return n
}

// Left is how many are left out of that count.
func (r Release) Left() int { return len(r) - r.Counted() }

// Speaking keeps the numbers of messages that count.
func (r Release) Speaking(numbers []int) []int {
	return slices.DeleteFunc(numbers, func(n int) bool { return !r[n-1].Speaks() })
}

// Sum is the digest of a release, the same in whatever order its messages stand, and
// keyed by nothing: anybody can check it.
func (r Release) Sum() string {
	h := sha256.New()
	for _, d := range r.sorted() {
		h.Write(d[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (r Release) sorted() Release {
	s := slices.Clone(r)
	slices.SortFunc(s, func(a, b Digest) int { return bytes.Compare(a[:], b[:]) })
	return s
}

// short is how many bytes of a digest a certificate keeps, to say which message has
// changed.
const short = 8

// Marks are the beginnings of all digests, in the order of the messages.
func (r Release) Marks() []byte {
	var out []byte
	for _, d := range r {
		out = append(out, d[:short]...)
	}
	return out
}

// Strangers gives the messages, by number from 1, that marks do not know, or know
// fewer times; at most limit.
func (r Release) Strangers(marks []byte, limit int) []int {
	left := counted(marks)
	var out []int
	for i, d := range r {
		k := [short]byte(d[:])
		if left[k]--; left[k] < 0 && len(out) < limit {
			out = append(out, i+1)
		}
	}
	return out
}

// Missing gives the marks, by number from 1, of which the release has no message, or fewer. It
// gives none where marks stand in an order of their own, as those of older certificates do,
// which say nothing of where a message stood.
func (r Release) Missing(marks []byte) []int {
	if sorted(marks) {
		return nil
	}
	left := counted(r.Marks())
	var out []int
	for i := 0; len(marks) >= short; i++ {
		k := [short]byte(marks)
		if left[k]--; left[k] < 0 {
			out = append(out, i+1)
		}
		marks = marks[short:]
	}
	return out
}

// counted says how often each mark is there.
func counted(marks []byte) map[[short]byte]int {
	out := map[[short]byte]int{}
	for ; len(marks) >= short; marks = marks[short:] {
		out[[short]byte(marks)]++
	}
	return out
}

// sorted reports marks that rise, of more than few.
func sorted(marks []byte) bool {
	const few = 8 // of more, messages do not stand so by chance
	for i := short; i+short <= len(marks); i += short {
		if bytes.Compare(marks[i-short:i], marks[i:i+short]) > 0 {
			return false
		}
	}
	return len(marks) > few*short
}

// Place is one of the places of a message that an audit draws: At is the message's
// index in the release, Rank the number of the place in it, from 0.
type Place struct{ At, Rank int }

// Order is the random order in which the places of messages are looked at: it follows
// from the seed and from what the messages are, not from where they stand.
func (r Release) Order(seed []byte, unit *Names) []Place {
	type drawn struct {
		key Digest
		Place
	}
	seen := map[Digest]uint64{}
	all := make([]drawn, 0, len(r)*unit.places())
	for i, d := range r {
		if !d.Speaks() {
			continue
		}
		n := binary.BigEndian.AppendUint64(nil, seen[d])
		seen[d]++
		for rank := range unit.places() {
			h := hmac.New(sha256.New, seed)
			h.Write(d[:])
			h.Write(n)
			if rank > 0 {
				h.Write(binary.BigEndian.AppendUint64(nil, uint64(rank)))
			}
			all = append(all, drawn{Digest(h.Sum(nil)), Place{i, rank}})
		}
	}
	slices.SortFunc(all, func(a, b drawn) int { return bytes.Compare(a.key[:], b.key[:]) })
	out := make([]Place, len(all))
	for i, d := range all {
		out[i] = d.Place
	}
	return out
}
