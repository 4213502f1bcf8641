package chat

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
)

// mail are the words of one language from which e-mails are made; templates have
// the slots of messages.
type mail struct {
	head        []string // names of the header fields: from, to, copy, subject, date
	subjects    []string
	salutations []string
	bodies      []string // one sentence each
	closings    []string
	titles      []string // professions, alone on a line of the signature
	phones      []string // what stands before a telephone number
	quotes      []string // the line before a quoted e-mail
	plain       []string // last lines without a name: sent from …, notices
}

// Letters makes n e-mails: at times with a header, a salutation, sentences of
// which some are of the corpus, with names swapped, a closing, a signature, and
// a quoted e-mail. Most are spelt with care, as e-mails are.
func (g *Generator) Letters(sentences []string, n int) []gold.Sentence {
	m := mailOf(g.lang)
	stock := g.bodies(sentences)
	out := make([]gold.Sentence, 0, n)
	for range n {
		out = append(out, g.worn(g.letter(m, stock)))
	}
	return out
}

// bodies draws from sentences that hold no name but stock names.
func (g *Generator) bodies(sentences []string) func() gold.Sentence {
	var fit []string
	h := g.habits(sentences)
	for _, s := range sentences {
		if _, other := g.sort(s, h); !other {
			fit = append(fit, s)
		}
	}
	return func() gold.Sentence {
		s, _ := g.swap(pick(g.rng, fit))
		return s
	}
}

// letter makes one e-mail, or a part of one as it stands in a thread.
func (g *Generator) letter(m *mail, stock func() gold.Sentence) gold.Sentence {
	s := gold.Sentence{Set: "letter", Lang: g.lang}
	add := func(t gold.Sentence, between string) {
		if s.Text == "" {
			between = ""
		}
		s = join(s, t, between)
	}
	if g.rng.IntN(4) == 0 {
		add(g.header(m), "")
	}
	if g.rng.IntN(5) > 0 {
		add(g.fill(pick(g.rng, m.salutations)), "\n\n")
	}
	gap := pick(g.rng, []string{"\n\n", "\n", " "})
	for range 1 + g.rng.IntN(3) {
		if g.rng.IntN(2) == 0 {
			add(g.fill(pick(g.rng, m.bodies)), gap)
		} else {
			add(stock(), gap)
		}
		gap = " "
	}
	if g.rng.IntN(5) > 0 {
		closing := pick(g.rng, m.closings)
		add(g.fill(closing), pick(g.rng, []string{"\n\n", "\n", " "}))
		between := pick(g.rng, []string{"\n", "\n", ", ", " "})
		if between == ", " && strings.ContainsAny(closing[len(closing)-1:], ",.!") {
			between = " "
		}
		add(g.signature(m), between)
	}
	switch g.rng.IntN(8) {
	case 0:
		add(g.fill(pick(g.rng, m.quotes)), "\n\n")
	case 1:
		add(g.fill(pick(g.rng, m.plain)), "\n\n")
	}
	return s
}

// header makes the lines of an e-mail before its text.
func (g *Generator) header(m *mail) gold.Sentence {
	lines := []string{
		pick(g.rng, []string{
			"{full} <{email}>", "{full}", "{email}", "{last}, {first} <{email}>", "\"{full}\" <{email}>",
		}),
		pick(g.rng, []string{
			"{full} <{email}>", "{full}; {full}", "{email}, {email}", "{full}", "{full} <{email}>, {full} <{email}>",
		}),
		pick(g.rng, []string{"{full}", "{email}", "{full}; {full}; {full}"}),
		pick(g.rng, m.subjects),
		"{date}",
	}
	var text []string
	for i, l := range lines {
		if name := m.head[i]; i < 2 || g.rng.IntN(2) == 0 {
			text = append(text, name+" "+l)
		}
	}
	return g.fill(strings.Join(text, "\n"))
}

// signature makes a name with what people write below it.
func (g *Generator) signature(m *mail) gold.Sentence {
	if g.rng.IntN(3) == 0 {
		return g.fill(pick(g.rng, []string{"{first}", "{name}", "{full}"}))
	}
	text := []string{pick(g.rng, []string{"{full}", "{full}", "{full}", "{first}", "Dr. {full}"})}
	for _, line := range []string{
		pick(g.rng, m.titles), pick(g.rng, []string{"{org}", "{brand}", "{firm}"}), "{street}", "{zip} {city}",
		pick(g.rng, m.phones) + " {phone}", pick(g.rng, []string{"{email}", "E-Mail: {email}", "Mail: {email}"}),
		"{url}",
	} {
		if g.rng.IntN(5) < 2 {
			text = append(text, line)
		}
	}
	return g.fill(strings.Join(text, pick(g.rng, []string{"\n", "\n", "\n", " | ", ", "})))
}

// Posts makes n messages as they stand in public: answers and forwards with
// handles, hashtags, links, around a sentence of the corpus or a message.
func (g *Generator) Posts(sentences []string, n int) []gold.Sentence {
	stock := g.bodies(sentences)
	out := make([]gold.Sentence, 0, n)
	for range n {
		s := stock()
		if g.rng.IntN(2) == 0 {
			s = g.fill(pick(g.rng, g.words.templates))
		}
		if g.rng.IntN(2) == 0 {
			before := pick(g.rng, []string{
				"RT {handle}:", "{handle}", "{handle} {handle}", ".{handle}", "via {handle}:", "#{city}:",
			})
			s = join(g.fill(before), s, " ")
		}
		for g.rng.IntN(2) == 0 {
			s = join(s, g.fill(pick(g.rng,
				[]string{
					"#{city}", "#{brand}", "#{first}", "{url}", "cc {handle}", "via {handle}", "({city})",
					"#{month}", "#lol", "#2024",
				})), " ")
		}
		out = append(out, g.worn(s))
	}
	return out
}

// worn rewrites what was written with some care: most stays as it is.
func (g *Generator) worn(s gold.Sentence) gold.Sentence {
	switch x := g.rng.Float64(); {
	case x < 0.20:
		return gold.Lower(s)
	case x < 0.23:
		return gold.Upper(s)
	case x < 0.33:
		return gold.NoAccents(s)
	case x < 0.43:
		return g.Noisy(s)
	case x < 0.53: // names without their capitals
		return s.Edit(func(t string, _ bool, label bauta.Label) string {
			if label == bauta.Person || label == bauta.Location {
				return strings.ToLower(t)
			}
			return t
		})
	}
	return s
}
