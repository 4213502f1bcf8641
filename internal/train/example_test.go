package train_test

import (
	"fmt"
	"strings"

	"github.com/bauta/bauta/internal/train"
)

func ExampleReadRecipe() {
	r, err := train.ReadRecipe(strings.NewReader("lang: fr\nchat: {messages: 20000}\n"), "recipe.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Lang, r.Chat.Messages)
	// Output: fr 20000
}
