package audit_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/audit"
)

// small is a release of n messages.
func small(n int) (r audit.Release) {
	for i := range n {
		r = append(r, audit.DigestOf("", "", "", fmt.Sprint("message ", i)))
	}
	return r
}

func openLog(t *testing.T, name string) *audit.Log {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	l, err := audit.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// audited looks at n messages of a release, with 30 canaries of which so many are
// missed; leaks are at those places of the order.
func audited(t *testing.T, l *audit.Log, r audit.Release, n, missed int, leaks ...int) {
	t.Helper()
	entries := []audit.Entry{{Begin: &audit.Begin{Release: r.Sum(), N: len(r), Limit: 0.05, Canaries: 30, Seed: "5eed"}}}
	looks := []audit.Entry{}
	var rows []audit.Row
	for i := range n {
		row := audit.Row{Key: audit.Secret(8), Place: i, Number: r.Order([]byte("5eed"), nil)[i].At + 1}
		rows = append(rows, row)
		looks = append(looks, audit.Entry{Look: &audit.Look{Key: row.Key, Leak: slices.Contains(leaks, i)}})
	}
	for i := range 30 {
		row := audit.Row{Key: audit.Secret(8), Place: i, Number: 1, Canary: true}
		rows = append(rows, row)
		looks = append(looks, audit.Entry{Look: &audit.Look{Key: row.Key, Leak: i >= missed}})
	}
	slices.Reverse(looks) // whoever looks goes as they like
	entries = append(append(entries, audit.Entry{Drawn: rows}), looks...)
	if err := l.Add(entries...); err != nil {
		t.Fatal(err)
	}
}

// TestCertificate: a release that was looked at is certified; one byte changed, in the
// release or in the certificate, and it is not, and the message is named.
func TestCertificate(t *testing.T) {
	l, r := openLog(t, filepath.Join(t.TempDir(), "log")), small(300)
	audited(t, l, r, 150, 1)
	c, err := l.Certify(r, r, audit.Key([]byte("secret")), audit.Certificate{
		Made: time.Unix(1, 0).UTC(), Report: fmt.Appendf(nil, `{"a": 1, "release": {"digest": %q, "messages": 300}}`, r.Sum()), Role: "reviewer",
	})
	if err != nil {
		t.Fatalf("%v: %+v", err, l.Standing())
	}
	var file bytes.Buffer
	if err := c.Write(&file); err != nil {
		t.Fatal(err)
	}
	read := func(s string) *audit.Certificate {
		c, err := audit.Read(strings.NewReader(s))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	mixed := slices.Clone(r)
	slices.Reverse(mixed)
	if err := read(file.String()).Verify(mixed); err != nil {
		t.Errorf("another order: %v", err)
	}
	changed := slices.Clone(r)
	changed[41] = audit.DigestOf("", "", "", "message 41.")
	if err := c.Verify(changed); !errors.Is(err, audit.ErrChanged) || !strings.Contains(err.Error(), "message 42 of") {
		t.Errorf("a changed message: %v", err)
	}
	strangers := make(audit.Release, len(r))
	for i := range strangers {
		strangers[i] = audit.DigestOf("", "", "", fmt.Sprint("none ", i))
	}
	if err := c.Verify(strangers); !errors.Is(err, audit.ErrChanged) || !strings.Contains(err.Error(), "name the columns") {
		t.Errorf("a release read by other columns: %v", err)
	}
	if err := c.Verify(r[1:]); !errors.Is(err, audit.ErrChanged) {
		t.Errorf("a message less: %v", err)
	}
	for was, is := range map[string]string{
		`"limit": 0.05`: `"limit": 0.01`, `"looks": 150`: `"looks": 299`, `"role": "reviewer"`: `"role": "owner"`, `"a": 1`: `"a": 2`,
	} {
		if err := read(strings.Replace(file.String(), was, is, 1)).Verify(r); err == nil {
			t.Errorf("%s is taken for %s", is, was)
		}
	}
	for was, is := range map[string]string{
		`"limit": 0.05`: `"limit": 0.0001, "limit": 0.05`, `"most_messages"`: `"Most_Messages"`, `"looks": 150`: `"Looks": 1, "looks": 150`,
		`"a": 1`: `"a": 2, "a": 1`, `"messages": 300`: `"Messages": 300`,
	} {
		changed := strings.Replace(file.String(), was, is, 1)
		if c, err := audit.Read(strings.NewReader(changed)); changed == file.String() || err == nil && c.Verify(r) == nil {
			t.Errorf("%s is taken for %s", is, was)
		}
	}
	// Who has the key can sign anything; the bound is computed anew all the same.
	forged, err := l.Certify(r, r, audit.Key([]byte("secret")), audit.Certificate{})
	if err != nil {
		t.Fatal(err)
	}
	if forged.Looks = 3; forged.Verify(r) == nil {
		t.Error("three looks prove it")
	}
}

// TestNothingIsCertifiedUnproved: too few looks, a leak, a blind reader, canaries not
// looked at.
func TestNothingIsCertifiedUnproved(t *testing.T) {
	for name, c := range map[string]struct {
		looks, missed int
		leaks         []int
	}{
		"few looks": {30, 0, nil}, "leaks": {100, 0, []int{0, 1, 2, 3, 4, 5}}, "blind": {150, 28, nil},
	} {
		l, r := openLog(t, filepath.Join(t.TempDir(), "log")), small(300)
		audited(t, l, r, c.looks, c.missed, c.leaks...)
		if _, err := l.Certify(r, r, audit.Key(nil), audit.Certificate{}); !errors.Is(err, audit.ErrNotProved) {
			t.Errorf("%s: %v, %+v", name, err, l.Standing())
		}
	}
	l := openLog(t, filepath.Join(t.TempDir(), "log"))
	if _, err := l.Certify(small(3), small(3), audit.Key(nil), audit.Certificate{}); !errors.Is(err, audit.ErrNotProved) {
		t.Errorf("no audit at all: %v", err)
	}
}

// TestCanariesAreSeenAtFirst: one that was missed is not seen when its mark is changed.
func TestCanariesAreSeenAtFirst(t *testing.T) {
	l := openLog(t, filepath.Join(t.TempDir(), "log"))
	audited(t, l, small(200), 40, 12)
	_, before := l.Reader()
	var again []audit.Entry
	for _, r := range l.Given() {
		again = append(again, audit.Entry{Look: &audit.Look{Key: r}})
	}
	for _, key := range l.CanaryKeys() {
		again = append(again, audit.Entry{Look: &audit.Look{Key: key, Leak: true}})
	}
	if err := l.Add(again...); err != nil {
		t.Fatal(err)
	}
	if shown, seen := l.Reader(); shown != 30 || seen != before || before != 18 {
		t.Errorf("%d of %d canaries seen once the score was known, %d before", seen, shown, before)
	}
	if l.Amended != 12 {
		t.Errorf("%d marks changed", l.Amended)
	}
}

// TestFirstMarksCount: a leak that is said to be none afterwards counts as one, and is told; one that
// is added counts, too; the same mark once more changes nothing.
func TestFirstMarksCount(t *testing.T) {
	l, r := openLog(t, filepath.Join(t.TempDir(), "log")), small(200)
	audited(t, l, r, 100, 0, 3, 7)
	looks, leaks := l.Seen()
	var keys []string
	for _, key := range l.Given() {
		if n, ok := l.Mark(key); ok && n > 0 {
			keys = append(keys, key)
		}
	}
	if looks != 100 || len(leaks) != 2 || len(keys) != 2 {
		t.Fatalf("%d looks, leaks %v, keys %v", looks, leaks, keys)
	}
	mark := func(key string, leak bool) {
		t.Helper()
		if err := l.Add(audit.Entry{Look: &audit.Look{Key: key, Leak: leak}}); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(changed, unmarked, found int) {
		t.Helper()
		if _, now := l.Seen(); len(now) != found || l.Amended != changed || l.Unmarked != unmarked {
			t.Errorf("leaks %v, %d marks changed, %d leaks unmarked; want %d, %d, %d", now, l.Amended, l.Unmarked, found, changed, unmarked)
		}
	}
	mark(keys[0], false)
	mark(keys[0], false)
	mark(keys[1], true)
	holds(1, 1, 2)
	mark(keys[0], true)
	holds(2, 0, 2)
	for _, key := range l.Given() {
		if n, ok := l.Mark(key); ok && n == 0 {
			mark(key, true)
			holds(3, 0, 3)
			mark(key, false)
			holds(4, 1, 3)
			break
		}
	}
}

// TestReaderIsMeasuredAnew: in an audit that measures its reader what was seen in the one
// before says nothing of them, in the log or in the certificate; in one that does not it does.
func TestReaderIsMeasuredAnew(t *testing.T) {
	for _, anew := range []bool{true, false} {
		l, r := openLog(t, filepath.Join(t.TempDir(), "log")), small(600)
		audited(t, l, r, 3, 0)
		r = append(r, audit.DigestOf("", "", "", "one more"))
		b := audit.Begin{Release: r.Sum(), N: len(r), Limit: 0.05, Canaries: 30, Anew: anew}
		entries := []audit.Entry{{Begin: &b}}
		hand := func(row audit.Row, leak bool) {
			entries = append(entries, audit.Entry{Drawn: []audit.Row{row}}, audit.Entry{Look: &audit.Look{Key: row.Key, Leak: leak}})
		}
		for i := range 250 {
			hand(audit.Row{Key: audit.Secret(8), Place: i, Number: i + 1}, false)
		}
		if err := l.Add(entries...); err != nil {
			t.Fatal(err)
		}
		if s := l.Standing(); s.Proved == anew || s.Shown != 30 && !anew || s.Shown != 0 && anew {
			t.Errorf("anew %v, before its canaries: %+v", anew, s)
		}
		for i := range 30 {
			if entries = nil; anew {
				hand(audit.Row{Key: audit.Secret(8), Place: i, Number: 300 + i, Canary: true}, i > 5)
				if err := l.Add(entries...); err != nil {
					t.Fatal(err)
				}
			}
		}
		c, err := l.Certify(r, r, audit.Key(nil), audit.Certificate{})
		if err != nil || c.Verify(r) != nil {
			t.Fatalf("anew %v: %v, %+v", anew, err, l.Standing())
		}
		if c.Assumed() == anew || anew != (c.Seen == 24 && c.MeasuredIn() == 2) || anew == (c.Sees > 0.8) {
			t.Errorf("anew %v: %d of %d canaries seen in audit %d, %v of leaks", anew, c.Seen, c.Canaries, c.MeasuredIn(), c.Sees)
		}
		if says := strings.Join(c.Uncovered, "\n"); strings.Contains(says, "as careful as in audit 1 is assumed") == anew {
			t.Errorf("anew %v: not covered: %s", anew, says)
		}
		c.Measured = 3 - c.MeasuredIn()
		if forged, err := c.SignedBy(audit.Key(nil)); err != nil || forged.Verify(r) == nil {
			t.Errorf("anew %v: measured in another audit, and the certificate holds: %v", anew, err)
		}
	}
}

// TestOrderOfLooks: what was looked at behind a gap does not count, so that nobody
// stops where it suits by leaving rows out.
func TestOrderOfLooks(t *testing.T) {
	l, r := openLog(t, filepath.Join(t.TempDir(), "log")), small(10)
	rows := []audit.Row{{Key: "a"}, {Key: "b", Place: 1}, {Key: "c", Place: 2}}
	err := l.Add(audit.Entry{Begin: &audit.Begin{Release: r.Sum(), N: 10, Limit: 0.1}}, audit.Entry{Drawn: rows},
		audit.Entry{Look: &audit.Look{Key: "a"}}, audit.Entry{Look: &audit.Look{Key: "c"}})
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := l.Seen(); n != 1 {
		t.Errorf("%d looks count", n)
	}
	if err := l.Add(audit.Entry{Look: &audit.Look{Key: "b", Leak: true}}); err != nil {
		t.Fatal(err)
	}
	if n, leaks := l.Seen(); n != 3 || !slices.Equal(leaks, []int{2}) {
		t.Errorf("%d looks, leaks %v", n, leaks)
	}
	for _, bad := range []audit.Entry{
		{}, {Look: &audit.Look{Key: "z"}}, {Drawn: []audit.Row{{Key: "d", Place: 7}}}, {Drawn: []audit.Row{{Key: "a", Place: 3}}},
	} {
		if err := l.Add(bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// TestKilledWhileWriting: wherever a write is cut off, all lines before it are there,
// and the audit goes on; a line that somebody changed is seen.
func TestKilledWhileWriting(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	l, r := openLog(t, name), small(40)
	audited(t, l, r, 20, 0)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	end := len(whole) - len(lines[len(lines)-2])
	for cut := end; cut < len(whole); cut++ {
		if err := os.WriteFile(name, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		l := openLog(t, name)
		if n := l.Standing().Waiting; n != 1 {
			t.Fatalf("cut at %d: %d rows wait, where one look was cut off", cut-end, n)
		}
		row := rowLeft(l, lines)
		if err := l.Add(audit.Entry{Look: &audit.Look{Key: row}}); err != nil {
			t.Fatal(err)
		}
		again := openLog(t, name)
		if again.Standing().Waiting != 0 {
			t.Fatalf("cut at %d: the look behind it was lost", cut-end)
		}
	}
	for i := 0; i < len(whole)-1; i += 97 {
		bad := bytes.Clone(whole)
		bad[i] ^= 1
		if err := os.WriteFile(name, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := audit.Open(f); err == nil {
			t.Errorf("byte %d changed, and nobody sees it", i)
		}
		f.Close()
	}
}

// rowLeft is the key of the row of the last line, which was cut off.
func rowLeft(l *audit.Log, lines [][]byte) string {
	last := string(lines[len(lines)-2])
	_, after, _ := strings.Cut(last, `"key":"`)
	key, _, _ := strings.Cut(after, `"`)
	return key
}

// TestReplaced: what was replaced is found, and a canary shows it again as if it had
// been left.
func TestReplaced(t *testing.T) {
	for _, c := range []struct{ was, now, shown, canary string }{
		{"ok", "ok", "ok", ""},
		{"coucou Patrice, ça va?", "coucou <PRE_7>, ça va?", "coucou ⟦<PRE_7>⟧, ça va?", "coucou Patrice, ça va?"},
		{"vu Anna et Anna hier", "vu Lena et Lena hier", "vu ⟦Lena⟧ et ⟦Lena⟧ hier", "vu Anna et ⟦Lena⟧ hier"},
		{"mail a@b.fr stp", "mail  stp", "mail  stp", "mail a@b.fr stp"},
		{"", "x", "⟦x⟧", ""},
		{"voir http://a.fr/w?v=1 vite", "voir <?_4> vite", "voir ⟦<?_4>⟧ vite", "voir http://a.fr/w?v=1 vite"},
		{"this is Callum.", "this is Person 2.", "this is ⟦Person 2⟧.", "this is Callum."},
		{"cc c Rosa Bourdonnais", "cc c Person 2", "cc c ⟦Person 2⟧", "cc c Rosa Bourdonnais"},
		{"see Desmond in Paris", "see Person 2 in LOCATION", "see ⟦Person 2⟧ in ⟦LOCATION⟧", "see Desmond in ⟦LOCATION⟧"},
		{"call Patrice Ty 07700 900 115", "call Person 1 Ty PHONE", "call ⟦Person 1⟧ Ty ⟦PHONE⟧", "call Patrice Ty ⟦PHONE⟧"},
		{"call Patrice 🅃 07 06", "call Person 1 🅃 PHONE", "call ⟦Person 1⟧ 🅃 ⟦PHONE⟧", "call Patrice 🅃 ⟦PHONE⟧"},
		{"Zoé Ty Bo 07", "Person 1 Bo Ty PHONE", "⟦Person 1⟧ Bo Ty PHONE", "Zoé Ty Bo Ty PHONE"},
		{"Anna, Paul ok", "<A>, <B> ok", "⟦<A>⟧, ⟦<B>⟧ ok", "Anna, ⟦<B>⟧ ok"},
	} {
		s := audit.Replaced(c.was, c.now)
		if got := audit.Shown(c.now, s, -1); got != c.shown {
			t.Errorf("%q: %q, want %q", c.was, got, c.shown)
		}
		tell := audit.Telling(s)
		if (len(tell) > 0) != (c.canary != "") {
			t.Errorf("%q: stretches %v", c.was, tell)
		} else if len(tell) > 0 {
			if got := audit.Shown(c.now, s, tell[0]); got != c.canary {
				t.Errorf("%q: canary %q, want %q", c.was, got, c.canary)
			}
		}
	}
}

// TestNoBracketHidesAName: whatever short name stays between two masks, it stands outside the brackets, in a text of
// any length.
func TestNoBracketHidesAName(t *testing.T) {
	for _, name := range []string{"Ty", "Bo", "JB", "mo", "É", "1", "Li An"} {
		for _, around := range []string{"", strings.Repeat("et puis ", 300)} {
			was := "appelle Patrice " + name + " 06 12 34 66 13" + around + " ce soir Rosa Li"
			now := "appelle Person 1 " + name + " PHONE" + around + " ce soir Person 2"
			s := audit.Replaced(was, now)
			last := 0
			bare := ""
			for _, r := range s {
				bare, last = bare+now[last:r.Start], r.End
				if r.Bare {
					bare += now[r.Start:r.End]
				}
			}
			if bare += now[last:]; !strings.Contains(bare, name) {
				t.Errorf("%s is dressed as a mask: %.60s", name, audit.Shown(now, s, -1))
			}
		}
	}
}

// FuzzReplaced: the parts between what was replaced are those of both texts.
func FuzzReplaced(f *testing.F) {
	f.Add("coucou Patrice, ça va?", "coucou <PRE_7>, ça va?")
	f.Add(strings.Repeat("a b ", 500), strings.Repeat("b a ", 500))
	f.Fuzz(func(t *testing.T, was, now string) {
		if len(was)+len(now) > 4096 {
			return
		}
		back, last := "", 0
		for _, s := range audit.Replaced(was, now) {
			if s.Start < last || s.End < s.Start || s.End > len(now) {
				t.Fatalf("%+v of %d bytes", s, len(now))
			}
			back += now[last:s.Start] + s.Was
			last = s.End
		}
		if back+now[last:] != was {
			t.Fatal("what was replaced, put back, is not the original")
		}
	})
}

// FuzzRead: whatever is given for a certificate or a log, nothing panics, and nothing
// is verified that nobody signed.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"n":1,"limit":0.5,"level":0.05,"attempt":1,"looks":1,"leaks_at":null,"most_messages":0}`))
	f.Add([]byte(`{"at":"2026-01-01T00:00:00Z","look":{"key":"a"},"hash":""}` + "\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if c, err := audit.Read(bytes.NewReader(raw)); err == nil && c.Verify(small(1)) == nil {
			t.Fatal("verified")
		}
		file, err := os.CreateTemp(t.TempDir(), "log")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := file.Write(raw); err != nil {
			t.Fatal(err)
		}
		if l, err := audit.Open(file); err == nil {
			l.Standing()
		}
	})
}

// TestSecondsALook: at a desk, where a screen is saved whole, it is known how long a look took;
// who went away between two screens changes nothing, and where most are not known nothing is said.
func TestSecondsALook(t *testing.T) {
	for _, c := range []struct {
		screens []int // seconds that each took
		want    string
	}{
		{nil, "unknown"},
		{[]int{0, 0, 0}, "0.0"}, // ten looks in no time that a log counts: that is said
		{[]int{0, -3, 1, 20}, "0.1"},
		{[]int{20, 30, 40}, "3.0"},
		{[]int{20, 7200, 30, 30}, "3.0"},
		{[]int{7200, 7200, 7200, 20}, "unknown"},
	} {
		s := audit.NewState()
		at := time.Unix(1_700_000_000, 0)
		entries := []audit.Entry{{At: at, Begin: &audit.Begin{N: 100, Limit: 0.1}}}
		for i, took := range c.screens {
			var rows []audit.Row
			for k := range 10 {
				rows = append(rows, audit.Row{Key: audit.Secret(6), Place: 10*i + k, Number: 10*i + k + 1})
			}
			entries = append(entries, audit.Entry{At: at, Drawn: rows})
			at = at.Add(time.Duration(took) * time.Second)
			for _, row := range rows {
				entries = append(entries, audit.Entry{At: at, Look: &audit.Look{Key: row.Key}})
			}
		}
		for i := range entries {
			if err := s.Apply(&entries[i]); err != nil {
				t.Fatal(err)
			}
		}
		got := "unknown"
		if x := s.Seconds(); x != nil {
			got = fmt.Sprintf("%.1f", *x)
		}
		if got != c.want {
			t.Errorf("%v: %s seconds a look, want %s", c.screens, got, c.want)
		}
	}
}

// TestRenew: a reader is measured anew where enough messages are left that were no canary, and
// where looks can prove the limit then.
func TestRenew(t *testing.T) {
	for _, c := range []struct {
		n, fresh, want int
		limit          float64
		anew           bool
	}{
		{600, 500, 30, 0.05, true},
		{600, 25, 25, 0.05, true},
		{600, 19, 30, 0.05, false},
		{40, 25, 30, 0.05, false}, // no number of looks proves it of a reader who is measured by 25
	} {
		l := openLog(t, filepath.Join(t.TempDir(), "log"))
		audited(t, l, small(600), 3, 0)
		b := audit.Begin{Release: "x", N: c.n, Limit: c.limit}
		if l.Renew(&b, c.fresh); b.Anew != c.anew || b.Canaries != c.want {
			t.Errorf("%+v: anew %v with %d canaries", c, b.Anew, b.Canaries)
		}
	}
}
