package policy

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/settle"
)

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
		if t.Kind != bauta.Word || i == 0 || !settle.Capital(d, t) || !designators[strings.ReplaceAll(t.Norm, ".", "")] || settle.Shouted(d, i, loud) {
			continue
		}
		if i+1 < len(d.Tokens) && d.Tokens[i+1].Kind == bauta.Number {
			continue // a plate: HH AB 123
		}
		start := -1
		for j := i - 1; j >= 0 && j >= i-maxCompany; j-- {
			prev := d.Tokens[j]
			if prev.Kind == bauta.Word && settle.Capital(d, prev) && !strings.Contains(d.Surface(prev.End, t.Start), "\n") {
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
		if n >= len(d.Tokens) || d.Tokens[n].Kind != bauta.Word || !settle.Beside(strings.Replace(d.Surface(t.End, d.Tokens[n].Start), ".", "", 1)) {
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
		return e.Kinds&lexicon.AntiDictionary&^lexicon.City == 0 || settle.Capital(d, t) || sure && e.Kinds&lexicon.SMS == 0
	case settle.Capital(d, t) && lexicon.Everyday(t.Norm, d.Lang):
		return false // Herr Präsident
	case settle.Capital(d, t):
		return e.Kinds&lexicon.SMS == 0 || sure && e.Kinds&lexicon.Proper != 0
	}
	return !listed && slices.Contains([]string{"es", "fr", "en"}, d.Lang)
}
