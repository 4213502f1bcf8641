//go:build unix

// Command hostile runs the program over hostile files and prints, by policy, what
// went wrong: addresses that came out in clear with exit 0, panics, and the most
// that a run took of the processor and of memory. It exits with 1 where anything
// did.
//
//	go build -o bin/bauta ./cmd/bauta
//	go run ./gen/hostile -bauta bin/bauta -n 1000
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/bauta/bauta/internal/hostile"
)

// Bounds of a run. A file below a megabyte counts as one: loading the models takes
// most of it.
const (
	maxCPU    = 5 * time.Second // a megabyte
	maxMemory = 600 << 10       // kilobytes
)

// row is what the files did under one policy.
type row struct {
	runs, refused, leaks, panics, slow, large int
	cpu                                       time.Duration // of the slowest, a megabyte
	memory                                    int64         // of the largest, in kilobytes
}

func main() {
	n := flag.Int("n", 1000, "how many files")
	seed := flag.Uint64("seed", 1, "which files")
	program := flag.String("bauta", "bin/bauta", "the program")
	presets := flag.String("presets", "gdpr,hipaa,anonymate-safe,sms4science,seekhide", "policies")
	keep := flag.Bool("v", false, "name the files that did wrong")
	flag.Parse()
	bad, err := run(*n, *seed, *program, strings.Split(*presets, ","), *keep)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
	}
	if err != nil || bad > 0 {
		os.Exit(1)
	}
}

func run(n int, seed uint64, program string, presets []string, name bool) (bad int, err error) {
	dir, err := os.MkdirTemp("", "hostile-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	key := filepath.Join(dir, "key")
	if err := exec.Command(program, "key", "new", key).Run(); err != nil {
		return 0, fmt.Errorf("%s key new: %w", program, err)
	}
	rows := map[string]*row{}
	for _, f := range hostile.Files(n, seed) {
		path := filepath.Join(dir, f.Name)
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			return 0, err
		}
		for _, p := range presets {
			if rows[p] == nil {
				rows[p] = &row{}
			}
			if wrong := rows[p].add(f,
				exec.Command(program, "anonymise", "--policy", p, "--key", key, path)); wrong != "" {
				bad++
				if name {
					fmt.Printf("%s\t%s\t%s: %s\n", p, f.Name, f.Class, wrong)
				}
			}
		}
		os.Remove(path)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "policy\truns\trefused\tin clear\tpanics\tover 5 CPU s/MB\tover 600 MB\tmost CPU s/MB\tmost MB\t")
	for _, p := range presets {
		r := rows[p]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.2f\t%d\t\n", p, r.runs, r.refused, r.leaks, r.panics, r.slow,
			r.large, r.cpu.Seconds(), r.memory>>10)
	}
	return bad, w.Flush()
}

// add counts one run and says what was wrong with it.
func (r *row) add(f hostile.File, cmd *exec.Cmd) string {
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	failed := cmd.Run() != nil
	usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if mb := float64(len(f.Data)) / (1 << 20); mb > 1 {
		cpu = time.Duration(float64(cpu) / mb)
	}
	r.runs++
	r.cpu = max(r.cpu, cpu)
	r.memory = max(r.memory, usage.Maxrss)
	var wrong []string
	count := func(into *int, is bool, what string) {
		if is {
			*into++
			wrong = append(wrong, what)
		}
	}
	if failed {
		r.refused++
	}
	count(&r.leaks, !failed && len(f.Leaks(out.Bytes())) > 0 || len(f.Leaks(errOut.Bytes())) > 0, "in clear")
	count(&r.panics, strings.Contains(errOut.String(), "panic") || strings.Contains(errOut.String(), "goroutine "),
		"panic")
	count(&r.slow, cpu > maxCPU, "slow")
	count(&r.large, usage.Maxrss > maxMemory, "large")
	return strings.Join(wrong, ", ")
}
