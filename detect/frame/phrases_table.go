package frame

import (
	"strings"
	"sync"
)

// asks is what a phrase asks of the word behind it.
type asks uint8

const (
	anything asks = iota // any word with a capital, and what is no word otherwise
	unknown              // a name of the lists, or a capital on what is no word
	aFirst               // a first name, with a capital also one that is a word
	aCalled              // a first name, also one that is a word where the clause goes on as with a person
	aName                // a name of the lists that is no word
)

func (a asks) score() float64 {
	if a == anything {
		return bySaying
	}
	return byFrame
}

// phrase is what stands before a name.
type phrase struct {
	words []string
	asks  asks
	name  string // for Span.Why
}

// phraseTable lists phrases by language and what they ask, parted by commas, each
// token by blanks.
var phraseTable = map[string]map[asks]string{
	"de": {
		anything: "ich heiße,ich heisse,ich heiß,mein name ist,name ist,namens,kontoinhaber,kontoinhaberin,empfänger,empfängerin,empfänger ist,lautend auf,lautet auf,c / o,zu händen von,ich bin's die,ich bins die,auf den namen,ausgestellt auf,im auftrag von,klingeln bei,klingel bei,klingelt bei,lg,vg,mfg,bussi,gruß,grüße von,gruß von,liebe grüße,viele grüße,hier spricht,hier schreibt,geb .,geborene,geborener",
		unknown:  "hier ist der,hier ist die,hier ist,hier der,hier die,ich bins der,ich bin's,ich bins,bin der,bin die,ich bin der,ich bin die,euer,eure,dein,deine,von der,das ist der,das ist die,bei der,bei dem,beim,vom,gruß an,grüß,frag mal,frag,ruf,sag",
		aFirst:   "papa von,mama von,vater von,mutter von,bruder von,schwester von,freund von,freundin von,mann von,frau von,sohn von,tochter von,geburtstag von",
		aName:    "der,die,den,dem,des",
	},
	"gsw": {
		anything: "ich heisse,i heisse,lautend uf,lautet uf,empfänger,kontoinhaber,mi name isch,min name isch,mein name ist,name isch,lüüt bi,lüt bi,lüüte bi,lüte bi,läut bi,aalüte bi,i bi de,i bi dr,ich bi de,ich bi d,ich bin de,da isch de,do isch de,do isch dr,da isch d,do isch d,ich bi s,hie isch dr,hie isch d,bi de familie,familie,bi s,bis,gruess,grüessli,grüess,grüessli vo,liebi grüess,gruss,lg",
		unknown:  "d,de,dr,em,am,bim,bi,vom,vo de,vo dr,vo,mit de,mit em,mit dr,mit,und de,und d,für de,für d,mitem,wäg em,wege,s,ds,frag,frag mal,frög,säg,sali,salü,hoi,hey,hallo,sali du,gottemeitli,meitli,göttibueb,bueb,brüeder,schwöster,fründ,fründin,kolleg,kollegin,tante,onkel,unggle,frau,herr,bim herr,d frau,de herr,bi de,isch de,isch d",
	},
	"it": {
		anything: "mi chiamo,si chiama,il mio nome è,mio nome è,intestato a,intestata a,intestate a,intestatario,intestataria,a nome di,a nome,citofono,citofonare,citofona,citofona a,citofonare a,campanello,sul campanello,di nome,si chiamano,presso",
		unknown:  "famiglia,dai,sono il,sono la,qui è,qui il,qui la,è la,parla,sig.,sig,sig.ra,dott.,prof,prof.,ing.,avv.,geom.,don,suor,zio,zia,cugino,cugina,salutami,saluta",
		aFirst:   "papà di,mamma di,fratello di,sorella di,figlio di,figlia di,moglie di,marito di,ragazzo di,ragazza di,cugino di,cugina di,compleanno di",
		aName:    "la,il,dalla,dal,alla,al,della,del,colla,col,con la,con il,e la,e il",
	},
	"es": {
		anything: "me llamo,se llama,mi nombre es,a nombre de,de nombre,titular,a la atención de,llamarme,me dicen,timbre",
		unknown:  "familia,soy el,soy la,habla,aquí,soy,saluda a,recuerdos a,de parte de,don,doña,tía,tío,primo,prima,profe,señorita,abuela,abuelo",
		aFirst:   "padre de,madre de,hermano de,hermana de,hijo de,hija de,novio de,novia de,marido de,mujer de,primo de,prima de,cumple de,cumpleaños de",
		aName:    "la,el,al,del,a la,de la,con la,con el,y la,y el",
	},
	"sv": {
		anything: "jag heter,mitt namn är,namnet är,som heter,heter,hette,vid namn,c / o,i namnet,på namnet,kontoinnehavare,mottagare,mottagaren är",
		unknown:  "familjen,här är,det är,mvh,kram,kramar,kram från,kramar från,puss,hälsningar,hälsar,tant,farbror,moster,faster,kusin,kompisen,polaren,läraren",
		aFirst:   "hos,ring,ringa,sms:a,messa,maila,med,till,från,av,åt,för,betala till",
		aName:    "ring,ringa,ringer,ringde,fråga,frågar,frågade,träffa,träffar,träffade",
		aCalled:  "swisha,swisha till,swishade,swishar,hälsa,hälsa till,fråga,fråga om",
	},
	"en": {
		anything: "my name is,my name's,my names,name is,names,am called,name on card,name on the card,account holder,payable to,c / o,attn,fao,ask for mr,ask for mrs,ask for ms",
		unknown:  "née,nee,this is,its,it's,it is,i'm,im,i am,here is,auntie,aunty,uncle,nan,nana,grandma,coach,pastor,miss,sir,luv from,love from",
		aFirst:   "meet,met",
		aCalled:  "ask,ask for,tell,w",
	},
	"fr": {
		anything: "je m'appelle,jm'appelle,jmappelle,je m'apelle,il s'appelle,elle s'appelle,mon nom est,mon prénom est,prénom,sonnez chez,sonner chez,interphone,à l'attention de,titulaire,m .,mr .,dr .,pr .,me .",
		unknown:  "au nom de,née,né,chez,chez les,famille,c'est le,c'est la,de la part de,tonton,tata,mamie,papi,tatie,maître,docteur,professeur",
		aFirst:   "papa de,maman de,père de,mère de,frère de,soeur de,sœur de,fils de,fille de,copain de,copine de,cousin de,cousine de,mari de,femme de,mec de,meuf de,pote de,anniv de,anniversaire de",
	},
}

