package pattern

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/bauta/bauta/internal/detect/pattern/dialplan"
)

// phoneRegion reports whether there is a numbering plan of the country.
func phoneRegion(code string) bool { return dialplan.Known(strings.ToUpper(code)) }

// langRegions are the regions whose national numbers are looked for in a
// language when the configuration names no country.
var langRegions = map[string][]string{
	"fr": {"FR", "BE", "CH"}, "en": {"US", "GB", "IN"}, "de": {"DE", "AT", "CH"}, "it": {"IT", "CH"},
	"es": {"ES", "MX"},
	"sv": {"SE"}, "nl": {"NL", "BE"}, "pt": {"PT", "BR"}, "da": {"DK"}, "nb": {"NO"}, "pl": {"PL"}, "ja": {"JP"},
	"tr": {"TR"},
	"":   {"FR", "US", "GB"},
}

// regions lists where a national number may be dialled.
func (sc *scan) regions() []string {
	if len(sc.d.regions) > 0 {
		return sc.d.regions
	}
	if sc.wordless() {
		return allRegions()
	}
	if r, ok := langRegions[sc.lang]; ok {
		return r
	}
	return langRegions[""]
}

// wordless reports a message of a number at most and no letter, which is in no language: who
// asked for a number gets nothing else.
func (sc *scan) wordless() bool {
	return len(sc.s) <= maxWordless && strings.IndexFunc(sc.s, unicode.IsLetter) < 0
}

const maxWordless = 24

// allRegions are those of all languages.
var allRegions = sync.OnceValue(func() (out []string) {
	for _, lang := range slices.Sorted(maps.Keys(langRegions)) {
		out = append(out, langRegions[lang]...)
	}
	return slices.Compact(slices.Sorted(slices.Values(out)))
})

// international scores the digits behind "+" or "00".
func international(d string, groups int, zeros bool) (float64, string) {
	if len(d) < 7 || len(d) > 17 {
		return 0, ""
	}
	p, ok := dialplan.Parse("+"+d, "ZZ")
	if !ok || !p.Possible() {
		if len(d) >= 9 && len(d) <= 15 && d[0] != '0' && !zeros {
			return 0.5, "phone" // a typing error, or a plan that nobody knows
		}
		return 0, ""
	}
	why := "phone"
	if region := p.Region(); region != "" && region != "001" {
		why += "-" + strings.ToLower(region)
	}
	if p.Valid() {
		return 0.95, why
	}
	return 0.75, why
}

// national asks whether a number that starts with no country code is one of
// the regions. Evidence beyond validity is asked: that it is announced, that it
// is grouped as such numbers are, or that it begins with the trunk prefix.
func (sc *scan) national(c *dialled, d string, g int, announced bool) (float64, string) {
	if !sc.nationalSize(d, announced) || g > 6 || !c.nationalGroups(g, announced) {
		return 0, ""
	}
	if g <= 2 && len(d) >= 11 && d[0] != '0' {
		if score, why := sc.unsigned(d); score > 0 {
			return score, why
		}
	}
	e := evidence{
		announced:  announced,
		configured: len(sc.d.regions) > 0,
		american:   c.american(g, len(d)),
		local:      (sc.lang != "" && sc.lang != "en" || sc.wordless()) && len(d) >= 9 && c.even(g),
	}
	if e == (evidence{}) && d[0] != '0' {
		return 0, ""
	}
	regions := sc.regions()
	if e.american && !e.configured && !slices.Contains(regions, "US") { // written as nobody writes others
		regions = append(slices.Clone(regions), "US")
	}
	for _, region := range regions {
		if sc.calls--; sc.calls < 0 {
			break
		}
		if score := e.score(d, region); score > 0 {
			return score, "phone-" + strings.ToLower(region)
		}
	}
	return 0, ""
}

// nationalSize reports as many digits as a national number may have.
func (sc *scan) nationalSize(d string, announced bool) bool {
	least := 7
	switch {
	case sc.d.phones == Possible:
		least = 8
	case announced && len(sc.d.regions) > 0:
		least = 5
	}
	return len(d) >= least && len(d) <= 13
}

// nationalGroups reports groups as a national number may have them: a slash
// stands in none that is grouped without rule.
func (c *dialled) nationalGroups(g int, announced bool) bool {
	if c.regular(g) {
		return true
	}
	for i := 1; i < g; i++ {
		if c.seps[i] == '/' {
			return false
		}
	}
	return announced || c.bracketed(g)
}

// american reports the groups of 415-555-0132, with another sign than blanks.
func (c *dialled) american(g, digits int) bool {
	if g != 3 || digits != 10 || c.groups[0] != 3 || c.groups[1] != 3 {
		return false
	}
	return c.seps[1] != ' ' || c.seps[2] != ' '
}

// evidence is what speaks for a national number beside its digits.
type evidence struct {
	announced  bool
	american   bool // in American groups
	configured bool // the configuration names the countries
	local      bool // in groups, and in a language of few countries
}

