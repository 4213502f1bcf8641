package formats

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// people are those who write in a chat, and places of its header, by the beginning of what
// they are called.
type people map[string][]called

type called struct {
	name  string
	place bool
	plain bool // a word as any other: it is somebody where the text marks it as such
}

// The bounds of what is remembered: how many beginnings of how many bytes, with how many
// people each.
const (
	maxBegins = 20_000
	begin     = 4
	maxAlike  = 200
)

// add remembers somebody whose name could not be found as a name: of several words, or
// with signs in it. Others are found by the detectors once they have seen the field, if
// they are names; of all (Doudou) it is known where a text marks them as who speaks.
func (p people) add(name string) {
	p.remember(called{name: name, plain: !peculiar(name)})
	for _, other := range append(requoted(name), parted(name)...) {
		p.remember(called{name: other})
	}
	word := name[:wordEnd(name)]
	p.under(at(word), called{name: word})
	if number := numbered(name); number != "" {
		p.under(number, called{name: name})
	}
}

// at is under what somebody is remembered whom a text speaks to as @word.
func at(word string) string { return "@\x00" + strings.ToLower(word) }

// wordEnd is where the first word ends: letters, digits and what handles have between them.
func wordEnd(s string) int {
	end := 0
	for i, r := range s {
		if !wordly(r) && !unicode.IsMark(r) && !strings.ContainsRune("_.-'’", r) {
			break
		}
		if i += utf8.RuneLen(r); wordly(r) || unicode.IsMark(r) {
			end = i
		}
	}
	return end
}

// mention is how long the name is that a text speaks to behind the sign at a byte; 0 for
// none, and for an address.
func (p people) mention(said string, sign int) int {
	before, _ := utf8.DecodeLastRuneInString(said[:sign])
	behind := said[sign+1:]
	if wordly(before) {
		return 0
	}
	longest := 0
	for n := min(begin, len(behind)); n > 0; n-- {
		for _, who := range p[behind[:n]] {
			if strings.HasPrefix(behind, who.name) && !who.place && apart(behind, 0, len(who.name)) {
				longest = max(longest, len(who.name))
			}
		}
	}
	if word := wordEnd(behind); word > longest && len(p[at(behind[:word])]) > 0 {
		longest = word
	}
	return longest
}

// place remembers what a header says to be a place, each part of it (Lodève, Hérault) that
// is written as a name: who writes nothing but that gives a detector nothing to go by.
func (p people) place(said string) {
	for part := range strings.FieldsFuncSeq(said, func(r rune) bool { return strings.ContainsRune(",;/()\n", r) }) {
		part = strings.TrimSpace(part)
		if first, _ := utf8.DecodeRuneInString(part); unicode.IsLetter(first) && !unicode.IsLower(first) {
			p.remember(called{name: part, place: true})
		}
	}
}

func (p people) remember(who called) {
	if who.name == "" {
		return
	}
	p.under(who.name[:min(begin, len(who.name))], who) // a shorter one is somebody where it stands alone
}

// under remembers somebody by what a text has where it may name them.
func (p people) under(starts string, who called) {
	of := p[starts]
	if who.name == "" || slices.Contains(of, who) {
		return
	}
	if len(of) < maxAlike && (len(p) < maxBegins || of != nil) {
		p[starts] = append(of, who)
	}
}

// join remembers whom another file has.
func (p people) join(other people) {
	for starts, all := range other {
		for _, who := range all {
			p.under(starts, who)
		}
	}
}

// whole reports a text that is nothing but what somebody is called.
func (p people) whole(said string) bool {
	of := p[said[:min(begin, len(said))]]
	return slices.ContainsFunc(of, func(who called) bool { return who.name == said && !who.place })
}

// stops makes a full stop a part of the last name of a line where somebody of the file is called so.
func (p people) stops(said string, known []Range) {
	if len(known) == 0 {
		return
	}
	last := &known[len(known)-1]
	if strings.HasPrefix(said[last.End:], ".") && p.whole(said[last.Start:last.End+1]) {
		last.End++
	}
}

// peculiar reports a name that no text holds by chance.
func peculiar(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}

// named finds them in a text, in full: a contact's name may be no name (Maman ❤️).
func (p people) named(said string) []Range {
	var out []Range
	if len(p) == 0 {
		return nil
	}
	for at := 0; at < len(said); {
		if said[at] == '@' {
			if n := p.mention(said, at); n > 0 {
				out = append(out, Range{Start: at + 1, End: at + 1 + n})
				at += n
			}
			at++
			continue
		}
		if at+begin > len(said) {
			at++
			continue
		}
		mixed := p.beforeScript(said, at)
		best := called{}
		for _, n := range p[said[at:at+begin]] {
			to := at + len(n.name)
			if to > at+len(best.name) && strings.HasPrefix(said[at:], n.name) && apart(said, at, to) &&
				(!n.plain || marked(said[:at], said[to:])) {
				best = n
			}
		}
		n := len(best.name)
		switch {
		case n < mixed:
			n = mixed
			out = append(out, Range{Start: at, End: at + n})
		case n > 0:
			out = append(out, p.each(at, best)...)
		}
		at += max(1, n)
	}
	return out
}

