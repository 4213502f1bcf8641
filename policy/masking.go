package policy

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// masking gives what may be done with a find of a type, the usual way first: operators by
// name, "tag.numbered" and "code.keyed" apart from "tag" and "code". Rules of parts of
// names and rules under conditions are among them. No type has none.
func (f *File) masking(l bauta.Label) (ways []string) {
	add := func(r *Rule) {
		for ; r != nil; r = r.Else {
			ways = append(ways, r.way())
		}
	}
	switch r, ok := f.Mask[string(l)]; {
	case ok:
		add(&r)
	case f.Default != nil:
		add(f.Default)
	default:
		add(&Rule{Operator: "suppress"})
	}
	for _, part := range []bauta.Part{bauta.First, bauta.Last, bauta.Nick} {
		if r, ok := f.Mask[string(l)+"."+string(part)]; ok {
			add(&r)
		}
	}
	return distinct(ways)
}

// way is the operator of a rule with what makes another one of it.
func (r *Rule) way() string {
	switch {
	case r.Operator == "tag" && r.Numbered:
		return "tag.numbered"
	case r.Operator == "code" && r.Reference != "" && r.Reference != mask.NoReference:
		return "code." + string(r.Reference)
	}
	return string(r.Operator)
}

// distinct leaves out what stands before already.
func distinct(all []string) (out []string) {
	seen := map[string]bool{}
	for _, s := range all {
		if !seen[s] {
			out = append(out, s)
		}
		seen[s] = true
	}
	return out
}
