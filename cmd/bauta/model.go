package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
)

func modelCommand() *cobra.Command {
	return group("model", "model bundles",
		&cobra.Command{
			Use: "list", Short: "the models that come with the program", Args: cobra.NoArgs,
			Example: "  bauta model list",
			RunE:    func(cmd *cobra.Command, _ []string) error { return modelList(cmd) },
		},
		modelShow(),
		&cobra.Command{
			Use: "verify [NAME|FOLDER…]",
			Example: "  bauta model verify\n" +
				"  bauta model verify ./mine",
			Short: "check the digests of models (default: all that come with the program)", Args: cobra.ArbitraryArgs,
			RunE: func(cmd *cobra.Command, args []string) error {
				if len(args) == 0 {
					args = models.Names()
				}
				for _, name := range args {
					b, err := openBundle(name)
					if err != nil {
						return err
					}
					if err := b.Verify(); err != nil {
						return err
					}
					fmt.Fprintf(cmd.OutOrStdout(), "%s  %s\n", b.Digest()[:16], name)
				}
				return nil
			},
		})
}

func modelShow() *cobra.Command {
	var top int
	var near string
	cmd := &cobra.Command{
		Use: "show NAME|FOLDER", Short: "what a model is, was made of, and scored; of a tagger the biggest weights " +
			"or likeliest words too", Args: cobra.ExactArgs(1),
		Example: "  bauta model show ner-fr --weights 10",
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := openBundle(args[0])
			if err != nil {
				return err
			}
			shown := struct {
				model.Manifest
				Inside any `json:"inside,omitempty"`
			}{Manifest: b.Manifest}
			if shown.Inside, err = inside(cmd.Context(), b, top, near); err != nil {
				return err
			}
			enc := json.NewEncoder(cmd.OutOrStdout())
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			return enc.Encode(shown)
		},
	}
	cmd.Flags().IntVar(&top, "weights", 5, "how many weights, words or labels that speak for each label of a tagger")
	cmd.Flags().StringVar(&near, "near", "", "of a neural tagger: the words with vectors near that of this one too")
	return cmd
}

// inside looks into the tagger of a bundle; into one of another kind it does not.
func inside(ctx context.Context, b *model.Bundle, top int, near string) (any, error) {
	switch b.Kind {
	case train.BundleKind:
		m, err := readTagger(b)
		if err != nil {
			return nil, err
		}
		return m.Inside(lexicon.Default(), top), nil
	case train.NeuralKind:
		m, err := readNeural(b)
		if err != nil {
			return nil, err
		}
		return m.Inside(ctx, lexicon.Default(), top, near)
	}
	return nil, nil
}

// readNeural reads the neural tagger of a bundle.
func readNeural(b *model.Bundle) (*neural.Model, error) {
	data, err := b.Read(train.NeuralFile)
	if err != nil {
		return nil, err
	}
	m, err := neural.Read(data)
	if err != nil {
		return nil, err
	}
	return m.For(b.Lang), nil
}

func modelList(cmd *cobra.Command) error {
	all := list{fields: []string{"model", "kind", "language", "bytes", "licence"}}
	for _, name := range models.Names() {
		b, err := model.Open(models.FS(), name)
		if err != nil {
			return err
		}
		var size int64
		for _, f := range b.Files {
			size += f.Size
		}
		all.add(name, b.Kind, b.Lang, size, b.Licence)
	}
	return all.print(cmd)
}

// openBundle opens an embedded model by name, or a folder by path.
func openBundle(name string) (*model.Bundle, error) {
	var files fs.FS = models.FS()
	if strings.ContainsAny(name, `./\`) {
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		files, name = os.DirFS(filepath.Dir(abs)), filepath.Base(abs)
	}
	return model.Open(files, name)
}

// linearTagger opens the shipped CRF tagger of a language.
func linearTagger(lang string) (*crf.Model, error) {
	b, err := model.Open(models.FS(), "ner-"+lang)
	if err != nil {
		return nil, err
	}
	return readTagger(b)
}

// readTagger reads the tagger of a bundle.
func readTagger(b *model.Bundle) (*crf.Model, error) {
	data, err := b.Read(train.BundleFile)
	if err != nil {
		return nil, err
	}
	return crf.Read(data)
}
