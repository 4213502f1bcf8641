package frame

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/lexicon"
)

// Sober is a detector whose finds of people are read a second time: what is an
// everyday word of the language, with nothing beside it that speaks for a name, is
// no find, nor is laughter; what is half of a full name becomes the whole.
type Sober struct {
	bauta.Detector
	Lexicon *lexicon.Lexicon // nil: the one that comes with the program
}

// sureOf is the score from which a find of an everyday word stands nevertheless.
const sureOf = 0.95

// Detect asks the detector and drops such finds.
func (o Sober) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := o.Detector.Detect(ctx, d)
	if err != nil || len(found) == 0 {
		return found, err
	}
	var r *reading
	near := sync.OnceValue(func() *interval.Tree { return interval.Of(found) })
	out := make([]bauta.Span, 0, len(found))
	for _, s := range found {
		if (s.Label == bauta.Person || s.Label == bauta.Location) && !s.By(lexicon.RuleListed) {
			if r == nil {
				r = New(o.Lexicon).read(d)
			}
			if r != nil && s.Source != Source && s.Source != "titled" && r.plain(s, found, near) {
				continue
			}
			if r != nil && s.Label == bauta.Person && s.Doubt == bauta.Sure {
				r.grow(&s)
				r.complete(&s)
			}
			public(d, &s)
		}
		out = append(out, s)
	}
	if r != nil {
		out = r.paired(out)
	}
	return out, nil
}

// public says of a find of a person that is a company or a figure of a work that it is.
func public(d *bauta.Doc, s *bauta.Span) {
	switch surface := d.Surface(s.Start, s.End); {
	case s.Label != bauta.Person:
	case firms[lexicon.Fold(surface)]:
		s.Label, s.Part, s.Why = bauta.Organization, "", s.Why+"; a known company"
	case fiction(surface):
		s.Label, s.Part, s.Why = bauta.FictionalFigure, "", s.Why+"; a figure of a work"
	}
}

// plain reports a find of one everyday word that nothing speaks for. near tells
// what is found about it.
func (r *reading) plain(s bauta.Span, found []bauta.Span, near func() *interval.Tree) bool {
	t := r.doc.Tokens
	i, _ := slices.BinarySearchFunc(t, s.Start, func(t bauta.Token, at int) int { return cmp.Compare(t.End, at+1) })
	if i == len(t) || t[i].Start >= s.End {
		return false
	}
	if i+1 < len(t) && t[i+1].Start < s.End {
		return s.End == t[i+1].End && r.word(i).common && r.collocated(i)
	}
	if t[i].Kind != bauta.Word {
		return false
	}
	norm := r.norm(i)
	if laughter(norm) && !r.laughs(i) {
		return true
	}
	if r.relative(i) || r.swiss && r.dialectal(i) {
		return true
	}
	if !r.capital(i) && r.measured(i) {
		return true
	}
	if r.lang == "en" && s.Score < sureOf && r.thing(i) {
		return true
	}
	if r.used(i) {
		return true
	}
	common := lexicon.Everyday(norm, r.lang) || r.lang == "de" && !r.capital(i) && !r.look(norm).known && r.inflected(norm) || r.swiss && (lexicon.Everyday(norm, "gsw") || (secondPerson(norm) || little(norm)) && !r.look(norm).known)
	if !common || r.look(norm).nick {
		return false
	}
	if s.Label == bauta.Location {
		return s.Score < sureOf && r.lang == "de" && i > 0 && articles[r.norm(i-1)]
	}
	if r.verb(i) || r.lang == "en" || r.lang == "fr" || r.lang == "es" { // which have word lists of their own
		return r.verb(i)
	}
	for n := range near().Over(s.Start-2, s.End+2) { // beside another name it is one
		if f := found[n]; f.Label == bauta.Person && f.Start != s.Start && (f.End+1 == s.Start || s.End+1 == f.Start) && r.capital(i) && f.Score >= s.Score && r.lang != "de" {
			return false
		}
	}
	return s.Score < sureOf && !r.evidence(i)
}

// relative reports what one calls one's parents, which is nobody's name: "mama's here".
func (r *reading) relative(i int) bool {
	norm := strings.TrimSuffix(strings.TrimSuffix(r.norm(i), "'s"), "’s")
	e, _ := r.lex.Look(norm, r.lang)
	return parents[norm] || e.Kinds&lexicon.Kinship != 0 && e.Kinds&lexicon.Dictionary == 0
}

