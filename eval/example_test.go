package eval_test

import (
	"fmt"
	"os"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/eval"
)

func ExampleScoreChunks() {
	r := eval.ScoreChunks([]eval.Tagged{{
		Gold: []string{"B-PERSON", "I-PERSON", "O", "B-LOCATION"},
		Pred: []string{"B-PERSON", "O", "O", "B-LOCATION"},
	}})
	r.WriteText(os.Stdout)
	// Output:
	// tokens 4 gold 2 found 2 correct 1 acc 75.00 P 50.00 R 50.00 F1 50.00
	//   LOCATION       P 100.00 R 100.00 F1 100.00 n 1
	//   PERSON         P   0.00 R   0.00 F1   0.00 n 1
}

func ExampleScoreSpans() {
	r := eval.ScoreSpans([]eval.SpanCase{{
		Length: 20,
		Gold:   []bauta.Span{{Start: 0, End: 14, Label: bauta.Person}},
		Pred:   []bauta.Span{{Start: 0, End: 7, Label: bauta.Person}},
	}}, eval.SpanConfig{})
	fmt.Printf("%.0f %% of the characters, %d of %d entities\n", r.Coverage.Recall(), r.Entities.Whole, r.Entities.Gold)
	// Output: 50 % of the characters, 0 of 1 entities
}

func ExampleClopperPearson() {
	b := eval.ClopperPearson(0, 1000)
	fmt.Printf("no leak in 1000 messages: the rate is below %.2f %%\n", 100*b.Upper)
	// Output: no leak in 1000 messages: the rate is below 0.30 %
}

func ExampleScoreIoU() {
	r := eval.ScoreIoU([]eval.SpanCase{{
		Length: 20,
		Gold:   []bauta.Span{{Start: 0, End: 14, Label: bauta.Person}},
		Pred:   []bauta.Span{{Start: 0, End: 12, Label: bauta.Person}, {Start: 16, End: 20, Label: bauta.URL}},
	}}, .75)
	fmt.Printf("F2 %.1f: recall %.0f, precision %.0f\n", r.Blind.F(2), r.Blind.Recall(), r.Blind.Precision())
	// Output: F2 83.3: recall 100, precision 50
}
