package review_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/text"
)

func itemOf(txt string) *review.Item {
	it := &review.Item{Message: bauta.Message{ID: "1", Text: txt}}
	for _, t := range text.Tokenise(txt) {
		it.Tokens = append(it.Tokens, review.Range{Start: t.Start, End: t.End})
	}
	return it
}

func words(it *review.Item, units []review.Range) (out []string) {
	for _, u := range units {
		out = append(out, it.Message.Text[u.Start:u.End])
	}
	return out
}

func TestUnits(t *testing.T) {
	for txt, want := range map[string]string{
		"slt c Marie, 06 12": "slt|c|Marie|,|06|12",
		"vu 👩‍👩‍👧 là":        "vu|👩‍👩‍👧|là",
		"":                   "",
	} {
		it := itemOf(txt)
		if got := strings.Join(words(it, review.Units(it)), "|"); got != want {
			t.Errorf("%q: %s, want %s", txt, got, want)
		}
	}
	it := itemOf("@lucas34 va")
	units, err := review.Cut(it.Message.Text, review.Units(it), []int{1, 6})
	if got := strings.Join(words(it, units), "|"); err != nil || got != "@|lucas|34|va" {
		t.Errorf("cut: %s, %v", got, err)
	}
	it = itemOf("e\u0301te\u0301 la")
	for _, at := range []int{-1, 0, 1, 3 + 2, 7, 99} { // edges, accents, outside
		if _, err := review.Cut(it.Message.Text, review.Units(it)[:1], []int{at}); at != 3 && !errors.Is(err, review.ErrRefused) {
			t.Errorf("cut at %d: %v", at, err)
		}
	}
}

// TestIOB2 is check A1: the labels of a message of twelve tokens as IOB2.
func TestIOB2(t *testing.T) {
	it := itemOf("slt c Marie Dupont tu viens chez Lucas rue Foch Paul ?")
	units := review.Units(it)
	marks := []string{"", "", "PER", "PER", "O", "", "", "PER", "LOC", "LOC", "B-LOC", ""}
	spans, err := review.Marked(units, marks)
	if err != nil || len(spans) != 4 {
		t.Fatalf("%d spans, %v", len(spans), err)
	}
	tags, err := review.IOB2(units, spans)
	if got, want := strings.Join(tags, " "), "O O B-PER I-PER O O O B-PER B-LOC I-LOC B-LOC O"; err != nil || got != want {
		t.Errorf("%s, want %s (%v)", got, want, err)
	}
	if _, err := review.Marked(units, marks[1:]); !errors.Is(err, review.ErrRefused) {
		t.Errorf("too few marks: %v", err)
	}
}

// TestNoInsideAfterOutside: whatever is marked, no I follows an O or another
// label.
func TestNoInsideAfterOutside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		it := itemOf(rapid.StringMatching(`([a-zé👍]{1,5} ){0,12}`).Draw(t, "text"))
		units := review.Units(it)
		marks := make([]string, len(units))
		for i := range marks {
			marks[i] = rapid.SampledFrom([]string{"", "O", "PER", "LOC", "B-PER", "B-LOC"}).Draw(t, "mark")
		}
		spans, err := review.Marked(units, marks)
		if err != nil {
			t.Fatal(err)
		}
		if err := review.CheckSpans(it, []bauta.Label{"PER", "LOC"}, spans); err != nil {
			t.Fatal(err)
		}
		tags, err := review.IOB2(units, spans)
		if err != nil {
			t.Fatal(err)
		}
		last := "O"
		for i, tag := range tags {
			if label, ok := strings.CutPrefix(tag, "I-"); ok && last != "B-"+label && last != "I-"+label {
				t.Fatalf("%s after %s", tag, last)
			}
			if want := strings.TrimPrefix(marks[i], "B-"); tag == "O" != (want == "" || want == "O") || tag != "O" && tag[2:] != want {
				t.Fatalf("unit %d: %s of %s", i, tag, marks[i])
			}
			last = tag
		}
	})
}

func TestTagged(t *testing.T) {
	it := itemOf("chez Lucas34 !")
	a := &review.Annotated{Stored: review.Stored{Item: *it}, Verdict: review.Disputed, Said: []review.Said{
		{User: 1, Spans: []bauta.Span{{Start: 5, End: 10, Label: "PER"}}},
		{User: 2, Spans: []bauta.Span{{Start: 5, End: 12, Label: "PER"}}, Repeated: true},
	}}
	units, said, again, err := review.Tagged(a)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(words(it, units), "|"); got != "chez|Lucas|34|!" {
		t.Errorf("units %s", got)
	}
	if !slices.Equal(said[0], []string{"O", "B-PER", "O", "O"}) || !slices.Equal(said[1], []string{"O", "B-PER", "I-PER", "O"}) {
		t.Errorf("said %v", said)
	}
	if again[0] != nil || !slices.Equal(again[1], []string{"O", "O", "O", "O"}) {
		t.Errorf("again %v", again)
	}
	if _, ok := a.Truth(); ok {
		t.Error("a dispute is no truth")
	}
}

func FuzzCheckSpans(f *testing.F) {
	f.Add("slt c Marie 👩‍👩‍👧", 6, 11, "PER")
	f.Add("e\u0301te\u0301", 0, 1, "PER")
	f.Fuzz(func(t *testing.T, txt string, start, end int, label string) {
		it := itemOf(txt)
		spans := []bauta.Span{{Start: start, End: end, Label: bauta.Label(label)}}
		if review.CheckSpans(it, []bauta.Label{"PER"}, spans) != nil {
			return
		}
		if _, err := review.IOB2(review.Units(it, spans), spans); err != nil {
			t.Error(err)
		}
	})
}
