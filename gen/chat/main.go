// Command chat writes generated chat messages of a language as gold: templates
// and short sentences, filled with names that no shipped model was trained on.
// The templates are those of the training, so figures on it flatter; it needs
// the open data beside the project.
//
//	go run ./gen/chat -lang fr -n 4000 > chat-fr.jsonl
//	bauta evaluate spans --policy sms4science chat-fr.jsonl
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
)

func main() {
	data := flag.String("data", "../shared/data", "folder of the open data")
	lists := flag.String("lists", "gen/lexicon/lists", "folder of the project's lists")
	lang := flag.String("lang", "fr", "language: en, fr, de, it, es or sv")
	n := flag.Int("n", 4000, "how many messages")
	seed := flag.Uint64("seed", 99, "seed of every random choice")
	persons := flag.Bool("persons", false, "only people are labelled, and messages that hold something else are "+
		"left out")
	refilled := flag.Float64("refilled", 0, "short sentences alone, this share of them with people; 0: templates, too")
	flag.Parse()
	messages, err := messagesOf(os.DirFS(*data), os.DirFS(*lists), *lang, *n, *refilled, *seed)
	if err == nil {
		if *persons {
			messages = peopleOnly(messages)
		}
		err = write(os.Stdout, messages)
	}
	if err != nil {
		log.Fatal("chat: ", err)
	}
}

// messagesOf makes the messages: of sentences alone where a share is given.
func messagesOf(data, lists fs.FS, lang string, n int, share float64, seed uint64) ([]gold.Sentence, error) {
	if share > 0 {
		return chat.Refilled(data, lists, lang, n, share, seed)
	}
	return chat.Mixed(data, lists, lang, n, seed)
}

// peopleOnly leaves the messages in which there are people or nothing.
func peopleOnly(messages []gold.Sentence) []gold.Sentence {
	var out []gold.Sentence
	for _, m := range messages {
		other := false
		for _, s := range m.Spans {
			other = other || s.Label != bauta.Person
		}
		if !other {
			out = append(out, m)
		}
	}
	return out
}

func write(w io.Writer, messages []gold.Sentence) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i, m := range messages {
		line := corpus.NewGold(bauta.Message{ID: fmt.Sprint(i + 1), Text: m.Text}, m.Spans)
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
