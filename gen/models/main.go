// Command models trains the shipped models anew from the open data beside the
// project: `go run ./gen/models -shared ../shared`, or one kind with -only. With
// -rescore the taggers stay as they are: their bound for persons is chosen and
// their scores are taken anew.
// The same data and seed give the same bytes.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bauta/bauta/gen/tight"
	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/internal/train"
	"github.com/bauta/bauta/internal/train/langid"
	"github.com/bauta/bauta/internal/train/names"
	"github.com/bauta/bauta/model"
)

func main() {
	log.SetFlags(0)
	shared := flag.String("shared", "../shared", "folder of the open data")
	only := flag.String("only", "", "train only the bundles whose name starts so (names-fr)")
	rescore := flag.Bool("rescore", false, "train nothing: choose the bounds and take the scores of the taggers "+
		"(ner-) anew")
	out := flag.String("o", "models", "folder of the bundles")
	flag.Parse()
	if err := run(context.Background(), *shared, *only, *out, *rescore); err != nil {
		log.Fatal("models: ", err)
	}
}

// job makes one bundle.
type job struct {
	name string
	make func(ctx context.Context, j job) error

	shared, out string
}

func run(ctx context.Context, shared, only, out string, rescore bool) error {
	tagger := makeTagger
	if rescore {
		tagger, only = rescoreTagger, cmp.Or(only, "ner-")
		if !strings.HasPrefix(only, "ner-") {
			return fmt.Errorf("-rescore is for taggers, not %s; give -only ner-fr, or leave -only out", only)
		}
	}
	jobs := []job{
		{name: "names-fr", make: makeNames}, {name: "names-en", make: makeNames}, {name: "langid", make: makeLangid},
	}
	for _, lang := range []string{"en", "fr", "de", "it", "es", "sv"} {
		jobs = append(jobs, job{name: "ner-" + lang, make: tagger}, job{name: "joint-" + lang, make: makeJoint})
	}
	jobs = append(jobs, job{
		name: "triage-fr", make: func(ctx context.Context, j job) error { return trainTriage(ctx, j.shared, j.out) },
	})
	for _, j := range jobs {
		if !strings.HasPrefix(j.name, only) {
			continue
		}
		start := time.Now()
		j.shared, j.out = shared, out
		if err := j.make(ctx, j); err != nil {
			return fmt.Errorf("%s: %w", j.name, err)
		}
		log.Printf("%s: %.0f s", j.name, time.Since(start).Seconds())
	}
	return nil
}

// dir is the folder of the bundle; lang the language at the end of its name.
func (j job) dir() string  { return filepath.Join(j.out, j.name) }
func (j job) lang() string { return j.name[strings.LastIndexByte(j.name, '-')+1:] }
func (j job) data() fs.FS  { return os.DirFS(filepath.Join(j.shared, "data")) }

// lists are the project's own word lists.
func lists() fs.FS { return os.DirFS("gen/lexicon/lists") }

func makeNames(ctx context.Context, j job) error {
	r, err := names.Train(ctx, names.Config{Lang: j.lang(), Seed: 1, Data: j.data(), Lists: lists()})
	if err != nil {
		return err
	}
	log.Printf("%s: %+v", j.name, r.Report)
	if err := model.Write(j.dir(), r.Manifest, r.Card(), r.Files); err != nil {
		return err
	}
	return pack(j.dir(), r.Files)
}

func makeLangid(_ context.Context, j job) error {
	_, err := langid.Bundle(j.data(), j.dir(), langid.Config{Log: log.Printf, Lists: lists()})
	return err
}

// makeTagger makes the first tagger of a language by its recipe. The second, one network for
// all of them, is gen/encoder's.
func makeTagger(ctx context.Context, j job) error {
	r, err := j.recipe()
	if err != nil {
		return err
	}
	b, _, err := train.Make(ctx, r, j.sources(), func(s string) { log.Print(s) })
	if err != nil {
		return err
	}
	return j.write(b)
}

// rescoreTagger makes the manifest and the card of a tagger anew.
func rescoreTagger(ctx context.Context, j job) error {
	r, err := j.recipe()
	if err != nil {
		return err
	}
	old, err := model.Open(packed.FS(os.DirFS(j.out)), j.name)
	if err != nil {
		return err
	}
	card, err := os.ReadFile(filepath.Join(j.dir(), model.CardName))
	if err != nil {
		return err
	}
	b, _, err := train.Rescore(ctx, old, string(card), r, j.sources())
	if err != nil {
		return err
	}
	return j.write(b)
}

// makeJoint makes the pool of the two taggers of a language, as they lie in the
// folder.
func makeJoint(ctx context.Context, j job) error {
	r, err := j.recipe()
	if err != nil {
		return err
	}
	linear, err := model.Open(packed.FS(os.DirFS(j.out)), "ner-"+j.lang())
	if err != nil {
		return err
	}
	deep, err := model.Open(packed.FS(os.DirFS(j.out)), "neural-"+j.lang())
	if err != nil {
		return err
	}
	b, err := train.MakeJoint(ctx, r, j.sources(), linear, deep)
	if err != nil {
		return err
	}
	return j.write(b)
}

// write writes a tagger's bundle, as it is embedded.
func (j job) write(b *train.Bundle) error {
	if err := b.Write(j.dir()); err != nil {
		return err
	}
	return pack(j.dir(), b.Files)
}

// pack compresses the larger files of a bundle, as they are embedded.
func pack(dir string, files map[string][]byte) error {
	for name, data := range files {
		if len(data) < worthPacking {
			continue
		}
		at := filepath.Join(dir, name)
		if err := tight.Write(at, data); err != nil {
			return err
		}
		if err := os.Remove(at); err != nil {
			return err
		}
	}
	return nil
}

// worthPacking is from how many bytes on a file is compressed.
const worthPacking = 1 << 15

// recipe reads the recipe of the language.
func (j job) recipe() (*train.Recipe, error) {
	path := filepath.Join("recipes", j.lang()+".yaml")
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return train.ReadRecipe(f, path)
}

func (j job) sources() train.Sources { return train.Sources{Data: j.data(), Lists: lists()} }
