package page

import (
	"bytes"
	"context"
	"runtime"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// pace is the analyser of a page. It counts the texts that it is given, and lets
// others have their turn before each: in a browser there is one thread, which nothing takes
// from who has it, so that the collector of memory would not end before a whole thread of
// messages was read.
type pace struct {
	bauta.Analyser
	tell     func(done, of int) // may be nil
	done, of int
}

// Analyse analyses a message when its turn has come.
func (p *pace) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	runtime.Gosched()
	if p.done < p.of && m.Field() == "" {
		before := 100 * p.done / p.of
		if p.done++; p.tell != nil && 100*p.done/p.of > before {
			p.tell(p.done, p.of)
		}
	}
	return p.Analyser.Analyse(ctx, m)
}

// Pace has somebody told while a file is read, at most a hundred times, that so many of its
// texts were taken through.
func (p *Page) Pace(tell func(done, of int)) { p.pace.tell = tell }

// count says how many texts a file has; 0 where it cannot be read, which reading it says.
func (p *Page) count() (texts int) {
	r, err := corpus.Open(bytes.NewReader(p.data), p.name, p.config())
	if err != nil {
		return 0
	}
	for m, err := range r.Messages() {
		if err != nil {
			return 0
		}
		if m.Field() == "" {
			texts++
		}
	}
	return texts
}
