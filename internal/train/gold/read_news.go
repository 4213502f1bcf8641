package gold

import (
	"bufio"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/packed"
)

// newsSpans are our labels of the news of NTREX-128 (Federmann, Kocmi and Xin
// 2022), one file a language: "LINE FROM-TO:LABEL …", tab after the number, bytes of the line.
// The text, which is not here, is the same in six languages, sentence by sentence. A name
// counts as what taggers of all languages make of it together, and the list of names with
// their types was then read and put right by hand. The files lie packed (zstd -d, then
// zstd -22 --ultra).
//
//go:embed ntrex/*.tsv.zst
var newsSpans embed.FS

// newsTrain is the last line that is trained on: articles end there.
const newsTrain = 1609

// readNews reads a sentence a line, and its labels from newsSpans: up to newsTrain for
// training, those after it for testing.
func readNews(set Set, r io.Reader) ([]Sentence, error) {
	path := "ntrex/" + set.Lang + ".tsv"
	raw, err := fs.ReadFile(packed.FS(newsSpans), path)
	if err != nil {
		return nil, fmt.Errorf("no labels: %w", err)
	}
	labels, err := newsLabels(string(raw))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var out []Sentence
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		if (n <= newsTrain) != (set.Split == "train") {
			continue
		}
		s := Sentence{Set: set.Name, Lang: set.Lang, Text: lines.Text()}
		for _, sp := range labels[n] {
			if sp.End > len(s.Text) {
				return nil, fmt.Errorf("%d: a label of %s ends behind the line; is this another edition of the text?",
					n, path)
			}
			s.Spans = append(s.Spans, sp)
		}
		out = append(out, s)
	}
	return out, lines.Err()
}

// newsLabels reads a file of newsSpans by number of the line.
func newsLabels(raw string) (map[int][]bauta.Span, error) {
	out := map[int][]bauta.Span{}
	for line := range strings.Lines(raw) {
		number, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, err
		}
		end := 0
		for _, f := range strings.Fields(rest) {
			var s bauta.Span
			if _, err := fmt.Sscanf(f, "%d-%d:%s", &s.Start, &s.End, &s.Label); err != nil || s.Start < end ||
				s.End <= s.Start {
				return nil, fmt.Errorf("line %d: %q is no label after %d", n, f, end)
			}
			end = s.End
			out[n] = append(out[n], s)
		}
	}
	return out, nil
}
