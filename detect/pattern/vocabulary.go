package pattern

import (
	"strings"
	"sync"
)

// tag says what a word may be for the grammars of the finders. A word may
// have several tags.
type tag uint32

const (
	tagNumber   tag = 1 << iota // number word, its value in word.val
	tagMonth                    // month, its number in word.val
	tagAt                       // "arobase", "at": the sign of an e-mail address
	tagAtSure                   // … and nothing else
	tagAtTail                   // … preceded by another word of it ("snabel-a")
	tagDot                      // "point", "dot"
	tagJoint                    // "tiret", "underscore", and the dot: inside a name
	tagAccount                  // announces a user name: "snap", "pseudo"
	tagCode                     // announces a code: "digicode", "mdp"
	tagOrder                    // announces a number of reference: "colis", "dossier"
	tagPhone                    // announces a telephone number
	tagIs                       // "c'est", "is": the value follows
	tagFill                     // may stand between what announces and the value
	tagStreet                   // kind of street before its name: "rue"
	tagPlace                    // … that is an ordinary word too: "place", "cours"
	tagRoad                     // kind of street behind its name: "street"
	tagInside                   // part of a building: "bat", "appt"
	tagLink                     // "de", "la", "von": inside the name of a street
	tagTitle                    // "general", "dr": begins or goes on a name of a street
	tagStop                     // a word that no name of a street contains
	tagBis                      // "bis", "ter"
	tagTown                     // a large town
	tagHome                     // announces an address: "habite", "adresse"
	tagBorn                     // announces a birth date
	tagRepeat                   // "double", "triple" before a number word
	tagBig                      // "cent", "mille": the number is an amount
	tagSecret                   // announces a secret: "password", "token"
	tagPlusWord                 // "plus" before a country code
	tagVia                      // kind of street before its name in Italian and Spanish
	tagPEM                      // \"BEGIN\" of a block of PEM
	tagHundreds                 // "seiscientos", how many hundreds in word.val
)

// triggers are the tags that call finders.
const triggers = tagNumber | tagHundreds | tagMonth | tagAt | tagAccount | tagCode | tagOrder | tagPhone | tagStreet |
	tagPlace | tagVia | tagRoad | tagInside | tagRepeat | tagSecret | tagPlusWord | tagPEM

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
	for _, group := range vocabularyTable {
		for _, w := range strings.Fields(group.words) {
			e := m[w]
			e.tags |= group.tags
			m[w] = e
		}
	}
	for _, list := range numberWords {
		for i, forms := range strings.Split(list, ";") {
			for _, w := range strings.Fields(forms) {
				e := m[w]
				e.tags, e.val = e.tags|tagNumber, int8(numberValue(i))+1
				m[w] = e
			}
		}
	}
	for w, value := range compounds() {
		e := m[w]
		e.tags, e.val = e.tags|tagNumber, value+1
		m[w] = e
	}
	for i, w := range strings.Fields(spanishHundreds) {
		m[w] = meaning{tags: tagHundreds, val: int8(i+1) + 1}
	}
	for i, forms := range strings.Split(monthWords, ";") {
		for _, w := range strings.Fields(forms) {
			e := m[w]
			e.tags |= tagMonth
			if e.val == 0 {
				e.val = int8(i+1) + 1
			}
			m[w] = e
		}
	}
	return m
})

// compounds are the numbers from 21 to 99 that are written in one word:
// achtundsiebzig, achtesibezg, ventidue, veintidós, sextiofyra.
func compounds() map[string]int8 {
	out := map[string]int8{}
	for lang, list := range numberWords {
		forms := strings.Split(list, ";")
		for tens := 20; tens <= 90; tens += 10 {
			for _, ten := range strings.Fields(forms[tens/10+18]) {
				for unit := 1; unit <= 9; unit++ {
					for _, one := range strings.Fields(forms[unit]) {
						for _, w := range compound(lang, ten, one) {
							out[w] = int8(tens + unit)
						}
					}
				}
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

// numberValue is the value of the i-th field of a list of number words: 0 to
// 20, then the tens.
func numberValue(i int) int {
	if i <= 20 {
		return i
	}
	return (i - 18) * 10
}
