package external

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// answer is what comes back.
type answer struct {
	ID    *int64             `json:"id"`
	Error json.RawMessage    `json:"error"` // anything: there is no answer
	Spans *[]json.RawMessage `json:"spans"`
}

// claim is a span of an answer.
type claim struct {
	Start *int     `json:"start"`
	End   *int     `json:"end"`
	Label string   `json:"label"`
	Score *float64 `json:"score"`
}

var errShape = errors.New("the answer is not a JSON object of the protocol; docs/formats/external.md shows one")

// strictly reads an object that has members of these names and no others, each once: of two
// that say something else, or of one that means something elsewhere, a span could get lost.
func strictly(data []byte, to any, names ...string) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errShape
	}
	for dec.More() {
		name, err := dec.Token()
		at := slices.IndexFunc(names, func(n string) bool { return n == name })
		if err != nil || at < 0 {
			return errors.New("the answer has a field that the protocol has not, or one twice")
		}
		names = slices.Concat(names[:at], names[at+1:])
		if dec.Decode(new(json.RawMessage)) != nil {
			return errShape
		}
	}
	if json.Unmarshal(data, to) != nil {
		return errShape
	}
	return nil
}

// read checks an answer and gives its spans in bytes, with the scores that were said.
func (c *Config) read(data []byte, q question) ([]bauta.Span, error) {
	var a answer
	if err := strictly(data, &a, "id", "error", "spans"); err != nil {
		return nil, err
	}
	switch {
	case len(a.Error) > 0 && string(a.Error) != "null":
		return nil, errors.New("it says that it cannot answer")
	case a.ID == nil || *a.ID != q.ID:
		return nil, errors.New("the answer has another id than the question")
	case a.Spans == nil:
		return nil, errors.New("the answer has no spans; an empty list says that there are none")
	case len(*a.Spans) > maxSpans:
		return nil, fmt.Errorf("the answer has more than %d spans", maxSpans)
	}
	at := places(q.Text, c.Offsets)
	out := make([]bauta.Span, 0, len(*a.Spans))
	for i, raw := range *a.Spans {
		var s claim
		if err := strictly(raw, &s, "start", "end", "label", "score"); err != nil {
			return nil, err
		}
		span, err := c.span(s, at)
		if err != nil {
			return nil, fmt.Errorf("span %d %w", i+1, err)
		}
		if span.Label != "" {
			out = append(out, span)
		}
	}
	return out, nil
}

// span checks a span; one without a label stands for nothing of ours.
func (c *Config) span(s claim, at func(int) (int, bool)) (bauta.Span, error) {
	if s.Start == nil || s.End == nil {
		return bauta.Span{}, errors.New("has no start or no end")
	}
	start, from := at(*s.Start)
	end, to := at(*s.End)
	if !from || !to || start >= end {
		return bauta.Span{}, fmt.Errorf("does not lie on whole characters of the text; offsets are to count %ss",
			c.Offsets)
	}
	label, said := c.Labels[s.Label]
	if !said {
		label = bauta.Label(s.Label)
	}
	p := 1.0
	switch {
	case !label.Known() && !(said && label == ""):
		return bauta.Span{}, errors.New("has a label that is no type of ours; labels says what they stand for")
	case s.Score == nil && c.Calibration != nil:
		return bauta.Span{}, errors.New("has no score, and there is a calibration of scores")
	case s.Score != nil && !(*s.Score >= 0 && *s.Score <= 1):
		return bauta.Span{}, errors.New("has a score that is not from 0 to 1")
	case s.Score != nil:
		p = *s.Score
	}
	return bauta.Span{
		Start: start, End: end, Label: label, P: p, Source: Source, Rule: Source, Why: "said by " + c.Name,
	}, nil
}

// places gives the byte at which an offset stands in a text, false for one that is
// outside or within a character.
func places(text string, unit bauta.Unit) func(int) (int, bool) {
	if unit == bauta.Bytes {
		return func(at int) (int, bool) {
			inside := at >= 0 && at <= len(text)
			return at, inside && (at == len(text) || utf8.RuneStart(text[at]))
		}
	}
	var starts []int
	for i, r := range text {
		starts = append(starts, i)
		if unit == bauta.UTF16 && r > 0xFFFF {
			starts = append(starts, -1) // the second half of a pair
		}
	}
	starts = append(starts, len(text))
	return func(at int) (int, bool) {
		if at < 0 || at >= len(starts) || starts[at] < 0 {
			return 0, false
		}
		return starts[at], true
	}
}
