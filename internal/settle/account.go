package settle

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// Accounts lets no find of a person cut what is written as one word of several parts, an account or a thing of a maker:
// where a part is a name, or a word of no list and none is a model's, all of it is hidden (yanessa_northcott,
// timo.grashoff88), else nothing (nikon_z6).
type Accounts struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Settler = Accounts{}

// Name is "accounts".
func (Accounts) Name() string { return "accounts" }

// Settle widens such finds, or takes them away.
func (o Accounts) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	out := found[:0]
	for _, s := range found {
		if ByForm(s) || s.By(lexicon.RuleListed) || s.Label != bauta.Person && s.Label != bauta.Location {
			out = append(out, s)
			continue
		}
		of := s // its last word
		of.Start += strings.LastIndexByte(d.Text[s.Start:s.End], ' ') + 1
		from, to := oneWord(d.Text, of)
		if to-from > of.End-of.Start {
			whole, none := o.somebody(d.Text[from:to], d.Lang)
			switch {
			case s.Label == bauta.Location:
				whole, none = false, model(d.Text[of.Start:of.End])
			case whole && of.Start == s.Start:
				s.Start = from
			}
			if none {
				continue
			}
			if whole {
				s.End, s.Part = to, bauta.Full
				s.Why += ", with all of an account's name"
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// oneWord is the account around a find, empty where there is none: no file, path, address or value stands there.
func oneWord(s string, of bauta.Span) (from, to int) {
	from, to = stretch(s, of, partSigns)
	if to <= from {
		return from, from
	}
	from += len(s[from:of.Start]) - len(strings.TrimLeft(s[from:of.Start], ".-"))
	to -= len(s[of.End:to]) - len(strings.TrimRight(s[of.End:to], ".-"))
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[to:], ".-,;:!?)\""))
	between := apart(before, "([{\"'’«“„:,;#*>|") && apart(next, "'’»”]}*<|")
	if !between || ofFile(s[from:to]) || strings.Contains(s[from:to], "__") {
		return from, from
	}
	return from, to
}

// apart reports a blank, one of the signs, or nothing: what is no part of a path, an address or a call of a program.
func apart(c rune, signs string) bool {
	return c == utf8.RuneError || unicode.IsSpace(c) || strings.ContainsRune(signs, c)
}

// ofFile reports what ends like the name of a file.
func ofFile(s string) bool {
	ending := s[strings.LastIndexByte(s, '.')+1:]
	return len(ending) < len(s) && len(ending) <= longestSuffix && strings.Trim(ending, lowerLetters) == ""
}

// longestSuffix is how many letters the ending of a file has, and leastHalf how many a word of no list that may be half
// of an account's name.
const (
	longestSuffix = 4
	leastHalf     = 4
)

// somebody reports an account of a person, with underscores, or in small letters with figures or with a full stop
// between a name and a word of no list; and that it is nobody's.
func (o Accounts) somebody(written, lang string) (whole, none bool) {
	named, strange, models, words := 0, 0, 0, 0
	for _, part := range partsOf(written) {
		part = strings.ToLower(part)
		letters := utf8.RuneCountInString(strings.Trim(part, figures))
		if letters >= leastHalf-1 {
			words++
		}
		switch {
		case model(part):
			models++
		case Notation(o).named(part, lang):
			named++
		case letters >= leastHalf && !o.known(part, lang):
			strange++
		}
	}
	small := written == strings.ToLower(written)
	switch {
	case strings.Contains(written, "_"):
		whole = named > 0 || strange > 0 && models == 0
		return whole, !whole
	case strings.ContainsAny(written, figures):
		return small && words > 1 && named+strange > 0 && models == 0, named == 0 && models > 0
	}
	pair := strings.Count(written, ".") == 1 && !strings.Contains(written, "-")
	return small && pair && named > 0 && strange > 0, false
}

const figures = "0123456789"

// known reports a word of a language, or of the trade.
func (o Accounts) known(part, lang string) bool {
	_, trade := tradeWord(part)
	return trade || Notation(o).ordinary(part, lang)
}

// model reports a number of a model, or of a version: z6, 4k, kw12, 9.
func model(part string) bool {
	letters := strings.Trim(part, figures)
	return len(letters) < len(part) && len(letters) < leastHalf && (letters != "" || len(part) == 1)
}
