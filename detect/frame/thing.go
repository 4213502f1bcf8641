package frame

import (
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// used reports a word of the lists of names that stands for the thing it also means:
// "rose is my favourite wine", "grace period", "mercedes o bmw", "gioia mia".
func (r *reading) used(i int) bool {
	if r.lang == "sv" && r.bandages(i) {
		return true
	}
	return r.endears(i) || r.word(i).common && (r.collocated(i) || r.defined(i) || r.choice(i) || r.wins(i))
}

// at is the word at a place of the message; empty outside it and behind a sign.
func (r *reading) at(i int) string {
	if i < 0 || i >= len(r.doc.Tokens) || r.doc.Tokens[i].Kind != bauta.Word {
		return ""
	}
	return r.norm(i)
}

// collocated reports a word that with the one behind it is a thing; two capitals in a
// row may be a full name.
func (r *reading) collocated(i int) bool {
	next := r.at(i + 1)
	return next != "" && r.beside(i, i+1) && !(r.capital(i) && r.capital(i+1)) && collocations[r.lang][r.norm(i)+" "+next]
}

// collocations are, by language, things of two words whose first is also a name. What
// may stand behind a person as well (im, de, please) is none.
var collocations = map[string]map[string]bool{
	"en": phraseSet("grace period,grace periods,rose garden,rose gold,rose wine,rose petals,rose bush,lily pad,lily pads,ginger beer,ginger ale,ginger tea,ginger nut,ginger nuts,ginger biscuits,amber alert,amber light,crystal clear,crystal ball," +
		"april fool,april fools,april showers,may day,june bug,iris scan,ruby red,pearl earrings,pearl necklace,olive oil,olive tree,olive branch,jade plant,hazel eyes,sandy beach,sandy beaches,rocky road,penny drop,penny dropped,misty morning," +
		"summer holiday,summer holidays,summer sale,summer job,summer school,summer time,autumn leaves,autumn term,dawn chorus,holly bush,ivy league,basil leaves,basil pesto,sage advice,rosemary potatoes,rosemary bread,poppy seed,poppy seeds,daisy chain," +
		"victoria sponge,victoria line,chelsea boots,earl grey,joy ride,faith healer,will power,frank exchange,max volume,art class,hope so,hope not,robin redbreast,carol singing,carol singers,carol service"),
	"fr": phraseSet("rose bonbon,rose pâle,rose fluo,rose poudré,rose clair,rose fuchsia,pierre ponce,pierre feuille,pierre tombale,pierre précieuse,marine nationale,marine marchande,aurore boréale,aurores boréales,olive noire,olive verte,jean slim,jean noir,jean bleu,jean troué," +
		"jean taille,colin pané,violette africaine,perle rare,victoire écrasante,victoire facile,martin pêcheur,france info,france inter,france culture,france bleu,france travail,france télé,noël blanc,ange gardien"),
	"de": phraseSet("ernst gemeint,ernst gmeint,ernst beiseite,rosa kleid,rosa pulli,mark pro,kaiser schmarrn,roman lesen"),
	"it": phraseSet("serena notte,serena giornata,serena domenica,serena serata,serena pasqua,sereno natale,stella cadente,stella marina,stella alpina,stella polare,gioia infinita,rosa pallido,rosa antico,rosa confetto,rosa cipria,viola scuro,viola chiaro,perla rara," +
		"vittoria schiacciante,vittoria meritata,massimo rispetto,massimo riserbo,santa pazienza,santa pace,celeste chiaro,margherita doppia"),
	"es": phraseSet("luz verde,luz roja,luz cortada,paz mundial,paz interior,rosa palo,rosa chicle,rosa fucsia,rosa pastel,sol radiante,mercedes benz,cruz roja,pilar fundamental,dolores menstruales"),
}

// defined reports the subject of a clause that says what kind of thing it is: "rose ist
// mein lieblingswein", "marine c'est pas bleu nuit".
func (r *reading) defined(i int) bool {
	k := i + 1
	if r.lang == "fr" && (r.at(k) == "c'" || r.at(k) == "c") {
		k++
	}
	if !copulas[r.lang][r.at(k)] {
		return false
	}
	for k++; links[r.lang][r.at(k)]; k++ {
	}
	noun := r.at(k)
	if r.lang != "de" && r.lang != "sv" {
		return sorts[r.lang][noun]
	}
	return noun != "" && slices.ContainsFunc(tails[r.lang], func(tail string) bool { return strings.HasSuffix(noun, tail) })
}

// copulas are, by language, the words between a thing and what it is.
var copulas = map[string]map[string]bool{
	"en": set("is was isn't isnt wasn't"), "fr": set("est était c'est cest c'était"), "de": set("ist war isch"), "it": set("è era e'"), "es": set("es era"), "sv": set("är var"),
}

// links are, by language, what may stand before the noun that says what a thing is.
var links = map[string]map[string]bool{
	"en": set("a an the my your our not favourite favorite fav fave best worst such nice good great lovely new old"),
	"fr": set("un une le la mon ma ton ta pas une joli jolie beau belle vraiment trop plus"),
	"de": set("ein eine der die das mein meine dein deine kein keine nicht schöner schöne schönes guter gute gutes"),
	"it": set("un una il la lo mio mia tuo tua non bel bella"),
	"es": set("un una el la mi tu no bonito bonita mejor"),
	"sv": set("en ett min mitt din ditt inte fin fint grekisk"),
}

// sorts are, by language, what things are and people are not.
var sorts = map[string]map[string]bool{
	"en": set("wine colour color flower drink beer spice herb film movie song band album brand month season word verb letter tea scent shade currency plant tree game"),
	"fr": set("vin couleur fleur boisson bière épice herbe film chanson groupe album marque mois saison mot verbe lettre thé parfum teinte monnaie plante arbre jeu bleu rouge vert noir blanc jaune gris violet"),
	"it": set("vino colore fiore bevanda birra spezia erba film canzone gruppo album marca mese stagione parola verbo lettera tè profumo moneta pianta albero gioco"),
	"es": set("vino color flor bebida cerveza especia hierba película peli canción grupo álbum marca mes estación palabra verbo letra té perfume moneda planta árbol juego"),
}

// tails are the same for languages that write compounds: Lieblingswein, favoritfärg.
var tails = map[string][]string{
	"de": strings.Fields("wein farbe blume getränk bier gewürz kraut film lied band album marke monat jahreszeit wort verb buchstabe tee duft währung pflanze baum spiel"),
	"sv": strings.Fields("vin färg blomma dryck öl krydda ört film låt album märke månad årstid ord verb bokstav te doft valuta växt träd spel"),
}

// choice reports a word beside a brand or a colour between which one chooses:
// "rose ou blanc", "bmw o mercedes".
func (r *reading) choice(i int) bool {
	for _, step := range []int{1, -1} {
		if other := r.at(i + 2*step); other != "" && choices[r.at(i+step)] && (r.brand(other) || colours[other] && !(r.capital(i+2*step) && step > 0)) {
			return true
		}
	}
	return false
}

// choices stand between what one chooses from.
var choices = set("or ou oder o eller vs odr")

// colours are those of wine, clothes and paint, without those that are names.
var colours = set("white red blue black green yellow pink blanc rouge bleu noir vert jaune gris weiß weiss rot blau schwarz grün gelb bianco rosso blu nero verde giallo blanco tinto rojo azul negro amarillo vit röd blå svart grön gul")

// brand reports a brand that is nobody's name.
func (r *reading) brand(norm string) bool {
	if firms[norm] {
		return true
	}
	for _, lang := range []string{r.lang, "en"} {
		if e, _ := r.lex.Look(norm, lang); e.Kinds&lexicon.Brand != 0 {
			return e.Kinds&lexicon.Dictionary == 0
		}
	}
	return false
}

// endears reports an endearment before its possessive: "ángel mío".
func (r *reading) endears(i int) bool {
	return endearments[r.norm(i)] && mine[r.at(i+1)] && r.beside(i, i+1)
}

// endearments are words for somebody dear that lists hold for names, and mine stands
// behind them.
var (
	endearments = set("ángel angel cielo vida sol reina luz alegría gioia stella amore tesoro angelo vita perla luce fiore principessa")
	mine        = set("mio mia mío mía")
)

// wins reports a victory that a score follows: "Vittoria!!! 2-0 in trasferta".
func (r *reading) wins(i int) bool {
	return victories[r.norm(i)] && slices.ContainsFunc(r.doc.Tokens[i+1:], func(t bauta.Token) bool {
		return score(r.doc.Text[t.Start:min(len(r.doc.Text), t.Start+longestScore)])
	})
}

// victories are words for one that are names.
var victories = set("victoria vittoria victoire viktoria victory")

// longestScore is what "3 - 12" has at most.
const longestScore = 7

// score reports a text that begins with two counts: 2-0, 3 : 1, 4 a 1.
func score(s string) bool {
	rest := strings.TrimLeft(s, "0123456789")
	if rest == s || len(s)-len(rest) > 2 {
		return false
	}
	rest = strings.TrimLeft(rest, " ")
	for _, sign := range []string{"-", "–", ":", "a ", "à "} {
		if after, ok := strings.CutPrefix(rest, sign); ok {
			after = strings.TrimLeft(after, " ")
			return after != "" && after[0] >= '0' && after[0] <= '9'
		}
	}
	return false
}

// bandages reports one of the Swedish verbs that are names before what it is done to:
// "Linda bandaget".
func (r *reading) bandages(i int) bool {
	next := r.at(i + 1)
	return (r.norm(i) == "linda" || r.norm(i) == "rita") && r.at(i-1) == "" && len(next) > 4 && next != "mycket" && strings.HasSuffix(next, "et") && !r.capital(i+1)
}

// fictions are figures of films and books: who writes their names in full writes of the
// work.
var fictions = phraseSet("harry potter,hermione granger,ron weasley,amélie poulain,amelie poulain,james bond,sherlock holmes,bridget jones,forrest gump,peter pan,mary poppins,indiana jones,darth vader,luke skywalker,hannibal lecter,jack sparrow,john wick,tony soprano,homer simpson,bart simpson," +
	"walter white,don draper,michael corleone,tony montana,bruce wayne,clark kent,peter parker,tony stark,lara croft,super mario,donald duck,mickey mouse,kalle anka,musse pigg,pippi långstrump,pippi langstrumpf,emil i lönneberga,jim knopf," +
	"topo gigio,don camillo,commissario montalbano,salvo montalbano,don quijote,don quichotte,arsène lupin,jean valjean,hercule poirot,miss marple,doctor who,gregory house,sheldon cooper,charlie brown,scooby doo,bob l'éponge,robin hood,robin des bois,ethan hunt,jason bourne,katniss everdeen,frodo baggins,dexter morgan,emily in paris,emma bovary,anna karenina,santa claus,mr bean")

// fiction reports that a find is such a figure, in full.
func fiction(surface string) bool {
	name := lexicon.Fold(surface)
	return strings.Contains(name, " ") && fictions[name]
}
