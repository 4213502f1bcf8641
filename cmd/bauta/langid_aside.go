package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/langscore"
	"github.com/bauta/bauta/internal/lines"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/policy"
)

// setAside measures what a policy makes of the languages of messages: which it
// sets aside as foreign, and which it reads as another language than theirs.
type setAside struct {
	policy, lang string
}

// aside is a line of the report: one set of messages.
type aside struct {
	Set     string `json:"set"`
	Read    int    `json:"read"`       // messages in languages that the policy reads,
	Lost    int    `json:"read_aside"` // set aside of them,
	Misread int    `json:"misread"`    // and read in another language and not in theirs beside it
	Beside  int    `json:"beside"`     // read in their own language beside the one told
	Others  int    `json:"others"`     // messages in other languages,
	Aside   int    `json:"others_aside"`
}

type asideReport []aside

// WriteText prints a line a set, in percent.
func (r asideReport) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%-24s %8s %10s %8s %8s   %8s %10s\n", "", "read", "set aside", "misread", "beside", "others",
		"set aside")
	for _, s := range r {
		share := func(n, all int) string { return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(max(all, 1))) }
		if _, err := fmt.Fprintf(w, "%-24s %8d %10s %8s %8s   %8d %10s\n", s.Set, s.Read, share(s.Lost, s.Read),
			share(s.Misread, s.Read), share(s.Beside, s.Read), s.Others, share(s.Aside, s.Others)); err != nil {
			return err
		}
	}
	return nil
}

// run measures files of messages that declare their languages, or that are all
// in the one given, and folders of test lines.
func (o *setAside) run(cmd *cobra.Command, args []string) error {
	file, err := policy.Load(o.policy)
	if err != nil {
		return err
	}
	built, err := file.Build(policy.Options{FindOnly: true})
	if err != nil {
		return err
	}
	if built.Foreign == nil {
		return fmt.Errorf("policy %s reads one language and tells none; give one with language: auto", o.policy)
	}
	var out asideReport
	for _, name := range args {
		sets, err := o.sets(name)
		if err != nil {
			return err
		}
		for _, s := range sets {
			line, err := measure(built.Foreign, s.messages)
			if err != nil {
				return err
			}
			line.Set = s.name
			out = append(out, line)
		}
	}
	return writeReport(cmd, out)
}

// asideSet is a list of messages that each have the language they are in.
type asideSet struct {
	name     string
	messages []bauta.Message
}

func (o *setAside) sets(name string) ([]asideSet, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s: no such file or folder", name)
	}
	if !info.IsDir() {
		m, err := o.messages(name)
		return []asideSet{{filepath.Base(name), m}}, err
	}
	var out []asideSet
	for _, set := range langscore.Sets() {
		m, err := testLines(filepath.Join(name, set))
		if err != nil {
			return nil, err
		}
		out = append(out, asideSet{set, m})
	}
	return out, nil
}

// messages reads JSONL.
func (o *setAside) messages(name string) ([]bauta.Message, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r, err := corpus.Open(in, name, corpus.Config{Format: "jsonl"})
	if err != nil {
		return nil, err
	}
	var out []bauta.Message
	for m, err := range r.Messages() {
		if err != nil {
			return nil, err
		}
		m.Lang = cmp.Or(m.Lang, o.lang)
		if m.Lang == "" {
			return nil, fmt.Errorf("%s: message %q declares no language; give --lang CODE for all", name, m.ID)
		}
		out = append(out, m)
	}
	return out, nil
}

// testLines reads the files LANG.txt of a folder, one message of each language
// in turn, so that nothing is to be learnt from what stands before.
func testLines(dir string) ([]bauta.Message, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("%s: no files LANG.txt; give a folder with sentences/, pairs/ and words/", dir)
	}
	var rounds [][]bauta.Message
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		lang := strings.TrimSuffix(filepath.Base(name), ".txt")
		in := bufio.NewScanner(f)
		in.Split(lines.Split)
		for n := 0; in.Scan(); {
			text := strings.TrimSpace(in.Text())
			if text == "" {
				continue
			}
			if n == len(rounds) {
				rounds = append(rounds, nil)
			}
			rounds[n] = append(rounds[n], bauta.Message{Lang: lang, Text: text})
			n++
		}
		if err := in.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return slices.Concat(rounds...), nil
}

// measure runs the messages, their languages hidden, through the filter of the
// policy.
func measure(f *routing.Foreign, messages []bauta.Message) (line aside, err error) {
	hidden := func(yield func(bauta.Message, error) bool) {
		for _, m := range messages {
			m.Lang, m.Meta = "", m.Lang
			if !yield(m, nil) {
				return
			}
		}
	}
	set := func(m *bauta.Message, _ langid.Guess) (bool, error) {
		if f.Reading(m.Meta.(string)) != "" {
			line.Read++
			line.Lost++
		} else {
			line.Others++
			line.Aside++
		}
		return false, nil
	}
	for m, err := range f.Filter(hidden, set) {
		if err != nil {
			return line, err
		}
		own := f.Reading(m.Meta.(string))
		if own == "" {
			line.Others++
			continue
		}
		line.Read++
		switch slices.Index(strings.Split(m.Lang, ","), own) {
		case 0:
		case -1:
			line.Misread++
		default:
			line.Beside++
		}
	}
	return line, nil
}
