package coref

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/text"
)

// Source is the source of the finds of a [Finder].
const Source = "thread"

// MaxNames is the number of names that a [Finder] remembers of a thread; those
// that were found first go first.
const MaxNames = 256

// Finder finds the names that the detectors missed in a message, since another
// message of the thread shows them: "zylberman" alone, after Adam Zylberman. It
// reads a thread that is there as a whole in both directions; its sessions know
// the stretches before. A name is looked for in any case, drawn out, with a
// genitive, and, if it is long and rare, with one letter wrong. A name that is a
// word of the language, too, is found where it has its capital in mid-sentence
// as it had before. It adds finds and takes none away, and is safe for
// concurrent use.
type Finder struct {
	// Lexicon says what is a name and what a word; nil is the one that comes
	// with the program.
	Lexicon *lexicon.Lexicon
}

var _ bauta.SessionLinker = Finder{}

// Link adds the finds of a thread.
func (f Finder) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	return f.Session().Link(ctx, docs, spans)
}

// Session starts a thread.
func (f Finder) Session() bauta.Linker {
	lex := f.Lexicon
	if lex == nil {
		lex = lexicon.Default()
	}
	return &search{lex: lex}
}

// search is what a session of a Finder knows of a thread.
type search struct {
	lex   *lexicon.Lexicon
	names []sought // the oldest first
}

// sought is a name that was found, in the forms in which it is looked for.
type sought struct {
	key   string // in plain letters
	loose string // the same without repeated letters
	score float64

	// word says that it may be a word of the language: it is found with a capital
	// alone. common says that it is one, of a language whose words are known.
	word, common bool
	first        bool // a first name, which may be shortened
}

// Link learns the names of the messages, and looks for them in each.
func (s *search) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	for i, d := range docs {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, sp := range spans[i] {
			s.learn(d, sp)
		}
	}
	if len(s.names) == 0 {
		return nil
	}
	for i, d := range docs {
		if found := s.find(d, spans[i]); len(found) > 0 {
			spans[i] = bauta.Fuse(len(d.Text), append(found, spans[i]...))
		}
	}
	return nil
}

// The scores from which a find is believed in other messages: of a name that is
// in the lists and is no word, of one that is in no list, and of a word.
const (
	sureName    = 0.5
	sureUnknown = 0.75
	sureWord    = 0.8
)

// least is how many letters a name must have that is looked for, and leastWrong
// from how many on one may be wrong.
const (
	least      = 3
	leastWrong = 6
)

// learn remembers the words of a name.
func (s *search) learn(d *bauta.Doc, sp bauta.Span) {
	if sp.Label != bauta.Person || sp.Doubt != bauta.Sure || sp.Source == Source {
		return
	}
	tokens := within(d, sp)
	full := len(tokens) >= 2 && slices.ContainsFunc(tokens, func(t bauta.Token) bool {
		e, _ := s.lex.Look(t.Norm, d.Lang)
		return e.Kinds&lexicon.FirstName != 0
	})
	for _, t := range tokens {
		e, _ := s.lex.Look(t.Norm, d.Lang)
		n := sought{key: text.Plain(bare(t.Norm)), word: common(e), common: common(e), score: sp.Score}
		n.first = e.Kinds&lexicon.FirstName != 0
		if wordless(d.Lang) {
			n.word = e.NameRank < usual && !(full && e.Kinds == 0 && len(n.key) >= leastWrong)
		}
		if len(n.key) < least || len(n.key) > maxWord {
			continue
		}
		bound := sureUnknown
		switch {
		case n.word && (!capital(d, t) || nouns(d.Lang)):
			continue
		case n.word:
			bound = sureWord
		case e.Kinds&lexicon.Dictionary != 0, full:
			bound = sureName
		}
		if sp.Score >= bound {
			s.remember(n)
		}
	}
}

// remember adds a name that is not known yet.
func (s *search) remember(n sought) {
	for i := range s.names {
		if s.names[i].key == n.key {
			s.names[i].score = max(s.names[i].score, n.score)
			return
		}
	}
	if len(s.names) >= MaxNames {
		s.names = slices.Delete(s.names, 0, 1)
	}
	n.key = strings.Clone(n.key)
	n.loose, _ = squeeze(n.key, true)
	s.names = append(s.names, n)
}

// find looks for the names in what no sure span covers.
func (s *search) find(d *bauta.Doc, spans []bauta.Span) []bauta.Span {
	var out []bauta.Span
	at := 0
	for i, t := range d.Tokens {
		if t.Kind != bauta.Word || t.End-t.Start < least || t.End-t.Start > maxWord {
			continue
		}
		for at < len(spans) && spans[at].End <= t.Start {
			at++
		}
		if at < len(spans) && spans[at].Start < t.End && spans[at].Doubt == bauta.Sure {
			continue
		}
		if n, why := s.match(d, i); n != nil {
			out = append(out, bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, Score: 0.9 * n.score, Source: Source, Why: why})
		}
	}
	return out
}

