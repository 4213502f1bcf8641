package pattern

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// tag says what a word may be for the grammars of the finders. A word may
// have several tags.
type tag uint64

const (
	tagNumber     tag = 1 << iota // number word, its value in word.val
	tagMonth                      // month, its number in word.val
	tagAt                         // "arobase", "at": the sign of an e-mail address
	tagAtSure                     // … and nothing else
	tagAtTail                     // … preceded by another word of it ("snabel-a")
	tagDot                        // "point", "dot"
	tagJoint                      // "tiret", "underscore", and the dot: inside a name
	tagAccount                    // announces a user name: "snap", "pseudo"
	tagCode                       // announces a code: "digicode", "mdp"
	tagOrder                      // announces a number of reference: "colis", "dossier"
	tagPhone                      // announces a telephone number
	tagIs                         // "c'est", "is": the value follows
	tagFill                       // may stand between what announces and the value
	tagStreet                     // kind of street before its name: "rue"
	tagPlace                      // … that is an ordinary word too: "place", "cours"
	tagRoad                       // kind of street behind its name: "street"
	tagInside                     // part of a building: "bat", "appt"
	tagLink                       // "de", "la", "von": inside the name of a street
	tagOf                         // … that goes on a name: "du"
	tagOfCapital                  // … before a capital: "sur"
	tagTitle                      // "general", "dr": begins or goes on a name of a street
	tagStop                       // a word that no name of a street contains
	tagBis                        // "bis", "ter"
	tagTown                       // a large town
	tagHome                       // announces an address: "habite", "adresse"
	tagBorn                       // announces a birth date
	tagRepeat                     // "double", "triple" before a number word
	tagBig                        // "cent", "mille": the number is an amount
	tagSecret                     // announces a secret: "password", "token"
	tagPlusWord                   // "plus" before a country code
	tagVia                        // kind of street before its name in Italian and Spanish
	tagPEM                        // \"BEGIN\" of a block of PEM
	tagKindBefore                 // kind of street before its name in any language: "ulica"
	tagKindBehind                 // … behind it: "utca"
	tagHouse                      // between the name of a street and its number: "nr"
	tagCorner                     // two streets meet there
	tagBox                        // announces a box at the post office
	tagPostal                     // says of a box or a code that it is the post's
	tagZip                        // announces a postal code
	tagAnswers                    // may stand before a telephone number: "office"
	tagPart                       // part of a building in front of an address: "unit"
	tagHundreds                   // "seiscientos", how many hundreds in word.val
	tagOrdinal                    // "third", the day of a month in word.val
	tagFolder                     // a folder that holds those of all users
	tagKey                        // a key: of a network, behind its name
	tagLocked                     // what a code opens: "gate"
	tagLogin                      // a key of records whose value is the name of a user: "uid"
	tagTodo                       // before who is to do something in a comment: TODO(…)
)

// triggers are the tags that call finders.
const triggers = tagNumber | tagHundreds | tagMonth | tagAt | tagAccount | tagCode | tagOrder | tagPhone | tagStreet |
	tagPlace | tagVia | tagRoad | tagInside | tagRepeat | tagSecret | tagPlusWord | tagPEM |
	tagKindBefore | tagBox | tagZip | tagCorner | tagFolder | tagOrdinal | tagKey | tagLocked | tagLogin | tagTodo

// meaning is an entry of the vocabulary. val is one more than the value.
type meaning struct {
	tags tag
	val  int8
}

// longestWord is the length in bytes of the longest entry before folding.
const longestWord = 24

// vocabulary is the table of all words that mean something to a finder, in
// folded form.
var vocabulary = sync.OnceValue(func() map[string]meaning {
	m := map[string]meaning{}
	add := func(w string, t tag, value int) {
		e := m[w]
		e.tags |= t
		if value >= 0 {
			e.val = int8(value) + 1
		}
		m[w] = e
	}
	for _, words := range lists.NotesByLang("pattern-words") {
		for w, names := range words {
			for name := range strings.FieldsSeq(names) {
				add(w, tagNames[name], -1)
			}
		}
	}
	for w, kinds := range streetKinds() {
		add(w, kinds, -1)
	}
	announcers := map[tag]lists.Words{
		tagBox: lists.In("post-boxes"), tagZip: lists.In("postcode-words"), tagCorner: lists.In("corner-words"),
		tagHouse: lists.In("house-words"), tagAccount: networks, tagKey: networkKeys,
		tagVia: viaEndings, tagLocked: lockedThings, tagLogin: loginKeys, tagTodo: lists.In("todo-words"),
	}
	for t, words := range announcers {
		for w := range words {
			add(w, t, -1)
		}
	}
	for lang, words := range lists.NotesByLang("number-words") {
		for w, value := range words {
			add(w, tagNumber, noted(value))
		}
		for w, value := range compounds(lang, words) {
			add(w, tagNumber, value)
		}
	}
	for w, day := range lists.NotesIn("ordinal-words") {
		add(w, tagOrdinal, noted(day))
	}
	for w, hundreds := range lists.NotesIn("hundred-words") {
		m[w] = meaning{tags: tagHundreds, val: int8(noted(hundreds)) + 1}
	}
	for w, month := range lists.NotesIn("month-words") {
		if m[w].val > 0 {
			month = "" // it is a number first: "sept"
		}
		add(w, tagMonth, noted(month))
	}
	return m
})

// streetKinds are the kinds of street of all languages, those of scripts that fold leaves
// alone in small letters and with a capital.
func streetKinds() map[string]tag {
	tags := map[string]tag{"before": tagKindBefore, "behind": tagKindBehind}
	out := map[string]tag{}
	for _, words := range lists.NotesByLang("street-kinds") {
		for w, note := range words {
			for kind := range strings.FieldsSeq(note) {
				if t := tags[kind]; t != 0 {
					first, size := utf8.DecodeRuneInString(w)
					out[w] |= t
					out[folded(string(unicode.ToUpper(first))+w[size:])] |= t
				}
			}
		}
	}
	return out
}

// noted is the number that stands behind a word of a list, -1 for none.
func noted(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		return -1
	}
	return n
}

// compounds are the numbers from 21 to 99 that a language writes in one word:
// achtundsiebzig, achtesibezg, ventidue, veintidós, sextiofyra.
func compounds(lang string, words lists.Notes) map[string]int {
	out := map[string]int{}
	for ten, tens := range words {
		for one, unit := range words {
			t, u := noted(tens), noted(unit)
			if t < 20 || u < 1 || u > 9 {
				continue
			}
			for _, w := range compound(lang, ten, one) {
				out[w] = t + u
			}
		}
	}
	return out
}

// compound joins a ten and a unit as the language does.
func compound(lang, ten, unit string) []string {
	switch lang {
	case "de":
		return []string{unit + "und" + ten}
	case "gsw":
		return []string{unit + "e" + ten, unit + "a" + ten, unit + "und" + ten}
	case "sv":
		return []string{ten + unit}
	case "it":
		return []string{ten + unit, ten[:len(ten)-1] + unit}
	case "es":
		if ten == "veinte" {
			return []string{"veinti" + unit}
		}
		return []string{ten[:len(ten)-1] + "i" + unit}
	}
	return nil
}
