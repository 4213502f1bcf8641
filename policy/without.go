package policy

import (
	"fmt"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/thread"
)

// Slots names what may be switched off in the pipeline, in its order: "detector
// patterns", "settler edges", "thread answers".
func (b *Built) Slots() []string {
	var out []string
	for _, name := range b.detectors {
		out = append(out, "detector "+name)
	}
	for _, s := range slices.Concat(b.Pipeline.Settlers, b.Pipeline.Across) {
		out = append(out, "settler "+s.Name())
	}
	for _, l := range b.links {
		if name := linkerName(l); name != "" {
			out = append(out, "thread "+name)
		}
	}
	return out
}

// linkerName names the linkers that add finds, "" for others.
func linkerName(l bauta.Linker) string {
	switch l.(type) {
	case thread.Answers:
		return "answers"
	case coref.Finder:
		return "names"
	}
	return ""
}

// Without gives the pipeline with one of its slots switched off.
func (b *Built) Without(slot string) (*bauta.Pipeline, error) {
	if !slices.Contains(b.Slots(), slot) {
		return nil, fmt.Errorf("no slot %q in this policy", slot)
	}
	p := *b.Pipeline
	p.Detectors = nil
	for i, d := range b.Pipeline.Detectors {
		if "detector "+b.detectors[i] != slot {
			p.Detectors = append(p.Detectors, d)
		}
	}
	named := func(s bauta.Settler) bool { return "settler "+s.Name() == slot }
	p.Settlers = slices.DeleteFunc(slices.Clone(p.Settlers), named)
	p.Across = slices.DeleteFunc(slices.Clone(p.Across), named)
	var links thread.Chain
	for _, l := range b.links {
		if "thread "+linkerName(l) == slot {
			continue
		}
		if a, ok := l.(thread.Answers); ok { // which reads with the pipeline itself
			a.Pipeline = &p
			l = a
		}
		links = append(links, l)
	}
	if p.Link = nil; len(links) > 0 {
		p.Link = links
	}
	return &p, nil
}
