package variant

import (
	"strings"
	"unicode/utf8"
)

// Role says what may stand behind glue. Without it, any letters are a string
// of clitics (cladie, "ce l'à die"), and rare names are lost in them.
type Role uint8

// The roles.
const (
	Other       Role = iota // article, preposition, possessive: a word follows
	Subject                 // a verb follows, or clitics and a verb
	Clitic                  // a verb follows, or more clitics
	Conjunction             // a word follows, or a subject
)

// Glue is a small word that is written together with the next.
type Glue struct {
	Form string // as glued: "j"
	Text string // as it ought to be: "je"; an apostrophe at the end joins without a blank
	Role Role
}

// verb tells whether what follows ought to be a verb.
func (g Glue) verb() bool { return g.Role == Subject || g.Role == Clitic }

// follows tells whether the glue may stand behind glue of the role.
func (g Glue) follows(role Role) bool {
	switch role {
	case Subject, Clitic:
		return g.Role == Clitic
	case Conjunction:
		return g.Role == Subject
	}
	return false
}

const (
	maxGlue   = 3 // small words before a word
	minJoined = 4 // letters of either of two words written together
	clearWord = 6 // letters of a word that may be misspelt behind any glue
	minHyphen = 5 // letters of a word that lacks its hyphen
)

// concatenation gives the words left when glued small words are taken off the
// front (jtaime), the end (dismoi), or both; words whose hyphen is missing
// (apresmidi); and two known words written together (bonneannée).
func (q *query) concatenation() {
	if strings.ContainsRune(q.word, '\'') {
		return
	}
	w := walk{query: q, letters: q.letters, add: true, change: true, hyphen: true}
	w.found = func(o int) { q.word1(o, Concatenation) }
	if len(q.letters) >= minHyphen && len(q.cfg.Lang.Front) > 0 {
		w.start()
	}
	q.front(0, "", 0, Other)
	q.back(0, "", false)
	q.joined()
}

// front takes glued words off from byte start on, behind glue of the role.
func (q *query) front(start int, before string, depth int, role Role) {
	for _, g := range q.cfg.Lang.Front {
		if q.done || q.budget <= 0 {
			return
		}
		at := start + len(g.Form)
		if !strings.HasPrefix(q.word[start:], g.Form) || q.elidesWrong(g, at) || depth > 0 && !g.follows(role) {
			continue
		}
		if depth == 0 && g.Role == Clitic && strings.HasSuffix(g.Text, "'") {
			continue // that is the business of the apostrophe
		}
		text := before + g.Text
		if !strings.HasSuffix(text, "'") {
			text += " "
		}
		least, strict := g.least(depth)
		q.glued(at, len(q.word), text, "", least, strict, g.verb())
		q.back(at, text, g.verb())
		if depth+1 < maxGlue {
			q.front(at, text, depth+1, g.Role)
		}
	}
}

// least returns how many letters a word must have behind the glue, and whether
// it must stand there as it is known.
func (g Glue) least(depth int) (n int, strict bool) {
	switch {
	case depth > 0 && g.verb():
		return 2, false
	case g.Role == Subject && len(g.Form) == 1:
		return 3, false
	case g.Role == Subject:
		return 2, true
	case len(g.Form) < 3:
		return 4, true
	}
	return 4, false
}

// back takes a glued word off the end: a verb stands before it.
func (q *query) back(start int, before string, verb bool) {
	const least = 3
	for _, g := range q.cfg.Lang.Back {
		if q.done || q.budget <= 0 {
			return
		}
		if strings.HasSuffix(q.word[start:], g.Form) {
			q.glued(start, len(q.word)-len(g.Form), before, " "+g.Text, least, false, verb || g.verb())
		}
	}
}

// elidesWrong tells whether glue has an apostrophe before a consonant, or none
// before a vowel where it ought to (je me ennuie).
func (q *query) elidesWrong(g Glue, at int) bool {
	vowel := at < len(q.word) && strings.ContainsRune(q.cfg.Lang.ElideBefore, firstRune(q.word[at:]))
	if strings.HasSuffix(g.Text, "'") {
		return !vowel
	}
	return vowel && len(g.Form) == 1 && len(g.Text) > 1 && strings.HasSuffix(g.Text, "e")
}

// glued gives the words between start and end, of at least so many letters,
// with the glue around them.
func (q *query) glued(start, end int, before, after string, least int, strict, verb bool) {
	if end <= start || utf8.RuneCountInString(q.word[start:end]) < least {
		return
	}
	strict = strict && utf8.RuneCountInString(q.word[start:end]) < clearWord
	q.rest(start, end, strict, func(w Word, text string) {
		q.give(Candidate{Text: before + text + after, Heuristic: Concatenation, Words: []Word{w}, Verb: verb})
	}, Concatenation)
}

// joined gives two known words of some length, written as they stand.
func (q *query) joined() {
	n := q.cfg.Words.Root()
	for i, l := range q.letters {
		if i >= minJoined && len(q.letters)-i >= minJoined {
			if first, ok := q.cfg.Words.Final(n); ok && q.allowed(first, Concatenation) {
				q.second(first, l.at)
			}
		}
		var ok bool
		if n, ok = q.step(n, l.r); !ok || q.done {
			return
		}
	}
}

// second completes a pair whose first word ends at the byte.
func (q *query) second(first, at int) {
	second, ok := q.cfg.Words.Find(q.word[at:])
	if !ok || !q.allowed(second, Concatenation) {
		return
	}
	q.give(Candidate{
		Text: q.word[:at] + " " + q.word[at:], Heuristic: Concatenation,
		Words: []Word{{0, at, first}, {at, len(q.word), second}},
	})
}
