package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/dossier"
)

// talkative is a corpus of authors, each with habits and so many messages an hour apart.
func talkative(authors, messages int) string {
	var b strings.Builder
	b.WriteString("id,thread,author,time,text\n")
	for i := range messages {
		for a := range authors {
			fmt.Fprintf(&b, "%d,t%d,a%d,2012-01-%02dT%02d:%02d:00Z,ok %s demain %s %d\n", i*authors+a, a, a, 1+i/24, i%24, a,
				strings.Repeat("z", 1+a), strings.Repeat("!", a%4), i%3)
		}
	}
	return b.String()
}

// TestAttack: authors with habits are told and splitting them is tried; times are
// coarsened until they tell little; what cannot be played says why; no text is shown.
func TestAttack(t *testing.T) {
	folder(t, map[string]string{"a.csv": talkative(12, 130), "b.txt": "chez Cédric\nok\n"})
	got := must(t, "--json", "attack", "a.csv", "--policy", "small.yaml")
	var r attacks
	if err := json.Unmarshal([]byte(got.out), &r); err != nil {
		t.Fatal(err)
	}
	by := map[string]attacked{}
	for _, a := range r.Attacks {
		if _, had := by[a.Name]; !had {
			by[a.Name] = a
		}
	}
	style := by["style"]
	if style.Found.Trials != 12 || style.Found.Events < 10 || len(style.Tried) < 3 || !strings.Contains(style.What, "100 messages known") {
		t.Errorf("style: %+v", style)
	}
	if times := by["timeline"]; times.Found.Events != 12*130 || !strings.Contains(times.Advice, "hour") {
		t.Errorf("timeline: %+v", times)
	}
	if by["rare"].Found.Trials != 12 || by["program"].Found.Trials != 12*130 {
		t.Errorf("rare: %+v, program: %+v", by["rare"], by["program"])
	}
	got = must(t, "attack", "b.txt", "--policy", "small.yaml")
	for _, want := range []string{"not played: style", "not played: timeline", "not played: rare", "not played: frequency", "1 of 2, 50.0 %"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%q is missing: %s", want, got.out)
		}
	}
	if strings.Contains(got.out+got.err, "Cédric") {
		t.Error("text is shown")
	}
	if got := invoke(t, "", "attack", "a.csv", "--only", "magic"); got.code != 2 {
		t.Errorf("an attack that there is not: exit %d", got.code)
	}
}