// match gives the name that a token is, and why.
func (s *search) match(d *bauta.Doc, i int) (*sought, string) {
	t := d.Tokens[i]
	key := text.Plain(bare(t.Norm))
	loose, drawn := squeeze(key, true)
	e, listed := s.lex.Look(t.Norm, d.Lang)
	owner, _ := strings.CutSuffix(key, "s")
	if owner == key || !attached(d.Lang) {
		owner = ""
	}
	var near *sought
	short := false
	for j := range s.names {
		n := &s.names[j]
		genitive := owner != "" && owner == n.key
		switch {
		case key == n.key, genitive, loose == n.loose && (drawn || !listed && len(loose) >= leastShort):
			if drawn && !n.common || s.believes(d, i, n, genitive) {
				return n, "named in another message of the thread"
			}
			return nil, ""
		case near == nil && !n.word && len(n.key) >= leastWrong && len(key) >= leastWrong && !listed && !nouns(d.Lang) && oneOff(key, n.key):
			near = n
		case near == nil && n.first && s.shortens(d, i, loose, e, n):
			near, short = n, true
		}
	}
	switch {
	case short:
		return near, "short for a name in another message of the thread"
	case near != nil:
		return near, "one letter from a name in another message of the thread"
	}
	return nil, ""
}

// leastShort is how many letters a short form must have that is in no list.
const leastShort = 4

// shortens reports whether a word is short for a first name: by the lists, as
// its beginning, or as a diminutive. Where it is a word, too, or may be one, it
// needs a capital in mid-sentence, or an article: la ludo, die kathi.
func (s *search) shortens(d *bauta.Doc, i int, loose string, e lexicon.Entry, n *sought) bool {
	cutShort := len(loose) >= leastShort && len(n.loose) >= len(loose)+2 && strings.HasPrefix(n.loose, loose)
	small := len(loose) >= leastWrong && diminutive(loose, n.loose)
	byList := e.Kinds&lexicon.Hypocoristic != 0 && slices.Contains(fullNames(s.lex, d.Tokens[i].Norm, d.Lang, false), n.loose)
	switch {
	case !cutShort && !small && !byList, e.Kinds&lexicon.FirstName != 0 && e.NameRank >= usual && !byList:
		return false
	case capital(d, d.Tokens[i]) && !opens(d, i) && !nouns(d.Lang), articled(d, i):
		return true
	}
	return !common(e) && (byList || !wordless(d.Lang) || small && e.Kinds == 0)
}

// articled reports a word behind the article that people put before first names
// where they speak Italian and German.
func articled(d *bauta.Doc, i int) bool {
	if i == 0 {
		return false
	}
	switch article := d.Tokens[i-1].Norm; d.Lang {
	case "it":
		return article == "la" || article == "il"
	case "de", "gsw":
		return slices.Contains([]string{"der", "die", "dem", "den", "d", "dr", "em", "de"}, article)
	}
	return false
}

// believes reports whether a token that is written as a name is one. Where it may
// be a word it needs a capital; where it is one, a capital in mid-sentence,
// unless only the genitive is (Annas, annas).
func (s *search) believes(d *bauta.Doc, i int, n *sought, genitive bool) bool {
	e, _ := s.lex.Look(d.Tokens[i].Norm, d.Lang)
	word := common(e) && !(genitive && !n.word)
	switch {
	case !n.word && !common(e):
		return true
	case nouns(d.Lang) || !capital(d, d.Tokens[i]):
		return false
	}
	return !word && !n.common || !opens(d, i)
}

// within lists the words that a span covers.
func within(d *bauta.Doc, sp bauta.Span) []bauta.Token {
	var out []bauta.Token
	first, _ := slices.BinarySearchFunc(d.Tokens, sp.Start, func(t bauta.Token, at int) int { return t.Start - at })
	for _, t := range d.Tokens[first:] {
		if t.End > sp.End {
			break
		}
		if t.Kind == bauta.Word {
			out = append(out, t)
		}
	}
	return out
}

// bare takes a genitive with an apostrophe off.
func bare(norm string) string {
	for _, tail := range []string{"'s", "’s", "'", "’"} {
		if stem, ok := strings.CutSuffix(norm, tail); ok {
			return stem
		}
	}
	return norm
}

// common reports a word of a language, names of places apart: it is no name
// wherever it stands.
func common(e lexicon.Entry) bool {
	return e.Kinds&(lexicon.AntiDictionary&^(lexicon.City|lexicon.Country|lexicon.Place)) != 0
}

// usual is the number of lists from which a first name is taken for nothing else
// in a language whose words are not known.
const usual = 3

// wordless reports languages of which the lexicon has names but no words.
func wordless(lang string) bool { return lang != "fr" && lang != "en" && lang != "es" }

// nouns reports the languages that write nouns with a capital, where it tells
// nothing.
func nouns(lang string) bool { return lang == "de" || lang == "gsw" }

// capital reports a word that starts with a capital and is not in capitals.
func capital(d *bauta.Doc, t bauta.Token) bool {
	word := d.Surface(t.Start, t.End)
	r, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && strings.ToUpper(word) != word && n < len(word)
}

// opens reports a word that may open a sentence, where a capital tells nothing:
// behind another word, or a comma, none opens.
func opens(d *bauta.Doc, i int) bool {
	if i == 0 || d.Tokens[i-1].Kind != bauta.Word && d.Surface(d.Tokens[i-1].Start, d.Tokens[i-1].End) != "," {
		return true
	}
	return strings.Contains(d.Surface(d.Tokens[i-1].End, d.Tokens[i].Start), "\n")
}
