//go:build unix

// Measure runs the presets over the families of hostile messages and prints a
// line a family, preset and size: CPU seconds a MB and the greatest resident
// memory, each measured in a process of its own, and the ratio of either to the
// size before.
//
//	go run ./internal/hostile/measure -presets gdpr,seekhide -sizes 100k,200k
//
// With -steps it prints basic blocks executed instead of seconds, which hang on no
// machine; it must be built with coverage then:
//
//	go run -cover -covermode=atomic -coverpkg=./... ./internal/hostile/measure -steps -sizes 8k,16k
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/hostile"
	"github.com/bauta/bauta/policy"
)

func main() {
	m := &measure{}
	flag.StringVar(&m.presets, "presets", strings.Join(policy.Presets(), ","), "presets, with commas")
	flag.StringVar(&m.families, "families", "*", "patterns of names of families, with commas")
	flag.StringVar(&m.sizes, "sizes", "50k,100k", "bytes of the message, or hundredths of the messages of a thread; "+
		"k and m are allowed")
	flag.BoolVar(&m.steps, "steps", false, "count basic blocks; see above")
	flag.Float64Var(&m.above, "above", 0, "print only what grew more than so many times")
	flag.StringVar(&m.profile, "profile", "", "with -one: file for a profile of CPU time")
	one := flag.Bool("one", false, "measure one and nothing else, in this process")
	flag.Parse()
	run := m.table
	if *one {
		run = m.one
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

type measure struct {
	presets, families, sizes string
	profile                  string
	steps                    bool
	above                    float64
}

// named are the families that the patterns name, as what makes their messages.
func (m *measure) named() (names []string, made map[string]func(n int) []bauta.Message) {
	made = map[string]func(n int) []bauta.Message{}
	add := func(name string, make func(n int) []bauta.Message) {
		for pattern := range strings.SplitSeq(m.families, ",") {
			if ok, err := path.Match(pattern, name); err == nil && ok && made[name] == nil {
				names, made[name] = append(names, name), make
			}
		}
	}
	for _, f := range hostile.Families() {
		add(f.Name, func(n int) []bauta.Message { return []bauta.Message{{ID: "1", Text: f.Text(n)}} })
	}
	for _, t := range hostile.Threads() {
		add(t.Name, func(n int) []bauta.Message { return t.Messages(n / 100) })
	}
	return names, made
}

// size reads 25k or 1m.
func size(s string) (int, error) {
	unit := 1
	switch {
	case strings.HasSuffix(s, "k"):
		unit = 1000
	case strings.HasSuffix(s, "m"):
		unit = 1_000_000
	}
	n, err := strconv.Atoi(strings.TrimRight(s, "km"))
	if err != nil || n < 1 {
		return 0, fmt.Errorf("size %q; give 25k or 1m", s)
	}
	return n * unit, nil
}

// table prints all lines.
func (m *measure) table() error {
	names, _ := m.named()
	for preset := range strings.SplitSeq(m.presets, ",") {
		for _, name := range names {
			before, least := 0.0, 0
			line := fmt.Sprintf("%-16s %-24s", preset, name)
			grew := 0.0
			for s := range strings.SplitSeq(m.sizes, ",") {
				n, err := size(s)
				if err != nil {
					return err
				}
				took, kept, err := m.apart(preset, name, s)
				if err != nil {
					return fmt.Errorf("%s %s %s: %w", preset, name, s, err)
				}
				ratio := 0.0
				if before > 0 {
					ratio = took / before * 2 * float64(least) / float64(n)
					grew = max(grew, ratio)
				}
				line += fmt.Sprintf("  %5s %11.7g %5.2f %s", s, took, ratio, kept)
				before, least = took, n
			}
			if grew >= m.above {
				fmt.Println(line)
			}
		}
	}
	return nil
}

// build makes the pipeline of a preset, with a key that is always the same, so that
// what rotates counts the same steps in every run.
func build(preset string) (*policy.Built, error) {
	f, err := policy.Load(preset)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "measure")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	key := filepath.Join(dir, "key")
	digits := sha256.Sum256([]byte("a key for measuring"))
	if err := os.WriteFile(key, []byte(hex.EncodeToString(digits[:])), 0o600); err != nil {
		return nil, err
	}
	return f.Build(policy.Options{Key: key})
}

// through takes messages through a pipeline as a run does.
func through(p *bauta.Pipeline, messages []bauta.Message) error {
	all := func(yield func(bauta.Message, error) bool) {
		for _, m := range messages {
			if !yield(m, nil) {
				return
			}
		}
	}
	for _, err := range p.Run(context.Background(), all, 1) {
		if err != nil {
			return err
		}
	}
	return nil
}

// known are messages that have a process load what is loaded once: the taggers and
// names of each language, and what is asked where they doubt. No family has their words.
var known = []string{
	"Nicolas Durand, bonjour", "slt c karim dis a lea k jarrive dans dix minutes au café",
	"Hallo Anna, hier ist Jürgen Schneider aus Bremen", "hab gestern noch mit sevgi und dem jonas geredet",
	"Dear Mr Bennett, this is Sarah from accounts", "tell rashid n chloe we r running late",
	"Hola Lucía, soy el padre de Íñigo", "dile a mateo que llego tarde con paco",
	"Ciao Giulia, sono il dottor Ferrari", "oggi vedo beppe e la chiara al bar",
	"Hej Åsa, det är Lars Bergström", "ses hos annika imorgon säger elin",
}

// count gives the basic blocks that run executes, in a process that has loaded all
// that it loads once.
func count(run func() error) (float64, error) {
	var failed error
	steps, err := hostile.Steps(func() { failed = run() })
	return float64(steps), errors.Join(err, failed)
}

// one prints the CPU seconds of this process, or its basic blocks, without those for
// the pipeline.
func (m *measure) one() error {
	names, made := m.named()
	if len(names) != 1 {
		return fmt.Errorf("%d families; name one", len(names))
	}
	n, err := size(m.sizes)
	if err != nil {
		return err
	}
	built, err := build(m.presets)
	if err != nil {
		return err
	}
	messages := made[names[0]](n)
	for _, text := range known {
		if err := through(built.Pipeline, []bauta.Message{{ID: "0", Text: text}}); err != nil {
			return err
		}
	}
	run := func() error { return through(built.Pipeline, slices.Clone(messages)) }
	if m.steps {
		steps, err := count(run)
		fmt.Println(steps)
		return err
	}
	if m.profile != "" {
		f, err := os.Create(m.profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	before := seconds()
	if err := run(); err != nil {
		return err
	}
	fmt.Println(seconds() - before)
	return nil
}

// seconds are the CPU seconds of this process so far.
func seconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// apart measures one size in a process of its own.
func (m *measure) apart(preset, family, size string) (took float64, kept string, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, "", err
	}
	cmd := exec.Command(self, "-one", "-presets", preset, "-families", family, "-sizes", size,
		fmt.Sprintf("-steps=%t", m.steps))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, "", err
	}
	took, err = strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && !m.steps {
		kept = fmt.Sprintf("%4d MB", u.Maxrss>>10)
	}
	return took, kept, err
}