// score asks about the digits in one region; 0 for no number.
func (e evidence) score(d, region string) float64 {
	p, ok := nationalNumber(d, region)
	if !ok || !p.Possible() {
		return 0
	}
	valid := p.Valid() && (!e.configured || prefixed(d, region))
	if region == "US" {
		if len(d) != 10 && (len(d) != 11 || d[0] != '1') {
			return 0
		}
	} else if !valid {
		return 0
	}
	switch {
	case e.announced && valid:
		return 0.85
	case e.american && region == "US":
		return 0.7
	case !valid:
		return 0
	case d[0] == '0':
		return 0.65
	case e.local && p.Mobile():
		return 0.5
	case e.configured:
		return 0.55
	}
	return 0
}

// unsigned reads a country code without its plus, of the regions alone:
// "447801259231".
func (sc *scan) unsigned(d string) (float64, string) {
	for _, region := range sc.regions() {
		code := strconv.Itoa(dialplan.Code(region))
		if code == "1" || !strings.HasPrefix(d, code) {
			continue
		}
		if sc.calls--; sc.calls < 0 {
			break
		}
		p, ok := nationalNumber(d[len(code):], region)
		if ok && d[len(code)] != '0' && p.Valid() {
			return 0.6, "phone-" + strings.ToLower(region)
		}
	}
	return 0, ""
}

// trunk is what is dialled before a national number in regions where nothing
// else needs to be known to read one: parsing takes ten times as long as the verdict.
var trunk = map[string]string{
	"FR": "0", "BE": "0", "CH": "0", "GB": "0", "DE": "0", "AT": "0", "SE": "0", "NL": "0", "IE": "0", "JP": "0",
	"TR": "0", "IN": "0", "ES": "", "PT": "", "DK": "", "NO": "", "LU": "", "PL": "", "US": "1", "CA": "1",
}

// nationalNumber reads the digits as they are dialled in the region; false where they
// cannot be.
func nationalNumber(d, region string) (dialplan.Number, bool) {
	prefix, ok := trunk[region]
	code := dialplan.Code(region)
	if !ok || len(d) >= 11 && strings.HasPrefix(d, strconv.Itoa(code)) {
		return dialplan.Parse(d, region)
	}
	if prefix != "1" || len(d) == 11 {
		d = strings.TrimPrefix(d, prefix)
	}
	return dialplan.Number{Code: code, National: d}, d != "" && d[0] != '0'
}

// prefixed reports that a national number has the trunk prefix that its region
// asks for.
func prefixed(d, region string) bool {
	p, ok := dialplan.Parse(d, region)
	return ok && p.Prefixed()
}

// tenDigits reports whether ten digits that begin with 0 are a number in one of
// the regions: France, or the Swiss and Belgian mobiles.
func (sc *scan) tenDigits() bool {
	return len(sc.d.regions) == 0 || sc.d.listed["fr"] || sc.d.listed["ch"] || sc.d.listed["be"]
}

// lenient reports whether the number is grouped as the leniency of
// the configuration wants.
func (sc *scan) lenient(raw string) bool {
	for _, region := range append(sc.regions(), "ZZ") {
		p, ok := dialplan.Parse(raw, region)
		if !ok || !p.Valid() && sc.d.phones != Possible {
			continue
		}
		if sc.d.phones == Possible || grouped(raw, p, sc.d.phones == Exact) {
			return true
		}
	}
	return false
}

// grouped compares the groups of digits as written with those of the
// international format, from the end: exact wants them equal, otherwise no
// group of the format may be torn. A number written in one piece is both.
func grouped(raw string, p dialplan.Number, exact bool) bool {
	digits := func(r rune) bool { return r < '0' || r > '9' }
	have := strings.FieldsFunc(raw, digits)
	want := p.Groups()
	if len(have) > 0 && strings.HasSuffix(have[len(have)-1], p.National) {
		return true
	}
	h, w := len(have)-1, len(want)-1
	for h >= 0 && w >= 0 {
		rest := have[h]
		for n := 0; rest != "" && w >= 0; n++ {
			if exact && n > 0 {
				return false
			}
			if w == 0 && n == 0 {
				return strings.HasSuffix(rest, want[0])
			}
			if !strings.HasSuffix(rest, want[w]) {
				return false
			}
			rest, w = strings.TrimSuffix(rest, want[w]), w-1
		}
		h--
	}
	return w < 0
}

// region10 names the plan of ten digits that begin with 0.
func (sc *scan) region10(d string) string {
	swiss := strings.HasPrefix(d, "07") && d[2] >= '5'
	switch {
	case sc.lang != "fr" && sc.lang != "" && !sc.d.listed["fr"]:
		return "phone"
	case len(sc.d.listed) == 0 || sc.d.listed["fr"] && !(swiss && sc.d.listed["ch"]):
		return "phone-fr"
	case sc.d.listed["ch"]:
		return "phone-ch"
	}
	return "phone"
}

// bracketed reports that the area code stands in brackets.
func (c *dialled) bracketed(g int) bool {
	for i := range g {
		if c.seps[i] == '(' || c.seps[i] == ')' {
			return true
		}
	}
	return false
}
