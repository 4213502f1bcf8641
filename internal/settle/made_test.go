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