// parents are such words that lists hold for names.
var parents = set("mama mamma mami mamá mum mummy mom mommy daddy dad papa papà papá papi pappa maman")

// maxJoined bounds the things that are packed together: "a pinch of sage and basil".
const maxJoined = 8

// measured reports a word behind what things are packed in: "ne packung milka", "a
// bottle of ruby".
func (r *reading) measured(i int) bool {
	for range maxJoined {
		if r.packed(i) {
			return true
		}
		if i < 2 || !r.joined(i-1) || !r.word(i).common {
			return false
		}
		i -= 2
	}
	return false
}

// packed reports a word right behind what things are packed in.
func (r *reading) packed(i int) bool {
	if i > 0 && (r.norm(i-1) == "of" || r.norm(i-1) == "de" || r.norm(i-1) == "di") {
		i--
	} else if i > 0 && r.lang != "de" && r.lang != "sv" {
		return false
	}
	return i > 0 && measures[r.norm(i-1)]
}

// measures are what things are packed in.
var measures = set("prise zweig bund löffel teelöffel esslöffel pincée poignée brin cuillère pinch handful sprig bunch cup cups spoon teaspoon tablespoon pizzico ciuffo cucchiaio pizca ramita cucharada nypa kvist tesked matsked packung päckchen tafel flasche dose kiste tüte becher glas stück schachtel päckli fläsche büchse paquet bouteille boîte tablette verre pack packet bottle box can bag jar slice glass " +
	"pacchetto scatola bottiglia barattolo lattina bicchiere paquete botella caja lata bote vaso paket påse flaska burk kartong glas")

// thing reports an English word that begins a sentence, where a capital says nothing,
// and that hardly a list holds for a name: "Server keeps crashing".
func (r *reading) thing(i int) bool {
	w := r.word(i)
	return (i == 0 || r.doc.Tokens[i-1].Kind != bauta.Word) && i+1 < len(r.doc.Tokens) && r.doc.Tokens[i+1].Kind == bauta.Word &&
		w.is(lexicon.Form) && w.rank <= 1 && !w.is(lexicon.Surname|lexicon.Hypocoristic|lexicon.Hide)
}

// firms are companies of which lists and taggers make people.
var firms = set("migros denner lidl aldi rewe edeka thales airbus carrefour auchan decathlon ikea siemens bosch novartis nestlé nestle swisscom tesco asda nandos barilla mercadona inditex scania ericsson toyota sony nintendo bmw audi porsche ferrari renault peugeot citroën citroen fiat skoda samsung huawei xiaomi lavazza")

// secondPerson reports the ending of what one says of "du" in Swiss German: chunnsch,
// gloubsch, hettisch.
func secondPerson(norm string) bool { return len(norm) > 4 && strings.HasSuffix(norm, "sch") }

// dialectal reports a Swiss word that nobody is called by: müüsli, "mir sueched".
func (r *reading) dialectal(i int) bool {
	norm := r.norm(i)
	if r.look(norm).known || honours[r.at(i-1)] || r.capital(i) && i > 0 && r.doc.Tokens[i-1].Kind == bauta.Word {
		return false
	}
	return little(norm) || little(undoubled(norm)) || !r.capital(i) && plurals[r.at(i-1)] && (strings.HasSuffix(norm, "ed") || strings.HasSuffix(norm, "nd"))
}

// plurals are pronouns behind which a Swiss German verb stands.
var plurals = set("mir mer ihr dir si")

// little reports the diminutive of a German word: veilcheli, hundli, schätzli.
func little(norm string) bool {
	stem, ok := strings.CutSuffix(norm, "li")
	if !ok {
		return false
	}
	for _, base := range []string{stem, plural.Replace(stem)} {
		if lexicon.Everyday(base, "de") || lexicon.Everyday(base+"n", "de") || lexicon.Everyday(base+"e", "de") {
			return true
		}
	}
	return false
}

// laughs reports a name that sounds like laughter: mon Juju, Koko.
func (r *reading) laughs(i int) bool {
	w := r.word(i)
	return r.capital(i) && w.is(lexicon.FirstName|lexicon.Hypocoristic) && !w.is(lexicon.Onomatopoeia|lexicon.Interjection|lexicon.SMS)
}

