package gold

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// eachLine decodes JSON lines.
func eachLine[T any](r io.Reader, yield func(T) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return fmt.Errorf("%d: not a JSON object of the expected shape", n)
		}
		if err := yield(row); err != nil {
			return fmt.Errorf("%d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%d: %w", n+1, err)
	}
	return nil
}

var errOffsets = errors.New("an entity lies outside its text")

// readOffsets reads documents with entities as [start, end, label] in code
// points, and cuts them into sentences.
func readOffsets(set Set, r io.Reader) ([]Sentence, error) {
	type document struct {
		Text     string               `json:"text"`
		Entities [][3]json.RawMessage `json:"entities"`
	}
	var out []Sentence
	err := eachLine(r, func(d document) error {
		s := Sentence{Set: set.Name, Lang: set.Lang, Text: d.Text}
		at := runeStarts(d.Text)
		var spans []bauta.Span
		for _, e := range d.Entities {
			var start, end int
			var label string
			if json.Unmarshal(e[0], &start) != nil || json.Unmarshal(e[1], &end) != nil ||
				json.Unmarshal(e[2], &label) != nil {
				return errors.New("an entity is not [start, end, label]")
			}
			if start < 0 || end < start || end >= len(at) {
				return errOffsets
			}
			spans = append(spans, bauta.Span{Start: at[start], End: at[end], Label: bauta.Label(label)})
		}
		s.Spans = set.mapSpans(s.Text, outermost(spans))
		out = append(out, s.split()...)
		return nil
	})
	return out, err
}

// runeStarts gives the byte offset of each code point, and the length.
func runeStarts(text string) []int {
	at := make([]int, 0, len(text)+1)
	for i := range text {
		at = append(at, i)
	}
	return append(at, len(text))
}

// readNLU reads sentences with inline entities: "wake me [time : at six]".
func readNLU(set Set, r io.Reader) ([]Sentence, error) {
	type row struct {
		Annotation string `json:"annotation"`
	}
	var out []Sentence
	err := eachLine(r, func(x row) error {
		s := Sentence{Set: set.Name, Lang: set.Lang}
		var spans []bauta.Span
		s.Text, spans = inline(x.Annotation)
		s.Spans = set.mapSpans(s.Text, spans)
		if s.Text != "" && s.Text != "null" {
			out = append(out, s)
		}
		return nil
	})
	return out, err
}

// inline reads "[label : words]" marks. A bracket that opens no mark stays.
func inline(in string) (string, []bauta.Span) {
	var b strings.Builder
	var spans []bauta.Span
	for in != "" {
		before, rest, found := strings.Cut(in, "[")
		b.WriteString(before)
		if !found {
			break
		}
		mark, after, closed := strings.Cut(rest, "]")
		label, words, named := strings.Cut(mark, ":")
		if !closed || !named {
			b.WriteByte('[')
			in = rest
			continue
		}
		words = strings.TrimSpace(words)
		spans = append(spans, bauta.Span{
			Start: b.Len(), End: b.Len() + len(words), Label: bauta.Label(strings.TrimSpace(label)),
		})
		b.WriteString(words)
		in = after
	}
	return b.String(), spans
}

// readPolyAI reads booking turns. A missing start is 0; a first and a last
// name with only a blank between them are one person.
func readPolyAI(set Set, r io.Reader) ([]Sentence, error) {
	type turn struct {
		UserInput struct {
			Text string `json:"text"`
		} `json:"userInput"`
		Labels []struct {
			Slot string `json:"slot"`
			Span struct {
				Start int `json:"startIndex"`
				End   int `json:"endIndex"`
			} `json:"valueSpan"`
		} `json:"labels"`
	}
	var turns []turn
	if err := json.NewDecoder(r).Decode(&turns); err != nil {
		return nil, errors.New("1: not a JSON list of booking turns")
	}
	var out []Sentence
	for i, t := range turns {
		s := Sentence{Set: set.Name, Lang: set.Lang, Text: t.UserInput.Text}
		if !utf8.ValidString(s.Text) || strings.TrimSpace(s.Text) == "" {
			continue
		}
		at := runeStarts(s.Text)
		var spans []bauta.Span
		for _, l := range t.Labels {
			if l.Span.Start < 0 || l.Span.End < l.Span.Start || l.Span.End >= len(at) {
				return nil, fmt.Errorf("1: turn %d: %w", i+1, errOffsets)
			}
			spans = append(spans, bauta.Span{Start: at[l.Span.Start], End: at[l.Span.End], Label: bauta.Label(l.Slot)})
		}
		s.Spans = joinNames(s.Text, set.mapSpans(s.Text, spans))
		out = append(out, s)
	}
	return out, nil
}

func joinNames(text string, spans []bauta.Span) []bauta.Span {
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Label == bauta.Person && out[n-1].Label == bauta.Person &&
			strings.TrimSpace(text[out[n-1].End:s.Start]) == "" {
			out[n-1].End = s.End
			continue
		}
		out = append(out, s)
	}
	return out
}
