package neural_test

import (
	"context"
	"fmt"
	"log"

	"github.com/bauta/bauta/internal/learn/neural"
)

// Letters alone tell names (label 1) by the capital that is letter 1.
func Example() {
	data := &neural.Data{Forms: []neural.Form{
		{Word: -1, Letters: []int32{1, 2, 3}}, {Word: -1, Letters: []int32{2, 3}}, {Word: -1, Letters: []int32{3, 3, 2}},
	}}
	for _, q := range [][]int32{{0, 1, 2}, {1, 0}, {2, 1, 0, 0}, {1, 2}} {
		s := neural.Sequence{Weight: 1}
		for _, form := range q {
			label := uint8(0)
			if form == 0 {
				label = 1
			}
			s.Tokens, s.Gold = append(s.Tokens, neural.Token{Form: form}), append(s.Gold, label)
		}
		data.Sequences = append(data.Sequences, s)
	}
	net, err := neural.New(neural.Sizes{Letters: 4, Letter: 4, Spelling: 4, Hidden: 4, Labels: 2}, nil)
	if err != nil {
		log.Fatal(err)
	}
	net.Init(1, 1)
	if err := neural.Train(context.Background(), net, data, neural.Config{Epochs: 60, Rate: 0.02}); err != nil {
		log.Fatal(err)
	}
	tagger, err := net.NewTagger()
	if err != nil {
		log.Fatal(err)
	}
	unseen := neural.Form{Word: -1, Letters: []int32{1, 3, 2}}
	form := make([]float32, tagger.FormSize())
	tagger.Run([]int{2}, func(_, i int, input []float32) {
		tagger.Form([]*neural.Form{&data.Forms[1], &unseen}[i], form)
		tagger.Inputs([]neural.Input{{Form: form, Features: nil, Gates: input}})
	})
	path, _ := tagger.Lattice(tagger.Scores(0)).Viterbi(nil)
	fmt.Println(path)
	// Output: [0 1]
}
