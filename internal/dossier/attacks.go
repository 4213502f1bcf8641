package dossier

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/jsontext"
	"github.com/bauta/bauta/internal/packed"
)

// Attack is how one attack went, as bauta attack says it.
type Attack struct {
	Name     string     `json:"attack"`
	What     string     `json:"what"`
	Found    eval.Bound `json:"found"`
	Guessing float64    `json:"guessing"` // the share that guessing gives
	Tried    []Tried    `json:"tried,omitempty"`
	// Same are other ways that tell exactly as many as this one.
	Same    []Told `json:"same,omitempty"`
	Advice  string `json:"advice"`
	Says    Phrase `json:"says"`    // What, for other languages
	Advises Phrase `json:"advises"` // Advice
}

// Told is a sentence, in English and for other languages.
type Told struct {
	What string `json:"what"`
	Says Phrase `json:"says"`
}

// Tried is an attack after something was done against it.
type Tried struct {
	What  string     `json:"what"`
	Found eval.Bound `json:"found"`
	Says  Phrase     `json:"says"`
}

// NewAttack is how an attack went, and what is advised.
func NewAttack(name string, what Phrase, found eval.Bound, guessing float64, advice Phrase) Attack {
	a := Attack{Name: name, What: what.English(), Found: found, Guessing: guessing, Says: what}
	a.Advise(advice)
	return a
}

// Advise takes another advice.
func (a *Attack) Advise(p Phrase) { a.Advice, a.Advises = p.English(), p }

// Try adds what was tried, and how far the attack went then.
func (a *Attack) Try(p Phrase, found eval.Bound) {
	a.Tried = append(a.Tried, Tried{p.English(), found, p})
}

// Lowers adds what was tried, takes its advice where the attack then goes less far than before, and reports that.
func (a *Attack) Lowers(p Phrase, found eval.Bound, advice Phrase) bool {
	a.Try(p, found)
	lower := found.Rate < a.Found.Rate
	if lower {
		a.Advise(advice)
	}
	return lower
}

// Join takes another way to attack in, where that tells exactly as many, of as many, and reports that. What
// lowers the one that is harder to lower is kept.
func (a *Attack) Join(other *Attack) bool {
	same := a.Name == other.Name && a.Found == other.Found && a.Guessing == other.Guessing
	if same {
		a.Same = append(a.Same, Told{other.What, other.Says})
	}
	if same && len(other.Tried) > len(a.Tried) {
		a.Tried = other.Tried
		a.Advise(other.Advises)
	}
	return same
}

// Phrase is a sentence about an attack in any of the languages: its key in attacks.tsv,
// and what stands in it, labels of types with commas between them among it.
type Phrase struct {
	Key  string   `json:"key"`
	Args []string `json:"args,omitempty"`
}

// Say is the phrase of a key.
func Say(key string, args ...string) Phrase { return Phrase{key, args} }

// English is the phrase for the terminal; empty where there is none of its key.
func (p Phrase) English() string { return p.in("en", func(label string) string { return label }) }

// in is the phrase in a language, with a name for each type.
func (p Phrase) in(lang string, name func(string) string) string {
	said := sentences(attacks(), lang)[p.Key]
	if strings.Count(said, "%s") != len(p.Args) {
		return ""
	}
	args := make([]any, len(p.Args))
	for i, a := range p.Args {
		labels := strings.Split(a, ", ")
		for k := range labels {
			labels[k] = name(labels[k])
		}
		args[i] = strings.Join(labels, ", ")
	}
	return fmt.Sprintf(said, args...)
}

//go:embed attacks.tsv.zst
var attacksPacked []byte

// attacks is attacks.tsv, and phrases is phrases.tsv, which lie packed in the program (gen/phrases).
var attacks = sync.OnceValue(func() string { return string(packed.Embedded(attacksPacked)) })

// sentences gives what stands for each key of a table in a language.
func sentences(table, lang string) map[string]string {
	column := slices.Index(languages[:], lang)
	out := map[string]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) == 1+len(languages) {
			out[cells[0]] = spaced(lang, cells[1+column])
		}
	}
	return out
}

// played are the attacks that there are, each with a phrase of its name.
var played = []string{"style", "timeline", "program", "rare", "frequency", "place"}

// Names are the attacks that there are.
func Names() []string { return slices.Clone(played) }

// Untried are the attacks that were not played, or on nothing.
func (d *Dossier) Untried() (out []string) {
	for _, name := range played {
		tried := func(a Attack) bool { return a.Name == name && a.Found.Trials > 0 }
		if !slices.ContainsFunc(d.Attacks, tried) {
			out = append(out, name)
		}
	}
	return out
}

// ReadAttacks reads what bauta attack --json printed, and on which release they were
// played.
func ReadAttacks(raw []byte) ([]Attack, *audit.Output, error) {
	var all struct {
		Attacks []Attack      `json:"attacks"`
		Release *audit.Output `json:"release"`
	}
	if err := jsontext.Exact(raw, &all); err != nil || all.Attacks == nil {
		return nil, nil, errors.New("is nothing that bauta attack --json printed")
	}
	return all.Attacks, all.Release, nil
}
