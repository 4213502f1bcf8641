package lexical

import (
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// Features of a word, crossed with the side on which the lists put it. The
// names stand in the model file, so that a model says in words what it weighs.
const (
	fBias      = iota
	fPrior     // log-odds that the word is a name rather than a word, by frequency; / 4
	fChars     // log-odds by the letters of the word; / 4
	fCase      // 5 cases
	fBefore    = fCase + 5
	fAfter     = fBefore + int(cues)
	fBefore2   = fAfter + int(cues) // the unit before the last sign or "et"
	fLength    = fBefore2 + int(cues)
	fHeuristic = fLength + 6
	fKind      = fHeuristic + 9
	fPlace     = fKind + 8
	fPOS       = fPlace + 3
	features   = fPOS + 4
)

var caseNames = [5]string{"lower", "initial", "capital", "shout", "all-caps"}

// featureName names feature i of a side.
func featureName(s side, i int) string {
	var n string
	switch {
	case i == fBias:
		n = "bias"
	case i == fPrior:
		n = "prior"
	case i == fChars:
		n = "letters"
	case i < fBefore:
		n = "case." + caseNames[i-fCase]
	case i < fAfter:
		n = "before." + cueNames[i-fBefore]
	case i < fBefore2:
		n = "after." + cueNames[i-fAfter]
	case i < fLength:
		n = "before2." + cueNames[i-fBefore2]
	case i < fHeuristic:
		n = "length." + [...]string{"2", "3", "4", "5-6", "7-9", "10+"}[i-fLength]
	case i < fKind:
		n = "variant." + variant.Heuristic(i-fHeuristic).String()
	case i < fPlace:
		n = "list." + kindNames[i-fKind]
	case i < fPOS:
		n = "place." + [...]string{"alone", "last", "repeated"}[i-fPlace]
	default:
		n = "pos." + [...]string{"noun", "verb", "adjective", "tool"}[i-fPOS]
	}
	return sideNames[s] + "." + n
}

var kindBits = [8]lexicon.Kind{
	lexicon.FirstName, lexicon.Surname, lexicon.Hypocoristic, lexicon.City,
	lexicon.SMS | lexicon.Onomatopoeia | lexicon.Interjection | lexicon.Greeting | lexicon.Kinship, lexicon.Form,
	lexicon.Loan | lexicon.Brand, lexicon.Proper,
}

var kindNames = [8]string{"first-name", "surname", "nickname", "city", "sms", "form", "loan", "proper"}

const tools = lexicon.Pronoun | lexicon.Determiner | lexicon.Preposition | lexicon.Conjunction | lexicon.Adverb

// message holds what features need to know of the whole message.
type message struct {
	doc      *bauta.Doc
	units    []unit
	cues     []cue  // by token
	shouting bool   // most words are in capitals
	titled   bool   // most words start with a capital
	last     int    // index of the last token that is a word
	starts   []bool // by token: nothing but commas part it from the end of a sentence
	// places gives where each word stands, by its normal form: the start of its
	// unit, or several.
	places map[string]int
}

// several stands for the places of a word that stands at more than one.
const several = -1

// survey prepares the features of a message.
func (f *Detector) survey(d *bauta.Doc, units []unit) *message {
	m := &message{
		doc: d, units: units, cues: make([]cue, len(d.Tokens)), last: -1, places: make(map[string]int, len(units)),
	}
	for i, t := range d.Tokens {
		m.cues[i] = cueOf(t)
	}
	long, shout, titled := 0, 0, 0
	for i := range units {
		u := &units[i]
		m.cues[u.tok] = f.cue(u)
		m.last = u.tok
		if at, there := m.places[u.norm]; !there {
			m.places[u.norm] = u.start
		} else if at != u.start {
			m.places[u.norm] = several
		}
		if utf8.RuneCountInString(u.surface) < 3 {
			continue
		}
		long++
		switch caseOf(u.surface) {
		case allCaps:
			shout++
		case capital:
			titled++
		}
	}
	m.shouting = long > 1 && shout*2 > long
	m.titled = long > 3 && titled*3 > long*2
	m.starts = starts(m.cues)
	return m
}

// starts tells of each token whether a sentence starts with it.
func starts(cues []cue) []bool {
	out := make([]bool, len(cues))
	for i := range out {
		if i == 0 {
			out[i] = true
			continue
		}
		before := cues[i-1]
		out[i] = before == stop || before == smile || before == comma && out[i-1]
	}
	return out
}

type letterCase uint8

const (
	lower letterCase = iota
	capital
	allCaps
)

func caseOf(s string) letterCase {
	r, n := utf8.DecodeRuneInString(s)
	if !unicode.IsUpper(r) {
		return lower
	}
	if n >= len(s) {
		return capital
	}
	for _, r := range s[n:] {
		if unicode.IsLower(r) {
			return capital
		}
	}
	return allCaps
}

// caseFeature reads the case of a unit where it stands: a capital says less at
// the start of a sentence, nothing where everything is in capitals.
func (m *message) caseFeature(u *unit) int {
	switch c := caseOf(u.surface); {
	case c == lower:
		return 0
	case m.shouting && c == allCaps, m.titled && c == capital:
		return 4
	case c == allCaps:
		return 3
	case m.starts[u.tok]:
		return 1
	}
	return 2
}

// Feature is a feature with its value; FeatureName names it.
type Feature struct {
	At int
	X  float64
}

// FeatureName names a feature as it stands in the model file.
func FeatureName(at int) string { return featureName(side(at/features), at%features) }

// FeatureCount is the number of features of all sides together.
const FeatureCount = int(sides) * features

// Evidence is a word that the lists do not settle, with its features: what a
// trainer needs to learn the weights.
type Evidence struct {
	Start, End int
	Features   []Feature
	Listed     bool    // it stands in a dictionary of names
	Prior      float64 // log-odds that it is a name, by frequency, where listed
	// Probability that the word is a name, by the model at hand.
	Probability float64
}

// Evidence lists the words of a document that are weighed. The detector needs
// a model with priors and letters; its weights do not matter for the features.
// Words for which forget says yes are read as if they stood in no list, so that
// a trainer sees what unlisted words are like; nil forgets none.
func (f *Detector) Evidence(d *bauta.Doc, forget func(norm string) bool) []Evidence {
	units := f.units(d)
	for i := range units {
		if u := &units[i]; u.side != skip && forget != nil && worth(u.norm) && forget(u.norm) {
			u.side, u.entry, u.heuristic, u.spelt = unknown, lexicon.Entry{}, variant.None, u.norm
		}
	}
	m := f.survey(d, units)
	var out []Evidence
	for i := range units {
		u := &units[i]
		if u.side == skip || u.side == anti {
			continue
		}
		x := m.features(f.model, u, nil)
		out = append(out, Evidence{
			u.start, u.end, x, u.side == dict || u.side == both, u.prior, f.model.probability(x),
		})
	}
	return out
}

// features lists the features of a unit, in the space of its side.
func (m *message) features(mod *Model, u *unit, buf []Feature) []Feature {
	base := int(u.side) * features
	set := func(i int, x float64) { buf = append(buf, Feature{base + i, x}) }
	set(fBias, 1)
	if u.side != unknown {
		set(fPrior, u.prior/4)
	}
	if u.side == unknown || u.side == guess || u.heuristic != variant.None {
		set(fChars, mod.letters(u.spelt)/4)
	}
	set(fCase+m.caseFeature(u), 1)
	before, before2 := m.before(u)
	set(fBefore+int(before), 1)
	set(fBefore2+int(before2), 1)
	set(fAfter+int(m.after(u)), 1)
	set(fLength+lengthBucket(u.norm), 1)
	set(fHeuristic+min(int(u.heuristic), 8), 1)
	for i, k := range kindBits {
		if u.entry.Kinds&k != 0 {
			set(fKind+i, 1)
		}
	}
	m.placeFeatures(u, set)
	for i, p := range [...]lexicon.POS{lexicon.Noun, lexicon.Verb, lexicon.Adjective, tools} {
		if u.entry.POS&p != 0 {
			set(fPOS+i, 1)
		}
	}
	return buf
}

func (m *message) placeFeatures(u *unit, set func(int, float64)) {
	if len(m.units) == 1 {
		set(fPlace, 1)
	}
	if u.tok == m.last {
		set(fPlace+1, 1)
	}
	if m.places[u.norm] == several {
		set(fPlace+2, 1)
	}
}

// before gives the cue right before a unit, and the one before that.
func (m *message) before(u *unit) (cue, cue) {
	at := func(i int) cue {
		if i < 0 {
			return edge
		}
		return m.cues[i]
	}
	return at(u.tok - 1), at(u.tok - 2)
}

// after gives the cue right behind a unit.
func (m *message) after(u *unit) cue {
	if u.tok+1 >= len(m.cues) {
		return edge
	}
	return m.cues[u.tok+1]
}

func lengthBucket(norm string) int {
	switch n := utf8.RuneCountInString(norm); {
	case n <= 4:
		return max(0, n-2)
	case n <= 6:
		return 3
	case n <= 9:
		return 4
	}
	return 5
}
