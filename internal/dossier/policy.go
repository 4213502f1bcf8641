package dossier

import (
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/server/ui"
)

// Written is a way of masking with the types that it is for, in words.
type Written struct {
	How   string
	Types string
}

// types are what the review's pages call each type, in a language of this page: the
// same word for the same thing.
func types(lang string) (map[string]string, error) {
	raw, err := ui.Read("phrases/review.tsv")
	if err != nil {
		return nil, err
	}
	const key = "js.label."
	out := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if label, ok := strings.CutPrefix(cells[0], key); ok && len(cells) == 1+len(languages) {
			out[label] = cells[1+slices.Index(languages[:], lang)]
		}
	}
	return out, nil
}

// how says what a policy writes for a type: the usual way, and the others.
func how(said map[string]string, ways []string) string {
	var out []string
	for _, w := range ways {
		if s := said["way."+w]; s != "" {
			w = s
		}
		out = append(out, w)
	}
	return strings.Join(out, " / ")
}

// written groups the types of a run by what its policy writes for them.
func (r *Run) written(said map[string]string, name func(string) string) (out []Written) {
	by := map[string][]string{}
	for _, label := range slices.Sorted(maps.Keys(r.Masks)) {
		h := how(said, r.Masks[label])
		by[h] = append(by[h], name(label))
	}
	for _, h := range slices.Sorted(maps.Keys(by)) {
		out = append(out, Written{h, strings.Join(by[h], ", ")})
	}
	return out
}

// Undo says who can tell what was hidden, by what was written for it: "all" where numbers
// of a public list were, "key" where whoever has the key can, else "none"; empty where
// the report does not say what the policy writes.
func (r *Run) Undo() string {
	if len(r.Masks) == 0 {
		return ""
	}
	who := audit.Nobody
	for label, f := range r.Fates {
		if len(r.Masks[label]) == 0 && f.Replaced+f.Asked > 0 {
			return ""
		}
		who = max(who, audit.Undo(r.Masks[label], f.Replaced+f.Asked))
	}
	return who.String()
}
