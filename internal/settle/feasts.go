package settle

import (
	"cmp"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// saints are the words before the name of one, and those that tell a saint's day from a place and from somebody who
// is called so: in Spanish and Italian there are none.
var saints = sync.OnceValue(func() map[string]lists.Notes { return lists.NotesByLang("saints") })

// feast reports a find that is the day of a saint, with the word before the name or without: "la Saint-Valentin",
// "happy St. Patrick's Day". The language of the message decides, in whatever it is read.
func feast(r *reading.Reading, from, to int) bool {
	of := saints()[base(cmp.Or(r.Doc.Main, r.Doc.Lang))]
	at := from
	if head, _, _ := strings.Cut(r.Norm(from), "-"); of[head] != "saint" {
		if at--; at > 0 && r.Surface(at) == "." {
			at--
		}
		if at < 0 || of[r.Norm(at)] != "saint" {
			return false
		}
	}
	return at > 0 && of[r.Norm(at-1)] == "before" || r.IsWord(to+1) && of[r.Norm(to+1)] == "behind"
}
