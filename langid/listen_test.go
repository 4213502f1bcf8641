package langid

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// told gives the languages that a Listener tells of lines "thread|author|text",
// each thread that stands together in one call.
func told(l *Listener, lines ...[3]string) []string {
	var out []string
	for i := 0; i < len(lines); {
		var thread []Line
		j := i
		for ; j < len(lines) && lines[j][0] == lines[i][0] && (j == i || lines[i][0] != ""); j++ {
			thread = append(thread, Line{Author: lines[j][1], Text: lines[j][2]})
		}
		for _, b := range l.Thread(lines[i][0], thread) {
			out = append(out, b.Best().Lang)
		}
		i = j
	}
	return out
}

const (
	spanish = "nos vemos mañana en la estación, no te olvides de las entradas"
	swedish = "vad ska vi göra i helgen, jag är hemma hela dagen"
)

// TestWhatWasReadBefore: a short message goes with its thread, else with its
// author, else with the corpus; one that speaks for itself is not swayed.
func TestWhatWasReadBefore(t *testing.T) {
	id := identifier(t, Config{Languages: []string{"es", "it", "sv", "en"}})
	const short = "va si" // Italian or Spanish
	alone := told(id.Listen(), [3]string{"", "", short})[0]
	if alone == "sv" {
		t.Fatalf("%q alone is %s", short, alone)
	}
	after := func(lines ...[3]string) [][3]string {
		return append(slices.Repeat([][3]string{{"", "", spanish}}, 30), lines...)
	}
	for _, c := range []struct {
		what  string
		lines [][3]string
		want  string
	}{
		{"corpus", after([3]string{"", "", short}), "es"},
		{"author", after([3]string{"", "ann", swedish}, [3]string{"", "ann", swedish}, [3]string{"", "ann", swedish}, [3]string{"", "ann", "hej"}), "sv"},
		{"thread before author", after([3]string{"", "ann", swedish}, [3]string{"t", "ann", spanish}, [3]string{"t", "bob", spanish}, [3]string{"t", "ann", short}), "es"},
		{"a thread that comes back", [][3]string{{"t", "", spanish}, {"t", "", spanish}, {"u", "", swedish}, {"t", "", short}}, "es"},
		{"clear in itself", after([3]string{"", "", "are you still coming to the party on saturday night"}), "en"},
	} {
		got := told(id.Listen(), c.lines...)
		if last := got[len(got)-1]; last != c.want {
			t.Errorf("%s: %s, want %s", c.what, last, c.want)
		}
	}
}

// TestGuessesAreNoEvidence: what is only guessed from others does not count for
// those to come, however often it is said.
func TestGuessesAreNoEvidence(t *testing.T) {
	l := identifier(t, Config{}).Listen()
	before := l.corpus
	for range 50 {
		l.Thread("t", []Line{{Author: "a", Text: "ok"}, {Author: "a", Text: "12:30"}})
	}
	if l.corpus != before || len(l.authors.recent) > 0 {
		t.Error("ok has taught something")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	var m memory
	for i := range 5 * maxRemembered {
		m.at("first")[0]++ // in use all the time
		m.at(fmt.Sprint(i))[1]++
		if n := len(m.recent) + len(m.old); n > 2*maxRemembered+2 {
			t.Fatalf("%d names", n)
		}
	}
	if n := m.look("first"); n == nil || n[0] != 5*maxRemembered {
		t.Error("a name in use is forgotten")
	}
	if m.look("1") != nil {
		t.Error("an old name is remembered")
	}
}

// TestBeliefs: probabilities of a script sum to one whatever was read before,
// and the same messages in the same order give the same beliefs.
func TestBeliefs(t *testing.T) {
	id := identifier(t, Config{})
	rapid.Check(t, func(t *rapid.T) {
		var lines []Line
		for range rapid.IntRange(1, 6).Draw(t, "messages") {
			lines = append(lines, Line{rapid.SampledFrom([]string{"", "ann", "bob"}).Draw(t, "author"), drawnText(t)})
		}
		one, two := id.Listen(), id.Listen()
		for range 2 {
			first, second := one.Thread("t", lines), two.Thread("t", lines)
			for i := range first {
				if first[i] != second[i] {
					t.Fatalf("message %d: two listeners differ", i)
				}
				sum := 0.0
				for _, lang := range Languages() {
					sum += first[i].Of(lang)
				}
				if first[i].Letters > 0 && math.Abs(sum-1) > 1e-9 || first[i].Letters == 0 && sum != 0 {
					t.Fatalf("message %d: %d letters, sum %g", i, first[i].Letters, sum)
				}
				if g := first[i].Best(); g.Prob != first[i].Of(g.Lang) || id.Guess(&first[i]) != g {
					t.Fatalf("message %d: best %v", i, g)
				}
			}
		}
	})
	var none Belief
	if none.Best() != (Guess{}) || none.Of("xx") != 0 {
		t.Error("nothing was read, and yet a language is told")
	}
}

// TestSwitching: the languages of invented messages that change language, among
// six.
func TestSwitching(t *testing.T) {
	id := identifier(t, Config{Languages: []string{"en", "fr", "de", "it", "es", "sv"}})
	for _, c := range []struct{ want, text string }{
		{"fr en de", "slt my friend wie gehts"},
		{"fr en", "coucou ma belle, see you tonight at the station"},
		{"de en", "bin gleich da, wait for me please"},
		{"it en it", "ciao bello, are you coming to the party stasera"},
		{"fr it", "on se voit demain, non dimenticare i biglietti"},
		{"de fr", "ich komme um acht, gros bisous à toute la famille"},
		{"es fr", "nos vemos mañana en la plaza, bisous mon coeur"},
		{"en es", "thanks for everything, te quiero mucho mi amor"},
		{"en de", "sorry i missed your call, ich ruf dich später an"},
		{"fr de", "t'es où là ? ich warte vor dem bahnhof"},
		{"it de", "arrivo tra poco, wartest du noch auf mich"},
		{"sv de", "vi ses imorgon, gute nacht mein schatz"},
		{"en fr", "happy birthday mate, bon anniversaire mon pote"},
		{"en it", "see you soon my dear, un bacione grande a tutti"},
		{"es it", "feliz cumpleaños guapa, tanti auguri amore mio"},
		{"fr es", "je suis trop fatiguée ce soir, hasta mañana chicos"},
		{"sv fr", "jag är hemma nu, tu viens quand tu veux"},
		{"en sv", "can you pick me up, jag har missat bussen igen"},
		{"es en es", "oye tia, call me when you get home, te espero"},
		{"sv en sv", "hej gumman, will be late tonight, så vänta inte"},
	} {
		got := ""
		for _, s := range id.Stretches(c.text) {
			got += " " + s.Lang
		}
		if got != " "+c.want {
			t.Errorf("%q:%s, want %s", c.text, got, c.want)
		}
	}
}
