package cue

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/lexicon/register"
	"github.com/bauta/bauta/internal/reading"
)

// Titles finds the name behind Mrs, Herr or señora: a word with a capital, or one of
// the lists of names.
type Titles struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Detector = Titles{}

var (
	degrees   = lists.In("degrees") // behind which there may as well be a subject or a noun
	functions = lists.In("no-names")
)

// Detect looks behind each title.
func (o Titles) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	r := reading.Of(d, o.Lexicon)
	for i := range r.Len() {
		if r.Word(i).Role&reading.Title == 0 && !stopped(r, i) {
			if r.IsWord(i) && held(r, i, i+1) {
				out = append(out, titled(d, i+1, i+1))
			}
			if from, last := holder(r, i); from >= 0 {
				out = append(out, titled(d, from, last))
			}
			continue
		}
		title := strings.TrimRight(r.Bare(i), ".") // l'ing. Conti
		n := behindOffice(r, behind(d, i))
		if n < 0 || degrees[title] {
			continue
		}
		sure := abbreviated(title, d.Lang)
		last := particled(r, n, sure)
		if last > n || name(r, n, sure) && !article(r, i, n) {
			out = append(out, titled(d, n, last))
		}
	}
	return out, nil
}

// titled makes a find of the words from n to last.
func titled(d *bauta.Doc, n, last int) bauta.Span {
	return bauta.Span{
		Start: d.Tokens[n].Start, End: d.Tokens[last].End, Label: bauta.Person, Part: bauta.Last, P: 0.8,
		Source: "titled", Why: "behind a title",
	}
}

var stoppedTitles = lists.ByLang("stopped-titles")

// stopped reports a title that is one with a capital and a full stop alone: M. Kerviel.
func stopped(r *reading.Reading, i int) bool {
	lang := base(r.Lang)
	if !stoppedTitles[lang][r.Bare(i)] || !r.Word(i).Capital {
		return false
	}
	end := r.Doc.Tokens[i].End
	return strings.HasPrefix(r.Doc.Text[end:], ".")
}

// longestShort is how long a title is at most that is an abbreviation: "dott.", "mlle.".
// Behind one written out a full stop ends the sentence: "bonjour madame. il est tard".
const longestShort = len("dott.")

// behind gives the word that stands behind a title and its full stop, -1 where none
// does.
func behind(d *bauta.Doc, i int) int {
	n := i + 1
	short := d.Tokens[i].End-d.Tokens[i].Start <= longestShort
	if short && n < len(d.Tokens) && d.Surface(d.Tokens[n].Start, d.Tokens[n].End) == "." {
		n++
	}
	if n >= len(d.Tokens) || d.Tokens[n].Kind != bauta.Word {
		return -1
	}
	gap := d.Surface(d.Tokens[i].End, d.Tokens[n].Start)
	if !reading.Beside(strings.Replace(gap, ".", "", 1)) {
		return -1
	}
	return n
}

// behindOffice gives the word with a capital that stands behind an office, where a title
// announces one: Herr Direktor Seidl, Mr President Garbutt. Any other word it gives back.
func behindOffice(r *reading.Reading, n int) int {
	if n < 0 || !office(r.Word(n)) {
		return n
	}
	if next := behind(r.Doc, n); next >= 0 && r.Word(next).Capital {
		return next
	}
	return n
}

// office reports a word that is a title and nobody's name: Presidenta, but not King.
func office(w reading.Word) bool { return w.Entry.POS&lexicon.Title != 0 && !w.Entry.Hidden() }

var offices = lists.ByLang("offices")

// held reports what stands behind an office without a form of address and is who holds it: a surname of the lists, or
// a word with a capital that is in no list (Councillor Fairclough), which says nothing in German and in French only
// of what is no spelling of words (princesse Vousave).
func held(r *reading.Reading, i, n int) bool {
	w := r.Compound(n)
	if !r.IsWord(n) || !w.Named() || r.Gap(i, n) != " " || utf8.RuneCountInString(r.Norm(n)) < 4 {
		return false
	}
	lang := base(r.Lang)
	if !office(r.Word(i)) && !offices[lang][r.Bare(i)] || r.Before(i)&reading.Title != 0 {
		return false
	}
	if w.Common || lexicon.FrequentAnywhere(r.Norm(n)) {
		return false
	}
	switch {
	case w.Is(lexicon.Surname), register.Default().Last(r.Norm(n)):
		return true
	case lang == "fr":
		return unheard(r, n)
	}
	return !w.Known && lang != "de" && lang != "gsw"
}

