package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/ruler"
)

// Finding is what is written about one message without its text: an object a
// line, in input order.
type Finding struct {
	ID         string      `json:"id"`
	Lang       string      `json:"lang,omitempty"`
	Outcome    string      `json:"outcome"`
	Verdict    string      `json:"verdict"`
	Score      float64     `json:"score"`
	Why        string      `json:"why,omitempty"`
	Offsets    string      `json:"offsets"`
	Spans      []SpanJSON  `json:"spans"`
	Candidates []Candidate `json:"candidates"`
	// Settled says what became of finds before they were fused; of a pipeline that
	// traces (detect --why).
	Settled []Settled `json:"settled,omitempty"`
}

// Settled is what one settler did to a find: it has no From where it was added, and
// no To where it was taken away.
type Settled struct {
	By   string    `json:"by"`
	Lang string    `json:"lang,omitempty"` // in which the message was read
	From *SpanJSON `json:"from,omitempty"`
	To   *SpanJSON `json:"to,omitempty"`
}

// SpanJSON is a span in the unit of its file.
type SpanJSON struct {
	Start  int        `json:"start"`
	End    int        `json:"end"`
	Type   string     `json:"type"`
	Part   string     `json:"part,omitempty"`
	Entity string     `json:"entity,omitempty"`
	Score  float64    `json:"score"`
	Doubt  string     `json:"doubt,omitempty"` // of what was settled, where it was a question
	Source string     `json:"source,omitempty"`
	Rule   string     `json:"rule,omitempty"`
	Why    string     `json:"why,omitempty"`
	Parts  []SpanJSON `json:"parts,omitempty"`
}

// Candidate is a word that a person must decide.
type Candidate struct {
	Start int     `json:"start"`
	End   int     `json:"end"`
	Label string  `json:"label"` // ambiguous or unknown
	Type  string  `json:"type"`
	Score float64 `json:"score"`
	Rule  string  `json:"rule,omitempty"`
	Why   string  `json:"why,omitempty"`
}

// NewFinding makes the stand-off form of a result, offsets in the unit.
func NewFinding(r *bauta.Result, unit bauta.Unit) Finding {
	at := ruler.Of(unit, r.Message.Text).From
	f := Finding{
		ID: r.Message.ID, Lang: r.Lang, Outcome: r.Outcome.String(), Verdict: r.Verdict.String(),
		Score: Round(r.Score), Why: r.Why, Offsets: unit.String(),
		Spans: make([]SpanJSON, len(r.Spans)), Candidates: make([]Candidate, len(r.Candidates)),
	}
	for i, s := range r.Spans {
		f.Spans[i] = spanJSON(s, at)
	}
	for i, s := range r.Candidates {
		f.Candidates[i] = Candidate{
			at(s.Start), at(s.End), s.Doubt.String(), string(s.Label), Round(s.P), s.Rule, s.Why,
		}
	}
	for _, c := range r.Changes {
		f.Settled = append(f.Settled, Settled{c.Settler, c.Lang, settledSpan(c.Before, at), settledSpan(c.After, at)})
	}
	return f
}

// settledSpan gives one side of a change, nil where it is none.
func settledSpan(s bauta.Span, at func(int) int) *SpanJSON {
	if s.Len() == 0 {
		return nil
	}
	out := spanJSON(s, at)
	out.Parts = nil
	if s.Doubt != bauta.Sure {
		out.Doubt = s.Doubt.String()
	}
	return &out
}

func spanJSON(s bauta.Span, at func(int) int) SpanJSON {
	out := SpanJSON{
		Start: at(s.Start), End: at(s.End), Type: string(s.Label), Part: string(s.Part), Entity: s.Entity,
		Score: Round(s.P), Source: s.Source, Rule: s.Rule, Why: s.Why,
	}
	for _, in := range s.Inner {
		out.Parts = append(out.Parts, spanJSON(in, at))
	}
	return out
}

// Round keeps four decimals: more say nothing and make files differ.
func Round(x float64) float64 { return float64(int64(x*10000+0.5)) / 10000 }

// Gold is a message with what is right about it.
type Gold struct {
	Message bauta.Message
	TA      *bool // is there something to anonymise; nil where nobody said
	Spans   []bauta.Span
	Split   string // "dev", "test" or ""
}

type goldJSON struct {
	ID      json.RawMessage `json:"id"`
	Thread  string          `json:"thread"`
	Author  string          `json:"author"`
	Time    string          `json:"time"`
	Lang    string          `json:"lang"`
	Text    *string         `json:"text"`
	TA      *bool           `json:"ta"`
	Split   string          `json:"split"`
	Offsets string          `json:"offsets"`
	Spans   []SpanJSON      `json:"spans"`
}

// ReadGold streams a gold file: JSONL with text, spans and ta. Offsets are in
// code points unless the object's "offsets" says byte or utf16.
func ReadGold(in io.Reader, name string) iter.Seq2[Gold, error] {
	return objects(in, name, func(line []byte, number int) (Gold, error) {
		g, err := parseGold(line)
		if g.Message.ID == "" {
			g.Message.ID = fmt.Sprint(number)
		}
		return g, err
	})
}

