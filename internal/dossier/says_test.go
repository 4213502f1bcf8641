package dossier

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/eval"
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

// TestClaimOfWhatIsLeft: what a withdrawal left is told beside what was drawn from, and what was seen and stands in
// the release is in the first sentences, in every language; what was marked by mistake is not.
func TestClaimOfWhatIsLeft(t *testing.T) {
	for _, lang := range Languages() {
		phrases, _ := say(lang)
		s := speaker{lang, phrases}
		c := &audit.Certificate{Looks: 300, N: 64, Most: 30, Level: 0.05, Attempt: 1, Leaks: []int{3, 9}, Unmarked: 1}
		said := s.claim(c)
		if want := s.say("stands", 1); want == "" || !strings.HasSuffix(said, want) {
			t.Errorf("%s: %s", lang, said)
		}
		c.Withdrawn = &audit.Withdrawal{Looked: 600, Gone: 536, Changed: 34}
		said = s.claim(c)
		left := s.say("looked.left", 300, 600, 64) + " " + s.say("most.left", 30, s.share(0.05, "%.3g %%"))
		if !strings.Contains(said, left) || !strings.Contains(said, "600") ||
			!strings.HasSuffix(said, s.say("stood", 1)) {
			t.Errorf("%s: %s", lang, said)
		}
		if b := s.bound(c); b != s.say("bound.left", s.share(c.Limit, "%.3g %%"), 34) || !strings.Contains(b, "34") {
			t.Errorf("%s: what is the bound? %s", lang, b)
		}
		c.Withdrawn.Changed = 0
		if b := s.bound(c); b != s.say("bound.looked", s.share(c.Limit, "%.3g %%")) {
			t.Errorf("%s: nothing was masked: %s", lang, b)
		}
		c.Withdrawn.Changed = 34
		c.Carried = []audit.Pass{{Looks: 300}}
		if got := s.claim(c); !strings.HasPrefix(got, s.say("looked.carried", 600)+" "+s.say("left", 600, 64)) {
			t.Errorf("%s: carried on: %s", lang, got)
		}
		c.Carried = nil
		if c.Unmarked = 2; strings.Contains(s.claim(c), s.say("stood", 0)) || s.claim(c) != left {
			t.Errorf("%s: nothing was seen: %s", lang, s.claim(c))
		}
	}
}

// TestWithdrawnIsSaid: of what left since the audit, of however many people, the number is told, and what was masked
// for it where there is any.
func TestWithdrawnIsSaid(t *testing.T) {
	for _, lang := range Languages() {
		phrases, _ := say(lang)
		s := speaker{lang, phrases}
		none, some := s.withdrawn(&audit.Withdrawal{Gone: 27}), s.withdrawn(&audit.Withdrawal{Gone: 27, Changed: 3})
		if none != s.say("withdrawn", 27) || strings.Contains(none, "0") || !strings.Contains(none, "27") {
			t.Errorf("%s: %s", lang, none)
		}
		if some != none+" "+s.say("withdrawn.masked", 3) || !strings.Contains(some, "3") {
			t.Errorf("%s: %s", lang, some)
		}
	}
}

