package agreement

import (
	"cmp"
	"slices"
)

// Repeat is one message that one annotator tagged twice.
type Repeat struct {
	Annotator    string
	First, Again []string
}

// Consistency is how far a person agrees with themselves.
type Consistency struct {
	Annotator string `json:"annotator"`
	Messages  int    `json:"messages"` // shown twice
	Same      int    `json:"same"`     // of these, tagged alike to the last token
	Kappa     Value  `json:"kappa"`
	Marked    Value  `json:"kappa_marked"`
	Spans     Value  `json:"span_f1"`
}

// Repeats measures each annotator on what they saw twice, sorted by name.
// Config.Annotators is not looked at.
func Repeats(repeats []Repeat, cfg Config) ([]Consistency, error) {
	by := map[string][]Item{}
	same := map[string]int{}
	for _, r := range repeats {
		by[r.Annotator] = append(by[r.Annotator], Item{[][]string{r.First, r.Again}})
		if slices.Equal(r.First, r.Again) {
			same[r.Annotator]++
		}
	}
	cfg.Annotators = []string{"first", "again"}
	var out []Consistency
	for who, items := range by {
		r, err := Measure(items, cfg)
		if err != nil {
			return nil, err
		}
		p := r.Pairs[0]
		out = append(out, Consistency{who, len(items), same[who], p.Kappa, p.Marked, p.Spans})
	}
	slices.SortStableFunc(out, func(a, b Consistency) int { return cmp.Compare(a.Annotator, b.Annotator) })
	return out, nil
}
