package dialplan

import (
	"math/bits"
	"strconv"
	"strings"
)

// How many digits a number has behind its country code, whatever the plan says.
const fewest, most = 2, 17

// Number is a telephone number.
type Number struct {
	Code     int    // of the country, 0 where none is known
	National string // the digits behind it, without what is dialled before them inside the country

	abroad    bool   // written with its country code
	written   string // as Parse read it
	extension string
}

// Known reports whether there is a plan of the region ("FR").
func Known(region string) bool { return plans().of(region) != nil }

// Code is the country code of a region, 0 where there is no plan of it.
func Code(region string) int {
	if p := plans().of(region); p != nil {
		return p.code
	}
	return 0
}

// Possible reports a number of a length that its country has.
func (n Number) Possible() bool {
	p := plans().main(n.Code)
	return p != nil && (p.local | p.lengths).has(len(n.National))
}

// Region is where the number belongs, "001" for a service of all countries, empty where
// no region of the country code has it.
func (n Number) Region() string {
	if p := plans().home(n.Code, n.National); p != nil {
		return p.region
	}
	return ""
}

// Valid reports a number that its region may have given out.
func (n Number) Valid() bool {
	p := plans().home(n.Code, n.National)
	return p != nil && p.valid(n.National)
}

// Mobile reports a number that only mobiles have.
func (n Number) Mobile() bool {
	p := plans().home(n.Code, n.National)
	return p != nil && p.isMobile(n.National)
}

// Groups are the digits as they are written behind the country code, with the extension.
func (n Number) Groups() []string {
	text := n.National
	if p := plans().main(n.Code); p != nil {
		formats := p.abroad
		if len(formats) == 0 {
			formats = p.formats
		}
		if f := formatOf(formats, text); f != nil {
			text = f.pattern.compiled().ReplaceAllString(text, f.groups)
		}
	}
	return strings.FieldsFunc(text+" "+n.extension, func(r rune) bool { return r < '0' || r > '9' })
}

// Prefixed reports that what is dialled before such a number inside its country was
// written, or need not be.
func (n Number) Prefixed() bool {
	p := plans().main(n.Code)
	if n.abroad || p == nil {
		return true
	}
	if f := formatOf(p.formats, n.National); f == nil || !f.must {
		return true
	}
	_, ok := p.national(digitsAlone(n.written))
	return ok
}

// national takes away what is dialled before a number inside the country, and reports
// whether there was any. What is a number as it stands loses nothing unless it stays one.
func (p *plan) national(number string) (string, bool) {
	if p.trunk == nil || number == "" {
		return number, false
	}
	re := p.trunk.compiled()
	at := re.FindStringSubmatchIndex(number)
	if at == nil {
		return number, false
	}
	rest := number[at[1]:]
	if p.rule != "" && at[len(at)-2] >= 0 {
		rest = re.ReplaceAllString(number, p.rule)
	}
	if p.pattern.matches(number) && !p.pattern.matches(rest) {
		return number, false
	}
	return rest, true
}

// tooLong reports a number longer than any of the region.
func (p *plan) tooLong(number string) bool {
	return !p.local.has(len(number)) && len(number) >= bits.Len32(uint32(p.lengths))
}

// complete reports a number that is not too short, of no length between those of the
// region, and not dialled in its area alone.
func (p *plan) complete(number string) bool {
	return !p.local.has(len(number)) && (p.lengths.has(len(number)) || p.tooLong(number))
}

// country reads the country code at the start of digits, 0 for none.
func (a *atlas) country(number string) (code int, rest string) {
	for n := 1; n <= 3 && n <= len(number) && number[0] != '0'; n++ {
		if code, err := strconv.Atoi(number[:n]); err == nil && a.main(code) != nil {
			return code, number[n:]
		}
	}
	return 0, number
}
