package lexical

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/variant"
	"github.com/bauta/bauta/internal/reading"
)

// side is what the lists say of a unit: Seek&Hide's label, table 1.
type side uint8

const (
	skip    side = iota // nothing to look up
	anti                // only in anti-dictionaries
	dict                // only in dictionaries
	both                // in both: ambiguous
	unknown             // in neither
	guess               // an anti-dictionary word, but only by a bold variant
	sides
)

var sideNames = [sides]string{"skip", "anti", "dict", "both", "unknown", "guess"}

// unit is a stretch of a token that is read as one word: mostly the token
// itself, else what stays of it without clitic, or a part of a compound or
// hashtag.
type unit struct {
	start, end int    // bytes of the text
	norm       string // folded
	spelt      string // as its letters are judged: without repeated letters
	surface    string
	tok        int // index of its token
	side       side
	entry      lexicon.Entry
	heuristic  variant.Heuristic
	prior      float64 // log-odds of the known word it was read as; see Model
	inside     bool    // of a hashtag or a compound
	glued      bool    // touches the unit before it but for a hyphen
}

// sight is a document as the dictionaries see it. It is read-only.
type sight struct {
	units []unit
	whole func() *message // with what features need to know of all units
}

// sightKey is under which a document keeps the sight of a detector.
type sightKey struct{ by *Detector }

// see reads all tokens of a document.
func (f *Detector) see(d *bauta.Doc) *sight {
	s, _ := d.Once(sightKey{f}, func() any {
		units := f.units(d)
		return &sight{units, sync.OnceValue(func() *message { return f.survey(d, units) })}
	}).(*sight)
	return s
}

// units reads all tokens of a document.
func (f *Detector) units(d *bauta.Doc) []unit {
	r := reading.In(d, f.lex, f.lang)
	out := make([]unit, 0, len(d.Tokens))
	for i, t := range d.Tokens {
		switch t.Kind {
		case bauta.Word:
			out = f.token(r, out, i)
		case bauta.Tag:
			out = f.hashtag(d, out, i, t)
		}
	}
	return out
}

// token reads one word, whole if the lexicon knows it, else without its clitic
// and in the parts between its hyphens.
func (f *Detector) token(r *reading.Reading, buf []unit, i int) []unit {
	t, w := r.Doc.Tokens[i], r.Word(i)
	exact := w.Is(lexicon.Dictionary | lexicon.AntiDictionary)
	as, parts := write(r.Surface(i), t.Norm)
	if exact || !parts {
		whole := unit{start: t.Start, end: t.End, norm: t.Norm, surface: r.Surface(i), tok: i}
		f.read(&whole, w.Entry, w.Known)
		return append(buf, whole)
	}
	from, to := clitics(t.Norm)
	first := true
	for from < to {
		end := to
		if h := strings.IndexByte(t.Norm[from:to], '-'); h >= 0 {
			end = from + h
		}
		if end > from {
			u := unit{
				start: t.Start + as.from(from), end: t.Start + as.to(end, t.End-t.Start),
				norm: t.Norm[from:end], tok: i, inside: true, glued: !first,
			}
			u.surface = r.Doc.Surface(u.start, u.end)
			e, known := f.lex.Look(u.norm, f.lang)
			f.read(&u, e, known)
			buf = append(buf, u)
			first = false
		}
		from = end + 1
	}
	return buf
}

// clitics gives the range of a folded word without what is elided before it
// ("d'alice", "qu'elle", "jusqu'a") and without an English genitive.
func clitics(norm string) (from, to int) {
	to = len(norm)
	if strings.HasSuffix(norm, "'s") {
		to -= 2
	}
	for {
		i := strings.IndexByte(norm[from:to], '\'')
		if i < 0 || i > 7 || from+i+1 >= to {
			return from, to
		}
		from += i + 1
	}
}

// hashtag reads the words of a tag, and only those that a dictionary of names knows:
// "#AnnivCamille".
func (f *Detector) hashtag(d *bauta.Doc, buf []unit, i int, t bauta.Token) []unit {
	s := d.Surface(t.Start, t.End)
	for from, to := range reading.InTag(s) {
		u := unit{
			start: t.Start + from, end: t.Start + to, surface: s[from:to], norm: lexicon.Fold(s[from:to]), tok: i,
			inside: true,
		}
		if e, ok := f.lex.Look(u.norm, f.lang); ok && e.Hidden() && len(u.norm) > 2 {
			f.read(&u, e, ok)
			buf = append(buf, u)
		}
	}
	return buf
}

// worth reports whether a word can be a name at all: two letters or more,
// among them one of a script that the lists cover.
func worth(norm string) bool {
	letters := 0
	for _, r := range norm {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 2 && utf8.RuneCountInString(norm) <= 40
}
