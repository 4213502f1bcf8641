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
	hides  func(string) bool
}

// conversation reads the rows of one: what was said before in it tells its languages, and
// what other conversations say does not, as they may be anywhere.
func (p *policed) conversation() rows.Alone {
	foreign := p.built.Foreign
	aside := func(*bauta.Message, langid.Guess) (bool, error) { return foreign.Way == routing.Route, nil }
	return rows.Alone{Format: p.format, Hides: p.hides, Tell: foreign.Live(aside)}
}

// unheard reads rows before it is known what conversation they are of.
func (p *policed) unheard() rows.Alone {
	tell := func(*bauta.Message) (bool, error) { return true, nil }
	return rows.Alone{Format: p.format, Hides: p.hides, Tell: tell}
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
	return &policed{built, cfg.Format, unread.Hides(context.Background(), built.Pipeline, cfg.Lang)}, nil
}
