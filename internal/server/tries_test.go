package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// setPassword gives everybody's password to somebody.
func (w *world) setPassword(t *testing.T, role review.Role) {
	t.Helper()
	err := w.store.SetPassword(t.Context(), w.users[role].ID, reviewtest.Password(goodPassword))
	if err != nil {
		t.Fatal(err)
	}
}

// signIn tries a password and gives the status.
func (c *client) signIn(login, password string) int {
	c.t.Helper()
	res, _ := c.post("/sign-in", url.Values{"login": {login}, "password": {password}})
	return res.StatusCode
}

// behind is a server that believes X-Forwarded-For.
func behind(c *Config) { c.ClientHeader = "X-Forwarded-For" }

// from makes all further requests of a client say where they come from.
func (c *client) from(address string) *client {
	c.header = http.Header{"X-Forwarded-For": {address}}
	return c
}

// TestParallelGuesses: sixty guesses at once are not more than five, and the
// right one among those that are too many does not get in.
func TestParallelGuesses(t *testing.T) {
	w := newWorld(t, nil)
	w.setPassword(t, review.Owner)
	guess := func(password string, n int) map[int]int {
		var wg sync.WaitGroup
		var mu sync.Mutex
		got := map[int]int{}
		for range n {
			wg.Go(func() {
				code := w.stranger(t).signIn("owner", password)
				mu.Lock()
				defer mu.Unlock()
				got[code]++
			})
		}
		wg.Wait()
		return got
	}
	got := guess("wrong", 60)
	if got[http.StatusUnauthorized] != maxTries || got[http.StatusTooManyRequests] != 60-maxTries {
		t.Errorf("60 wrong guesses: %v", got)
	}
	if got := guess(goodPassword, 5); got[http.StatusTooManyRequests] != 5 {
		t.Errorf("the right one after them: %v", got)
	}
	w.pass(16 * time.Minute)
	if got := guess(goodPassword, 1); got[http.StatusSeeOther] != 1 {
		t.Errorf("a quarter of an hour later: %v", got)
	}
}

// TestGuessingElsewhere: who guesses for an account from elsewhere shuts its
// owner out neither at the door nor inside.
func TestGuessingElsewhere(t *testing.T) {
	w := newWorld(t, behind)
	w.setPassword(t, review.Owner)
	inside := w.stranger(t).from("198.51.100.7")
	if got := inside.signIn("owner", goodPassword); got != http.StatusSeeOther {
		t.Fatalf("the owner: %d", got)
	}
	for range maxTries {
		w.stranger(t).from("203.0.113.9").signIn("owner", "wrong")
	}
	if got := w.stranger(t).from("203.0.113.9").signIn("owner", goodPassword); got != http.StatusTooManyRequests {
		t.Errorf("the sixth guess: %d", got)
	}
	if got := w.stranger(t).from("198.51.100.8").signIn("owner", goodPassword); got != http.StatusSeeOther {
		t.Errorf("the owner from another address: %d", got)
	}
	change := url.Values{"password": {goodPassword}, "new": {goodPassword + "2"}}
	if res, _ := inside.from("203.0.113.9").post("/account", change); res.StatusCode != http.StatusOK {
		t.Errorf("the owner who is signed in changes the password: %d", res.StatusCode)
	}
}

// TestGuessingWithinASession: who found somebody's browser open does not guess
// on, and only that account waits.
func TestGuessingWithinASession(t *testing.T) {
	w := newWorld(t, nil)
	w.setPassword(t, review.Owner)
	w.setPassword(t, review.Reviewer)
	c := w.as(t, w.users[review.Owner].ID)
	change := func(c *client, old string) int {
		res, _ := c.post("/account", url.Values{"password": {old}, "new": {goodPassword + "2"}})
		return res.StatusCode
	}
	for range maxTries {
		if got := change(c, "wrong"); got != http.StatusUnauthorized {
			t.Errorf("a guess: %d", got)
		}
	}
	if got := change(c, goodPassword); got != http.StatusTooManyRequests {
		t.Errorf("the sixth: %d", got)
	}
	if got := change(w.as(t, w.users[review.Reviewer].ID), goodPassword); got != http.StatusOK {
		t.Errorf("somebody else: %d", got)
	}
}

// TestOneAddressManyAccounts: one address does not try one password at all of
// the accounts there are.
func TestOneAddressManyAccounts(t *testing.T) {
	n := newTries(time.Now)
	here := netip.MustParseAddr("203.0.113.9")
	for i := range maxFromHere {
		if ok, _ := n.count(guessing(fmt.Sprint(i), here)); !ok {
			t.Fatalf("guess %d is refused", i)
		}
	}
	if ok, first := n.count(guessing("another", here)); ok || !first {
		t.Errorf("one more: %v, the first refused: %v", ok, first)
	}
	if ok, first := n.count(guessing("another", here)); ok || first {
		t.Errorf("and one more: %v, the first refused: %v", ok, first)
	}
	if ok, _ := n.count(guessing("another", netip.MustParseAddr("203.0.113.10"))); !ok {
		t.Error("the neighbour waits too")
	}
}

