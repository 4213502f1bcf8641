package bauta_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// lawless are slots that break what their interfaces promise on messages that
// hold the word: they panic, fail, overlap, leave the text or cut characters.
type lawless struct {
	phase string // in which
	how   string
}

func (l lawless) breaks(phase, text string) bool {
	if l.phase != phase || !strings.Contains(text, "bad") {
		return false
	}
	if l.how == "panic" {
		panic(canary)
	}
	return true
}

func (l lawless) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	d, err := wordsOf{}.Analyse(ctx, m)
	if !l.breaks("analyse", m.Text) {
		return d, err
	}
	switch l.how {
	case "error":
		return nil, errors.New("cannot")
	case "nothing":
		return nil, nil
	case "overlap":
		d.Tokens = append(d.Tokens, d.Tokens[0])
	case "outside":
		d.Tokens = append(d.Tokens, bauta.Token{Start: len(m.Text), End: len(m.Text) + 9})
	case "text":
		d.Text = "another"
	}
	return d, nil
}

func (l lawless) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if l.breaks("detect", d.Text) {
		return nil, errors.New("cannot")
	}
	return wordsOf{}.Detect(ctx, d)
}

func (l lawless) Link(_ context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	for i, d := range docs {
		if !l.breaks("link", d.Text) {
			continue
		}
		switch l.how {
		case "error":
			return errors.New("cannot")
		case "overlap":
			spans[i] = append(spans[i], bauta.Span{Start: 0, End: 2, Label: bauta.Person}, bauta.Span{Start: 1, End: 3, Label: bauta.Person})
		case "outside":
			spans[i] = append(spans[i], bauta.Span{Start: 0, End: len(d.Text) + 1, Label: bauta.Person})
		}
	}
	return nil
}

func (l lawless) Judge(_ context.Context, d *bauta.Doc, _ *bauta.Result) error {
	if l.breaks("judge", d.Text) {
		return errors.New("cannot")
	}
	return nil
}

func (l lawless) Replace(_ context.Context, d *bauta.Doc, _ bauta.Span) (string, error) {
	if l.breaks("replace", d.Text) {
		return "", errors.New("cannot")
	}
	return "<P>", nil
}

func (l lawless) pipeline() *bauta.Pipeline {
	return &bauta.Pipeline{
		Analyse: l, Detectors: []bauta.Detector{l}, Link: l, Judge: l,
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: l},
	}
}

// ways are all the ways to break a law that withhold a message.
func ways() []lawless {
	out := []lawless{{"analyse", "nothing"}, {"analyse", "overlap"}, {"analyse", "outside"}, {"analyse", "text"}, {"link", "overlap"}, {"link", "outside"}}
	for _, phase := range []string{"analyse", "detect", "link", "judge", "replace"} {
		out = append(out, lawless{phase, "error"}, lawless{phase, "panic"})
	}
	return out
}

// TestOneMessageStopsNoRun: whatever goes wrong in whichever phase, who asks for
// more has every message once and in order: those of the thread from there on
// withheld, and all others as if nothing had happened.
func TestOneMessageStopsNoRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom(ways()).Draw(t, "way")
		n := rapid.SampledFrom([]int{1, 7, 700}).Draw(t, "messages")
		threads := rapid.SampledFrom([]int{1, 3, 50}).Draw(t, "threads")
		run := rapid.SampledFrom([]int{1, 2, 300}).Draw(t, "stretch")
		bad := rapid.IntRange(0, n-1).Draw(t, "bad")
		thread := func(i int) string { return fmt.Sprint("t", i/run%threads) }
		first := bad // of the stretch of the bad message: it went through the phases together
		for first > 0 && thread(first-1) == thread(bad) {
			first--
		}
		i := 0
		for r, err := range l.pipeline().Run(t.Context(), told(n, bad, thread), rapid.IntRange(1, 4).Draw(t, "jobs")) {
			if r.Message.ID != fmt.Sprint("m", i) {
				t.Fatalf("place %d: message %s, %v", i, r.Message.ID, err)
			}
			withheld := thread(i) == thread(bad) && i >= first
			var why *bauta.MessageError
			switch {
			case errors.As(err, &why) != withheld || r.Withheld != withheld:
				t.Fatalf("message %d, bad %d: withheld %v, error %v", i, bad, r.Withheld, err)
			case !withheld && r.Text != fmt.Sprint("say <P> ", i):
				t.Fatalf("message %d: %q", i, r.Text)
			case withheld && (r.Text != "" || strings.Contains(err.Error(), canary) || l.how == "panic" && i == bad && !errors.Is(err, bauta.ErrPanic)):
				t.Fatalf("message %d: error %v, %d bytes of text", i, err, len(r.Text))
			}
			i++
		}
		if i != n {
			t.Fatalf("%d of %d messages came out", i, n)
		}
	})
}

// told yields n messages, one of which breaks laws.
func told(n, bad int, thread func(int) string) iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for i := range n {
			m := bauta.Message{ID: fmt.Sprint("m", i), Thread: thread(i), Text: fmt.Sprint("say Xavier ", i)}
			if i == bad {
				m.Text += " bad " + canary
			}
			if !yield(m, nil) {
				return
			}
		}
	}
}

