package frame

import (
	"strings"
	"sync"
)

// phrase is what stands before a name.
type phrase struct {
	words []string
	text  string // for Span.Why
}

// introductionTable lists, by language, what introduces somebody by name: phrases
// parted by commas, tokens by blanks.
var introductionTable = map[string]string{
	"de": "ich heiße,ich heisse,i heisse,ich heiß,name ist,name isch,namens,kontoinhaber," +
		"kontoinhaberin,empfänger,empfängerin,empfänger ist,lautend auf,lautet auf,lautet uf,c / o," +
		"zu händen von,auf den namen,ausgestellt auf,im auftrag von,klingeln bei,klingel bei," +
		"klingelt bei,lg,mfg,gruß von,grüße von,hier spricht,hier schreibt,geb .,geborene,geborener",
	"it": "mi chiamo,si chiama,si chiamano,mio nome è,intestato a,intestata a,intestatario," +
		"intestataria,a nome di,di nome,citofono,citofona a",
	"es": "me llamo,se llama,mi nombre es,a nombre de,de nombre,titular,a la atención de,llamarme,me dicen",
	"sv": "jag heter,namn är,namnet är,som heter,heter,hette,vid namn,c / o,i namnet,på namnet," +
		"kontoinnehavare,mottagare,mottagaren är",
	"en": "née,nee,my name is,my name's,my names,name is,am called,name on card,name on the card," +
		"account holder,payable to,c / o,attn,fao",
	"fr": "née,né,je m'appelle,jm'appelle,jmappelle,il s'appelle,elle s'appelle,mon nom est," +
		"mon prénom est,prénom,sonnez chez,à l'attention de,titulaire",
}

// addressTable lists, by language, what is said before whom somebody calls or does
// something for, and whose relatives are spoken of.
var addressTable = map[string]string{
	"de": "papa von,mama von,vater von,mutter von,bruder von,schwester von,freund von,freundin von," +
		"mann von,frau von,sohn von,tochter von,geburtstag von",
	"it": "papà di,mamma di,fratello di,sorella di,figlio di,figlia di,moglie di,marito di,ragazzo di," +
		"ragazza di,cugino di,cugina di,compleanno di",
	"es": "padre de,madre de,hermano de,hermana de,hijo de,hija de,novio de,novia de,marido de," +
		"mujer de,primo de,prima de,cumpleaños de",
	"en": "ask,ask for,tell,meet,met",
	"fr": "papa de,maman de,père de,mère de,frère de,soeur de,sœur de,fils de,fille de,copain de," +
		"copine de,cousin de,cousine de,mari de,femme de",
	"sv": "hos,ring,ringa,sms:a,messa,maila,swisha,hälsa,fråga,fråga om,med,till,från,av,åt,för",
}

var (
	introductions = sync.OnceValue(func() map[string]map[string][]phrase { return index(introductionTable) })
	addresses     = sync.OnceValue(func() map[string]map[string][]phrase { return index(addressTable) })
)

// index gives the phrases of each language by their last word.
func index(table map[string]string) map[string]map[string][]phrase {
	out := map[string]map[string][]phrase{}
	for lang, list := range table {
		out[lang] = map[string][]phrase{}
		for text := range strings.SplitSeq(list, ",") {
			words := strings.Fields(text)
			last := words[len(words)-1]
			out[lang][last] = append(out[lang][last], phrase{words, text})
		}
	}
	return out
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// phrases is a set of phrases parted by commas.
func phrases(list string) map[string]bool {
	out := map[string]bool{}
	for p := range strings.SplitSeq(list, ",") {
		out[p] = true
	}
	return out
}
