package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
)

// firstNames is a file of them, as many as hold some out for messages that no model has seen.
func firstNames() *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("name\tsex\tall\tsince 1950\nZoé\tF\t900\t900\nLéo\tM\t800\t800\nAnna\tF\t700\t700\nMarc\tM\t600\t600\nInès\tF\t500\t500\nHugo\tM\t400\t400\nLina\tF\t300\t300\nRémi\tM\t200\t200\nEva\tF\t100\t100\nNoé\tM\t90\t90\nJade\tF\t80\t80\nSacha\tM\t70\t70\n")}
}

// TestGenerate: as many messages as asked for, the same for the same seed, and
// gold that the program reads.
func TestGenerate(t *testing.T) {
	data := fstest.MapFS{
		"lexicon/insee_prenoms.tsv": firstNames(),
		"sentences/tatoeba/fr.txt":  {Data: []byte("Tom est parti hier soir.\nLe train a du retard.\nMarie arrive demain.\n")},
	}
	first, err := chat.Mixed(data, nil, "fr", 60, 5)
	if err != nil {
		t.Fatal(err)
	}
	again, err := chat.Mixed(data, nil, "fr", 60, 5)
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	if write(&a, first) != nil || write(&b, again) != nil || a.String() != b.String() {
		t.Fatal("the same seed gives two corpora")
	}
	n := 0
	for g, err := range corpus.ReadGold(&a, "chat.jsonl") {
		if err != nil {
			t.Fatal(err)
		}
		if g.Message.Text != first[n].Text || len(g.Spans) != len(first[n].Spans) {
			t.Fatalf("message %d is read as another", n+1)
		}
		n++
	}
	if n < 50 || n > 60 {
		t.Errorf("%d messages of 60", n)
	}
	if _, err := chat.Mixed(data, nil, "xx", 6, 1); err == nil {
		t.Error("a language without sentences")
	}
}

// TestRefilled: of sentences alone, about the share asked for has a person, and no stock name is left.
func TestRefilled(t *testing.T) {
	data := fstest.MapFS{
		"lexicon/insee_prenoms.tsv": firstNames(),
		"sentences/tatoeba/fr.txt":  {Data: []byte("Tom est parti hier soir.\nLe train a du retard.\nIl pleut.\n")},
	}
	for _, share := range []float64{0.2, 0.8} {
		messages, err := messagesOf(data, nil, "fr", 300, share, 5)
		if err != nil || len(messages) != 300 {
			t.Fatalf("%d messages, %v", len(messages), err)
		}
		named := 0
		for _, m := range messages {
			if len(m.Spans) > 0 {
				named++
			}
			if strings.Contains(m.Text, "Tom ") {
				t.Errorf("the stock name is left: %s", m.Text)
			}
		}
		if got := float64(named) / 300; got < share-0.15 || got > share+0.15 {
			t.Errorf("%.2f have a person, not %.2f", got, share)
		}
	}
}

// TestPeopleOnly: a message with an address is left out, one with nothing stays.
func TestPeopleOnly(t *testing.T) {
	span := func(l bauta.Label) []bauta.Span { return []bauta.Span{{Start: 0, End: 1, Label: l}} }
	var kept []string
	for _, m := range peopleOnly([]gold.Sentence{
		{Text: "a", Spans: span(bauta.Person)}, {Text: "b"}, {Text: "c", Spans: append(span(bauta.Person), span(bauta.Email)...)},
	}) {
		kept = append(kept, m.Text)
	}
	if strings.Join(kept, "") != "ab" {
		t.Errorf("%v are left", kept)
	}
}
