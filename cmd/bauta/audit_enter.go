package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
)

func auditEnter() *cobra.Command {
	o := &auditing{}
	cmd := &cobra.Command{
		Use:   "enter SHEET",
		Short: "what was seen, from a sheet of bauta audit draw",
		Long: `Reads the columns key and leaks of a sheet (CSV, as any spreadsheet saves it, or a workbook): 1, ` +
			`x, yes or ` +
			`leak where
something leaks, 0, no or ok where nothing does. Rows without a mark are rows that nobody has looked at yet.
A sheet may be entered again: what is in the log already stays, a mark that was changed is changed.`,
		Example: "  bauta audit enter sheet.csv --log release.audit",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, f, err := o.open(false)
			if err != nil {
				return err
			}
			defer f.Close()
			looks, err := o.looks(cmd, args[0], l)
			if err != nil {
				return err
			}
			if len(looks) > 0 {
				if err := l.Add(looks...); err != nil {
					return fmt.Errorf("%s: cannot be written: %w", o.log, reason(err))
				}
			}
			return writeReport(cmd, newStanding(l))
		},
	}
	o.logFlag(cmd)
	return cmd
}

// looks reads a sheet.
func (o *auditing) looks(cmd *cobra.Command, name string, l *audit.Log) ([]audit.Entry, error) {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r, err := corpus.Open(in, called(name), corpus.Config{
		Columns: corpus.Columns{Text: "leaks", ID: "key"}, TextOnly: true,
	})
	if err != nil {
		return nil, err
	}
	var out []audit.Entry
	now, row := time.Now(), 1
	for m, err := range r.Messages() {
		if err != nil {
			return nil, err
		}
		row++
		leak, looked, err := markOf(m.Text)
		key := strings.TrimSpace(m.ID)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: row %d: %w", called(name), row, err)
		case !looked:
			continue
		}
		if _, ok := l.Row(key); !ok {
			return nil, fmt.Errorf("%s: row %d: the key is of no row of the release as it is now; enter the "+
				"newest sheet",
				called(name), row)
		}
		if had, ok := l.Mark(key); !ok || had != leak {
			out = append(out, audit.Entry{At: now, Look: &audit.Look{Key: key, Leak: leak}})
		}
	}
	return out, nil
}

// errMark says that a mark is none.
var errMark = fmt.Errorf("the mark is none; write 1 where something leaks, 0 where nothing does")

// markOf reads a mark.
func markOf(s string) (leak, looked bool, err error) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "":
		return false, false, nil
	case "1", "x", "yes", "true", "leak", "oui", "ja", "sì", "sí":
		return true, true, nil
	case "0", "no", "false", "ok", "non", "nein", "nej":
		return false, true, nil
	}
	return false, false, errMark
}
