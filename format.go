package bauta

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
)

// The types that bear text format, log and marshal without it. The methods are
// on values, so that a value, a pointer and a field are all covered. What a
// reader sees is an ID, lengths and offsets.

func (m Message) brief() string {
	return fmt.Sprintf("message %q (%d bytes)", m.ID, len(m.Text))
}

// Format writes the message's ID and length, never its text, for every verb.
func (m Message) Format(f fmt.State, _ rune) { io.WriteString(f, m.brief()) }

// LogValue gives slog the ID and length, never the text.
func (m Message) LogValue() slog.Value {
	return slog.GroupValue(slog.String("id", m.ID), slog.Int("bytes", len(m.Text)))
}

// MarshalJSON gives the ID and length, never the text. Package corpus writes
// messages out.
func (m Message) MarshalJSON() ([]byte, error) { return briefJSON(m.ID, len(m.Text)) }

// Format writes the ID, length and number of tokens, never text.
func (d Doc) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "doc of %s, %d tokens", d.brief(), len(d.Tokens))
}

// LogValue gives slog the ID, length and number of tokens, never text.
func (d Doc) LogValue() slog.Value {
	return slog.GroupValue(slog.String("id", d.ID), slog.Int("bytes", len(d.Text)), slog.Int("tokens", len(d.Tokens)))
}

// MarshalJSON gives the ID and length, never text.
func (d Doc) MarshalJSON() ([]byte, error) { return briefJSON(d.ID, len(d.Text)) }

// Format writes the token's byte range, never its form.
func (t Token) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "token [%d:%d)", t.Start, t.End) }

// LogValue gives slog the byte range, never the form.
func (t Token) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("start", t.Start), slog.Int("end", t.End))
}

// MarshalJSON gives the byte range, never the form.
func (t Token) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]int{"start": t.Start, "end": t.End})
}

// Format writes label, byte range and source.
func (s Span) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "%s [%d:%d) %s", s.Label, s.Start, s.End, s.Source)
}

// LogValue gives slog label, byte range and source.
func (s Span) LogValue() slog.Value {
	return slog.GroupValue(slog.String("label", string(s.Label)), slog.Int("start", s.Start),
		slog.Int("end", s.End), slog.String("source", s.Source))
}

// Format writes the ID, outcome and verdict, never text.
func (r Result) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "result of %s: %s, %s, %d spans, %d candidates",
		r.Message.brief(), r.Outcome, r.Verdict, len(r.Spans), len(r.Candidates))
}

// LogValue gives slog the ID, outcome and verdict, never text.
func (r Result) LogValue() slog.Value {
	return slog.GroupValue(slog.String("id", r.Message.ID), slog.String("outcome", r.Outcome.String()),
		slog.String("verdict", r.Verdict.String()))
}

// MarshalJSON gives the ID and length, never text.
func (r Result) MarshalJSON() ([]byte, error) { return briefJSON(r.Message.ID, len(r.Text)) }

func briefJSON(id string, n int) ([]byte, error) {
	return json.Marshal(struct {
		ID    string `json:"id"`
		Bytes int    `json:"bytes"`
	}{id, n})
}
