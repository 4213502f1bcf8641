package bauta_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// anyText draws valid and broken UTF-8 with characters of every width.
func anyText() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"a", " ", "é", "ß", "€", "한", "😘", "𝓟", "\uFFFD", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\n", "\u0301", "ש"})
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(piece, 0, 20).Draw(t, "pieces"), "") })
}

// TestUnitsAgreeWithTheStandardLibrary: at every character border the offset is
// the length of what the standard library makes of the text before it; inside
// a character it is that of the character's start; and back.
func TestUnitsAgreeWithTheStandardLibrary(t *testing.T) {
	lengths := map[bauta.Unit]func(string) int{
		bauta.Bytes: func(s string) int { return len(s) },
		bauta.Runes: utf8.RuneCountInString,
		bauta.UTF16: func(s string) int { return len(utf16.Encode([]rune(s))) },
	}
	rapid.Check(t, func(t *rapid.T) {
		text := anyText().Draw(t, "text")
		for unit, length := range lengths {
			start := 0
			for start <= len(text) {
				_, size := utf8.DecodeRuneInString(text[start:])
				want := length(text[:start])
				if got := unit.From(text, start); got != want {
					t.Fatalf("%q: byte %d is %s %d, want %d", text, start, unit, got, want)
				}
				if back := unit.Bytes(text, want); back != start {
					t.Fatalf("%q: %s %d is byte %d, want %d", text, unit, want, back, start)
				}
				for inside := start + 1; inside < start+size && unit != bauta.Bytes; inside++ {
					if got := unit.From(text, inside); got != want {
						t.Fatalf("%q: byte %d inside a character is %s %d, want %d", text, inside, unit, got, want)
					}
				}
				start += max(1, size)
			}
			end := length(text)
			for _, beyond := range []int{-1, -1000} {
				if unit.From(text, beyond) != 0 || unit.Bytes(text, beyond) != 0 {
					t.Fatalf("%s: an offset before the text", unit)
				}
			}
			if unit.From(text, len(text)+5) != end || unit.Bytes(text, end+5) != len(text) {
				t.Fatalf("%s: an offset behind the text", unit)
			}
		}
	})
}

// spansIn draws spans of a text of n bytes, some of them out of it.
func spansIn(n int) *rapid.Generator[[]bauta.Span] {
	one := rapid.Custom(func(t *rapid.T) bauta.Span {
		start := rapid.IntRange(-2, n+2).Draw(t, "start")
		return bauta.Span{
			Start: start, End: start + rapid.IntRange(-1, 8).Draw(t, "len"),
			Label:  rapid.SampledFrom([]bauta.Label{bauta.Person, bauta.Phone, bauta.Email}).Draw(t, "label"),
			Doubt:  rapid.SampledFrom([]bauta.Doubt{bauta.Sure, bauta.Sure, bauta.Ambiguous, bauta.Unknown}).Draw(t, "doubt"),
			P:      float64(rapid.IntRange(0, 4).Draw(t, "score")) / 4,
			Source: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "source"),
		}
	})
	return rapid.SliceOfN(one, 0, 8)
}

// paint marks each byte: 0 free, 1 asked, 2 sure.
func paint(n int, spans []bauta.Span) []int {
	out := make([]int, n)
	for _, s := range spans {
		for i := max(0, s.Start); i < min(n, s.End); i++ {
			level := 1
			if s.Doubt == bauta.Sure {
				level = 2
			}
			out[i] = max(out[i], level)
		}
	}
	return out
}

// TestFuseAgainstPaint: fusing is painting the bytes: sure over asked, nothing
// lost, nothing gained; the result is sorted and disjoint.
func TestFuseAgainstPaint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 24).Draw(t, "n")
		found := spansIn(n).Draw(t, "spans")
		want := paint(n, found)
		fused := bauta.Fuse(n, slices.Clone(found))
		if diff := cmp.Diff(want, paint(n, fused)); diff != "" {
			t.Fatalf("%v became %v: %s", found, fused, diff)
		}
		last := 0
		for _, s := range fused {
			if s.Start < last || s.End <= s.Start || s.End > n {
				t.Fatalf("%v is not sorted and disjoint", fused)
			}
			last = s.End
			best := -1.0
			for _, f := range found {
				if f.Start < f.End && (f.Doubt == bauta.Sure) == (s.Doubt == bauta.Sure) && f.Start < s.End && s.Start < f.End {
					best = max(best, f.P)
				}
			}
			if s.P > best {
				t.Fatalf("span %v has a score that nobody gave", s)
			}
			if s.Doubt == bauta.Sure && s.P != best {
				t.Fatalf("span %v lost the best score %v", s, best)
			}
		}
	})
}

