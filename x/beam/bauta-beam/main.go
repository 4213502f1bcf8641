// Command bauta-beam anonymises files on a cluster, through Apache Beam.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/policy"
	"github.com/bauta/bauta/x/beam/anonymise"
)

// Flags stand beside those of Beam: --endpoint, --environment_type and others.
var (
	// runner is prism for one machine, in this process; flink, spark and universal ask the
	// job server of --endpoint.
	runner = flag.String("runner", "prism", "prism, flink, spark or universal")

	from    = flag.String("from", "", "files that are read, a pattern (chat/*.jsonl); each line is a message")
	to      = flag.String("to", "", "file that is written, its lines in any order")
	dead    = flag.String("dead", "", "file of what is withheld: file, line, reason (default: that of --to and .dead)")
	format  = flag.String("format", string(corpus.JSONL), "jsonl or text")
	preset  = flag.String("policy", policy.Newcomer, "preset or policy file, which each worker can open")
	lang    = flag.String("lang", "", "language of messages that bring none (default: each conversation tells)")
	key     = flag.String("key", "", "file of the key of the policy, which each worker can open")
	pending = flag.String("pending", "", "messages that wait for the expert: mask (default), withhold or keep")
)

// quiet logs nothing: an engine may log what it carries.
type quiet struct{}

func (quiet) Log(context.Context, beamlog.Severity, int, string) {}

func main() {
	flag.Parse()
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	beamlog.SetLogger(quiet{})
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	if *from == "" || *to == "" {
		return errors.New("--from FILES --to FILE: say what to read, and where to write")
	}
	cfg := anonymise.Config{Policy: *preset, Lang: *lang, Key: *key, Pending: *pending, Format: corpus.Format(*format)}
	if cfg.Format != corpus.JSONL && cfg.Format != corpus.Text {
		return errors.New("--format is jsonl or text")
	}
	if *dead == "" {
		*dead = *to + ".dead"
	}
	if names(*from, *to) || names(*from, *dead) {
		return errors.New("--to, --dead: would be written over what --from reads; give them other names")
	}
	p, s := beam.NewPipelineWithRoot()
	rows, letters := anonymise.Do(s, cfg, anonymise.Lines(s, *from))
	textio.Write(s, *to, anonymise.Rows(s, rows))
	textio.Write(s, *dead, anonymise.Letters(s, letters))
	result, err := beam.Run(ctx, *runner, p)
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, anonymise.Told(result))
	return nil
}

// names reports that a pattern names a file.
func names(pattern, file string) bool {
	ok, err := path.Match(path.Clean(pattern), path.Clean(file))
	return ok && err == nil || path.Clean(pattern) == path.Clean(file)
}
