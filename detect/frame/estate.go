package frame

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// particles stand between a first name and a surname, longest first.
var particles = [][]string{
	{"von", "und", "zu"},
	{"von", "der"},
	{"von", "den"},
	{"von", "dem"},
	{"van", "der"},
	{"van", "den"},
	{"van", "de"},
	{"van", "het"},
	{"de", "la"},
	{"de", "las"},
	{"de", "los"},
	{"zu", "der"},
	{"von"},
	{"vom"},
	{"zu"},
	{"zur"},
	{"zum"},
	{"van"},
	{"ter"},
	{"ten"},
	{"vander"},
	{"vanden"},
	{"af"},
	{"dos"},
	{"das"},
	{"di"},
	{"del"},
	{"della"},
	{"dello"},
	{"dalla"},
	{"degli"},
	{"de"},
	{"da"},
	{"du"},
	{"des"},
	{"d'"},
	{"le"},
	{"la"},
	{"al"},
	{"el"},
	{"bin"},
	{"ben"},
	{"bint"},
	{"ibn"},
}

// noble are particles behind which a capital is a surname whatever it means.
var noble = set("von van ter ten vander vanden af dos ibn bint")

// estate reads a name with a particle: "Ursula van der Meer", "Friedrich-Wilhelm
// von der Osten", "Herr von Stetten".
func estate(r *reading, i int) (bauta.Span, bool) {
	t := r.doc.Tokens
	if !r.capital(i) || i+2 >= len(t) || r.lang == "" {
		return bauta.Span{}, false
	}
	w := r.word(i)
	title := honours[strings.TrimRight(r.norm(i), ".")]
	if !title && (!w.first() && !w.nick && !w.is(lexicon.Surname) && !strings.Contains(r.norm(i), "-") || w.greets) {
		return bauta.Span{}, false
	}
	p := r.particle(i + 1)
	last := i + 1 + len(p)
	if len(p) == 0 || last >= len(t) || t[last].Kind != bauta.Word || !r.capital(last) || !r.beside(last-1, last) {
		return bauta.Span{}, false
	}
	name, strong := r.word(last), noble[p[0]]
	switch {
	case len(p) > 1 && r.lang == "de" && notEstates[r.norm(last)], r.capital(i+1) && !title:
		return bauta.Span{}, false
	case !strong && (name.place || name.common || !w.first() || w.common):
		return bauta.Span{}, false
	case !strong && !name.is(lexicon.Surname):
		return bauta.Span{}, false
	case strong && !title && !w.first() && !strings.Contains(r.norm(i), "-"):
		return bauta.Span{}, false
	case strong && title && name.place && p[0] == "vom":
		return bauta.Span{}, false
	}
	from := i
	if title {
		from = i + 1
	}
	s := bauta.Span{Start: t[from].Start, End: t[last].End, Label: bauta.Person, Part: bauta.Full, Score: bySaying, Source: Source, Why: "a particle in a name"}
	if title {
		s.Part = bauta.Last
	}
	return s, true
}

// particle gives the particle that begins at token i, nil for none.
func (r *reading) particle(i int) []string {
	for _, p := range particles {
		if i+len(p) < len(r.doc.Tokens) && r.beside(i-1, i) && r.norm(i) == p[0] && r.ends(i+len(p)-1, p) {
			return p
		}
	}
	return nil
}

// honours stand before a surname.
var honours = set("herr herrn frau dr prof mr mrs ms mme mlle mevrouw mijnheer meneer signor signora señor señora fru graf gräfin baron baronin freiherr freifrau")

// notEstates are what people come from without being called so.
var notEstates = set("arbeit schule uni universität hochschule post bank sparkasse firma polizei feuerwehr party kita kasse krankenkasse versicherung stadt gemeinde hausverwaltung presse zeitung band gruppe truppe klasse werkstatt garage " +
	"seite straße brücke ecke mauer wand wohnung reise messe kirche bahn tankstelle apotheke bäckerei metzgerei praxis klinik redaktion technik it personalabteilung buchhaltung rezeption nachtschicht frühschicht spätschicht konkurrenz schicht " +
	"feier hochzeit probe sitzung vorlesung übung bibliothek mensa insel küste ostsee nordsee schweiz türkei slowakei mongolei")
