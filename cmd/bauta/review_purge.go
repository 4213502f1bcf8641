package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/internal/server"
)

// day is what --purge-after counts in.
const day = 24 * time.Hour

// startPurging announces when the texts of released projects are destroyed, and
// looks every minute for those whose time has come. The first look is a minute
// away, so that whoever reads the announcement can end the server. end waits for a
// purge under way.
func startPurging(cmd *cobra.Command, s *sqlstore.Store, c server.Config) (end func(), err error) {
	if c.PurgeAfter < 0 {
		return func() {}, nil
	}
	all, err := s.Projects(cmd.Context(), 0)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.State != review.Released {
			continue
		}
		at := p.Released.Add(c.PurgeAfter)
		when := "on " + at.Format(time.DateOnly)
		if !at.After(time.Now()) {
			when = "in a minute"
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "project %s is released: its key and texts are destroyed %s; --purge-after "+
			"-1 keeps them\n", p.Slug, when)
	}
	ctx, stop := context.WithCancel(cmd.Context())
	look := time.NewTicker(time.Minute)
	var purging sync.WaitGroup
	purging.Go(func() { purgeWhenDue(ctx, s, c, look.C) })
	return func() {
		stop()
		look.Stop()
		purging.Wait()
	}, nil
}

// purgeWhenDue destroys at every look what is due, until the context ends.
func purgeWhenDue(ctx context.Context, s *sqlstore.Store, c server.Config, look <-chan time.Time) {
	for {
		var now time.Time
		select {
		case <-ctx.Done():
			return
		case now = <-look:
		}
		gone, err := review.PurgeDue(ctx, s, c.PurgeAfter, now)
		for _, p := range gone {
			c.Log.Warn("key and texts were destroyed, as --purge-after has it", "project", p.Slug, "released",
				p.Released)
		}
		if err != nil && ctx.Err() == nil {
			c.Log.Error("texts that are due cannot be destroyed", "error", err)
		}
	}
}
