package sqlstore

import (
	"reflect"
	"slices"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// samples are records for the fuzzer to start from.
func samples() []review.Item {
	return []review.Item{
		{},
		{
			Message: bauta.Message{ID: "a", Line: 3, Text: "salut Ana"}, Lang: "fr", Tokens: []review.Range{{Start: 0, End: 5}, {Start: 6, End: 9}},
			Spans: []bauta.Span{{
				Start: 6, End: 9, Label: bauta.Person, Doubt: bauta.Ambiguous, P: 0.3, Source: "s", Rule: "k l", Why: "w",
				Inner: []bauta.Span{{Start: 6, End: 7, Part: bauta.First}},
			}}, Named: []bool{true},
			Changes: []bauta.Change{
				{Settler: "lists of names", Lang: "fr", After: bauta.Span{Start: 6, End: 9, P: 0.3, Why: "w"}},
				{Settler: "edges", Before: bauta.Span{Start: 5, End: 9, P: 0.3}, After: bauta.Span{Start: 6, End: 9, P: 0.3}},
			},
		},
	}
}

func TestRecordRoundTrip(t *testing.T) {
	for i, it := range samples() {
		got, err := unpack(pack(&it))
		if err != nil || !reflect.DeepEqual(got.Message, it.Message) || got.Lang != it.Lang || !slices.Equal(got.Tokens, it.Tokens) || !slices.Equal(got.Named, it.Named) || !reflect.DeepEqual(got.Changes, it.Changes) {
			t.Errorf("sample %d came back changed: %v", i, err)
		}
	}
	back, _ := unpack(pack(&samples()[1]))
	if s := back.Spans[0]; !s.By("l") || s.Why != "w" {
		t.Errorf("keys %q, reason %q", s.Rule, s.Why)
	}
	whole := pack(&samples()[1])
	for n := range whole {
		if _, err := unpack(whole[:n]); err == nil {
			t.Errorf("a record cut at %d was read", n)
		}
	}
	if _, err := unpack(append(whole, 0)); err == nil {
		t.Error("a record with a tail was read")
	}
}

// TestRecordWithoutRules reads what a program wrote that had no keys: there a
// reason of one word was the key, by which a policy may mask it.
func TestRecordWithoutRules(t *testing.T) {
	old := []byte{recordRuleless, 0, 0, 0, 0}
	old = packString(packString(old, "né 1.2.80"), "fr")
	old = append(old, 0, 0, 1, 0, 2*9) // no time, no tokens, one span over nine bytes
	for _, f := range []string{"DATE", "", "pattern", "date-birth", ""} {
		old = packString(old, f)
	}
	old = append(old, make([]byte, 1+8+1)...) // sure, no score, nothing inside
	it, err := unpack(append(old, 0))
	if err != nil || len(it.Spans) != 1 || !it.Spans[0].By("date-birth") {
		t.Fatalf("spans %v: %v", it.Spans, err)
	}
}

// TestRecordWithoutChanges reads what a program wrote that kept none.
func TestRecordWithoutChanges(t *testing.T) {
	it := samples()[1]
	it.Changes, it.Message.Line = nil, 0
	old := pack(&it)
	old = old[:len(old)-2] // their number, and that of the line
	old[0] = recordTaken
	got, err := unpack(old)
	if err != nil || got.Changes != nil || len(got.Spans) != 1 || len(got.Named) != 1 {
		t.Fatalf("%d spans, %d changes: %v", len(got.Spans), len(got.Changes), err)
	}
}

// FuzzUnpack: no input panics, and what is read is sound and comes back.
func FuzzUnpack(f *testing.F) {
	for _, it := range samples() {
		f.Add(pack(&it))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		it, err := unpack(b)
		if err != nil {
			return
		}
		if !fits(&it) {
			t.Error("an unsound record was read")
		}
		if again, err := unpack(pack(&it)); err != nil || again.Message.Text != it.Message.Text || len(again.Spans) != len(it.Spans) {
			t.Errorf("a record does not come back: %v", err)
		}
	})
}

func TestRebind(t *testing.T) {
	if got := postgres.rebind("a = ? AND b IN (?, ?)"); got != "a = $1 AND b IN ($2, $3)" {
		t.Error(got)
	}
	if got := sqlite.rebind("a = ?"); got != "a = ?" {
		t.Error(got)
	}
}

func TestMigrationsArePaired(t *testing.T) {
	a, err := steps(sqlite)
	if err != nil {
		t.Fatal(err)
	}
	b, err := steps(postgres)
	if err != nil {
		t.Fatal(err)
	}
	if len(a) != len(b) {
		t.Fatalf("%d steps and %d", len(a), len(b))
	}
	for i := range a {
		if a[i].version != i+1 || a[i].name != b[i].name {
			t.Errorf("step %d: %s and %s", i+1, a[i].name, b[i].name)
		}
	}
}

func TestMarksRoundTrip(t *testing.T) {
	spans := []bauta.Span{{Start: 2, End: 5, Label: bauta.Person, P: 1}, {Start: 7, End: 8, Label: "A\"B", P: 1}}
	got, err := unpackMarks(packMarks(spans))
	if err != nil || !review.Same(got, spans) {
		t.Errorf("%d spans, %v", len(got), err)
	}
	for _, bad := range []string{"x", "[[1]]", "[[5,2,\"A\"]]", "[[-1,2,\"A\"]]", "{}"} {
		if _, err := unpackMarks(bad); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func FuzzMarks(f *testing.F) {
	f.Add(`[[0,1,"PERSON"],[2,3,"LOCATION"]]`)
	f.Fuzz(func(t *testing.T, text string) {
		spans, err := unpackMarks(text)
		if err != nil {
			return
		}
		if again, err := unpackMarks(packMarks(spans)); err != nil || !review.Same(again, spans) {
			t.Errorf("%d spans came back as %d, %v", len(spans), len(again), err)
		}
	})
}

// TestRecordWithoutLine reads what a program wrote that did not tell the number of a line from an ID: it is one.
func TestRecordWithoutLine(t *testing.T) {
	it := samples()[1]
	old := pack(&it)
	old = old[:len(old)-1]
	old[0] = recordNumbered
	got, err := unpack(old)
	if err != nil || got.Message.Line != 0 || len(got.Changes) != len(it.Changes) {
		t.Fatalf("line %d, %d changes: %v", got.Message.Line, len(got.Changes), err)
	}
}
