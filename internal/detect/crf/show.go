package crf

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// Inside is what a model consists of, for people to read.
type Inside struct {
	Lang     string `json:"lang"`
	Features int    `json:"features"`
	Weights  int    `json:"weights"`
	Words    int    `json:"words_with_classes"`
	Columns  int    `json:"columns_of_classes"`
	// Kinds counts features by what they look at, most first.
	Kinds []KindCount `json:"features_by_kind"`
	// Labels are those of words, in IOB2: O, B-PERSON, I-PERSON …
	Labels []LabelInside `json:"labels"`
}

// KindCount is how many features look at one kind of thing.
type KindCount struct {
	Kind     string `json:"kind"`
	Features int    `json:"features"`
}

// LabelInside is what speaks for one label.
type LabelInside struct {
	Label   string         `json:"label"`
	Weights int            `json:"weights"`
	Start   float64        `json:"start"`   // score of being the first label
	For     []NamedFeature `json:"for"`     // the biggest weights
	Against []NamedFeature `json:"against"` // the smallest
}

// NamedFeature is a feature with its weight for a label.
type NamedFeature struct {
	Feature string  `json:"feature"`
	Weight  float64 `json:"weight"` // to three digits after the point
}

// unnamed is the kind of what only a hash tells: pairs, and words in no list.
const unnamed = "pairs, and words in no list"

// Inside looks into the model: how many features of which kind, and for each label
// the top biggest weights of features that have a name. Features are hashes; the
// words of l give the names back of those that look at one thing.
func (m *Model) Inside(l *lexicon.Lexicon, top int) Inside {
	out := Inside{
		Lang: m.lang, Features: m.Features(), Weights: m.Weights(),
		Words: m.classes.Words(), Columns: m.classes.Columns(),
	}
	n := &namer{m: m, names: map[uint32]named{}}
	n.closed()
	if l != nil {
		for word, e := range l.Words(^lexicon.Kind(0), m.lang) {
			n.word(word)
			n.kinds(e.Kinds)
		}
	}
	out.Kinds = n.counts()
	for y := range m.bias {
		out.Labels = append(out.Labels, n.label(uint8(y), max(top, 0)))
	}
	return out
}

// namer finds the features of a model by what they look at.
type namer struct {
	m     *Model
	names map[uint32]named // of the features that are known
	s     Sentence
}

type named struct{ kind, what string }

// try names the feature of a template that sees something, if the model has it.
func (n *namer) try(template, seen uint64, kind, what string) {
	key := mix(template, seen)
	if _, known := n.names[key]; !known && n.m.table.find(key) >= 0 {
		n.names[key] = named{kind, what}
	}
}

// closed names the features of templates that see one of few things.
func (n *namer) closed() {
	n.try(1, 0, "any word", "")
	for c, name := range [...]string{"no letters", "lower", "First", "A", "ALL", "mIxed", "", "start", "end"} {
		for s, message := range [...]string{"without letters", "in lower case", "in capitals", "of names", "mixed"} {
			n.try(40, uint64(c)<<8|uint64(s), "case", name+" in a message "+message)
		}
		n.try(50, uint64(c), "case", name+", first word")
		n.try(51, uint64(c), "case", name+", last word")
	}
	for p := range uint64(words.Mingled) + 1 {
		n.try(43, p, "pattern", patternName(words.Pattern(p)))
		n.try(44, p, "pattern of the word before", patternName(words.Pattern(p)))
		n.try(45, p, "pattern of the word after", patternName(words.Pattern(p)))
	}
	for bit := range 40 {
		k := uint64(1) << bit
		name := lexicon.Kind(k).String()
		n.try(60, k, "list", name)
		n.try(81, k, "list of the word before", name)
		n.try(82, k, "list of the word after", name)
	}
	for c := range uint64(n.m.classes.Columns()) {
		highest := uint16(0)
		for _, class := range n.m.classes.Column(int(c)) {
			highest = max(highest, class)
		}
		for v := range uint64(highest) + 1 {
			name := fmt.Sprintf("%d in column %d", v, c)
			for k, where := range [...]string{
				"", " of the word before", " of the word after", " of the second word before",
				" of the second word after",
			} {
				n.try(100+10*c+uint64(k), v, "class"+where, name)
			}
		}
	}
}

