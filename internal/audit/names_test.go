package audit

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// What an audit by names says is wrong in at most one of twenty, for readers who miss
// some, and where names gather in few messages.
func TestNamesAreCertifiedWrongly(t *testing.T) {
	const messages, hidden, limit, runs = 400, 300, 0.05, 400
	for _, setting := range []struct {
		name string
		each int // names of a message that leaks
		sees float64
	}{{"scattered", 1, 1}, {"gathered", 3, 1}, {"half seen", 2, 0.5}, {"more than count", 3, 0.9}} {
		rng := rand.New(rand.NewPCG(7, uint64(setting.each)))
		unit := &Names{Most: 3, Hidden: hidden}
		test := TestOf(messages, limit, unit, false)
		test.Sees = setting.sees
		wrong := 0
		for range runs {
			left := make([]int, messages) // one name more than may be left
			for n := 0; n < test.Least(); {
				m := rng.IntN(messages)
				for k := 0; k < setting.each && n < test.Least() && left[m] < unit.Most; k++ {
					left[m]++
					n++
				}
			}
			seen := make([]int, messages)
			for m, n := range left {
				for range n {
					if rng.Float64() < setting.sees {
						seen[m]++
					}
				}
			}
			w := test.Start()
			for _, place := range rng.Perm(messages * unit.Most) {
				w.Add(seen[place/unit.Most] > place%unit.Most)
				if w.Best() >= 1/float64(UsualLevel) {
					wrong++
					break
				}
			}
		}
		if share := float64(wrong) / runs; share > float64(UsualLevel)+0.02 {
			t.Errorf("%s: %.3f of the audits are wrong", setting.name, share)
		}
	}
}

// The looks of an audit by names: places of one message are looked at once, and leak
// as many names were seen.
func TestPlacesOfOneMessage(t *testing.T) {
	r := Release{DigestOf("a", "", "", "one"), DigestOf("b", "", "", "two")}
	unit := &Names{Most: 2, Hidden: 40}
	s := NewState()
	apply := func(e Entry) {
		t.Helper()
		if err := s.Apply(&e); err != nil {
			t.Fatal(err)
		}
	}
	apply(Entry{Begin: &Begin{Release: r.Sum(), N: 2, Limit: 0.05, Names: unit}})
	order := r.Order([]byte("seed"), unit)
	if len(order) != 4 || len(slices.Compact(slices.Clone(order))) != 4 {
		t.Fatalf("places %v", order)
	}
	for i, p := range order {
		apply(Entry{Drawn: []Row{{Key: string(rune('a' + p.At)), Place: i, Number: p.At + 1, Rank: p.Rank}}})
	}
	apply(Entry{Look: &Look{Key: "a", Leak: true}})
	apply(Entry{Look: &Look{Key: "b", Leak: true, More: 4}})
	looks, leaks := s.Seen()
	if looks != 4 || len(leaks) != 3 {
		t.Errorf("%d looks, leaks at %v; one of one message and both of the other leak", looks, leaks)
	}
	if len(s.Unseen()) != 0 || len(s.Leaking()) != 2 {
		t.Errorf("unseen %v, leaking %v", s.Unseen(), s.Leaking())
	}
	if err := s.Apply(&Entry{Drawn: []Row{{Key: "c", Place: 4, Number: 1}}}); err == nil {
		t.Error("a place that no message has was drawn")
	}
}

// A certificate by names is checked by whoever has the release, and says nothing of
// names after a withdrawal.
func TestCertificateByNames(t *testing.T) {
	var r Release
	for i := range 300 {
		r = append(r, DigestOf(string(rune('a'+i)), "", "", "text"))
	}
	unit := &Names{Most: 2, Hidden: 400}
	s := NewState()
	entries := []Entry{{Begin: &Begin{Release: r.Sum(), N: len(r), Limit: 0.05, Names: unit, Seed: "00"}}}
	given := map[int]bool{}
	for i, p := range r.Order([]byte{0}, unit) {
		key := string(rune('a' + p.At))
		entries = append(entries, Entry{Drawn: []Row{{Key: key, Place: i, Number: p.At + 1, Rank: p.Rank}}})
		if !given[p.At] {
			given[p.At] = true
			entries = append(entries, Entry{Look: &Look{Key: key}})
		}
	}
	for i := range entries {
		if err := s.Apply(&entries[i]); err != nil {
			t.Fatal(err)
		}
	}
	c, err := s.Certify(r, r, Key([]byte("secret")), Certificate{Made: time.Unix(0, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Verify(r); err != nil {
		t.Error(err)
	}
	if left := c.MostNames(); !c.ByNames() || left != 21 { // 400 hidden, 5 % of 421
		t.Errorf("at most %d names are left", left)
	}
	other := *c
	other.Names = &Names{Most: 2, Hidden: 4000}
	if other.Verify(r) == nil {
		t.Error("more hidden names, and the signature holds")
	}
	less, err := c.Without(r[:290], Left{}, Key([]byte("secret")), time.Unix(0, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	if less.ByNames() || less.Verify(r[:290]) != nil {
		t.Error("what a withdrawal left still counts names")
	}
}
