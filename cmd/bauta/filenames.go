package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/unread"
)

// safely calls outputs as what they are read from, without what the policy
// hides in them: an export is often called by who wrote.
type safely struct {
	o     *anonymise
	p     *bauta.Pipeline
	seen  map[string]string // what stands for what was found, by label and text
	parts map[string]string // of paths, as they come out
	met   formats.Met       // who takes part in the files
	n     map[bauta.Label]int
}

// safeNames changes where outputs go in their folder, and says how many it changed.
func (o *anonymise) safeNames(
	ctx context.Context, p *bauta.Pipeline, files []found, met formats.Met,
) (changed int, err error) {
	names := &safely{
		o: o, p: p, seen: map[string]string{}, parts: map[string]string{}, n: map[bauta.Label]int{},
		met: met.Small(),
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

// withPeople puts people of the files among the finds in a name, in the place of those that they touch.
func withPeople(spans []bauta.Span, people []formats.Range) []bauta.Span {
	for _, who := range people {
		span := bauta.Span{Start: who.Start, End: who.End, Label: bauta.Person}
		spans = slices.DeleteFunc(spans, func(s bauta.Span) bool {
			touches := s.Start < span.End && span.Start < s.End
			if touches {
				span.Start, span.End = min(s.Start, span.Start), max(s.End, span.End)
			}
			return touches
		})
		spans = append(spans, span)
	}
	slices.SortFunc(spans, func(a, b bauta.Span) int { return a.Start - b.Start })
	return spans
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
	said := strings.ReplaceAll(stem, "_", " ")
	spans, err := unread.Hidden(ctx, f.p, said, f.o.lang)
	if err != nil {
		return "", err
	}
	if !f.p.Keeps(bauta.Span{Label: bauta.Person}) {
		spans = withPeople(spans, f.met.InName(said))
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
