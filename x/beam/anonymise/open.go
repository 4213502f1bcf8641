package anonymise

import (
	"context"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/internal/rows"
	"github.com/bauta/bauta/internal/unread"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/policy"
)

// policed is a policy that is open.
type policed struct {
	built  *policy.Built
	format corpus.Format
	key    []byte // of what is hashed in a table
	hides  func(string) bool
}

// reader gives the message of a row, and what makes a row of its result.
type reader func(row []byte) (bauta.Message, func(*bauta.Result) ([]byte, error), error)

// conversation reads the rows of one: what was said before in it tells its languages, and
// what other conversations say does not, as they may be anywhere.
func (p *policed) conversation() reader {
	if p.format == Table {
		return ofCell
	}
	foreign := p.built.Foreign
	aside := func(*bauta.Message, langid.Guess) (bool, error) { return foreign.Way == routing.Route, nil }
	return rows.Alone{Format: p.format, Hides: p.hides, Tell: foreign.Live(aside)}.Message
}

// unheard reads rows before it is known what conversation they are of.
func (p *policed) unheard() reader {
	if p.format == Table {
		return ofCell
	}
	tell := func(*bauta.Message) (bool, error) { return true, nil }
	return rows.Alone{Format: p.format, Hides: p.hides, Tell: tell}.Message
}

// together is how many of the first messages are linked with one another: lines each alone,
// as they come, and texts of a table as they stand in it.
func (p *policed) together(list []Message) int {
	n := 1
	for p.format == Table && n < len(list) && len(list[n].Row) > 0 && list[n].Row[0] == goesOn {
		n++
	}
	return n
}

// open holds the policies of this worker, which all its bundles share: models are read
// once.
var open sync.Map // Config → func() (*policed, error)

func opened(cfg Config) (*policed, error) {
	once, _ := open.LoadOrStore(cfg, sync.OnceValues(func() (*policed, error) { return cfg.open() }))
	return once.(func() (*policed, error))()
}

// open builds the pipeline. It outlives the bundle that asked first.
func (cfg Config) open() (*policed, error) {
	file, err := policy.Load(cfg.Policy)
	if err != nil {
		return nil, err
	}
	built, err := file.Build(policy.Options{Lang: cfg.Lang, Key: cfg.Key, Pending: cfg.Pending})
	if err != nil {
		return nil, err
	}
	var key []byte
	if cfg.Format == Table {
		if key, err = built.Key(); err != nil { // before any work is done
			return nil, err
		}
	}
	return &policed{built, cfg.Format, key, unread.Hides(context.Background(), built.Pipeline, cfg.Lang)}, nil
}
