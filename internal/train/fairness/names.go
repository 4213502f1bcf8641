package fairness

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
)

// name is a first name or a surname of the lexicon.
type name struct {
	text  string
	sex   lexicon.Sex
	lists uint8 // of how many countries have it
}

// Names are the names of the lexicon by origin, the language of the list they come
// from: those in Latin letters that training keeps apart. One that several lists have
// is of each of these origins.
type Names struct {
	Origins     []string // in order
	first, last map[string][]name
}

// enough is how many first names, and how many surnames, an origin needs.
const enough = 10

// Of gathers the names of a lexicon.
func Of(l *lexicon.Lexicon) *Names {
	n := &Names{first: map[string][]name{}, last: map[string][]name{}}
	for w, e := range l.Words(lexicon.FirstName|lexicon.Surname, "") {
		if !drawn(w) {
			continue
		}
		for _, o := range l.Origins(e) {
			if e.Kinds&lexicon.FirstName != 0 {
				n.first[o] = append(n.first[o], name{gold.Capital(w), e.Sex, e.NameRank})
			}
			if e.Kinds&lexicon.Surname != 0 {
				n.last[o] = append(n.last[o], name{gold.Capital(w), 0, e.SurnameRank})
			}
		}
	}
	for _, o := range slices.Sorted(maps.Keys(n.first)) {
		if len(n.first[o]) >= enough && len(n.last[o]) >= enough {
			n.Origins = append(n.Origins, o)
		}
	}
	return n
}

// drawn reports whether a word may be drawn: one word of Latin letters, held out.
func drawn(w string) bool {
	odd := func(r rune) bool { return !unicode.Is(unicode.Latin, r) }
	return utf8.RuneCountInString(w) > 2 && !strings.ContainsFunc(w, odd) && chat.HeldOut(w)
}

// person is somebody who is put in the place of another.
type person struct {
	text, form, sex, band string
}

// draw makes up somebody of an origin: with a name of one word, the first name or the
// surname, as often; else with both.
func (n *Names) draw(origin string, words int, rng *rand.Rand) person {
	first := n.first[origin][rng.IntN(len(n.first[origin]))]
	last := n.last[origin][rng.IntN(len(n.last[origin]))]
	switch {
	case words > 1:
		return person{first.text + " " + last.text, "both", sexOf(first.sex), bandOf(first.lists)}
	case rng.IntN(2) == 0:
		return person{last.text, "surname", "", bandOf(last.lists)}
	}
	return person{first.text, "first name", sexOf(first.sex), bandOf(first.lists)}
}

func sexOf(s lexicon.Sex) string {
	return map[lexicon.Sex]string{
		lexicon.Male: "men", lexicon.Female: "women", lexicon.Male | lexicon.Female: "either",
	}[s]
}

// bandOf is the band of frequency of a name, by the countries whose lists have it: no
// other measure is there for names of all origins.
func bandOf(lists uint8) string {
	i, found := slices.BinarySearchFunc(bands, lists, func(b band, n uint8) int { return cmp.Compare(b.from, n) })
	if !found {
		i--
	}
	return bands[max(i, 0)].name
}

type band struct {
	from uint8
	name string
}

var bands = []band{{1, "1 list"}, {2, "2-3 lists"}, {4, "4-9 lists"}, {10, "10 and more"}}