// TestSplit: authors get new names ever more often until the interval ends below 10 %, and
// that is advised; where nothing helps, the author is to be left out.
func TestSplit(t *testing.T) {
	write := func(habit float64) (all [][]string) {
		r := rand.New(rand.NewPCG(3, 1))
		for i := range 90 {
			var said []string
			for range 60 {
				m := fmt.Sprintf("%c%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26))
				if r.Float64() < habit {
					m += fmt.Sprint(" x", i, "y")
				}
				said = append(said, m)
			}
			all = append(all, said)
		}
		return all
	}
	for habit, want := range map[float64]struct {
		advice string
		least  int
	}{0: {"a new name every 20 messages", 1}, 0.05: {"a new name every", 2}, 1: {"leave the author out", 5}} {
		a := attacked{Found: eval.ClopperPearson(70, 90), Guessing: 1. / 90}
		split(&a, write(habit))
		last := len(a.Tried) - 1
		for i, b := range a.Tried {
			if enough := b.Found.High <= harmless; enough != (i == last && habit < 1) {
				t.Errorf("habit %v: tried %d of %d: %+v, and the advice is %s", habit, i, last, b, a.Advice)
			}
		}
		if !strings.Contains(a.Advice, want.advice) || len(a.Tried) < want.least {
			t.Errorf("habit %v: %s after %+v", habit, a.Advice, a.Tried)
		}
	}
}

// TestSplittingThatLowersNothing: where nobody was told, a try that tells somebody is no advice, nor is it said that a few
// messages tell who wrote them.
func TestSplittingThatLowersNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	var all [][]string
	for range 90 {
		var said []string
		for range 60 {
			said = append(said, fmt.Sprintf("%c%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26)))
		}
		all = append(all, said)
	}
	a := dossier.NewAttack("style", dossier.Say("style.twenty"), eval.ClopperPearson(0, 9), 1./9, nothing)
	split(&a, all)
	if a.Advises.Key != "style.few" || len(a.Tried) == 0 {
		t.Errorf("%s after %+v", a.Advice, a.Tried)
	}
}

// TestFewAuthors: where even none told would show nothing, that is said, and no advice that
// reads as if style had told somebody.
func TestFewAuthors(t *testing.T) {
	var all [][]string
	for a := range 6 {
		var said []string
		for i := range 60 {
			said = append(said, fmt.Sprintf("%c%d ok", 'a'+(a*7+i*5)%26, i%9))
		}
		all = append(all, said)
	}
	a := attacked{}
	split(&a, all)
	if !strings.HasPrefix(a.Advice, "of so few authors nothing can be shown") || a.Tried[len(a.Tried)-1].What != "a new name for each message" {
		t.Errorf("%s; %+v", a.Advice, a.Tried)
	}
}

// aged are threads of two messages: one with an age, one with a date, and a name that the
// release left or invented.
func aged(names [4]string) string {
	var b strings.Builder
	b.WriteString("id,thread,text\n")
	for i, said := range []struct{ age, date string }{
		{"31", "12.03.2011"},
		{"31", "13.03.2011"},
		{"47", "12.03.2011"},
		{"47", "13.03.2011"},
		{"58", "14.03.2011"},
		{"58", "14.03.2011"},
		{"31", "15.03.2011"},
	} {
		fmt.Fprintf(&b, "%d,t%d,j'ai %s ans\n%d,t%d,le %s chez %s\n", 2*i, i, said.age, 2*i+1, i, said.date, names[i%4])
	}
	return b.String()
}

// TestAttackByFinds: of the names that the program finds, those of the original are told
// from invented ones; what two threads tell of joins them; masking is tried each time.
func TestAttackByFinds(t *testing.T) {
	folder(t, map[string]string{
		"was.csv": aged([4]string{"Cédric", "Léa", "Cédric", "Nadia"}),
		"now.csv": aged([4]string{"Cédric", "Camille", "***", "***"}),
		"p.yaml":  "policy: p\ndetect:\n  lexical: {resolve: literal}\n  pattern: {dates: true}\n",
	})
	got := must(t, "--json", "attack", "now.csv", "--policy", "p.yaml", "--lang", "fr", "--original", "was.csv", "--only",
		"program,rare,timeline")
	var r attacks
	if err := json.Unmarshal([]byte(got.out), &r); err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Attacks { // what tells as many as what stands above has no row of its own
		if rare := strings.Contains(a.What, "a place, a firm, an age"); rare && (len(a.Same) != 2 || !strings.Contains(a.Same[1].What, "one to four of these together")) {
			t.Errorf("%s: with it %+v", a.What, a.Same)
		}
	}
	for what, want := range map[string]struct {
		found, of int
		tried     []int
		advice    string
	}{
		"messages in which bauta finds a name": {4, 14, []int{0}, "mask them"},
		"of the names that it finds":           {2, 4, nil, "mask the names"}, // Cédric twice, Camille is invented
		"mention a place, a firm, an age":      {0, 7, nil, "the interval ends too high"},
		"fewer than five":                      {7, 7, []int{0}, "generalise AGE"}, // 31 thrice, 47 and 58 twice
		"that exactly one other mentions":      {6, 7, []int{0}, "generalise DATE"},
	} {
		at := slices.IndexFunc(r.Attacks, func(a attacked) bool { return strings.Contains(a.What, what) })
		if at < 0 {
			t.Errorf("%s: not played", what)
			continue
		}
		a := r.Attacks[at]
		var tried []int
		for _, b := range a.Tried {
			tried = append(tried, b.Found.Events)
		}
		if a.Found.Events != want.found || a.Found.Trials != want.of || !slices.Equal(tried, want.tried) || !strings.Contains(a.Advice, want.advice) {
			t.Errorf("%s: %+v", what, a)
		}
	}
	// Of a chat, names of senders are known and masked, too; its authors are the groups.
	put(t, "chat.txt", "[12/03/2021, 18:02:11] Cédric Martin: chez Nadia\n[12/03/2021, 18:03:40] Léa: ok\n")
	got = must(t, "--json", "attack", "chat.txt", "--policy", "p.yaml", "--lang", "fr", "--only", "program,rare")
	r = attacks{}
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || len(r.Attacks) != 2 || len(r.Attacks[1].Same) != 3 || r.Attacks[0].Found.Events != 3 ||
		r.Attacks[0].Tried[0].Found.Events != 0 || r.Attacks[1].Found.Trials != 2 {
		t.Errorf("a chat: %v, %s", err, got.out)
	}
	if got := must(t, "attack", "chat.txt", "--policy", "p.yaml", "--lang", "fr", "--only", "timeline"); !strings.Contains(got.out,
		"messages whose time, to the second, no other message has\n  2 of 2") {
		t.Errorf("times of a chat: %s", got.out)
	}
	if got := invoke(t, "", "attack", "now.csv", "--policy", "p.yaml", "--original", "p.yaml", "--only", "program"); got.code != 1 {
		t.Errorf("another original: exit %d", got.code)
	}
}

// TestStands: a name stands in a text where it is a word of it.
func TestStands(t *testing.T) {
	for _, c := range []struct {
		in, words string
		want      bool
	}{
		{"chez ann lee", "ann", true},
		{"happy anniversary", "ann", false},
		{"joann, ann", "ann", true},
		{"ann", "ann", true},
		{"éann", "ann", false},
		{"ann lee", "ann lee", true},
		{"", "ann", false},
		{"ann", "", false},
	} {
		if got := stands(c.in, c.words); got != c.want {
			t.Errorf("%q in %q: %v", c.words, c.in, got)
		}
	}
}

// TestMaskedTypeByType: the type that points most is masked first, and the next where
// that is not enough.
func TestMaskedTypeByType(t *testing.T) {
	s := said{}
	for i := range 40 {
		g := fmt.Sprint(i)
		s[g] = []string{fmt.Sprintf("LOCATION\x00place%d", i), "EVENT\x00all"}
		if i < 20 {
			s[g] = append(s[g], fmt.Sprintf("AGE\x00%d", i))
		}
	}
	r := &attacks{}
	r.rare(s)
	a := r.Attacks[0]
	if a.Found.Events != 40 || len(a.Tried) != 2 || a.Tried[0].What != "types masked: LOCATION" || a.Tried[0].Found.Events != 20 ||
		a.Tried[1].What != "types masked: LOCATION, AGE" || a.Tried[1].Found.Events != 0 {
		t.Errorf("%+v", a)
	}
	if len(r.Attacks) != 1 || len(a.Same) != 3 { // fewer than five, two together, up to four together
		t.Fatalf("%+v", r.Attacks)
	}
	if !strings.HasSuffix(a.Advice, "deidentify)") || !strings.Contains(a.Advice, "LOCATION, AGE") {
		t.Errorf("%+v", a)
	}
}

// TestAttackByFrequency: one surrogate for a name everywhere is told by rank, and names of
// its own for each thread are tried; another file than the original is refused by count.
func TestAttackByFrequency(t *testing.T) {
	var was, now strings.Builder
	for i, n := range []int{40, 30, 20, 10, 5} {
		for k := range n {
			fmt.Fprintf(&was, "%d-%d,t%d,salut nom%d\n", i, k, 100*i+k, i)
			fmt.Fprintf(&now, "%d-%d,t%d,salut autre%d\n", i, k, 100*i+k, i)
		}
	}
	head := "id,thread,text\n"
	folder(t, map[string]string{"was.csv": head + was.String(), "now.csv": head + now.String(), "b.csv": head + "1,t,ok\n"})
	got := must(t, "--json", "attack", "now.csv", "--only", "frequency", "--original", "was.csv")
	var r attacks
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || len(r.Attacks) != 1 {
		t.Fatal(err, got.out)
	}
	a := r.Attacks[0]
	if a.Found.Events != 105 || a.Found.Trials != 105 || a.Found.Low > 0.5 || math.Abs(a.Guessing-40.0/105) > 1e-9 {
		t.Errorf("one surrogate for all: %+v", a)
	}
	if len(a.Tried) != 1 || a.Tried[0].Found.Events != 40 {
		t.Errorf("tried: %+v", a.Tried)
	}
	if got := invoke(t, "", "attack", "now.csv", "--only", "frequency", "--original", "b.csv"); got.code != 1 {
		t.Errorf("another original: exit %d", got.code)
	}
}

// TestAuthorsWhoCanBeTold: a run says how many authors write so much that style tells
// who they are, and nothing where there are none.
func TestAuthorsWhoCanBeTold(t *testing.T) {
	folder(t, map[string]string{"a.csv": talkative(3, 101), "b.csv": talkative(3, 99)})
	got := must(t, "anonymise", "--policy", "small.yaml", "a.csv", "-o", "out.csv", "--report", "report.json")
	if !strings.Contains(got.err, "3 authors have 100 messages or more, of 3:") {
		t.Errorf("said: %s", got.err)
	}
	if got := must(t, "anonymise", "--policy", "small.yaml", "b.csv", "-o", "out.csv"); strings.Contains(got.err, "100 messages or more") {
		t.Errorf("said: %s", got.err)
	}
}

// TestAuthorsAroundATextCanBeTold: whoever wrote is found around a text that lies deeper, and not around a list of
// texts, of which each may be somebody else's.
func TestAuthorsAroundATextCanBeTold(t *testing.T) {
	var deep, list strings.Builder
	for i := range 202 {
		fmt.Fprintf(&deep, `{"author":"u%d","body":{"content":"bis morgen %d"}}`+"\n", i%2, i)
		fmt.Fprintf(&list, `{"author":"u%d","messages":[{"content":"bis morgen %d"},{"content":"oder später"}]}`+"\n", i%2, i)
	}
	folder(t, map[string]string{"deep.jsonl": deep.String(), "list.jsonl": list.String(), "named.jsonl": strings.NewReplacer(
		`{"author":`, `{"user":{"name":`, `,"body":{"content"`, `},"text"`, `}}`, `}`).Replace(deep.String())})
	if got := must(t, "anonymise", "--policy", "small.yaml", "named.jsonl", "-o", "out.jsonl", "--author-column", "user.name"); !strings.Contains(got.err, "2 authors have 100 messages or more, of 2:") {
		t.Errorf("named by a path: %s", got.err)
	}
	for name, want := range map[string]bool{"deep.jsonl": true, "list.jsonl": false} {
		got := must(t, "anonymise", "--policy", "small.yaml", name, "-o", "out.jsonl")
		if strings.Contains(got.err, "2 authors have 100 messages or more, of 2:") != want {
			t.Errorf("%s: %s", name, got.err)
		}
	}
}

// TestAttackByPlace: words of places tell where a message was written, deleting them is
// tried, and what is missing is asked for.
func TestAttackByPlace(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,author,latitude,longitude,text\n")
	said := [][]string{{"harbour", "ferry", "quay"}, {"castle", "tower", "moat"}, {"market", "cheese", "stalls"}}
	for i := range 900 {
		k := []int{0, 1, 0, 2, 0}[i%5]
		where := "the " + said[k][i/5%3]
		if i%4 == 0 {
			where = "home" // which tells nothing
		}
		fmt.Fprintf(&b, "%d,a%d,%d.5,0.5,lunch near %s\n", i, i/2, k, where)
	}
	folder(t, map[string]string{"town.csv": b.String(), "few.csv": "id,text\n1,ok\n"})
	must(t, "location", "grid", "town.csv", "--box", "0,0,3,1", "--rows", "3", "--cols", "1", "-o", "grid.json")
	place := []string{"attack", "town.csv", "--only", "place", "--places", "town.csv"}
	got := must(t, append([]string{"--json"}, append(place, "--grid", "grid.json")...)...)
	var r attacks
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || len(r.Attacks) != 1 {
		t.Fatal(err, got.out)
	}
	a := r.Attacks[0]
	if a.Found.Rate < 0.85 || a.Guessing > 0.7 || len(a.Tried) != 1 || a.Tried[0].Found.Rate > a.Guessing+0.15 {
		t.Errorf("%+v", a)
	}
	if got := must(t, "attack", "town.csv", "--only", "place"); !strings.Contains(got.out, "not played: place: give --places") {
		t.Error(got.out)
	}
	if got := invoke(t, "", place...); got.code != 2 || !strings.Contains(got.err, "--grid") {
		t.Errorf("no grid: exit %d, %s", got.code, got.err)
	}
	if got := invoke(t, "", "attack", "few.csv", "--only", "place", "--places", "town.csv", "--grid", "grid.json"); got.code != 1 {
		t.Errorf("a release of other messages: exit %d", got.code)
	}
}

// TestAdviceByTheUpperEnd: nothing is to be done where the interval ends low, not where little was seen of little.
func TestAdviceByTheUpperEnd(t *testing.T) {
	for _, c := range []struct {
		events, trials int
		guessing       float64
		want           string
	}{
		{0, 7, 0, "wide"},
		{0, 30, 0, "wide"},
		{0, 60, 0, "nothing"},
		{3, 1000, 0, "nothing"},
		{300, 1000, 0.32, "nothing"},
		{3, 10, 0.3, "wide"},
		{0, 0, 0, "wide"},
	} {
		a := playedOn("rare", dossier.Say("rare.what"), eval.ClopperPearson(c.events, c.trials), c.guessing)
		if a.Advises.Key != c.want {
			t.Errorf("%d of %d, guessing %g: %s", c.events, c.trials, c.guessing, a.Advises.Key)
		}
	}
}

// TestLeftIsWhatAnotherRunFinds: a name counts as left where another run would take it out, and the message is named by its
// number: a namesake that stays, and a type that the policy keeps, are none.
func TestLeftIsWhatAnotherRunFinds(t *testing.T) {
	folder(t, map[string]string{
		"chat.txt": "[12/03/2021, 18:02:11] Person 1: see you\n[12/03/2021, 18:03:40] Person 2: i will come\n[12/03/2021, 18:04:40] Person 1: ok Thomas Becker\n",
		"was.txt":  "[12/03/2021, 18:02:11] Will: see you\n[12/03/2021, 18:03:40] Joy: i will come\n[12/03/2021, 18:04:40] Will: ok Thomas Becker\n",
		"p.yaml":   "policy: p\ndetect:\n  lexical: {resolve: literal}\n  pattern: {}\nmask:\n  PERSON: keep\n",
	})
	got := must(t, "--json", "attack", "chat.txt", "--original", "was.txt", "--policy", "gdpr", "--lang", "en", "--only", "program")
	var r attacks
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || !slices.Equal(r.Named, []int{3}) || !slices.Equal(r.Left, []int{3}) {
		t.Errorf("%v: %s", err, got.out)
	}
	got = must(t, "attack", "was.txt", "--original", "was.txt", "--policy", "gdpr", "--lang", "en", "--only", "program")
	if !strings.Contains(got.out, "\n  messages 1, 2, 3\n") || !strings.Contains(got.out, "\n  4 of 4") || strings.Contains(got.out, "Becker") {
		t.Errorf("with senders: %s", got.out)
	}
	if got = must(t, "attack", "was.txt", "--policy", "p.yaml", "--lang", "en", "--only", "program"); !strings.Contains(got.out, "\n  0 of 6") {
		t.Errorf("a policy that keeps names: %s", got.out)
	}
}
