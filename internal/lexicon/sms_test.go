package lexicon_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta/internal/lexicon"
)

// The sides a word may stand on.
const (
	named     = "name"      // in a dictionary alone
	kept      = "word"      // in an anti-dictionary alone
	ambiguous = "both"      // in both
	unknown   = "unknown"   // in neither
	mayBeName = "not word"  // a dictionary has it; an anti-dictionary may
	noName    = "not named" // no dictionary has it
)

// sideOf tells on which side the lexicon puts a word.
func sideOf(e lexicon.Entry, ok bool) string {
	switch {
	case !ok || !e.Hidden() && !e.Kept():
		return unknown
	case e.Hidden() && e.Kept():
		return ambiguous
	case e.Hidden():
		return named
	}
	return kept
}

// sideFits says whether what was found is what a table asks for.
func sideFits(got, want string) bool {
	switch want {
	case mayBeName:
		return got == named || got == ambiguous
	case noName:
		return got == kept || got == unknown
	}
	return got == want
}

// smsForms are spellings of French and English SMS with the words they stand
// for and the side on which the word ought to be.
var smsForms = []struct{ lang, form, text, side string }{
	// Missing and misplaced accents.
	{"fr", "desole", "désolé", kept},
	{"fr", "desolée", "désolée", kept},
	{"fr", "DESOLE", "désolé", kept},
	{"fr", "telephone", "téléphone", kept},
	{"fr", "etudiante", "étudiante", kept},
	{"fr", "prefere", "préféré", kept},
	{"fr", "reveil", "réveil", kept},
	{"fr", "bibliotheque", "bibliothèque", kept},
	{"fr", "hopital", "hôpital", kept},
	{"fr", "fenetre", "fenêtre", kept},
	{"fr", "gateau", "gâteau", kept},
	{"fr", "noel", "", ambiguous},
	{"fr", "aprés", "après", kept},
	{"fr", "trés", "très", kept},
	{"fr", "problême", "problème", kept},
	{"fr", "frére", "frère", kept},
	{"fr", "séance", "séance", kept},
	{"fr", "anniversaire", "anniversaire", kept},
	{"fr", "gouter", "", kept},
	{"fr", "dejeuner", "déjeuner", kept},
	{"fr", "derniere", "dernière", kept},
	{"fr", "premiere", "première", kept},
	{"fr", "complétement", "", kept},
	{"fr", "evenement", "", kept},
	// Letters drawn out.
	{"fr", "demaiiiin", "demain", kept},
	{"fr", "bisouuuus", "bisous", kept},
	{"fr", "merciiiii", "", kept},
	{"fr", "couuuucou", "coucou", kept},
	{"fr", "désooolééé", "désolé", kept},
	{"fr", "trooooop", "trop", kept},
	{"fr", "suuuuper", "super", kept},
	{"fr", "vraimenttttt", "vraiment", kept},
	{"fr", "pourquoiiii", "pourquoi", kept},
	{"fr", "allooooo", "allo", kept},
	{"fr", "journéeeee", "journée", kept},
	{"fr", "sooooleil", "soleil", kept},
	{"fr", "NICOLAAAAAS", "nicolas", mayBeName},
	{"fr", "juliiiiien", "julien", mayBeName},
	{"fr", "cédriiiic", "cédric", mayBeName},
	{"fr", "cedriiiic", "", mayBeName},
	// Missing apostrophes.
	{"fr", "jexplique", "j'explique", kept},
	{"fr", "jespere", "j'espère", kept},
	{"fr", "jarrive", "j'arrive", kept},
	{"fr", "jattends", "j'attends", kept},
	{"fr", "jetais", "j'étais", kept},
	{"fr", "lhopital", "", kept},
	{"fr", "lecole", "", kept},
	{"fr", "laprem", "", noName},
	{"fr", "cetait", "c'était", kept},
	{"fr", "quil", "qu'il", kept},
	{"fr", "quelle", "quelle", kept},
	{"fr", "dhabitude", "d'habitude", kept},
	{"fr", "daccord", "d'accord", kept},
	{"fr", "aujourdhui", "aujourd'hui", kept},
	{"fr", "sexcuser", "s'excuser", kept},
	{"fr", "tembrasse", "t'embrasse", kept},
	{"fr", "mappelle", "", kept},
	{"fr", "nimporte", "n'importe", kept},
	// Words written together.
	{"fr", "jtaime", "je t'aime", kept},
	{"fr", "jtadore", "je t'adore", kept},
	{"fr", "jsuis", "", kept},
	{"fr", "jvais", "", kept},
	{"fr", "jcomprends", "je comprends", kept},
	{"fr", "jtembrasse", "je t'embrasse", kept},
	{"fr", "apresmidi", "après-midi", kept},
	{"fr", "weekend", "", kept},
	{"fr", "rendezvous", "rendez-vous", kept},
	{"fr", "peutetre", "peut-être", kept},
	{"fr", "grandmere", "", kept},
	{"fr", "bonneannée", "bonne année", kept},
	// One letter wrong, missing, too many, or two swapped.
	{"fr", "vraimant", "vraiment", kept},
	{"fr", "tranquilement", "", kept},
	{"fr", "restaurent", "", kept},
	{"fr", "aparemment", "apparemment", kept},
	{"fr", "malhereusement", "", kept},
	{"fr", "anniverssaire", "anniversaire", kept},
	{"fr", "aniversaire", "anniversaire", kept},
	{"fr", "normalment", "normalement", kept},
	{"fr", "acompagner", "accompagner", kept},
	{"fr", "aparaitre", "", kept},
	{"fr", "inpossible", "impossible", kept},
	{"fr", "imposible", "impossible", kept},
	{"fr", "oridnateur", "ordinateur", kept},
	{"fr", "toujuors", "toujours", kept},
	// Sounds.
	{"fr", "mouhahaha", "mouhahaha", kept},
	{"fr", "hahahahaha", "", kept},
	{"fr", "hihihi", "", kept},
	{"fr", "pfffff", "", kept},
	{"fr", "grrrrr", "", kept},
	{"fr", "ptdrrrr", "", kept},
	{"fr", "mdrrrrr", "", kept},
	// Abbreviations that the lists have as they stand.
	{"fr", "bjr", "bjr", kept},
	{"fr", "slt", "slt", kept},
	{"fr", "tkt", "tkt", kept},
	{"fr", "stp", "stp", kept},
	{"fr", "svp", "svp", kept},
	{"fr", "pcq", "pcq", kept},
	{"fr", "rdv", "rdv", kept},
	{"fr", "bcp", "bcp", kept},
	{"fr", "ds", "ds", kept},
	{"fr", "pk", "pk", kept},
	{"fr", "mtn", "mtn", kept},
	{"fr", "tjs", "tjs", kept},
	{"fr", "qd", "qd", kept},
	{"fr", "qqn", "qqn", kept},
	{"fr", "qqch", "qqch", kept},
	{"fr", "jms", "jms", kept},
	{"fr", "dsl", "dsl", kept},
	{"fr", "lol", "lol", kept},
	{"fr", "ptdr", "ptdr", kept},
	// Usual words.
	{"fr", "bonjour", "bonjour", kept},
	{"fr", "BONJOUR", "bonjour", kept},
	{"fr", "voiture", "voiture", kept},
	{"fr", "mangeront", "mangeront", kept},
	{"fr", "finissions", "finissions", kept},
	{"fr", "aujourd'hui", "aujourd'hui", kept},
	{"fr", "aujourd’hui", "aujourd'hui", kept},
	{"fr", "parce", "parce", kept},
	{"fr", "lorsque", "lorsque", kept},
	{"fr", "œuvre", "œuvre", kept},
	{"fr", "oeuvre", "", kept},
	{"fr", "œil", "œil", kept},
	{"fr", "dis-moi", "dis-moi", kept},
	{"fr", "appelle-moi", "appelle-moi", kept},
	{"fr", "là-bas", "là-bas", kept},
	{"fr", "l'hiver", "l'hiver", kept},
	{"fr", "qu'est-ce", "qu'est-ce", kept},
	{"fr", "tonton", "tonton", kept},
	// Names, and words that are names as well.
	{"fr", "Cédric", "cédric", named},
	{"fr", "cedric", "cedric", mayBeName},
	{"fr", "d'Alice", "d'alice", mayBeName},
	{"fr", "qu'Emilie", "", mayBeName},
	{"fr", "anne-sophie", "anne-sophie", mayBeName},
	{"fr", "jean-baptiste", "jean-baptiste", mayBeName},
	{"fr", "marie-pierre", "marie-pierre", mayBeName},
	{"fr", "rose", "rose", ambiguous},
	{"fr", "pierre", "pierre", ambiguous},
	{"fr", "marguerite", "marguerite", ambiguous},
	{"fr", "olive", "olive", ambiguous},
	{"fr", "océane", "océane", mayBeName},
	{"fr", "oceane", "", mayBeName},
	{"fr", "benoît", "benoît", mayBeName},
	{"fr", "benoit", "", mayBeName},
	{"fr", "françois", "françois", mayBeName},
	{"fr", "francois", "", mayBeName},
	// Nothing at all.
	{"fr", "xkqzw", "", unknown},
	{"fr", "blorgz", "", unknown},
	{"fr", "zzyzxq", "", unknown},
	// English.
	{"en", "dont", "", kept},
	{"en", "cant", "", kept},
	{"en", "didnt", "didn't", kept},
	{"en", "doesnt", "doesn't", kept},
	{"en", "couldnt", "couldn't", kept},
	{"en", "shouldnt", "shouldn't", kept},
	{"en", "youre", "you're", kept},
	{"en", "youll", "you'll", kept},
	{"en", "theyre", "they're", kept},
	{"en", "thats", "", kept},
	{"en", "whats", "", kept},
	{"en", "tomorow", "", kept},
	{"en", "tommorow", "", kept},
	{"en", "becuase", "because", kept},
	{"en", "definately", "", kept},
	{"en", "recieve", "receive", kept},
	{"en", "freind", "friend", kept},
	{"en", "beleive", "believe", kept},
	{"en", "seperate", "separate", kept},
	{"en", "tonite", "", kept},
	{"en", "luv", "luv", kept},
	{"en", "gonna", "gonna", kept},
	{"en", "wanna", "wanna", kept},
	{"en", "soooooo", "", kept},
	{"en", "pleeeease", "please", kept},
	{"en", "sorrryyyy", "sorry", kept},
	{"en", "hellooooo", "", kept},
	{"en", "yesssss", "", kept},
	{"en", "nooooo", "", kept},
	{"en", "goooood", "", kept},
	{"en", "loveee", "love", kept},
	{"en", "hahahaha", "", kept},
	{"en", "hmmmm", "", kept},
	{"en", "goodnight", "goodnight", kept},
	{"en", "everyone", "everyone", kept},
	{"en", "mother's", "mother's", kept},
	{"en", "today's", "today's", kept},
	{"en", "re-read", "", kept},
	{"en", "you're", "you're", kept},
	{"en", "you’re", "you're", kept},
	{"en", "won't", "won't", kept},
	{"en", "working", "working", kept},
	{"en", "colour", "colour", kept},
	{"en", "color", "color", kept},
	{"en", "Jonathan", "jonathan", mayBeName},
	{"en", "jonathan's", "jonathan's", mayBeName},
	{"en", "Rebeccaaaa", "", mayBeName},
	{"en", "mary-ann", "mary-ann", mayBeName},
	{"en", "Will", "will", ambiguous},
	{"en", "grace", "grace", ambiguous},
	{"en", "hope", "hope", ambiguous},
	{"en", "mark", "mark", ambiguous},
	{"en", "xkqzw", "", unknown},
}

