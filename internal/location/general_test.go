package location

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// nameModel is the town, at a threshold that its names are above.
func nameModel(t testing.TB) *Model {
	t.Helper()
	m, _ := townModel(t)
	m.Threshold = 0.45
	return m
}

// TestNamesOfSeveralWords: the longest name is found, one category stands for
// all its words, and what is between them goes with them.
func TestNamesOfSeveralWords(t *testing.T) {
	m := nameModel(t)
	names := map[string]string{"the castle": "sight", "Castle": "building", "old castle moat": "sight", "near": "place"}
	for _, c := range []struct{ in, want string }{
		{"lunch was great near the castle", "lunch was great place sight"},
		{"lunch was great near THE  Castle!", "lunch was great place sight!"},
		{"so tired, castle", "so tired, building"},
		{"so tired, old castle, moat", "so tired, sight"},
		{"so tired, old castle, tower", "so tired, old building,"},
		{"so tired", "so tired"},
	} {
		cl, err := NewCleaner(m, nil, Options{General: names})
		if err != nil {
			t.Fatal(err)
		}
		got, err := cl.Clean(doc(t, "1", c.in))
		if err != nil {
			t.Fatal(err)
		}
		if out := got.Apply(c.in, ""); out != c.want {
			t.Errorf("%q became %q, want %q", c.in, out, c.want)
		}
	}
}

// TestNameSpans: one span covers a whole name.
func TestNameSpans(t *testing.T) {
	m := nameModel(t)
	in := "lunch was great near the old  castle moat"
	c, err := NewCleaner(m, nil, Options{General: map[string]string{"old castle moat": "sight"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Clean(doc(t, "1", in))
	if err != nil {
		t.Fatal(err)
	}
	spans := got.Spans(in)
	last := spans[len(spans)-1]
	if in[last.Start:last.End] != "old  castle moat" || !strings.HasSuffix(last.Why, "; generalised") {
		t.Fatalf("%+v", spans)
	}
	if len(got.General) != 3 || got.Count() != len(spans)-1 {
		t.Errorf("%d words generalised, %d deleted", len(got.General), got.Count())
	}
	if left := strings.Join(got.left, " "); !strings.HasSuffix(left, " near the sight") {
		t.Errorf("an attacker reads %q", left)
	}
}

// TestNamesStopAtMessagesAndProtected: a name does not reach from one message of
// a timeline into the next, nor over a protected word.
func TestNamesStopAtMessagesAndProtected(t *testing.T) {
	g, err := newGazetteer(map[string]string{"old castle": "sight"}, reader{seg: Words{}})
	if err != nil {
		t.Fatal(err)
	}
	p := &problem{}
	for i, w := range []string{"old", "castle", "old", "castle", "old", "castle"} {
		p.add([]string{w}, i/3)
	}
	p.fixed[5] = true
	var found []int
	for i := range p.words {
		if _, n := g.find(p, i); n > 0 {
			found = append(found, i)
		}
	}
	if len(found) != 1 || found[0] != 0 {
		t.Errorf("names at words %v; only the first is one", found)
	}
}

// TestCondenseKeepsTheWords: every word is in one word of the condensed problem,
// in order, and what is spread over them is what was decided.
func TestCondenseKeepsTheWords(t *testing.T) {
	g, err := newGazetteer(map[string]string{"a": "x", "a b": "y", "b c a": "z"}, reader{seg: Words{}})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := &problem{}
		for i, w := range rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 9).Draw(t, "words") {
			p.add([]string{w}, i*rapid.IntRange(0, 1).Draw(t, "start"))
			p.gap[i] = rapid.IntRange(0, 4).Draw(t, "gap") == 0
			p.fixed[i] = rapid.IntRange(0, 4).Draw(t, "fixed") == 0
		}
		q := g.condense(p)
		at := 0
		var deleted []bool
		for k := range q.words {
			if q.from[k] != at || q.to[k] <= at || q.gap[k] != p.gap[at] || q.message[k] != p.message[at] {
				t.Fatalf("word %d stands for %d to %d, after %d", k, q.from[k], q.to[k], at)
			}
			if q.category[k] == "" && (!slices.Equal(q.words[k], p.words[at]) || q.to[k] != at+1 || q.fixed[k] != p.fixed[at]) {
				t.Fatalf("word %d is another: %q", k, q.words[k])
			}
			at = q.to[k]
			deleted = append(deleted, !q.fixed[k] && rapid.Bool().Draw(t, "deleted"))
		}
		if at != len(p.words) {
			t.Fatalf("%d of %d words", at, len(p.words))
		}
		gone, general := q.spread(deleted)
		for k := range q.words {
			for i := q.from[k]; i < q.to[k]; i++ {
				c, is := general[i]
				if gone[i] != deleted[k] || is != (q.category[k] != "" && !deleted[k]) || is && (c != "") != (i == q.from[k]) {
					t.Fatalf("word %d: deleted %v, category %q", i, gone[i], c)
				}
				if p.fixed[i] && (gone[i] || is) {
					t.Fatalf("protected word %d was changed", i)
				}
			}
		}
	})
	if gone, general := g.condense(&problem{}).spread(nil); len(gone)+len(general) > 0 {
		t.Error("something out of nothing")
	}
}

func TestListsThatCannotBe(t *testing.T) {
	m := nameModel(t)
	for name, list := range map[string]map[string]string{
		"no word":      {"…": "sight"},
		"no category":  {"castle": " "},
		"two words":    {"castle": "a sight"},
		"only a blank": {" ": "sight"},
	} {
		if _, err := NewCleaner(m, nil, Options{General: list}); err == nil {
			t.Errorf("%s: taken", name)
		} else if strings.Contains(err.Error(), "sight") || strings.Contains(err.Error(), "castle") {
			t.Errorf("%s: the error shows the entry", name)
		}
	}
}

// FuzzGeneral: whatever the name and the message, the spans are in order and within
// the message, and there is no panic.
func FuzzGeneral(f *testing.F) {
	m := nameModel(f)
	f.Add("old castle", "lunch near the old  castle!")
	f.Add("the", "near the harbour, the ferry")
	f.Add("東京", "東京 castle")
	f.Fuzz(func(t *testing.T, name, in string) {
		c, err := NewCleaner(m, nil, Options{General: map[string]string{name: "sight"}})
		if err != nil {
			return // no name, which NewCleaner has to say
		}
		d, err := analyse("1", in)
		if err != nil {
			return // no text that a corpus would pass on
		}
		got, err := c.Clean(d)
		if err != nil {
			t.Fatal(err)
		}
		got.Apply(in, "")
		for i, s := range got.Spans(in) {
			if s.Start < 0 || s.End > len(in) || s.Start > s.End || i > 0 && s.Start < got.Spans(in)[i-1].End {
				t.Fatalf("span %d of %d to %d in %d bytes", i, s.Start, s.End, len(in))
			}
		}
	})
}

// TestNamesOfNewYork: the list of the examples is one that can be used,
// each name once.
func TestNamesOfNewYork(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "examples", "newyork-places.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, r := range rows {
		if list[r[0]] != "" {
			t.Errorf("%q stands twice", r[0])
		}
		list[r[0]] = r[1]
	}
	g, err := newGazetteer(list, reader{seg: Words{}})
	if err != nil || g.longest < 3 || len(list) < 500 {
		t.Errorf("%d names, the longest of %d words: %v", len(list), g.longest, err)
	}
}
