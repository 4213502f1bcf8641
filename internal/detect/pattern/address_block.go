package pattern

import (
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// An address goes on: a number before the street, the flat behind it, the town, the
// postal code and the country behind commas or on lines of their own. What of that has
// no form of its own is found here, at the end of the text, beside the addresses that
// have one.

// countries are names of countries, folded; provinces the codes of states.
var (
	countries = lists.In("countries")
	provinces = lists.In("province-codes")
)

// Bounds of what goes on behind an address.
const (
	mostParts   = 5 // town, state, code, country, code
	longestTown = 4 // words
	longestGap  = 16
)

// addressPart is a piece of an address behind its street.
type addressPart struct {
	first, last int // words
	label       bauta.Label
	tells       bool // it says that this is an address, not a sentence that goes on
	small       bool // in small letters: alone it tells nothing
}

// findBlocks reads on from each address that was found.
func findBlocks(sc *scan, r *compiled, _, _ int) {
	streets := sc.labelled(bauta.Address)
	var masked []int
	if r.label != bauta.Address {
		masked = sc.maskedStreets()
	}
	if len(streets)+len(masked) == 0 {
		return
	}
	phones := sc.labelled(bauta.Phone)
	for _, end := range masked {
		sc.addBehind(r, end, phones)
	}
	for i, f := range streets {
		w := sc.wordAt(f.start)
		if r.label == bauta.Address {
			if f.rule.kind == "address-inside" && (i == 0 || !touches(sc.s, streets[i-1].end, f.start)) {
				w = sc.beforeFlat(r, w)
			}
			sc.numberInFront(r, w, f.end)
			continue
		}
		if i+1 < len(streets) && touches(sc.s, f.end, streets[i+1].start) {
			continue // the flat behind it goes on
		}
		sc.addBehind(r, f.end, phones)
	}
}

// addBehind adds the parts of one type behind the address that ends at byte end.
func (sc *scan) addBehind(r *compiled, end int, phones []find) {
	for _, p := range sc.partsBehind(end, phones) {
		if p.label == r.label && sc.maskedZip(p.first) < 0 {
			sc.add(r, int(sc.words[p.first].start), int(sc.words[p.last].end), 0.7, r.kind)
		}
	}
}

// labelled are the finds of a type so far, in order.
func (sc *scan) labelled(label bauta.Label) []find {
	var out []find
	for _, f := range sc.found {
		if f.rule.label == label {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b find) int { return a.start - b.start })
	return out
}

// wordAt is the first word that ends behind byte at.
func (sc *scan) wordAt(at int) int {
	w, _ := slices.BinarySearchFunc(sc.words, int32(at), func(x word, at int32) int {
		if x.end <= at {
			return -1
		}
		return 1
	})
	return w
}

// touches reports that only what parts the lines of an address stands between two bytes.
func touches(s string, from, to int) bool {
	return from > to || to-from <= longestGap &&
		!strings.ContainsFunc(s[from:to], func(r rune) bool { return !strings.ContainsRune(" ,;\t\r\n?|·•-", r) })
}

// beforeFlat finds the street that stands before a flat, whatever its name: a name in
// capitals and a number, in either order. It returns its first word, flat for none.
func (sc *scan) beforeFlat(r *compiled, flat int) int {
	last := flat - 1
	if last < 1 || !touches(sc.s, int(sc.words[last].end), int(sc.words[flat].start)) {
		return flat
	}
	first := last
	if sc.numeric(last) {
		first = last - 1
	}
	if !sc.upper(first) {
		return flat
	}
	for first > 0 && first > last-longestTown && sc.roadGapOf(first-1, first) && sc.upper(first-1) {
		first--
	}
	if !sc.numeric(last) {
		if first == 0 || !sc.numeric(first-1) || !sc.roadGapOf(first-1, first) || sc.size(first-1) > 5 {
			return flat
		}
		first--
	}
	if sc.numeric(last) && !sc.houseAt(last) {
		return flat
	}
	sc.add(r, int(sc.words[first].start), int(sc.words[last].end), 0.6, r.kind)
	return first
}

// numberInFront finds the number right before an address that begins with word w, of a
// house or a box, and what part of a building the number is with which it begins ("Unit
// 9, Mill House"). The address ends at byte end.
func (sc *scan) numberInFront(r *compiled, w, end int) {
	if w >= len(sc.words) {
		return
	}
	if part := sc.partOf(w); part >= 0 {
		sc.add(r, int(sc.words[part].start), end, 0.6, r.kind) // "Unit 9" alone is what a run may write
		return
	}
	v := w - 1
	if v < 0 || sc.between(v, w) != " " {
		return
	}
	if !sc.figures(v) || sc.size(v) > 6 || year(sc.text(v)) {
		return
	}
	x := sc.words[v]
	if !sc.decimal(int(x.start), int(x.end)) {
		sc.add(r, int(x.start), int(x.end), 0.6, r.kind)
	}
}

// partOf returns the word for a part of a building before the number w, or before a number
// and a comma that stand before word w; -1 for none.
func (sc *scan) partOf(w int) int {
	if w > 0 && !sc.tagged(w-1, tagPart) && strings.HasPrefix(sc.between(w-1, w), ",") {
		w--
	}
	if w > 0 && sc.numeric(w) && sc.between(w-1, w) == " " && sc.tagged(w-1, tagPart) {
		return w - 1
	}
	return -1
}

// partsBehind are the town, code, state and country behind the address that ends at
// byte end, as far as one of them tells that it is an address, and no telephone follows.
func (sc *scan) partsBehind(end int, phones []find) []addressPart {
	var parts []addressPart
	sure := 0
	w := sc.wordAt(end)
	for len(parts) < mostParts && sc.within(w) && touches(sc.s, end, int(sc.words[w].start)) {
		gap := sc.s[end:sc.words[w].start]
		p, ok := sc.partAt(w, strings.Contains(gap, "\n"))
		if n := len(parts); !ok && n > 0 && parts[n-1].label == bauta.ZipCode && gap == " " && sc.smallTown(w) {
			p, ok = addressPart{first: w, last: w, label: bauta.Location, small: true}, true // "1050 ixelles"
		}
		if gap == "" || !ok || within(phones, int(sc.words[w].start)) {
			break
		}
		if n := len(parts); n > 0 && parts[n-1].label == bauta.ZipCode && gap == " " {
			p.tells = !notTowns[sc.plain(w)] // the town behind its code
		}
		parts = append(parts, p)
		if p.tells {
			sure = len(parts)
		}
		w, end = p.last+1, int(sc.words[p.last].end)
		if rest := sc.s[end:]; strings.HasPrefix(rest, " (") { // "Congo (Kinshasa)"
			if n := strings.IndexByte(rest[:min(len(rest), 2*longestGap)], ')'); n > 0 {
				end += n + 1
				w = sc.wordAt(end)
			}
		}
	}
	return parts[:sure]
}

// within reports that byte at is inside one of finds that are in order.
func within(finds []find, at int) bool {
	i, _ := slices.BinarySearchFunc(finds, at, func(f find, at int) int { return f.end - at - 1 })
	return i < len(finds) && finds[i].start <= at
}

// partAt reads the piece of an address that begins with word w; newLine says that a line
// begins there.
func (sc *scan) partAt(w int, newLine bool) (addressPart, bool) {
	if last := max(sc.postcode(w), sc.codeOfProvince(w), sc.maskedZip(w)); last >= 0 {
		return addressPart{w, last, bauta.ZipCode, true, false}, true
	}
	if last := sc.country(w); last >= 0 {
		return addressPart{w, last, bauta.Location, true, false}, true
	}
	if sc.provinceCode(w) {
		return addressPart{w, w, bauta.Location, true, false}, true
	}
	word := sc.tagged(w, tagStop|tagMonth) && sc.words[w].has&hasLower != 0
	if !sc.upper(w) || word || sc.words[w].has&hasDigit != 0 { // no town has a figure
		return addressPart{}, false
	}
	last := sc.town(w, newLine)
	return addressPart{w, last, bauta.Location, newLine && sc.lineEnds(last), false}, true
}

// town returns the last word of the name of a town that begins with word w: in capitals,
// with links inside, on a line of its own with any short words.
func (sc *scan) town(w int, newLine bool) int {
	last := w
	for v := w + 1; v < min(len(sc.words), w+longestTown) && sc.roadGapOf(v-1, v) && !sc.numeric(v); v++ {
		small := sc.tagged(v, tagLink) || newLine && sc.size(v) <= 4
		if !sc.upper(v) && !small || sc.country(v) >= 0 || sc.provinceCode(v) {
			break
		}
		if sc.upper(v) {
			last = v
		}
	}
	return last
}

// codeOfProvince returns w if it is four digits behind the code of a state, which are no
// year ("NSW 2000"), -1 for none.
func (sc *scan) codeOfProvince(w int) int {
	if w > 0 && provinces[sc.text(w-1)] && sc.figures(w) && sc.size(w) == 4 {
		return w
	}
	return -1
}

// lineEnds reports that nothing but a sign stands behind word w on its line.
func (sc *scan) lineEnds(w int) bool {
	rest, _, _ := strings.Cut(sc.s[sc.words[w].end:], "\n")
	return strings.Trim(rest, " ,.\r\t") == ""
}

// postcode returns the last word of the postal code that begins with word w, -1 for
// none: four to six digits, with as many behind a blank or a hyphen as make it one.
func (sc *scan) postcode(w int) int {
	if !sc.within(w) || !sc.figures(w) || amountAfter(sc.s, int(sc.words[w].end)) {
		return -1
	}
	n := sc.size(w)
	if sc.within(w+1) && sc.figures(w+1) && inTwo(n, sc.between(w, w+1), sc.size(w+1)) {
		return w + 1
	}
	if n < 4 || n > 6 || n == 4 && year(sc.text(w)) {
		return -1
	}
	return w
}

// inTwo reports how postal codes are written in two: 752 63, 80-134, 4710-057, 62704-1234.
func inTwo(n int, gap string, m int) bool {
	switch {
	case gap == " ":
		return n == 3 && m == 2
	case gap != "-":
		return false
	}
	return (n == 2 || n == 4) && m == 3 || n == 5 && m <= 4
}

// country returns the last word of the name of a country that begins with word w, -1
// for none.
func (sc *scan) country(w int) int {
	if !sc.within(w) || !sc.upper(w) {
		return -1
	}
	name, found := sc.plain(w), -1
	for v := w; ; v++ {
		if countries[name] {
			found = v
		}
		if v+1 >= min(len(sc.words), w+longestTown) || len(sc.between(v, v+1)) > 2 || sc.between(v, v+1) == "\n" {
			return found
		}
		name += " " + sc.plain(v+1)
	}
}

// provinceCode reports the code of a state, alone or with a postal code behind it; in
// small letters with a code alone.
func (sc *scan) provinceCode(w int) bool {
	if !sc.within(w) || !provinces[strings.ToUpper(sc.text(w))] {
		return false
	}
	coded := sc.within(w+1) && len(sc.between(w, w+1)) <= 2 && max(sc.postcode(w+1), sc.codeOfProvince(w+1)) >= 0
	if sc.words[w].has&hasLower != 0 {
		return coded && w > 0 && strings.Contains(sc.between(w-1, w), ",")
	}
	return coded || (sc.lineEnds(w) || strings.HasPrefix(sc.s[sc.words[w].end:], ","))
}
