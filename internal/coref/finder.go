package coref

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

// Source is the source of the finds of a [Finder].
const Source = "thread"

// MaxNames is the number of names that a [Finder] remembers of a thread; those
// that were found first go first.
const MaxNames = 256

// Finder finds the names that the detectors missed in a message, since another
// message of the thread shows them: "zylberman" alone, after Adam Zylberman, or since
// the corpus has somebody who writes under them. It
// reads a thread that is there as a whole in both directions; its sessions know
// the stretches before. A name is looked for in any case, drawn out, and with a
// genitive. A name that is a word of the language, or an everyday one of any, is
// found where it has its capital in mid-sentence
// as it had before. It adds finds and takes none away, and is safe for
// concurrent use.
type Finder struct {
	// Lexicon says what is a name and what a word; nil is the one that comes
	// with the program.
	Lexicon *lexicon.Lexicon
	// Keeps reports finds that stay in the text; a name of the thread in such a thing, as in
	// Bartholomew & co, is somebody's all the same. nil: nothing stays.
	Keeps func(bauta.Span) bool
	// Stands reports a range where a name can stand, beside what else was found: there an
	// everyday word is whom a field of the corpus has (Will). nil: nowhere.
	Stands func(d *bauta.Doc, found []bauta.Span, start, end int) bool
	// Fields spreads the names of fields alone, and nothing that was found in texts.
	Fields bool
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
	return &search{lex: lex, keeps: f.Keeps, stands: f.Stands, fields: f.Fields}
}

// search is what a session of a Finder knows of a thread.
type search struct {
	lex    *lexicon.Lexicon
	keeps  func(bauta.Span) bool
	stands func(d *bauta.Doc, found []bauta.Span, start, end int) bool
	fields bool
	names  []sought // the oldest first
}

// sought is a name that was found, in the forms in which it is looked for.
type sought struct {
	key   string // in plain letters
	loose string // the same without repeated letters
	score float64
	bound float64 // the score from which it is believed in other messages

	// word says that it may be a word of the language: it is found with a capital
	// alone. common says that it is one, of a language whose words are known.
	word, common bool
	first        bool // a first name, which may be shortened
	field        bool // somebody is called so in a field of the corpus
	last         bool // the last word of a full name in such a field, which is somebody behind a title (Frau Rasch)
	title        bool // which may be what a conversation is called: a word, and nobody writes under it
}

// Link learns the names of the messages, and looks for them in each.
func (s *search) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	for i, d := range docs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !s.fields {
			s.writer(d)
		}
		for _, sp := range spans[i] {
			if !s.fields || sp.By(Field) {
				s.learn(d, sp)
			}
		}
	}
	s.authors(docs)
	for i, d := range docs {
		var found []bauta.Span
		if len(s.names) > 0 {
			found = s.find(d, spans[i])
		}
		if sign, ok := signed(d); ok && !s.fields {
			found = append(found, sign)
		}
		if len(found) > 0 {
			spans[i] = bauta.Fuse(len(d.Text), append(found, s.beside(spans[i], found)...))
		}
	}
	return nil
}

// The scores from which a find is believed in other messages: of a name that is
// in the lists and is no word, of one that is in no list, and of a word.
const (
	sureName    = 0.5
	sureUnknown = 0.8
	sureWord    = 0.8
)

// least is how many letters a name must have that is looked for, and leastLong
// those of one that is told from a word by its length.
const (
	least     = 3
	leastLong = 6
)

// learn remembers the words of a name.
func (s *search) learn(d *bauta.Doc, sp bauta.Span) {
	if sp.Label != bauta.Person || sp.Doubt != bauta.Sure || sp.Source == Source {
		return
	}
	tokens := within(d, sp)
	words := make([]reading.Word, len(tokens))
	full := false
	for k, i := range tokens {
		words[k] = reading.Token(d, s.lex, i)
		full = full || len(tokens) >= 2 && words[k].Is(lexicon.FirstName)
	}
	titled := len(tokens) > 0 && entitled(d, tokens[0]) >= 0
	for k, i := range tokens {
		daily := daily(d, d.Tokens[i].Norm)
		n := s.name(d, d.Tokens[i].Norm, words[k].Named(), full || titled && !daily)
		if sp.By(Field) {
			n.inField(d, words, k, daily)
		}
		if n.score = sp.P; (sp.P >= n.bound || n.field || n.last) && len(n.key) >= least && len(n.key) <= maxWord {
			s.remember(n)
		}
	}
}

