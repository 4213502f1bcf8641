package settle_test

import (
	"cmp"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
)

// TestNotation: what programs write names nobody and no place, but for a name in there that is no word.
func TestNotation(t *testing.T) {
	const there, gone = true, false
	for _, c := range []struct {
		lang, text, find string
		label            bauta.Label
		want             bool
	}{
		{"en", "TZ is Europe/Berlin now", "Berlin", bauta.Location, gone},
		{"en", "America/Argentina/Salta", "America", bauta.Person, gone},
		{"de", "select max(preis)", "max", bauta.Person, gone},
		{"de", "max (der neue)", "max", bauta.Person, there},
		{"en", "between Europe and Berlin/Potsdam", "Berlin", bauta.Location, there},
		{"en", "fallback en_US, then pt_BR", "US", bauta.Location, gone},
		{"en", "back to the US", "US", bauta.Location, there},
		{"en", "N.B. the cache", "N.B.", bauta.Location, gone},
		{"de", "z.B. morgen", "B.", bauta.Person, gone},
		{"en", "N.D. is here", "N.D.", bauta.Person, there},
		{"de", "max_versuche=3", "max", bauta.Person, gone},
		{"en", "<name>max-connections</name>", "max-connections", bauta.Person, gone},
		{"en", "npm install foo --save-dev", "save-dev", bauta.Person, gone},
		{"en", "sshd: Server listening on port 22", "Server", bauta.Person, gone},
		{"de", "max-moritz", "max-moritz", bauta.Person, there},
		{"en", "max-age=0", "max-age", bauta.Person, gone},
		{"de", "max-mustermann=0", "max", bauta.Person, there},
		{"de", "max_geburtstag_torben", "max", bauta.Person, there},
		{"en", "icons/lily.svg", "lily", bauta.Person, gone},
		{"en", "lily.jpg", "lily", bauta.Person, there},
		{"de", "torben.svg", "torben", bauta.Person, there},
		{"en", "rose_garden", "rose", bauta.Person, there},
		{"en", "the rose", "rose", bauta.Person, there},
		{"de", "icons/lily.svg", "lily", bauta.Person, gone},
		{"sv", "regex [a-zåäö]+ funkar", "a-zåäö", bauta.Person, gone},
		{"en", "[^A-ZÀ-Ü]", "Ü", bauta.Location, gone},
		{"en", "[Anna-Zoe]", "Anna-Zoe", bauta.Person, there},
		{"en", "fonts/Georgia-Bold.woff2", "Georgia", bauta.Person, gone},
		{"en", "fotos/Georgia-Bold.jpg", "Georgia", bauta.Person, there},
		{"sv", "kör GRANT SELECT ON lager", "GRANT", bauta.Person, gone},
		{"en", "HUGH GRANT FROM LEEDS", "GRANT", bauta.Person, there},
		{"en", "HUGH GRANT", "GRANT", bauta.Person, there},
		{"it", "INSERT INTO iscritti (nome) VALUES ('Ada')", "iscritti", bauta.Person, gone},
		{"sv", "UPDATE personal SET namn = 'berit'", "berit", bauta.Person, there},
		{"sv", "UPDATE personal SET a = 1 -- berit", "berit", bauta.Person, there},
		{"it", "SELECT tinta FROM vernici", "vernici", bauta.Location, gone},
		{"en", "UPDATE lager SET antal = 1, then tell julie", "julie", bauta.Person, there},
		{"en", `SELECT id FROM staff WHERE name = "fuensanta olmedo"`, "olmedo", bauta.Person, there},
		{"en", "INSERT INTO staff (first, surname) VALUES (1)", "surname", bauta.Person, gone},
		{"it", "vernici FROM torino", "vernici", bauta.Person, there},
		{"en", "src/Grace.ts", "Grace", bauta.Person, gone},
		{"en", "src/Torben.ts", "Torben", bauta.Person, there},
		{"en", "private UserRepository repo", "UserRepository", bauta.Person, gone},
		{"en", "gid=100 shell=/bin/sh", "shell", bauta.Person, gone},
		{"en", "max == min", "max", bauta.Person, there},
		{"en", "Closes JIRA-1182", "JIRA-1182", bauta.Person, gone},
		{"de", "KARIN-1 ist da", "KARIN-1", bauta.Person, there},
		{"en", "<lastName>x</lastName>", "lastName", bauta.Email, gone},
		{"en", "<lea> hi", "lea", bauta.Person, there},
		{"it", "Il server risponde Bad Gateway", "Bad Gateway", bauta.Person, gone},
		{"sv", "Har du pushat till Master?", "Master", bauta.Person, gone},
		{"de", "Merge Request wartet auf Review", "Merge", bauta.Person, gone},
		{"sv", "Solveig fixade Pipelinen", "Pipelinen", bauta.Person, gone},
		{"en", "the First Lady", "First Lady", bauta.Person, there},
		{"fr", "Cha-Cha essaya", "Cha-Cha", bauta.Person, there},
		{"en", "unless leBron walks in", "leBron", bauta.Person, there},
		{"en", "JeanMarie is here", "JeanMarie", bauta.Person, there},
		{"de", "Hibernate meckert über Lazy Loading im Backend", "Lazy Loading", bauta.Person, gone},
		{"sv", "Pipelinen failar innan Release", "Release", bauta.Person, gone},
		{"sv", "vi ses innan Release", "Release", bauta.Person, there},
		{"en", "the deploy of Rose Merge", "Rose", bauta.Person, there},
		{"en", "Rose_retry_count", "Rose", bauta.Person, there},
	} {
		d := doc(t, c.lang, c.text)
		s := find(d, c.find, bauta.Span{Label: c.label, P: 0.9, Source: "crf"})
		out, err := settle.Notation{Lexicon: lexicon.Default()}.Settle(t.Context(), d, []bauta.Span{s})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(out) > 0; got != c.want {
			t.Errorf("%s of %q: %t", c.find, c.text, got)
		}
	}
}

