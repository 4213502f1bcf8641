package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/dossier"
)

// A text of so many words of which hardly a third stays says little, half of so many texts a lot.
const (
	tellingWords = 3
	tellingTexts = 10
)

// belong refuses originals that are not those of a release, one for one: IDs in another order,
// or texts of which most have nothing in common. Canaries made of such a pair are other
// people's messages, and what was hidden in it is counted wrongly.
func belong(originals, released []entry) error {
	at := map[string]int{}
	for i := range originals {
		if id := idOf(&originals[i].parts[0]); id != "" {
			at[id] = i
		}
	}
	told, foreign := 0, 0
	for i := range released {
		was, m := originals[i].whole(), released[i].whole()
		if j, known := at[idOf(&m)]; known && j != i && idOf(&was) != idOf(&m) {
			return fmt.Errorf("message %d has the ID of another one of the release", j+1)
		}
		if m.Text == "" || len(strings.Fields(was.Text)) < tellingWords {
			continue
		}
		told++
		other := 0
		for _, s := range audit.Replaced(was.Text, m.Text) {
			other += s.End - s.Start
		}
		if 3*other > 2*len(m.Text) {
			foreign++
		}
	}
	if told >= tellingTexts && 2*foreign > told {
		return errors.New("most of its texts have nothing in common with those of the release")
	}
	return nil
}

// paired gives of originals those of a release, one for one: all or, where a withdrawal made the release shorter,
// those with its IDs.
func paired(originals, released []entry) []entry {
	at := map[string]int{}
	for i := range originals {
		if id := idOf(&originals[i].parts[0]); id != "" {
			at[id] = i
		}
	}
	if len(originals) <= len(released) || len(at) < len(originals) {
		return originals
	}
	out := make([]entry, len(released))
	for i := range released {
		id := idOf(&released[i].parts[0])
		j, known := at[id]
		if !known {
			return originals
		}
		out[i] = originals[j]
		delete(at, id)
	}
	return out
}

// ofWhom says how a release that a withdrawal made shorter is held against its original.
const ofWhom = "whole, or without the rows that a withdrawal took out (where both have a column of IDs, each once, " +
	"rows are found by those)"

// made names the original, of which canaries are made: as the report of the run does, where one
// is given, which must be of this release. An audit that goes on takes the same.
func (o *drawing) made(cmd *cobra.Command, l *audit.Log, r audit.Release) (*audit.Input, error) {
	switch {
	case o.original == "" && o.report != "":
		return nil, errUsage{errors.New("--report is what --original FILE is held against; give both")}
	case o.original == "":
		return nil, nil
	case o.original == "-":
		return nil, errUsage{errors.New("--original takes a file")}
	}
	same := l.Original != nil
	if same {
		err := o.is(cmd, l.Original)
		if err != nil && l.Release == r.Sum() {
			return nil, err
		}
		same = err == nil
	}
	switch {
	case o.report != "":
		return o.ranOn(cmd, l, r, same)
	case same:
		return l.Original, nil
	}
	in, err := bytesOf(cmd, o.original)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return audit.NewInput(in)
}

// is holds the original against a name of it.
func (o *drawing) is(cmd *cobra.Command, known *audit.Input) error {
	in, err := bytesOf(cmd, o.original)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := known.Is(in); err != nil {
		return fmt.Errorf("%s: %w", o.original, err)
	}
	return nil
}

// ranOn names the original as the report of the run does. Where that of the audit is the same file, the log
// says that it has this name, too.
func (o *drawing) ranOn(cmd *cobra.Command, l *audit.Log, r audit.Release, same bool) (*audit.Input, error) {
	known, err := o.reported(&l.State, r)
	if err != nil {
		return nil, err
	}
	if l.Release == r.Sum() && l.Report != "" && o.ran != l.Report {
		return nil, fmt.Errorf("%s: %w is not the one that the audit was begun with; give that, as it was written",
			o.report, audit.ErrReport)
	}
	if err := o.is(cmd, known); err != nil {
		return nil, err
	}
	if same && l.Unnamed(known) {
		if err := l.Add(audit.Entry{At: time.Now(), Named: known}); err != nil {
			return nil, fmt.Errorf("%s: cannot be written: %w", o.log, reason(err))
		}
	}
	return known, nil
}

// reported is what a run read, by its report, which must be of this release, or of one of which a withdrawal left it.
func (o *drawing) reported(l *audit.State, r audit.Release) (*audit.Input, error) {
	raw, err := readReport(o.report)
	if err != nil {
		return nil, err
	}
	o.ran = audit.ReportDigest(raw)
	o.found, _ = audit.Found(raw)
	run, err := dossier.ReadRun(raw)
	if err == nil {
		err = l.OfRun(run.Release, r)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.report, err)
	}
	return run.Input, nil
}
