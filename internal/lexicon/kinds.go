package lexicon

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is a set of the lists a word stands in.
type Kind uint32

// The kinds. First names, surnames, cities and what users list hold in every
// language; all others are said of a word in one language.
const (
	FirstName    Kind = 1 << iota // first name; see Entry.Sex, Entry.NameIndex
	Surname                       // surname
	Hypocoristic                  // nickname of a first name (Nico, Caro); see Lexicon.FullNames
	Hide                          // from a user's list of what must be hidden

	Form         // inflected form of the language; see Entry.POS
	SMS          // SMS spelling; see Lexicon.Normal
	Onomatopoeia // sound word, laughter (mouhahaha)
	Interjection // hein, ben, wesh
	Greeting     // salut, coucou: a name may follow
	Kinship      // maman, tonton: said in place of a name
	Loan         // word of another language that is usual in this one (week-end)
	City         // town; see Entry.CityRank
	Country      // country or territory
	Place        // other place: region, river, mountains, continent
	Nationality  // demonym, as noun or adjective
	Language     // name of a language
	Brand        // trade mark, product
	Keep         // from a user's list of what need not be hidden

	Proper // written with a capital in its source, and nothing more is known: no evidence for either side

	kindBits = iota // how many kinds there are
)

// The two sides of Seek&Hide (2013, section 3.1).
const (
	// Dictionary are the kinds that must be hidden.
	Dictionary = FirstName | Surname | Hypocoristic | Hide
	// AntiDictionary are the kinds that need not be hidden.
	AntiDictionary = Form | SMS | Onomatopoeia | Interjection | Greeting | Kinship | Loan |
		City | Country | Place | Nationality | Language | Brand | Keep
)

// rareKinds are the kinds of few words, which are listed apart in the file.
const rareKinds = Hypocoristic | SMS | Onomatopoeia | Interjection | Greeting | Kinship | Loan | Country | Place |
	Nationality | Language | Brand

// POS is a set of parts of speech, with what else of the grammar is useful.
// A form that is several things ("porte") has several bits.
type POS uint32

// Parts of speech and features.
const (
	Noun POS = 1 << iota
	Adjective
	Verb
	Adverb
	Pronoun
	Determiner
	Preposition
	Conjunction
	Exclamation
	Numeral
	Title  // monsieur, docteur
	Prefix // first part of compounds
	Infinitive
	Participle
	Finite // a verb form with a person
	Imperative
	Masculine
	Feminine
	Singular
	Plural

	posBits = iota // how many there are
)

// Sex of a first name, as a set: a name in both lists is both.
type Sex uint8

// Sexes. The zero value is a name whose list does not say.
const (
	Male Sex = 1 << iota
	Female
)

var kindNames = [kindBits]string{
	"first-name", "surname", "hypocoristic", "hide",
	"form", "sms", "onomatopoeia", "interjection", "greeting", "kinship", "loan", "city",
	"country", "place", "nationality", "language", "brand", "keep", "proper",
}

var posNames = [posBits]string{
	"noun", "adjective", "verb", "adverb", "pronoun", "determiner", "preposition", "conjunction",
	"exclamation", "numeral", "title", "prefix", "infinitive", "participle", "finite", "imperative",
	"masculine", "feminine", "singular", "plural",
}

// bitNames spells a set out, in the order of its bits.
func bitNames(set uint32, names []string) string {
	var out []string
	for i, n := range names {
		if set&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return strings.Join(out, " ")
}

// String lists the kinds, separated by blanks.
func (k Kind) String() string { return bitNames(uint32(k), kindNames[:]) }

// String lists the parts of speech and features, separated by blanks.
func (p POS) String() string { return bitNames(uint32(p), posNames[:]) }

// String is "m", "f", "mf", or "" when the sex is not known.
func (s Sex) String() string { return [4]string{"", "m", "f", "mf"}[s&3] }

// ParseKind reads one kind as [Kind.String] writes it.
func ParseKind(name string) (Kind, error) {
	for i, n := range kindNames[:] {
		if n == name {
			return 1 << i, nil
		}
	}
	return 0, fmt.Errorf("unknown kind; use one of %s", strings.Join(kindNames[:], ", "))
}

// ParseSex reads m, f, mf, and u or nothing for not known.
func ParseSex(s string) (Sex, error) {
	switch s {
	case "m":
		return Male, nil
	case "f":
		return Female, nil
	case "mf", "fm":
		return Male | Female, nil
	case "", "u":
		return 0, nil
	}
	return 0, fmt.Errorf("unknown sex; use m, f, mf or u")
}

// ParsePOS reads parts of speech and features as [POS.String] writes them.
func ParsePOS(list string) (POS, error) {
	var p POS
	for _, f := range strings.Fields(list) {
		i := slices.Index(posNames[:], f)
		if i < 0 {
			return 0, fmt.Errorf("unknown part of speech; use some of %s", strings.Join(posNames[:], ", "))
		}
		p |= 1 << i
	}
	return p, nil
}
