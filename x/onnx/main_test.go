package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// words are those that the tiny model knows, and the label of each: 0 none, 1 the first
// word of a person, 2 a further one.
var words = []struct {
	word  string
	label int
}{{"[PAD]", 0}, {"[UNK]", 0}, {"[CLS]", 0}, {"[SEP]", 0}, {"Zorbul", 1}, {"Quim", 2}, {"ici", 0}, {"é", 0}}

// message writes a message of protobuf: field numbers and values by turns.
func message(fields ...any) []byte {
	var b []byte
	for i := 0; i < len(fields); i += 2 {
		n := protowire.Number(fields[i].(int))
		switch v := fields[i+1].(type) {
		case int:
			b = protowire.AppendVarint(protowire.AppendTag(b, n, protowire.VarintType), uint64(v))
		case string:
			b = protowire.AppendString(protowire.AppendTag(b, n, protowire.BytesType), v)
		case []byte:
			b = protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), v)
		}
	}
	return b
}

// value describes an input or output of the graph: batch, sequence and, of scores, labels.
func value(name string, kind int, labels ...int) []byte {
	shape := slices.Concat(message(1, message(2, "batch")), message(1, message(2, "sequence")))
	for _, n := range labels {
		shape = append(shape, message(1, message(1, n))...)
	}
	return message(1, name, 2, message(1, message(1, kind, 2, shape)))
}

// tiny writes a model that looks the label of each word up in a table.
func tiny(t *testing.T) string {
	t.Helper()
	var table []byte
	for _, w := range words {
		for label := range 3 {
			score := float32(0)
			if label == w.label {
				score = 5
			}
			table = append(table, 0, 0, 0, 0)
			bits := math.Float32bits(score)
			copy(table[len(table)-4:], []byte{byte(bits), byte(bits >> 8), byte(bits >> 16), byte(bits >> 24)})
		}
	}
	const float, integer = 1, 7
	weights := message(1, len(words), 1, 3, 2, float, 8, "table", 9, table)
	gather := message(1, "table", 1, "input_ids", 2, "logits", 3, "look up", 4, "Gather", 5, message(1, "axis", 3, 0, 20, 2))
	graph := message(1, gather, 2, "tiny", 5, weights, 11, value("input_ids", integer), 12, value("logits", float, 3))
	model := message(1, 8, 2, "test", 7, graph, 8, message(1, "", 2, 17))
	vocabulary := map[string]int{}
	for i, w := range words {
		vocabulary[w.word] = i
	}
	special := func(id int, word string) map[string]any {
		return map[string]any{
			"id": id, "content": word, "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false,
		}
	}
	tokens, err := json.Marshal(map[string]any{
		"version": "1.0", "truncation": nil, "padding": nil, "decoder": map[string]any{"type": "WordPiece", "prefix": "##", "cleanup": true},
		"added_tokens":   []any{special(0, "[PAD]"), special(1, "[UNK]"), special(2, "[CLS]"), special(3, "[SEP]")},
		"normalizer":     map[string]any{"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": false, "lowercase": false},
		"pre_tokenizer":  map[string]any{"type": "BertPreTokenizer"},
		"post_processor": map[string]any{"type": "BertProcessing", "sep": []any{"[SEP]", 3}, "cls": []any{"[CLS]", 2}},
		"model": map[string]any{
			"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocabulary,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"model.onnx": model, "tokenizer.json": tokens,
		"config.json": []byte(`{"id2label":{"0":"O","1":"B-PER","2":"I-PER"},"max_position_embeddings":64,"pad_token_id":0}`),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestServe: questions are answered in order, with offsets in bytes, long texts in windows.
func TestServe(t *testing.T) {
	c, err := open(tiny(t))
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("ici ", 40)
	texts := map[string][]string{
		"ici Zorbul": {"Zorbul"}, "é é Zorbul Quim ici": {"Zorbul Quim"}, "ici": nil, "": nil, " ": nil, "😀 Zorbul": {"Zorbul"},
		long + "Zorbul " + long + "Zorbul": {"Zorbul", "Zorbul"}, "unknown words Zorbul": {"Zorbul"},
	}
	var order []string
	var in, out bytes.Buffer
	for text := range texts {
		order = append(order, text)
		data, err := json.Marshal(map[string]any{"bauta": 1, "id": len(order), "lang": "fr", "text": text})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&in, "%s\n", data)
	}
	if err := c.serve(&in, &out); err != nil {
		t.Fatal(err)
	}
	answers := json.NewDecoder(&out)
	for i, text := range order {
		var a answer
		if err := answers.Decode(&a); err != nil || a.ID != int64(i+1) || a.Error != "" {
			t.Fatalf("%q: %+v, %v", text, a, err)
		}
		var got []string
		for _, s := range a.Spans {
			if s.Label != "PER" || !(s.Score > 0.5 && s.Score <= 1) {
				t.Errorf("%q: %+v", text, s)
			}
			got = append(got, text[s.Start:s.End])
		}
		if !slices.Equal(got, texts[text]) {
			t.Errorf("%.30q: %q, want %q", text, got, texts[text])
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, err := open(t.TempDir()); err == nil {
		t.Error("an empty folder is a model")
	}
	c, err := open(tiny(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.serve(strings.NewReader("Zorbul\n"), &bytes.Buffer{}); err == nil || strings.Contains(err.Error(), "Zorbul") {
		t.Errorf("a line that is no question: %v", err)
	}
}

func TestBorder(t *testing.T) {
	for _, text := range []string{strings.Repeat("é", 100), strings.Repeat("ab ", 60), strings.Repeat("😀x", 40), "ab"} {
		for at := 0; at < len(text); {
			end := border(text, at, 10)
			if end <= at || end > at+10 || !utf8.ValidString(text[at:end]) {
				t.Fatalf("from %d to %d of %d", at, end, len(text))
			}
			at = end
		}
	}
}
