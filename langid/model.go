package langid

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"

	"github.com/bauta/bauta/internal/lazy"
	"github.com/bauta/bauta/internal/memo"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
)

// Kind is the kind of the bundle in its manifest, and FileName the file of
// weights in it.
const (
	Kind     = "langid"
	FileName = "langid.bin"
)

// Model is a set of weights: what texts asked for is in memory, 20 MB at most.
type Model struct {
	table       *table
	unseen      shelf // loads of a letter without an n-gram, by group
	temperature Temperature
	words       *memo.Cache[[]int16] // sums of weights of words, by class of their group
	start       uint64               // of their keys
}

// Default gives the model that comes with the program, which all share. It is read where
// it lies in the program, as texts ask for its n-grams.
func Default() (*Model, error) {
	return shipped.Get(func() (*Model, error) {
		f, err := model.Join(models.Telling()).Open(Kind + "/" + FileName)
		if err != nil {
			return nil, err
		}
		file, ok := f.(io.ReaderAt)
		about, err := f.Stat()
		if err != nil || !ok {
			return nil, fmt.Errorf("langid: the model of the program cannot be read: %w", errors.Join(err, ErrFormat))
		}
		return open(file, about.Size())
	})
}

// shipped is the model of Default.
var shipped lazy.Value[*Model]

// Open reads the model from the bundle in folder name of files.
func Open(files fs.FS, name string) (*Model, error) {
	b, err := model.Open(files, name)
	if err != nil {
		return nil, err
	}
	if b.Kind != Kind || b.Version != FormatVersion {
		return nil, fmt.Errorf("model %s is not a %s model of this version; train it again", name, Kind)
	}
	if file, size := sound(files, path.Join(name, FileName)); file != nil {
		return open(file, size)
	}
	data, err := b.Read(FileName)
	if err != nil {
		return nil, err
	}
	return Decode(data)
}

// sound gives a file of which somebody has said that it is whole and stays where it lies, as
// the page says it of what its browser holds; nil for any other. It is read there as texts ask
// for it, like that of Default.
func sound(files fs.FS, name string) (file io.ReaderAt, size int64) {
	f, err := files.Open(name)
	if err != nil {
		return nil, 0
	}
	defer f.Close()
	if lies, ok := f.(interface{ Sound() *io.SectionReader }); ok {
		if at := lies.Sound(); at != nil {
			return at, at.Size()
		}
	}
	return nil, 0
}

// setUnseen stores the weights of a letter without an n-gram, one load a group.
func (m *Model) setUnseen(weights []byte) {
	for _, cs := range members {
		var pairs []Pair
		for _, c := range cs {
			pairs = append(pairs, Pair{c, int8(weights[c])})
		}
		m.unseen.add(0, pairs, false)
	}
}

// Config narrows a model. The zero value is all languages and no bound.
type Config struct {
	Languages []string // codes to choose from; empty for all
	Bound     float64  // probability below which the language is not told, in [0, 1]
}

// Guess is a language with its probability. Lang is empty where no language is
// told: the text has no letters, none of a chosen language's script, or the
// probability of the best language is below the bound.
type Guess struct {
	Lang string
	Prob float64
}

// Identifier is a model narrowed by a Config.
type Identifier struct {
	model   *Model
	allowed [numClasses]bool
	classes [numGroups][]uint8 // allowed classes of each group
	all     []uint8            // allowed classes
	bound   float64
}

// With narrows the model. A language it does not know, or a bound outside
// [0, 1], is an error.
func (m *Model) With(c Config) (*Identifier, error) {
	id := &Identifier{model: m, bound: c.Bound}
	if !(c.Bound >= 0 && c.Bound <= 1) {
		return nil, fmt.Errorf("langid: a bound of %g; it is a probability between 0 and 1", c.Bound)
	}
	chosen := c.Languages
	if len(chosen) == 0 {
		chosen = languages
	}
	for _, lang := range chosen {
		i, ok := class(lang)
		if !ok {
			return nil, fmt.Errorf("langid: language %q is not one of %v", lang, languages)
		}
		id.allowed[i] = true
	}
	for i, ok := range id.allowed {
		if ok {
			id.classes[groupOf[i]] = append(id.classes[groupOf[i]], uint8(i))
			id.all = append(id.all, uint8(i))
		}
	}
	return id, nil
}

// Identify tells the language of a text.
func (id *Identifier) Identify(text string) Guess {
	var t tally
	g := id.read(&t, text)
	return id.best(&t, g)
}

// Rank gives the languages of the text's script with their probabilities, the
// best first; none for a text without letters. The bound plays no part.
func (id *Identifier) Rank(text string) []Guess {
	var t tally
	g := id.read(&t, text)
	if g == noGroup {
		return nil
	}
	var p [numClasses]float64
	id.probabilities(&t, g, &p)
	var out []Guess
	for _, c := range id.classes[g] {
		out = append(out, Guess{languages[c], p[c]})
	}
	slices.SortStableFunc(out, func(a, b Guess) int {
		switch {
		case a.Prob > b.Prob:
			return -1
		case a.Prob < b.Prob:
			return 1
		}
		return 0
	})
	return out
}

// tally is what was counted of a text.
type tally struct {
	sums    sums
	letters [numGroups]int32
}

// read counts a text and gives the group that carries most of its letters,
// noGroup if no allowed language is written in any script of the text.
func (id *Identifier) read(t *tally, text string) Group {
	s := scanner{text: text}
	for s.next() {
		t.letters[s.group] += int32(s.letters)
		if len(id.classes[s.group]) > 1 {
			id.model.word(&t.sums, s.buf[:s.n], s.group)
		}
	}
	best, most := noGroup, int32(0)
	for g, n := range t.letters {
		if n *= letterWeight[g]; n > most && len(id.classes[g]) > 0 {
			best, most = Group(g), n
		}
	}
	return best
}

// best gives the best language of the group and its probability.
func (id *Identifier) best(t *tally, g Group) Guess {
	if g == noGroup {
		return Guess{}
	}
	var p [numClasses]float64
	id.probabilities(t, g, &p)
	return id.choose(&p)
}

// choose gives the most probable language unless it is below the bound.
func (id *Identifier) choose(p *[numClasses]float64) Guess {
	best := 0
	for c, v := range p {
		if v > p[best] {
			best = c
		}
	}
	if p[best] == 0 {
		return Guess{}
	}
	if p[best] < id.bound {
		return Guess{"", p[best]}
	}
	return Guess{languages[best], p[best]}
}

// probabilities gives the probability of the allowed languages: 0 outside the
// group.
func (id *Identifier) probabilities(t *tally, g Group, p *[numClasses]float64) {
	cs := id.classes[g]
	heat := Scale * id.model.temperature.at(t.letters[g])
	top := math.Inf(-1)
	for _, c := range cs {
		top = max(top, float64(t.sums.class[c]))
	}
	total := 0.0
	for _, c := range cs {
		p[c] = math.Exp((float64(t.sums.class[c]) - top) / heat)
		total += p[c]
	}
	for _, c := range cs {
		p[c] /= total
	}
}

// at gives the temperature for a number of letters.
func (t Temperature) at(letters int32) float64 {
	return float64(min(t.Base+t.PerLetter*float32(letters), max(t.Max, t.Base)))
}

// WithTemperature gives the model with another temperature.
func (m *Model) WithTemperature(t Temperature) *Model {
	c := *m
	c.temperature = t
	return &c
}
