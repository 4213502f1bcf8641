package bauta_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

type countKey struct{}

// counting is a detector that works something out of each document.
type counting struct{ times *atomic.Int32 }

func (c counting) of(d *bauta.Doc) int {
	n, _ := d.Once(countKey{}, func() any { c.times.Add(1); return len(d.Text) }).(int)
	return n
}

// Detect finds all of the text that was worked out, asked from several sides.
func (c counting) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { c.of(d) })
	}
	all.Wait()
	return []bauta.Span{{End: c.of(d), Label: bauta.Person, P: 1}}, nil
}

// TestOnce: what detectors work out of a document they share, while it is read, and
// a copy of the document, which may be in another language, has nothing of it.
func TestOnce(t *testing.T) {
	var times atomic.Int32
	c := counting{&times}
	p := &bauta.Pipeline{Analyse: text.Analyser{}, Detectors: []bauta.Detector{c, c}}
	for _, s := range []string{"bonjour", "oui"} {
		d, err := p.Analyse.Analyse(t.Context(), bauta.Message{Text: s})
		if err != nil {
			t.Fatal(err)
		}
		times.Store(0)
		found, err := p.Find(t.Context(), d)
		if err != nil || len(found) != 2 || found[0].End != len(s) {
			t.Fatalf("%v, %v", found, err)
		}
		if n := times.Load(); n != 1 {
			t.Errorf("worked out %d times", n)
		}
		if c.of(d) != len(s) || times.Load() != 2 {
			t.Error("a document that is not being read keeps notes")
		}
	}
	copying := detect(func(d *bauta.Doc) {
		c.of(d)
		other := *d
		other.Text = "other"
		if n := c.of(&other); n != len(other.Text) {
			t.Errorf("a copy has the notes of the document: %d", n)
		}
	})
	p.Detectors = []bauta.Detector{copying}
	if _, err := p.Thread(t.Context(), []bauta.Message{{Text: "bonjour"}}); err != nil {
		t.Fatal(err)
	}
}

// detect is a detector that looks at documents and finds nothing.
type detect func(*bauta.Doc)

func (f detect) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	f(d)
	return nil, nil
}