// inField says what the k-th word of a name in a field is of it; daily that it is an everyday word.
func (n *sought) inField(d *bauta.Doc, words []reading.Word, k int, daily bool) {
	n.field = len(words) == 1 || owned(words, k, daily)
	n.title = n.field && words[k].Known && !words[k].Is(lexicon.Dictionary) && (d.Field() == "" || d.Author == "")
	n.last = k > 0 && k == len(words)-1 && words[k].Named()
}

// owned reports a word of a name of several in a field under which its owner may be called:
// one that the lists have for a name, or that is in none, or that stands before a surname. A
// word beside others (Maman, Plombier) is none.
func owned(words []reading.Word, k int, daily bool) bool {
	w := words[k]
	switch {
	case w.Is(lexicon.Kinship), daily && !w.Is(lexicon.FirstName):
		return false
	case !w.Known, w.Is(lexicon.Dictionary):
		return true
	}
	return len(words) == 2 && k == 0 && w.Named() && surname(words[1])
}

// surname reports a word with a capital that the lists have for a surname, or not at all.
func surname(w reading.Word) bool { return w.Named() && (!w.Known || w.Is(lexicon.Surname)) }

// never is the bound of what is not spread.
const never = 2

// name is a word of a name as it is looked for; capital says that it has one that says
// something, full that it is part of a full name, or stands behind a form of address.
func (s *search) name(d *bauta.Doc, norm string, capital, full bool) sought {
	norm = lexicon.Stem(norm)
	e, _ := s.lex.Look(norm, d.Lang)
	n := sought{key: text.Plain(reading.Owner(norm)), word: s.plain(d, norm, e), first: e.Kinds&lexicon.FirstName != 0}
	n.common = n.word && (common(e) || n.first || !full)
	if wordless(d.Lang) && !n.word {
		n.word = e.NameRank < usual && !called(d, e, norm) && !(full && e.Kinds == 0 && len(n.key) >= leastLong)
	}
	switch {
	case n.word && (!capital || nouns(d.Lang)):
		n.bound = never
	case n.word:
		n.bound = sureWord
	case e.Kinds&lexicon.Dictionary != 0, full:
		n.bound = sureName
	default:
		n.bound = sureUnknown
	}
	return n
}

// called reports a name of the lists that is no word that people use, though it be a rare one (Torben, Pohl).
func called(d *bauta.Doc, e lexicon.Entry, norm string) bool {
	return e.Kinds&(lexicon.FirstName|lexicon.Surname) != 0 && !daily(d, norm)
}

