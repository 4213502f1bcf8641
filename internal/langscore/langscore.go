// Package langscore measures how often languages are told right, over files of test
// lines: [Evaluate].
package langscore

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/lines"
	"github.com/bauta/bauta/langid"
)

// sets are the kinds of test lines, from easy to hard.
var sets = []string{"sentences", "pairs", "words"}

// Sets lists the sub-folders of a folder of test lines, from easy to hard.
func Sets() []string { return slices.Clone(sets) }

// Report is the accuracy of a [langid.Identifier], in [0, 1], by set and language.
type Report struct {
	Languages []string
	Sets      []SetReport
}

// SetReport is the accuracy on one set. A line without a told language is
// wrong.
type SetReport struct {
	Name     string
	Lines    []int // tested, by language
	Right    []int
	Mistaken []string // the language most often told instead; "" for none
	// Calibration is the expected calibration error over ten bins: the mean
	// distance between the probability told and the share that is right.
	Calibration float64
}

// Evaluate reads files of test lines from a folder that has sub-folders
// sentences, pairs and words, each with a file LANG.txt per language, one text
// a line. langs are the languages that the identifier chooses from, in any order; none:
// all that a model tells.
func Evaluate(id *langid.Identifier, langs []string, files fs.FS) (*Report, error) {
	r := &Report{Languages: langid.Languages()}
	if len(langs) > 0 {
		r.Languages = slices.DeleteFunc(r.Languages, func(l string) bool { return !slices.Contains(langs, l) })
	}
	for _, set := range sets {
		s, err := evaluateSet(id, files, set, r.Languages)
		if err != nil {
			return nil, err
		}
		r.Sets = append(r.Sets, *s)
	}
	return r, nil
}

func evaluateSet(id *langid.Identifier, files fs.FS, set string, langs []string) (*SetReport, error) {
	s := &SetReport{Name: set}
	var bins [10]struct{ n, right, prob float64 }
	for _, lang := range langs {
		instead := map[string]int{}
		lines, right := 0, 0
		err := eachLine(files, path.Join(set, lang+".txt"), func(text string) {
			g := id.Identify(text)
			lines++
			bin := &bins[min(9, int(g.Prob*10))]
			bin.n++
			bin.prob += g.Prob
			if g.Lang == lang {
				right++
				bin.right++
			} else {
				instead[g.Lang]++
			}
		})
		if err != nil {
			return nil, err
		}
		s.Lines, s.Right = append(s.Lines, lines), append(s.Right, right)
		s.Mistaken = append(s.Mistaken, mostOften(instead))
	}
	total := 0.0
	for _, b := range bins {
		s.Calibration += max(b.prob-b.right, b.right-b.prob)
		total += b.n
	}
	s.Calibration /= max(total, 1)
	return s, nil
}

func eachLine(files fs.FS, name string, yield func(string)) error {
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	in.Split(lines.Split)
	n := 0
	for in.Scan() {
		n++
		if text := strings.TrimSpace(in.Text()); text != "" {
			yield(text)
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	return nil
}

// mostOften gives the key with the highest count, the first in order of those.
func mostOften(counts map[string]int) string {
	best := ""
	for k, n := range counts {
		if n > counts[best] || n == counts[best] && k < best {
			best = k
		}
	}
	return best
}

// Accuracy is the share of right lines of the i-th language.
func (s *SetReport) Accuracy(i int) float64 {
	return float64(s.Right[i]) / float64(max(s.Lines[i], 1))
}

// Macro is the mean accuracy of the languages.
func (s *SetReport) Macro() float64 {
	sum := 0.0
	for i := range s.Lines {
		sum += s.Accuracy(i)
	}
	return sum / float64(max(len(s.Lines), 1))
}

// WriteTo prints the table: a line a language with its accuracy in percent and
// what it is most often taken for, then the mean and the calibration error.
func (r *Report) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	b.WriteString("language ")
	for _, s := range r.Sets {
		fmt.Fprintf(&b, " %13s", s.Name)
	}
	for i, lang := range r.Languages {
		fmt.Fprintf(&b, "\n%-9s", lang)
		for _, s := range r.Sets {
			taken := s.Mistaken[i]
			if taken != "" {
				taken = "→" + taken
			}
			fmt.Fprintf(&b, " %8.1f %-4s", 100*s.Accuracy(i), taken)
		}
	}
	b.WriteString("\nmean     ")
	for _, s := range r.Sets {
		fmt.Fprintf(&b, " %8.2f     ", 100*s.Macro())
	}
	b.WriteString("\ncal.error")
	for _, s := range r.Sets {
		fmt.Fprintf(&b, " %8.2f     ", 100*s.Calibration)
	}
	b.WriteByte('\n')
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}
