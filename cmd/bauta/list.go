package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// list is what a list command prints: columns, or with --json an array of
// objects.
type list struct {
	fields   []string // names of the columns, and of the fields
	headless bool     // no line of names above the columns
	rows     [][]any
}

// add takes a row in.
func (l *list) add(values ...any) { l.rows = append(l.rows, values) }

// print writes the list.
func (l *list) print(cmd *cobra.Command) error {
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		return l.json(cmd.OutOrStdout())
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	if !l.headless {
		row := make([]any, len(l.fields))
		for i, name := range l.fields {
			row[i] = name
		}
		columns(w, row)
	}
	for _, row := range l.rows {
		columns(w, row)
	}
	return w.Flush()
}

func columns(w io.Writer, row []any) {
	for i, v := range row {
		if i > 0 {
			fmt.Fprint(w, "\t")
		}
		fmt.Fprint(w, v)
	}
	fmt.Fprintln(w)
}

func (l *list) json(w io.Writer) error {
	objects := make([]map[string]any, len(l.rows))
	for i, row := range l.rows {
		objects[i] = map[string]any{}
		for j, v := range row {
			objects[i][l.fields[j]] = v
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(objects)
}
