package variant

import (
	"strings"
	"unicode/utf8"
)

// Glue is a small word that is written together with the next.
type Glue struct {
	Form string // as glued: "j"
	Text string // as it ought to be: "je"; an apostrophe at the end joins without a blank
	Verb bool   // a subject: what follows ought to be a verb or another clitic
}

const (
	maxGlue   = 3 // small words before or behind a word
	minGlued  = 3 // letters of a word behind one-letter glue
	minJoined = 4 // letters of either of two words written together
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
	if len(q.letters) >= 2*minGlued-1 && len(q.cfg.Lang.Front) > 0 {
		w.start()
	}
	q.front(0, len(q.word), "", 0, false)
	q.back(0, len(q.word), "", "", 1, false)
	q.joined()
}

// front takes glued words off from byte start on.
func (q *query) front(start, end int, before string, depth int, verb bool) {
	for _, g := range q.cfg.Lang.Front {
		if q.done || q.budget <= 0 {
			return
		}
		if !strings.HasPrefix(q.word[start:end], g.Form) {
			continue
		}
		at := start + len(g.Form)
		text := before + g.Text
		if !strings.HasSuffix(text, "'") {
			text += " "
		}
		v := verb || g.Verb
		if q.elidesWrong(g, at) {
			continue
		}
		least := minGlued
		if depth > 0 || len(g.Form) > 1 {
			least--
		}
		q.glued(at, end, text, "", least, v)
		q.back(at, end, text, "", 1, v)
		if depth+1 < maxGlue {
			q.front(at, end, text, depth+1, v)
		}
	}
}

// back takes glued words off the end.
func (q *query) back(start, end int, before, after string, depth int, verb bool) {
	for _, g := range q.cfg.Lang.Back {
		if q.done || q.budget <= 0 {
			return
		}
		if !strings.HasSuffix(q.word[start:end], g.Form) {
			continue
		}
		to := end - len(g.Form)
		text := " " + g.Text + after
		q.glued(start, to, before, text, minGlued, verb || g.Verb)
		if depth < 2 {
			q.back(start, to, before, text, depth+1, verb || g.Verb)
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
func (q *query) glued(start, end int, before, after string, least int, verb bool) {
	if end <= start || utf8.RuneCountInString(q.word[start:end]) < least {
		return
	}
	q.rest(start, end, func(w Word, text string) {
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
