package frame_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/frame"
)

// widened gives the message with what is left of the finds of a tagger, which are
// marked with ‹ and ›, in the same marks.
func widened(t *testing.T, lang, s string) string {
	t.Helper()
	var m marks
	text := ""
	for rest := s; ; {
		before, inside, ok := strings.Cut(rest, "‹")
		text += before
		if !ok {
			break
		}
		name, after, _ := strings.Cut(inside, "›")
		m = append(m, mark{start: len(text), end: len(text) + len(name)})
		text += name
		rest = after
	}
	return marked(t, frame.Sober{Detector: m}, lang, text)
}

// What a tagger found reaches over initials and surnames, and who is named with
// somebody is found, too.
func TestBeside(t *testing.T) {
	for _, c := range []struct{ lang, found, want string }{
		{"fr", "cordialement, B. ‹Hamidou›", "cordialement, ‹B. Hamidou›"},
		{"de", "es fehlt KRAUTWUSTER ‹Jens› heute", "es fehlt ‹KRAUTWUSTER Jens› heute"},
		{"sv", "ärende SKOGLÖV ‹Zorvilla›, dnr 7", "ärende ‹SKOGLÖV Zorvilla›, dnr 7"},
		{"it", "manca ‹DIALLO› Mamadou-Zorbi", "manca ‹DIALLO Mamadou-Zorbi›"},
		{"it", "Sbraminato ‹Zorbella›, ferie fino al 20", "‹Sbraminato Zorbella›, ferie fino al 20"},
		{"it", "Sbraminato ‹Zorbella› in ferie", "Sbraminato ‹Zorbella› in ferie"},
		{"sv", "där står ”‹Östberg-Mwanzi›, Zorvilla”", "där står ”‹Östberg-Mwanzi, Zorvilla›”"},
		{"sv", "där står ”Östberg-Mwanzi, ‹Zorvilla›”", "där står ”‹Östberg-Mwanzi, Zorvilla›”"},
		{"sv", "där står ”‹Östberg-Mwanzi›, Kalmar”", "där står ”‹Östberg-Mwanzi›, Kalmar”"},
		{"it", "bonifico da MENEGHINZI ‹RINO› ieri sera", "bonifico da ‹MENEGHINZI RINO› ieri sera"},
		{"de", "WICHTIG ‹Jens› kommt, CDU ‹Jens› nicht", "WICHTIG ‹Jens› kommt, CDU ‹Jens› nicht"},
		{"fr", "APPELLE ZORGLUBAIN ‹JEANNE› TOUT DE SUITE", "APPELLE ZORGLUBAIN ‹JEANNE› TOUT DE SUITE"},
		{"sv", "hälsa ‹Elsa› Å.", "hälsa ‹Elsa Å›."},
		{"it", "firmato G. B. ‹Scognamìllo›", "firmato ‹G. B. Scognamìllo›"},
		{"fr", "merci M. ‹Perrin›", "merci M. ‹Perrin›"},
		{"en", "that was ‹Tariq› W, ok?", "that was ‹Tariq W›, ok?"},
		{"en", "‹Tariq› I am here", "‹Tariq› I am here"},
		{"en", "I told ‹Tariq› A lot", "I told ‹Tariq› A lot"},
		{"de", "frag ‹josef› morgen", "frag ‹josef› morgen"},
		{"fr", "‹fatima› bonne nuit", "‹fatima› bonne nuit"},
		{"de", "klingel bei ‹Yıldız›/Pfaffinger", "klingel bei ‹Yıldız›/‹Pfaffinger›"},
		{"de", "hallo ‹Meike› und Thandiwe", "hallo ‹Meike› und ‹Thandiwe›"},
		{"de", "hallo ‹Meike› und Kartoffelsalat", "hallo ‹Meike› und Kartoffelsalat"},
		{"de", "‹Meike› u Lennart komen", "‹Meike› u ‹Lennart› komen"},
		{"de", "bin mit ‹sven› und nudeln da", "bin mit ‹sven› und nudeln da"},
		{"fr", "bises de ‹Louise› et Gaspard", "bises de ‹Louise› et ‹Gaspard›"},
		{"fr", "vu ‹Louise› et maman", "vu ‹Louise› et maman"},
		{"it", "‹Chiara› e Giandomenico arrivano", "‹Chiara› e ‹Giandomenico› arrivano"},
		{"es", "‹Ainhoa› y tu madre", "‹Ainhoa› y tu madre"},
		{"en", "‹Moira› n Declan n all", "‹Moira› n ‹Declan› n all"},
		{"it", "grazie ‹Samanta› gentilissima, ‹samanta› petrosillo", "grazie ‹Samanta› gentilissima, ‹samanta petrosillo›"},
		{"it", "sono ‹Concetta› Lo Presti", "sono ‹Concetta Lo Presti›"},
		{"it", "era ‹Concetta› di guardia, ‹Concetta› Di", "era ‹Concetta› di guardia, ‹Concetta› Di"},
		{"fr", "vu ‹sandrine› da silva hier", "vu ‹sandrine da silva› hier"},
		{"fr", "vu ‹sandrine› de silva hier", "vu ‹sandrine› de silva hier"},
	} {
		if got := widened(t, c.lang, c.found); got != c.want {
			t.Errorf("%s: %s, want %s", c.lang, got, c.want)
		}
	}
}

// A find that cuts a word, and one at the edge of the message, stay what they are.
func TestBesideNothing(t *testing.T) {
	for _, m := range []marks{{{start: 1, end: 3}}, {{start: 0, end: 4}}, {{start: 5, end: 9}}} {
		found, err := frame.Sober{Detector: m}.Detect(context.Background(), analysed(t, "de", "Jana/Mia."))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range found {
			if s.Label != bauta.Person || s.End > 9 {
				t.Errorf("span %d to %d", s.Start, s.End)
			}
		}
	}
}
