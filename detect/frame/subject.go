package frame

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// acting reads a first name that begins a clause and does what people do: "will told
// me", "Bo hälsar", "consuelo dice". A common word would have an article.
func acting(r *reading, i int) (bauta.Span, bool) {
	if !r.begins(i) || !r.acts(i) {
		return bauta.Span{}, false
	}
	w := r.word(i)
	if !w.first() || w.short || w.is(lexicon.Kinship|lexicon.Greeting) || pronouns[r.norm(i)] {
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "does what people do"), true
}

// begins reports the first word of a clause.
func (r *reading) begins(i int) bool {
	return !r.isWord(i-1) || clauses[r.lang][r.norm(i-1)]
}

// acts reports an act of people, in one word or two, behind word i.
func (r *reading) acts(i int) bool {
	if !r.isWord(i+1) || !r.beside(i, i+1) {
		return false
	}
	verb := r.norm(i + 1)
	return acts[r.lang][verb] || r.isWord(i+2) && acts[r.lang][verb+" "+r.norm(i+2)]
}

// pronouns are words that lists hold for names and that do what people do.
var pronouns = set("sie ihr ihre ihren ihrem ihrer ihres ihnen mir elle lui lei ella el hon alla")

// clauses are, by language, words behind which a clause begins.
var clauses = map[string]map[string]bool{
	"en": set("and but that because cause coz if when"),
	"it": set("e ma che se perché quando"),
	"es": set("y pero que porque si cuando"),
	"sv": set("och men att om när"),
}

// acts are, by language, what is said of people and hardly of things.
var acts = map[string]map[string]bool{
	"en": phrases("told,said,says,asked,asks,wants,wanted,thinks,thought,knows,called,texted,is coming," +
		"isn't coming,is late,is here,can't come,and his,and her,hates,loves,laughed,forgot,promised," +
		"invited,cooked,cried"),
	"it": phrases("dice,ha detto,mi ha,ci ha,ti ha,chiede,ha chiesto,vuole,voleva,arriva,viene,porta,passa,sa," +
		"pensa,chiama,ha chiamato,scrive,ha scritto,è arrivata,è arrivato,è partita,è partito," +
		"è tornata,è tornato,ride,piange,non viene"),
	"es": phrases("dice,dijo,ha dicho,me ha,nos ha,te ha,pregunta,preguntó,quiere,quería,llega,viene,no viene," +
		"trae,sabe,no sabe,piensa,llamó,ha llamado,escribe,me dijo,nos dijo"),
	"sv": phrases("säger,sa,sade,frågar,frågade,vill,ville,kommer,hälsar,hälsade,ringer,ringde,tycker,tyckte," +
		"vet,visste,har glömt,har sagt,har ringt,skrev,skriver,hämtar,skrattar,och"),
}
