package variant_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon/fst"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// words builds an automaton over words.
func words(t testing.TB, list []string) *fst.FST {
	t.Helper()
	list = slices.Compact(slices.Sorted(slices.Values(list)))
	data, err := fst.Build(slices.Values(list))
	if err != nil {
		t.Fatal(err)
	}
	f, err := fst.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// known are the words of the test's own list.
func known(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/words.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.Fields(line)...)
		}
	}
	return list
}

func french(t testing.TB) *variant.Finder {
	return variant.New(variant.Config{Words: words(t, known(t)), Lang: variant.French()})
}

// find returns the candidate with the text, and all texts.
func find(f *variant.Finder, word, text string) (variant.Candidate, []string) {
	var all []string
	var got variant.Candidate
	for c := range f.Candidates(word) {
		all = append(all, fmt.Sprintf("%s (%s)", c.Text, c.Heuristic))
		if c.Text == text && got.Text == "" {
			got = c
		}
	}
	return got, all
}

func TestFrenchHeuristics(t *testing.T) {
	f := french(t)
	for h, pairs := range map[variant.Heuristic]string{
		variant.MissingAccent: `desole=désolé desolee=désolée tres=très deja=déjà déja=déjà dejà=déjà voila=voilà meme=même ecole=école eleve=élève ete=été annee=année
			fete=fête probleme=problème bientot=bientôt genial=génial bete=bête idee=idée journee=journée metro=métro theatre=théâtre cinema=cinéma
			coeur=cœur soeur=sœur oeuf=œuf boeuf=bœuf voeux=vœux francais=français garcon=garçon ca=ça facon=façon lecon=leçon recu=reçu decu=déçu
			 sebastien=sébastien frederic=frédéric celine=céline jeremy=jérémy anais=anaïs elodie=élodie helene=hélène aurelie=aurélie
			oceane=océane emilie=émilie hopital=hôpital foret=forêt cote=côté enerve=énervé prefere=préféré velo=vélo mere=mère pere=père tete=tête
			telephone=téléphone evidemment=évidemment etais=étais cherie=chérie bebe=bébé soiree=soirée noel=noël gouter=goûter apres=après
			mange=mangé bibliotheque=bibliothèque repondu=répondu`,
		variant.MisplacedAccent: `dèsolè=désolé désolè=désolé trés=très repondré=répondre voilá=voilà mème=même écôle=école èté=été fète=fête
			problémes=problèmes probléme=problème bientöt=bientôt génîal=génial bébè=bébé téte=tête pére=père frére=frère aprés=après élêve=élève
			sèbastien=sébastien nöel=noël çours=cours`,
		variant.Elongation: `nicoooolllaassss=nicolas bisouuus=bisous saluuut=salut mercii=merci merciiii=merci coucouuuu=coucou ouiiii=oui
			nonnnn=non mdrrrr=mdr ptdrrr=ptdr lolllll=lol superrrr=super suuuuper=super trooop=trop allezzz=allez bellle=belle pommmme=pomme
			désoléeee=désolée desoleeee=désolé jourrrr=jour bonnnne=bonne bonjourrrr=bonjour heiiin=hein bebeeee=bébé ahhh=ah ohhhhh=oh
			patriceeee=patrice marieeee=marie eloooodie=élodie amourrr=amour toujourss=toujours vraimenttt=vraiment annneee=année hahaaaa=haha
			vacannces=vacances anniverssaire=anniversaire partiell=partiel aaaaah=ah`,
		variant.Apostrophe: `jexplique=j'explique jai=j'ai jaime=j'aime jarrive=j'arrive jattends=j'attends jembrasse=j'embrasse jespère=j'espère
			jespere=j'espère jetais=j'étais jétais=j'étais javais=j'avais jaurai=j'aurai jirai=j'irai jadore=j'adore joublie=j'oublie
			jecoute=j'écoute lecole=l'école lété=l'été lete=l'été lhôtel=l'hôtel lhotel=l'hôtel lhopital=l'hôpital lamour=l'amour lappart=l'appart lapresmidi=l'après-midi
			cest=c'est cetait=c'était cétait=c'était quelle=qu'elle quil=qu'il quon=qu'on quun=qu'un dune=d'une dautres=d'autres
			 nest=n'est navait=n'avait taime=t'aime tinquiete=t'inquiète tembrasse=t'embrasse mappelle=m'appelle mennuie=m'ennuie
			sappelle=s'appelle lheure=l'heure lanniversaire=l'anniversaire jusqua=jusqu'a lorsquil=lorsqu'il puisquil=puisqu'il
			 c'etait=c'était j'etais=j'étais l'ecole=l'école d'ete=d'été qu'ellle=qu'elle j'espere=j'espère l'hopital=l'hôpital
			jaiiiime=j'aime daurelie=d'aurélie lanais=l'anaïs quanais=qu'anaïs jhabite=j'habite jm'attendds=jm'attends`,
		variant.Concatenation: `jsuis=je suis jvais=je vais jpense=je pense jcrois=je crois jveux=je veux jpeux=je peux jfais=je fais jsais=je sais
			jdis=je dis jviens=je viens jrentre=je rentre jcomprends=je comprends jregarde=je regarde jmange=je mange jtaime=je t'aime jtadore=je t'adore
			jtembrasse=je t'embrasse jtattends=je t'attends jtappelle=je t'appelle jtexplique=je t'explique jterappelle=je te rappelle
			 jmennuie=je m'ennuie jnai=je n'ai mfaire=me faire tquitter=te quitter jnaime=je n'aime tpenses=tu penses tfais=tu fais tvas=tu vas tsais=tu sais
			tveux=tu veux ilest=il est onva=on va dtoute=de toute lprof=le prof lprobleme=le problème lesprofs=les profs
			dismoi=dis moi tienstoi=tiens toi laissemoi=laisse moi saispas=sais pas jsaispas=je sais pas jveuxpas=je veux pas
			jpeuxpas=je peux pas appellemoi=appelle moi rappellemoi=rappelle moi apresmidi=après-midi
			weekend=week-end rendezvous=rendez-vous peutetre=peut-être grandmere=grand-mère labas=là-bas bonnenuit=bonne nuit
			bonneannée=bonne année bonneidée=bonne idée jetiens=je tiens jeviens=je viens jepense=je pense chezmoi=chez moi
			ilfait=il fait tuviens=tu viens pourmoi=pour moi mavoiture=ma voiture tonprof=ton prof monamour=mon amour
			mariepierre=marie pierre elleveut=elle veut`,
		variant.Misspelling: `surment=surement desloé=désolé vraimant=vraiment vraimet=vraiment tranquilement=tranquillement evidement=évidemment
			rapidment=rapidement normalment=normalement heuresement=heureusement aparemment=apparemment bonjoru=bonjour
			bonsior=bonsoir tojours=toujours toujuors=toujours beacoup=beaucoup beaucuop=beaucoup maintenat=maintenant mainteant=maintenant
			longtmps=longtemps poruquoi=pourquoi pourqoi=pourquoi comemnt=comment restaurent=restaurant ordinatuer=ordinateur
			telphone=téléphone telepone=téléphone vacnces=vacances vacanecs=vacances 
			aniversaire=anniversaire mesage=message examan=examen apeler=appeler rapeler=rappeler
			reponde=répondre imposible=impossible magnifque=magnifique incroiable=incroyable`,
		variant.Sound: `mouhahaha=mouhahaha hahahaha=hahahaha hahahaaaa=hahaha hihihi=hihihi héhéhé=hehehe huhu=huhu ahahah=ahahah hahahahah=hahahahah
			lalala=lalala nananana=nananana tatatata=tatatata pffff=pf pfffffff=pf zzzz=z grrrr=gr brrrr=br hmmmm=hm mmmm=m aaaaouh=aouh
			ouuuuh=ouh iiiii=i niarkhahaha=niarkhahaha blablabla=blablabla mwahaha=mwahaha tsssss=ts`,
	} {
		for _, p := range split(pairs) {
			c, all := find(f, p[0], p[1])
			if c.Text == "" {
				t.Errorf("%s: no %q among %q", p[0], p[1], all)
			} else if c.Heuristic != h {
				t.Errorf("%s: %q by %s, want by %s", p[0], p[1], c.Heuristic, h)
			}
		}
	}
}

