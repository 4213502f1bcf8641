package neural

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// Inside is what a model consists of, for people to read. Numbers have three
// digits after the point.
type Inside struct {
	Lang    string   `json:"lang"`
	Weights int      `json:"weights"`
	Dims    Dims     `json:"dims"`
	Words   int      `json:"words_with_vectors"`
	Grams   int      `json:"vectors_of_ngrams"`
	Letters int      `json:"letters"`
	Classes int      `json:"words_with_classes"`
	Columns int      `json:"columns_of_classes"`
	Tables  []Matrix `json:"matrices"`
	// Labels are those of words, in IOB2: O, B-PERSON, I-PERSON …
	Labels []LabelInside `json:"labels"`
	// Near are the words whose vectors are nearest to that of one asked for.
	Near []Near `json:"near,omitempty"`
}

// Matrix is one of weights; Length is the mean Euclidean length of its rows.
type Matrix struct {
	Name   string  `json:"name"`
	Rows   int     `json:"rows"`
	Cols   int     `json:"columns"`
	Length float64 `json:"length_of_rows"`
}

// LabelInside is what speaks for one label, as scores that are added up.
type LabelInside struct {
	Label string  `json:"label"`
	Bias  float64 `json:"bias"`
	Start float64 `json:"start"` // of being the first label
	End   float64 `json:"end"`   // of being the last one
	// Next are the labels that follow most easily.
	Next []Next `json:"next"`
	// Words are those that, as a message of one word, are most probably of the label.
	Words []WordInside `json:"words,omitempty"`
}

// Next is a label with the score of following.
type Next struct {
	Label string  `json:"label"`
	Score float64 `json:"score"`
}

// WordInside is a word with the probability of a label.
type WordInside struct {
	Word string  `json:"word"`
	P    float64 `json:"p"`
}

// Near is a word with the cosine of its vector and that of another.
type Near struct {
	Word   string  `json:"word"`
	Cosine float64 `json:"cosine"`
}

// Inside looks into the model: its matrices, for each label what follows it and
// the top words of l that are it when they stand alone, and if word is not empty
// the top words with vectors near its own. Words are hashes; l gives them back.
func (m *Model) Inside(ctx context.Context, l *lexicon.Lexicon, top int, word string) (Inside, error) {
	top = max(top, 0)
	out := Inside{
		Lang: m.lang, Weights: m.Weights(), Dims: m.dims,
		Words: m.vocab.Words(), Grams: m.vocab.grams, Letters: len(m.vocab.letters),
		Classes: m.vocab.classes.Words(), Columns: m.vocab.classes.Columns(),
	}
	params := map[string]*neural.Param{}
	for _, p := range m.net.Params() {
		params[p.Name] = p
		out.Tables = append(out.Tables, Matrix{p.Name, p.Rows, p.Cols, thousandths(rowLength(p))})
	}
	for y := range params["scores.b"].W {
		out.Labels = append(out.Labels, LabelInside{
			Label: m.label(y), Bias: thousandths(float64(params["scores.b"].W[y])),
			Start: thousandths(float64(params["crf.start"].W[y])), End: thousandths(float64(params["crf.end"].W[y])),
			Next: m.next(params["crf.pair"], y, top),
		})
	}
	if l == nil {
		return out, nil
	}
	known := m.known(l)
	if err := m.alone(ctx, l, known, top, out.Labels); err != nil {
		return out, err
	}
	if word != "" {
		out.Near = m.near(known, lexicon.Fold(word), top)
	}
	return out, nil
}

// label writes a label in IOB2.
func (m *Model) label(y int) string {
	switch {
	case y == 0:
		return "O"
	case y%2 == 1:
		return "B-" + string(m.types[(y-1)/2])
	}
	return "I-" + string(m.types[(y-1)/2])
}

// next lists the labels that follow y most easily, best first.
func (m *Model) next(pairs *neural.Param, y, top int) []Next {
	var out []Next
	for to := range pairs.Cols {
		if to == 0 || to%2 == 1 || y == to || y == to-1 { // others may not follow
			out = append(out, Next{m.label(to), thousandths(float64(pairs.W[y*pairs.Cols+to]))})
		}
	}
	slices.SortStableFunc(out, func(a, b Next) int { return cmp.Compare(b.Score, a.Score) })
	return out[:min(top, len(out))]
}

// known lists the words of a lexicon that have a vector.
func (m *Model) known(l *lexicon.Lexicon) []string {
	var out []string
	for w := range l.Words(^lexicon.Kind(0), m.lang) {
		if m.vocab.Word(w) >= 0 {
			out = append(out, w)
		}
	}
	return out
}

// alone reads each word as a message and notes for every label the likeliest.
func (m *Model) alone(ctx context.Context, l *lexicon.Lexicon, list []string, top int, labels []LabelInside) error {
	t, err := m.scorer(l)
	if err != nil {
		return err
	}
	analyser := text.Analyser{Lang: m.lang}
	for _, w := range list {
		d, err := analyser.Analyse(ctx, bauta.Message{Text: w, Lang: m.lang})
		if err != nil {
			return err
		}
		if t.Read(d); len(t.in.words) != 1 {
			continue
		}
		lattice := t.Lattice(0, 1)
		for y := range labels {
			if p := thousandths(lattice.Marginal(0, y)); p > 0 {
				labels[y].Words = append(labels[y].Words, WordInside{w, p})
			}
		}
	}
	for y := range labels {
		w := labels[y].Words
		slices.SortStableFunc(w, func(a, b WordInside) int { return cmp.Compare(b.P, a.P) })
		labels[y].Words = w[:min(top, len(w))]
	}
	return ctx.Err()
}

// near lists the words whose vectors make the smallest angle with that of a
// folded word; one without a vector has that of its n-grams.
func (m *Model) near(list []string, word string, top int) []Near {
	vector := func(w string) []float32 {
		v := make([]float32, m.dims.Word)
		m.net.WordVector(&neural.Form{Word: m.vocab.Word(w), Grams: m.vocab.Grams(w, nil)}, v)
		return v
	}
	to := vector(word)
	var out []Near
	for _, w := range list {
		if w != word {
			out = append(out, Near{w, thousandths(cosine(to, vector(w)))})
		}
	}
	slices.SortStableFunc(out, func(a, b Near) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return out[:min(top, len(out))]
}

// cosine is that of the angle of two vectors, 0 where one has no length.
func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	if aa*bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

// rowLength is the mean length of the rows of a matrix.
func rowLength(p *neural.Param) float64 {
	sum, room := 0.0, make([]float32, p.Cols)
	for r := range p.Rows {
		square := 0.0
		for _, w := range p.Row(r, room) {
			square += float64(w) * float64(w)
		}
		sum += math.Sqrt(square)
	}
	return sum / float64(max(1, p.Rows))
}

// thousandths rounds to three digits after the point.
func thousandths(x float64) float64 { return math.Round(1000*x) / 1000 }
