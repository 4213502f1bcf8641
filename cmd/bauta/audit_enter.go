package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/text"
)

func auditEnter() *cobra.Command {
	o := &auditing{}
	cmd := &cobra.Command{
		Use:   "enter SHEET",
		Short: "what was seen, from a sheet of bauta audit draw",
		Long: `Reads the columns key and leaks of a sheet (CSV, as any spreadsheet saves it, or a workbook): 1, ` +
			`x, yes or ` +
			`leak where
something leaks, 0, no or ok where nothing does. Where names are the unit, 2 and more say how many names leak.
Rows without a mark are rows that nobody has looked at yet.
A sheet may be entered again: what is in the log already stays. The first mark of a row counts: a leak may be added
to it, and one that is said to be none afterwards still counts, since the proof rests on looks as they came. A mark by
mistake is mended by another audit (bauta audit draw --anew).`,
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
		n, looked, err := markOf(m.Text)
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
		if l.Names == nil {
			n = min(n, 1)
		}
		if had, ok := l.Said(key); !ok || had != n {
			out = append(out, audit.Entry{At: now, Look: &audit.Look{Key: key, Leak: n > 0, More: max(0, n-1)}})
		}
	}
	return out, nil
}

// errMark says that a mark is none.
var errMark = fmt.Errorf("the mark is none; write 1 where something leaks, or how many names, 0 where nothing does")

// marks are what people write who found a leak, or none.
var marks = lists.NotesIn("marks")

// markOf reads a mark: how many leaks somebody saw who looked.
func markOf(s string) (leaks int, looked bool, err error) {
	s = strings.TrimSpace(s)
	switch marks[text.Plain(s)] {
	case "leak":
		return 1, true, nil
	case "none":
		return 0, true, nil
	}
	if s == "" {
		return 0, false, nil
	}
	const most = 10_000 // names of a message
	leaks, err = strconv.Atoi(s)
	if err != nil || leaks < 0 || leaks > most {
		return 0, false, errMark
	}
	return leaks, true, nil
}
