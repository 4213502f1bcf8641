package audit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/bauta/bauta/eval"
)

// changing is a release that is audited, changes and is audited again, of what has
// changed alone where the state says so. leaks says of its messages whether they leak.
type changing struct {
	t     *testing.T
	r     *rand.Rand
	s     State
	sees  float64
	limit float64
	leaks map[int]bool
	next  int // number of the next message
	looks int
}

func (c *changing) apply(e Entry) {
	c.t.Helper()
	if err := c.s.Apply(&e); err != nil {
		c.t.Fatal(err)
	}
}

// come adds messages, of which so many leak.
func (c *changing) come(n, leaking int) (numbers []int) {
	for i := range n {
		c.next++
		c.leaks[c.next] = i < leaking
		numbers = append(numbers, c.next)
	}
	return numbers
}

func (c *changing) leaking() (n int) {
	for _, leaks := range c.leaks {
		if leaks {
			n++
		}
	}
	return n
}

// begin begins an audit of the release as it is, or of the part of those numbers.
func (c *changing) begin(canaries int, part *Part) {
	c.apply(Entry{Begin: &Begin{N: len(c.leaks), Limit: c.limit, Canaries: canaries, Part: part}})
	for c.s.Shown < canaries {
		key := fmt.Sprint("canary", c.s.Shown)
		c.apply(Entry{Drawn: []Row{{Key: key, Place: c.s.Shown, Number: 1, Canary: true}}})
		c.apply(Entry{Look: &Look{Key: key, Leak: c.r.Float64() < c.sees}})
	}
}