// TestResolveSMS: the words behind the spellings of SMS, found by a heuristic
// or as the normal form of a spelling that is listed. An empty text says that
// several answers are right.
func TestResolveSMS(t *testing.T) {
	l := lexicon.Default()
	for _, c := range smsForms {
		e, m, ok := l.Resolve(c.form, c.lang)
		if got := sideOf(e, ok); !sideFits(got, c.side) {
			t.Errorf("%s %s: %s (%v by %v to %q), want %s", c.lang, c.form, got, e.Kinds, m.Heuristic, m.Text, c.side)
		}
		if readings := append(l.Normals(c.form, c.lang), m.Text); c.text != "" && !slices.Contains(readings, c.text) {
			t.Errorf("%s %s: %q by %v, want %q", c.lang, c.form, readings, m.Heuristic, c.text)
		}
	}
}

// TestResolveCase: a word is the same in every case and composed or not.
func TestResolveCase(t *testing.T) {
	l := lexicon.Default()
	for _, c := range smsForms {
		want, wantMatch, wantOK := l.Resolve(c.form, c.lang)
		for name, shape := range map[string]string{
			"capitals":   strings.ToUpper(c.form),
			"lower case": strings.ToLower(c.form),
			"one letter": capital(c.form),
			"decomposed": norm.NFD.String(c.form),
			"composed":   norm.NFC.String(c.form),
			"typeset":    strings.ReplaceAll(c.form, "'", "’"),
		} {
			e, m, ok := l.Resolve(shape, c.lang)
			if ok != wantOK || e != want || m.Text != wantMatch.Text || m.Heuristic != wantMatch.Heuristic {
				t.Errorf("%s in %s: %v %q, as it stands %v %q", c.form, name, e.Kinds, m.Text, want.Kinds, wantMatch.Text)
			}
		}
	}
}

