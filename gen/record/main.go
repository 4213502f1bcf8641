// Command record keeps a record of what comes out of the presets over many
// messages, and compares it with an older one: so a change of the code is shown
// to change nothing, or what it says. A record holds digests and no text; its
// file is not committed.
//
//	go run ./gen/record -o /tmp/before.json           # on the commit before
//	go run ./gen/record -against /tmp/before.json     # on the one after
//
// Exit 1 says that something differs, or that nothing could be compared. -show 5
// names the first messages that differ, -texts prints what comes out of them
// now; the tree before prints what came out then, held against a record of the
// one after. Inputs that are not there are skipped, and named. The generated
// messages follow the generator and the lexicon, which it asks: where those
// change, both sides read one file with -chat.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta/policy"
)

// options are what the command line says.
type options struct {
	places
	out, against    string
	presets, inputs []string
	jobs, show      int
	texts           bool
}

func main() {
	o := options{places: places{root: "."}}
	presets := flag.String("presets", "", "presets, with commas between; all where none is named")
	inputs := flag.String("inputs", "", "inputs, with commas between; all that are there where none is named")
	flag.StringVar(&o.shared, "shared", "../shared", "folder that holds data/ beside the project")
	flag.StringVar(&o.chat, "chat", "", "file of the generated messages (JSONL), made where it is not there")
	flag.StringVar(&o.out, "o", "", "file for the record")
	flag.StringVar(&o.against, "against", "", "record to compare with")
	flag.IntVar(&o.jobs, "jobs", 2, "messages worked on at once")
	flag.IntVar(&o.show, "show", 0, "name so many messages that differ, of each preset and input")
	flag.BoolVar(&o.texts, "texts", false, "with -show, print what comes out of them")
	flag.Parse()
	o.presets, o.inputs = names(*presets), names(*inputs)
	equal, err := o.run(os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
	}
	if err != nil || !equal {
		os.Exit(1)
	}
}

func names(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// run makes a record, saves it and compares it, as asked.
func (o options) run(out, progress io.Writer) (equal bool, err error) {
	if o.out == "" && o.against == "" {
		return false, errors.New("nothing to do; give -o FILE.json or -against FILE.json")
	}
	var old *Record
	if o.against != "" {
		if old, err = open(o.against); err != nil {
			return false, err
		}
	}
	rec, differences, err := o.record(old, out, progress)
	if err != nil {
		return false, err
	}
	if o.out != "" {
		if err := rec.save(o.out); err != nil {
			return false, err
		}
	}
	if old == nil {
		return true, nil
	}
	return !slices.ContainsFunc(differences, func(d difference) bool { return !d.equal() }), table(out, differences)
}

// record takes every input through every preset, and compares what comes out
// with the older record, if there is one.
func (o options) record(old *Record, out, progress io.Writer) (*Record, []difference, error) {
	start := time.Now()
	read, err := o.read(progress)
	if err != nil {
		return nil, nil, err
	}
	folder, err := os.MkdirTemp("", "record-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	key, err := invented(folder)
	if err != nil {
		return nil, nil, err
	}
	rec := &Record{Version: version, Inputs: map[string]Sums{}}
	var differences []difference
	n := 0
	for _, preset := range o.chosen() {
		for _, in := range read {
			began := time.Now()
			res, err := results(preset, key, in.messages, o.jobs)
			if err != nil {
				return nil, nil, fmt.Errorf("%s over %s: %w", preset, in.name, err)
			}
			rec.add(preset, in, res)
			n += len(res)
			fmt.Fprintf(progress, "%s %s %d messages %.1f s\n", preset, in.name, len(res), time.Since(began).Seconds())
			if old != nil {
				d := rec.differ(old)
				differences = append(differences, d)
				o.print(out, d, res)
			}
		}
	}
	fmt.Fprintf(progress, "%d results in %.0f s\n", n, time.Since(start).Seconds())
	return rec, differences, nil
}

// chosen are the presets to run.
func (o options) chosen() []string {
	if len(o.presets) > 0 {
		return o.presets
	}
	return policy.Presets()
}
