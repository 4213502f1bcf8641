package langid

import (
	"io/fs"
	"math/rand/v2"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/langid"
)

const (
	// respelt is the weight of a word as SMS writes it, for each time that a
	// sentence is respelt so, where there are respeltLines sentences. Fewer are
	// respelt several times, more weigh less.
	respelt      = 0.3
	respeltLines = 60000
	// lightest and heaviest are the bounds of how strongly a sentence is respelt.
	lightest, heaviest = 0.3, 1.0
	// maxRounds bounds how often the sentences of a language are respelt.
	maxRounds = 8
)

// messaging are the languages whose habits of SMS spelling are known.
var messaging = []string{"de", "en", "es", "fr", "it", "sv"}

// respell adds the words of the informal lines that keep accepts as people
// write them in messages: by the forms of the lists (LANG/sms.tsv; nil for
// none) and the habits behind them. Words that stay as they are are not
// counted a second time, nor are names.
func respell(words vocabulary, lang string, lines *Lines, lists fs.FS, keep func(fold int) bool) error {
	if !slices.Contains(messaging, lang) {
		return nil
	}
	speller, err := gold.NewSpeller(lists, lang)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(len(lines.Informal)), 0x736d73))
	rounds := 1 + respeltLines/max(len(lines.Informal), 1)
	each := respelt * respeltLines / float64(rounds*max(len(lines.Informal), 1))
	for range min(rounds, maxRounds) {
		(&Lines{Informal: lines.Informal}).all(folds, func(line string, fold int) {
			strength := lightest + (heaviest-lightest)*rng.Float64()
			written := speller.Respell(gold.Sentence{Lang: lang, Text: line}, rng, strength).Text
			if keep(fold) {
				changed(words, lang, line, written, each)
			}
		})
	}
	return nil
}

// changed counts the words of a line as it is written that are not in the line.
func changed(words vocabulary, lang, line, written string, each float64) {
	before := map[string]bool{}
	for w := range langid.Words(line) {
		before[string(w.Runes)] = true
	}
	first := true
	for w := range langid.Words(written) {
		r, _ := utf8.DecodeRuneInString(written[w.Start:])
		name := !first && unicode.IsUpper(r) && lang != "de"
		if first = false; w.Group == langid.Latin && !name && !before[string(w.Runes)] {
			words[string(w.Runes)] += each
		}
	}
}