// TestFuseIsIdempotentAndBlindToOrder: fusing again changes nothing, and the
// order in which detectors come does not matter to what is covered by what.
func TestFuseIsIdempotentAndBlindToOrder(t *testing.T) {
	type seen struct {
		Start, End int
		Label      bauta.Label
		Doubt      bauta.Doubt
		Score      float64
	}
	shape := func(spans []bauta.Span) (out []seen) {
		for _, s := range spans {
			out = append(out, seen{s.Start, s.End, s.Label, s.Doubt, s.P})
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 24).Draw(t, "n")
		found := spansIn(n).Draw(t, "spans")
		once := bauta.Fuse(n, slices.Clone(found))
		if diff := cmp.Diff(shape(once), shape(bauta.Fuse(n, slices.Clone(once)))); diff != "" {
			t.Fatalf("fused twice: %s", diff)
		}
		sure := slices.DeleteFunc(slices.Clone(found), func(s bauta.Span) bool { return s.Doubt != bauta.Sure })
		turned := rapid.Permutation(slices.Clone(sure)).Draw(t, "order")
		if diff := cmp.Diff(shape(bauta.Fuse(n, sure)), shape(bauta.Fuse(n, turned))); diff != "" {
			t.Fatalf("another order: %s", diff)
		}
	})
}

// canned is a detector, an analyser and an operator that do as they are told.
type canned struct {
	spans   []bauta.Span
	err     error
	panics  bool
	with    string
	verdict bauta.Verdict
}

func (c canned) act() error {
	if c.panics {
		panic("zyxwvutila")
	}
	return c.err
}

func (c canned) Analyse(_ context.Context, m bauta.Message) (*bauta.Doc, error) {
	return &bauta.Doc{Message: m, Shadow: m.Text}, c.act()
}

func (c canned) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) {
	return slices.Clone(c.spans), c.act()
}

func (c canned) Replace(context.Context, *bauta.Doc, bauta.Span) (string, error) {
	return c.with, c.act()
}

func (c canned) Judge(_ context.Context, _ *bauta.Doc, r *bauta.Result) error {
	r.Verdict = c.verdict
	return c.act()
}

func (c canned) Link(context.Context, []*bauta.Doc, [][]bauta.Span) error { return c.act() }

// TestTextOutsideSpansIsTheSame: for any finds, questions, verdict and kept
// labels, the released text is the original with exactly the edits made, and
// what had to be hidden is.
func TestTextOutsideSpansIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Repeat("x", rapid.IntRange(0, 24).Draw(t, "n"))
		text = strings.Map(func(rune) rune { return rapid.RuneFrom([]rune("abé😘 \n")).Draw(t, "rune") }, text)
		found := spansIn(len(text)).Draw(t, "spans")
		kept := rapid.Bool().Draw(t, "keep")
		c := canned{spans: found, with: "<X>", verdict: bauta.Verdict(rapid.IntRange(0, 2).Draw(t, "verdict"))}
		p := &bauta.Pipeline{
			Analyse: canned{}, Detectors: []bauta.Detector{c}, Judge: c,
			Operators: map[bauta.Label]bauta.Operator{bauta.Person: c, bauta.Email: c, bauta.Phone: c},
			Keep:      map[bauta.Label]bool{bauta.Phone: kept},
			Pending:   bauta.Pending(rapid.IntRange(0, 2).Draw(t, "pending")),
		}
		results, err := p.Thread(context.Background(), []bauta.Message{{ID: "1", Text: text}})
		if err != nil {
			t.Fatal(err)
		}
		r := results[0]
		if r.Withheld {
			if r.Text != "" || len(r.Edits) > 0 || r.Verdict != bauta.AskExpert || p.Pending != bauta.Withhold {
				t.Fatalf("a withheld message says %v", r)
			}
			return
		}
		var b strings.Builder
		last, hidden := 0, make([]bool, len(text))
		for _, e := range r.Edits {
			if e.Start < last || e.End <= e.Start || e.End > len(text) {
				t.Fatalf("edits out of order: %v", r.Edits)
			}
			b.WriteString(text[last:e.Start] + e.With)
			for i := e.Start; i < e.End; i++ {
				hidden[i] = true
			}
			last = e.End
		}
		if got := b.String() + text[last:]; got != r.Text {
			t.Fatalf("the edits make %q, the text is %q", got, r.Text)
		}
		for _, s := range r.Spans {
			for i := s.Start; i < s.End; i++ {
				if hidden[i] == (kept && s.Label == bauta.Phone) {
					t.Fatalf("byte %d of %v: hidden %v", i, s, hidden[i])
				}
			}
		}
		for _, s := range r.Candidates {
			open := r.Verdict == bauta.Leave || r.Verdict == bauta.AskExpert && p.Pending == bauta.KeepPending ||
				r.Verdict == bauta.Anonymise && kept && s.Label == bauta.Phone
			for i := s.Start; i < s.End; i++ {
				if hidden[i] == open {
					t.Fatalf("candidate %v, verdict %s, pending %d: hidden %v", s, r.Verdict, p.Pending, hidden[i])
				}
			}
		}
	})
}

