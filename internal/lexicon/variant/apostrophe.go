package variant

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// apostrophe gives the words that are left when a clitic is taken off that
// lacks its apostrophe (jexplique, dont), or has it but stands before a word
// in need of a heuristic itself (c'é, j'etais).
func (q *query) apostrophe() {
	if strings.IndexByte(q.word, '\'') >= 0 {
		if at := q.clitics(); at > 0 {
			q.behind(at, Apostrophe)
		}
		return
	}
	for _, e := range q.cfg.Lang.Elided {
		rest, ok := strings.CutPrefix(q.word, e)
		if !ok || utf8.RuneCountInString(rest) < q.leastElided(e) ||
			!strings.ContainsRune(q.cfg.Lang.ElideBefore, firstRune(rest)) {
			continue
		}
		q.rest(len(e), len(q.word), false, func(w Word, text string) {
			q.give(Candidate{
				Text: e + "'" + text, Heuristic: Apostrophe, Words: []Word{w},
				Verb: slices.Contains(q.cfg.Lang.ElidedVerb, e),
			})
		}, Apostrophe)
	}
	for _, c := range q.cfg.Lang.Contractions {
		if stem, ok := strings.CutSuffix(q.word, strings.ReplaceAll(c, "'", "")); ok && stem != "" {
			q.whole(stem + c)
		}
	}
}

// leastElided returns how many letters a word must have behind the clitic:
// short words stand behind the long ones and before verbs only.
func (q *query) leastElided(clitic string) int {
	switch {
	case len(clitic) > 2:
		return 1
	case len(clitic) > 1 || slices.Contains(q.cfg.Lang.ElidedVerb, clitic):
		return 2
	}
	return 3
}

// whole gives a word of the automaton with its apostrophe.
func (q *query) whole(text string) {
	if o, ok := q.cfg.Words.Find(text); ok {
		q.word1(o, Apostrophe)
	}
}

// elided gives the known word behind clitics that have their apostrophes, as
// it stands: l'école is no misspelling.
func (q *query) elided() {
	at := q.clitics()
	if at == 0 {
		return
	}
	if o, ok := q.cfg.Words.Find(q.word[at:]); ok && q.allowed(o, None) {
		q.give(Candidate{Text: q.word, Words: []Word{{at, len(q.word), o}}})
	}
}

// behind resolves what stands behind the clitics when it is not known as it
// stands.
func (q *query) behind(at int, h Heuristic) {
	clitics := q.word[:at]
	if o, ok := q.cfg.Words.Find(q.word[at:]); ok && q.allowed(o, None) {
		return
	}
	q.rest(at, len(q.word), false, func(w Word, text string) {
		q.give(Candidate{Text: clitics + text, Heuristic: h, Words: []Word{w}})
	}, h)
}

// clitics returns the byte at which the word begins behind its clitics with
// apostrophe; 0 when there is none, or something else has an apostrophe.
func (q *query) clitics() int {
	at := 0
	for {
		i := strings.IndexByte(q.word[at:], '\'')
		if i < 0 {
			break
		}
		if !q.cfg.Lang.elides(q.word[at : at+i]) {
			return 0
		}
		at += i + 1
		if _, ok := q.cfg.Words.Find(q.word[at:]); ok {
			break // d'aujourd'hui
		}
	}
	if at == len(q.word) {
		return 0
	}
	if _, ok := q.cfg.Words.Find(q.word); ok {
		return 0
	}
	return at
}

// rest matches the bytes from start to end of the word with known words: as
// they stand, else, unless strict, with other accents, else with repeated
// letters cut, else with a hyphen more. It
// calls found for each at the first of these that finds any.
func (q *query) rest(start, end int, strict bool, found func(w Word, text string), h Heuristic) bool {
	any := false
	hit := func(o int) {
		if !q.allowed(o, h) {
			return
		}
		if text, ok := q.cfg.Words.Word(o); ok {
			any = true
			found(Word{start, end, o}, text)
		}
	}
	if o, ok := q.cfg.Words.Find(q.word[start:end]); ok {
		q.budget -= end - start
		hit(o)
	}
	if any || strict {
		return any
	}
	w := walk{query: q, letters: q.part(start, end), add: true, change: true, found: hit}
	if len(w.letters) == 0 {
		return false
	}
	w.start()
	if !any && q.run {
		w.shorten = true
		w.start()
		w.shorten = false
	}
	if !any && len(w.letters) >= minHyphen {
		w.hyphen = true
		w.start()
	}
	return any
}

// part returns the letters between two bytes of the word.
func (q *query) part(start, end int) []letter {
	i := 0
	for i < len(q.letters) && q.letters[i].at < start {
		i++
	}
	j := i
	for j < len(q.letters) && q.letters[j].at < end {
		j++
	}
	return q.letters[i:j]
}
