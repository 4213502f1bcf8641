package chat_test

import (
	"fmt"
	"testing/fstest"

	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
)

func ExampleGenerator_Messages() {
	data := fstest.MapFS{"lexicon/insee_prenoms.tsv": {Data: []byte("name\tsex\tall\tsince 1950\nZoé\tF\t900\t900\n")}}
	names, err := chat.LoadNames(data, nil, "fr", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	speller, err := gold.NewSpeller(nil, "fr")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(chat.New("fr", names, speller, 1).Messages(20)), "messages")
	// Output: 20 messages
}
