package bauta_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

func TestFuse(t *testing.T) {
	sure := func(a, b int, l bauta.Label, score float64) bauta.Span {
		return bauta.Span{Start: a, End: b, Label: l, P: score}
	}
	asked := func(a, b int) bauta.Span {
		return bauta.Span{Start: a, End: b, Label: bauta.Person, Doubt: bauta.Ambiguous}
	}
	for _, c := range []struct {
		name  string
		found []bauta.Span
		want  string
	}{
		{"the long name stays covered", []bauta.Span{sure(0, 7, "PERSON", .9), sure(0, 14, "PERSON", .6)}, "PERSON[0:14)/1"},
		{"chain", []bauta.Span{sure(0, 5, "A", .1), sure(4, 9, "B", .9), sure(8, 12, "C", .5)}, "B[0:12)/3"},
		{"apart", []bauta.Span{sure(5, 9, "A", .1), sure(0, 5, "B", .9)}, "B[0:5)/0 A[5:9)/0"},
		{"questions give way", []bauta.Span{asked(0, 20), sure(4, 8, "A", 1)}, "?[0:4)/0 A[4:8)/0 ?[8:20)/0"},
		{"questions join", []bauta.Span{asked(0, 4), asked(2, 6)}, "?[0:6)/2"},
		{"out of range", []bauta.Span{sure(-5, 3, "A", 1), sure(30, 40, "B", 1), sure(7, 7, "C", 1)}, "A[0:3)/0"},
		{"same twice", []bauta.Span{sure(0, 3, "A", 1), sure(0, 3, "A", .5)}, "A[0:3)/0"},
	} {
		var got []string
		for _, s := range bauta.Fuse(30, c.found) {
			l := string(s.Label)
			if s.Doubt != bauta.Sure {
				l = "?"
			}
			got = append(got, fmt.Sprintf("%s[%d:%d)/%d", l, s.Start, s.End, len(s.Inner)))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// covered marks the bytes of spans that a filter accepts.
func covered(n int, spans []bauta.Span, of func(bauta.Span) bool) []bool {
	out := make([]bool, n)
	for _, s := range spans {
		for i := max(0, s.Start); i < min(n, s.End) && of(s); i++ {
			out[i] = true
		}
	}
	return out
}

func isSure(s bauta.Span) bool { return s.Doubt == bauta.Sure }
func anySpan(bauta.Span) bool  { return true }

func checkFuse(t interface{ Fatalf(string, ...any) }, n int, found []bauta.Span) {
	before := [2][]bool{covered(n, found, isSure), covered(n, found, anySpan)}
	out := bauta.Fuse(n, found)
	if diff := cmp.Diff(before, [2][]bool{covered(n, out, isSure), covered(n, out, anySpan)}); diff != "" {
		t.Fatalf("coverage changed: %s", diff)
	}
	last := 0
	for _, s := range out {
		if s.Start < last || s.End <= s.Start {
			t.Fatalf("not disjoint and sorted: %v", out)
		}
		last = s.End
		for _, in := range s.Inner {
			if in.Start < s.Start || in.End > s.End {
				t.Fatalf("%v is not inside %v", in, s)
			}
		}
	}
}

// TestFuseKnowsParts: the parts of a name come from who knows them, also where
// another detector is surer of the same words.
func TestFuseKnowsParts(t *testing.T) {
	whole := bauta.Span{Start: 0, End: 10, Label: bauta.Person, P: .9}
	parted := whole
	parted.P, parted.Part = .8, bauta.Full
	parted.Inner = []bauta.Span{{Start: 0, End: 3, Label: bauta.Person, Part: bauta.First}, {Start: 4, End: 10, Label: bauta.Person, Part: bauta.Last}}
	got := bauta.Fuse(10, []bauta.Span{whole, parted})
	if len(got) != 1 || got[0].Part != bauta.Full || len(got[0].Inner) != 2 || got[0].P != .9 {
		t.Errorf("%d spans, parts lost", len(got))
	}
}

func FuzzFuse(f *testing.F) {
	f.Add(20, []byte{0, 7, 9, 0, 14, 6, 3, 5, 1})
	f.Fuzz(func(t *testing.T, n int, b []byte) {
		if n < 0 || n > 300 {
			return
		}
		var found []bauta.Span
		for ; len(b) >= 3; b = b[3:] {
			found = append(found, bauta.Span{
				Start: int(b[0]) - 5, End: int(b[0]) - 5 + int(b[1]%40), Label: bauta.Label("L" + strconv.Itoa(int(b[2]%3))),
				P: float64(b[2]%10) / 10, Doubt: bauta.Doubt(b[2] / 10 % 3),
			})
		}
		checkFuse(t, n, found)
	})
}

func TestFuseKeepsCoverage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		found := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) bauta.Span {
			a := rapid.IntRange(-3, 40).Draw(t, "start")
			return bauta.Span{
				Start: a, End: a + rapid.IntRange(0, 12).Draw(t, "len"), Label: "X",
				Doubt: bauta.Doubt(rapid.IntRange(0, 2).Draw(t, "doubt")), P: rapid.Float64Range(0, 1).Draw(t, "score"),
			}
		}), 0, 12).Draw(t, "spans")
		checkFuse(t, 40, found)
	})
}

