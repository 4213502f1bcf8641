package policy_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
)

// What the README shows of the library stands here word for word (TestReadmeGo).

var ctx = context.Background()

func Example() {
	file, _ := policy.Load("gdpr")
	built, err := file.Build(policy.Options{})
	if err != nil {
		panic(err)
	}
	results, err := built.Strict().Thread(ctx, []bauta.Message{{Text: "Coucou Patrice, ça va?"}})
	fmt.Println(results[0].Text, err) // Coucou Person 1, ça va? <nil>
	// Output: Coucou Person 1, ça va? <nil>
}

func ExampleFile_Build() {
	file, _ := policy.Load("seekhide")
	built, _ := file.Build(policy.Options{})
	results, err := built.Pipeline.Thread(ctx, []bauta.Message{{ID: "1", Text: "Coucou Patrice, ça va?"}})
	fmt.Println(results[0].Text, err) // Coucou <PRE_7>, ça va? <nil>
	// Output: Coucou <PRE_7>, ça va? <nil>
}

func ExampleFile_BuildWith() {
	file, _ := policy.Load("gdpr")
	built, err := file.BuildWith(policy.Options{}, models.French()) // and models.Telling() with a second language
	if err != nil {
		panic(err)
	}
	results, err := built.Pipeline.Thread(ctx, []bauta.Message{{Text: "Coucou Patrice, ça va?"}})
	fmt.Println(results[0].Text, err)
	// Output: Coucou Person 1, ça va? <nil>
}

func ExampleFile_Build_taggers() {
	file, _ := policy.Load("ner")
	built, _ := file.Build(policy.Options{})
	results, _ := built.Pipeline.Thread(ctx, []bauta.Message{{Lang: "de", Text: "Kommst du mit Jonas nach Berlin?"}})
	for _, s := range results[0].Spans {
		fmt.Println(s.Label, results[0].Message.Text[s.Start:s.End]) // PERSON Jonas, LOCATION Berlin
	}
	// Output:
	// PERSON Jonas
	// LOCATION Berlin
}

func ExampleBuilt_Strict() {
	file, _ := policy.Load("gdpr")
	built, _ := file.Build(policy.Options{})
	p := built.Strict()
	for _, text := range []string{
		"Coucou Patrice, ça va?", "spotkamy się jutro u Wojtka przy rynku, przynieś piwo i coś do jedzenia",
	} {
		results, err := p.Thread(ctx, []bauta.Message{{ID: "1", Text: text}})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(results[0].Text)
	}
	// Output:
	// Coucou Person 1, ça va?
	// message "1": in a language that the policy does not read
}