// stops are words that no phrase is followed by as a name.
var stops = set("sie ich du er wir ihr es das was wer wie nicht kein keine gar gut da weg dran mal auch noch schon " +
	"io tu lui lei noi voi loro che cosa come qui lì è non si yo tú él ella nosotros ellos que qué como no sí " +
	"jag du han hon vi ni de det den vad hur inte i you he she we they it that this what how not here there je il elle on nous vous ils elles ça que qui pas " +
	"fête fete mr mrs ms herr frau mme mlle monsieur madame gott god dio dios dieu jesus allah isch ist is son sind person location address email phone uid zip_code url")

// behindCalled go on after somebody is asked or told.
var behindCalled = set("if to about for when where what and or who why how that om att när var och nu sen snart idag imorgon ikväll kr kronor")

// rings are what one does at a door.
var rings = set("klingeln läuten schellen klingelt läutet klingel lüüte lüte lütet aalüte")

// surnameEndings are Polish, Ukrainian, Serbian, Turkish, Greek, Georgian, Swedish and
// Icelandic.
var surnameEndings = strings.Fields("owski owska ewski ewska inski ińska iński ynski czyk wicz enko ović ovic ević evic oğlu oglu idis akis opoulos adze shvili sson sdottir qvist quist nyi")

// petWords end like pet names.
var petWords = set("taxi uni kuli pulli ski juli juni kiwi salami party baby hobby lady handy juri sushi chili curry whisky brandy body city story teddy gummi müsli zombi hippi azubi studi " +
	"trabi kombi navi info-party abi alibi wlani wifi mini maxi midi profi promi ossi wessi sozi nazi grufti knacki hiwi zivi pli bully buddy caddy sari safari jacuzzi spaghetti konfetti graffiti party broccoli zucchini martini")

