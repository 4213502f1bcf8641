package chat

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
)

// phrases are the words of one language from which messages are made. In
// templates "{slot}" is filled by the slot's table below.
type phrases struct {
	openers, namedOpeners []string
	closers, namedClosers []string
	interjections         []string
	templates             []string // with something to label
	negatives             []string // hard ones: nothing to label
	places                []string // stock places of the sentence corpus
	cities                []string
	streets               []string // "{n} rue X" patterns with {last}
	languages             []string
	nationalities         []string
	units                 []string
	months                []string
	events                []string
	saints                []string // what stands before the saint a place is called after
	alike                 []string // words that are names, too
	articles              []string // what stands before nouns, where nouns have capitals
}

// Messages makes n generated messages from the templates; a third are hard
// negatives.
func (g *Generator) Messages(n int) []gold.Sentence {
	out := make([]gold.Sentence, 0, n)
	for i := range n {
		var s gold.Sentence
		switch {
		case i%30 == 2: // nothing but a sound
			s = g.interjection()
		case i%3 == 2:
			s = g.fill(pick(g.rng, g.words.negatives))
		default:
			s = g.fill(pick(g.rng, g.words.templates))
		}
		out = append(out, g.Noisy(g.dress(s, g.rng.IntN(4) == 0)))
	}
	return out
}

// fill fills the slots of a template and labels them.
func (g *Generator) fill(template string) gold.Sentence {
	s := gold.Sentence{Set: "chat", Lang: g.lang}
	var b strings.Builder
	for template != "" {
		before, rest, found := strings.Cut(template, "{")
		b.WriteString(before)
		if !found {
			break
		}
		slot, after, _ := strings.Cut(rest, "}")
		template = after
		text, label := g.slot(slot)
		if strings.HasSuffix(before, "#") {
			text = glued(text)
		}
		if label == bauta.Person && g.possessive(template) {
			text, template = g.genitive(text, "s"), template[1:]
		}
		if label != "" && text != "" {
			s.Spans = append(s.Spans, bauta.Span{Start: b.Len(), End: b.Len() + len(text), Label: label})
		}
		b.WriteString(text)
	}
	s.Text = b.String()
	return s
}

// possessive says whether what follows a slot is the s of a genitive that belongs
// to the name.
func (g *Generator) possessive(rest string) bool {
	after, ok := strings.CutPrefix(rest, "s")
	r, _ := utf8.DecodeRuneInString(after)
	return ok && !unicode.IsLetter(r) && (g.lang == "de" || g.lang == "sv")
}

// glued writes several words as one, as a hashtag does: SaintLazare.
func glued(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parts) > 1 {
		for i := range parts {
			parts[i] = gold.Capital(parts[i])
		}
	}
	return strings.Join(parts, "")
}

// slot draws the filling of a slot and its label.
func (g *Generator) slot(name string) (string, bauta.Label) {
	n := g.names
	switch name {
	case "name":
		return n.draw(g.rng), bauta.Person
	case "first":
		return n.First.Draw(g.rng), bauta.Person
	case "full":
		return n.First.Draw(g.rng) + " " + n.Last.Draw(g.rng), bauta.Person
	case "last":
		return n.Last.Draw(g.rng), bauta.Person
	case "city":
		if g.rng.IntN(2) == 0 && n.Places.Len() > 0 {
			return n.Places.Draw(g.rng), bauta.Location
		}
		return pick(g.rng, g.words.cities), bauta.Location
	case "saint": // a stop, a station, a hospital
		return pick(g.rng, g.words.saints) + " " + n.First.Draw(g.rng), bauta.Location
	case "org":
		return orElse(n.Orgs.Draw(g.rng), pick(g.rng, brands)), bauta.Organization
	case "firm": // called after two people
		return n.Last.Draw(g.rng) + " & " + n.Last.Draw(g.rng), bauta.Organization
	case "work":
		return orElse(n.Works.Draw(g.rng), pick(g.rng, works)), bauta.WorkOfArt
	}
	return g.wordSlot(name)
}

// wordSlot is slot for what is drawn from lists of words or made up.
func (g *Generator) wordSlot(name string) (string, bauta.Label) {
	w := g.words
	switch name {
	case "alike":
		return pick(g.rng, w.alike), ""
	case "street":
		return g.street(), bauta.Address
	case "zip":
		return g.zip(), bauta.ZipCode
	case "brand":
		return pick(g.rng, brands), bauta.Organization
	case "product":
		return pick(g.rng, products), bauta.Product
	case "lang":
		return pick(g.rng, w.languages), bauta.Language
	case "nat":
		return pick(g.rng, w.nationalities), bauta.Nationality
	case "unit":
		return pick(g.rng, w.units), bauta.MeasureUnit
	case "known":
		return pick(g.rng, knownFigures), bauta.KnownFigure
	case "fict":
		return pick(g.rng, fictionalFigures), bauta.FictionalFigure
	case "event":
		return pick(g.rng, w.events), bauta.Event
	case "date":
		return g.date(), bauta.Date
	case "month":
		return pick(g.rng, w.months), ""
	case "n":
		return fmt.Sprint(1 + g.rng.IntN(99)), ""
	case "hour":
		return g.hour(), ""
	}
	return g.identifier(name)
}