// patternName describes what words of a pattern look like.
func patternName(p words.Pattern) string {
	switch {
	case p == words.Digits9:
		return "9 digits and more"
	case p >= words.Digits1 && p < words.Digits9:
		return fmt.Sprintf("%d digits", 1+p-words.Digits1)
	case p < words.Digits1:
		return [...]string{"a word", "e-mail", "URL", "@handle", "#tag", "masked", "emoji", "punctuation"}[p]
	}
	return [...]string{"time", "date", "number", "letters and digits"}[p-words.Time]
}

// kinds names the features that see a whole set of lists.
func (n *namer) kinds(k lexicon.Kind) {
	k &^= lexicon.Hide | lexicon.Keep
	n.try(61, uint64(k), "lists", k.String())
	n.try(62, uint64(k), "lists of the word before", k.String())
	n.try(63, uint64(k), "lists of the word after", k.String())
}

// word names the features that see a word or its letters; it is folded.
func (n *namer) word(word string) {
	var w Word
	h := n.s.affixes(&w, word)
	n.try(3, h, "word", word)
	for i, where := range [...]string{"word before", "word after", "second word before", "second word after"} {
		n.try(4+uint64(i), h, where, word)
	}
	r, size := utf8.DecodeRuneInString(word)
	for _, written := range [...]string{word, string(unicode.ToUpper(r)) + word[size:]} {
		t := words.Hash(written)
		n.try(2, t, "word as written", written)
		n.try(15, t, "word before as written", written)
		n.try(16, t, "word after as written", written)
		shape, short := shapeOf(written)
		n.try(33, shape, "shape", "of "+written)
		n.try(34, short, "short shape", "of "+written)
		n.try(35, short, "short shape before", "of "+written)
		n.try(36, short, "short shape after", "of "+written)
	}
	for k := range min(len(n.s.runes), affixes) {
		end := len(word)
		if k+1 < len(n.s.runes) {
			end = n.s.runes[k+1]
		}
		start := n.s.runes[len(n.s.runes)-k-1]
		n.try(20+uint64(k), w.prefix[k], "prefix", word[:end]+"-")
		n.try(25+uint64(k), w.suffix[k], "suffix", "-"+word[start:])
		if k == 2 {
			n.try(30, w.suffix[k], "suffix of the word before", "-"+word[start:])
			n.try(31, w.suffix[k], "suffix of the word after", "-"+word[start:])
			n.try(32, w.prefix[k], "prefix of the word after", word[:end]+"-")
		}
	}
	for k := 3; k <= 4; k++ {
		for i := 1; i+k < len(n.s.runes); i++ {
			letters := word[n.s.runes[i]:n.s.runes[i+k]]
			n.try(52, words.Hash(letters), "letters inside", letters)
		}
	}
}

// counts sums the features up by kind.
func (n *namer) counts() []KindCount {
	sum := map[string]int{}
	for key := range n.m.table.all() {
		sum[cmp.Or(n.names[key].kind, unnamed)]++
	}
	out := make([]KindCount, 0, len(sum))
	for k, c := range sum {
		out = append(out, KindCount{k, c})
	}
	slices.SortFunc(out, func(a, b KindCount) int {
		return cmp.Or(cmp.Compare(b.Features, a.Features), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// label finds the biggest and the smallest weights of a label among the named.
func (n *namer) label(y uint8, top int) LabelInside {
	out := LabelInside{Label: "O", Start: n.m.trans.Start(int(y))}
	if y != tags.Outside {
		out.Label = "I-" + string(n.m.types[(y-1)/2])
		if y%2 == 1 {
			out.Label = "B-" + string(n.m.types[(y-1)/2])
		}
	}
	if out.Start < -maxWeight {
		out.Start = 0 // forbidden; JSON has no infinity
	}
	var features []NamedFeature
	for key, list := range n.m.table.all() {
		for _, w := range list {
			if w.label != y {
				continue
			}
			out.Weights++
			if is, known := n.names[key]; known {
				name := is.kind
				if is.what != "" {
					name += ": " + is.what
				}
				weight := math.Round(1000*float64(w.weight)*float64(n.m.scale)) / 1000
				features = append(features, NamedFeature{name, weight})
			}
		}
	}
	slices.SortFunc(features, func(a, b NamedFeature) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Feature, b.Feature))
	})
	for i := 0; i < min(top, len(features)) && features[i].Weight > 0; i++ {
		out.For = append(out.For, features[i])
	}
	for i := len(features) - 1; i >= max(0, len(features)-top) && features[i].Weight < 0; i-- {
		out.Against = append(out.Against, features[i])
	}
	return out
}