func capital(word string) string {
	rs := []rune(word)
	rs[0] = unicode.ToUpper(rs[0])
	return string(rs)
}

// TestResolveParts: parts of a match stand in order, do not overlap, and are
// known words with the kinds that the look-up of the word gives.
func TestResolveParts(t *testing.T) {
	l := lexicon.Default()
	for _, c := range smsForms {
		_, m, ok := l.Resolve(c.form, c.lang)
		if !ok {
			continue
		}
		folded, end := lexicon.Fold(c.form), 0
		for _, p := range m.Parts {
			if p.Start < end || p.End <= p.Start || p.End > len(folded) {
				t.Fatalf("%s: parts %v of %d bytes", c.form, m.Parts, len(folded))
			}
			end = p.End
			if p.Entry.Kinds == 0 {
				t.Errorf("%s: part %d–%d is no known word", c.form, p.Start, p.End)
			}
			if e, ok := l.Look(folded[p.Start:p.End], c.lang); m.Heuristic == 0 && (!ok || e != p.Entry) {
				t.Errorf("%s: part %d–%d is %v, looked up it is %v", c.form, p.Start, p.End, p.Entry.Kinds, e.Kinds)
			}
		}
	}
}

// TestLookIsResolve: what stands in the lexicon is found by both, alike.
func TestLookIsResolve(t *testing.T) {
	l := lexicon.Default()
	for i := 0; i < l.FST().Len(); i += 9973 {
		w, ok := l.FST().Word(i)
		if !ok {
			t.Fatalf("no word %d", i)
		}
		for _, lang := range append(l.Langs(), "xx") {
			e, ok := l.Look(w, lang)
			if !ok {
				continue
			}
			if e.ID != i {
				t.Errorf("word %d has ordinal %d", i, e.ID)
			}
			if r, m, ok := l.Resolve(w, lang); !ok || r != e || m.Heuristic != 0 || m.Text != w {
				t.Errorf("word %d in %s: %v, resolved %v by %v", i, lang, e.Kinds, r.Kinds, m.Heuristic)
			}
			if x, ok := l.Entry(i, lang); !ok || x != e {
				t.Errorf("word %d in %s: %v by its ordinal, %v by itself", i, lang, x.Kinds, e.Kinds)
			}
		}
	}
}

