package train

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/model"
)

// Sources is where the data lies.
type Sources struct {
	Data  fs.FS // the data folder: ner/, sentences/, lexicon/
	Lists fs.FS // the project's own word lists by language; may be nil
}

// part is a list of sentences with how often each counts.
type part struct {
	name, licence string
	set           string // name of the set; empty: generated
	weight        float64
	copies        copying
	annotated     []bauta.Label // nil: all labels
	domain        string        // empty: the kind of text the model is for
	generated     bool
	listed        bool // known words are taken from it
	sentences     []gold.Sentence
}

// copying is what a recipe asks for, and how the language is written.
type copying struct {
	Copies
	casing *gold.Casing
	swap   float64 // copies with mentions exchanged
	swaps  *swaps
}

// corpus is what a recipe asks for, read and made.
type corpus struct {
	parts   []part
	tests   []test
	kept    []gold.Sentence // kept from training, to calibrate on
	raw     []string        // text for word classes
	stock   []string        // the sentence corpus, of which raw is a part
	lists   []known         // of words, for columns of classes
	told    []model.Dataset // where they are from
	dropped int             // sentences that stand in an earlier set
}

// test is a set to measure on.
type test struct {
	use       TestUse
	sets      []gold.Set
	sentences []gold.Sentence
}

// labels are what the set annotates.
func (t test) labels() []bauta.Label { return t.sets[0].Annotated(t.sentences) }

const stockLicence = "CC BY 2.0 FR"

// gather reads the sets, drops what stands twice, and generates the rest.
func gather(r *Recipe, src Sources) (*corpus, error) {
	c := &corpus{}
	lists := [][]gold.Sentence{}
	for _, t := range r.Tests {
		sets, err := t.sets()
		if err != nil {
			return nil, err
		}
		sentences, err := readAll(sets, src.Data)
		if err != nil {
			return nil, err
		}
		c.tests = append(c.tests, test{t, sets, sentences})
		lists = append(lists, sentences)
	}
	for _, s := range r.Sets {
		p, err := s.part(src)
		if err != nil {
			return nil, err
		}
		p.listed = r.Classes.lists(s)
		c.parts = append(c.parts, p)
		lists = append(lists, p.sentences)
	}
	kept, _ := gold.Dedupe(lists...)
	for i := range c.parts {
		c.parts[i].sentences = kept[len(c.tests)+i]
		c.dropped += len(lists[len(c.tests)+i]) - len(c.parts[i].sentences)
	}
	if err := c.chat(r, src); err != nil {
		return nil, err
	}
	if err := c.list(r, src); err != nil {
		return nil, err
	}
	casing := gold.NewCasing(c.raw)
	for i := range c.parts {
		c.parts[i].copies.casing = casing
		c.keep(&c.parts[i])
	}
	return c, nil
}

// part reads a set.
func (s SetUse) part(src Sources) (part, error) {
	sets, err := s.sets()
	if err != nil {
		return part{}, err
	}
	sentences, err := readAll(sets, src.Data)
	if err != nil {
		return part{}, err
	}
	p := part{
		name: s.called() + " " + s.Lang + " " + s.Split, set: s.called(), licence: orElse(s.Licence, sets[0].Licence),
		weight: s.Weight, copies: copying{Copies: s.Copies},
		sentences: thin(sentences, s.Share),
	}
	if s.Partly {
		p.annotated = sets[0].Annotated(sentences)
	}
	if s.Domain {
		p.domain = s.called()
	}
	return p, nil
}

// add reads sets that one of the taggers alone is trained on. No names are taken
// from them, so that the generated messages are the same for both.
func (c *corpus) add(list []SetUse, classes ClassUse, src Sources) error {
	var others []gold.Sentence
	others = append(others, c.kept...)
	for _, t := range c.tests {
		others = append(others, t.sentences...)
	}
	for _, s := range list {
		p, err := s.part(src)
		if err != nil {
			return err
		}
		lists := [][]gold.Sentence{others}
		for _, other := range c.parts {
			lists = append(lists, other.sentences)
		}
		left, _ := gold.Dedupe(append(lists, p.sentences)...)
		c.dropped += len(p.sentences) - len(left[len(lists)])
		p.listed = classes.lists(s)
		p.sentences, p.copies.casing = left[len(lists)], gold.NewCasing(c.raw)
		c.keep(&p)
		c.parts = append(c.parts, p)
	}
	return nil
}

