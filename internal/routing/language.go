package routing

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/text"
)

// Auto is the language of a policy that tells each message's language.
const Auto = "auto"

const (
	// nearly is the share of the likeliest language's probability from which
	// another one is read beside it, and maxReadings bounds how many are.
	nearly      = 0.25
	maxReadings = 3
	// A stretch of a message is read in its own language, too, if it has so many
	// letters and its words are so clear.
	stretchLetters = 10
	stretchClear   = 0.6
)

// Config says which languages are told and read.
type Config struct {
	Reads []string // the first for messages without letters
	// Chooses says that no others are told.
	Chooses bool
	// Whole says that a long message is read at once, not in windows.
	Whole bool
	Given string // of messages that declare none; "": it is told
	// Model opens what tells languages, when the first message comes that declares
	// none: langid.Default, or that of a pack.
	Model func() (*langid.Model, error)
}

// New makes what tells the languages of messages.
func New(c Config) (*Teller, error) {
	for _, lang := range c.Reads {
		if !slices.Contains(langid.Languages(), lang) {
			return nil, fmt.Errorf("languages: %q cannot be told", lang)
		}
	}
	t := &Teller{reads: c.Reads, chooses: c.Chooses, windows: !c.Whole, given: c.Given}
	t.open = sync.OnceValues(func() (*ears, error) {
		m, err := c.Model()
		if err != nil {
			return nil, err
		}
		all, err := m.With(langid.Config{})
		if err != nil {
			return nil, err
		}
		read, err := m.With(langid.Config{Languages: c.Reads})
		return &ears{all, read}, err
	})
	return t, nil
}

// ears are what tells languages: among all, and among those that the policy reads.
type ears struct{ all, read *langid.Identifier }

// Teller tells the languages of messages: it is the analyser of a policy that reads
// several. It is safe for concurrent use.
type Teller struct {
	open  func() (*ears, error)
	given string   // of messages that declare none; "": it is told
	reads []string // the first for messages without letters
	// chooses says that the policy lists its languages: others are not told.
	chooses bool
	// windows says that the windows of a long message are told each for itself.
	windows bool
}

// apart reports that only the windows of a text are told all their languages.
func (a *Teller) apart(text string) bool { return a.windows && len(text) > longest }

// Analyse tells the languages of a message that brings none, then normalises
// and cuts.
func (a *Teller) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	langs := a.declared(cmp.Or(m.Lang, a.given))
	if len(langs) == 0 {
		plain := unwritten(m.Text)
		to, err := a.open()
		if err != nil {
			return nil, err
		}
		if a.apart(plain) {
			b := &to.all.Listen().Thread("", []langid.Line{{Text: plain}})[0]
			langs = []string{a.best(to, b, plain), Auto}
		} else {
			langs = a.tellAlone(to, plain)
		}
	}
	m.Lang = ""
	d, err := text.Analyser{Lang: langs[0]}.Analyse(ctx, m)
	if err == nil {
		d.Also = langs[1:]
	}
	return d, err
}

// tellAlone is tell of a text of which nothing else is known.
func (a *Teller) tellAlone(to *ears, text string) []string {
	return a.tell(to, &to.all.Listen().Thread("", []langid.Line{{Text: text}})[0], text)
}

// tell gives the languages in which a text is read, at least one: the likeliest,
// those that are nearly as likely, and those of its stretches. What is a name in
// one of them is not lost because the text was taken for another.
func (a *Teller) tell(to *ears, b *langid.Belief, text string) []string {
	best := a.best(to, b, text)
	langs := []string{best}
	rest := make([]langid.Guess, len(a.reads))
	for i, l := range a.reads {
		rest[i] = langid.Guess{Lang: l, Prob: b.Of(l)}
	}
	slices.SortStableFunc(rest, func(x, y langid.Guess) int { return cmp.Compare(y.Prob, x.Prob) })
	least := nearly * b.Of(best)
	for _, g := range rest {
		if g.Prob > 0 && g.Prob >= least {
			langs = with(langs, g.Lang)
		}
	}
	if b.Letters < 2*stretchLetters {
		return langs
	}
	several := false
	for _, s := range to.read.StretchesOf(text, b) {
		if s.Prob >= stretchClear && letters(text[s.Start:s.End]) >= stretchLetters && mostlySmall(text, s) {
			langs = with(langs, s.Lang)
		}
		several = several || !slices.Contains(langs, s.Lang)
	}
	if several { // read in passages, none is read more often for them
		for s := range clear(text, to.read) {
			langs = withAny(langs, s.Lang)
		}
	}
	return langs
}

