package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
)

// built is what the program says of itself.
type built struct {
	Version  string        `json:"version"`
	Revision string        `json:"revision,omitempty"` // of the repository
	Date     string        `json:"date,omitempty"`     // of that revision
	Changed  bool          `json:"changed,omitempty"`  // the tree had changes beside it
	Go       string        `json:"go"`
	System   string        `json:"system"`
	Sources  int           `json:"lexicon_sources"`
	Models   []modelDigest `json:"models"`
}

type modelDigest struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "the version, and what it was built with", Args: cobra.NoArgs,
		Example: "  bauta version\n" +
			"  bauta version --json",
		RunE: func(cmd *cobra.Command, _ []string) error { return printVersion(cmd) },
	}
}

// revision is the commit of a release, and date its date.
var revision, date string

// readBuilt asks the compiler's notes and the models.
func readBuilt() (built, error) {
	b := built{
		Version: version, Revision: revision, Date: date,
		Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Sources: len(lexicon.Default().Sources()),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.note(info)
	}
	for _, name := range models.Names() {
		m, err := model.Open(models.FS(), name)
		if err != nil {
			return b, err
		}
		b.Models = append(b.Models, modelDigest{name, m.Digest()})
	}
	return b, nil
}

// note takes over what the compiler wrote down: of what go install fetched a version, of
// what was built in a repository its revision.
func (b *built) note(info *debug.BuildInfo) {
	if v := info.Main.Version; b.Version == "dev" && v != "" && !strings.ContainsAny(v, "-+(") {
		b.Version = strings.TrimPrefix(v, "v")
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Changed = s.Value == "true"
		}
	}
}

func printVersion(cmd *cobra.Command) error {
	b, err := readBuilt()
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		return enc.Encode(b)
	}
	fmt.Fprintf(out, "bauta %s, %s %s, lexicon of %d sources\n", b.Version, b.Go, b.System, b.Sources)
	if b.Revision != "" {
		changed := ""
		if b.Changed {
			changed = ", with changes"
		}
		fmt.Fprintf(out, "revision %s of %s%s\n", b.Revision, b.Date, changed)
	}
	for _, m := range b.Models {
		fmt.Fprintf(out, "%s  %s\n", m.Digest[:16], m.Name)
	}
	return nil
}
