package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v4"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
)

// lookCommand shows how a file would be read.
func lookCommand() *cobra.Command {
	o := &reading{}
	var rows int
	cmd := &cobra.Command{
		Use: "look FILE",
		Example: "  bauta look export.jsonl\n" +
			"  bauta look messages.csv --rows 5 --map how.yaml",
		Short: "how a file would be read: format, columns and fields, what becomes of each; nothing is changed",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			if rows < 0 {
				return errUsage{fmt.Errorf("--rows %d; give 0 or more", rows)}
			}
			return o.look(cmd, files[0], rows)
		},
	}
	o.fileFlags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&o.also, "also", nil, "as in anonymise, to see what it does")
	f.IntVar(&rows, "rows", 0, "show so many of the first records, as they stand")
	f.StringVar(&o.mapping, "map", "", "file to write what is shown into, for anonymise and detect --map")
	return cmd
}

// look prints what the beginning of a file shows.
func (o *reading) look(cmd *cobra.Command, name string, rows int) error {
	in, size, err := input(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	l, err := corpus.Look(anywhere(in, in, size), called(name), o.config(), rows)
	if err != nil {
		return err
	}
	out, err := written(o.mapping, func(f *output) error {
		return yaml.NewEncoder(f).Encode(l.Mapping(o.enc, o.header))
	})
	defer func() { discardAll(out) }()
	if err != nil {
		return err
	}
	if quiet, _ := cmd.Flags().GetBool("quiet"); !quiet {
		many := several(l.Records, "record")
		if l.More {
			many = "the first " + many
		}
		what := l.Format
		if len(l.Formats) > 0 {
			what = strings.Join(l.Formats, " and ")
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s, %s\n", called(name), what, many)
		if l.Note != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", called(name), l.Note)
		}
	}
	if err := lookTable(l).print(cmd); err != nil {
		return err
	}
	lookRows(cmd.OutOrStdout(), l)
	return commitAll(out)
}

// lookTable has a line a field.
func lookTable(l formats.Look) *list {
	t := &list{fields: []string{"field", "is", "becomes", "filled", "length"}}
	for _, f := range l.Fields {
		is := f.Says
		if is == "" {
			is = "-"
		}
		if f.Role == formats.Text {
			is = "text"
		}
		t.add(printable(f.Name), is, f.Role.Becomes(), f.Filled, fmt.Sprintf("%d-%d", f.Short, f.Long))
	}
	return t
}

// lookRows prints the first records, for who asked for them.
func lookRows(w io.Writer, l formats.Look) {
	for i, line := range l.Lines {
		fmt.Fprintf(w, "\n%d\n", i+1)
		for j, v := range line {
			if v != "" {
				fmt.Fprintf(w, "  %s: %s\n", printable(l.Fields[j].Name), printable(v))
			}
		}
	}
}

// printable is a text in which nothing steers a terminal; lines part as " / ".
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return '\u00b7'
		}
		return r
	}, strings.NewReplacer("\r\n", " / ", "\n", " / ", "\t", " ").Replace(s))
}
