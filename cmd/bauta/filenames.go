package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/unread"
)

// safely calls outputs as what they are read from, without what the policy
// hides in them: an export is often called by who wrote.
type safely struct {
	o     *anonymise
	p     *bauta.Pipeline
	seen  map[string]string // what stands for what was found, by label and text
	parts map[string]string // of paths, as they come out
	n     map[bauta.Label]int
}

// safeNames changes where outputs go in their folder, and says how many it changed.
func (o *anonymise) safeNames(ctx context.Context, p *bauta.Pipeline, files []found) (changed int, err error) {
	names := &safely{
		o: o, p: p, seen: map[string]string{}, parts: map[string]string{}, n: map[bauta.Label]int{},
	}
	for i := range files {
		parts := strings.Split(files[i].to, string(filepath.Separator))
		for k, part := range parts {
			if parts[k], err = names.part(ctx, part); err != nil {
				return 0, err
			}
		}
		if to := filepath.Join(parts...); to != files[i].to {
			files[i].to = to
			changed++
		}
	}
	if changed > 0 {
		err = placed(files, o.out)
	}
	return changed, err
}

// part gives a folder or a file its name.
func (f *safely) part(ctx context.Context, name string) (string, error) {
	if to, ok := f.parts[name]; ok {
		return to, nil
	}
	stem := name
	for range 2 { // sms.csv.gz
		if readable(stem) {
			stem = strings.TrimSuffix(stem, filepath.Ext(stem))
		}
	}
	spans, err := unread.Hidden(ctx, f.p, strings.ReplaceAll(stem, "_", " "), f.o.lang)
	if err != nil {
		return "", err
	}
	to, last := "", 0
	for _, s := range spans {
		key := string(s.Label) + " " + strings.ToLower(stem[s.Start:s.End])
		if f.seen[key] == "" {
			f.n[s.Label]++
			f.seen[key] = fmt.Sprintf("%s-%d", s.Label, f.n[s.Label])
		}
		to += stem[last:s.Start] + f.seen[key]
		last = s.End
	}
	f.parts[name] = to + name[last:]
	return f.parts[name], nil
}
