package review

import (
	"context"
	"errors"
	"time"
)

// PurgeAfter is how long the texts of a released project are kept where nothing
// else is said.
const PurgeAfter = 30 * 24 * time.Hour

// PurgeDue destroys the texts of the projects that were released that long ago,
// and gives those projects. After an error the others still wait.
func PurgeDue(ctx context.Context, s Projects, after time.Duration, now time.Time) ([]Project, error) {
	all, err := s.Projects(ctx, 0)
	if err != nil {
		return nil, err
	}
	var done []Project
	for _, p := range all {
		if p.State != Released || now.Before(p.Released.Add(after)) {
			continue
		}
		switch err := s.Purge(ctx, p.ID, 0); {
		case errors.Is(err, ErrPurged): // another server was faster
		case err != nil:
			return done, err
		default:
			done = append(done, p)
		}
	}
	return done, nil
}
