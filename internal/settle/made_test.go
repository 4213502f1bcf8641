package settle_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
)

// TestMade: programs, methods and machines are no people where a part, a key or the words around say so; the same names
// are somebody's elsewhere.
func TestMade(t *testing.T) {
	for _, c := range []struct {
		text, name, rule string
		want             bauta.Label
	}{
		{"upgrade the Travis plugin first", "Travis", "", bauta.Product},
		{"Travis's plugin is late", "Travis", "", bauta.Person}, // he owns it
		{"needs Julia 1.9 at least", "Julia", "", bauta.Product},
		{"see Julia 7.45 tonight", "Julia", "", bauta.Person}, // a time
		{"thanks Julia for the server", "Julia", "", bauta.Person},
		{"ERROR Jenkins gave up", "Jenkins", "", bauta.Product},
		{"ERROR Torben Jenkins gave up", "Jenkins", "", bauta.Person},
		{"ask Jenkins about lunch", "Jenkins", "", bauta.Person},
		{"# Kalman over two windows", "Kalman", "", bauta.Product},
		{"dinner with Kalman", "Kalman", "", bauta.Person},
		{"der Maven-Server steht", "Maven-Server", "", bauta.Product},
		{"fix/jenkins-plugin-cache", "jenkins-plugin-cache", "", bauta.Product},
		{"julia-server", "julia-server", "", bauta.Person}, // her branch, perhaps
		{`{"last_name":"Kalman"}`, "Kalman", frame.RuleKeyed, bauta.Person},
		{"retries on node minerva", "minerva", "", bauta.Product},
		{`{"host":"athena"}`, "athena", "", bauta.Product},
		{"met athena yesterday", "athena", "", bauta.Person},
		{"heimdall: daemon is up", "heimdall", "", bauta.Product},
		{`"buttonColor": "Jade",`, "Jade", "", bauta.Product},
		{"theme: Jade comes late", "Jade", "", bauta.Person},
		{"host: Dorota", "Dorota", "", bauta.Person},
	} {
		d := doc(t, "en", c.text)
		s := find(d, c.name, bauta.Span{Label: bauta.Person, P: 1, Source: "lexical", Rule: c.rule})
		got, err := settle.CalledThings{Lexicon: lexicon.Default()}.Settle(t.Context(), d, []bauta.Span{s})
		if err != nil || len(got) != 1 || got[0].Label != c.want {
			t.Errorf("%q: %v and %v, want %s", c.text, got, err, c.want)
		}
	}
}

// TestLaws: what a law, a method or an illness is called after is nobody, beside a word that means other things, too,
// where it is known for one.
func TestLaws(t *testing.T) {
	for _, c := range []struct {
		lang, text, name string
		want             bauta.Label
	}{
		{"en", "explain Bayes rule to me", "Bayes", bauta.Product},
		{"en", "explain Ohm's law to me", "Ohm", bauta.Product},
		{"en", "she has Crohn's disease", "Crohn's", bauta.Product},
		{"en", "what is the Okonjo theorem", "Okonjo", bauta.Product},
		{"en", "Charlotte's theorem about cats", "Charlotte", bauta.Person},
		{"en", "Mr Parkinson's disease is no better", "Parkinson", bauta.Person},
		{"en", "Novak's disease has progressed", "Novak", bauta.Person},
		{"en", "Ulla Parkinson's test is tomorrow", "Parkinson", bauta.Person},
		{"en", "the Okonjo Emma theorem", "Okonjo Emma", bauta.Person},
		{"sv", "Novaks sjukdom", "Novaks", bauta.Person},
		{"en", "that is Emma's rule", "Emma", bauta.Person},
		{"en", "Bayes rules the house", "Bayes", bauta.Product}, // left: the verb
		{"en", "met Bayes yesterday", "Bayes", bauta.Person},
		{"en", "the Shapiro-Wilk test", "Shapiro-Wilk", bauta.Product},
		{"fr", "la formule d'Euler", "Euler", bauta.Product},
		{"en", "the Kaplan-Meier curve", "Kaplan-Meier", bauta.Product},
		{"en", "Kaplan's test", "Kaplan", bauta.Person},
		{"fr", "et celui de Pythagore", "Pythagore", bauta.Product},
		{"fr", "le théorème de Pythagore", "Pythagore", bauta.Product},
		{"fr", "la règle de Camille", "Camille", bauta.Person},
		{"it", "la regola di Cramer", "Cramer", bauta.Product},
		{"es", "la serie de Lucía", "Lucía", bauta.Person},
		{"sv", "enligt Ohms lag", "Ohms", bauta.Product},
		{"de", "die Laplace Verteilung", "Laplace", bauta.Product},
	} {
		d := doc(t, c.lang, c.text)
		s := find(d, c.name, bauta.Span{Label: bauta.Person, P: 1, Source: "lexical"})
		got, err := settle.CalledThings{Lexicon: lexicon.Default()}.Settle(t.Context(), d, []bauta.Span{s})
		if err != nil || len(got) != 1 || got[0].Label != c.want {
			t.Errorf("%q: %v and %v, want %s", c.text, got, err, c.want)
		}
	}
}