// behindName is what stands behind a name that a program wrote: the end of an element or of
// an attribute, an address.
var behindName = WhenAsked(`^(?:</|"|\s?<[^<>\s@]{1,64}@)`)

// marked reports that what stands around a word says that it is who speaks or is spoken to,
// as programs write it: <at>Doudou</at>, authorname="Doudou", Doudou <d@example.com>, a line
// that begins with Doudou: or [4 July] Doudou:.
func marked(before, behind string) bool {
	if strings.HasPrefix(behind, ":") {
		start := strings.TrimRight(before, " ")
		return start == "" || strings.HasSuffix(start, "]") || strings.HasSuffix(start, "\n")
	}
	m := behindName().FindString(behind)
	switch m {
	case "":
		return false
	case "</":
		return strings.HasSuffix(before, ">")
	case `"`:
		return strings.HasSuffix(before, `="`)
	}
	return true
}

// apart reports a stretch that no letter or digit goes on with on either side.
func apart(s string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	behind, _ := utf8.DecodeRuneInString(s[to:])
	first, _ := utf8.DecodeRuneInString(s[from:])
	last, _ := utf8.DecodeLastRuneInString(s[:to])
	return !joined(before, first) && !joined(last, behind)
}

// joined reports two letters of one word: languages without blanks change scripts between words.
func joined(a, b rune) bool {
	if !wordly(a) || !wordly(b) {
		return false
	}
	change := unicode.In(a, unblanked...) || unicode.In(b, unblanked...)
	return !change || sameScript(a, b) || lengthens(a) || lengthens(b)
}

// unblanked are scripts of languages without blanks between words.
var unblanked = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao}

// lengthens reports a letter of no script, as the one that lengthens vowels is in Japanese.
func lengthens(r rune) bool { return unicode.IsLetter(r) && unicode.Is(unicode.Common, r) }

// sameScript reports two letters of one such script.
func sameScript(a, b rune) bool {
	return slices.ContainsFunc(unblanked, func(of *unicode.RangeTable) bool {
		return unicode.Is(of, a) && unicode.Is(of, b)
	})
}

func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

var (
	// mapLink is a link to a place on a map.
	mapLink = WhenAsked(`https?://(?:maps\.google\.[a-z.]+|(?:www\.)?google\.[a-z.]+/maps|maps\.apple\.com|` +
		`goo\.gl/maps|maps\.app\.goo\.gl|(?:www\.)?openstreetmap\.org)[^\s<>"]*`)
	// camera is a file as telephones and messengers call what they take: a date and a
	// number.
	camera = WhenAsked(`(?i)^(?:\d{8}-(?:PHOTO|VIDEO|AUDIO|STICKER|GIF)-[\d-]+|` +
		`(?:IMG|VID|AUD|PTT|STK|DOC|VN)-\d{8}-WA\d+|(?:photo|video|audio|sticker|voice)_\d+@[\d_-]+)` +
		`(?: \(\d+\))?\.\w{2,5}$`)
)

// point takes the names of files and places on maps out of a text. Each of files finds the
// name of a file in one of its groups.
func point(s *Slot, files ...*regexp.Regexp) {
	var cuts [][2]int
	for _, file := range files {
		for _, m := range file.FindAllStringSubmatchIndex(s.Value, -1) {
			for g := 2; g+1 < len(m); g += 2 {
				if m[g] >= 0 {
					cuts = append(cuts, [2]int{m[g], m[g+1]})
				}
			}
		}
	}
	for _, m := range mapLink().FindAllStringIndex(s.Value, -1) {
		cuts = append(cuts, [2]int{m[0], m[1]})
	}
	slices.SortFunc(cuts, func(a, b [2]int) int { return a[0] - b[0] })
	value := s.Value
	s.refer(cuts, func(from, to int) Ref { return Ref{After: pointed(value[from:to])} })
}

// pointed is what stands for a link to a map, or for a file: its kind. What has more than a link is the name of a file.
func pointed(what string) string {
	if link := mapLink().FindString(what); link != "" && link == what {
		host, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(what, "https://"), "http://"), "/")
		return "https://" + host + "/"
	}
	return pointedFile(what)
}

// ending is that of a file's name.
var ending = WhenAsked(`\.[a-zA-Z0-9]{2,5}$`)

// pointedFile is what stands for the name of a file: that of what a telephone took as it
// is, of others the kind.
func pointedFile(name string) string {
	switch base := path.Base(name); {
	case name == "" || strings.HasPrefix(name, "(File not included"):
		return name
	case camera().MatchString(base):
		return base
	case ending().MatchString(base):
		return "file" + strings.ToLower(ending().FindString(base))
	}
	return "file"
}