// identifier fills the slots that patterns know too.
func (g *Generator) identifier(name string) (string, bauta.Label) {
	switch name {
	case "email":
		return g.email(), bauta.Email
	case "url":
		return g.url(), bauta.URL
	case "phone":
		return g.phone(), bauta.Phone
	case "uid":
		return g.uid(), bauta.UID
	case "handle":
		return "@" + g.login(), ""
	}
	return "", ""
}

func orElse(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func (g *Generator) digits(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '0' + byte(g.rng.IntN(10))
	}
	return string(b)
}

func (g *Generator) street() string {
	t := pick(g.rng, g.words.streets)
	t = strings.ReplaceAll(t, "{n}", fmt.Sprint(1+g.rng.IntN(180)))
	return strings.ReplaceAll(t, "{last}", orElse(g.names.Last.Draw(g.rng), "Bell"))
}

func (g *Generator) zip() string {
	switch g.lang {
	case "en":
		if g.rng.IntN(2) == 0 {
			letters := "ABCDEGHLMNPRSTW"
			l := func() string { return string(letters[g.rng.IntN(len(letters))]) }
			return l() + l() + fmt.Sprint(1+g.rng.IntN(20)) + " " + fmt.Sprint(g.rng.IntN(10)) + l() + l()
		}
	case "sv":
		return g.digits(3) + " " + g.digits(2)
	}
	return g.digits(5)
}

func (g *Generator) date() string {
	d, m, y := 1+g.rng.IntN(28), g.rng.IntN(12), 1950+g.rng.IntN(75)
	switch g.rng.IntN(4) {
	case 0:
		return fmt.Sprintf("%02d/%02d/%d", d, m+1, y)
	case 1:
		return fmt.Sprintf("%d.%d.%d", d, m+1, y)
	case 2:
		return fmt.Sprintf("%d %s %d", d, g.words.months[m%len(g.words.months)], y)
	}
	return fmt.Sprintf("%d %s", d, g.words.months[m%len(g.words.months)])
}

func (g *Generator) hour() string {
	h, m := g.rng.IntN(24), 15*g.rng.IntN(4)
	return fmt.Sprintf([]string{"%dh%02d", "%d:%02d", "%d.%02d", "%dh %02d"}[g.rng.IntN(4)], h, m)
}

// login makes a user name of a name: zoe.ek7.
func (g *Generator) login() string {
	name := strings.ToLower(gold.StripMarks(g.names.First.Draw(g.rng)))
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, name)
	return orElse(name, "x") + []string{"", "_", ".", ""}[g.rng.IntN(4)] + g.digits(g.rng.IntN(4))
}

func (g *Generator) email() string {
	return g.login() + "@" + pick(g.rng, mailHosts)
}

func (g *Generator) url() string {
	return pick(g.rng, []string{"http://", "https://www.", "www.", "bit.ly/"}) + g.login() + pick(g.rng, []string{
		".com", ".org/x", ".net", ".fr", ".de/seite", ".se",
	})
}

func (g *Generator) phone() string {
	d := g.digits
	switch g.rng.IntN(5) {
	case 0:
		return "06 " + d(2) + " " + d(2) + " " + d(2) + " " + d(2)
	case 1:
		return "06" + d(8)
	case 2:
		return "+" + fmt.Sprint(30+g.rng.IntN(20)) + " " + d(3) + " " + d(3) + " " + d(3)
	case 3:
		return "0" + d(3) + "-" + d(7)
	}
	return "0" + d(2) + " " + d(3) + " " + d(4)
}

func (g *Generator) uid() string {
	d := g.digits
	switch g.rng.IntN(4) {
	case 0:
		return d(4 + g.rng.IntN(8))
	case 1:
		return strings.ToUpper(string(rune('a'+g.rng.IntN(26)))) + d(6+g.rng.IntN(3))
	case 2:
		return d(3) + "-" + d(4) + "-" + d(3)
	}
	return d(2) + string(rune('A'+g.rng.IntN(26))) + string(rune('A'+g.rng.IntN(26))) + d(4)
}
