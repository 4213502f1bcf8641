package mask_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// table has men and women of two bands.
func table() []mask.Name {
	var out []mask.Name
	for i, w := range strings.Fields("nicolas ferdinand peter paul marc luc jean andré cédric thomas simon olivier") {
		out = append(out, mask.Name{Word: w, Lang: "fr", Sex: 1, Rank: 4 + i%3})
	}
	for _, w := range strings.Fields("anna lotta julie marie sophie claire lucie émilie laure nina") {
		out = append(out, mask.Name{Word: w, Lang: "fr", Sex: 2, Rank: 5})
	}
	return append(out, mask.Name{Word: "zébulon", Lang: "fr", Sex: 1, Rank: 1})
}

func rotate(t testing.TB, cfg mask.RotateConfig) *mask.Rotate {
	t.Helper()
	if cfg.Names == nil {
		cfg.Names = table()
	}
	if cfg.Key == nil {
		cfg.Key = key
	}
	o, err := mask.NewRotate(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func turn(t testing.TB, o bauta.Operator, s string) string {
	t.Helper()
	out, err := o.Replace(context.Background(), doc(s), all(s, bauta.Person))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRotateIsABijection: every name has a surrogate of its own sex, no two the
// same, none itself.
func TestRotateIsABijection(t *testing.T) {
	for _, k := range [][]byte{key, key[:16], keyFrom("another")} {
		o, from, sex := rotate(t, mask.RotateConfig{Scope: mask.PerCorpus, K: 2, Key: k}), map[string]string{}, map[string]uint8{}
		for _, n := range table() {
			sex[n.Word] = n.Sex
		}
		for _, n := range table()[:22] {
			to := turn(t, o, n.Word)
			if to == n.Word || from[to] != "" || sex[to] != n.Sex {
				t.Errorf("%s becomes %s", n.Word, to)
			}
			from[to] = n.Word
		}
	}
}

func TestRotateDress(t *testing.T) {
	o := rotate(t, mask.RotateConfig{Scope: mask.PerCorpus, K: 2})
	to := turn(t, o, "nicolas")
	vowel := strings.LastIndexAny(to, "aeiou")
	for _, c := range [][2]string{
		{"Nicolas", strings.ToUpper(to[:1]) + to[1:]},
		{"NICOLAS", strings.ToUpper(to)},
		{"Nicolas's", strings.ToUpper(to[:1]) + to[1:] + "'s"},
		{"nicooolas", to[:vowel] + strings.Repeat(to[vowel:vowel+1], 3) + to[vowel+1:]},
		{"zébulon", "PERSON"},
		{"Xanthippos", "PERSON"},
	} {
		if got := turn(t, o, c[0]); got != c[1] {
			t.Errorf("%s becomes %s, want %s", c[0], got, c[1])
		}
	}
	if got := turn(t, o, "Lottas"); !strings.HasSuffix(got, "s") || got == "Lottas" {
		t.Errorf("Lottas becomes %s", got)
	}
	if a, b := turn(t, o, "cedric"), turn(t, o, "cédric"); strings.ContainsAny(a, "é") || a == "cedric" || b == "cédric" {
		t.Errorf("cedric %s, cédric %s", a, b)
	}
	if got := turn(t, o, "Anna-Marie"); !strings.Contains(got, "-") || strings.Contains(got, "Anna") {
		t.Errorf("a compound becomes %s", got)
	}
}

func TestRotateScopes(t *testing.T) {
	at := func(o *mask.Rotate, thread, id string) string {
		d := doc("Peter")
		d.Thread, d.ID = thread, id
		out, err := o.Replace(context.Background(), d, all("Peter", bauta.Person))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	differ := map[mask.Scope][2]bool{}
	for _, s := range []mask.Scope{mask.PerMessage, mask.PerThread, mask.PerCorpus} {
		o, d := rotate(t, mask.RotateConfig{Scope: s}), [2]bool{}
		for i := range 20 {
			d[0] = d[0] || at(o, "t", "1") != at(o, "t", fmt.Sprint(i))
			d[1] = d[1] || at(o, "t", "1") != at(o, fmt.Sprint(i), "1x")
		}
		differ[s] = d
	}
	if differ[mask.PerMessage] != [2]bool{true, true} || differ[mask.PerThread] != [2]bool{false, true} || differ[mask.PerCorpus] != [2]bool{} {
		t.Errorf("%v", differ)
	}
	for _, bad := range []mask.RotateConfig{{Names: table(), Key: key, Scope: "world"}, {Names: table()}, {Key: key}} {
		if _, err := mask.NewRotate(bad); err == nil {
			t.Error("a bad configuration was taken")
		}
	}
}

// TestRotateNeverOntoTheThread: whatever names stand in a thread, none of them
// is written, no two get the same, and every message has the same pseudonyms.
func TestRotateNeverOntoTheThread(t *testing.T) {
	o := rotate(t, mask.RotateConfig{})
	rapid.Check(t, func(rt *rapid.T) {
		chosen := rapid.SliceOfNDistinct(rapid.SampledFrom(table()[12:22]), 1, 5, func(n mask.Name) string { return n.Word }).Draw(rt, "names")
		var docs []*bauta.Doc
		var spans [][]bauta.Span
		standing := map[string]bool{}
		for i, n := range chosen {
			d := doc(n.Word + " " + chosen[0].Word)
			d.ID, d.Thread = fmt.Sprint(i), "t"
			docs = append(docs, d)
			a := all(n.Word, bauta.Person)
			b := bauta.Span{Start: a.End + 1, End: len(d.Text), Label: bauta.Person}
			spans = append(spans, []bauta.Span{a, b})
			standing[n.Word] = true
		}
		if err := o.Link(context.Background(), docs, spans); err != nil {
			rt.Fatal(err)
		}
		first, used := "", map[string]string{}
		for i, d := range docs {
			a, err1 := o.Replace(context.Background(), d, spans[i][0])
			b, err2 := o.Replace(context.Background(), d, spans[i][1])
			if err1 != nil || err2 != nil || standing[a] || standing[b] {
				rt.Fatalf("a name of the thread was written, or %v %v", err1, err2)
			}
			if first == "" {
				first = b
			}
			if b != first || used[a] != "" {
				rt.Fatal("pseudonyms are not stable, or two names have one")
			}
			used[a] = chosen[i].Word
		}
	})
}

func TestRotateInParts(t *testing.T) {
	o := rotate(t, mask.RotateConfig{})
	op := mask.Parts{
		By: map[bauta.Part]bauta.Operator{bauta.First: o, bauta.Last: mask.Substitute{With: "[LastName]"}}, Else: mask.Tag{},
		Part: func(w, _ string) bauta.Part {
			if o.Known(w) {
				return bauta.First
			}
			return bauta.Last
		},
	}
	d := doc("Anna Xylander")
	s := [][]bauta.Span{{all(d.Text, bauta.Person)}}
	if err := o.Link(context.Background(), []*bauta.Doc{d}, s); err != nil {
		t.Fatal(err)
	}
	got, err := op.Replace(context.Background(), d, s[0][0])
	if err != nil || !strings.HasSuffix(got, " [LastName]") || strings.Contains(got, "Anna") {
		t.Errorf("%q, %v", got, err)
	}
}

// TestRotateLeavesEntitiesAlone: who a name is stays as coreference said; only
// the inner spans tell the surrogate, of one word as of several.
func TestRotateLeavesEntitiesAlone(t *testing.T) {
	o := rotate(t, mask.RotateConfig{})
	d := doc("Anna Lotta")
	d.Thread = "t"
	s := [][]bauta.Span{{
		{Start: 0, End: 4, Label: bauta.Person, Entity: "Person 1"},
		{Start: 5, End: 10, Label: bauta.Person, Entity: "Person 2"},
	}}
	if err := o.Link(context.Background(), []*bauta.Doc{d}, s); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"Person 1", "Person 2"} {
		one := s[0][i]
		if one.Entity != want || len(one.Inner) != 1 || one.Inner[0].Entity == "" {
			t.Errorf("entity %q, %d inner spans", one.Entity, len(one.Inner))
		}
		if got, err := o.Replace(context.Background(), d, one); err != nil || !strings.EqualFold(got, one.Inner[0].Entity) {
			t.Errorf("%q was written, %v", got, err)
		}
	}
}

// TestRotateKeepsShortFormsShort: a nickname becomes a nickname.
func TestRotateKeepsShortFormsShort(t *testing.T) {
	names, short := table(), map[string]bool{}
	for _, w := range strings.Fields("nico théo max alex manu seb fred tom") {
		names, short[w] = append(names, mask.Name{Word: w, Lang: "fr", Sex: 1, Rank: 4, Nick: true}), true
	}
	o := rotate(t, mask.RotateConfig{Names: names, Scope: mask.PerCorpus})
	for w := range short {
		if to := turn(t, o, w); !short[to] || to == w {
			t.Errorf("%s becomes %s", w, to)
		}
	}
	if to := turn(t, o, "paul"); short[to] {
		t.Errorf("paul becomes %s", to)
	}
}

// TestRotateGivesCompany: a name whose band is nearly empty is rotated with the
// band beside it, and is not left to the rule for rare names.
func TestRotateGivesCompany(t *testing.T) {
	names := table()[:12]
	for i := range names {
		names[i].Rank = 4
	}
	names = append(names, mask.Name{Word: "victor", Lang: "fr", Sex: 1, Rank: 60}, mask.Name{Word: "hugo", Lang: "fr", Sex: 1, Rank: 1})
	o := rotate(t, mask.RotateConfig{Names: names, Scope: mask.PerCorpus})
	for _, w := range []string{"victor", "hugo"} {
		if to := turn(t, o, w); to == w || to == "PERSON" {
			t.Errorf("%s becomes %s", w, to)
		}
	}
}

func FuzzRotate(f *testing.F) {
	f.Add("Nicooolas's")
	f.Add("ANNA-lotta’S")
	f.Add("ǅ'’s\xff")
	o := rotate(f, mask.RotateConfig{})
	f.Fuzz(func(t *testing.T, s string) {
		if s != "" && len(s) < 1000 {
			turn(t, o, s)
		}
	})
}
