// Command models trains the shipped models anew from the open data beside the
// project: `go run ./gen/models -shared ../shared`, or one kind with -only.
// The same data and seed give the same bytes.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/train/names"
)

func main() {
	log.SetFlags(0)
	shared := flag.String("shared", "../shared", "folder of the open data")
	only := flag.String("only", "", "train only the bundles whose name starts so (names-fr)")
	out := flag.String("o", "models", "folder of the bundles")
	flag.Parse()
	if err := run(context.Background(), *shared, *only, *out); err != nil {
		log.Fatal("models: ", err)
	}
}

func run(ctx context.Context, shared, only, out string) error {
	for _, lang := range []string{"fr", "en"} {
		name := "names-" + lang
		if !strings.HasPrefix(name, only) {
			continue
		}
		start := time.Now()
		r, err := names.Train(ctx, names.Config{Lang: lang, Seed: 1, Data: os.DirFS(filepath.Join(shared, "data")), Lists: os.DirFS("gen/lexicon/lists")})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := model.Write(filepath.Join(out, name), r.Manifest, r.Card(), r.Files); err != nil {
			return err
		}
		log.Printf("%s: %+v, %.0f s", name, r.Report, time.Since(start).Seconds())
	}
	if strings.HasPrefix("triage-fr", only) {
		return trainTriage(ctx, shared, out)
	}
	return nil
}