// TestProgramsAreNobody: the name of a program that is nobody's is a thing, and of surnames one beside another program.
func TestProgramsAreNobody(t *testing.T) {
	for _, c := range []struct {
		lang, text, find string
		want, label      bauta.Label
	}{
		{"de", "Upgrade fertig, Mongo läuft", "Mongo", bauta.Product, bauta.Location},
		{"de", "Upgrade in Phoenix fertig", "Phoenix", bauta.Location, bauta.Location},
		{"en", "Grafana is down", "Grafana", bauta.Product, ""},
		{"de", "läuft mit curl", "curl", bauta.Product, ""},
		{"fr", "Jenkins est rouge, gradle aussi", "Jenkins", bauta.Product, ""},
		{"en", "Jenkins called again", "Jenkins", bauta.Person, ""},
		{"de", "Jenkins hängt, die Pipeline ist rot", "Jenkins", bauta.Product, ""},
		{"fr", "on passe à Symfony ou Laravel ?", "Laravel", bauta.Product, ""},
		{"en", "mr Jenkins broke gradle", "Jenkins", bauta.Person, ""},
		{"en", "Ruby and kubernetes", "Ruby", bauta.Person, ""}, // a first name stays one
		{"en", "Grafana Whitlock is here", "Grafana Whitlock", bauta.Person, ""},
	} {
		d := doc(t, c.lang, c.text)
		s := find(d, c.find, bauta.Span{Label: cmp.Or(c.label, bauta.Person), P: 0.9, Source: "crf"})
		out, err := settle.CalledThings{Lexicon: lexicon.Default()}.Settle(t.Context(), d, []bauta.Span{s})
		if err != nil || len(out) != 1 || out[0].Label != c.want {
			t.Errorf("%s of %q: %v, %v", c.find, c.text, out, err)
		}
	}
}