const canary = "Zyxwvutila"

// TestCanary plants a word in every type that bears text and looks for it in
// every way to print, log or marshal it.
func TestCanary(t *testing.T) {
	m := bauta.Message{ID: "m1", Text: "coucou " + canary, Meta: canary}
	d := &bauta.Doc{Message: m, Shadow: m.Text, Tokens: []bauta.Token{{Start: 7, End: 17, Norm: canary}}}
	s := bauta.Span{Start: 7, End: 17, Label: bauta.Person, Source: "test"}
	r := bauta.Result{Message: m, Text: m.Text, Spans: []bauta.Span{s}}
	type wrap struct {
		M bauta.Message
		D *bauta.Doc
		R []bauta.Result
		T map[string]bauta.Token
	}
	all := []any{
		m, &m, d, *d, s, &s, r, &r, d.Tokens, d.Tokens[0],
		[]bauta.Message{m},
		wrap{m, d, []bauta.Result{r}, map[string]bauta.Token{"a": d.Tokens[0]}},
		fmt.Errorf("failed on %v: %w", m, errors.New("x")), fmt.Errorf("%+v %#v", d, r),
	}
	for _, v := range all {
		for _, verb := range []string{"%v", "%+v", "%#v", "%q", "%s", "%x", "%d"} {
			look(t, fmt.Sprintf("%T under %s", v, verb), fmt.Sprintf(verb, v))
		}
		var buf bytes.Buffer
		for _, h := range []slog.Handler{slog.NewTextHandler(&buf, nil), slog.NewJSONHandler(&buf, nil)} {
			slog.New(h).Error("x", "v", v)
		}
		look(t, fmt.Sprintf("%T logged", v), buf.String())
		if b, err := json.Marshal(v); err == nil {
			look(t, fmt.Sprintf("%T as JSON", v), string(b))
		}
	}
}

func look(t *testing.T, where, printed string) {
	t.Helper()
	if strings.Contains(printed, canary) || strings.Contains(printed, fmt.Sprintf("%x", canary)) {
		t.Errorf("%s shows the text: %s", where, printed)
	}
}