// TestEveryPhaseFailsClosed: an error or a panic in any phase gives no result
// for any message of the thread, and an error that names the message without
// its text.
func TestEveryPhaseFailsClosed(t *testing.T) {
	broken := errors.New("broken")
	span := []bauta.Span{{Start: 0, End: 3, Label: bauta.Person}}
	ok := canned{spans: span, with: "<X>"}
	for name, bad := range map[string]canned{"error": {err: broken, spans: span}, "panic": {panics: true, spans: span}} {
		for phase, p := range map[string]*bauta.Pipeline{
			"analyse":  {Analyse: bad, Detectors: []bauta.Detector{ok}, Operators: map[bauta.Label]bauta.Operator{bauta.Person: ok}},
			"detect":   {Analyse: ok, Detectors: []bauta.Detector{ok, bad}, Operators: map[bauta.Label]bauta.Operator{bauta.Person: ok}},
			"link":     {Analyse: ok, Detectors: []bauta.Detector{ok}, Link: bad, Operators: map[bauta.Label]bauta.Operator{bauta.Person: ok}},
			"judge":    {Analyse: ok, Detectors: []bauta.Detector{ok}, Judge: bad, Operators: map[bauta.Label]bauta.Operator{bauta.Person: ok}},
			"operator": {Analyse: ok, Detectors: []bauta.Detector{ok}, Operators: map[bauta.Label]bauta.Operator{bauta.Person: bad}},
		} {
			results, err := p.Thread(context.Background(), []bauta.Message{{ID: "m1", Thread: "t", Text: "zyxwvutila"}, {ID: "m2", Thread: "t", Text: "zyxwvutila"}})
			if err == nil || results != nil {
				t.Errorf("%s in %s: %d results, error %v", name, phase, len(results), err)
				continue
			}
			if strings.Contains(fmt.Sprintf("%+v", err), "zyxwvutila") {
				t.Errorf("%s in %s: the error shows text", name, phase)
			}
			if name == "error" && !errors.Is(err, broken) || name == "panic" && !errors.Is(err, bauta.ErrPanic) {
				t.Errorf("%s in %s: error %v", name, phase, err)
			}
			if phase != "link" && !strings.Contains(err.Error(), `"m`) {
				t.Errorf("%s in %s: the error names no message: %v", name, phase, err)
			}
		}
	}
	noOperator := &bauta.Pipeline{Analyse: ok, Detectors: []bauta.Detector{ok}}
	if _, err := noOperator.Thread(context.Background(), []bauta.Message{{ID: "m1", Text: "zyx"}}); err == nil || !strings.Contains(err.Error(), "PERSON") {
		t.Errorf("a label without operator: %v", err)
	}
}

// corpusOf yields n messages, counting how many were asked for.
func corpusOf(n int, thread func(i int) string, asked *atomic.Int64) iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for i := range n {
			asked.Add(1)
			if !yield(bauta.Message{ID: fmt.Sprint(i), Thread: thread(i), Text: fmt.Sprint("x", i)}, nil) {
				return
			}
		}
	}
}