// split reads "word=text word=two words" pairs.
func split(pairs string) (out [][2]string) {
	for part := range strings.FieldsSeq(pairs) {
		if word, text, ok := strings.Cut(part, "="); ok {
			out = append(out, [2]string{word, text})
		} else {
			out[len(out)-1][1] += " " + part
		}
	}
	return out
}

func TestKnownWordIsNoCandidate(t *testing.T) {
	for c := range french(t).Candidates("désolé") {
		if c.Text == "désolé" {
			t.Error("the word itself is given")
		}
	}
}

// The sure heuristics come before the doubtful ones.
func TestOrder(t *testing.T) {
	f := french(t)
	for _, w := range []string{"desole", "jexplique", "jtaime", "surment", "nicoooolllaassss", "dèsolè", "mouhahaha", "cetait"} {
		last := variant.None
		for c := range f.Candidates(w) {
			if c.Heuristic < last {
				t.Errorf("%s: %s after %s", w, c.Heuristic, last)
			}
			last = c.Heuristic
		}
	}
}

// The place of a known word in a glued one is told, for a mask to hide only it.
func TestWordsOfCandidate(t *testing.T) {
	list := words(t, known(t))
	f := variant.New(variant.Config{Words: list, Lang: variant.French()})
	for _, tt := range []struct{ word, text, part, known string }{
		{"daurelie", "d'aurélie", "aurelie", "aurélie"},
		{"jtaime", "je t'aime", "aime", "aime"},
		{"rappellemoi", "rappelle moi", "rappelle", "rappelle"},
		{"l'océaneee", "l'océane", "océaneee", "océane"},
	} {
		c, all := find(f, tt.word, tt.text)
		if len(c.Words) != 1 {
			t.Errorf("%s: %q: %d words, want 1", tt.word, all, len(c.Words))
			continue
		}
		w := c.Words[0]
		name, _ := list.Word(w.Ordinal)
		if tt.word[w.Start:w.End] != tt.part || name != tt.known {
			t.Errorf("%s: %q is %q, want %q %q", tt.word, tt.word[w.Start:w.End], name, tt.part, tt.known)
		}
	}
	if c, _ := find(f, "mariepierre", "marie pierre"); len(c.Words) != 2 || c.Words[1].Start != 5 {
		t.Errorf("mariepierre: %+v", c)
	}
	if c, _ := find(f, "jtaime", "je t'aime"); !c.Verb {
		t.Error("jtaime: no verb asked for")
	}
}