// verb reports the first word of a sentence before what only a verb has behind it:
// "Maila mig", "Drew a blank", "Rita en cirkel".
func (r *reading) verb(i int) bool {
	if i > 0 && r.doc.Tokens[i-1].Kind == bauta.Word || i+1 == len(r.doc.Tokens) || !r.beside(i, i+1) || !objects[r.lang][r.norm(i+1)] {
		return false
	}
	return r.lang != "fr" || !r.word(i).first() || r.isVerb(i) && !r.told(i+1)
}

// isVerb reports a word that the lexicon knows as a verb.
func (r *reading) isVerb(i int) bool {
	e, _ := r.lex.Look(r.norm(i), r.lang)
	return e.POS&lexicon.Verb != 0
}

// told reports a pronoun glued to its verb, which French writes with an apostrophe:
// "marine ma dit".
func (r *reading) told(i int) bool {
	if n := r.norm(i); n != "ma" && n != "ta" || i+1 == len(r.doc.Tokens) {
		return false
	}
	e, _, _ := r.lex.Resolve(r.norm(i+1), r.lang)
	return e.POS&lexicon.Participle != 0
}

// evidence reports what speaks for a name that is a common word.
func (r *reading) evidence(i int) bool {
	t := r.doc.Tokens
	if i > 0 && (r.greets(i-1) || honours[r.norm(i-1)] || r.word(i-1).is(lexicon.Kinship) && r.lang != "de") {
		return true
	}
	alone := i+1 == len(t) || t[i+1].Kind == bauta.Punct || t[i+1].Kind == bauta.Emoji
	if !r.capital(i) {
		return i == 0 && alone || r.bare(i) || i > 0 && callers[r.norm(i-1)] && r.word(i).is(lexicon.FirstName|lexicon.Hypocoristic)
	}
	if r.begins(i) && (i == 0 || t[i-1].Kind != bauta.Word) {
		_, does := subject(&reading{lex: r.lex, doc: r.doc, lang: r.lang, table: r.table}, i)
		return alone || does || i+2 < len(t) && r.joined(i+1) && r.fellow(i, i+2) && r.capital(i+2)
	}
	return !r.nouns || leads[r.norm(i-1)]
}

// bare reports a German first name in small letters that is and does things without
// an article, which a noun would have: "roman ist hier", "mark hat angerufen".
func (r *reading) bare(i int) bool {
	return r.lang == "de" && r.begins(i) && i+1 < len(r.doc.Tokens) && bearers[r.norm(i+1)] && r.word(i).is(lexicon.FirstName|lexicon.Hypocoristic)
}

// callers stand before the name of who is called, also in small letters.
var callers = set("liebe lieber liebes liebste liebster sag frag ruf grüß grüss gn8 bussi hdl hdgdl")

// bearers are verbs that a German clause has behind the name of who bears them.
var bearers = set("ist iss isch is hat het hot hatte war kann will muss soll darf kommt sagt sagte meint fragt ruft schreibt wartet schläft fährt geht bringt holt weiß weiss wird möchte")

// objects are, by language, the words behind a verb and not behind a name.
var objects = map[string]map[string]bool{
	"en": set("a an the my your his her our their this that these those it me him us them some any up out off in down"),
	"sv": set("en ett min mitt mina din ditt dina sin sitt sina mig dig honom henne oss er dem den det upp ut in av"),
	"it": set("un una uno gli i dei delle degli a per se che"),
	"es": set("un una unos unas los las mucho muchos poco por"),
	"de": set("ein eine einen mein meine meinen dein deine mir dir ihm uns euch den das die dem bitte mal nicht"),
	"fr": set("un une des du mon ma mes ton ta tes ce cette à moi"),
}

// articles stand before German nouns and not before towns.
var articles = set("der die das den dem des ein eine einer einem einen kein keine keiner mein meine meiner dein deine deiner unser unsere unserer einer jeder jede dieser diese dieses")

// leads are words of German behind which a capital without an article may be a
// name.
var leads = set("und oder mit von bei für an ohne dass ob wenn wie als hat habe hab haben grüß frag ruf sag lieber liebe hey")
