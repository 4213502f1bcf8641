package dossier

import (
	"bytes"
	"html"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/audit"
)

// TestAllOfACertificateIsSaid: what was looked at, by whom, how well they see and what of that
// is assumed, and all that is not covered, stands on the page and is said by the terminal, in every language.
func TestAllOfACertificateIsSaid(t *testing.T) {
	for _, lang := range Languages() {
		d := whole(t, lang)
		var page, said bytes.Buffer
		if err := d.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		if err := WriteCertificate(&said, lang, d.Certificate, d.Beside); err != nil {
			t.Fatal(err)
		}
		phrases, _ := say(lang)
		s := speaker{lang, phrases}
		wants := []string{
			s.decimal("91.9 %"), s.say("before", "5", "7"), s.say("audit.n", "7", 341, 0), "jury <q>", s.decimal("2.5"), "63", "téléphone",
			s.decimal("5 %"), "feed",
		}
		for _, key := range []string{"u.style", "u.content", "u.meaning", "u.columns", "u.readers", "u.original"} {
			wants = append(wants, phrases[key])
		}
		for _, want := range wants {
			if !strings.Contains(html.UnescapeString(page.String()), want) || !strings.Contains(said.String(), want) {
				t.Errorf("%s: %q is missing on the page or in\n%s", lang, want, said.String())
			}
		}
	}
}

// TestColumnsStandInTheFirstLines: where columns stay beside the texts, the first sentence of page and terminal says
// that nobody looked at them, and names them, in every language; where none do it does not.
func TestColumnsStandInTheFirstLines(t *testing.T) {
	for _, lang := range Languages() {
		d := whole(t, lang)
		d.Beside = []string{"id", "author"}
		phrases, _ := say(lang)
		want := speaker{lang, phrases}.say("texts.alone", "id, author")
		var page, said, none bytes.Buffer
		if err := d.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		if err := WriteCertificate(&said, lang, d.Certificate, d.Beside); err != nil {
			t.Fatal(err)
		}
		if err := WriteCertificate(&none, lang, d.Certificate, nil); err != nil {
			t.Fatal(err)
		}
		short, _, _ := strings.Cut(html.UnescapeString(page.String()), "</section>")
		start, _, _ := strings.Cut(want, "id, author")
		if want == "" || !strings.HasPrefix(said.String(), want) || !strings.Contains(short, "<strong>"+want) {
			t.Errorf("%s: %q does not stand first", lang, want)
		}
		if strings.Contains(none.String(), start) {
			t.Errorf("%s: columns are told where there are none", lang)
		}
	}
}

// TestWhatIsNotKnownIsNotSaid: seconds that nobody measured and marks that were not changed take
// no line, nothing is assumed of a reader who was measured in this audit, and what steers a
// terminal does not reach it.
func TestWhatIsNotKnownIsNotSaid(t *testing.T) {
	phrases, _ := say("en")
	c := &audit.Certificate{Looks: 9, N: 40, Level: 0.05, Canaries: 30, Seen: 30, Sees: 0.8, Attempt: 1, Role: "reviewer"}
	var out bytes.Buffer
	if err := WriteCertificate(&out, "en", c, nil); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"seconds", "amended", "unread"} {
		if strings.Contains(out.String(), phrases[key]) {
			t.Errorf("%s is said:\n%s", key, out.String())
		}
	}
	if strings.Contains(out.String(), "is assumed") || strings.Contains(out.String(), "Here:") || strings.Contains(out.String(), "no more") {
		t.Errorf("something is assumed, or columns are named:\n%s", out.String())
	}
	for _, quick := range []float64{0, 0.3} {
		c.Seconds = &quick
		out.Reset()
		if err := WriteCertificate(&out, "en", c, nil); err != nil || !strings.Contains(out.String(), phrases["seconds"]+": < 1\n") {
			t.Errorf("%v: looks of %v seconds:\n%s", err, quick, out.String())
		}
	}
	c.Canaries, c.Role = 0, "who\x1b[2Jlooked\u202e"
	out.Reset()
	if err := WriteCertificate(&out, "en", c, nil); err != nil || !strings.Contains(out.String(), phrases["unread"]) ||
		strings.ContainsAny(out.String(), "\x1b\u202e") {
		t.Errorf("%v: %q", err, out.String())
	}
}
