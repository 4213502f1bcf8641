package stream

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/rows"
)

var (
	errLarge  = errors.New("what it became is larger than the server takes; split it")
	errThread = errors.New("it names a thread that is not its key, which alone keeps messages in order")
)

// work gives the row that a message becomes, and its thread; of one that cannot be read or
// is withheld, why. Nothing is written.
func (w *worker) work(ctx context.Context, from message) ([]byte, *thread, error) {
	m, write, err := rows.Alone{Format: corpus.JSONL, Tell: w.Tell, Hides: w.Hides}.Message(from.data)
	if err != nil {
		return nil, nil, err
	}
	if from.keyed {
		if m.Thread != "" && m.Thread != string(from.key) {
			return nil, nil, errThread
		}
		m.Thread = string(from.key)
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
	out, err := write(&results[0])
	return out, t, err
}

// letter says which message is withheld and why, and nothing of what stood in it: who may
// read the queue finds it there.
func letter(q queue, m message, why error) []byte {
	data, _ := json.Marshal(q.letter(m, rows.Reason(why).Error()))
	return data
}
