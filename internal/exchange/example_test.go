package exchange_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/exchange"
)

// A gold file becomes what a tagger is trained on.
func Example() {
	gold := corpus.ReadGold(strings.NewReader(
		`{"id":"7","lang":"fr","text":"slt Marie Dupont","spans":[{"start":4,"end":16,"type":"PERSON"}]}`), "gold.jsonl")
	format, err := exchange.Find("conll")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := format.Write(os.Stdout, gold); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # CoNLL-2003, IOB2; columns: token, part of speech (none), chunk (none), entity; no offsets, a token a line
	// -DOCSTART- -X- O O
	//
	// # id = "7"
	// # lang = "fr"
	// # text = "slt Marie Dupont"
	// slt -X- -X- O
	// Marie -X- -X- B-PERSON
	// Dupont -X- -X- I-PERSON
}
