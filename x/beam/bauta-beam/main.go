// Command bauta-beam anonymises files on a cluster, through Apache Beam.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

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
	"github.com/bauta/bauta/x/parquet/table"
)

// Flags stand beside those of Beam: --endpoint, --environment_type and others.
var (
	// runner is prism for one machine, in this process; flink, spark and universal ask the
	// job server of --endpoint.
	runner = flag.String("runner", "prism", "prism, flink, spark or universal")

	from    = flag.String("from", "", "files that are read, a pattern (chat/*.jsonl, chat/*.parquet), of messages")
	to      = flag.String("to", "", "file that is written, lines in any order; several tables: FOLDER/")
	dead    = flag.String("dead", "", "file of what is withheld: file, line, reason (default: that of --to and .dead)")
	format  = flag.String("format", "", "jsonl, text or table: Parquet, Arrow (default: by the files' names)")
	preset  = flag.String("policy", policy.Newcomer, "preset or policy file, which each worker can open")
	lang    = flag.String("lang", "", "language of messages that bring none (default: each conversation tells)")
	key     = flag.String("key", "", "file of the key of the policy, which each worker can open")
	pending = flag.String("pending", "", "messages that wait for the expert: mask (default), withhold or keep")
)

// columns are those of tables.
var columns = columnFlags(flag.CommandLine)

func columnFlags(f *flag.FlagSet) *table.Columns {
	c := &table.Columns{}
	c.Flags(f)
	return c
}

// quiet logs nothing: an engine may log what it carries.
type quiet struct{}

func (quiet) Log(context.Context, beamlog.Severity, int, string) {}

func main() {
	flag.Parse()
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	beamlog.SetLogger(quiet{})
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40) // what Prism holds of messages is most of the memory: docs/beam.md
	}
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, cause(err))
		os.Exit(1)
	}
}

var errOver = errors.New("--to, --dead: would be written over what --from reads; give them other names")

// cause is what went wrong, behind the steps that an engine lists before it.
func cause(err error) string {
	all := strings.TrimSpace(err.Error())
	if at := strings.LastIndex(all, "failed:\n"); at >= 0 {
		return all[at+len("failed:\n"):]
	}
	return all
}

func run(ctx context.Context) error {
	if *from == "" || *to == "" {
		return errors.New("--from FILES --to FILE: say what to read, and where to write")
	}
	cfg := anonymise.Config{Policy: *preset, Lang: *lang, Key: *key, Pending: *pending}
	cfg.Format = formatOf(*format, *from)
	if !slices.Contains([]corpus.Format{corpus.JSONL, corpus.Text, anonymise.Table}, cfg.Format) {
		return errors.New("--format is jsonl, text or table")
	}
	if *dead == "" {
		*dead = strings.TrimRight(*to, "/") + ".dead"
	}
	if names(*from, *to) || names(*from, *dead) {
		return errOver
	}
	p, s := beam.NewPipelineWithRoot()
	if cfg.Format == anonymise.Table {
		if err := tables(s, cfg); err != nil {
			return err
		}
	} else {
		rows, letters := anonymise.Do(s, cfg, anonymise.Lines(s, *from))
		textio.Write(s, *to, anonymise.Rows(s, rows))
		textio.Write(s, *dead, anonymise.Letters(s, letters))
	}
	if err := cleared(*from, *to, *dead); err != nil {
		return err
	}
	result, err := beam.Run(ctx, *runner, p)
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, anonymise.Told(result))
	return nil
}

// cleared takes away what an earlier run left under these names: of no lines no file is
// written, and the old one would be taken for what this run withheld. None of them may be
// what is read, by whatever name.
func cleared(pattern string, files ...string) error {
	inputs, _ := filepath.Glob(pattern) // what is elsewhere is not seen, and not taken away
	for _, name := range files {
		there, err := os.Stat(name)
		if err != nil {
			continue // it may be on the workers' machines
		}
		for _, input := range inputs {
			if read, err := os.Stat(input); err == nil && os.SameFile(read, there) {
				return errOver
			}
		}
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("%s is of an earlier run, and cannot be taken away", name)
		}
	}
	return nil
}

// formatOf is what --format says, or what the pattern's ending does.
func formatOf(said, pattern string) corpus.Format {
	if said != "" {
		return corpus.Format(said)
	}
	if slices.Contains([]string{".parquet", ".arrow", ".arrows", ".feather"}, strings.ToLower(path.Ext(pattern))) {
		return anonymise.Table
	}
	return corpus.JSONL
}

// tables adds the way of tables. What is wrong with a file, or with a column, is an error here.
func tables(s beam.Scope, cfg anonymise.Config) error {
	clear, err := anonymise.CheckTables(*columns, *from, *to)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(clear)) {
		if len(clear[name]) > 0 {
			list := strings.Join(clear[name], ", ")
			fmt.Fprintf(os.Stderr, "%s: stay in clear: %s; --also says otherwise\n", name, list)
		}
	}
	rows, letters := anonymise.Do(s, cfg, anonymise.Tables(s, cfg, *columns, *from))
	anonymise.WriteTables(s, cfg, *columns, *to, rows, letters)
	textio.Write(s, *dead, anonymise.Letters(s, letters))
	return nil
}

// names reports that a pattern names a file.
func names(pattern, file string) bool {
	ok, err := path.Match(path.Clean(pattern), path.Clean(file))
	return ok && err == nil || path.Clean(pattern) == path.Clean(file)
}