var credentials = lists.In("credentials")

// holder gives the words of who has the credential of word i: a surname, or a word with a capital that is in no
// list, right before it or before its comma, with the initial in front ("L. Dupree LPN", "Kim Osterhaus, MD"); -1
// where none is.
func holder(r *reading.Reading, i int) (from, last int) {
	if i == 0 || !credentials[r.Norm(i)] || r.Surface(i) != strings.ToUpper(r.Surface(i)) {
		return -1, -1
	}
	if last = i - 1; last > 0 && r.Surface(last) == "," {
		last--
	}
	w := r.Word(last)
	short := utf8.RuneCountInString(r.Norm(last)) < 3
	if !r.IsWord(last) || !w.Capital || short || w.Common || lexicon.FrequentAnywhere(r.Norm(last)) {
		return -1, -1
	}
	if w.Known && !w.Is(lexicon.Surname) {
		return -1, -1
	}
	initial := last - 2
	if initial >= 0 && r.Surface(last-1) == "." && len(r.Surface(initial)) == 1 && r.Word(initial).Capital {
		return initial, last
	}
	return last, last
}

// article reports "dr" without a full stop before a German noun, where Swiss German
// has it for "der": dr Tunnel, dr Zug.
func article(r *reading.Reading, i, n int) bool {
	lang := base(r.Lang)
	if lang != "de" && lang != "gsw" {
		return false
	}
	noun := r.Word(n).Everyday
	return r.Surface(i) == "dr" && len(r.Gap(i, n)) == 1 && (noun.Has("de") || noun.Has("gsw"))
}

// abbreviated reports abbreviations that nobody writes but before a name.
func abbreviated(title, lang string) bool {
	switch title {
	case "mr", "mrs":
		return base(lang) == "en"
	case "sr", "sra", "srta":
		return base(lang) == "es"
	}
	return false
}

// name reports a word that may be a name behind a title: of the lists of names,
// if they are ordinary words too, with a capital or behind a sure title; or any with
// a capital that is no everyday word and no title itself, or, in a language whose
// words are known, in no list.
func name(r *reading.Reading, n int, sure bool) bool {
	w := r.Word(n)
	if w.Role != 0 || functions[r.Norm(n)] || utf8.RuneCountInString(r.Norm(n)) < 2 {
		return false
	}
	if i := strings.IndexByte(r.Norm(n), '\''); i >= 0 && i < len(r.Norm(n))-1 && elided(r.Norm(n)[:i]) {
		return false // "sr l'arbre"
	}
	sms := w.Is(lexicon.SMS)
	switch {
	case w.Entry.Hidden():
		word := w.Is(lexicon.AntiDictionary&^lexicon.City) || w.Everyday.Has(r.Lang) && !w.Is(lexicon.Surname)
		return w.Capital || !word || sure && !sms
	case w.Capital && w.Everyday.Has(r.Lang):
		return false // Herr Präsident
	case office(w):
		return false // señora Presidenta: an office that is seldom written
	case w.Capital:
		return !sms || sure && w.Is(lexicon.Proper)
	}
	return unheard(r, n)
}

// unheard reports a word that is in no list, however it is spelt, in a language whose
// words are known, or in a register of names: none of "monsieur ignorezzz", "madame
// lchien".
func unheard(r *reading.Reading, n int) bool {
	if r.Word(n).Known || lexicon.FrequentAnywhere(r.Norm(n)) {
		return false
	}
	known := r.Lang == "es" || r.Lang == "fr" || r.Lang == "en"
	if !known {
		of := register.Default()
		return of.Last(r.Norm(n)) || of.First(r.Norm(n))
	}
	e, ok := r.Resolve(n)
	return !ok || e.Kinds&lexicon.Said == 0 || e.Hidden()
}

// elided reports what French and Italian write before a word and never before a name:
// "Mme d'Alembert", but "sr l'arbre".
func elided(head string) bool { return head != "d" && head != "o" }