// Clitics with their apostrophes before a known word are no misspelling.
func TestElided(t *testing.T) {
	f := french(t)
	for _, p := range split("l'école=l'école d'aujourd'hui=d'aujourd'hui qu'aujourd'hui=qu'aujourd'hui jm'attends=jm'attends l'océane=l'océane") {
		if c, all := find(f, p[0], p[1]); c.Text == "" || c.Heuristic != variant.None {
			t.Errorf("%s: %q", p[0], all)
		}
	}
}

func TestAllow(t *testing.T) {
	list := words(t, known(t))
	patrice, _ := list.Find("patrice")
	f := variant.New(variant.Config{
		Words: list, Lang: variant.French(),
		Allow: func(o int, h variant.Heuristic) bool { return o != patrice || h != variant.Misspelling },
	})
	if c, _ := find(f, "patrise", "patrice"); c.Text != "" {
		t.Error("a word that is not allowed is given")
	}
	f = variant.New(variant.Config{Words: list, Lang: variant.French(), Name: func(o int) bool { return o == patrice }})
	if _, all := find(f, "patrisse", ""); len(all) > 0 {
		t.Errorf("what may be a name is taken for %q", all)
	}
	if c, _ := find(f, "patriceee", "patrice"); c.Text == "" {
		t.Error("a word that is allowed is not given")
	}
}

func TestEnglish(t *testing.T) {
	f := variant.New(variant.Config{Lang: variant.English(), Words: words(t, strings.Fields(
		"don't can't i'm you'll you're i've it's won't what going love sorry tomorrow because see good night so much friend"))})
	for _, p := range split(`dont=don't cant=can't im=i'm youll=you'll youre=you're ive=i've wont=won't loveu=love you
		soooorry=sorry tomorow=tomorrow becuase=because goodnight=good night iloveu=I love you freind=friend hahahaha=hahahaha`) {
		if c, all := find(f, p[0], p[1]); c.Text == "" {
			t.Errorf("%s: no %q among %q", p[0], p[1], all)
		}
	}
	if variant.ForLang("en") != variant.English() || variant.ForLang("fr") != variant.French() || variant.ForLang("de") != nil {
		t.Error("ForLang")
	}
}

// Words that no heuristic may lead to a word of the list.
func TestNoCandidates(t *testing.T) {
	f := french(t)
	for _, w := range []string{"namrata", "kevin", "xyz", "", "'", "'''", "j'", "a12c4", "1234", "zzyzx", "tqt", "@", "ô"} {
		for c := range f.Candidates(w) {
			t.Errorf("%q: %q (%s)", w, c.Text, c.Heuristic)
		}
	}
}

