package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/chat"
)

// How many sentences and generated messages there are, how they are drawn, and
// how many generated messages make a thread.
const (
	drawn      = 20_000
	seed       = 17
	threadSize = 8
)

// languages of what is drawn, as many from each.
func languages() []string { return []string{"de", "en", "es", "fr", "it", "sv"} }

// share is how many are drawn from the language with a number, so that all make
// drawn.
func share(number int) int {
	n := len(languages())
	return (drawn + n - 1 - number) / n
}

func (p places) data() fs.FS { return os.DirFS(filepath.Join(p.shared, "data")) }

// sentences are drawn from short ones; their language is for the program to tell.
func (p places) sentences() ([]bauta.Message, error) {
	var out []bauta.Message
	for number, lang := range languages() {
		lines, err := chat.Sentences(p.data(), lang)
		if err != nil {
			return nil, err
		}
		order := rand.New(rand.NewPCG(seed, uint64(number))).Perm(len(lines))
		for _, at := range order[:min(share(number), len(order))] {
			text := strings.TrimRight(lines[at], "\r")
			out = append(out, bauta.Message{ID: fmt.Sprintf("%s:%d", lang, at+1), Text: text})
		}
	}
	return out, nil
}

// line is a generated message as it is kept.
type line struct {
	ID     string `json:"id"`
	Thread string `json:"thread"`
	Author string `json:"author"`
	Text   string `json:"text"`
}

// conversations are generated messages, or those of the file that keeps them.
func (p places) conversations() ([]bauta.Message, error) {
	if p.chat != "" {
		if kept, err := file(p.chat); !errors.Is(err, fs.ErrNotExist) {
			return kept, err
		}
	}
	var out []bauta.Message
	for number, lang := range languages() {
		made, err := p.converse(lang, share(number))
		if err != nil {
			return nil, err
		}
		out = append(out, made...)
	}
	if p.chat == "" {
		return out, nil
	}
	return out, keep(p.chat, out)
}

// converse makes threads of two people who write in turn. Their language is for
// the program to tell.
func (p places) converse(lang string, n int) ([]bauta.Message, error) {
	made, err := chat.Mixed(p.data(), os.DirFS(filepath.Join(p.root, "gen/lexicon/lists")), lang, n, seed)
	if err != nil {
		return nil, err
	}
	out := make([]bauta.Message, len(made))
	for i, m := range made {
		out[i] = bauta.Message{
			ID: fmt.Sprintf("%s:%d", lang, i+1), Thread: fmt.Sprintf("%s-%d", lang, i/threadSize+1),
			Author: [...]string{"a", "b"}[i%2], Text: m.Text,
		}
	}
	return out, nil
}

// keep writes messages to a file of its owner's, which is there whole or not at
// all.
func keep(name string, messages []bauta.Message) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, m := range messages {
		if err := enc.Encode(line{m.ID, m.Thread, m.Author, m.Text}); err != nil {
			return err
		}
	}
	return replace(name, b.Bytes())
}
