package frame_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/frame"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/text"
)

func analysed(t testing.TB, lang, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: lang}.Analyse(context.Background(), bauta.Message{ID: "1", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// marked gives the message with what is found between ‹ and ›.
func marked(t testing.TB, det bauta.Detector, lang, s string) string {
	t.Helper()
	spans, err := det.Detect(context.Background(), analysed(t, lang, s))
	if err != nil {
		t.Fatal(err)
	}
	return fixture.Marked(s, bauta.Fuse(len(s), spans))
}

// invented are messages of ours, ten and more for each class that a fresh test by
// another hand found to leak (docs/experiments/patterns.md), with what frames alone
// find.
var invented = map[string][]string{
	"de": {
		"hier ist der ‹Schorsch›, neue Nummer folgt",
		"die mutter von ‹elif› ist da",
		"Servus, hier ist die ‹Vroni› vom Turnverein",
		"ich heiße ‹Thandiwe› und suche ein Zimmer",
		"mein name ist ‹Oluwaseun›",
		"hier spricht ‹Kowalczyk›",
		"ich bins der ‹Basti›",
		"der ‹Lehmann› kommt heute nicht",
		"frag mal den ‹Kowalski›",
		"das Paket liegt beim ‹Huber›",
		"die ‹Schmitz› hat schon wieder abgesagt",
		"dem ‹Kaminski› geht es besser",
		"der ‹Pawlowski› und die ‹Neumann› kommen",
		"frag die ‹Jovanović›",
		"der ‹Yılmazoğlu› wartet",
		"beim ‹Gustafsson› im Büro",
		"bitte bei ‹Yıldırım› klingeln, 3. Stock",
		"Hallo ‹Ernst›, wie gehts dir?",
		"hey ‹Rosa›!",
		"Moin ‹Frank›, alles klar?",
		"Servus ‹Wolf›!",
		"hallo ‹thomas› kommst du",
		"lg ‹Hatice›",
		"‹Paul› sagt nein, lg ‹Steffi›",
		"‹Friedrich-Wilhelm von der Osten› kommt später",
		"‹Paul von der Heide› war da",
		"‹Ursula van der Meer› ist meine Chefin",
		"Herr ‹von Stetten› ruft zurück",
		"Frau ‹von der Leyen-Koch› ist krank",
		"‹Anna von Hohenfels› grüßt",
		"‹annaaaaa› wo bleibst du",
		"‹stefaaaan› melde dich",
		"Kontoinhaberin ‹Aylin Şimşek›",
		"‹Thomas› hat mir geschrieben",
		"Konto lautet auf den namen ‹Nguyen›",
	},
	"gsw": {
		"hesch em ‹Ändu› gseit?",
		"chunsch au, ‹Müggu›?",
		"d ‹Besarta› chunnt au",
		"de ‹Hampe› hät gseit",
		"dr ‹Godi› isch nöd da",
		"lüüt bi ‹Hugentobler› a",
		"mir sind bim ‹Zollinger› gsi",
		"i bi bim ‹Housi› hüt",
		"sali ‹Ruedi›, alles guet?",
		"s ‹Vreneli› isch scho hei",
		"mis gottemeitli ‹lia-sophie› isch krank",
		"frag mal de ‹Köbi›",
		"min name isch ‹Leutrim›, merci",
		"do isch d ‹Shqipe›, hoi zäme",
		"grüessli ‹Res›",
		"d frau ‹Zbinden› isch nöd da",
		"mit em ‹Reto› gömmer morn",
		"hoi ‹Fränzi› chunsch au?",
		"em ‹Rölfe› gahts guet, gäll",
		"ich bi z ‹Burgdorf› am bahnhof",
		"si schaffet z ‹Dietike› bi de migros",
		"mir sind us ‹Pristina› cho",
		"gömmer uf ‹Bärn› hüt?",
		"ich wohne z ‹Wetzike› obe",
		"chunsch au ga ‹Olte›?",
		"isch no z ‹züri› blibe",
		"mir träffed eus z ‹Baade›",
		"ab uf ‹Züüri›, gäll",
		"vo ‹Zofige› bis z ‹Aarau› isch nöd wiit",
		"z ‹Basel› isch fasnacht",
		"er wott nach ‹Luzärn› zügle, gäll",
	},
	"it": {
		"citofono ‹Rossi›, terzo piano",
		"citofono ‹Fabbri-Moretti›",
		"sul campanello: ‹Okonkwo›",
		"la ‹rossi› non c'è oggi",
		"la ‹Vale› ha detto sì",
		"dalla ‹Giulia› alle nove",
		"sono la ‹Nunzia›, ho cambiato numero",
		"qui è il ‹Giangi›",
		"mi chiamo ‹Chukwuemeka›",
		"intestato a ‹Esposito›, grazie",
		"ciao ‹Stella›, come stai?",
		"ehi ‹Salvo›!",
		"‹steeellaaaa› ma dove sei",
		"‹marcoooo› rispondi",
		"‹federicaaaa› rispondi al telefono",
		"il ‹Peppe› arriva dopo",
		"salutami ‹Pinuccia›",
		"‹Rosa› mi ha chiamato ieri",
		"bonifico a nome di ‹Tommaso›",
		"zia ‹Mimma› ti cerca",
	},
	"es": {
		"me llamo ‹Yeray› y soy de aquí",
		"soy el ‹Nacho›, oye",
		"a nombre de ‹Melnychuk›",
		"la ‹chari› abre mañana",
		"el ‹Nacho› no viene hoy",
		"hola ‹Rosario›, qué tal?",
		"mi nombre es ‹Oksana›",
		"aquí ‹Pili›",
		"‹Consuelo› no viene hoy",
		"‹javiiiii› contesta",
		"habla ‹Gutiérrez›, buenos días",
		"tía ‹Conchi› te llama",
		"de parte de ‹Yurena›",
		"‹Dolores› dice que sí",
	},
	"sv": {
		"jag heter ‹Tiina›",
		"min chef heter ‹Mohamud›",
		"en som heter ‹Sten›",
		"swisha ‹Bo› 240 kr",
		"ok ringer ‹holm› sen",
		"träffade ‹Sandström› på stan",
		"swisha till ‹Bo› nu",
		"hälsa ‹Lotta›",
		"kram från ‹Mymlan› o barnen",
		"mvh ‹Stig›",
		"hej ‹Björn›!",
		"‹annaaaaa› varför svarar du inte",
		"‹johaaaan› var är du",
		"‹Sten› har glömt sin väska",
		"hos ‹Kicki› imorgon",
		"det är ‹Bosse› här",
		"c/o ‹Svanström›",
		"ring ‹Uffe› sen",
	},
	"en": {
		"my name is ‹Xiomara›",
		"my name's ‹grace› and i live here",
		"ask ‹hope› if she has the keys",
		"ask for mr ‹Nakamura›",
		"‹will› told me that ‹hope› isn't coming",
		"this is ‹Oluwaseun› from the gym",
		"w ‹mark› and his new gf",
		"‹Grace› said no",
		"hi ‹Rose›!",
		"‹beccaaaa› hurry up",
		"name on card: ‹Siobhan›",
		"auntie ‹Bev› sends love",
	},
	"fr": {
		"je suis la maman de ‹hugo›, il est malade",
		"c le copain de ‹clara›",
		"le frère de lait du roi",
		"je m'appelle ‹Maïwenn›",
		"C'est M. ‹Leroux› qui l'a dit",
		"sonnez chez ‹Kowalczyk›",
		"salut ‹Rose›!",
		"‹juliiiie› tu viens ?",
		"tonton ‹Momo› arrive",
		"mon prénom est ‹Tancrède›",
		"c'est de la part de ‹Fatou›",
		"coucou ‹nico› ça va",
	},
}

// silent are messages of ours in which no frame may find anybody.
var silent = map[string][]string{
	"de": {
		"hier ist der Schlüssel",
		"hier ist die Adresse",
		"ich heiße dich willkommen",
		"mein Name ist Programm",
		"der Kaiser ist nackt",
		"die Heide blüht",
		"Hallo zusammen!",
		"hallo Schatz",
		"guten Morgen Sonne!",
		"ich bin müde",
		"bin der Meinung, das passt",
		"beim Arzt",
		"vom Chef",
		"Im Ernst jetzt?",
		"die Sitzung von der Arbeit",
		"hier ist das Taxi",
		"neeeein",
		"jaaaa genau",
		"der Hammer!",
		"dem Hund gehts gut",
		"Grüße von der Arbeit",
		"lg",
		"dein Ernst?",
	},
	"gsw": {
		"chasch mer es brot bringe",
		"hoi zäme",
		"d milch isch leer",
		"de zug isch z spat",
		"z nacht gits rösti",
		"s choschtet z viel",
		"bi de migros",
		"mit em velo",
		"am mäntig am achti",
		"chum abe",
		"i bi hüt z müed",
		"dr chef isch nöd da",
		"uf em tisch",
		"bim bahnhof",
		"vo mir us",
		"es isch z Nacht",
	},
	"it": {
		"la crisi è finita",
		"il taxi arriva",
		"la sera fa freddo",
		"300 g di farina",
		"salvo imprevisti arrivo",
		"ciao bella!",
		"ciao a tutti",
		"sono la prima",
		"amoreeee mio",
		"hahahaha",
		"la luce è accesa",
		"il sole è alto",
		"grazieee mille",
		"qui è tutto chiuso",
		"la rosa bianca",
	},
	"es": {
		"soy la primera",
		"soy el mejor",
		"la luz se fue",
		"hola guapa!",
		"el mar está frío",
		"me llamo y no me oigo",
		"la paz es lo que quiero",
		"vale valeee",
		"al final sí",
		"qué consuelo más grande",
		"jajajaja",
	},
	"sv": {
		"det är okej",
		"hej alla!",
		"maila mig listan",
		"jag ska bo hos min bror",
		"hälsa på oss",
		"ring mig",
		"med buss",
		"det är kallt",
		"sten sax påse",
		"tack så mycket",
		"neeej",
		"swisha 200 kr",
		"ringer dig om en kvart",
		"fråga läraren",
	},
	"en": {
		"it's fine",
		"i'm tired",
		"this is great",
		"will be there",
		"hope the traffic is ok",
		"ask me later",
		"hi everyone",
		"noooo way",
		"with sugar",
		"tell me",
		"see you",
		"my name is on the list",
		"mark my words",
		"and then some",
	},
	"fr": {
		"chez moi",
		"c'est le moment",
		"salut la compagnie",
		"noooon",
		"tata",
		"au nom de quoi",
		"bonjour à tous",
		"c'est la vie",
		"mdrrrr",
		"prénom et nom",
		"ouiiii",
	},
}

func TestInvented(t *testing.T) {
	det := frame.New(nil)
	for lang, list := range invented {
		for _, want := range list {
			if got := marked(t, det, lang, fixture.Unmarked(want)); got != want {
				t.Errorf("%s: %s, want %s", lang, got, want)
			}
		}
	}
}

func TestSilent(t *testing.T) {
	det := frame.New(nil)
	for lang, list := range silent {
		for _, s := range list {
			if got := marked(t, det, lang, s); got != s {
				t.Errorf("%s: %s", lang, got)
			}
		}
	}
}

// The marked words of each line are taken for people, and those stay that keep
// stars.
func TestSober(t *testing.T) {
	for _, c := range []struct{ lang, text string }{
		{"fr", "cest mon ‹*Juju› a moi"},
		{"fr", "‹jojo› trop drole"},
		{"fr", "‹*Florence› du bureau est malade"},
		{"fr", "‹*marine› ma dit non"},
		{"fr", "‹marine› ma veste au frais"},
		{"de", "‹*roman› ist schon da"},
		{"de", "sag ‹*viola› bescheid"},
		{"de", "der ‹roman› war gut"},
		{"en", "‹ruby› is the best colour ever"},
		{"en", "‹*ruby› is the best cousin ever"},
		{"en", "‹Ivy› league or bust"},
		{"en", "‹*Ivy› League called"},
		{"en", "a sprig of ‹sage› and ‹rosemary›"},
		{"en", "sleep well, ‹daddy›'s downstairs"},
		{"fr", "‹rose› fluo ou ‹rose› pâle ?"},
		{"fr", "‹Rose› ou rouge ?"},
		{"fr", "‹*Rose› ou Louise ?"},
		{"fr", "‹olive› est une couleur"},
		{"it", "una ‹stella› cadente"},
		{"it", "‹stella› mia dormi"},
		{"it", "‹Vittoria›! 3 a 1 in casa"},
		{"it", "‹*Vittoria›! vieni a casa"},
		{"es", "¿‹mercedes› o audi?"},
		{"es", "‹Cielo› mío, ya llego"},
		{"sv", "‹Linda› knäet"},
		{"sv", "‹*Linda› mycket bättre"},
		{"en", "‹Poppy seeds› on the bun"},
		{"en", "‹*Poppy Seeds› called"},
		{"gsw", "guet nacht ‹bäärli›, chunsch?"},
		{"gsw", "frau ‹*bäärli› rüeft a"},
		{"es", "‹*Dolores› de la tienda"},
		{"gsw", "mir ‹göhnd› hüt hei"},
		{"gsw", "hesch mir ‹*Roland› gseh hüt"},
		{"gsw", "hoi ‹kätzli›, chunsch hüt?"},
		{"sv", "‹maila› 0701234567"},
		{"it", "300 g di ‹farina›"},
		{"it", "‹salvo› imprevisti"},
		{"it", "‹hahah› povera ‹*francy›"},
		{"it", "domani ‹massimo› alle due"},
		{"it", "‹glielo› dico"},
		{"it", "ciao ‹*stella›"},
		{"it", "vedo ‹*Stella› domani"},
		{"it", "‹Giri› a destra"},
		{"it", "‹*Rosa› mi ha detto"},
		{"sv", "‹Maila› mig"},
		{"sv", "‹Rita› en cirkel"},
		{"sv", "‹swisha› ‹*lotta›"},
		{"sv", "ok ‹ringer› ‹*holm› sen"},
		{"sv", "hos ‹*Sten› idag"},
		{"gsw", "‹chasch› mer ‹*vreni› bringe"},
		{"gsw", "‹chunsch› hüt"},
		{"gsw", "‹chunnsch› au a d fasnacht"},
		{"gsw", "‹gloubsch› das nid"},
		{"gsw", "‹hettisch› no zit hüt"},
		{"gsw", "s ‹veilcheli› isch scho verblüeit"},
		{"gsw", "es ‹hundli› chunnt"},
		{"gsw", "‹chum› ‹abe›"},
		{"gsw", "‹sali› ‹*ueli›"},
		{"gsw", "am achti ‹cho›"},
		{"de", "die ‹Marine›"},
		{"de", "meine Mutter ‹Jägerin›"},
		{"de", "mit ‹*Wolf› und ‹*Kowalski›"},
		{"en", "‹Drew› a blank"},
		{"en", "‹Chip› in a fiver"},
		{"en", "‹*Nakamura› called"},
		{"es", "‹jajaja› ‹*chari›"},
	} {
		sober(t, c.lang, c.text)
	}
}

// sober checks that of the marked finds those stay that keep stars.
func sober(t *testing.T, lang, line string) {
	t.Helper()
	var m marks
	text := ""
	for rest := line; rest != ""; {
		before, inside, ok := strings.Cut(rest, "‹")
		text += before
		if !ok {
			break
		}
		name, after, _ := strings.Cut(inside, "›")
		stays := strings.HasPrefix(name, "*")
		name = strings.TrimPrefix(name, "*")
		m = append(m, mark{len(text), len(text) + len(name), stays})
		text += name
		rest = after
	}
	found, err := frame.Sober{Detector: m}.Detect(context.Background(), analysed(t, lang, text))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range m {
		stayed := slices.ContainsFunc(found, func(s bauta.Span) bool { return s.Start == k.start })
		if stayed != k.stays {
			t.Errorf("%s: %s: %s stays: %v", lang, line, text[k.start:k.end], stayed)
		}
	}
}

type mark struct {
	start, end int
	stays      bool
}

// marks takes what is marked for people.
type marks []mark

func (m marks) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, k := range m {
		out = append(out, bauta.Span{Start: k.start, End: k.end, Label: bauta.Person, Score: 0.6, Source: "test"})
	}
	return out, nil
}

func FuzzFrame(f *testing.F) {
	for lang, list := range invented {
		for _, s := range list {
			f.Add(lang, fixture.Unmarked(s))
		}
	}
	f.Add("de", "von von der")
	f.Add("gsw", "z ")
	f.Add("fr", "M. ")
	det := frame.Sober{Detector: frame.New(nil)}
	f.Fuzz(func(t *testing.T, lang, s string) {
		if len(s) > 2000 {
			return
		}
		spans, _ := det.Detect(context.Background(), analysed(t, lang, s))
		for _, sp := range spans {
			if sp.Start < 0 || sp.Start >= sp.End || sp.End > len(s) {
				t.Fatalf("span %d to %d of %d bytes", sp.Start, sp.End, len(s))
			}
		}
	})
}

func ExampleDetector() {
	d, _ := text.Analyser{Lang: "de"}.Analyse(context.Background(), bauta.Message{ID: "1", Text: "hier ist der Korbi"})
	spans, _ := frame.New(nil).Detect(context.Background(), d)
	for _, s := range spans {
		fmt.Println(s.Label, d.Text[s.Start:s.End], s.Why)
	}
	// Output: PERSON Korbi behind hier ist der
}
