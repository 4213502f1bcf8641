package policy

import (
	"maps"
	"slices"
)

// Files lists the files and folders that the policy is made of: itself, and the
// lists, keys and models that it names. Not all of them need be there.
func (f *File) Files() []string {
	var names []string
	for _, l := range f.Lexicons {
		names = append(names, l.File)
	}
	rules := slices.Collect(maps.Values(f.Mask))
	if f.Default != nil {
		rules = append(rules, *f.Default)
	}
	for i := 0; i < len(rules); i++ {
		names = append(names, rules[i].Key)
		if rules[i].Else != nil {
			rules = append(rules, *rules[i].Else)
		}
	}
	if l := f.Detect.Location; l != nil {
		names = append(names, l.Model, l.Feasibility)
	}
	if n := f.Detect.NER; n != nil {
		names = append(names, n.Model)
	}
	if e := f.Detect.External; e != nil {
		names = append(names, e.Calibration)
		if e.path() {
			names = append(names, e.Command[0])
		}
	}
	names = append(names, f.Verdict.Model)
	var out []string
	if f.path != "" {
		out = append(out, f.path)
	}
	for _, name := range names {
		if name != "" {
			out = append(out, f.beside(name))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
