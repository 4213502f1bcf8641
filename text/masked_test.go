package text

import (
	"testing"

	"github.com/bauta/bauta"
)

// TestMasked: what the operators write is one token that nobody looks up, and
// what a writer puts in brackets is not.
func TestMasked(t *testing.T) {
	for _, s := range []string{
		"NNN", "NNNNNNNNNN", "xxxx@yyy.ch", "xxxxx@yyyyyy.com", "xxxx.xxx@yy-yyy.yyy.co", "Person 1", "Person 12345", "Location 3", "Zip-code 12", "UID 7", "<DATE_2019>",
		"<DATE_2019_03>", "<AGE_30_39>", "<LOCATION_SWITZERLAND>", "<LOCATION_CH_ZH>", "<LOCATION_FR>", "<PERSON_4CFC9A4E8B21>", "<PRE_7_4CFC9A4E>", "<ENC_ABCDEFGH234567>", "[StreetAddress]",
		"Pre_ab", "Pre_g___nom_f", "Nom_c___nom_a___nom_b",
	} {
		toks := Tokenise("a " + s + ", b")
		if len(toks) != 4 || toks[1].Kind != bauta.Masked || toks[1].End-toks[1].Start != len(s) {
			t.Errorf("%s is not one masked token", s)
		}
	}
	for s, want := range map[string]string{"d'PERSON": "PERSON", "qu’PERSON.": "PERSON"} {
		toks := Tokenise(s)
		if len(toks) < 3 || toks[2].Kind != bauta.Masked || s[toks[2].Start:toks[2].End] != want {
			t.Errorf("%s does not hold %s", s, want)
		}
	}
	for _, s := range []string{"d'PERSONNE", "l'eventail", "UP-TO-DATE", "d'Person", "@jo_DATE"} {
		if toks := Tokenise(s); len(toks) != 1 {
			t.Errorf("%s is %d tokens", s, len(toks))
		}
	}
	for s, want := range map[string]string{"<<MEL_20>> a": "<MEL_20>", "<<<PERSON>>": "<PERSON>", "[[LastName]]": "[LastName]"} {
		toks := Tokenise(s)
		if x := toks[1]; x.Kind != bauta.Masked || s[x.Start:x.End] != want {
			t.Errorf("%s holds %s", s, want)
		}
	}
	for _, s := range []string{"Person 1くん", "Location 3で待つ", "Person 12は"} {
		if toks := Tokenise(s); len(toks) < 2 || toks[0].Kind != bauta.Masked || s[toks[0].End] < 0x80 {
			t.Errorf("%s does not begin with a masked token", s)
		}
	}
	for _, s := range []string{"(Person 1)", "そうです、Person 2より", "昨日Person 3が", "a/Location 4"} {
		n := 0
		for _, tok := range Tokenise(s) {
			if tok.Kind == bauta.Masked && numbered(s[tok.Start:]) == tok.End-tok.Start {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s holds %d masked tokens", s, n)
		}
	}
	for _, s := range []string{
		"NN", "NNNa", "aNNN", "xx@zz.ch", "jean@yyy.ch", "Person 0612345678", "Person 612345678", "Person x", "Location 1234", "Maison 3", "Zip code 3", "<0612345678>", "<MARIE>", "[Camille]", "[camille]", "<JEAN DUPONT>", "xyz",
		"Pre_g___", "Pre_g___jean", "Pre_g___nom_x", "Person_a___nom_b", "Pre_g___person_a", "Jean___nom_f",
	} {
		for _, tok := range Tokenise("a " + s + " b") {
			if tok.Kind == bauta.Masked {
				t.Errorf("%s counts as masked", s)
			}
		}
	}
}
