package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta"
)

// places says where the inputs stand.
type places struct {
	root   string // the repository
	shared string // the folder beside it
	chat   string // file that keeps the generated messages; "" for none
}

// input is messages under a name.
type input struct {
	name     string
	messages []bauta.Message
}

// source reads an input. One that is not there gives fs.ErrNotExist.
type source struct {
	name string
	read func(places) ([]bauta.Message, error)
}

// sources are all inputs.
func sources() []source {
	return []source{
		{"examples", places.examples},
		{"judge", places.judge},
		{"sms", places.sms},
		{"tatoeba", places.sentences},
		{"chat", places.conversations},
	}
}

// examples are the messages of the repository; its third table lists places.
func (p places) examples() ([]bauta.Message, error) {
	return files(filepath.Join(p.root, "examples"), "*.jsonl", "chat.csv", "sms-*.csv")
}

// judge is strangers' text with gold.
func (p places) judge() ([]bauta.Message, error) {
	return files(filepath.Join(p.shared, "data/judge"), "*.jsonl")
}

// sms is real English SMS: behind a header, the kind of each and its text.
func (p places) sms() ([]bauta.Message, error) {
	data, err := whole(filepath.Join(p.shared, "data/sms/SMSSpamCollection.tsv"))
	if err != nil {
		return nil, err
	}
	var out []bauta.Message
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if _, text, ok := strings.Cut(strings.TrimRight(line, "\r"), "\t"); ok && i > 0 {
			out = append(out, bauta.Message{ID: fmt.Sprint("sms:", i+1), Text: text})
		}
	}
	return out, nil
}

// read reads the inputs, and names those that are not there: it is an error
// where they were asked for.
func (o options) read(progress io.Writer) ([]input, error) {
	var out []input
	for _, s := range sources() {
		if len(o.inputs) > 0 && !slices.Contains(o.inputs, s.name) {
			continue
		}
		messages, err := s.read(o.places)
		switch {
		case errors.Is(err, fs.ErrNotExist) && len(o.inputs) == 0:
			fmt.Fprintf(progress, "%s is not there and is skipped: %v\n", s.name, err)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", s.name, err)
		default:
			out = append(out, input{s.name, messages})
		}
	}
	if len(out) == 0 || len(out) < len(o.inputs) {
		return nil, errors.New("no such input; there are examples, judge, sms, tatoeba and chat")
	}
	return out, nil
}
