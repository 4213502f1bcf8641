package langid_test

import (
	"fmt"

	"github.com/bauta/bauta/langid"
)

func Example() {
	m, err := langid.Default()
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := m.With(langid.Config{Languages: []string{"fr", "en", "de"}, Bound: 0.5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(id.Identify("tu viens ce soir ?").Lang)
	text := "slt my friend wie gehts"
	for _, s := range id.Stretches(text) {
		fmt.Println(s.Lang, text[s.Start:s.End])
	}
	// Output:
	// fr
	// fr slt
	// en my friend
	// de wie gehts
}

func ExampleIdentifier_Listen() {
	m, err := langid.Default()
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := m.With(langid.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	l := id.Listen()
	l.Thread("", []langid.Line{{Author: "ana", Text: "nos vemos mañana en la estación, no te olvides"}})
	later := l.Thread("", []langid.Line{{Author: "ana", Text: "va si"}})
	fmt.Println(later[0].Best().Lang)
	// Output: es
}
