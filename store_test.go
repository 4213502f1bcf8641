package bauta

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// MarshalBinary and UnmarshalBinary write a counter, for the tests of stores.
func (c *counter) MarshalBinary() ([]byte, error) { return strconv.AppendInt(nil, int64(c.n), 10), nil }

func (c *counter) UnmarshalBinary(data []byte) (err error) {
	c.n, err = strconv.Atoi(string(data))
	return err
}

// shelf is a store in memory.
type shelf struct {
	states map[string][]byte
	saved  int
	err    error
}

func (s *shelf) store() *store {
	return &store{
		Save: func(thread string, state []byte) error {
			s.saved++
			s.states[thread] = state
			return s.err
		},
		Load: func(thread string) ([]byte, error) { return s.states[thread], s.err },
	}
}

// TestThreadsBeyondMemory: with a store, threads that are more than memory holds are gone on
// with, and nothing is asked of it that is still known.
func TestThreadsBeyondMemory(t *testing.T) {
	s := &shelf{states: map[string][]byte{}}
	m := newMemory(&counter{}, 3, s.store())
	for round := range 3 {
		for i := range 10 {
			spans := make([][]Span, 1)
			err := m.Link(t.Context(), []*Doc{{Message: Message{Thread: fmt.Sprint(i)}}}, spans)
			if err != nil || spans[0][0].Entity != fmt.Sprint(round+1) {
				t.Fatalf("round %d, thread %d: %v, %v", round, i, spans, err)
			}
		}
	}
	if s.saved != 27 || m.recent.Len() != 3 {
		t.Errorf("%d saved, %d known", s.saved, m.recent.Len())
	}
	s.err = errors.New("no space")
	if err := m.Link(t.Context(), []*Doc{{Message: Message{Thread: "x"}}}, make([][]Span, 1)); !errors.Is(err, s.err) {
		t.Errorf("a store that fails: %v", err)
	}
	if m = newMemory(noSessionState{}, 1, s.store()); m.Link(t.Context(), []*Doc{{Message: Message{Thread: "a"}}}, make([][]Span, 1)) == nil {
		t.Error("what cannot be written was loaded")
	}
}

// noSessionState remembers threads, and cannot be written.
type noSessionState struct{ nobody }

// stretches notes which messages are linked together.
type stretches struct {
	mu  sync.Mutex
	all []string
}

func (s *stretches) Link(_ context.Context, docs []*Doc, spans [][]Span) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, docs[0].ID+"+"+fmt.Sprint(len(docs)))
	for i := range docs {
		spans[i] = []Span{{Start: 0, End: 1, Label: Person, Entity: fmt.Sprint(len(docs))}}
	}
	return nil
}

// ragged yields threads of all lengths, with pauses between some messages.
func ragged(seed uint64, n int, pause time.Duration) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		rng := rand.New(rand.NewPCG(seed, 1))
		lengths := []int{1, 1, 2, 30, 255, 256, 700, 5000}
		thread, left := "", 0
		for i := range n {
			if left--; left <= 0 {
				thread, left = fmt.Sprint(rng.IntN(9)), lengths[rng.IntN(len(lengths))]
				if thread == "0" {
					thread = ""
				}
			}
			if rng.IntN(50) == 0 && pause > 0 {
				time.Sleep(pause)
			}
			if !yield(Message{ID: fmt.Sprint(i), Thread: thread, Text: strings.Repeat("x", 1+rng.IntN(2000))}, nil) {
				return
			}
		}
	}
}

// outOf runs a corpus and gives IDs with texts.
func outOf(t *testing.T, p *Pipeline, corpus iter.Seq2[Message, error], jobs int) (out []string) {
	t.Helper()
	for r, err := range p.Run(t.Context(), corpus, jobs) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r.Message.ID+" "+r.Text[:min(9, len(r.Text))])
	}
	return out
}

// TestPausesChangeNothing: threads are cut where they are cut without pauses, with any number of
// jobs.
func TestPausesChangeNothing(t *testing.T) {
	for seed := range uint64(3) {
		want := &stretches{}
		p := Pipeline{Analyse: plainly{}, Link: want, Operators: map[Label]Operator{Person: plainly{}}}
		out := outOf(t, &p, ragged(seed, 20_000, 0), 1)
		for _, jobs := range []int{1, 2, 5} {
			synctest.Test(t, func(t *testing.T) {
				got := &stretches{}
				p := p
				p.Link = got
				if again := outOf(t, &p, ragged(seed, 20_000, 70*time.Millisecond), jobs); strings.Join(again, "\n") != strings.Join(out, "\n") {
					t.Errorf("%d jobs: another output", jobs)
				}
				if strings.Join(got.all, " ") != strings.Join(want.all, " ") {
					t.Errorf("%d jobs: threads are cut elsewhere", jobs)
				}
			})
		}
	}
}

// TestAPauseShowsWhatIsFinished: while nothing comes, all is out that no later message belongs to.
func TestAPauseShowsWhatIsFinished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &Pipeline{Analyse: plainly{}}
		read := 0
		corpus := func(yield func(Message, error) bool) {
			for i, thread := range []string{"", "", "a", "a", "b", "b", ""} {
				if !yield(Message{ID: fmt.Sprint(i), Thread: thread, Text: "x"}, nil) {
					return
				}
				time.Sleep(time.Second)
				want := []int{1, 2, 2, 2, 4, 4, 7}[i]
				if synctest.Wait(); read != want {
					t.Errorf("behind message %d: %d are out, want %d", i, read, want)
				}
			}
		}
		for _, err := range p.Run(t.Context(), corpus, 2) {
			if err != nil {
				t.Error(err)
			}
			read++
		}
		if read != 7 {
			t.Errorf("%d are out in the end", read)
		}
	})
}