// TestWhatTheBoundIs: where all messages were looked at nobody says that they were drawn, and of a reader who is taken to see
// everything what is left is counted, without a limit or a chance; else the number is said to be the limit, and no count. That
// what was not found stands there is on the first screen, beside what became of the finds.
func TestWhatTheBoundIs(t *testing.T) {
	for _, lang := range Languages() {
		phrases, _ := say(lang)
		s := speaker{lang, phrases}
		said := func(c audit.Certificate) string {
			var out bytes.Buffer
			c.N, c.Limit, c.Level, c.Most, c.Attempt, c.Enough = 60, 0.2, 0.05, 12, 1, 20
			if err := WriteCertificate(&out, lang, &c, nil); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
		draw, means, most := s.say("looked", 40), s.say("bound", s.share(0.2, "%.3g %%")), s.say("most", 12, 60, s.share(0.05, "%.3g %%"))
		for _, c := range []struct {
			of      audit.Certificate
			has, no []string
		}{
			{audit.Certificate{Looks: 40, Sees: 1}, []string{draw, s.say("clean"), most, means}, []string{s.say("looked.all", 60)}},
			{audit.Certificate{Looks: 40, Sees: 1, Leaks: []int{3}}, []string{draw, most, s.say("stands", 1), means}, []string{s.say("clean")}},
			{audit.Certificate{Looks: 60, Sees: 0.9, Canaries: 50, Seen: 50}, []string{s.say("looked.all", 60), s.say("clean"), most, means}, []string{s.say("looked", 60)}},
			{audit.Certificate{Looks: 60, Sees: 1}, []string{s.say("looked.all", 60), s.say("clean"), phrases["unread"]}, []string{most, means, s.say("looked", 60)}},
			{audit.Certificate{Looks: 60, Sees: 1, Leaks: []int{3, 9}}, []string{s.say("looked.all", 60), s.say("exact", 2)}, []string{most, means, s.say("clean")}},
			{
				audit.Certificate{Looks: 120, Sees: 1, Names: &audit.Names{Most: 2, Hidden: 80}, Leaks: []int{3}},
				[]string{s.say("looked.all", 60), s.say("exact.names", 1, 2)},
				[]string{means, s.say("looked.places", 120)},
			},
			{
				audit.Certificate{Looks: 90, Sees: 1, Names: &audit.Names{Most: 2, Hidden: 80}, Withdrawn: &audit.Withdrawal{Looked: 70, Gone: 10}},
				[]string{s.say("looked.places", 90), s.say("left", 70, 60)},
				[]string{s.say("looked.left", 90, 70, 60)}, // more looks than messages
			},
		} {
			got := said(c.of)
			for _, want := range c.has {
				if want == "" || !strings.Contains(got, want) {
					t.Errorf("%s: %q is missing in\n%s", lang, want, got)
				}
			}
			for _, no := range c.no {
				if no == "" || strings.Contains(got, no) {
					t.Errorf("%s: %q stands in\n%s", lang, no, got)
				}
			}
		}
		var page bytes.Buffer
		if err := whole(t, lang).WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		if first, _, _ := strings.Cut(html.UnescapeString(page.String()), "</section>"); !strings.Contains(first, phrases["missed"]) {
			t.Errorf("%s: that what was not found stands there is not said", lang)
		}
	}
}

// TestEmptiedRecordsAreSaid: records that came out without their text are on the first screen, in every language.
func TestEmptiedRecordsAreSaid(t *testing.T) {
	for _, lang := range Languages() {
		d := whole(t, lang)
		phrases, _ := say(lang)
		want := speaker{lang, phrases}.say("in.emptied", 1)
		var page, none bytes.Buffer
		if err := d.WriteHTML(&none); err != nil || strings.Contains(html.UnescapeString(none.String()), want) {
			t.Errorf("%s: told where there are none, %v", lang, err)
		}
		d.Run.Emptied = 1
		if err := d.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		if short, _, _ := strings.Cut(html.UnescapeString(page.String()), "</section>"); want == "" || !strings.Contains(short, want) {
			t.Errorf("%s: %q is missing", lang, want)
		}
	}
}

// TestSignsOfFrench: in French no line can end in front of a sign of two parts or inside of quotes, wherever a sentence of page or
// terminal comes from; other languages set them without a blank, and no key stands twice in a table.
func TestSignsOfFrench(t *testing.T) {
	apart := regexp.MustCompile(`[ \x{a0}][:;!?»%]|«[ \x{a0}]|[^\s\x{202f}\d/"'-][:;!?](\s|$)`)
	blank := regexp.MustCompile(`[ \x{a0}\x{202f}][:;!?]`)
	for _, lang := range Languages() {
		d := whole(t, lang)
		d.Policy, d.Run.Command, d.Models, d.Attacks, d.Run.Parts = "", "", nil, d.Attacks[1:], nil
		d.Run.Masks["PERSON"] = []string{"tag"}
		d.Attacks[0].Same = []Told{{"x", Say("rare.few")}}
		var page, said bytes.Buffer
		if err := d.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		if err := WriteCertificate(&said, lang, d.Certificate, d.Beside); err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(page.String(), "<body>")
		text := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, "\n")) + said.String()
		for name, table := range map[string]string{"phrases": phrases(), "attacks": attacks()} {
			for key, sentence := range sentences(table, lang) {
				text += strings.ReplaceAll(sentence, " %", " ") + "\n"
				if strings.Count("\n"+table, "\n"+key+"\t") != 1 {
					t.Errorf("%s: %s stands twice", name, key)
				}
			}
		}
		wrong := blank
		if lang == "fr" {
			wrong = apart
			text = strings.NewReplacer("scope: thread", "", "—", "").Replace(text)
		}
		for line := range strings.Lines(text) {
			if at := wrong.FindString(line); at != "" {
				t.Errorf("%s: %q in %q", lang, at, line)
			}
		}
	}
}

// TestAdviceThatWasTried: advice whose try went as far as before, or farther, is not given, and one of two ways that tell exactly as
// many brings what lowers both.
func TestAdviceThatWasTried(t *testing.T) {
	before := eval.ClopperPearson(3, 10)
	for right, lower := range map[int]bool{1: true, 3: false, 5: false} {
		a := NewAttack("rare", Say("rare.what"), before, 0, Say("nothing"))
		if got := a.Lowers(Say("masked", "AGE"), eval.ClopperPearson(right, 10), Say("rare.advice", "AGE")); got != lower || (a.Advises.Key == "rare.advice") != lower || len(a.Tried) != 1 {
			t.Errorf("%d: %v, %+v", right, got, a)
		}
	}
	a, b := NewAttack("rare", Say("rare.what"), before, 0, Say("nothing")), NewAttack("rare", Say("rare.few"), before, 0, Say("nothing"))
	b.Lowers(Say("masked", "AGE"), eval.ClopperPearson(0, 10), Say("rare.advice", "AGE"))
	if !a.Join(&b) || len(a.Same) != 1 || a.Advises.Key != "rare.advice" || len(a.Tried) != 1 {
		t.Errorf("joined: %+v", a)
	}
	for _, other := range []Attack{NewAttack("style", Say("style.twenty"), before, 0, Say("nothing")), NewAttack("rare", Say("rare.sets"), eval.ClopperPearson(4, 10), 0, Say("nothing"))} {
		if a.Join(&other) {
			t.Errorf("joined with another one: %+v", other)
		}
	}
}