// remember adds a name that is not known yet.
func (s *search) remember(n sought) {
	for i := range s.names {
		if s.names[i].key == n.key {
			s.names[i].score = max(s.names[i].score, n.score)
			s.names[i].last = s.names[i].last || n.last
			if n.field {
				s.names[i].title = n.title && (s.names[i].title || !s.names[i].field)
				s.names[i].field = true
			}
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
		switch t.Kind {
		case bauta.Tag:
			out = append(out, s.inTag(d, t)...)
		case bauta.Link:
			out = append(out, s.inLink(d, t)...)
		}
		if t.Kind != bauta.Word || t.End-t.Start < least || t.End-t.Start > maxWord {
			continue
		}
		for at < len(spans) && spans[at].End <= t.Start {
			at++
		}
		over := at < len(spans) && spans[at].Start < t.End && spans[at].Doubt == bauta.Sure
		place := over && place(spans[at], t)
		if over && !place && !s.stays(spans[at]) {
			continue
		}
		n, why := s.match(d, i)
		if n == nil || place && !n.field {
			continue
		}
		asked := at < len(spans) && spans[at].Start < t.End // or another thing
		out = s.named(out, d, spans, t, asked, n, why)
	}
	return out
}

// Namesake is the key of an everyday word that somebody is called, too, by a field of the corpus,
// and that stays.
const Namesake = "namesake"

// IsNamesake reports such a word.
func IsNamesake(sp bauta.Span) bool { return sp.Source == Source && sp.Rule == Namesake }

// named adds a token that is a name; an everyday word where nothing else asks of it.
func (s *search) named(
	out []bauta.Span, d *bauta.Doc, spans []bauta.Span, t bauta.Token, asked bool, n *sought, why string,
) []bauta.Span {
	start := t.Start
	if len(t.Norm) == t.End-t.Start {
		start += strings.LastIndex(t.Norm, lexicon.Stem(t.Norm)) // d'alice
	}
	found := bauta.Span{
		Start: start, End: t.End, Label: bauta.Person, P: 0.9 * n.score, Source: Source, Why: why,
	}
	if n.last && !n.first {
		found.Part = bauta.Last
	}
	switch {
	case why != "":
	case s.stands != nil && s.stands(d, spans, start, t.End):
		found.Why = "what somebody in a field is called, where a name can stand"
	case asked:
		return out
	default:
		found.Rule, found.Why = Namesake, "an everyday word that somebody in a field is called, too"
	}
	return append(out, found)
}

// place reports one word that was taken for a place, which may be whom a field has.
func place(sp bauta.Span, t bauta.Token) bool {
	return sp.Label == bauta.Location && !sp.By(Field) && sp.Start >= t.Start && sp.End <= t.End
}

// stays reports a thing that stays in the text. People of public life and of books are none,
// nor are dates and addresses of pages: who is called April is not in each of them.
func (s *search) stays(sp bauta.Span) bool {
	if s.keeps == nil || named(sp.Label) || sp.Label == bauta.FictionalFigure {
		return false
	}
	return sp.Label != bauta.Date && sp.Label != bauta.URL && s.keeps(sp)
}

// beside leaves out what stays and has somebody in it.
func (s *search) beside(spans, found []bauta.Span) []bauta.Span {
	return slices.DeleteFunc(slices.Clone(spans), func(sp bauta.Span) bool {
		return (s.stays(sp) || sp.Label == bauta.Location) && slices.ContainsFunc(found, func(f bauta.Span) bool {
			return f.Start < sp.End && sp.Start < f.End
		})
	})
}

// inTag looks for the names in the words of a hashtag, which is no language's: those that
// are no word.
func (s *search) inTag(d *bauta.Doc, t bauta.Token) (out []bauta.Span) {
	tag := d.Surface(t.Start, t.End)
	for from, to := range reading.InTag(tag) {
		norm := lexicon.Fold(tag[from:to])
		e, _ := s.lex.Look(norm, d.Lang)
		if len(norm) < least || len(norm) > maxWord || s.plain(d, norm, e) {
			continue
		}
		key := text.Plain(norm)
		if k := slices.IndexFunc(s.names, func(n sought) bool { return n.key == key && !n.word }); k >= 0 {
			out = append(out, bauta.Span{
				Start: t.Start + from, End: t.Start + to, Label: bauta.Person, P: 0.9 * s.names[k].score,
				Source: Source, Why: "named in another message of the thread",
			})
		}
	}
	return out
}

// spelt is a token in the forms under which it is held against names.
type spelt struct {
	key, loose string // plain letters; the same without doubled ones
	owner      string // the key without an -s
	owns       bool   // which says in the language that somebody owns something
	owning     bool   // an apostrophe says so
	drawn      bool   // a letter stands three times or more
	plain      bool   // it is a word
	daily      bool   // of every day, in any language
	marked     bool   // it has an accent
	reading.Word
}

func (s *search) spell(d *bauta.Doc, i int) spelt {
	norm := lexicon.Stem(d.Tokens[i].Norm)
	w := spelt{key: text.Plain(reading.Owner(norm)), Word: reading.Token(d, s.lex, i)}
	w.plain, w.daily = s.plain(d, norm, w.Entry), daily(d, norm)
	w.marked = marked(norm)
	w.loose, w.drawn = squeeze(w.key, true)
	w.owner, _ = strings.CutSuffix(w.key, "s")
	w.owns = attached(d.Lang)
	w.owning = reading.Owner(d.Tokens[i].Norm) != d.Tokens[i].Norm
	return w
}

// is reports the same word, drawn out or in the genitive, which it tells.
func (w *spelt) is(n *sought) (same, genitive bool) {
	genitive = len(w.owner) < len(w.key) && w.owner == n.key && (w.owns || n.field)
	loosely := w.drawn || !w.Known && len(w.loose) >= leastShort
	return w.key == n.key || genitive || loosely && w.loose == n.loose, genitive
}

// match gives the name that a token is, and why; without a reason the everyday word that
// somebody in a field is called.
func (s *search) match(d *bauta.Doc, i int) (*sought, string) {
	w := s.spell(d, i)
	var near *sought
	for j := range s.names {
		n := &s.names[j]
		if same, genitive := w.is(n); same {
			if n.last && addressed(d, i, &w) || w.drawn && !n.common || s.believes(d, &w, n, genitive) {
				return n, "named in another message of the thread"
			}
			if n.field && !n.title && !w.Upper {
				return n, ""
			}
			return nil, ""
		}
		if near == nil && n.first && s.shortens(d, i, &w, n) {
			near = n
		}
	}
	if near != nil {
		return near, "short for a name in another message of the thread"
	}
	return nil, ""
}

// leastShort is how many letters a short form must have that is in no list.
const leastShort = 4

// shortens reports whether a word is short for a first name: by the lists, as
// its beginning, or as a diminutive. Where it is a word, too, or may be one, it
// needs a capital in mid-sentence, or an article: la ludo, die kathi.
func (s *search) shortens(d *bauta.Doc, i int, w *spelt, n *sought) bool {
	loose, e := w.loose, w.Entry
	cutShort := len(loose) >= leastShort && len(n.loose) >= len(loose)+2 && strings.HasPrefix(n.loose, loose)
	small := len(loose) >= leastLong && diminutive(loose, n.loose)
	byList := e.Kinds&lexicon.Hypocoristic != 0 &&
		slices.Contains(fullNames(s.lex, d.Tokens[i].Norm, d.Lang, false), n.loose)
	switch {
	case !cutShort && !small && !byList, e.Kinds&lexicon.FirstName != 0 && e.NameRank >= usual && !byList:
		return false
	case w.Named() && !w.Opens && !nouns(d.Lang), articled(d, i):
		return true
	}
	return !w.plain && (byList || !wordless(d.Lang) || small && e.Kinds == 0)
}

// addressed reports a word that is somebody's surname by what stands before it: a form of address, which is no
// article (dr, Swiss for der), or an article before a capital.
func addressed(d *bauta.Doc, i int, w *spelt) bool {
	return articled(d, i) && w.Named() || entitled(d, i) >= 0 && (w.Named() || !articled(d, i))
}

// longestShort is how long a form of address is at most behind which a full stop ends no sentence.
const longestShort = len("dott")

// entitled gives the form of address right before a word, with its full stop or without; -1 for none.
func entitled(d *bauta.Doc, i int) int {
	from := i - 1
	if from > 0 && d.Surface(d.Tokens[from-1].End, d.Tokens[from].End) == "." &&
		d.Tokens[from-1].End-d.Tokens[from-1].Start <= longestShort {
		from--
	}
	if from < 0 || !reading.Beside(strings.TrimPrefix(d.Surface(d.Tokens[from].End, d.Tokens[i].Start), ".")) {
		return -1
	}
	if _, titled := lexicon.Honorific(d.Tokens[from].Norm, d.Lang); !titled {
		return -1
	}
	return from
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
// unless only the genitive is (Annas, annas). With a capital and an apostrophe (Joy's bike)
// it is whom a field has.
func (s *search) believes(d *bauta.Doc, w *spelt, n *sought, genitive bool) bool {
	surname := n.word && !n.common // of a full name, which may open a sentence
	word := w.plain && !surname && !(genitive && !n.word)
	called := n.field && !n.title // whom a field has, and no group
	switch {
	case !n.word && !w.plain, called && !w.daily && !w.usual(n.key):
		return true
	case called && w.owning && w.Named():
		return true
	case nouns(d.Lang) || !w.Named():
		return false
	}
	return !word && !n.common || !w.Opens
}

// usual reports a frequent word of any language. Few words have the same accents in two.
func (w *spelt) usual(key string) bool { return !w.marked && lexicon.FrequentAnywhere(key) }

// within lists the words that a span covers, by their numbers.
func within(d *bauta.Doc, sp bauta.Span) []int {
	var out []int
	first, _ := slices.BinarySearchFunc(d.Tokens, sp.Start, func(t bauta.Token, at int) int { return t.Start - at })
	for i := first; i < len(d.Tokens) && d.Tokens[i].End <= sp.End; i++ {
		if d.Tokens[i].Kind == bauta.Word {
			out = append(out, i)
		}
	}
	return out
}

// plain reports a word of the message's language, or an everyday word of any, as it
// stands or in plain letters and without its clitic: what is spread may be no word.
func (s *search) plain(d *bauta.Doc, norm string, e lexicon.Entry) bool {
	return common(e) || frequent(d, norm) || slices.ContainsFunc(d.Also, func(lang string) bool {
		return s.lex.Plain(norm, lang)
	})
}

// daily reports an everyday word of the message's languages, or a frequent one of any.
func daily(d *bauta.Doc, norm string) bool {
	norm = lexicon.Stem(norm)
	every := func(lang string) bool { return lexicon.Everyday(norm, lang) }
	return frequent(d, norm) || every(d.Lang) || slices.ContainsFunc(d.Also, every)
}

// frequent reports a frequent word of any language; with an accent, which few words have in two, one of the message's:
// Häberle is no haberle.
func frequent(d *bauta.Doc, norm string) bool {
	if !marked(norm) {
		return lexicon.FrequentAnywhere(norm)
	}
	of := func(lang string) bool { return lexicon.Frequent(norm, lang) }
	return of(d.Lang) || slices.ContainsFunc(d.Also, of)
}

// marked reports a word with a letter that is none of the plain ones.
func marked(norm string) bool {
	return strings.ContainsFunc(norm, func(r rune) bool { return r >= utf8.RuneSelf })
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
