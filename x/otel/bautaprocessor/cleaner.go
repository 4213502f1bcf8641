package bautaprocessor

import (
	"context"
	"fmt"
	"time"

	"go.opentelemetry.io/collector/processor"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/entry"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/policy"
)

// cleaner filters what one processor is given. It remembers nothing from one record to
// the next, and is for several goroutines.
type cleaner struct {
	*Config
	pipeline *bauta.Pipeline
	foreign  *routing.Foreign // nil: the policy reads all languages
	table    *keys
	keyer    formats.Keyer
	meter    *meter
}

func newCleaner(set processor.Settings, cfg *Config) (*cleaner, error) {
	file, err := policy.Load(cfg.Policy)
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	// What waits for an expert is masked whatever the policy says: here is none.
	built, err := file.Build(policy.Options{Lang: cfg.Lang, Key: cfg.KeyFile, Pending: "mask"})
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	key, err := built.Key()
	if err != nil {
		return nil, fmt.Errorf("key_file: %w", err)
	}
	table, err := cfg.Keys.keys(key != nil)
	if err != nil {
		return nil, err
	}
	m, err := newMeter(set)
	if err != nil {
		return nil, err
	}
	c := &cleaner{Config: cfg, pipeline: built.Pipeline, table: table, keyer: formats.NewKeyer(key), meter: m}
	if built.Foreign != nil && built.Foreign.Way != routing.Route {
		c.foreign = built.Foreign
	}
	return c, nil
}

// record is the texts of a log record, a span, a data point or a resource. In each a
// person has one number.
type record struct {
	*cleaner
	ctx   context.Context
	tally *tally
	until time.Time
	tell  func(*bauta.Message) (keep bool, err error)
	clean entry.Filter
	lost  bool // of clean: the pipeline failed on the text
}

func (c *cleaner) record(ctx context.Context, t *tally) *record {
	r := &record{cleaner: c, ctx: ctx, tally: t, until: time.Now().Add(c.Timeout)}
	r.tell = c.foreign.Live(func(*bauta.Message, langid.Guess) (bool, error) { return false, nil })
	r.clean = entry.Of(ctx, c.pipeline, func() { r.lost = true })
	return r
}

// text gives what may leave of a text, or the mark and false.
func (r *record) text(s string) (string, bool) {
	switch {
	case s == "":
		return s, true
	case len(s) > r.MaxValueSize:
		return r.withhold(size)
	case !time.Now().Before(r.until):
		return r.withhold(timeout)
	}
	r.tally.read++
	r.lost = false
	if reads, err := r.tell(&bauta.Message{Text: s}); err != nil || !reads {
		return r.withhold(foreign)
	}
	out := r.clean(s)
	if r.lost {
		return r.withhold(failed)
	}
	if out != s {
		r.tally.changed++
	}
	return out, true
}

func (r *record) withhold(why reason) (string, bool) {
	r.tally.withheld[why]++
	return entry.Withheld, false
}

// filter is text for who takes the mark as it comes.
func (r *record) filter(s string) string {
	out, _ := r.text(s)
	return out
}
