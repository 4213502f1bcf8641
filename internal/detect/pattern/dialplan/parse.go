package dialplan

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// longest is how much of a text Parse reads, in bytes.
const longest = 250

// Parse reads a number as it is written in a region ("06 12 34 56 78", "FR") or, with "+" before
// it, anywhere; region is "ZZ" where none is known. ok is false for what is no number at all:
// whether there can be such a number, its methods say.
func Parse(text, region string) (n Number, ok bool) {
	if text == "" || len(text) > longest {
		return Number{}, false
	}
	all := plans()
	here := all.of(region)
	number := strings.TrimLeftFunc(text, func(r rune) bool { return r != '+' && (r < '0' || r > '9') })
	if at := written().second.FindStringIndex(number); at != nil {
		number = number[:at[0]]
	}
	if number = viable(number); number == "" || here == nil && !strings.Contains(number, "+") {
		return Number{}, false
	}
	n.written = text
	number, n.extension = split(number)
	rest, ok := n.countryOf(all, here, number)
	if !ok {
		return Number{}, false
	}
	plan := all.main(n.Code)
	if n.Code == 0 {
		rest, plan = digits(number), here
		if here != nil {
			n.Code = here.code
		}
	}
	if plan != nil && len(rest) >= fewest {
		if short, _ := plan.national(rest); plan.complete(short) {
			rest = short
		}
	}
	n.National = rest
	return n, len(rest) >= fewest && len(rest) <= most
}

// countryOf reads the country code, where one is written, and gives the digits behind it.
// ok is false where one is announced and there is none.
func (n *Number) countryOf(all *atlas, here *plan, number string) (rest string, ok bool) {
	international := strings.HasPrefix(number, "+")
	rest = digits(number)
	if !international {
		rest, international = here.abroadTo(rest)
	}
	if international {
		if len(rest) <= fewest {
			return "", false
		}
		n.abroad = true
		if n.Code, rest = all.country(rest); n.Code != 0 {
			return rest, true
		}
		at := strings.IndexByte(number, '+')
		if at < 0 {
			return "", false
		}
		// "+00 33": a plus before what is dialled to get abroad.
		rest, ok = n.countryOf(all, here, strings.TrimLeft(number[at:], "+"))
		return rest, ok && n.Code != 0
	}
	n.abroad = false
	if here != nil {
		if short, ok := here.unsigned(rest); ok {
			n.Code, n.abroad = here.code, true
			return short, true
		}
	}
	return rest, true
}

// abroadTo takes away what is dialled to get out of the region.
func (p *plan) abroadTo(number string) (string, bool) {
	if p == nil || p.idd == nil {
		return number, false
	}
	at := p.idd.compiled().FindStringIndex(number)
	if at == nil || strings.HasPrefix(number[at[1]:], "0") {
		return number, false
	}
	return number[at[1]:], true
}

// unsigned reads the region's own country code without its plus: digits that are a number
// only behind it, or too long with it.
func (p *plan) unsigned(number string) (string, bool) {
	rest, ok := strings.CutPrefix(number, strconv.Itoa(p.code))
	if !ok {
		return "", false
	}
	rest, _ = p.national(rest)
	return rest, !p.pattern.matches(number) && p.pattern.matches(rest) || p.tooLong(number)
}

// marks may stand between the digits of a number.
const marks = `-x\x{2010}-\x{2015}\x{2212}\x{30fc}\x{ff0d}-\x{ff0f} \x{a0}\x{ad}\x{200b}\x{2060}\x{3000}()` +
	`\x{ff08}\x{ff09}\x{ff3b}\x{ff3d}.\[\]/~\x{2053}\x{223c}\x{ff5e}*`

// expressions of the form of a number.
type forms struct{ number, extension, second *regexp.Regexp }

var written = sync.OnceValue(func() forms {
	const (
		between   = `[:.]?[ \x{a0}\t,-]*`
		label     = `e?xt(?:ensi[oó])?n?`
		labelled  = `[ \x{a0}\t,]*(?:` + label + between + `(\d{1,20})|(?:[x#~]|int)` + between + `(\d{1,9}))#?`
		extension = labelled + `|[- ]+(\d{1,6})#`
		digits    = `\+*(?:[` + marks + `]*\d){3,}[` + marks + `a-z\d]*`
	)
	return forms{
		number:    regexp.MustCompile(`(?i)^(?:\d\d|` + digits + `(?:` + extension + `)?)$`),
		extension: regexp.MustCompile(`(?i)(?:` + extension + `)$`),
		second:    regexp.MustCompile(`[\\/] *x`), // "530-583-6985 x302/x2303": the extension of a second number
	}
})

// viable gives back what has the form of a number; digits alone have, where there are two.
func viable(text string) string {
	if d := strings.TrimPrefix(text, "+"); len(d) > fewest && allDigits(d) || written().number.MatchString(text) {
		return text
	}
	return ""
}

// split takes the extension away, where the rest has the form of a number.
func split(number string) (rest, extension string) {
	if allDigits(strings.TrimPrefix(number, "+")) {
		return number, ""
	}
	at := written().extension.FindStringSubmatchIndex(number)
	if at == nil || viable(number[:at[0]]) == "" {
		return number, ""
	}
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 {
			extension += number[at[i]:at[i+1]]
		}
	}
	return number[:at[0]], extension
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// keys are the digits on which the letters stand.
const keys = "22233344455566677778889999"

// digits keeps the digits; three letters and more are read as the keys they stand on.
func digits(text string) string {
	if allDigits(text) {
		return text
	}
	letters := 0
	onKeys := strings.Map(func(r rune) rune {
		switch lower := r | 0x20; {
		case r >= '0' && r <= '9':
			return r
		case r < 0x80 && lower >= 'a' && lower <= 'z':
			letters++
			return rune(keys[lower-'a'])
		}
		return -1
	}, text)
	if letters >= 3 {
		return onKeys
	}
	return digitsAlone(text)
}

// digitsAlone keeps the digits and nothing else.
func digitsAlone(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}