// TestRunHoldsFewBatches: a slow consumer of an endless corpus never makes the
// runner read further ahead than its promise, 4 × jobs batches of 256.
func TestRunHoldsFewBatches(t *testing.T) {
	for _, jobs := range []int{1, 2, 5} {
		synctest.Test(t, func(t *testing.T) {
			var asked atomic.Int64
			p := &bauta.Pipeline{Analyse: canned{}}
			took := 0
			for _, err := range p.Run(t.Context(), corpusOf(1_000_000, func(int) string { return "" }, &asked), jobs) {
				if err != nil {
					t.Fatal(err)
				}
				if took++; took%100 == 1 {
					synctest.Wait() // everything ahead that can run has run
					if ahead := int(asked.Load()) - took; ahead > 4*jobs*256+256 {
						t.Fatalf("%d jobs: %d messages read ahead", jobs, ahead)
					}
				}
				if took == 3000 {
					break
				}
			}
		})
	}
}

// TestRunEnds: a consumer that leaves, a context that is cancelled and a corpus
// that fails all end the run with no goroutine left (synctest fails on any).
func TestRunEnds(t *testing.T) {
	fails := errors.New("the corpus fails")
	for _, stopAt := range []int{0, 1, 255, 256, 257, 1000, 5000} {
		for how := range 3 {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var asked atomic.Int64
				in := corpusOf(stopAt, func(int) string { return "" }, &asked)
				corpus := func(yield func(bauta.Message, error) bool) {
					for m, err := range in {
						if !yield(m, err) {
							return
						}
					}
					if how == 0 {
						yield(bauta.Message{}, fails)
					}
				}
				n := 0
				var last error
				for r, err := range (&bauta.Pipeline{Analyse: canned{}}).Run(ctx, corpus, 3) {
					if last = err; err != nil {
						if r.Text != "" {
							t.Error("an error comes with text")
						}
						continue
					}
					if r.Message.ID != fmt.Sprint(n) {
						t.Fatalf("message %s in place %d", r.Message.ID, n)
					}
					n++
					if how == 1 && n == stopAt/2+1 {
						break
					}
					if how == 2 && n == stopAt/2+1 {
						cancel()
					}
				}
				switch {
				case how == 0 && (n != stopAt || !errors.Is(last, fails)):
					t.Errorf("a corpus that fails behind %d messages: %d results, then %v", stopAt, n, last)
				case how == 2 && stopAt > 0 && !errors.Is(last, context.Canceled):
					t.Errorf("cancelled: %d results, then %v", n, last)
				}
			})
		}
	}
}

// threads records which messages went through the linker together.
type threads struct{ seen chan []string }

func (l threads) Link(_ context.Context, docs []*bauta.Doc, _ [][]bauta.Span) error {
	var ids []string
	for _, d := range docs {
		ids = append(ids, d.ID)
		if d.Thread != docs[0].Thread {
			return errors.New("two threads in one")
		}
	}
	l.seen <- ids
	return nil
}

// TestThreadsStayTogether: whatever the sizes of the threads and the number of
// jobs, consecutive messages of a thread go through together, those without
// one alone, and the results stay in order.
func TestThreadsStayTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, 100, 255, 256, 300}), 1, 6).Draw(t, "sizes")
		var name []string
		for i, n := range sizes {
			for range n {
				name = append(name, [...]string{fmt.Sprint("t", i), ""}[i%4/3])
			}
		}
		var asked atomic.Int64
		l := threads{make(chan []string, len(name))}
		p := &bauta.Pipeline{Analyse: canned{}, Link: l}
		i := 0
		for r, err := range p.Run(context.Background(), corpusOf(len(name), func(i int) string { return name[i] }, &asked), rapid.IntRange(1, 4).Draw(t, "jobs")) {
			if err != nil || r.Message.ID != fmt.Sprint(i) {
				t.Fatalf("place %d: message %s, %v", i, r.Message.ID, err)
			}
			i++
		}
		close(l.seen)
		together := map[string]int{}
		for ids := range l.seen {
			together[ids[0]] = len(ids)
		}
		at := 0
		for i, n := range sizes {
			if i%4 == 3 { // without thread: one by one
				for k := range n {
					if together[fmt.Sprint(at+k)] != 1 {
						t.Fatalf("message %d without thread went with others", at+k)
					}
				}
			} else if together[fmt.Sprint(at)] != n {
				t.Fatalf("thread %d of %d messages went through as %d", i, n, together[fmt.Sprint(at)])
			}
			at += n
		}
	})
}
