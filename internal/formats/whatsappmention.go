package formats

import "strings"

// waNumber is a number that a text speaks to, as WhatsApp writes who is no contact.
var waNumber = WhenAsked(`@(\d{7,15})\b`)

// waTilde is whom a text speaks to by what he calls himself, where the marks around it were lost: up to a blank.
var waTilde = WhenAsked(`@~[\x{a0}\x{202f}]?(\pL[\pL\p{M}\d_'’.-]{0,60})`)

// tildes are those of a text; a full stop ends a sentence.
func tildes(said string) (out []Range) {
	for _, m := range waTilde().FindAllStringSubmatchIndex(said, -1) {
		out = append(out, Range{Start: m[2], End: m[2] + len(strings.TrimRight(said[m[2]:m[3]], ".-'’"))})
	}
	return out
}

// numbered is under what somebody is remembered who is called by a number.
func numbered(name string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, name)
	if len(digits) < 7 || strings.Trim(name, "0123456789+()-. \u00a0\u202f\u2011") != "" {
		return ""
	}
	return "#\x00" + digits
}

// numbers writes the numbers that a text speaks to as who writes is called (+33 6 44 55 66 77), since they are
// one person; what of them stays comes out as it was.
func (s *Slot) numbers(met people) {
	var pairs, back []string
	for _, m := range waNumber().FindAllStringSubmatch(s.Value, -1) {
		if of := met[numbered(m[1])]; len(of) > 0 {
			pairs = append(pairs, m[0], "@"+of[0].name)
			back = append(back, "@"+of[0].name, m[0])
		}
	}
	if pairs == nil {
		return
	}
	s.Value = strings.NewReplacer(pairs...).Replace(s.Value)
	s.Quote = func(v string) []byte { return []byte(strings.NewReplacer(back...).Replace(v)) }
	s.Always = true
}

// isolates takes the marks around whom a text speaks to out of it: they stay where they are.
func (s *Slot) isolates() {
	var cuts [][2]int
	for _, m := range waMention().FindAllStringSubmatchIndex(s.Value, -1) {
		cuts = append(cuts, [2]int{m[0] + 1, m[2]}, [2]int{m[3], m[1]})
	}
	value, had := s.Value, len(s.Refs)
	s.refer(cuts, func(from, to int) Ref { return Ref{After: value[from:to]} })
	for i, ref := range s.Refs[had:] {
		longer := len(ref.Mark) - (cuts[i][1] - cuts[i][0])
		at := cuts[i][0]
		for _, before := range s.Refs[had : had+i] {
			at += len(before.Mark) - len(before.After)
		}
		for k := range s.Known {
			if s.Known[k].Start >= at {
				s.Known[k].Start += longer
			}
			if s.Known[k].End > at {
				s.Known[k].End += longer
			}
		}
	}
}
