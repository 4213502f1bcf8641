package crf

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/learn/codec"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/text"
)

// tiny is a model of one type made by hand: the word of each key makes label 1
// (first word of a person) or 2 (further word) likely.
func tiny(t testing.TB, list map[string]uint8) *Model {
	t.Helper()
	b, err := NewBuilder("en", []bauta.Label{bauta.Person}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	trained := &chain.Model{Start: []int32{0}}
	for w, label := range list {
		b.keys = append(b.keys, mix(3, words.Hash(w))) // template 3 is the word in lower case
		trained.Label = append(trained.Label, label)
		trained.Weight = append(trained.Weight, 5)
		trained.Start = append(trained.Start, int32(len(trained.Label)))
	}
	inf := math.Inf(-1)
	trans, err := chain.NewTransitions(3, []float64{0, 0, inf, 0, 0, 0, 0, 0, 0}, []float64{0, 0, inf})
	if err != nil {
		t.Fatal(err)
	}
	trained.Trans = trans
	m, err := b.Model(trained, Pack{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func document(t testing.TB, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: "en"}.Analyse(context.Background(), bauta.Message{Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A word whose probability of being a person reaches the bound for persons is a
// find, though the best labelling leaves it outside and nothing is asked; one below
// it is what it was. Score 5 for a label makes it 0.98 of three.
func TestPersonBound(t *testing.T) {
	m := tiny(t, map[string]uint8{"anna": 1, "home": 0})
	find := func(c tagger.Config) []bauta.Span {
		c.Models = tagger.Ready(m.With(nil))
		d, err := tagger.New(c)
		if err != nil {
			t.Fatal(err)
		}
		out, err := d.Detect(context.Background(), document(t, "home"))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, tt := range []struct {
		name   string
		c      tagger.Config
		finds  int
		unsure int
	}{
		{"neither", tagger.Config{Ask: -1}, 0, 0},
		{"asked", tagger.Config{Ask: 0.001}, 0, 1},
		{"bound reached", tagger.Config{Ask: -1, Person: 0.001}, 1, 0},
		{"bound reached though asked", tagger.Config{Ask: 0.001, Person: 0.001}, 1, 0},
		{"bound not reached", tagger.Config{Ask: -1, Person: 0.5}, 0, 0},
		{"bound not reached but asked", tagger.Config{Ask: 0.001, Person: 0.5}, 0, 1},
		{"the language's own bound reached", tagger.Config{Ask: -1, Persons: map[string]float64{m.Lang(): 0.001}}, 1, 0},
		{"the language's own bound before the common one", tagger.Config{Ask: -1, Person: 0.001, Persons: map[string]float64{m.Lang(): 0.5}}, 0, 0},
		{"another language's bound", tagger.Config{Ask: -1, Persons: map[string]float64{"xx": 0.001}}, 0, 0},
	} {
		finds, unsure := 0, 0
		for _, s := range find(tt.c) {
			if s.Label != bauta.Person || s.Start != 0 || s.End != 4 {
				t.Errorf("%s: %+v", tt.name, s)
			}
			if s.Doubt == bauta.Sure {
				finds++
			} else {
				unsure++
			}
		}
		if finds != tt.finds || unsure != tt.unsure {
			t.Errorf("%s: %d finds and %d questions, want %d and %d", tt.name, finds, unsure, tt.finds, tt.unsure)
		}
	}
	sure := func(c tagger.Config) bool {
		c.Models = tagger.Ready(m.With(nil))
		d, _ := tagger.New(c)
		out, err := d.Detect(context.Background(), document(t, "anna"))
		return err == nil && len(out) == 1 && out[0].Doubt == bauta.Sure
	}
	if sure(tagger.Config{Ask: -1, Sure: 0.9999}) || !sure(tagger.Config{Ask: -1, Sure: 0.9999, Person: 0.5}) {
		t.Error("the bound for persons holds for spans too")
	}
}

// The score of a span is the probability of exactly it, which for one word of
// score 5 among three labels can be said by hand.
func TestScoreIsTheMarginal(t *testing.T) {
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(tiny(t, map[string]uint8{"anna": 1}).With(nil)), Ask: -1})
	if err != nil {
		t.Fatal(err)
	}
	spans, err := d.Detect(context.Background(), document(t, "Anna"))
	if err != nil || len(spans) != 1 {
		t.Fatal(spans, err)
	}
	e := math.Exp(5)
	if want := e / (e + 1); math.Abs(spans[0].P-want) > 1e-3 {
		t.Errorf("score %g, want %g", spans[0].P, want)
	}
	// With a word after it that may go on the span: e/(e+1) less the share of
	// the continued one, of the labels O, B, I of the second word.
	spans, err = d.Detect(context.Background(), document(t, "Anna x"))
	if err != nil || len(spans) == 0 {
		t.Fatal(spans, err)
	}
	z := 2 + 3*e // O·{O B} + B·{O B I}
	if want := 2 * e / z; math.Abs(spans[0].P-want) > 1e-3 {
		t.Errorf("score %g, want %g", spans[0].P, want)
	}
}

func TestOutsideAndTemperature(t *testing.T) {
	b, err := NewBuilder("en", []bauta.Label{bauta.Person}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	b.keys = []uint32{mix(3, words.Hash("anna"))}
	trans, err := chain.NewTransitions(3, make([]float64, 9), nil)
	if err != nil {
		t.Fatal(err)
	}
	trained := &chain.Model{Start: []int32{0, 1}, Label: []uint8{1}, Weight: []float64{2}, Trans: trans}
	for _, c := range []struct{ outside, temperature, want float64 }{
		{0, 0, math.Exp(2) / (math.Exp(2) + 2)},
		{0, 4, math.Exp(0.5) / (math.Exp(0.5) + 2)},
		{-3, 1, math.Exp(2) / (math.Exp(2) + 1 + math.Exp(-3))},
		{-3, 2, math.Exp(1) / (math.Exp(1) + 1 + math.Exp(-1.5))},
	} {
		m, err := b.Model(trained, Pack{Outside: c.outside, Temperature: c.temperature})
		if err != nil {
			t.Fatal(err)
		}
		tag := m.scorer(nil, tagger.NewSums(4, 4))
		tag.ex.Read(document(t, "anna"), &tag.sentence)
		tag.fill(0, 1)
		if got := tag.lattice.Marginal(0, 1); math.Abs(got-c.want) > 1e-3 {
			t.Errorf("outside %g, temperature %g: %g, want %g", c.outside, c.temperature, got, c.want)
		}
	}
}

func TestQuestionsSayWhy(t *testing.T) {
	m := tiny(t, map[string]uint8{"anna": 1, "kim": 2})
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil)), Ask: 0.6, Sure: 0.999})
	if err != nil {
		t.Fatal(err)
	}
	spans, err := d.Detect(context.Background(), document(t, "so Anna , and x"))
	if err != nil {
		t.Fatal(err)
	}
	// Each outside word is something with a probability of about two thirds
	// here, punctuation is never asked about, and Anna is not sure enough.
	for _, s := range spans {
		if s.Doubt == bauta.Sure || s.Label != bauta.Person {
			t.Errorf("%+v", s)
		}
	}
	if len(spans) < 2 {
		t.Errorf("%d spans", len(spans))
	}
}

// TestChunks: long messages are cut at the first end of a line behind some words, else behind
// the last sentence that ends in the second half of a sequence.
func TestChunks(t *testing.T) {
	words := func(n int) string { return strings.Repeat("a ", n) }
	for _, c := range []struct {
		text string
		want []int
	}{
		{words(128), []int{128}},
		{words(40) + ". " + words(200), []int{41, 105, 169, 241}},
		{words(10) + "\n" + words(10) + "\n" + words(20) + "\n" + words(128), []int{20, 40, 168}},
	} {
		x := NewExtractor("en", nil, nil)
		var s Sentence
		x.Read(document(t, c.text), &s)
		var ends []int
		for from := 0; from < len(s.Words); {
			from = tags.Chunk(s.plain, from)
			ends = append(ends, from)
		}
		if !slices.Equal(ends, c.want) {
			t.Errorf("%v, want %v", ends, c.want)
		}
	}
}

// raw is a body with one type and no classes, to be spoilt.
type raw struct {
	buf bytes.Buffer
}

func (r *raw) uint(n uint64) *raw { r.buf.Write(binary.AppendUvarint(nil, n)); return r }
func (r *raw) text(s string) *raw { r.uint(uint64(len(s))); r.buf.WriteString(s); return r }
func (r *raw) bytes(b ...byte) *raw {
	r.buf.Write(b)
	return r
}

func (r *raw) floats(f ...float32) *raw {
	for _, v := range f {
		r.buf.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
	}
	return r
}

// body is the part up to the scale.
func body(types ...string) *raw {
	r := &raw{}
	r.text("en").uint(uint64(len(types)))
	for _, s := range types {
		r.text(s)
	}
	n := 1 + 2*len(types)
	return r.floats(make([]float32, n*(n+2))...).uint(0).uint(0)
}

func TestParseRefuses(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	good := func() *raw { return body("PERSON").floats(0.1).uint(1).uint(7).bytes(2, 0, 1, 5, 0x80) }
	if m, err := parse(codec.NewReader("", good().buf.Bytes())); err != nil || m.Weights() != 2 || m.table.find(7) < 0 {
		t.Fatalf("a sound body: %v", err)
	}
	cases := map[string]*raw{
		"no types":             body(),
		"type twice":           body("A", "A").floats(1).uint(0),
		"empty type":           body("").floats(1).uint(0),
		"language too long":    (&raw{}).text(strings.Repeat("x", 65)),
		"types announced":      (&raw{}).text("en").uint(1 << 40),
		"transitions cut":      (&raw{}).text("en").uint(1).text("A").floats(0, 0),
		"scale 0":              body("A").floats(0).uint(0),
		"scale NaN":            body("A").floats(nan).uint(0),
		"scale infinite":       body("A").floats(inf).uint(0),
		"features announced":   body("A").floats(1).uint(1 << 50),
		"key overflow":         body("A").floats(1).uint(1).uint(1<<32).bytes(1, 0, 1),
		"keys overflow":        body("A").floats(1).uint(2).uint(1<<32-1).uint(0).bytes(1, 1, 0, 0, 1, 1),
		"feature of no labels": body("A").floats(1).uint(1).uint(7).bytes(0, 0, 0),
		"too many labels":      body("A").floats(1).uint(1).uint(7).bytes(4, 0, 0, 0, 0, 0, 0, 0, 0),
		"label out of range":   body("A").floats(1).uint(1).uint(7).bytes(1, 3, 0, 0),
		"weights cut":          body("A").floats(1).uint(1).uint(7).bytes(2, 0, 1),
		"something after":      good().bytes(0),
		"number without end":   (&raw{}).text("en").bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
		"seven columns":        (&raw{}).text("en").uint(1).text("A").floats(make([]float32, 15)...).uint(7).uint(0),
		"classes cut":          (&raw{}).text("en").uint(1).text("A").floats(make([]float32, 15)...).uint(2).uint(3).bytes(1, 1, 1),
	}
	for name, r := range cases {
		if _, err := parse(codec.NewReader("", r.buf.Bytes())); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, spoil := range map[string][]float32{
		"bias NaN":           {nan},
		"bias infinite":      {inf},
		"start infinite":     {0, 0, 0, inf},
		"start too low":      {0, 0, 0, -2000},
		"transition NaN":     {0, 0, 0, 0, 0, 0, nan},
		"no way out":         {0, 0, 0, 0, 0, 0, -inf, -inf, -inf},
		"nothing may begin":  {0, 0, 0, -inf, -inf, -inf},
		"transition too big": {0, 0, 0, 0, 0, 0, 2000},
	} {
		all := make([]float32, 15)
		copy(all, spoil)
		r := (&raw{}).text("en").uint(1).text("A").floats(all...).uint(0).uint(0).floats(1).uint(0)
		if _, err := parse(codec.NewReader("", r.buf.Bytes())); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Text of another domain has features that the model does not keep, and that
// take up what is only true there: here that every word is a name.
func TestDomain(t *testing.T) {
	train := func(domain string) (*Model, int) {
		b, err := NewBuilder("en", []bauta.Label{bauta.Person}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			b.Domain("")
			name := document(t, "hi Anna , ok ?")
			if err := b.Add(name, []bauta.Span{{Start: 3, End: 7, Label: bauta.Person}}, 1); err != nil {
				t.Fatal(err)
			}
			b.Domain(domain)
			list := document(t, []string{"Bob", "Kim", "Lea", "Ulf"}[i%4])
			if err := b.Add(list, []bauta.Span{{Start: 0, End: 3, Label: bauta.Person}}, 1); err != nil {
				t.Fatal(err)
			}
		}
		c, _, err := chain.Train(context.Background(), b.Data(), chain.Config{C2: 0.1, Allowed: tags.Allowed})
		if err != nil {
			t.Fatal(err)
		}
		m, err := b.Model(c, Pack{})
		if err != nil {
			t.Fatal(err)
		}
		for f := range b.domains {
			if m.table.find(f) >= 0 {
				t.Error("a feature of a domain is in the model")
			}
		}
		return m, len(b.domains)
	}
	alone := func(m *Model) float64 {
		tag := m.scorer(nil, tagger.NewSums(4, 4))
		tag.ex.Read(document(t, "Zoo"), &tag.sentence)
		tag.fill(0, 1)
		return tag.lattice.Marginal(0, 1)
	}
	mixed, none := train("")
	apart, some := train("list")
	if none != 0 || some == 0 {
		t.Errorf("%d and %d features of domains", none, some)
	}
	if alone(apart) >= alone(mixed) {
		t.Errorf("a word alone is a name with %g, %g without the domain", alone(apart), alone(mixed))
	}
}

// Blurred words lose what only known words have, and keep their form.
func TestBlur(t *testing.T) {
	b, err := NewBuilder("en", []bauta.Label{bauta.Person}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := document(t, "Annabella met Konstantin 12 .")
	b.ex.Read(d, &b.sentence)
	before := append([]Word(nil), b.sentence.Words...)
	b.Blur(1, 3)
	b.blurWords()
	for i, w := range b.sentence.Words {
		blurred := w.lower != before[i].lower && w.text != before[i].text
		if blurred != (i < 3) {
			t.Errorf("word %d: blurred is %v", i, blurred)
		}
		if w.short != before[i].short || w.suffix[2] != before[i].suffix[2] || w.caps != before[i].caps {
			t.Errorf("word %d lost its form", i)
		}
	}
	// The same seed blurs the same words.
	sizes := [2]int{}
	for k := range sizes {
		b, _ := NewBuilder("en", []bauta.Label{bauta.Person}, nil, nil)
		b.Blur(0.5, 9)
		for range 5 {
			if err := b.Add(d, nil, 1); err != nil {
				t.Fatal(err)
			}
		}
		sizes[k] = b.Data().Attributes()
	}
	if sizes[0] != sizes[1] {
		t.Errorf("%d and %d features from one seed", sizes[0], sizes[1])
	}
}

// Signs, and the ending after a name, are no persons however low the bound is.
func TestMute(t *testing.T) {
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(tiny(t, map[string]uint8{"anna": 0}).With(nil)), Ask: -1, Person: 0.001})
	if err != nil {
		t.Fatal(err)
	}
	doc := document(t, "Kim's car !")
	spans, err := d.Detect(context.Background(), doc)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range spans {
		got = append(got, doc.Text[s.Start:s.End])
	}
	if g := strings.Join(got, " "); g != "Kim car" {
		t.Errorf("%q are persons from 0.001 on", g)
	}
}

// Where the normal form joins what an invisible letter parts, two tokens have the
// same bytes; they are one word.
func TestTokensOfTheSameBytes(t *testing.T) {
	var s Sentence
	NewExtractor("en", nil, nil).Read(document(t, "?\x00\u0300 ok"), &s)
	if len(s.Words) != 2 || s.Words[0].End != 4 || s.Words[1].Start != 5 {
		t.Errorf("%d words", len(s.Words))
	}
}