// TestCorpusOfBrokenMessages: an error of the corpus that comes with a message
// withholds its thread; a corpus that panics ends the run with an error.
func TestCorpusOfBrokenMessages(t *testing.T) {
	corpus := func(yield func(bauta.Message, error) bool) {
		for i, thread := range []string{"a", "b", "a", "b", ""} {
			var err error
			if i == 1 {
				err = errors.New("no language")
			}
			if !yield(bauta.Message{ID: fmt.Sprint("m", i), Thread: thread, Text: "x"}, err) {
				return
			}
		}
		panic(canary)
	}
	var out []string
	for r, err := range (&bauta.Pipeline{Analyse: wordsOf{}}).Run(t.Context(), corpus, 2) {
		line := r.Message.ID
		if err != nil {
			line += ": " + err.Error()
		}
		out = append(out, line)
	}
	want := []string{
		"m0", `m1: message "m1": no language`, "m2", `m3: message "m3": an earlier message of its thread was withheld`, "m4",
		": reading the corpus: a phase panicked, which is a bug in it",
	}
	if !slices.Equal(out, want) {
		t.Errorf("got %q\nwant %q", out, want)
	}
}

// given gives the same spans for every message.
type given []bauta.Span

func (g given) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) { return g, nil }

// TestSpansAreMadeWhole: a detector whose spans cut characters, leave the text
// or have a score that is none hides no less for it, and breaks nothing.
func TestSpansAreMadeWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "é", "€", "😘", "\u0301", " "})).Draw(t, "text"), "")
		span := bauta.Span{
			Start: rapid.IntRange(-2, len(text)+2).Draw(t, "start"), End: rapid.IntRange(-2, len(text)+2).Draw(t, "end"), Label: bauta.Person,
			P: rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0.5, 2}).Draw(t, "score"),
		}
		p := pipeline()
		p.Detectors = []bauta.Detector{given{span}}
		results, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: text}})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range results[0].Spans {
			if s.Start > max(0, span.Start) || s.End < min(len(text), span.End) || !(s.P >= 0 && s.P <= 1) {
				t.Fatalf("%v of %v, score %v", s, span, s.P)
			}
		}
		if max(0, span.Start) < min(len(text), span.End) && len(results[0].Spans) != 1 {
			t.Fatalf("%v is lost", span)
		}
		if utf8.ValidString(text) && !utf8.ValidString(results[0].Text) {
			t.Fatalf("%v cuts a character of %q: %q", span, text, results[0].Text)
		}
	})
}

// TestMessageErrorShowsNoText: an ID that may be text is not named.
func TestMessageErrorShowsNoText(t *testing.T) {
	why := errors.New("cannot")
	for id, want := range map[string]string{
		"m-1": `message "m-1": cannot`, canary: "a message: cannot", "call " + canary: "a message: cannot",
		strings.Repeat("x", 65): "a message: cannot", "": `message "": cannot`,
	} {
		err := &bauta.MessageError{Message: bauta.Message{ID: id, Text: "call " + canary + " now"}, Err: why}
		if err.Error() != want || !errors.Is(err, why) {
			t.Errorf("%v, want %s", err, want)
		}
		look(t, "a message's error", fmt.Sprintf("%v %+v", err, err))
	}
}

// FuzzThread: whatever spans, scores and doubts a detector gives and whatever a
// linker makes of them, there is an error, or the text outside spans comes out.
func FuzzThread(f *testing.F) {
	f.Add("salut Zoé 😘", []byte{0, 5, 3, 1, 6, 4, 10, 0, 11, 2, 9, 0}, false)
	f.Add("\xff\xf0", []byte{0, 1, 0, 0}, true)
	f.Fuzz(func(t *testing.T, text string, b []byte, linked bool) {
		var found given
		for ; len(b) >= 4; b = b[4:] {
			found = append(found, bauta.Span{
				Start: int(b[0]) - 9, End: int(b[0]) - 9 + int(b[1]%40), Label: bauta.Person,
				Doubt: bauta.Doubt(b[2] % 4), P: math.Float64frombits(uint64(b[3]) << 56),
			})
		}
		p := pipeline()
		p.Detectors = []bauta.Detector{found}
		if linked {
			p.Link = found
		}
		results, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: text}})
		if err != nil {
			if results != nil || errors.Is(err, bauta.ErrPanic) {
				t.Fatalf("%d results, %v", len(results), err)
			}
			return
		}
		var out strings.Builder
		last := 0
		for _, e := range results[0].Edits {
			if e.Start < last || e.End <= e.Start || e.End > len(text) {
				t.Fatalf("edits overlap: %v", results[0].Edits)
			}
			out.WriteString(text[last:e.Start] + e.With)
			last = e.End
		}
		if out.WriteString(text[last:]); out.String() != results[0].Text {
			t.Fatal("the text is not what the edits make of it")
		}
	})
}

// Link puts the same spans in the place of those that were found.
func (g given) Link(_ context.Context, _ []*bauta.Doc, spans [][]bauta.Span) error {
	spans[0] = g
	return nil
}
