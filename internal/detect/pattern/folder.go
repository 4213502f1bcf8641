package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// serviceUsers are users of machines that are nobody.
var serviceUsers = lists.In("service-users")

// findFolder reads the user's name in the path of their folder: /home/lea/notes,
// C:\Users\lea\Desktop. In the path of an address on the web such names are those of pages.
func findFolder(sc *scan, r *compiled, at, w int) {
	s := sc.s
	if !sc.tagged(w, tagFolder) || !sc.is(w, "home", "users") || !sc.topFolder(at, w) {
		return
	}
	start := int(sc.words[w].end) + 1
	end := start
	for end < len(s) && end-start < longestHandle && (alnum(s[end]) || strings.IndexByte("._-", s[end]) >= 0) {
		end++
	}
	if end-start < 2 || end >= len(s) || s[end] != s[start-1] {
		return
	}
	if name := s[start:end]; serviceUsers[strings.ToLower(name)] || !hasLetter(name) {
		return
	}
	sc.add(r, start, end, 0.8, "account")
}

// topFolder reports the folder of word w right below the root of a disk or a machine, as
// systems write it.
func (sc *scan) topFolder(at, w int) bool {
	s, behind := sc.s, int(sc.words[w].end)
	if at == 0 || behind >= len(s) || s[at-1] != s[behind] {
		return false
	}
	disk := at > 1 && s[at-2] == ':'
	switch s[behind] {
	case '\\':
		return disk || strings.HasSuffix(s[:at], `:\\`)
	case '/':
		known := sc.text(w) == "home" || sc.text(w) == "Users"
		return known && (at == 1 || disk || !alnum(s[at-2]) && strings.IndexByte("./-_", s[at-2]) < 0)
	}
	return false
}
