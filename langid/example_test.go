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
