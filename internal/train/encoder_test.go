package train

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bauta/bauta/internal/detect/neural"
)

// TestEncoder goes the whole way of the one network but the accelerator: written to a folder,
// read on by one core, made the bundle of a language, with the mean of two lists of weights.
func TestEncoder(t *testing.T) {
	usual := encoderUse
	t.Cleanup(func() { encoderUse = usual })
	encoderUse.Words, encoderUse.Grams = 100, 64
	encoderUse.Dims = neural.Dims{Word: 12, Letter: 6, Spelling: 6, Feature: 12, Hidden: 20}
	e := &Encoder{Recipes: []*Recipe{recipe(t, smallNeural)}, Src: small(), Say: func(string) {}, Told: "20,000 tokens"}
	dir := t.TempDir()
	if err := e.Export(t.Context(), dir, 2); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"token.i32", "form.gram.i32", "gold.u8", "weight.f32", "start.f32", "dev/token.i32"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	var meta struct {
		Types []string
		Sizes struct{ Hidden, Labels int }
	}
	if data, err := os.ReadFile(filepath.Join(dir, "meta.json")); err != nil || json.Unmarshal(data, &meta) != nil {
		t.Fatal(err)
	}
	if meta.Sizes.Hidden != 20 || meta.Sizes.Labels != 1+2*len(meta.Types) {
		t.Errorf("%+v", meta)
	}
	data, err := os.ReadFile(filepath.Join(dir, StartName))
	if err != nil {
		t.Fatal(err)
	}
	start, err := neural.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	weights, err := os.ReadFile(filepath.Join(dir, "start.f32"))
	if err != nil {
		t.Fatal(err)
	}
	net, err := e.ReadOn(t.Context(), start, weights, 20000, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	read := Weights(net)
	m, err := e.Network(start, read, read)
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.Bundle(t.Context(), m, e.Recipes[0])
	if err != nil {
		t.Fatal(err)
	}
	if b.Manifest.Lang != "fr" || b.Manifest.Kind != NeuralKind || b.Manifest.Person == 0 || !bytes.Contains([]byte(b.Card), []byte(e.Told)) {
		t.Errorf("%+v", b.Manifest)
	}
	if f1 := personF1(b); f1 < 80 {
		t.Errorf("F1 of persons in two frames of sentences is %.1f", f1)
	}
	shipped, err := WeightsOf(m)
	if err != nil {
		t.Fatal(err)
	}
	again, err := e.Network(m, shipped)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, again), written(t, m)) {
		t.Error("the weights of a network that was rounded make another network")
	}
	if _, err := e.Network(start, read[4:]); err == nil {
		t.Error("weights of another network were taken")
	}
}

// written is the file of a network.
func written(t *testing.T, m *neural.Model) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// personF1 is that of the first test in the manifest.
func personF1(b *Bundle) float64 {
	for _, s := range b.Manifest.Scores {
		if s.Name == "PERSON F1" {
			return s.Value
		}
	}
	return 0
}