// notCalled are words of the lists of names that are something else behind a greeting.
var notCalled = set("alle allen zusammen leute mama papa schatz schatzi liebling süße süßer maus mausi hase hasi engel baby bebe bébé ma mon bella bello cara caro tesoro amore amor cariño " +
	"guapa guapo chicos chicas ragazzi ragazze tutti tutte älskling gumman gubben vännen alla grabbar tjejer all everyone guys girls mate man dude bro sis sister hun hon babe love dear sunshine sweetie " +
	"tout tous toutes monde chérie chéri mec meuf poto frère soeur vieux belle beau les la le el los las det ihr du morgen abend tag nacht mittag nochmal again oder und and et e y och lieber liebe ihr's")

// greetings are words behind which somebody is called; those of the lexicon are also
// parts of greetings ("dein").
var greetings = set("hallo hi hey hei hoi hoii sali salü salut ciao hola hej hejsan tjena tja moin servus grüezi grüessech hello yo ey oye ehi ei buongiorno buenas bonjour coucou cc slt bsr morning hallöchen hellooo helo buonasera salve halloj tjenare tjenixen hejhej heya hiya dear kära käre hoila holaa hoy kikou wesh sälü salü salli sälli griass grias grüessti")

// clauses are words behind which a clause begins.
var clauses = set("and but that because cause coz if when und aber dass weil wenn e ma che se perché quando y pero que porque si cuando och men att om när et mais que quand si parce")

// doings are, by language, what is said of people and hardly of things, in one word
// or two.
var doings = map[string]map[string]bool{
	"en": phraseSet("told,said,says,asked,asks,wants,wanted,thinks,thought,knows,called,texted,msged,phoned,isn't coming,isnt coming,is coming,are coming,is late,is here,can't come,cant come,might tho,and his,and her,hates,loves,laughed,forgot,promised,invited,cooked,cried"),
	"de": phraseSet("sagt,sagte,fragt,fragte,meint,meinte,hat gesagt,hat gsagt,hat gefragt,hat angerufen,ruft,weiß,will,wollte,kommt,bringt,holt,schreibt,hat geschrieben,heult,lacht,hat vergessen,hat mir,hat uns,lässt ausrichten"),
	"it": phraseSet("dice,ha detto,mi ha,ci ha,ti ha,chiede,ha chiesto,vuole,voleva,arriva,viene,porta,passa,sa,pensa,chiama,ha chiamato,scrive,ha scritto,è arrivata,è arrivato,è malata,è malato,è partita,è partito,è tornata,è tornato,è stanca,è stanco,ride,piange,non viene,ti saluta,vi saluta"),
	"es": phraseSet("dice,dijo,ha dicho,me ha,nos ha,te ha,pregunta,preguntó,quiere,quería,llega,viene,no viene,trae,sabe,no sabe,piensa,llamó,ha llamado,escribe,me dijo,nos dijo,te manda,os manda,se ríe"),
	"sv": phraseSet("säger,sa,sade,frågar,frågade,vill,ville,kommer,hälsar,hälsade,ringer,ringde,tycker,tyckte,vet,visste,har glömt,har sagt,har ringt,skrev,skriver,hämtar,skrattar,och"),
	"fr": phraseSet("dit,m'a dit,a dit,demande,veut,voulait,vient,arrive,sait,pense,a appelé,a répondu,répond,m'a,nous a,te salue,ramène"),
}

// phrases index the table by the last word.
var phrases = sync.OnceValue(func() map[string]map[string][]phrase {
	out := map[string]map[string][]phrase{}
	for lang, table := range phraseTable {
		out[lang] = map[string][]phrase{}
		for a := anything; a <= aName; a++ {
			for name := range strings.SplitSeq(table[a], ",") {
				words := strings.Fields(name)
				if len(words) == 0 {
					continue
				}
				last := words[len(words)-1]
				out[lang][last] = append(out[lang][last], phrase{words, a, name})
			}
		}
	}
	return out
})

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

func phraseSet(list string) map[string]bool {
	out := map[string]bool{}
	for p := range strings.SplitSeq(list, ",") {
		out[p] = true
	}
	return out
}
