package policy

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/lexicon"
)

// committee runs all detectors and settles what they say of one place before
// the pipeline fuses it. It takes no find away: it only mends edges and lets
// the longest find choose the label, as the guidelines have it.
type committee []bauta.Detector

// Detect asks all of them.
func (c committee) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var found []bauta.Span
	for _, det := range c {
		s, err := det.Detect(ctx, d)
		if err != nil {
			return nil, err
		}
		found = append(found, s...)
	}
	if len(found) < 2 {
		return found, nil
	}
	return bow(another(d, whole(d, join(d, found)))), nil
}

// whole makes one name of a Japanese surname and the first name behind it, which
// some part with a blank or a dot. found is sorted.
func whole(d *bauta.Doc, found []bauta.Span) []bauta.Span {
	if d.Lang != "ja" {
		return found
	}
	out := found[:0]
	for _, s := range found {
		if last := len(out) - 1; last >= 0 && s.Label == bauta.Person && out[last].Label == bauta.Person && s.Doubt == out[last].Doubt && s.Start >= out[last].End {
			switch d.Surface(out[last].End, s.Start) {
			case " ", "\u3000", "・":
				out[last].End = s.End
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// join makes one address of a street and the flat behind it.
func join(d *bauta.Doc, found []bauta.Span) []bauta.Span {
	slices.SortStableFunc(found, func(a, b bauta.Span) int { return cmp.Compare(a.Start, b.Start) })
	last := -1
	out := found[:0]
	for _, s := range found {
		if s.Label != bauta.Address || s.Doubt != bauta.Sure {
			out = append(out, s)
			continue
		}
		if last >= 0 && out[last].End <= s.Start && blank(d.Surface(out[last].End, s.Start)) {
			out[last].End = s.End
			continue
		}
		if last < 0 || s.End > out[last].End {
			last = len(out)
		}
		out = append(out, s)
	}
	return out
}

// blank reports what may stand between the parts of an address.
func blank(gap string) bool { return len(gap) <= 3 && strings.Trim(gap, " ,\u00a0") == "" }

// another makes a telephone of a bare number that follows one: "on 07700 900123
// or on 6017329546".
func another(d *bauta.Doc, found []bauta.Span) []bauta.Span {
	phone := -1
	for i := range found {
		s := &found[i]
		if s.Label == bauta.UID && s.By("number") && phone >= 0 && s.Start >= phone && s.Start-phone <= 12 && s.Len() >= 9 && s.Len() <= 11 && !strings.Contains(d.Text[phone:s.Start], "\n") {
			s.Label, s.Rule, s.Why = bauta.Phone, "phone-behind", "a number behind a telephone"
		}
		if s.Label == bauta.Phone {
			phone = s.End
		}
	}
	return found
}

// bow lowers the score of names inside longer finds of a rule, so that these
// choose the label; the names stay inside: the street is called after somebody,
// the month is Jun.
func bow(found []bauta.Span) []bauta.Span {
	rule := func(t bauta.Span) bool { return t.Label != bauta.Person && byRule(t) && t.Doubt == bauta.Sure }
	if !slices.ContainsFunc(found, rule) {
		return found
	}
	over := interval.Of(found)
	for i := range found {
		s := &found[i]
		if s.Label != bauta.Person {
			continue
		}
		for n := range over.Over(s.Start, s.End) {
			if t := found[n]; rule(t) && t.Start <= s.Start && s.End <= t.End && s.Score >= t.Score {
				s.Score = t.Score / 2
			}
		}
	}
	return found
}

// byRule reports finds that a form vouches for, not a model.
func byRule(s bauta.Span) bool { return s.Source == "pattern" || s.Source == "companies" }

// companies finds names of companies by what stands at their end: Inc, GmbH,
// and Sons. A person's name that is part of one is the company's.
type companies struct{}

// designators end the name of a company, folded and without full stops.
var designators = set("inc llc ltd limited plc corp corporation gmbh ag kg sa sarl sas sasu eurl spa srl ab oy bv nv company holdings holding group gruppe partners sons")

// maxCompany is how many words before its end a company's name may have.
const maxCompany = 5

// Detect walks back from each designator over words with a capital.
func (companies) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	loud := strings.ToUpper(d.Text) == d.Text
	for i, t := range d.Tokens {
		if t.Kind != bauta.Word || i == 0 || !capital(d, t) || !designators[strings.ReplaceAll(t.Norm, ".", "")] || shouted(d, i, loud) {
			continue
		}
		if i+1 < len(d.Tokens) && d.Tokens[i+1].Kind == bauta.Number {
			continue // a plate: HH AB 123
		}
		start := -1
		for j := i - 1; j >= 0 && j >= i-maxCompany; j-- {
			prev := d.Tokens[j]
			if prev.Kind == bauta.Word && capital(d, prev) && !strings.Contains(d.Surface(prev.End, t.Start), "\n") {
				start = prev.Start
				continue
			}
			if s := d.Surface(prev.Start, prev.End); s != "&" && s != "and" && s != "et" && s != "und" {
				break
			}
		}
		if start >= 0 {
			end := start + len(strings.TrimRight(d.Surface(start, t.End), "."))
			out = append(out, bauta.Span{Start: start, End: end, Label: bauta.Organization, Score: 0.9, Source: "companies", Why: "a company's ending"})
		}
	}
	return out, nil
}

// shouted reports a word in capitals among others: in YOANN A PRIS SA VOITURE
// nothing tells a company from a word, and a company would carry the name out. loud
// says that all of the message is in capitals.
func shouted(d *bauta.Doc, i int, loud bool) bool {
	upper := func(j int) bool {
		s := d.Surface(d.Tokens[j].Start, d.Tokens[j].End)
		return d.Tokens[j].Kind == bauta.Word && utf8.RuneCountInString(s) > 1 && strings.ToUpper(s) == s
	}
	return upper(i) && (i+1 < len(d.Tokens) && upper(i+1) || loud)
}

// capital reports a word that starts with a capital.
func capital(d *bauta.Doc, t bauta.Token) bool {
	r, _ := utf8.DecodeRuneInString(d.Text[t.Start:t.End])
	return unicode.IsUpper(r)
}

// titled finds the name behind Mrs, Herr or señora: a word with a capital, or
// one of the lists of names.
type titled struct{ lex *lexicon.Lexicon }

// degree reports titles behind which there may as well be a subject or a noun.
func degree(norm string) bool {
	return slices.Contains([]string{"doktor", "doctor", "doctora", "professor", "prof", "prof.ssa", "dott.ssa"}, strings.TrimRight(norm, "."))
}

// Detect looks behind each title.
func (o titled) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for i, t := range d.Tokens {
		norm := t.Norm[strings.LastIndexByte(t.Norm, '\'')+1:] // l'ing. Conti
		if _, title := lexicon.Honorific(norm, d.Lang); !title || degree(norm) || t.Kind != bauta.Word {
			continue
		}
		n := i + 1
		if n < len(d.Tokens) && d.Surface(d.Tokens[n].Start, d.Tokens[n].End) == "." {
			n++
		}
		if n >= len(d.Tokens) || d.Tokens[n].Kind != bauta.Word || !blank(strings.Replace(d.Surface(t.End, d.Tokens[n].Start), ".", "", 1)) {
			continue
		}
		if name := d.Tokens[n]; o.name(d, name, abbreviated(norm, d.Lang)) && !article(d, i, name) {
			out = append(out, bauta.Span{Start: name.Start, End: name.End, Label: bauta.Person, Part: bauta.Last, Score: 0.8, Source: "titled", Why: "behind a title"})
		}
	}
	return out, nil
}

// article reports "dr" without a full stop before a German noun, where Swiss German
// has it for "der": dr Tunnel, dr Zug.
func article(d *bauta.Doc, i int, name bauta.Token) bool {
	lang, _, _ := strings.Cut(d.Lang, "-")
	return (lang == "de" || lang == "gsw") && d.Surface(d.Tokens[i].Start, d.Tokens[i].End) == "dr" && d.Tokens[i].End+1 == name.Start &&
		(lexicon.Everyday(name.Norm, "de") || lexicon.Everyday(name.Norm, "gsw"))
}

// abbreviated reports abbreviations that nobody writes but before a name.
func abbreviated(norm, lang string) bool {
	base, _, _ := strings.Cut(lang, "-")
	switch strings.TrimRight(norm, ".") {
	case "mr", "mrs":
		return base == "en"
	case "sr", "sra", "srta":
		return base == "es"
	}
	return false
}

// name reports a word that may be a name behind a title: of the lists of names,
// if they are ordinary words too, with a capital or behind a sure title; or any with
// a capital, or, in a language whose words are known, in no list.
func (o titled) name(d *bauta.Doc, t bauta.Token, sure bool) bool {
	if _, title := lexicon.Honorific(t.Norm, d.Lang); title || utf8.RuneCountInString(t.Norm) < 2 {
		return false
	}
	e, listed := o.lex.Look(t.Norm, d.Lang)
	switch {
	case e.Kinds&(lexicon.Kinship|lexicon.Greeting) != 0, t.Norm == "kollege", t.Norm == "direktor":
		return false
	case e.Hidden():
		return e.Kinds&lexicon.AntiDictionary&^lexicon.City == 0 || capital(d, t) || sure && e.Kinds&lexicon.SMS == 0
	case capital(d, t):
		return e.Kinds&lexicon.SMS == 0 || sure && e.Kinds&lexicon.Proper != 0
	}
	return !listed && slices.Contains([]string{"es", "fr", "en"}, d.Lang)
}
