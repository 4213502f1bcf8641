package routing_test

import (
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/langid"
)

// A corpus is read in French and English; a message in Polish is set aside.
func Example() {
	teller, err := routing.New(routing.Config{Reads: []string{"fr", "en"}, Chooses: true, Model: langid.Default})
	if err != nil {
		panic(err)
	}
	foreign := &routing.Foreign{Way: routing.Quarantine, Teller: teller, Names: lexicon.Default()}
	corpus := func(yield func(bauta.Message, error) bool) {
		_ = yield(bauta.Message{ID: "1", Text: "on se voit demain devant la gare"}, nil) &&
			yield(bauta.Message{ID: "2", Text: "spotkamy się jutro rano przed dworcem"}, nil)
	}
	aside := func(m *bauta.Message, g langid.Guess) (bool, error) {
		fmt.Println(m.ID, "is", g.Lang)
		return false, nil
	}
	for m, err := range foreign.Filter(corpus, aside) {
		fmt.Println(m.ID, "is read as", m.Lang, err)
	}
	// Output:
	// 1 is read as fr <nil>
	// 2 is pl
}
