package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/bauta/bauta"
)

// record is a result as it is kept: without the message, and without the text, which
// follows from the message. A [bauta.Result] writes next to nothing of itself as JSON.
type record struct {
	Sum        []byte         `json:"m"`           // of the message
	Out        []byte         `json:"o,omitempty"` // of the text that is released
	Failed     string         `json:"e,omitempty"` // why it was withheld
	Lang       string         `json:"l,omitempty"`
	Outcome    bauta.Outcome  `json:"u,omitempty"`
	Verdict    bauta.Verdict  `json:"v,omitempty"`
	Score      float64        `json:"p,omitempty"`
	Why        string         `json:"w,omitempty"`
	Spans      []bauta.Span   `json:"s,omitempty"`
	Candidates []bauta.Span   `json:"c,omitempty"`
	Changes    []bauta.Change `json:"h,omitempty"`
	Edits      []bauta.Edit   `json:"d,omitempty"`
	Withheld   bool           `json:"x,omitempty"`
}

// recorded is what is kept of a result.
func recorded(r *bauta.Result, withheld error) record {
	sum := digest(r.Message.ID, r.Message.Thread, r.Message.Author, r.Message.Text)
	if withheld != nil {
		return record{Sum: sum, Failed: why(withheld)}
	}
	return record{
		Sum: sum, Out: digest(r.Text), Lang: r.Lang, Outcome: r.Outcome, Verdict: r.Verdict, Score: r.Score, Why: r.Why,
		Spans: r.Spans, Candidates: r.Candidates, Changes: r.Changes, Edits: r.Edits, Withheld: r.Withheld,
	}
}

// result is the result of a message that was kept. Its text is what was released
// before, or nothing is.
func (r *record) result(m bauta.Message) (bauta.Result, error) {
	if !bytes.Equal(r.Sum, digest(m.ID, m.Thread, m.Author, m.Text)) {
		return bauta.Result{}, ErrInput
	}
	if r.Failed != "" {
		return bauta.Result{}, &bauta.MessageError{Message: m, Err: errors.New(r.Failed)}
	}
	out := bauta.Result{
		Message: m, Lang: r.Lang, Outcome: r.Outcome, Verdict: r.Verdict, Score: r.Score, Why: r.Why,
		Spans: r.Spans, Candidates: r.Candidates, Changes: r.Changes, Edits: r.Edits, Withheld: r.Withheld,
	}
	if r.Withheld {
		return out, nil
	}
	text, err := edited(m.Text, r.Edits)
	if err != nil || !bytes.Equal(r.Out, digest(text)) {
		return bauta.Result{}, ErrKey
	}
	out.Text = text
	return out, nil
}

// digest stands for texts.
func digest(parts ...string) []byte {
	h := sha256.New()
	for _, part := range parts {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(part)))
		h.Write(n[:])
		io.WriteString(h, part)
	}
	return h.Sum(nil)[:12]
}

// maxChunk bounds what a chunk takes in memory when it is read.
const maxChunk = 1 << 30

// Keep keeps results. What was saved before the mark holds from now on.
func (j *Journal) Keep(results []bauta.Result, withheld []error) error {
	records := make([]record, len(results))
	for i := range results {
		records[i] = recorded(&results[i], withheld[i])
	}
	data, err := json.Marshal(records)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	w.Write(data)
	if err := w.Close(); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.kept++
	_, err = j.tx.Exec("INSERT INTO chunk VALUES (?, ?, ?)", j.kept, len(results),
		j.sealed("chunk", int64(j.kept), packed.Bytes()))
	if err != nil {
		return err
	}
	if err := j.clean(); err != nil {
		return err
	}
	return j.commit()
}

// why is the reason of a message's error, without the message.
func why(err error) string {
	var at *bauta.MessageError
	if errors.As(err, &at) {
		err = at.Err
	}
	return err.Error()
}

// clean takes out the states that nobody goes back to.
func (j *Journal) clean() error {
	left := j.old[:0]
	for _, o := range j.old {
		if o.era >= j.kept {
			left = append(left, o)
			continue
		}
		if _, err := j.tx.Exec("DELETE FROM thread WHERE row = ?", o.row); err != nil {
			return err
		}
	}
	j.old = left
	return nil
}

// Again gives the result that was kept of the next message.
func (j *Journal) Again(m bauta.Message) (bauta.Result, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.again) == 0 {
		if err := j.read(); err != nil {
			return bauta.Result{}, err
		}
	}
	r := j.again[0]
	j.again = j.again[1:]
	return r.result(m)
}

// edited is a text with what was replaced in it.
func edited(text string, edits []bauta.Edit) (string, error) {
	var b strings.Builder
	last := 0
	for _, e := range edits {
		if e.Start < last || e.End < e.Start || e.End > len(text) {
			return "", ErrKey
		}
		b.WriteString(text[last:e.Start])
		b.WriteString(e.With)
		last = e.End
	}
	b.WriteString(text[last:])
	return b.String(), nil
}

// read reads the next chunk.
func (j *Journal) read() error {
	var era int64
	var data []byte
	err := j.tx.QueryRow("SELECT era, data FROM chunk WHERE era > ? ORDER BY era LIMIT 1", j.at).Scan(&era, &data)
	if err != nil {
		return fmt.Errorf("%w: a chunk is missing", ErrKey)
	}
	j.at = era
	packed, err := j.opened("chunk", era, data)
	if err != nil {
		return err
	}
	r, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxMemory(maxChunk))
	if err != nil {
		return err
	}
	defer r.Close()
	plain, err := io.ReadAll(io.LimitReader(r, maxChunk))
	if err != nil || json.Unmarshal(plain, &j.again) != nil || len(j.again) == 0 {
		return ErrKey
	}
	return nil
}
