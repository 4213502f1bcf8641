package mask_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// families are ten names, of which nine have one short form and one has two,
// and eight short forms of nobody.
func families() []mask.Name {
	var out []mask.Name
	for i, pair := range strings.Fields("nicolas:nico thomas:tom maxime:max frédéric:fred sébastien:seb emmanuel:manu théodore:théo grégory:greg benjamin:ben") {
		full, nick, _ := strings.Cut(pair, ":")
		out = append(out, mask.Name{Word: full, Lang: "fr", Sex: 1, Rank: 5 + i%2},
			mask.Name{Word: nick, Lang: "fr", Sex: 1, Rank: 2, Nick: true, Full: []string{"nobody", full}})
	}
	out = append(out, mask.Name{Word: "alexandre", Lang: "fr", Sex: 1, Rank: 5},
		mask.Name{Word: "alex", Lang: "fr", Sex: 3, Rank: 3, Nick: true, Full: []string{"alexandre"}},
		mask.Name{Word: "sacha", Lang: "fr", Sex: 1, Rank: 1, Nick: true, Full: []string{"alexandre"}})
	for _, nick := range strings.Fields("bob bill jojo lulu toto riri fifi loulou") {
		out = append(out, mask.Name{Word: nick, Lang: "fr", Sex: 1, Rank: 1, Nick: true, Full: []string{"robert"}})
	}
	return out
}

// TestRotateMovesFamilies: where Nicolas becomes Maxime, nico becomes max,
// wherever they stand, and no two names become the same.
func TestRotateMovesFamilies(t *testing.T) {
	short, nick := map[string]string{}, map[string]bool{}
	for _, n := range families() {
		nick[n.Word] = n.Nick
		if n.Nick && n.Word != "sacha" {
			short[n.Full[len(n.Full)-1]] = n.Word
		}
	}
	for _, scope := range []mask.Scope{mask.PerCorpus, mask.PerThread, mask.PerMessage} {
		o, from := rotate(t, mask.RotateConfig{Names: families(), Scope: scope}), map[string]string{}
		for full, w := range short {
			if full == "robert" {
				continue
			}
			to := turn(t, o, full)
			if got := turn(t, o, w); got != short[to] || to == full || nick[to] {
				t.Errorf("scope %s: %s becomes %s, %s becomes %s, not %s", scope, full, to, w, got, short[to])
			}
			from[to] = full
		}
		for _, n := range families() {
			to := turn(t, o, n.Word)
			if nick[to] != n.Nick || to == n.Word || from[to] != "" && from[to] != n.Word {
				t.Errorf("scope %s: %s becomes %s as %s does", scope, n.Word, to, from[to])
			}
			from[to] = n.Word
		}
	}
}

// TestRotateKeepsFamiliesApart: in a thread nobody takes a name of a family of
// which somebody stands there.
func TestRotateKeepsFamiliesApart(t *testing.T) {
	o := rotate(t, mask.RotateConfig{Names: families(), Scope: mask.PerCorpus})
	to := turn(t, o, "nicolas")
	var short string
	for _, n := range families() {
		if n.Nick && n.Full[len(n.Full)-1] == to {
			short = n.Word
		}
	}
	d := doc("nicolas et " + short)
	got, err := o.Replace(context.Background(), d, bauta.Span{Start: 0, End: 7, Label: bauta.Person})
	if err != nil || got == to || got == "nicolas" {
		t.Errorf("%q beside %q, %v", got, short, err)
	}
}

// TestRotateSession: a thread that comes in stretches keeps its surrogates, also
// where the surrogate of a name comes to stand in the thread.
func TestRotateSession(t *testing.T) {
	o := rotate(t, mask.RotateConfig{Names: families()})
	thread := o.Session()
	say := func(word string) string {
		d := doc(word)
		d.Thread = "t"
		spans := [][]bauta.Span{{{Start: 0, End: len(word), Label: bauta.Person}}}
		if err := thread.Link(context.Background(), []*bauta.Doc{d}, spans); err != nil {
			t.Fatal(err)
		}
		got, err := o.Replace(context.Background(), d, spans[0][0])
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := say("Nicolas")
	if other := say(first); strings.EqualFold(other, first) || strings.EqualFold(other, "nicolas") {
		t.Errorf("%s, who is called like a surrogate, becomes %s", first, other)
	}
	seen := map[string]string{}
	for _, n := range families() {
		got := say(n.Word)
		if got == "PERSON" {
			continue // all that is left stands in the thread
		}
		if seen[got] != "" || got == n.Word {
			t.Errorf("%s and %s become %s", seen[got], n.Word, got)
		}
		seen[got] = n.Word
	}
	if again := say("Nicolas"); again != first {
		t.Errorf("%s, then %s", first, again)
	}
}

// TestRotateIsOrderly: the table is the same whatever order the names come in.
func TestRotateIsOrderly(t *testing.T) {
	names := families()
	back := make([]mask.Name, len(names))
	for i, n := range names {
		back[len(names)-1-i] = n
	}
	for range 5 {
		a, b := rotate(t, mask.RotateConfig{Names: names, Scope: mask.PerCorpus}), rotate(t, mask.RotateConfig{Names: back, Scope: mask.PerCorpus})
		for _, n := range names {
			if x, y := turn(t, a, n.Word), turn(t, b, n.Word); x != y {
				t.Fatal(fmt.Sprint(n.Word, x, y))
			}
		}
	}
}
