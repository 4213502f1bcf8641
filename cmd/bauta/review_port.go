package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/internal/server"
	"github.com/bauta/bauta/policy"
)

// port takes messages in and out for the pages, as review import and review export do.
type port struct {
	store       *sqlstore.Store
	policy, key string // of review serve; may be empty
}

// Policies are those a project may be imported or exported with, the usual one first.
func (p *port) Policies(lang string) []string {
	all := offered(lang)
	if p.policy != "" && !slices.Contains(all, p.policy) {
		all = append([]string{p.policy}, all...)
	}
	return all
}

// Items reads a file that was sent in through a policy.
func (p *port) Items(
	ctx context.Context, f server.File, how formats.Mapping, policy, lang string,
) iter.Seq2[review.Item, error] {
	in, sub := silentImport(ctx)
	in.lang, in.policy, in.format = lang, policy, cmp.Or(how.Format, in.format)
	in.follow(how)
	built, err := in.reading.find()
	if err != nil {
		return func(yield func(review.Item, error) bool) { yield(review.Item{}, err) }
	}
	pipeline := *built.Pipeline
	in.noSpill = true // what was sent in stays off every disk
	in.threads = in.spilling(&pipeline)
	return in.through(ctx, built, &pipeline, func(begin begins) (corpus.Ledger, error) {
		if err := in.check1(bytes.NewReader(f.Data), f.Name, &pipeline); err != nil {
			return corpus.Ledger{}, err
		}
		return in.one(sub, f.Name, bytes.NewReader(f.Data), int64(len(f.Data)), &pipeline, nil, begin)
	})
}

// Export gives what writes the messages of a released project. What review export
// refuses, and any damage, is refused before anything is written.
func (p *port) Export(ctx context.Context, project review.Project, name string) (func(io.Writer) error, error) {
	holds, err := p.store.Holds(ctx, project.ID)
	if err != nil {
		return nil, err
	}
	health, err := p.store.Inspect(ctx)
	switch {
	case err != nil:
		return nil, err
	case !holds || !health.Sound():
		return nil, fmt.Errorf("%w: the store is damaged; bauta review doctor says where", review.ErrRefused)
	case project.State != review.Released:
		return nil, fmt.Errorf("%w: the project is not released", review.ErrRefused)
	}
	o := reading{policy: name, lang: project.Lang}
	built, err := o.build(policy.Options{Key: p.key})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", review.ErrRefused, err)
	}
	whole := p.store.Undamaged(health)
	if err := asSeen(whole.Messages(ctx, project.ID), built, name); err != nil {
		return nil, fmt.Errorf("%w: %w", review.ErrRefused, err)
	}
	return decided(ctx, whole, project, built.Pipeline, 0, nil)
}
