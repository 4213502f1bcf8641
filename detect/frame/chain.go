package frame

import (
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// longestChain is how many words a name written out may have here; more capitals
// in a row are a heading.
const longestChain = 3

// chained reads a full name that nothing announces: two or three words with capitals
// in a row, none of them a word of the language, "Konstanze Bühl", "Besnik
// Krasniqi". The lists need not know them.
func chained(r *reading, i int) (bauta.Span, bool) {
	if r.lang != "de" && r.lang != "sv" || !r.name(i) || i > 0 && r.beside(i-1, i) && r.capital(i-1) && r.name(i-1) {
		return bauta.Span{}, false
	}
	first := r.word(i)
	if first.place && !first.first() || fronts[r.norm(i)] || !first.is(lexicon.Dictionary) && r.compound(i) {
		return bauta.Span{}, false
	}
	last := i
	for last-i < longestChain && r.follows(last) {
		last++
	}
	if r.owner(i, last) || r.borrowed(r.norm(i)) && r.borrowed(r.norm(last)) {
		return bauta.Span{}, false
	}
	if last == i || last-i >= longestChain || !first.first() && r.compound(last) || !first.is(lexicon.Dictionary) && r.starts(i, last) {
		return bauta.Span{}, false
	}
	s := r.span(i, last, bauta.Person, byWord, "capitals in a row that are no words")
	s.Part = bauta.Full
	return s, true
}

// name reports that word i has the capital of a name and is no word of the language.
func (r *reading) name(i int) bool {
	if i < 0 || i >= len(r.doc.Tokens) || r.doc.Tokens[i].Kind != bauta.Word || !r.capital(i) {
		return false
	}
	w, norm := r.word(i), r.norm(i)
	if w.common || w.short || w.greets || stops[norm] || honours[norm] || noNames[norm] || len(r.table[norm]) > 0 {
		return false
	}
	if r.nouns && !w.first() && r.inflected(norm) {
		return false
	}
	return w.is(lexicon.Dictionary|lexicon.City) || !w.known && !r.borrowed(norm)
}

// inflected reports a German word with an ending that the everyday words lack.
func (r *reading) inflected(norm string) bool {
	for _, ending := range []string{"n", "en", "e", "er", "s", "es"} {
		stem, ok := strings.CutSuffix(norm, ending)
		if ok && len(stem) >= leastPart && (lexicon.Everyday(stem, "de") || lexicon.Everyday(plural.Replace(stem), "de")) {
			return true
		}
	}
	return false
}

// plural takes the umlaut of a plural back: Männer, Mütter.
var plural = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u")

// borrowed reports a word of English or French.
func (r *reading) borrowed(norm string) bool {
	for _, lang := range []string{"en", "fr"} {
		if e, _ := r.lex.Look(norm, lang); e.Kinds&lexicon.Form != 0 {
			return true
		}
	}
	return false
}

// follows reports that the word behind word i may belong to the same name.
func (r *reading) follows(i int) bool {
	return i+1 < len(r.doc.Tokens) && r.beside(i, i+1) && r.name(i+1)
}

// starts reports that the row begins a sentence, where a capital says nothing, with
// the ending of a German verb or adjective, and that the lists do not know its last
// word either.
func (r *reading) starts(i, last int) bool {
	if i > 0 && r.doc.Tokens[i-1].Kind == bauta.Word || r.word(last).is(lexicon.Dictionary|lexicon.City) {
		return false
	}
	return slices.ContainsFunc(inflections, func(ending string) bool { return strings.HasSuffix(r.norm(i), ending) })
}

// inflections end German verbs and adjectives, and few first names.
var inflections = strings.Fields("e en er es em t ig lich isch bar")

// leastPart is how many letters a part of a compound has at least.
const leastPart = 4

// compound reports a word made of two everyday words, which no list can have all of:
// Handyhülle, Arbeitsplatte.
func (r *reading) compound(i int) bool {
	norm := r.norm(i)
	for at := leastPart; at <= len(norm)-leastPart; at++ {
		head, tail := norm[:at], norm[at:]
		if lexicon.Everyday(tail, r.lang) && (lexicon.Everyday(head, r.lang) || lexicon.Everyday(strings.TrimSuffix(head, "s"), r.lang)) {
			return true
		}
	}
	return false
}

// fronts are the first words of clubs, houses and towns, not of people.
var fronts = set("borussia eintracht hertha bayer arminia fortuna werder hansa dynamo union alemannia viktoria wacker lokomotive rb fc sc tsv vfb vfl hotel burg schloss bad sankt st new los las san santa")

// noNames are German words with a capital that the everyday words lack: polite
// forms, and the monies behind a number in words.
var noNames = set("ihr ihre ihren ihrem ihrer ihres ihnen euch eure euren tagen bescheid euro euros dollar franken rappen pfund pence yen rubel kronen kronor cent cents zloty lira rupien yuan dirham")

// grow lets a find of a person reach over the rest of a full name, of which a tagger
// may see one word alone: "Nguyen Thi Hoa".
func (r *reading) grow(s *bauta.Span) {
	from, to, ok := r.bounds(*s)
	if !ok || r.doc.Tokens[to].Kind != bauta.Word || !r.capital(from) || !r.capital(to) {
		return
	}
	last := to
	for last-from < longestChain && r.follows(last) && !r.owner(last, last+1) && !(r.nouns && r.compound(last+1)) {
		last++
	}
	first := from
	for first > 0 && last-first < longestChain && r.beside(first-1, first) && r.name(first-1) && r.word(first-1).is(lexicon.Dictionary) {
		first--
	}
	if last-first >= longestChain || first == from && last == to {
		return
	}
	s.Start, s.End = r.doc.Tokens[first].Start, r.doc.Tokens[last].End
	s.Why += ", with the name beside it"
}

// owner reports a German genitive before what is owned: Shakespeares Sonette, Annas
// Wohnzimmerschrank.
func (r *reading) owner(i, last int) bool {
	return r.nouns && strings.HasSuffix(r.norm(i), "s") && !r.word(i).first() && !r.word(last).is(lexicon.Surname)
}
