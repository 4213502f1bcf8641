package page_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/bauta/bauta/internal/page"
	"github.com/bauta/bauta/models"
)

// A file goes through; somebody keeps a word, and saves.
func Example() {
	p, err := page.Open("gdpr", "fr", models.French())
	if err != nil {
		panic(err)
	}
	file := []byte("coucou Patrice, dis à Rosalie que je viens\n")
	err = p.Read(context.Background(), "sms.txt", file, func(r page.Row) error {
		fmt.Println(len(r.Marks), "finds")
		return nil
	})
	if err != nil {
		panic(err)
	}
	p.Decide(page.Decision{Word: "Patrice"})
	var out bytes.Buffer
	if err := p.Save(context.Background(), &out); err != nil {
		panic(err)
	}
	fmt.Print(out.String())
	// Output:
	// 2 finds
	// coucou Patrice, dis à Person 2 que je viens
}
