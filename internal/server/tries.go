package server

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

// tries bounds how often passwords are guessed, and how many hashes are computed
// at once, because each takes 64 MiB. A guess counts before its password is
// looked at, so that many at once are not more than one after the other. Safe
// for concurrent use.
type tries struct {
	now   func() time.Time
	slots chan struct{} // hashes under way
	queue chan struct{} // hashes under way, and those that wait for a slot
	mu    sync.Mutex
	made  map[string]*tried
}

// tried are the guesses that count against one bound, the oldest first.
type tried struct {
	at   []time.Time
	told bool // that the bound was reached stands in the audit
}

// bound is how many guesses there may be within triesSpan of what a key names.
type bound struct {
	key  string
	most int
}

const (
	triesSpan    = 15 * time.Minute
	maxTries     = 5      // at one account from one address
	maxFromHere  = 30     // at whatever accounts from one address
	maxFromSite  = 150    // from the 65,536 IPv6 networks that one customer may have
	maxBounds    = 10_000 // remembered at once
	maxHashes    = 2      // computed at once
	maxHashQueue = 32     // and waiting
)

func newTries(now func() time.Time) *tries {
	return &tries{
		now: now, slots: make(chan struct{}, maxHashes), queue: make(chan struct{}, maxHashQueue),
		made: map[string]*tried{},
	}
}

// guessing is what a guess at a login counts against. All of it is about where
// the guess comes from: whoever guesses elsewhere shuts nobody out here.
func guessing(login string, from netip.Addr) []bound {
	near, site := from.BitLen(), 0
	if from.Is6() {
		near, site = 64, 48
	}
	here := network(from, near)
	out := []bound{{here + " " + login, maxTries}, {here, maxFromHere}}
	if site > 0 {
		out = append(out, bound{network(from, site), maxFromSite})
	}
	return out
}

// network is the network of that many bits in which an address lies.
func network(a netip.Addr, bits int) string {
	p, err := a.Prefix(bits)
	if err != nil {
		return "nowhere"
	}
	return p.String()
}

// count counts a guess against all of the bounds or, where one of them is
// reached, against none: then the guess is not to be looked at. First tells that
// nobody was turned away there before.
func (t *tries) count(bounds []bound) (allowed, first bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	for _, b := range bounds {
		if e := t.recent(b.key, now); e != nil && len(e.at) >= b.most {
			first, e.told = !e.told, true
			return false, first
		}
	}
	for _, b := range bounds {
		e := t.recent(b.key, now)
		if e == nil {
			t.makeRoom(now)
			e = &tried{}
			t.made[b.key] = e
		}
		e.at, e.told = append(e.at, now), false
	}
	return true, false
}

// recent forgets what is long ago, and gives what is left of a key; nil: nothing.
func (t *tries) recent(key string, now time.Time) *tried {
	e := t.made[key]
	if e == nil {
		return nil
	}
	e.at = slices.DeleteFunc(e.at, func(at time.Time) bool { return now.Sub(at) > triesSpan })
	if len(e.at) == 0 {
		delete(t.made, key)
		return nil
	}
	return e
}

// makeRoom keeps the table small: what is over goes, else what rested longest.
func (t *tries) makeRoom(now time.Time) {
	if len(t.made) < maxBounds {
		return
	}
	oldest := ""
	for key := range t.made {
		switch e := t.recent(key, now); {
		case e == nil:
		case oldest == "" || e.at[len(e.at)-1].Before(t.made[oldest].at[len(t.made[oldest].at)-1]):
			oldest = key
		}
	}
	if len(t.made) >= maxBounds {
		delete(t.made, oldest)
	}
}

// passed takes a guess back that was right, and forgets the wrong ones at the
// same account from the same address, which the first of the bounds counts.
func (t *tries) passed(bounds []bound) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, b := range bounds {
		e := t.made[b.key]
		switch {
		case e == nil:
		case i == 0 || len(e.at) == 1:
			delete(t.made, b.key)
		default:
			e.at = e.at[:len(e.at)-1]
		}
	}
}

// errBusy is the answer where more passwords wait than are soon worked off.
var errBusy = errors.New("too many sign in at once")

// hashing waits until a hash may be computed, and gives what to call after it.
func (t *tries) hashing(ctx context.Context) (done func(), err error) {
	select {
	case t.queue <- struct{}{}:
	default:
		return nil, errBusy
	}
	select {
	case t.slots <- struct{}{}:
		return func() { <-t.slots; <-t.queue }, nil
	case <-ctx.Done():
		<-t.queue
		return nil, ctx.Err()
	}
}

// origin is the address that a request comes from: that of the connection or,
// where a proxy is configured, the one that the proxy wrote last into its header.
// What stands before it is the sender's word and not believed.
func (s *Server) origin(r *http.Request) netip.Addr {
	at, _ := netip.ParseAddrPort(r.RemoteAddr)
	from := at.Addr()
	if said := r.Header.Values(s.clientHeader); s.clientHeader != "" && len(said) > 0 {
		last := said[len(said)-1]
		last = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
		if told, err := netip.ParseAddr(strings.Trim(last, "[]")); err == nil {
			from = told
		} else if told, err := netip.ParseAddrPort(last); err == nil {
			from = told.Addr()
		}
	}
	return from.Unmap().WithZone("")
}
