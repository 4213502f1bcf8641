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
)

// triggers are the tags that call finders.
const triggers = tagNumber | tagMonth | tagAt | tagAccount | tagCode | tagOrder | tagPhone | tagStreet | tagPlace | tagVia | tagRoad | tagInside | tagRepeat | tagSecret | tagPlusWord | tagPEM

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

// numberValue is the value of the i-th field of a list of number words: 0 to
// 20, then the tens.
func numberValue(i int) int {
	if i <= 20 {
		return i
	}
	return (i - 18) * 10
}