// keep takes one sentence in thirty out of a part, to calibrate on.
func (c *corpus) keep(p *part) {
	train := p.sentences[:0:0]
	for k, s := range p.sentences {
		if k%30 == 29 {
			c.kept = append(c.kept, s)
		} else {
			train = append(train, s)
		}
	}
	p.sentences = train
}

func readAll(sets []gold.Set, data fs.FS) ([]gold.Sentence, error) {
	var out []gold.Sentence
	for _, s := range sets {
		list, err := s.Read(data)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// thin keeps an evenly spread share.
func thin(list []gold.Sentence, share float64) []gold.Sentence {
	if share >= 1 {
		return list
	}
	out := make([]gold.Sentence, 0, len(list))
	for i, s := range list {
		if int(float64(i+1)*share) > int(float64(i)*share) {
			out = append(out, s)
		}
	}
	return out
}

// chat makes the generated part and the raw text for word classes.
func (c *corpus) chat(r *Recipe, src Sources) error {
	var labelled []gold.Sentence
	for _, p := range c.parts {
		labelled = append(labelled, p.sentences...)
	}
	stock, err := sentences(src.Data, r.Lang)
	if err != nil {
		return err
	}
	train, _ := holdOut(stock)
	c.stock = stock
	c.raw = append(c.raw, stock...)
	for _, s := range labelled {
		if s.Lang == r.Lang {
			c.raw = append(c.raw, s.Text)
		}
	}
	if r.Chat.Stock+r.Chat.Messages == 0 {
		return nil
	}
	g, err := generator(r, src, labelled, false, r.Seed)
	if err != nil {
		return err
	}
	made := part{name: "generated chat " + r.Lang, licence: "own", weight: r.Chat.Weight, generated: true}
	made.sentences = g.Messages(r.Chat.Messages)
	swapped := part{
		name: "tatoeba " + r.Lang + ", names swapped", licence: stockLicence, weight: r.Chat.Weight, generated: true,
	}
	swapped.sentences = g.Stock(train, r.Chat.Stock, r.Chat.Persons)
	written := part{
		name: "generated e-mails and posts " + r.Lang, licence: stockLicence, weight: r.Chat.Weight, generated: true,
	}
	written.sentences = append(g.Letters(train, r.Chat.Letters), g.Posts(train, r.Chat.Posts)...)
	for _, p := range []part{made, swapped, written} {
		if len(p.sentences) == 0 {
			continue
		}
		c.parts = append(c.parts, p)
		for _, s := range p.sentences {
			c.raw = append(c.raw, s.Text)
		}
	}
	return nil
}

// generator makes the generator of chat with the names for training or those
// held out for testing.
func generator(r *Recipe, src Sources, labelled []gold.Sentence, test bool, seed uint64) (*chat.Generator, error) {
	names, err := chat.LoadNames(src.Data, src.Lists, r.Lang, labelled)
	if err != nil {
		return nil, err
	}
	speller, err := gold.NewSpeller(src.Lists, r.Lang)
	if err != nil {
		return nil, err
	}
	return chat.New(r.Lang, names.HoldOut(test), speller, seed), nil
}

// sentences reads the corpus of short sentences; a language without one has
// none.
func sentences(data fs.FS, lang string) ([]string, error) {
	path := "sentences/tatoeba/" + lang + ".txt"
	f, err := data.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if lines.Text() != "" {
			out = append(out, lines.Text())
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", path, len(out)+1, err)
	}
	return out, nil
}

// holdOut parts sentences by their content: one in ten is for tests.
func holdOut(list []string) (train, test []string) {
	for _, s := range list {
		if chat.HeldOut(s) {
			test = append(test, s)
		} else {
			train = append(train, s)
		}
	}
	return train, test
}

// copiesOf returns the sentence and the copies that chance gives it.
func copiesOf(s gold.Sentence, c copying, sp *gold.Speller, rng *rand.Rand) []gold.Sentence {
	out := []gold.Sentence{s}
	for _, k := range []struct {
		p    float64
		make func(gold.Sentence) gold.Sentence
	}{
		{c.Lower, gold.Lower},
		{c.Upper, gold.Upper},
		{c.Accents, gold.NoAccents},
		{c.Final, gold.NoFinal},
		{c.Recase, c.casing.Recase},
		{c.SMS, func(s gold.Sentence) gold.Sentence {
			s = sp.Respell(s, rng, 0.2+0.8*rng.Float64())
			if rng.IntN(2) == 0 {
				s = gold.Lower(s)
			}
			return s
		}},
	} {
		// Always draw, so that one probability does not shift all others.
		if rng.Float64() < k.p {
			out = append(out, k.make(s))
		}
	}
	return append(out, c.swapped(s)...)
}
