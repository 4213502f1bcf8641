package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/detect/crf"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/train"
)

func modelCommand() *cobra.Command {
	return group("model", "model bundles",
		&cobra.Command{
			Use: "list", Short: "the models that come with the program", Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return modelList(cmd) },
		},
		modelShow(),
		&cobra.Command{
			Use: "verify [NAME|FOLDER…]", Short: "check the digests of models (default: all that come with the program)", Args: cobra.ArbitraryArgs,
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
	cmd := &cobra.Command{
		Use: "show NAME|FOLDER", Short: "what a model is, was made of, and scored; of a tagger the biggest weights too", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := openBundle(args[0])
			if err != nil {
				return err
			}
			shown := struct {
				model.Manifest
				Inside *crf.Inside `json:"inside,omitempty"`
			}{Manifest: b.Manifest}
			if b.Kind == train.BundleKind {
				m, err := readTagger(b)
				if err != nil {
					return err
				}
				in := m.Inside(lexicon.Default(), top)
				shown.Inside = &in
			}
			enc := json.NewEncoder(cmd.OutOrStdout())
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			return enc.Encode(shown)
		},
	}
	cmd.Flags().IntVar(&top, "weights", 5, "how many weights for and against each label of a tagger")
	return cmd
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

// tagger opens the shipped tagger of a language.
func tagger(lang string) (*crf.Model, error) {
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
	return crf.Read(bytes.NewReader(data))
}