// audit looks at messages until the claim is proved, all were looked at, or so many leaks
// were found. It gives the numbers that were seen to leak.
func (c *changing) audit(patience int) (proved bool, found []int) {
	var numbers []int
	for n := range c.leaks {
		if c.s.Draws(n) {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	c.r.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	level := c.s.Risk()
	shown, seen := c.s.Reader()
	cl := c.s.claim(level.Sees(seen, shown))
	enough := 1 / level.Alpha(c.s.Attempt, c.s.Canaries > 0)
	if cl.sure() || cl.never() {
		return cl.sure(), nil
	}
	w := cl.Start()
	for i, n := range numbers {
		leak := c.leaks[n] && c.r.Float64() < c.sees
		key := fmt.Sprint(c.s.Attempt, " ", i)
		c.apply(Entry{Drawn: []Row{{Key: key, Place: i, Number: n}}})
		c.apply(Entry{Look: &Look{Key: key, Leak: leak}})
		c.looks++
		if w.Add(leak); leak {
			found = append(found, n)
		}
		if w.Best() >= enough {
			return true, found
		}
		if len(found) > patience {
			break
		}
	}
	return false, found
}

// change masks what was found, and lets so many messages in, of which just as many leak
// that the release leaks more than it may: it follows what was seen. It gives the
// beginning of the audit of the part that has changed.
func (c *changing) change(found []int, more int) *Part {
	for _, n := range found {
		delete(c.leaks, n)
	}
	masked := c.come(len(found), 0)
	may := TestOf(len(c.leaks)+more, c.limit, nil, false).Least()
	came := c.come(more, min(more, max(0, may-c.leaking())))
	return &Part{Numbers: append(masked, came...), Found: len(found)}
}

// TestCarriedIsRight: a release changes again and again, as what was seen tells it to, and
// each time only what has changed is looked at; of all its certificates at most a share
// of alpha says what is wrong.
func TestCarriedIsRight(t *testing.T) {
	const runs = 500
	for _, set := range []struct {
		leaking, more, canaries, patience int
		sees                              float64
	}{
		{31, 60, 0, 100, 1}, {25, 60, 0, 100, 1}, {28, 200, 0, 1, 1}, {15, 100, 0, 3, 1}, {31, 60, 60, 100, 0.9}, {20, 150, 60, 2, 0.9},
	} {
		wrong, proved, carried := 0, 0, 0
		r := rand.New(rand.NewPCG(uint64(set.leaking), uint64(set.more)))
		for range runs {
			c := &changing{t: t, r: r, s: NewState(), sees: set.sees, limit: 0.05, leaks: map[int]bool{}}
			c.come(600, set.leaking)
			c.begin(set.canaries, nil)
			bad := false
			for k := 1; k <= 3; k++ {
				ok, found := c.audit(set.patience)
				if ok {
					proved++
					if k > 1 {
						carried++
					}
					bad = bad || c.leaking() >= TestOf(len(c.leaks), c.limit, nil, false).Least()
				}
				c.begin(set.canaries, c.change(found, set.more))
			}
			if bad {
				wrong++
			}
		}
		b := eval.ClopperPearson(wrong, runs)
		t.Logf("%+v: %d proved, %d of them by a part; wrong in %.1f %% of the runs (%.1f–%.1f)", set, proved, carried, 100*b.Rate,
			100*b.Low, 100*b.High)
		if b.Low > float64(UsualLevel) {
			t.Errorf("%+v: %d of %d releases were certified wrongly", set, wrong, runs)
		}
	}
}

// TestCarry: after an import only what came in is looked at, and the certificate says so
// and is checked; where the part would take more looks than the whole, all is.
func TestCarry(t *testing.T) {
	c := &changing{t: t, r: rand.New(rand.NewPCG(1, 1)), s: NewState(), sees: 1, limit: 0.05, leaks: map[int]bool{}}
	c.come(2000, 0)
	c.begin(0, nil)
	if ok, _ := c.audit(0); !ok {
		t.Fatal("not proved")
	}
	before := c.looks
	came := c.come(40, 0)
	b := &Begin{N: len(c.leaks), Limit: c.limit}
	gone := func(int) bool { return false }
	c.s.Carry(b, came, gone)
	if b.Part == nil || b.Part.Found != 0 {
		t.Fatalf("the whole release is to be looked at again after an import of 40: %+v", b)
	}
	c.apply(Entry{Begin: b})
	r := make(Release, len(c.leaks))
	for i := range r {
		r[i] = DigestOf("", "", "", fmt.Sprint(i))
	}
	c.s.Release = r.Sum()
	if ok, _ := c.audit(0); !ok || c.looks-before > 40 {
		t.Fatalf("%v after %d looks more", ok, c.looks-before)
	}
	made, err := c.s.Certify(r, r, Key(nil), Certificate{Made: time.Unix(0, 0).UTC()})
	if err != nil {
		t.Fatalf("%v: %+v", err, c.s.Standing())
	}
	if err := made.Verify(r); err != nil || made.Most != 102 || made.Again != 40 || len(made.Carried) != 1 {
		t.Errorf("%v: %+v", err, made)
	}
	for _, forge := range []func(*Certificate){
		func(c *Certificate) { c.Carried[0].Looks = 10 }, func(c *Certificate) { c.Again = 2000 },
		func(c *Certificate) { c.Carried[0].Found = 3 }, func(c *Certificate) { c.Carried = []Pass{} },
		func(c *Certificate) { c.Carried[0].Attempt = 2 }, func(c *Certificate) { c.Looks = 0 },
	} {
		bad := *made
		bad.Carried = slices.Clone(made.Carried)
		forge(&bad)
		if signed, err := bad.sign(Key(nil)); err != nil || signed.Verify(r) == nil {
			t.Errorf("%+v is verified", bad)
		}
	}
	b = &Begin{N: len(c.leaks), Limit: c.limit}
	var all []int
	for n := range c.next {
		all = append(all, n+1)
	}
	if c.s.Carry(b, all, gone); b.Part != nil {
		t.Error("all has changed, and it is taken for a part")
	}
	for _, bad := range []*Part{{Found: 1}, {Found: -1}, {Numbers: []int{2, 1}}, {Numbers: []int{0}}} {
		if c.s.Apply(&Entry{Begin: &Begin{N: len(c.leaks), Limit: c.limit, Part: bad}}) == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
