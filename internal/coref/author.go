package coref

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

// longestAuthor is how many bytes of a corpus's field are read as somebody's name.
const longestAuthor = 64

// writer learns the name under which the corpus has who wrote a message: others call
// them so. A word that is no name (client, "A") is none here.
func (s *search) writer(d *bauta.Doc) {
	who := author(d)
	if who == nil {
		return
	}
	tokens := within(who, bauta.Span{End: len(who.Text)})
	for _, i := range tokens {
		w := reading.Token(who, s.lex, i)
		if t := who.Tokens[i]; t.End-t.Start < least || w.Known && !w.Is(lexicon.Dictionary) {
			continue
		}
		n := s.name(who, who.Tokens[i].Norm, w.Named(), len(tokens) > 1)
		if n.score = sureUnknown; n.score >= n.bound && len(n.key) >= least && len(n.key) <= maxWord {
			s.remember(n)
		}
	}
}

// authors tells from the titles of conversations the names under which somebody writes.
func (s *search) authors(docs []*bauta.Doc) {
	if !slices.ContainsFunc(s.names, func(n sought) bool { return n.title }) {
		return
	}
	for _, d := range docs {
		who := author(d)
		if who == nil {
			continue
		}
		for _, t := range who.Tokens {
			key := text.Plain(reading.Owner(lexicon.Stem(t.Norm)))
			if i := slices.IndexFunc(s.names, func(n sought) bool { return n.key == key }); i >= 0 {
				s.names[i].title = false
			}
		}
	}
}

// author reads the field of who wrote a message as a name: nil where there is none, or
// something with digits or signs in it.
func author(d *bauta.Doc) *bauta.Doc {
	name := strings.TrimSpace(d.Author)
	if name == "" || len(name) > longestAuthor || d.Field() != "" {
		return nil
	}
	who := &bauta.Doc{Message: bauta.Message{Text: name, Lang: d.Lang}, Tokens: text.Tokenise(name)}
	for i := range who.Tokens {
		if k := who.Tokens[i].Kind; k != bauta.Word && k != bauta.Punct || strings.ContainsAny(name, "@_0123456789") {
			return nil
		}
	}
	return who
}

// signed gives the last word of a message where it stands by itself, behind a sign or in a
// line of its own, and is the initials of who wrote it.
func signed(d *bauta.Doc) (bauta.Span, bool) {
	last := len(d.Tokens) - 1
	for last >= 0 && d.Tokens[last].Kind == bauta.Punct {
		last--
	}
	if last < 1 || d.Tokens[last].Kind != bauta.Word || utf8.RuneCountInString(d.Tokens[last].Norm) > least {
		return bauta.Span{}, false
	}
	who := author(d)
	t, before := d.Tokens[last], d.Tokens[last-1]
	alone := before.Kind == bauta.Punct || strings.Contains(d.Text[before.End:t.Start], "\n")
	if who == nil || !alone || !strings.HasPrefix(initials(who), d.Surface(t.Start, t.End)) {
		return bauta.Span{}, false
	}
	return bauta.Span{
		Start: t.Start, End: t.End, Label: bauta.Person, P: sureWord, Source: Source, Why: "initials of who wrote it",
	}, true
}

// initials are the first letters of the words of a name that begin with a capital.
func initials(who *bauta.Doc) string {
	var b strings.Builder
	for _, t := range who.Tokens {
		c, _ := utf8.DecodeRuneInString(who.Surface(t.Start, t.End))
		if t.Kind == bauta.Word && strings.ToUpper(string(c)) == string(c) {
			b.WriteRune(c)
		}
	}
	return b.String()
}
