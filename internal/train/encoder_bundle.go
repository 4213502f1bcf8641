package train

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/bauta/bauta/internal/detect/neural"
	nn "github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon"
)

// Weights are those of a network in the order of its Params: numbers of 32 bits (IEEE 754),
// little-endian.
func Weights(net *nn.Net) []byte {
	var out []byte
	for _, p := range net.Params() {
		for _, w := range p.W {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(w))
		}
	}
	return out
}

// SetWeights gives a network the mean of weights as Weights has them.
func SetWeights(net *nn.Net, lists ...[]byte) error {
	for _, list := range lists {
		if len(list) != 4*net.Sizes().Weights() {
			return fmt.Errorf("%d bytes of weights for a network of %d weights; is it of another folder?", len(list),
				net.Sizes().Weights())
		}
	}
	at := 0
	for _, p := range net.Params() {
		for i := range p.W {
			sum := float32(0)
			for _, list := range lists {
				sum += math.Float32frombits(binary.LittleEndian.Uint32(list[at:]))
			}
			p.W[i] = sum / float32(len(lists))
			at += 4
		}
	}
	return nil
}

// WeightsOf are those of a network that was rounded to be shipped.
func WeightsOf(m *neural.Model) ([]byte, error) {
	_, net, err := like(m)
	if err != nil {
		return nil, err
	}
	if err := m.Into(net); err != nil {
		return nil, err
	}
	return Weights(net), nil
}

// like makes a builder of the vocabulary and types of a network, and another of its sizes.
func like(start *neural.Model) (*neural.Builder, *nn.Net, error) {
	b, err := neural.NewBuilder(neural.Many, start.Types(), lexicon.Default(), start.Vocabulary())
	if err != nil {
		return nil, nil, err
	}
	net, err := b.Net(encoderUse.Dims, 1)
	return b, net, err
}

// weighted is like, with the mean of weights.
func weighted(start *neural.Model, weights ...[]byte) (*neural.Builder, *nn.Net, error) {
	b, net, err := like(start)
	if err != nil {
		return nil, nil, err
	}
	return b, net, SetWeights(net, weights...)
}

// Network makes the tagger of all languages with the mean of weights.
func (e *Encoder) Network(start *neural.Model, weights ...[]byte) (*neural.Model, error) {
	b, net, err := weighted(start, weights...)
	if err != nil {
		return nil, err
	}
	return b.Model(net, encoderUse.Dims, 0)
}

// Bundle makes the bundle of a language: bound for persons, scores, card. Data names what
// the network read of all languages.
func (e *Encoder) Bundle(ctx context.Context, m *neural.Model, r *Recipe) (*Bundle, error) {
	result, err := OfNeural(m.For(r.Lang), r.alone(r.Seed), e.Src)
	if err != nil {
		return nil, err
	}
	result.Data, result.encoder = nil, e
	for _, other := range e.Recipes {
		c, err := gather(other.alone(1), e.Src)
		if err != nil {
			return nil, err
		}
		result.Data = append(result.Data, c.datasets()...)
	}
	b, _, err := result.finish(ctx)
	return b, err
}
