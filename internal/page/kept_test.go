package page_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/page"
)

// TestRestored: what was kept outside, piece by piece, makes of another page the same one:
// it saves the same file, undoes the same, and forgets places when the file is another.
func TestRestored(t *testing.T) {
	const chat = "Patrice arrive\n😀 vu Patrice\nRosalie arrive\n"
	p := french(t, "gdpr")
	read(t, p, "a.txt", []byte(chat))
	kept := p.Kept(0)
	for _, d := range []page.Decision{
		{Word: "Patrice", At: &page.Place{Row: 1, Start: 6, End: 13}},
		{Word: "Rosalie"},
		{Word: "arrive", Mask: true, Label: bauta.Location},
	} {
		if !p.Decide(d) {
			t.Fatalf("%+v was refused", d)
		}
		kept.Rules = append(kept.Rules, p.Kept(len(kept.Rules)).Rules...)
	}
	data, err := json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	var back page.Kept
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	q := french(t, "gdpr")
	if err := q.Restore(back); err != nil {
		t.Fatal(err)
	}
	if err := q.Save(t.Context(), &bytes.Buffer{}); err == nil {
		t.Error("a file is saved before there is one")
	}
	read(t, q, "a.txt", []byte(chat))
	if got, want := saved(t, q), saved(t, p); got != want {
		t.Errorf("restored: %q, want %q", got, want)
	}
	if p.Undo().Word != q.Undo().Word || saved(t, p) != saved(t, q) {
		t.Error("another decision is undone")
	}
	if read(t, q, "b.txt", []byte(chat)); len(q.Kept(0).Rules) != 1 {
		t.Errorf("in another file: %+v", q.Kept(0))
	}
	back.Rules[0].Word = "Rosalie" // which does not stand there
	if q.Restore(back) == nil || len(q.Kept(0).Rules) != 0 {
		t.Error("half of what cannot be right was restored")
	}
}

// FuzzRestore: whatever is given, it is refused as a whole or comes out as it went in.
func FuzzRestore(f *testing.F) {
	f.Add([]byte(`{"file":"ab","rules":[{"word":"a","mask":true,"at":{"row":0,"start":1,"end":2},"text":"é"}]}`))
	f.Add([]byte(`{"rules":[{"word":"😀","at":{"row":7,"start":2,"end":4},"text":"ab😀"},{"word":"x"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var k page.Kept
		if json.Unmarshal(data, &k) != nil {
			return
		}
		p := &page.Page{}
		want := len(k.Rules)
		if p.Restore(k) != nil {
			want = 0
		}
		out := p.Kept(0)
		if len(out.Rules) != want || p.Restore(out) != nil {
			t.Fatalf("%d decisions of %d", len(out.Rules), want)
		}
	})
}

// TestPlan: the page plans for the messages of the file that it saves, columns of text and
// empty cells among them.
func TestPlan(t *testing.T) {
	p := french(t, "gdpr")
	if _, err := p.Plan(t.Context(), 0.01, 0.05); err == nil {
		t.Error("a plan without a file")
	}
	read(t, p, "sms.csv", []byte(csv))
	r, err := corpus.Open(bytes.NewReader([]byte(saved(t, p))), "sms.csv", corpus.Config{Fields: true})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range r.Messages() {
		n++
	}
	for _, alpha := range []float64{0.05, 0.1, 0.001} {
		got, err := p.Plan(t.Context(), 0.4, alpha)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(audit.NewPlan(audit.Test{N: n, Limit: 0.4}, audit.Level(alpha), 100))
		if n < 6 || string(a) != string(b) {
			t.Errorf("%s, want %s", a, b)
		}
	}
	for _, bad := range [][2]float64{{0, 0.05}, {1, 0.05}, {-1, 0.05}, {0.4, 0}, {0.4, 0.5}} {
		if _, err := p.Plan(t.Context(), bad[0], bad[1]); err == nil {
			t.Errorf("a limit of %v, an alpha of %v", bad[0], bad[1])
		}
	}
}