// ReadFindings streams a file of findings, with offsets as they stand.
func ReadFindings(in io.Reader, name string) iter.Seq2[Finding, error] {
	return objects(in, name, func(line []byte, _ int) (f Finding, err error) {
		if json.Unmarshal(line, &f) != nil {
			err = errors.New("not a finding; give a file written by detect or anonymise --spans")
		}
		return f, err
	})
}

// objects streams the objects of a JSONL file; the first that is wrong ends it.
func objects[T any](in io.Reader, name string, parse func(line []byte, number int) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		br, _, err := decode(in, "")
		if err != nil {
			yield(zero, &Error{name, 0, err})
			return
		}
		lines := &lineReader{r: br}
		for {
			line, err := lines.next()
			if err == io.EOF {
				return
			}
			if err == nil && len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			object := zero
			if err == nil {
				object, err = parse(line, lines.line)
			}
			if err != nil {
				yield(zero, &Error{name, lines.line, err})
				return
			}
			if !yield(object, nil) {
				return
			}
		}
	}
}

// GoldLine is gold as it is written: a message with its spans, offsets in code
// points.
type GoldLine struct {
	ID     string     `json:"id"`
	Thread string     `json:"thread,omitempty"`
	Lang   string     `json:"lang,omitempty"`
	Text   string     `json:"text"`
	Spans  []SpanJSON `json:"spans"`
}

// NewGold makes the line of a message.
func NewGold(m bauta.Message, spans []bauta.Span) GoldLine {
	at := ruler.Of(bauta.Runes, m.Text).From
	g := GoldLine{ID: m.ID, Thread: m.Thread, Lang: m.Lang, Text: m.Text, Spans: make([]SpanJSON, len(spans))}
	for i, s := range spans {
		g.Spans[i] = spanJSON(s, at)
	}
	return g
}

func parseGold(line []byte) (Gold, error) {
	var j goldJSON
	if err := check(line); err != nil {
		return Gold{}, err
	}
	if err := json.Unmarshal(line, &j); err != nil {
		return Gold{}, errors.New("not a gold object; one JSON object a line with text, spans, ta")
	}
	if j.Text == nil {
		return Gold{}, errors.New(`no field "text"; gold needs the original text`)
	}
	unit, err := UnitOf(j.Offsets)
	if err != nil {
		return Gold{}, err
	}
	g := Gold{TA: j.TA, Split: j.Split, Message: bauta.Message{
		ID: scalar(j.ID), Thread: j.Thread, Author: j.Author,
		Time: parseTime(j.Time), Lang: j.Lang, Text: *j.Text,
	}}
	if g.Spans, err = spansOf(ruler.Of(unit, *j.Text), j.Spans, unit, 0); err != nil {
		return Gold{}, err
	}
	return g, nil
}

// Decode turns a finding back into outcome and spans of the text, in bytes.
func (f Finding) Decode(text string) (bauta.Outcome, []bauta.Span, error) {
	unit, err := UnitOf(f.Offsets)
	if err != nil {
		return 0, nil, err
	}
	outcome := bauta.Untagged
	switch f.Outcome {
	case "TA":
		outcome = bauta.TA
	case "NTA":
		outcome = bauta.NTA
	case "untagged":
	default:
		return 0, nil, fmt.Errorf("unknown outcome %q; use TA, NTA or untagged", f.Outcome)
	}
	spans, err := spansOf(ruler.Of(unit, text), f.Spans, unit, 0)
	return outcome, spans, err
}

func spansOf(at *ruler.Ruler, in []SpanJSON, unit bauta.Unit, depth int) ([]bauta.Span, error) {
	if depth > 4 {
		return nil, errors.New("spans inside spans more than four deep")
	}
	var out []bauta.Span
	end := at.From(math.MaxInt)
	for _, s := range in {
		if s.Start < 0 || s.End <= s.Start || s.End > end {
			return nil, fmt.Errorf("span [%d:%d) does not lie in a text of %d %ss; check the offset unit", s.Start,
				s.End, end, unit)
		}
		inner, err := spansOf(at, s.Parts, unit, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, bauta.Span{
			Start: at.Bytes(s.Start), End: at.Bytes(s.End), Label: bauta.Label(s.Type),
			Part: bauta.Part(s.Part), Entity: s.Entity, P: s.Score, Source: s.Source,
			Rule: cmp.Or(s.Rule, RuleOf(s.Why)), Why: s.Why, Inner: inner,
		})
	}
	return out, nil
}

// UnitOf reads the name of an offset unit; "" is rune.
func UnitOf(name string) (bauta.Unit, error) {
	switch name {
	case "", "rune":
		return bauta.Runes, nil
	case "byte":
		return bauta.Bytes, nil
	case "utf16":
		return bauta.UTF16, nil
	}
	return 0, fmt.Errorf("unknown offset unit %q; use rune, byte or utf16", name)
}

// RuleOf gives the key of spans that were stored when the reason was the key: a
// reason of one word.
func RuleOf(why string) string {
	if strings.ContainsRune(why, ' ') {
		return ""
	}
	return why
}
