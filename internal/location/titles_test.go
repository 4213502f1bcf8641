//go:build unix

package location

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/model"
)

// titles reads the words of the New York titles that a model did not see.
func titles(b *testing.B, m *Model) [][]string {
	b.Helper()
	name := filepath.Join("..", "..", "..", "shared", "data", "geo", "airbnb_nyc", "AB_NYC_2019.csv")
	f, err := os.Open(name)
	if err != nil {
		b.Skip("no New York titles in ../shared: nothing to search")
	}
	defer f.Close()
	rs, err := Read(f, name, corpus.Config{}, Columns{Text: "name", ID: "id", Author: "host_id"}, nil)
	if err != nil {
		b.Fatal(err)
	}
	held, err := Select(rs, HeldParts, 1)
	if err != nil {
		b.Fatal(err)
	}
	in, err := prepare(held, m.Division, m.reader())
	if err != nil {
		b.Fatal(err)
	}
	return in.words
}

// BenchmarkTitles says how long the search takes on real words: titles of New
// York that the model did not see, put together to n words, those that need one
// to six deletions. The model is a folder made by bauta location train:
//
//	LOCATION_MODEL=$PWD/ny go test ./location -run - -bench Titles -benchtime 1x -cpu 1
func BenchmarkTitles(b *testing.B) {
	dir := os.Getenv("LOCATION_MODEL")
	if dir == "" {
		b.Skip("LOCATION_MODEL names no model")
	}
	bundle, err := model.Open(os.DirFS(filepath.Dir(dir)), filepath.Base(dir))
	if err != nil {
		b.Fatal(err)
	}
	m, err := OpenModel(bundle, nil)
	if err != nil {
		b.Fatal(err)
	}
	words := titles(b, m)
	for _, c := range []struct {
		name      string
		n         int
		threshold float64
	}{
		{"n=20/below=.2", 20, 0.2},
		{"n=20/below=.1", 20, 0.1},
		{"n=20/below=.055", 20, 0.055},
		{"n=40/below=.4", 40, 0.4},
		{"n=40/below=.3", 40, 0.3},
		{"n=40/below=.2", 40, 0.2},
		{"n=40/below=.1", 40, 0.1},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				report(b, searches(m, words, c.n, c.threshold, 200))
			}
		})
	}
}

// search is what one search took.
type search struct {
	took   time.Duration
	answer answer
}

// searches solves so many problems that need one to six deletions.
func searches(m *Model, words [][]string, n int, threshold float64, many int) (out []search) {
	var all []string
	for _, w := range words {
		if all = append(all, w...); len(all) < n {
			continue
		}
		p := &problem{targets: []target{{c: &m.Classifier, threshold: threshold, only: -1, base: m.Weights.Bias}}}
		for _, w := range all[:n] {
			p.add([]string{w}, 0)
		}
		all = nil
		p.prepare(0)
		if first, ok := p.beam(2); !ok || first.count > 7 {
			continue // more than six, surely or most likely
		}
		start := processTime()
		a, ok := p.solve(defaultBudget, defaultBeam)
		if took := processTime() - start; ok && a.count > 0 && a.count <= 6 {
			if out = append(out, search{took, a}); len(out) == many {
				return out
			}
		}
	}
	return out
}

// processTime is the processor's time of this process, which other programs on
// the machine do not lengthen.
func processTime() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func report(b *testing.B, all []search) {
	b.Helper()
	slices.SortFunc(all, func(x, y search) int { return int(x.took - y.took) })
	over, unproved, six := 0, 0, 0
	for _, s := range all {
		if s.took > time.Second {
			over++
		}
		if !s.answer.minimal {
			unproved++
		}
		if s.answer.count >= 5 {
			six++
		}
	}
	ms := func(i int) float64 { return float64(all[i].took.Microseconds()) / 1000 }
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ms(len(all)/2), "ms-median")
	b.ReportMetric(ms(len(all)*99/100), "ms-p99")
	b.ReportMetric(ms(len(all)-1), "ms-longest")
	b.ReportMetric(float64(len(all)), "searches")
	b.ReportMetric(float64(six), "of-5-or-6")
	b.ReportMetric(float64(over), "over-1s")
	b.ReportMetric(float64(unproved), "unproved")
}