// TestNetworksOfIPv6: all addresses of a /64 are one, and a customer who has many
// such networks does not have as many guesses.
func TestNetworksOfIPv6(t *testing.T) {
	n := newTries(time.Now)
	for i := range maxTries {
		n.count(guessing("owner", netip.MustParseAddr(fmt.Sprintf("2001:db8:1:2::%x", i+1))))
	}
	if ok, _ := n.count(guessing("owner", netip.MustParseAddr("2001:db8:1:2:ffff::1"))); ok {
		t.Error("another address of the same network goes on guessing")
	}
	allowed := 0
	for i := range 4 * maxFromSite {
		if ok, _ := n.count(guessing("owner", netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", 16+i)))); ok {
			allowed++
		}
	}
	if allowed != maxFromSite-maxTries {
		t.Errorf("%d guesses from one site", maxTries+allowed)
	}
	if ok, _ := n.count(guessing("owner", netip.MustParseAddr("2001:db8:2::1"))); !ok {
		t.Error("another site waits too")
	}
}

// TestTableOfGuessesIsSmall: however many addresses guess, the table does not
// grow, and who guesses now is not forgotten for them.
func TestTableOfGuessesIsSmall(t *testing.T) {
	at := time.Now()
	n := newTries(func() time.Time { at = at.Add(time.Millisecond); return at })
	mine := guessing("owner", netip.MustParseAddr("203.0.113.9"))
	address := netip.MustParseAddr("10.0.0.0")
	for i := range maxBounds/2 + 300 {
		if i >= maxBounds/2-10 && i < maxBounds/2-10+maxTries {
			n.count(mine)
		}
		address = address.Next()
		n.count(guessing(strings.Repeat("x", 128), address))
	}
	if len(n.made) > maxBounds {
		t.Errorf("%d keys are kept", len(n.made))
	}
	if ok, _ := n.count(mine); ok {
		t.Error("the wrong guesses of a moment ago are forgotten")
	}
}

// TestWhereFrom: a header says where a request comes from only where that is
// configured, and then its last word alone, which the proxy wrote.
func TestWhereFrom(t *testing.T) {
	for _, c := range []struct{ header, remote, sent, want string }{
		{"", "192.0.2.1:5000", "203.0.113.9", "192.0.2.1"},
		{"", "[::ffff:192.0.2.1]:5000", "", "192.0.2.1"},
		{"", "[fe80::1%eth0]:5000", "", "fe80::1"},
		{"X-Forwarded-For", "192.0.2.1:5000", "", "192.0.2.1"},
		{"X-Forwarded-For", "192.0.2.1:5000", "203.0.113.9", "203.0.113.9"},
		{"X-Forwarded-For", "192.0.2.1:5000", "10.0.0.1, 203.0.113.9", "203.0.113.9"},
		{"X-Forwarded-For", "192.0.2.1:5000", "203.0.113.9:4711", "203.0.113.9"},
		{"X-Forwarded-For", "192.0.2.1:5000", "[2001:db8::1]", "2001:db8::1"},
		{"X-Forwarded-For", "192.0.2.1:5000", "203.0.113.9, unknown", "192.0.2.1"},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.sent != "" {
			r.Header.Set("X-Forwarded-For", c.sent)
		}
		if got := (&Server{clientHeader: c.header}).origin(r); got.String() != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func FuzzWhereFrom(f *testing.F) {
	f.Add("203.0.113.9, [2001:db8::1%x]:80", "x")
	f.Add("", "[")
	f.Fuzz(func(_ *testing.T, said, remote string) {
		s := &Server{clientHeader: "X-Forwarded-For"}
		guessing("owner", s.origin(&http.Request{RemoteAddr: remote, Header: http.Header{"X-Forwarded-For": {said}}}))
	})
}

// TestHashesWaitInLine: where too many passwords are to be hashed, further ones
// are turned away, wherever they come in.
func TestHashesWaitInLine(t *testing.T) {
	w := newWorld(t, nil)
	w.setPassword(t, review.Owner)
	owner := w.as(t, w.users[review.Owner].ID)
	for range maxHashQueue {
		w.tries.queue <- struct{}{}
	}
	for path, form := range map[string]url.Values{
		"/sign-in":      {"login": {"owner"}, "password": {goodPassword}},
		"/account":      {"password": {goodPassword}, "new": {goodPassword + "2"}},
		"/p/sms/people": {"login": {"anna"}, "password": {goodPassword}, "role": {"reviewer"}},
	} {
		c := owner
		if path == "/sign-in" {
			c = w.stranger(t)
		}
		if res, _ := c.post(path, form); res.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
	for range maxHashQueue {
		<-w.tries.queue
	}
	if got := w.stranger(t).signIn("owner", goodPassword); got != http.StatusSeeOther {
		t.Errorf("with room again: %d", got)
	}
}

// TestRefusedSignInsAreNoted: the audit tells of guesses: at whose account, from
// where, and when a bound was reached; never what was typed.
func TestRefusedSignInsAreNoted(t *testing.T) {
	w := newWorld(t, behind)
	w.setPassword(t, review.Owner)
	c := w.stranger(t).from("203.0.113.9")
	for range maxTries + 3 {
		c.signIn("owner", "wrong "+canary)
	}
	c.signIn(canary, canary)
	entries, err := w.store.Entries(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, e := range entries {
		if strings.Contains(fmt.Sprint(e), canary) {
			t.Error("what was typed is in the audit")
		}
		if e.Action == "sign-in refused" {
			got[fmt.Sprint(e.User, e.Detail["why"], e.Detail["from"])]++
		}
	}
	owner := w.users[review.Owner].ID
	for key, want := range map[string]int{
		fmt.Sprint(owner, "wrong", "203.0.113.9"): maxTries,
		fmt.Sprint(owner, "bound", "203.0.113.9"): 1,
		fmt.Sprint(0, "wrong", "203.0.113.9"):     1,
	} {
		if got[key] != want {
			t.Errorf("%s: %d rows, want %d", key, got[key], want)
		}
	}
}