// Spellings that sound alike have one key.
func TestPhonetic(t *testing.T) {
	l := variant.French()
	for _, pair := range []string{
		"trankil tranquille", "trankilmen tranquillement", "byento bientôt", "koman comment", "pourkoi pourquoi", "pourkwa pourquoi",
		"telefone téléphone", "mintenan maintenant", "lontan longtemps", "boneur bonheur",
		"restoran restaurant", "kestion question", "mezon maison", "voitur voiture", "fransé français",
		"manjé manger", "arrivé arriver", "arivé arriver", "eksplike explique",
	} {
		a, b, _ := strings.Cut(pair, " ")
		f := variant.New(variant.Config{Lang: l, Keys: words(t, []string{l.Key(b)})})
		if _, all := find(f, a, ""); len(all) != 1 {
			t.Errorf("%s (%s) does not sound as %s (%s)", a, l.Key(a), b, l.Key(b))
		}
	}
	f := variant.New(variant.Config{Words: words(t, []string{"a"}), Lang: l, Keys: words(t, []string{l.Key("tranquille")})})
	if c, _ := find(f, "trankil", l.Key("tranquille")); c.Heuristic != variant.Phonetic {
		t.Error("trankil: not found by its sound")
	}
	if l.Key("") != "" || (&variant.Lang{}).Key("mot") != "" {
		t.Error("a key of nothing")
	}
}

// check holds what is true of any word: it has few candidates, is none
// itself, and the words of a candidate lie inside it.
func check(t interface{ Errorf(string, ...any) }, f *variant.Finder, word string) {
	n := 0
	for c := range f.Candidates(word) {
		n++
		if (c.Text == word) != (c.Heuristic == variant.None) && c.Heuristic < variant.Sound {
			t.Errorf("%q is its own candidate by %s", word, c.Heuristic)
		}
		for _, w := range c.Words {
			if w.Start < 0 || w.Start >= w.End || w.End > len(word) {
				t.Errorf("%q: candidate %+v", word, c)
			}
		}
	}
	if n > 24 {
		t.Errorf("%q has %d candidates", word, n)
	}
}

func FuzzCandidates(f *testing.F) {
	for _, w := range []string{"jtaime", "nicoooolllaassss", "l'ecole", "aaaaaaaaaaaaaaaaaaaaaa", "éèéèé", "\xff\xfe", "'", "j'j'j'", "hahaha", "œœœ", "jjjj"} {
		f.Add(w)
	}
	fr := french(f)
	f.Fuzz(func(t *testing.T, word string) { check(t, fr, word) })
}

func TestProperties(t *testing.T) {
	f := french(t)
	list := known(t)
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom(list).Draw(t, "word")
		check(t, f, w+rapid.StringMatching("[a-zéèç']{0,6}").Draw(t, "tail"))
		// A word with any of its letters drawn out leads back to the word.
		rs := []rune(w)
		i := rapid.IntRange(0, len(rs)-1).Draw(t, "at")
		k := rapid.IntRange(3, 50).Draw(t, "times")
		if rs[i] == '-' || rs[i] == '\'' {
			return
		}
		long := string(rs[:i]) + strings.Repeat(string(rs[i]), k) + string(rs[i+1:])
		if c, all := find(f, long, w); c.Text == "" {
			t.Errorf("%q: no %q among %q", long, w, all)
		}
	})
}

// Long input of every kind is read once; this ends at once or not at all.
func TestLongInput(t *testing.T) {
	f := french(t)
	for _, unit := range []string{"a", "ab", "é", "l'", "j", "ha", "qu'", ".", "@", "😀", "aeiou", "\xff"} {
		check(t, f, strings.Repeat(unit, 10<<20/len(unit)))
	}
}

func ExampleFinder_Candidates() {
	data, _ := fst.Build(slices.Values([]string{"aime", "désolé", "nicolas", "sûrement"}))
	known, _ := fst.Open(data)
	f := variant.New(variant.Config{Words: known, Lang: variant.French()})
	for _, word := range []string{"desole", "nicoooolllaassss", "jtaime", "surment"} {
		for c := range f.Candidates(word) {
			fmt.Printf("%s: %s (%s)\n", word, c.Text, c.Heuristic)
			break // the surest
		}
	}
	// Output:
	// desole: désolé (missing accent)
	// nicoooolllaassss: nicolas (repeated letters)
	// jtaime: je t'aime (concatenation)
	// surment: sûrement (misspelling)
}

func BenchmarkCandidates(b *testing.B) {
	f := french(b)
	words := strings.Fields("jtaime nicoooolllaassss tranquilementt xdkfjg lenaig trukmuche jvaispas kevin anticonstitutionnelement")
	for i := 0; b.Loop(); i++ {
		for range f.Candidates(words[i%len(words)]) {
		}
	}
}
