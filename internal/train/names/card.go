package names

import (
	"fmt"
	"strings"
)

// Card is the model's page for people.
func (r *Result) Card() string {
	var b strings.Builder
	m := r.Manifest
	fmt.Fprintf(&b, `# Names, %s

How likely it is that a word of a short informal message is a person's name: a
prior for %d names of the lexicon, a letter model for words in no list (%d
examples), and weights of case, neighbours and lists. Package detect/lexical
reads it; %sgo run ./gen/models -only names-%s%s trains it.

Trained on generated messages and on counts, never on real messages:

`, m.Lang, r.Report.Priors, r.Report.Unlisted, "`", m.Lang, "`")
	for _, d := range m.Data {
		fmt.Fprintf(&b, "- %s (%s)", d.Name, d.Licence)
		if d.Size > 0 {
			fmt.Fprintf(&b, ", %d", d.Size)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\nSeed %d. Licence of the weights: %s.\n\n", m.Seed, m.Licence)
	for _, s := range m.Scores {
		fmt.Fprintf(&b, "- %s, on %s: %.4f\n", s.Name, s.On, s.Value)
	}
	b.WriteString("\nWhat it cannot do: nicknames and surnames in lower case that no list holds look " +
		"like\nspelling; the words between the two bounds are what the expert is asked about.\n")
	return b.String()
}
