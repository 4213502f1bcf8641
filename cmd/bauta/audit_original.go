package main

import (
	"errors"
	"fmt"
	"strings"

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
	in, err := bytesOf(cmd, o.original)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if o.report == "" && (l.Original == nil || l.Release != r.Sum()) {
		return audit.NewInput(in)
	}
	known := l.Original
	if o.report != "" {
		if known, err = o.reported(r); err != nil {
			return nil, err
		}
		if l.Release == r.Sum() && l.Report != "" && o.ran != l.Report {
			return nil, fmt.Errorf("%s: %w is not the one that the audit was begun with; give that, as it was written",
				o.report, audit.ErrReport)
		}
	}
	if err := known.Is(in); err != nil {
		return nil, fmt.Errorf("%s: %w", o.original, err)
	}
	return known, nil
}

// reported is what a run read, by its report, which must be of this release.
func (o *drawing) reported(r audit.Release) (*audit.Input, error) {
	raw, err := readReport(o.report)
	if err != nil {
		return nil, err
	}
	o.ran = audit.ReportDigest(raw)
	o.found, _ = audit.Found(raw)
	run, err := dossier.ReadRun(raw)
	if err == nil {
		err = run.Release.Of(r)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.report, err)
	}
	return run.Input, nil
}
