package location

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// someDocs are messages of one author of the town.
func someDocs(t testing.TB, r *rand.Rand, rs []Record, n int) (docs []*bauta.Doc, words [][]string) {
	t.Helper()
	for i := range n {
		d := doc(t, fmt.Sprint(i), rs[r.IntN(len(rs))].Text)
		ts, err := reader{seg: Words{}}.read(d)
		if err != nil {
			t.Fatal(err)
		}
		docs, words = append(docs, d), append(words, flat(ts))
	}
	return docs, words
}

// together is the greatest probability of a place for who reads all messages of
// an author: what each says multiplies, and the prior counts once (Bayes, the
// messages independent given the place). One in which nothing is left says nothing.
func together(m *Model, words [][]string) float64 {
	words = slices.DeleteFunc(slices.Clone(words), func(w []string) bool { return len(w) == 0 })
	if len(words) == 0 {
		return m.Lowest()
	}
	z := make([]float64, m.Division.Classes())
	for k := range z {
		z[k] = -float64(len(words)-1) * m.Prior[k]
	}
	for _, w := range words {
		for k, p := range m.Probabilities(w) {
			z[k] += math.Log(float64(p))
		}
	}
	top, sum := 0.0, 0.0
	for _, v := range z {
		top = max(top, math.Exp(v))
		sum += math.Exp(v)
	}
	return top / sum
}

// TestTimelineIsTheProduct: what the timeline is said to give away, before and
// after, is the product of what its messages do, and the rest is below.
func TestTimelineIsTheProduct(t *testing.T) {
	m, rs := townModel(t)
	r := rand.New(rand.NewPCG(9, 1))
	deleted := 0
	for range 60 {
		threshold := 0.4 + 0.5*r.Float64()
		c, err := NewCleaner(m, nil, Options{Threshold: threshold})
		if err != nil {
			t.Fatal(err)
		}
		docs, words := someDocs(t, r, rs, 1+r.IntN(5))
		got, err := c.Timeline(docs)
		if err != nil {
			t.Fatal(err)
		}
		var left [][]string
		for _, g := range got {
			left = append(left, g.left)
			deleted += g.Count()
			if g.Before != got[0].Before || g.After != got[0].After {
				t.Fatal("messages of one timeline differ in what they all give away")
			}
		}
		if got[0].Suppressed {
			continue
		}
		if want := together(m, words); math.Abs(got[0].Before-want) > 1e-4 {
			t.Fatalf("%d messages: %.5f before, the product is %.5f", len(docs), got[0].Before, want)
		}
		if want := together(m, left); math.Abs(got[0].After-want) > 1e-4 || want >= threshold {
			t.Fatalf("%d messages: %.5f after, the product is %.5f, the threshold %.5f", len(docs), got[0].After, want, threshold)
		}
	}
	if deleted < 60 {
		t.Errorf("%d words deleted: the test shows little", deleted)
	}
}

// TestTimelineOfOneIsTheMessage: an author of one message is no special case,
// and the order of the messages changes nothing.
func TestTimelineOfOneIsTheMessage(t *testing.T) {
	m, rs := townModel(t)
	c, err := NewCleaner(m, nil, Options{Threshold: 0.5, General: map[string]string{"castle": "sight"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs[:40] {
		d := doc(t, r.ID, r.Text)
		one, err := c.Clean(d)
		if err != nil {
			t.Fatal(err)
		}
		all, err := c.Timeline([]*bauta.Doc{d})
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(one.Deleted, one.General, one.After) != fmt.Sprint(all[0].Deleted, all[0].General, all[0].After) {
			t.Fatalf("message %s: %v alone, %v as a timeline", r.ID, one.Deleted, all[0].Deleted)
		}
	}
	docs := []*bauta.Doc{doc(t, "1", "lunch near the castle"), doc(t, "2", "so tired near the harbour")}
	there, err := c.Timeline(docs)
	if err != nil {
		t.Fatal(err)
	}
	back, err := c.Timeline([]*bauta.Doc{docs[1], docs[0]})
	if err != nil {
		t.Fatal(err)
	}
	if there[0].After != back[0].After || there[0].Count() != back[1].Count() {
		t.Errorf("%.4f with %d words, turned round %.4f with %d", there[0].After, there[0].Count(), back[0].After, back[1].Count())
	}
}

// TestNoMessages: an author who wrote nothing gives nothing away.
func TestNoMessages(t *testing.T) {
	m, _ := townModel(t)
	c, err := NewCleaner(m, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{"", " ", "…", "… — ( ) , !"} {
		got, err := c.Clean(doc(t, "1", in))
		if err != nil || got.Touched() || got.Apply(in, Mark) != in || len(got.Spans(in)) != 0 {
			t.Errorf("%q: %+v, %v", in, got, err)
		}
	}
	if got, err := c.Timeline(nil); err != nil || len(got) != 0 {
		t.Errorf("no messages: %d, %v", len(got), err)
	}
}

// TestMarksAndNames: with marks, a stretch of deleted words is one mark, and a
// name beside it keeps its category.
func TestMarksAndNames(t *testing.T) {
	text := "lunch near the old castle, by the harbour"
	d := doc(t, "1", text)
	ts, err := reader{seg: Words{}}.read(d)
	if err != nil {
		t.Fatal(err)
	}
	c := &Cleaned{Units: ts, Deleted: make([]bool, len(ts)), General: map[int]string{3: "sight", 4: ""}}
	c.Deleted[1], c.Deleted[2], c.Deleted[7] = true, true, true
	for mark, want := range map[string]string{
		Mark: "lunch " + Mark + " sight, by the " + Mark,
		"":   "lunch sight, by the",
	} {
		if got := c.Apply(text, mark); got != want {
			t.Errorf("with mark %q: %q, want %q", mark, got, want)
		}
	}
	if c.Count() != 3 || !c.Touched() {
		t.Errorf("%d words deleted", c.Count())
	}
	c.Suppressed = true
	if got := c.Apply(text, Mark); got != Mark {
		t.Errorf("suppressed: %q", got)
	}
}

// TestReadFormats: the three formats hold the same messages.
func TestReadFormats(t *testing.T) {
	want := "[{1 a bread here {1.5 -2.25}} {2  so tired {-3 4}}]"
	for name, body := range map[string]string{
		"a.csv":   "id,author,text,latitude,longitude\n1,a,bread here,1.5,-2.25\n2,,so tired,-3,4\n",
		"a.tsv":   "id\tauthor\ttext\tlatitude\tlongitude\n1\ta\tbread here\t1.5\t-2.25\n2\t\tso tired\t-3\t4\n",
		"a.jsonl": `{"id":"1","author":"a","text":"bread here","latitude":"1.5","longitude":"-2.25"}` + "\n" + `{"id":"2","text":"so tired","latitude":"-3","longitude":"4"}` + "\n",
	} {
		rs, err := Read(strings.NewReader(body), name, corpus.Config{}, Columns{}, nil)
		if err != nil || fmt.Sprint(rs) != want {
			t.Errorf("%s: %v, %v", name, rs, err)
		}
	}
	if a, b := (Record{ID: "x"}).author(), (Record{ID: "y", Author: "x"}).author(); a == b {
		t.Error("a message without author is taken for one of an author of its number")
	}
}
