package stream

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

var (
	errForeign = errors.New("in a language that the policy does not read")
	errLong    = errors.New("the message is too long; split it")
	errLarge   = errors.New("what it became is larger than the server takes; split it")
)

// work gives the row that a message becomes, and its thread; of one that cannot be read or
// is withheld, why. Nothing is written.
func (w *worker) work(ctx context.Context, from message) ([]byte, *thread, error) {
	if len(from.data) > corpus.MaxRow {
		return nil, nil, errLong
	}
	data := bytes.TrimRight(from.data, "\r\n")
	rows, _, err := corpus.OpenRows(data, corpus.Config{Format: corpus.JSONL})
	if err != nil {
		return nil, nil, err
	}
	rows.Hides = w.Hides
	m, err := rows.Message(data)
	if err != nil {
		return nil, nil, err
	}
	keep, err := w.Tell(&m)
	if err == nil && !keep {
		err = errForeign
	}
	if err != nil {
		return nil, nil, err
	}
	t, err := w.threads.get(ctx, from, m.Thread)
	if err != nil {
		return nil, nil, errors.Join(errStore, err)
	}
	if t.last >= from.number {
		return nil, t, nil
	}
	results, err := t.session.Next(ctx, m)
	if err != nil {
		return nil, t, err
	}
	var out bytes.Buffer
	line := bufio.NewWriter(&out)
	if err := rows.Write(line, &results[0]); err != nil {
		return nil, t, err
	}
	line.Flush()
	return out.Bytes(), t, nil
}

// letter says which message is withheld and why, and nothing of what stood in it: who may
// read the queue finds it there.
func letter(q queue, m message, why error) []byte {
	var at *bauta.MessageError
	if errors.As(why, &at) {
		why = at.Err
	}
	data, _ := json.Marshal(q.letter(m, why.Error()))
	return data
}
