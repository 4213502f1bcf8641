package frame

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// markers are words by which German is told for Swiss German.
var markers = set("bi isch nöd ned nid gsi gsii hesch häsch het hät händ hend chunnt chunt chunsch chasch cha chan bisch simmer hüt hütt morn gha gseh dr mim mis üs eu öis au ou öppis öpper scho vo uf bim em grüessli grüezi grüessech lüüt lüt gäll gell merci zäme hoi sali salü wott wänn wenns nüt nüd goht gaht gömmer chömed meitli bueb weisch")

// swiss reads a name of the Swiss list that nothing stands before.
func swiss(r *reading, i int) (bauta.Span, bool) {
	if !r.swiss || r.lang != "de" || !swissName(r.norm(i)) {
		return bauta.Span{}, false
	}
	return r.span(i, i, bauta.Person, byWord, "a Swiss German name"), true
}

// swissName reports a name of the Swiss list, also with the endings of the
// dialect: Vreneli, Hanspeterli, em Rölfe.
func swissName(norm string) bool {
	if swissNames[norm] {
		return true
	}
	for _, ending := range []string{"eli", "li", "el", "i", "e", "u"} {
		stem, ok := strings.CutSuffix(norm, ending)
		if ok && len(stem) >= 4 && !lexicon.Everyday(stem, "de") && (swissNames[stem] || swissNames[stem+"i"] || swissNames[stem+"e"]) && !lexicon.Everyday(norm, "de") && !lexicon.Everyday(norm, "gsw") {
			return true
		}
	}
	return false
}

// swissNames are pet names and given names of Switzerland that are no words.
var swissNames = set("vreni vreneli vrene verä rösli rösi rosmarie housi hausi hampi hampe hampä housä godi göpf göpfi köbi chöbi köbu chöbu ueli uelä üelu ruedi rüedu ruedeli res resu resli chrigu chrigi chrigä chregu " +
	"housu hansruedi hansueli hanspeter hansjörg hansjürg hänsu hansli häns heiri heireli heini heinz jörg jürg jürgä urs ürsu ursi ursle beat bäde bädu beni bänz bänzi benz küde küdi kudi kurtli köfe röfe rolfe rölfe rolä röbi röbu röbe rötsch " +
	"sepp seppi seppli sepu tönu toni toneli toni wisi wysel wisel xandi xävi xaver zita vroni vreny trudi trudeli trudy fränzi fränzu franzi käthi kätheli kathri käthy anneli annelies annemarie annegreth änni bethli bethi betli elsi elsbeth " +
	"lisbeth lisebethli lisi lisettli marie-theres mädi mädy mädu märku märk märe mäge mäggu magi gritli greti gretli gritt bärbi bärbu bäbeli susi süsu süsi sandra sändle sandi rägi regi rägu reto retu rätu räto curdin flurin gian giachen jon andri ladina " +
	"seraina ursina corsin duri gion linard madlaina reguli regula zwingli werni werny wernu wäutu walti wältu wälti willi wilu päscu päsci pascu pesche peschä pidi pitsch pitschi peti petä päppu pädi pädu patu fäbu fäbi fäbe fabu dänu däni dänä danu domi dömu tömu tömi thomi " +
	"mätthu matthi mättu mischu mischa michu mige miggu migi michi nöldi noldi noldä nädi nädu nüssli oski öski oschi ottli chläus chläusi klöisu kläusi klausi lüku lükä luki lüthi lüzi lori lorli mäxli mäxu guschti gustl gusti godli ferdi ferdl fritzli fridu fridli fridolin frede fredu fredi " +
	"ändu änd andu ändi resä simu simi säbi säbu bäschi bäschteli fipsu fippu jonu löru minu mänu mänä nöle pesä müggu mürggu wale waltä küsu hene henä chlöisu vrenu mäthu bärnu bärni schöre stöffu stöffi " +
	"gere gerä geri geru gögi gigi hämpu hämi hardi hardy himi hug ivo jimi jöggi joggeli joggi jokeb joschi jösy kari karli karin käru kobi könu küre lämi leni lüggu lüdi ludi ludä moni mönu noldi nöggi öhmi ödi ösi päuli pauli pöili päddy rägeli rita röse rösy sämi sämu sami säme stifu stefu steffu stöff stöffu " +
	"tinu tinä vali valä vikä viki zgraggen aeschbacher ruckstuhl hugentobler zollinger bünzli zbinden stauffacher")

