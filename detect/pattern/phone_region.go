package pattern

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// phoneRegion reports whether the library knows the numbers of the country.
func phoneRegion(code string) bool {
	return phonenumbers.GetSupportedRegions()[strings.ToUpper(code)]
}

// langRegions are the regions whose national numbers are looked for in a
// language when the configuration names no country.
var langRegions = map[string][]string{
	"fr": {"FR", "BE", "CH"}, "en": {"US", "GB", "IN"}, "de": {"DE", "AT", "CH"}, "it": {"IT", "CH"}, "es": {"ES", "MX"},
	"sv": {"SE"}, "nl": {"NL", "BE"}, "pt": {"PT", "BR"}, "da": {"DK"}, "nb": {"NO"}, "pl": {"PL"}, "ja": {"JP"}, "tr": {"TR"},
	"": {"FR", "US", "GB"},
}

// regions lists where a national number may be dialled.
func (sc *scan) regions() []string {
	if len(sc.d.regions) > 0 {
		return sc.d.regions
	}
	if r, ok := langRegions[sc.lang]; ok {
		return r
	}
	return langRegions[""]
}

// international scores the digits behind "+" or "00".
func international(d string, groups int, zeros bool) (float64, string) {
	if len(d) < 7 || len(d) > 17 {
		return 0, ""
	}
	p, err := phonenumbers.Parse("+"+d, "ZZ")
	if err != nil || !phonenumbers.IsPossibleNumber(p) {
		if len(d) >= 9 && len(d) <= 15 && d[0] != '0' && !zeros {
			return 0.5, "phone" // a typing error, or a plan the library does not know
		}
		return 0, ""
	}
	why := "phone"
	if region := phonenumbers.GetRegionCodeForNumber(p); region != "" && region != "ZZ" && region != "001" {
		why += "-" + strings.ToLower(region)
	}
	if phonenumbers.IsValidNumber(p) {
		return 0.95, why
	}
	return 0.75, why
}

// national asks whether a number that starts with no country code is one of
// the regions. Evidence beyond validity is asked: that it is announced, that it
// is grouped as such numbers are, or that it begins with the trunk prefix.
func (sc *scan) national(c *dialled, d string, g int, announced bool) (float64, string) {
	if len(d) < 7 || len(d) > 13 || !c.even(g) && !c.bracketed(g) || g > 6 {
		return 0, ""
	}
	american := g == 3 && len(d) == 10 && c.groups[0] == 3 && c.groups[1] == 3 && (c.seps[1] != ' ' || c.seps[2] != ' ')
	configured := len(sc.d.regions) > 0
	if !announced && !american && d[0] != '0' && !configured {
		return 0, ""
	}
	for _, region := range sc.regions() {
		if sc.calls--; sc.calls < 0 {
			break
		}
		p, err := phonenumbers.Parse(d, region)
		if err != nil || !phonenumbers.IsPossibleNumber(p) {
			continue
		}
		valid := phonenumbers.IsValidNumber(p)
		why := "phone-" + strings.ToLower(region)
		switch {
		case region != "US" && !valid || region == "US" && len(d) != 10 && (len(d) != 11 || d[0] != '1'):
			continue
		case announced && valid:
			return 0.85, why
		case american && region == "US":
			return 0.7, why
		case valid && d[0] == '0':
			return 0.65, why
		case valid && configured:
			return 0.55, why
		}
	}
	return 0, ""
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