// TestEntriesAreConsistent: what an entry says of a name, only names have.
func TestEntriesAreConsistent(t *testing.T) {
	l := lexicon.Default()
	const names = lexicon.FirstName | lexicon.Surname
	for i := 0; i < l.FST().Len(); i += 997 {
		for _, lang := range l.Langs() {
			e, ok := l.Entry(i, lang)
			if !ok {
				continue
			}
			switch {
			case e.NameIndex != 0 && e.Kinds&lexicon.FirstName == 0:
				t.Errorf("word %d in %s: a number of a first name for %v", i, lang, e.Kinds)
			case e.NameRank != 0 && e.Kinds&lexicon.FirstName == 0:
				t.Errorf("word %d in %s: a rank of a first name for %v", i, lang, e.Kinds)
			case e.SurnameRank != 0 && e.Kinds&lexicon.Surname == 0:
				t.Errorf("word %d in %s: a rank of a surname for %v", i, lang, e.Kinds)
			case e.CityRank != 0 && e.Kinds&lexicon.City == 0:
				t.Errorf("word %d in %s: a rank of a town for %v", i, lang, e.Kinds)
			case e.Kinds&names == 0 && l.Origins(e) != nil:
				t.Errorf("word %d in %s: an origin of a name for %v", i, lang, e.Kinds)
			case e.Kinds&(lexicon.Hide|lexicon.Keep) != 0:
				t.Errorf("word %d in %s: a user's kind without a user", i, lang)
			}
		}
	}
}

// TestNotes: the first names behind a nickname and the normal forms of an SMS
// spelling are there, trimmed, composed, and none twice.
func TestNotes(t *testing.T) {
	l := lexicon.Default()
	sound := func(lang, word string, notes []string) {
		if len(notes) == 0 {
			t.Errorf("%s: %q has no notes", lang, word)
		}
		for i, n := range notes {
			if n == "" || strings.TrimSpace(n) != n || !norm.NFC.IsNormalString(n) || slices.Contains(notes[:i], n) {
				t.Errorf("%s: %q stands for %q", lang, word, notes)
			}
		}
	}
	for _, lang := range l.Langs() {
		full, all := 0, 0
		for nick := range l.Words(lexicon.Hypocoristic, lang) {
			all++
			// Pet names of no first name in particular have none.
			if names := l.FullNames(nick, lang); names != nil {
				full++
				sound(lang, nick, names)
			}
		}
		if full*10 < all*9 {
			t.Errorf("%s: %d of %d nicknames stand for a first name", lang, full, all)
		}
		for sms := range l.Words(lexicon.SMS, lang) {
			sound(lang, sms, l.Normals(sms, lang))
			if first, ok := l.Normal(sms, lang); !ok || first != l.Normals(sms, lang)[0] {
				t.Errorf("%s: %q: %q is not the first", lang, sms, first)
			}
		}
	}
}