// swissTowns are names of towns as they are said.
var swissTowns = set("bärn bern züri zürich basel basu olte olten solothurn soledurn luzärn luzern winti winterthur winterthour sangalle sanggalle frauefäld frauenfeld schafuuse schaffuse schaffhuuse aarau arau bade baden brugg zofige zofingä lenzburg lenzbrg langetau langethal burdlef burdorf burgdorf thun thou spiez interlake interlakä " +
	"biel bieu friburg fribourg freiburg murte murten genf gänf losann lausanne neueburg sitte sion visp brig zermatt chur davos klosters zug schwyz einsidle altdorf stans sarne glaris glarus rapperswil rappi uster wetzike wetzikä dietike dietikä oerlike örlike schliere schlierä dübendorf dübi kloten chlote bülach bülä regensdorf wädeschwil wädi horge horgä thalwil meile stäfa küsnacht " +
	"liestal muttenz pratteln binnige binningen riehe riehen allschwil sissach gelterkinde laufe breitebach dornach kreuzlinge chrüzlinge romanshorn amriswil arbon rorschach wil gossau herisau appezäll appenzell heide teufe uzwil flawil buchs sargans wattwil lyss lyssach köniz chüniz muri ostermundige ostermundigä zollikofe zollikofä münsige worb belp " +
	"spreitebach spreitenbach wettige wettinge rhyfälde rheinfelden rhyfelde möhlin frick laufeburg reinach menzike sursee sursi emme emmebrugg kriens horw hochdorf willisau langnau huttu huttwil sumiswald konolfinge schwarzeburg gstaad saanen adelbode kandersteg grindelwald meiringe lugano locarno bellinzona ascona")

// prepositions stand before towns in Swiss German; "z" before nothing else that has
// a capital, but for the times of meals.
var prepositions = set("z uf us vo ga go gäge nach i in bi ab")

// notTowns are what "z" stands before otherwise.
var notTowns = set("hause huus nacht znacht mittag zmittag morge zmorge abig abe vieri nüni fuess fuss bsuech grund tisch bett berg bärg chile märit märt tüür tür guet schlecht viel vill vil wenig spat spät früeh schnäll lang gross chli heiss chalt tanze tanz tod weg wäg land wasser bode end änd ässe alp acker fride trotz lieb leid")

// town reads a town behind a preposition: "z Burgdorf", "us Pristina".
func town(r *reading, i int) (bauta.Span, bool) {
	if !r.swiss || r.lang != "de" || i == 0 || !prepositions[r.norm(i-1)] || !r.beside(i-1, i) {
		return bauta.Span{}, false
	}
	norm, z := r.norm(i), r.norm(i-1) == "z"
	w := r.word(i)
	known := swissTowns[norm] || swissTowns[undoubled(norm)] || w.place && !w.common && len(norm) > 3 && (r.capital(i) || z) || r.dialect(norm) && (z || r.capital(i))
	if notTowns[norm] || !known && !(z && r.capital(i) && !w.common && len(norm) > 2 && !r.nouns) {
		return bauta.Span{}, false
	}
	return bauta.Span{Start: r.doc.Tokens[i].Start, End: r.doc.Tokens[i].End, Label: bauta.Location, Score: byFrame, Source: Source, Why: "a town behind " + r.norm(i-1)}, true
}

// undoubled writes long vowels once: Baade, Züüri, Chuur.
func undoubled(norm string) string {
	for _, v := range []string{"a", "e", "i", "o", "u", "ä", "ö", "ü"} {
		norm = strings.ReplaceAll(norm, v+v, v)
	}
	return norm
}

// dialect reports a town whose ending the dialect has worn off: Wetzike for Wetzikon,
// Zofige for Zofingen.
func (r *reading) dialect(norm string) bool {
	for short, long := range map[string]string{"ike": "ikon", "ikä": "ikon", "ige": "ingen", "igä": "ingen", "inge": "ingen", "huse": "hausen", "hofe": "hofen", "e": "en", "wiler": "wil"} {
		if stem, ok := strings.CutSuffix(norm, short); ok && len(stem) >= 2 {
			e, _ := r.lex.Look(stem+long, "de")
			if e.Kinds&lexicon.City != 0 && !lexicon.Everyday(stem+long, "de") && !lexicon.Everyday(norm, "gsw") && !lexicon.Everyday(norm, "de") {
				return true
			}
		}
	}
	return false
}
