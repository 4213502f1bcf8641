package judge

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
)

// How many are made of each, in each language.
const (
	sentences = 500  // in each of the ways of writing
	threads   = 60   // of five messages
	refilled  = 3000 // messages, French alone
	seed      = 18
	// strong is how far sentences are respelt as SMS: every other word.
	strong = 0.8
)

// language is what sets of one language are made of.
type language struct {
	lang     string
	all      []string // sentences
	nameless []string // of these, drawn in an order that is always the same
	speller  *gold.Speller
}

// made makes the sets that are not read: sentences, words, threads, refilled ones.
func (c Config) made(data, lists fs.FS) ([]Set, error) {
	var out []Set
	by := map[string]*language{}
	get := func(lang string) (*language, error) {
		if by[lang] == nil {
			l, err := open(data, lists, lang)
			if err != nil {
				return nil, err
			}
			by[lang] = l
		}
		return by[lang], nil
	}
	var names map[string]bool
	for i, lang := range Languages() {
		for _, group := range []string{Sentences, Frames, Threads, Refilled, Attacked} {
			if group == Refilled && lang != "fr" || !c.wants(group, setNames[group]+lang) {
				continue
			}
			l, err := get(lang)
			if err != nil {
				return nil, err
			}
			switch group {
			case Sentences:
				out = append(out, l.sentences()...)
			case Frames:
				if names == nil {
					if names, err = registers(data); err != nil {
						return nil, err
					}
				}
				s, err := framed(data, lang, writing(l.all), names)
				if err != nil {
					return nil, err
				}
				out = append(out, s)
			case Threads:
				other, err := get(Languages()[(i+1)%len(Languages())])
				if err != nil {
					return nil, err
				}
				out = append(out, l.mixed(other))
			case Refilled:
				s, err := refill(data, lists, l)
				if err != nil {
					return nil, err
				}
				out = append(out, s)
			case Attacked:
				s, err := attackedSet(data, lists, l)
				if err != nil {
					return nil, err
				}
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// setNames are how sets of a group begin; the language follows.
var setNames = map[string]string{
	Sentences: "tatoeba-", Frames: "words-", Threads: "threads-", Refilled: "refilled-", Joined: "joined-",
	Attacked: "attacked-",
}

func open(data, lists fs.FS, lang string) (*language, error) {
	all, err := chat.Sentences(data, lang)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i] = strings.TrimRight(all[i], "\r")
	}
	speller, err := gold.NewSpeller(lists, lang)
	if err != nil {
		return nil, err
	}
	l := &language{lang: lang, all: all, nameless: chat.Nameless(lang, all), speller: speller}
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(l.nameless), func(i, j int) {
		l.nameless[i], l.nameless[j] = l.nameless[j], l.nameless[i]
	})
	return l, nil
}

// sentences gives the sentences without names in four ways of writing.
func (l *language) sentences() []Set {
	rng := rand.New(rand.NewPCG(seed, 2))
	ways := []struct {
		name  string
		write func(string) string
	}{
		{"", func(s string) string { return s }},
		{"-small", strings.ToLower},
		{"-bare", gold.StripMarks},
		{"-sms", func(s string) string { return l.sms(s, rng) }},
	}
	var out []Set
	for _, way := range ways {
		s := Set{Name: setNames[Sentences] + l.lang + way.name, Group: Sentences, Lang: l.lang}
		for i, text := range l.nameless[:min(sentences, len(l.nameless))] {
			s.add(fmt.Sprint(i+1), way.write(text))
		}
		out = append(out, s)
	}
	return out
}

// sms respells a sentence.
func (l *language) sms(s string, rng *rand.Rand) string {
	out := l.speller.Respell(gold.Sentence{Lang: l.lang, Text: s}, rng, strong).Text
	if rng.IntN(2) == 0 {
		out = strings.ToLower(out)
	}
	if strings.TrimSpace(out) == "" {
		return s
	}
	return out
}

// mixed makes threads without names, in each of which one word stands behind a short
// form that looks like a title, then in another sentence, in one beside a sentence of
// another language, in another sentence yet, and in SMS spelling: what is hidden of
// it in one message may spread to the rest.
func (l *language) mixed(other *language) Set {
	s := Set{Name: setNames[Threads] + l.lang, Group: Threads, Lang: l.lang}
	rng := rand.New(rand.NewPCG(seed, 3))
	short := frames(l.lang, "short")
	holding := map[string][]string{}
	for _, text := range l.nameless {
		for _, w := range words(text) {
			if !slices.Contains(holding[w], text) && len(holding[w]) < 8 {
				holding[w] = append(holding[w], text)
			}
		}
	}
	for at := 0; len(s.Messages) < 5*threads && at < len(l.nameless); at++ {
		all := words(l.nameless[at])
		if len(all) < 4 || len(all) > 12 {
			continue
		}
		i := 1 + rng.IntN(len(all)-2)
		with := holding[all[i]]
		if len(with) < 3 || with[0] == l.nameless[at] || with[1] == l.nameless[at] {
			continue
		}
		opened := strings.ReplaceAll(short[rng.IntN(len(short))], "{w}", strings.Join(all[i:], " "))
		thread := fmt.Sprint(at + 1)
		for k, text := range []string{
			gold.Capital(opened), l.nameless[at], other.nameless[at%len(other.nameless)] + " " + with[0], with[1],
			l.sms(with[2], rng),
		} {
			s.Messages = append(s.Messages, corpus.Gold{
				Message: bauta.Message{
					ID: fmt.Sprint(thread, ".", k+1), Thread: thread, Author: fmt.Sprint(k % 2), Text: text,
				},
			})
		}
	}
	return s
}

// words gives the words of a sentence, clitics apart, as they are written.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune("'’-", r)
	})
}

// refill makes French messages out of sentences that no model was trained on the
// names of: the stock names become others, the words around them are written as SMS
// write them. A third hold a person.
func refill(data, lists fs.FS, l *language) (Set, error) {
	s := Set{Name: setNames[Refilled] + l.lang, Group: Refilled, Lang: l.lang}
	names, err := chat.LoadNames(data, lists, l.lang, nil)
	if err != nil {
		return s, err
	}
	g := chat.New(l.lang, names.HoldOut(true), l.speller, seed)
	for i, m := range g.Stock(l.all, refilled, 0.3) {
		s.Messages = append(s.Messages, corpus.Gold{
			Message: bauta.Message{ID: fmt.Sprint(i + 1), Text: m.Text}, Spans: m.Spans,
		})
	}
	return s, nil
}
