package settle

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// saints are the words before the name of one, and those that tell a saint's day from a place and from somebody who
// is called so; and feasts that people are called, and what tells them.
var saints = sync.OnceValue(func() map[string]lists.Notes { return lists.NotesByLang("saints") })

// feast reports a find that is a feast or the day of a saint, with the word before the name or without: "la
// Saint-Valentin", "happy St. Patrick's Day", "à noël". The language of the message decides, in whatever it is read.
// Whom a frame finds there is called so: "parle à noël".
func feast(r *reading.Reading, s bauta.Span, found []bauta.Span) bool {
	from, to, ok := owned(r, s)
	if !ok {
		return false
	}
	of, at := saints()[base(cmp.Or(r.Doc.Main, r.Doc.Lang))], from
	if from == to && strings.Contains(of[r.Norm(from)], "feast") {
		framed := func(f bauta.Span) bool { return f.Source == frame.Source && f.Start == s.Start }
		return !fellow(r, to+2) && told(r, of, "time", from, to) && !slices.ContainsFunc(found, framed)
	}
	if head, _, _ := strings.Cut(r.Norm(from), "-"); of[head] != "saint" {
		if at--; at > 0 && r.Surface(at) == "." {
			at--
		}
		if at < 0 || of[r.Norm(at)] != "saint" {
			return false
		}
	}
	return told(r, of, "before", at, to)
}

// told reports what tells a feast before a word or behind another.
func told(r *reading.Reading, of lists.Notes, how string, from, to int) bool {
	var around [4]string
	for k, i := range [...]int{from - 2, from - 1, to + 1, to + 2} {
		if r.IsWord(i) {
			around[k] = r.Norm(i)
		}
	}
	before, behind := around[1], around[2]
	if how == "before" && strings.Contains(of[before], "of") {
		before = around[0]
	}
	return strings.Contains(of[before], how) || strings.Contains(of[behind]+of[behind+" "+around[3]], "behind")
}

// fellow reports a word, behind the one that joins it, that is a first name and nothing else: "pour noël et kevin".
func fellow(r *reading.Reading, i int) bool {
	w := r.Word(i)
	return r.IsWord(i-1) && w.Is(lexicon.FirstName) && !w.Common
}

// owned gives the first and the last token of a find, also of one without the genitive behind it: St Patrick's Day.
func owned(r *reading.Reading, s bauta.Span) (from, to int, ok bool) {
	if from, to, ok = r.At(s.Start, s.End); ok {
		return from, to, ok
	}
	word, _, _ := strings.Cut(r.Doc.Text[s.Start:], " ")
	if reading.Owner(word) != r.Doc.Text[s.Start:s.End] {
		return 0, 0, false
	}
	return r.At(s.Start, s.Start+len(word))
}
