package pattern

import (
	"strings"

	"github.com/bauta/bauta"
)

// streetMasks and zipMasks are what an earlier run wrote in the place of an address and of
// a postal code. A town beside them is one as it was beside what they stand for, so that a
// second run finds the places that the first one found. ADDRESS alone is none: forms have
// it above a name, which would be a place and, where places stay, stay.
var (
	streetMasks = []string{"[StreetAddress]", "[_address_]"}
	zipMasks    = []string{string(bauta.ZipCode), "NNNN"}
)

// maskedStreets gives where each masked address ends.
func (sc *scan) maskedStreets() (ends []int) {
	for _, mask := range streetMasks {
		for at := 0; ; {
			i := strings.Index(sc.s[at:], mask)
			if i < 0 {
				break
			}
			at += i + len(mask)
			ends = append(ends, at)
		}
	}
	return ends
}

// maskedZip returns the last word of a masked postal code that begins with word w, -1 for none.
func (sc *scan) maskedZip(w int) int {
	start := int(sc.words[w].start)
	for _, mask := range zipMasks {
		if !strings.HasPrefix(sc.s[start:], mask) {
			continue
		}
		last := w
		for sc.within(last+1) && int(sc.words[last+1].start) < start+len(mask) {
			last++
		}
		if mask != "NNNN" && int(sc.words[last].end) == start+len(mask) || strings.Trim(sc.text(last), "N") == "" {
			return last
		}
	}
	return -1
}
