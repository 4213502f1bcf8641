package neural

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// Builder turns labelled documents into the numbers that package learn/neural
// trains on, and what it trained into a Model.
type Builder struct {
	lang    string
	types   []bauta.Label
	vocab   *Vocabulary
	lexicon *lexicon.Lexicon
	data    neural.Data
	forms   map[string]int32 // of spellings
	domains []string
	in      input
}

// NewBuilder returns a builder of models for a language and types.
func NewBuilder(lang string, types []bauta.Label, l *lexicon.Lexicon, v *Vocabulary) (*Builder, error) {
	if err := tags.Check(types); err != nil {
		return nil, err
	}
	return &Builder{
		lang: lang, types: slices.Clone(types), vocab: v, lexicon: l, forms: map[string]int32{},
		in: input{domain: -1, lang: langNumber(lang), classes: v.classes, hidden: -1},
	}, nil
}

// Domain says where the documents added from now on come from, where that is not
// the kind of text the model is for: a feature of the domain takes up what is only
// true there, and a message, which has none, is not judged by it (after Daumé
// 2007). Empty is the text the model is for.
func (b *Builder) Domain(name string) error {
	b.in.domain = -1
	if name == "" {
		return nil
	}
	at := slices.Index(b.domains, name)
	if at < 0 {
		if len(b.domains) == domains {
			return fmt.Errorf("more than %d domains", domains)
		}
		at = len(b.domains)
		b.domains = append(b.domains, name)
	}
	b.in.domain = int32(at)
	return nil
}

// Hide takes the classes in one column from the words of the documents added from
// now on, as crf.Builder does; −1 ends that.
func (b *Builder) Hide(column int) { b.in.hidden = column }

// Add appends a document with its spans, sorted and disjoint, as training data
// that counts weight times.
func (b *Builder) Add(d *bauta.Doc, spans []bauta.Span, weight float64) {
	b.in.lang = langNumber(d.Lang)
	b.in.read(words.Reader{Lexicon: b.lexicon, Lang: d.Lang}, d)
	for from := 0; from < len(b.in.words); {
		to := tags.Chunk(b.in.plain, from)
		q := neural.Sequence{Weight: weight, Gold: tags.Encode(b.in.plain[from:to], spans, b.types, nil)}
		for i := from; i < to; i++ {
			q.Tokens = append(q.Tokens, neural.Token{Form: b.form(&b.in.words[i]), Features: slices.Clone(b.in.of(i))})
		}
		b.data.Sequences = append(b.data.Sequences, q)
		from = to
	}
	b.in.forget()
}

// form returns the number of a word's spelling.
func (b *Builder) form(w *words.Word) int32 {
	key := w.Text + "\x00" + w.Norm
	id, ok := b.forms[key]
	if !ok {
		id = int32(len(b.data.Forms))
		b.forms[key] = id
		var f neural.Form
		b.vocab.form(w, &f)
		b.data.Forms = append(b.data.Forms, f)
	}
	return id
}

// Data returns what was added, to be trained on.
func (b *Builder) Data() *neural.Data { return &b.data }

// Net returns a network for the builder's data, its weights drawn at random.
func (b *Builder) Net(d Dims, seed uint64) (*neural.Net, error) {
	m, err := bare(b.lang, b.types, b.vocab, d, neural.New)
	if err != nil {
		return nil, err
	}
	m.net.Init(seed, 0.1)
	return m.net, nil
}

// Model makes a Model of a trained network, with its weights as the file will
// have them. temperature divides all scores, which leaves the best labelling as
// it is and makes probabilities milder (above 1) or harder; 0 means 1.
func (b *Builder) Model(n *neural.Net, d Dims, temperature float64) (*Model, error) {
	m, err := bare(b.lang, b.types, b.vocab, d, neural.New)
	if err != nil {
		return nil, err
	}
	if m.net.Sizes() != n.Sizes() {
		return nil, fmt.Errorf("the network has other sizes than the model's")
	}
	from := n.Params()
	for i, p := range m.net.Params() {
		copy(p.W, from[i].W)
	}
	if temperature > 0 {
		m.net.Cool(temperature)
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		return nil, err
	}
	return Read(file.Bytes())
}
