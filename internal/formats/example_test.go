package formats_test

import (
	"fmt"
	"strings"

	"github.com/bauta/bauta/internal/formats"
)

// Example reads the first message of an export.
func Example() {
	chat := "04/07/2023, 21:06 - Cédric: coucou Léa\n04/07/2023, 21:07 - Léa: oui\n"
	f, _ := formats.Tell("chat.txt", []byte(chat))
	src, err := f.Open(formats.NewInput(strings.NewReader(chat)))
	if err != nil {
		fmt.Println(err)
		return
	}
	rec, err := src.Next()
	fmt.Println(f.Name, err)
	for _, s := range rec.Slots {
		fmt.Println(s.Path, s.Value)
	}
	// Output:
	// whatsapp <nil>
	// sender Cédric
	// text coucou Léa
}
