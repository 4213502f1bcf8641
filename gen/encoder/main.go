// Command encoder makes the one neural tagger of six languages, models/network, and the
// bundles models/neural-LANG that share it, from the open data beside the project:
//
//	go run ./gen/encoder export DIR          writes what is read, 32 million tokens (500 MB)
//	python3 gen/encoder/train.py DIR         trains on an accelerator, or on a processor in days
//	go run ./gen/encoder read DIR            goes on with DIR/student.f32: DIR/read.f32
//	go run ./gen/encoder write DIR           makes the models of the mean of both
//
// Without the folder's network, what is shipped is gone on with: `read -from shipped DIR`, then
// `write -from shipped,read.f32 DIR`.
//
// Without an accelerator `read -from start.f32 -tokens 20000000` trains from the start on one
// core, in hours. docs/experiments/encoder.md has what each step gave.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta/gen/tight"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/internal/train"
	"github.com/bauta/bauta/model"
)

func main() {
	log.SetFlags(0)
	if err := run(context.Background(), os.Args[1:]); err != nil {
		log.Fatal("encoder: ", err)
	}
}

// options are the flags of all steps.
type options struct {
	shared, out, from, languages, told string
	draws, tokens                      int
	rate                               float64
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New("give a step: export, read or write, and a folder")
	}
	o := options{}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.StringVar(&o.shared, "shared", "../shared", "folder of the open data")
	flags.StringVar(&o.out, "o", "models", "write: folder of the models")
	flags.StringVar(&o.from, "from", "", "files of weights in the folder, with commas between")
	flags.StringVar(&o.languages, "languages", "en,fr,de,it,es,sv", "languages, with commas between")
	flags.StringVar(&o.told, "told", "", "write: what the network was trained on, for the cards")
	flags.IntVar(&o.draws, "draws", 3, "export: how often copies and generated messages are drawn")
	flags.IntVar(&o.tokens, "tokens", 3_000_000, "read: how many tokens")
	flags.Float64Var(&o.rate, "rate", 0.001, "read: rate of learning")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("give one folder behind the flags")
	}
	e, err := o.encoder()
	if err != nil {
		return err
	}
	dir := flags.Arg(0)
	switch args[0] {
	case "export":
		return e.Export(ctx, dir, o.draws)
	case "read":
		return o.read(ctx, e, dir)
	case "write":
		return o.write(ctx, e, dir)
	}
	return fmt.Errorf("no step %s; there are export, read and write", args[0])
}

// encoder reads the recipes.
func (o *options) encoder() (*train.Encoder, error) {
	e := &train.Encoder{
		Src:  train.Sources{Data: os.DirFS(filepath.Join(o.shared, "data")), Lists: os.DirFS("gen/lexicon/lists")},
		Say:  func(s string) { log.Print(s) },
		Told: o.told,
	}
	for lang := range strings.SplitSeq(o.languages, ",") {
		name := filepath.Join("recipes", lang+".yaml")
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		r, err := train.ReadRecipe(f, name)
		f.Close()
		if err != nil {
			return nil, err
		}
		e.Recipes = append(e.Recipes, r)
	}
	return e, nil
}

// shipped stands, among files of weights, for those of models/network.
const shipped = "shipped"

// begin is the file of the network before training, and of the one that is shipped where its
// weights are asked for.
func (o *options) begin(dir string) ([]byte, error) {
	if slices.Contains(strings.Split(o.from, ","), shipped) {
		return fs.ReadFile(packed.FS(os.DirFS(o.out)), path.Join(train.NetworkName, train.NeuralFile))
	}
	return os.ReadFile(filepath.Join(dir, train.StartName))
}

// open reads the network before training, and weights; usual are their files.
func (o *options) open(dir, usual string) (start *neural.Model, weights [][]byte, err error) {
	data, err := o.begin(dir)
	if err != nil {
		return nil, nil, err
	}
	if start, err = neural.Read(data); err != nil {
		return nil, nil, err
	}
	if o.from != "" {
		usual = o.from
	}
	for name := range strings.SplitSeq(usual, ",") {
		if name == shipped {
			w, err := train.WeightsOf(start)
			if err != nil {
				return nil, nil, err
			}
			weights = append(weights, w)
			continue
		}
		w, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, nil, err
		}
		weights = append(weights, w)
	}
	return start, weights, nil
}

func (o *options) read(ctx context.Context, e *train.Encoder, dir string) error {
	start, weights, err := o.open(dir, "student.f32")
	if err != nil {
		return err
	}
	net, err := e.ReadOn(ctx, start, weights[0], o.tokens, o.rate)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "read.f32"), train.Weights(net), 0o600)
}

func (o *options) write(ctx context.Context, e *train.Encoder, dir string) error {
	start, weights, err := o.open(dir, "student.f32,read.f32")
	if err != nil {
		return err
	}
	m, err := e.Network(start, weights...)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		return err
	}
	if err := o.share(file.Bytes()); err != nil {
		return err
	}
	sum := sha256.Sum256(file.Bytes())
	shared := model.File{
		Name: train.NeuralFile, Size: int64(file.Len()), Digest: hex.EncodeToString(sum[:]), In: train.NetworkName,
	}
	for _, r := range e.Recipes {
		b, err := e.Bundle(ctx, m, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Lang, err)
		}
		b.Manifest.Files, b.Files = []model.File{shared}, nil
		dir := filepath.Join(o.out, train.NeuralKind+"-"+r.Lang)
		if err := b.Write(dir); err != nil {
			return err
		}
		log.Printf("%s: bound for persons %g", dir, b.Manifest.Person)
	}
	return nil
}

// share writes the file that the bundles of all languages share.
func (o *options) share(file []byte) error {
	dir := filepath.Join(o.out, train.NetworkName)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return tight.Write(filepath.Join(dir, train.NeuralFile), file)
}
