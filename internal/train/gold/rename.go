package gold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// draws is how often another name is asked for before a mention stays as it is.
const draws = 8

// Rename returns a copy whose mentions are exchanged for what draw gives, "" for
// one that is to stay; the same mention becomes the same name everywhere. A name is
// written as the old one was, with capitals or without, and one that does not go
// with an elided article before it ("l'", or "le" that would be "l'") is drawn again.
func (s Sentence) Rename(draw func(name string, label bauta.Label) string) Sentence {
	out := Sentence{Set: s.Set, Lang: s.Lang}
	known := make(map[string]string, len(s.Spans))
	shouted := shouts(s.Text)
	var b strings.Builder
	at := 0
	for _, sp := range s.Spans {
		b.WriteString(s.Text[at:sp.Start])
		at = sp.End
		old := s.Text[sp.Start:sp.End]
		key := string(sp.Label) + " " + old
		name, ok := known[key]
		if !ok {
			name = s.otherName(sp, draw)
			if name == "" {
				name = old
			} else {
				name = writtenAs(name, old, shouted)
			}
			known[key] = name
		}
		sp.Start = b.Len()
		b.WriteString(name)
		sp.End = b.Len()
		out.Spans = append(out.Spans, sp)
	}
	b.WriteString(s.Text[at:])
	out.Text = b.String()
	return out
}

// otherName draws names for a mention until one goes with what stands before it.
func (s Sentence) otherName(sp bauta.Span, draw func(string, bauta.Label) string) string {
	old, before := s.Text[sp.Start:sp.End], s.Text[:sp.Start]
	elided := strings.HasSuffix(before, "'") || strings.HasSuffix(before, "’")
	elides := s.Lang == "fr" || s.Lang == "it"
	for range draws {
		name := strings.TrimSpace(draw(old, sp.Label))
		if name == "" {
			return ""
		}
		fits := !elided
		if startsWithVowel(name) {
			fits = elided || !elides || startsWithVowel(old)
		}
		if fits {
			return name
		}
	}
	return ""
}

func startsWithVowel(name string) bool {
	r, _ := utf8.DecodeRuneInString(StripMarks(name))
	return strings.ContainsRune("aeiouyAEIOUY", r)
}

// shouts reports whether a text is in capitals.
func shouts(text string) bool {
	return strings.ContainsFunc(text, unicode.IsUpper) && !strings.ContainsFunc(text, unicode.IsLower)
}

// writtenAs gives a name the capitals of another one: none, those of a shouted text,
// or its own, and where it has none those of a title.
func writtenAs(name, old string, shouted bool) string {
	switch {
	case !strings.ContainsFunc(old, unicode.IsUpper):
		return strings.ToLower(name)
	case shouted:
		return strings.ToUpper(name)
	case strings.ContainsFunc(name, unicode.IsUpper):
		return name
	}
	words := strings.Fields(name)
	for i, w := range words {
		if i == 0 || !small()[w] {
			parts := strings.Split(w, "-")
			for k := range parts {
				parts[k] = Capital(parts[k])
			}
			words[i] = strings.Join(parts, "-")
		}
	}
	return strings.Join(words, " ")
}