func TestUnits(t *testing.T) {
	text := "aé😘b"
	for _, c := range []struct {
		u    bauta.Unit
		want []int // offsets of a, é, 😘, b and the end
	}{{bauta.Bytes, []int{0, 1, 3, 7, 8}}, {bauta.Runes, []int{0, 1, 2, 3, 4}}, {bauta.UTF16, []int{0, 1, 2, 4, 5}}} {
		for i, at := range []int{0, 1, 3, 7, 8} {
			if got := c.u.From(text, at); got != c.want[i] {
				t.Errorf("%v.From(%d) = %d, want %d", c.u, at, got, c.want[i])
			}
			if got := c.u.Bytes(text, c.want[i]); got != at {
				t.Errorf("%v.Bytes(%d) = %d, want %d", c.u, c.want[i], got, at)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		for i := range s {
			for _, u := range []bauta.Unit{bauta.Bytes, bauta.Runes, bauta.UTF16} {
				if got := u.Bytes(s, u.From(s, i)); got != i {
					t.Fatalf("%v: byte %d of %q comes back as %d", u, i, s, got)
				}
			}
		}
	})
}

// wordsOf is an analyser and a detector for tests: words are cut at blanks,
// "X…" is a name, "?…" a question, "panic" panics, "fail" fails.
type wordsOf struct{}

func (wordsOf) Analyse(_ context.Context, m bauta.Message) (*bauta.Doc, error) {
	d := &bauta.Doc{Message: m, Shadow: m.Text}
	at := 0
	for w := range strings.SplitSeq(m.Text, " ") {
		if w != "" {
			d.Tokens = append(d.Tokens, bauta.Token{Start: at, End: at + len(w), Norm: w})
		}
		at += len(w) + 1
	}
	return d, nil
}

func (wordsOf) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, t := range d.Tokens {
		s := bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, Source: "test"}
		switch t.Norm[0] {
		case 'X':
			out = append(out, s)
		case 'C':
			s.Label = bauta.Location
			out = append(out, s)
		case '?':
			s.Doubt = bauta.Unknown
			out = append(out, s)
		}
		switch t.Norm {
		case "panic":
			panic(canary)
		case "fail":
			return nil, errors.New("cannot")
		}
	}
	return out, nil
}

type fixed string

func (f fixed) Replace(context.Context, *bauta.Doc, bauta.Span) (string, error) {
	return string(f), nil
}

func pipeline() *bauta.Pipeline {
	return &bauta.Pipeline{
		Analyse: wordsOf{}, Detectors: []bauta.Detector{wordsOf{}},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: fixed("<P>")},
		Keep:      map[bauta.Label]bool{bauta.Location: true},
	}
}

func TestThread(t *testing.T) {
	for _, c := range []struct {
		in, out string
		outcome bauta.Outcome
		verdict bauta.Verdict
	}{
		{"ok  toi", "ok  toi", bauta.NTA, bauta.Leave},
		{"ok Xa", "ok <P>", bauta.TA, bauta.Anonymise},
		{"ok Caen", "ok Caen", bauta.NTA, bauta.Leave},
		{"Xa ?bé ok", "<P> <?_3> ok", bauta.Untagged, bauta.AskExpert},
		{"", "", bauta.NTA, bauta.Leave},
	} {
		r, err := pipeline().Thread(context.Background(), []bauta.Message{{Text: c.in}})
		if err != nil {
			t.Fatal(err)
		}
		if r[0].Text != c.out || r[0].Outcome != c.outcome || r[0].Verdict != c.verdict {
			t.Errorf("%q: %q %v %v", c.in, r[0].Text, r[0].Outcome, r[0].Verdict)
		}
	}
}

func TestPending(t *testing.T) {
	p := pipeline()
	in := []bauta.Message{{Text: "Xa ?b"}}
	p.Pending = bauta.Withhold
	if r, _ := p.Thread(context.Background(), in); r[0].Text != "" || !r[0].Withheld {
		t.Errorf("withheld message has text")
	}
	p.Pending = bauta.KeepPending
	if r, _ := p.Thread(context.Background(), in); r[0].Text != "<P> ?b" {
		t.Errorf("keep: %q", r[0].Text)
	}
}