// TestPartsAreTheWhole: what runs over parts of the threads give is what one run over all gives.
func TestPartsAreTheWhole(t *testing.T) {
	p := &Pipeline{Analyse: plainly{}, Link: &stretches{}, Operators: map[Label]Operator{Person: plainly{}}}
	whole := map[string]bool{}
	for _, line := range outOf(t, p, ragged(7, 30_000, 0), 2) {
		whole[line] = true
	}
	sum := 0
	for part := range uint64(4) {
		p.Store = store{Mine: func(m Message) bool { return digest(m.Thread)%4 == part }}
		for _, line := range outOf(t, p, ragged(7, 30_000, 0), 2) {
			if sum++; !whole[line] {
				t.Fatalf("part %d: %s", part, line)
			}
		}
	}
	if sum != 30_000 || len(whole) != 30_000 {
		t.Errorf("%d of %d", sum, len(whole))
	}
}

// TestARunGoesOn: of a run that is broken off behind any mark, the next gives what one gives
// that was never broken off.
func TestARunGoesOn(t *testing.T) {
	corpus := interleaved(30, 400) // and a thread fails
	p := &Pipeline{Analyse: fails{}, Link: &counter{}, Operators: map[Label]Operator{Person: plainly{}}}
	all := func(p *Pipeline, stop int) (out []string) {
		for r, err := range p.Run(t.Context(), corpus, 3) {
			out = append(out, fmt.Sprint(r.Message.ID, r.Text, r.Withheld, err != nil))
			if len(out) == stop {
				break
			}
		}
		return out
	}
	want := strings.Join(all(p, -1), "\n")
	s := &shelf{states: map[string][]byte{}}
	var kept []Result
	var failed []error
	snapshot := map[string][]byte{}
	keeping := func() *store {
		marks := make(chan map[string][]byte, 100)
		st := s.store()
		st.Mark = func() error {
			marks <- maps.Clone(s.states)
			return nil
		}
		st.Keep = func(r []Result, errs []error) error {
			kept, failed, snapshot = append(kept, r...), append(failed, errs...), <-marks
			return nil
		}
		at := 0
		st.Done, st.Again = len(kept), func(Message) (Result, error) {
			at++
			if failed[at-1] != nil {
				return Result{}, failed[at-1]
			}
			return kept[at-1], nil
		}
		return st
	}
	for _, stop := range []int{3000, 2100, 9000, -1} {
		p := *p
		p.Store = *keeping()
		done := p.Store.Done
		if got := all(&p, stop); stop < 0 && strings.Join(got, "\n") != want {
			t.Error("what comes out in the end is something else")
		} else if stop > 0 && !strings.HasPrefix(want, strings.Join(got, "\n")+"\n") {
			t.Errorf("stopped at %d: something else", stop)
		}
		if stop > 0 {
			s.states = maps.Clone(snapshot)
		}
		t.Logf("%d of %d were there", done, 12_000)
	}
	if len(kept) < 8000 {
		t.Errorf("%d kept", len(kept))
	}
}

// fails cannot read a message.
type fails struct{ plainly }

func (fails) Analyse(_ context.Context, m Message) (*Doc, error) {
	if m.ID == "4321" {
		return nil, errors.New("unreadable")
	}
	return &Doc{Message: m}, nil
}

// meeting waits in the analyser until so many messages are read at once.
type meeting struct {
	plainly
	mu     *sync.Mutex
	inside *int
	most   *int
}

func (m meeting) Analyse(_ context.Context, msg Message) (*Doc, error) {
	m.mu.Lock()
	*m.inside++
	*m.most = max(*m.most, *m.inside)
	m.mu.Unlock()
	time.Sleep(time.Second) // of the bubble, which passes when all wait
	m.mu.Lock()
	*m.inside--
	m.mu.Unlock()
	return &Doc{Message: msg}, nil
}

// TestALongThreadIsReadOnAllCores, and its neighbours beside it; no more of it is in memory than is promised.
func TestALongThreadIsReadOnAllCores(t *testing.T) {
	for _, jobs := range []int{1, 2, 5} {
		synctest.Test(t, func(t *testing.T) {
			inside, most := 0, 0
			p := &Pipeline{Analyse: meeting{plainly{}, &sync.Mutex{}, &inside, &most}, Link: &counter{}}
			p.Operators = map[Label]Operator{Person: plainly{}}
			begun, n := time.Now(), 0
			for r, err := range p.Run(t.Context(), func(yield func(Message, error) bool) {
				for i := range 20_000 {
					if !yield(Message{ID: fmt.Sprint(i), Thread: "one", Text: "x"}, nil) {
						return
					}
				}
			}, jobs) {
				if n++; err != nil || r.Text != fmt.Sprint(n) {
					t.Fatalf("message %d: %s, %v", n, r.Text, err)
				}
			}
			// as many seconds as messages, on one core
			if ideal := 20_000 / jobs; most != jobs || time.Since(begun) > time.Duration(ideal+ideal/10)*time.Second {
				t.Errorf("%d jobs: %d at once, %v", jobs, most, time.Since(begun))
			}
		})
	}
}