// mostlySmall reports a stretch of which half the letters and more stand in words in small
// letters. Names and titles are in the language of who is called so, not in that of the
// message. The first word of a text counts as small, and so does a text in capitals.
func mostlySmall(text string, s langid.Stretch) bool {
	small, all := 0, 0
	for _, w := range strings.FieldsFunc(text[s.Start:s.End], notLetter) {
		n := utf8.RuneCountInString(w)
		r, _ := utf8.DecodeRuneInString(w)
		if first := s.Start == 0 && all == 0; first || !unicode.IsUpper(r) {
			small += n
		}
		all += n
	}
	return 2*small >= all || strings.ToUpper(text) == text
}

// with adds a language, unless it is there or there are enough.
func with(langs []string, l string) []string {
	if len(langs) >= maxReadings {
		return langs
	}
	return withAny(langs, l)
}

// withAny adds a language, unless it is there.
func withAny(langs []string, l string) []string {
	if slices.Contains(langs, l) {
		return langs
	}
	return append(langs, l)
}

// best gives the likeliest language that may be told.
func (a *Teller) best(to *ears, b *langid.Belief, text string) string {
	if !a.chooses {
		return cmp.Or(b.Best().Lang, a.reads[0])
	}
	best, most := a.reads[0], b.Of(a.reads[0])
	for _, l := range a.reads[1:] {
		if p := b.Of(l); p > most {
			best, most = l, p
		}
	}
	if most == 0 { // most of it is in another script
		return cmp.Or(to.read.Identify(text).Lang, best)
	}
	return best
}

// declared gives the languages that a corpus declares for a message, as they
// are read here; none where it declares nothing that anybody knows. de-CH is
// read as de.
func (a *Teller) declared(lang string) []string {
	var out []string
	for l := range codes(lang) {
		if to, ok := neighbours[l]; ok && !slices.Contains(a.reads, l) && slices.Contains(a.reads, to) {
			l = to
		}
		if slices.Contains(a.reads, l) || slices.Contains(langid.Languages(), l) {
			out = withAny(out, l)
		}
	}
	return out
}

// unwritten gives a text with blanks in place of what an earlier run wrote, which
// is in no language: its own output is to be read as before.
func unwritten(s string) string {
	if !mayBeMasked(s) {
		return s
	}
	out := []byte(s)
	for _, t := range text.Tokenise(s) {
		if t.Kind == bauta.Masked {
			for i := t.Start; i < t.End; i++ {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

// mayBeMasked is a quick look for what every replacement has: a bracket, a
// digit, or two capitals in a row.
func mayBeMasked(s string) bool {
	small := true // the character before is no capital
	for i := range len(s) {
		c := s[i]
		if c == '<' || c >= '0' && c <= '9' {
			return true
		}
		capital := c >= 'A' && c <= 'Z'
		if capital && !small {
			return true
		}
		small = !capital
	}
	return false
}

// codes gives the languages of a list without their regions: "de-CH,fr" is de
// and fr.
func codes(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for l := range strings.SplitSeq(list, ",") {
			if l, _, _ = strings.Cut(strings.TrimSpace(l), "-"); l != "" && !yield(l) {
				return
			}
		}
	}
}

// Neighbour reports a language in whose stead another can be read.
func Neighbour(lang string) bool { return neighbours[lang] != "" }