// TestNeverFailsOpen holds law 3: an error or panic gives no text, and neither
// shows what the message said.
func TestNeverFailsOpen(t *testing.T) {
	for _, bad := range []string{"panic", "fail"} {
		thread := []bauta.Message{{ID: "1", Text: "fine"}, {ID: "2", Text: canary + " " + bad}}
		r, err := pipeline().Thread(context.Background(), thread)
		if err == nil || r != nil {
			t.Fatalf("%s: results %v, error %v", bad, r, err)
		}
		look(t, bad, err.Error())
		if !strings.Contains(err.Error(), `"2"`) {
			t.Errorf("%s: error does not name the message: %v", bad, err)
		}
	}
	p := pipeline()
	delete(p.Operators, bauta.Person)
	if _, err := p.Thread(context.Background(), []bauta.Message{{Text: "Xa"}}); err == nil {
		t.Error("a label without operator passed")
	}
}

// forgets is a judge that a program wrote and that decides nothing.
type forgets struct{}

func (forgets) Judge(_ context.Context, _ *bauta.Doc, r *bauta.Result) error {
	r.Verdict = *new(bauta.Verdict)
	return nil
}

// TestZeroValuesAreCareful: what nobody has set asks and hides. A span is sure, a question is
// masked, a result goes to the expert, and a type that nobody named fails the thread.
func TestZeroValuesAreCareful(t *testing.T) {
	p := pipeline()
	p.Judge = forgets{}
	r, err := p.Thread(context.Background(), []bauta.Message{{Text: "Xa ?bé ok"}})
	if err != nil || r[0].Verdict != bauta.AskExpert || r[0].Text != "<P> <?_3> ok" {
		t.Errorf("%q, %v, %v", r[0].Text, r[0].Verdict, err)
	}
	if s := (bauta.Span{}); s.Doubt != bauta.Sure {
		t.Errorf("a span that says nothing of doubt is %v", s.Doubt)
	}
	if r := (bauta.Result{}); r.Outcome != bauta.Untagged || r.Verdict != bauta.AskExpert || r.Text != "" {
		t.Errorf("an empty result: %v, %v", r.Outcome, r.Verdict)
	}
	p.Operators = nil
	if r, err := p.Thread(context.Background(), []bauta.Message{{Text: "Xa"}}); err == nil || r != nil {
		t.Errorf("a type without an operator: %v", err)
	}
}

func numbered(n, badAt int) iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for i := range n {
			if i == badAt {
				yield(bauta.Message{}, errors.New("line 7: bad"))
				return
			}
			if !yield(bauta.Message{ID: strconv.Itoa(i), Thread: strconv.Itoa(i / 7), Text: "X" + strconv.Itoa(i)}, nil) {
				return
			}
		}
	}
}

type countLinker struct{}

func (countLinker) Link(_ context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	for i := range spans {
		for j := range spans[i] {
			spans[i][j].Entity = fmt.Sprint(docs[0].ID, "+", i)
		}
	}
	return nil
}

func TestRunKeepsOrderAndThreads(t *testing.T) {
	for _, jobs := range []int{0, 1, 5} {
		p := pipeline()
		p.Link = countLinker{}
		i := 0
		for r, err := range p.Run(context.Background(), numbered(3000, -1), jobs) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Message.ID != strconv.Itoa(i) {
				t.Fatalf("jobs %d: message %d is %q", jobs, i, r.Message.ID)
			}
			if want := fmt.Sprint(i/7*7, "+", i%7); r.Spans[0].Entity != want {
				t.Fatalf("message %d linked as %q, want %q", i, r.Spans[0].Entity, want)
			}
			i++
		}
		if i != 3000 {
			t.Fatalf("%d results", i)
		}
	}
}

func TestRunStops(t *testing.T) {
	n, failed := 0, 0
	for _, err := range pipeline().Run(context.Background(), numbered(3000, 1500), 3) {
		if err != nil {
			failed++
		} else if failed > 0 {
			t.Fatal("a result after the error")
		} else {
			n++
		}
	}
	if n != 1500 || failed != 1 {
		t.Errorf("%d results, %d errors", n, failed)
	}
	for range pipeline().Run(context.Background(), numbered(100000, -1), 2) {
		break // leaving early must not hang
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last error
	for _, err := range pipeline().Run(ctx, numbered(100000, -1), 2) {
		cancel()
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("cancelled run ends with %v", last)
	}
}
