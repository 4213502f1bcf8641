package stream

import (
	"context"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/internal/recent"
)

// errStore is what is wrong with the bucket, and not with a message.
var errStore = errors.New("what is known of a thread cannot be had")

// errFull is of a message after which a thread could not be kept.
var errFull = errors.New("what is known of the thread would be larger than the server takes; begin a new thread")

const (
	// held is how many threads are in memory; the bucket has all.
	held = 10_000
	// head is before a sealed session: the number of the last message that it has read.
	head = 8
)

// thread is a session and where it stands.
type thread struct {
	key      string // where it is kept; "" for a message of no thread
	session  *bauta.Session
	last     uint64
	revision uint64
}

// threads are kept in the queue's bucket, sealed, under hashes of their names.
type threads struct {
	queue    queue
	seal     cipher.AEAD
	key      []byte
	pipeline *bauta.Pipeline
	held     *recent.Map[string, *thread]
}

func openThreads(q queue, cfg Config) (*threads, error) {
	seal, err := private.Sealer(cfg.Key, "bauta stream threads 2")
	if err != nil {
		return nil, err
	}
	t := &threads{queue: q, seal: seal, key: cfg.Key, pipeline: cfg.Pipeline}
	t.clear()
	return t, nil
}

// errKey refuses threads of another key: they would not be found, and begin anew with
// numbers that stand for others.
var errKey = errors.New("was written with another key: give that one, or another --name")

// mark tells a key from others, and nothing of it.
func mark(key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("bauta stream key"))
	return mac.Sum(nil)
}

func marked(by, key []byte) bool { return hmac.Equal(by, mark(key)) }

// clear forgets what is in memory.
func (t *threads) clear() { t.held = recent.New[string, *thread](held, nil) }

// get finds the thread of a message, or begins it.
func (t *threads) get(ctx context.Context, m message, name string) (*thread, error) {
	if name == "" {
		return &thread{session: t.pipeline.Session()}, nil
	}
	hash := hmac.New(sha256.New, t.key)
	hash.Write([]byte("bauta stream thread\x00" + m.origin + "\x00" + name))
	th := &thread{key: hex.EncodeToString(hash.Sum(nil))}
	if th, ok := t.held.Get(th.key); ok {
		return th, nil
	}
	state, revision, err := t.queue.get(ctx, m, th.key)
	switch {
	case err != nil:
		return nil, err
	case revision == 0:
		th.session = t.pipeline.Session()
	case len(state) < head:
		return nil, errors.New("it is damaged")
	default:
		th.last, th.revision = binary.BigEndian.Uint64(state), revision
		if th.session, err = t.pipeline.OpenSession(t.bound(th, th.last), state[head:]); err != nil {
			return nil, err
		}
	}
	t.held.Put(th.key, th)
	return th, nil
}

// sealed gives what a thread knows after a message, as it is kept; nil for no thread. One
// that cannot be kept is forgotten: it goes on from what is in the bucket, as in a process
// that begins there.
func (t *threads) sealed(th *thread, number uint64, most int) ([]byte, error) {
	if th == nil || th.key == "" {
		return nil, nil
	}
	state, err := th.session.Seal(t.bound(th, number))
	if err != nil {
		return nil, err
	}
	if head+len(state) > most {
		t.held.Delete(th.key)
		return nil, errFull
	}
	return append(binary.BigEndian.AppendUint64(nil, number), state...), nil
}

// save keeps what sealed gave.
func (t *threads) save(ctx context.Context, m message, th *thread, state []byte) error {
	if state == nil {
		return nil
	}
	revision, err := t.queue.put(ctx, m, th.key, state, th.revision)
	if errors.Is(err, errLost) {
		return err
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errStore, err)
	}
	th.last, th.revision = m.number, revision
	return nil
}

// bound is the seal of a thread after a message, in this bucket: what stands in another
// place, or behind another number, does not open.
func (t *threads) bound(th *thread, number uint64) cipher.AEAD {
	return bound{t.seal, binary.BigEndian.AppendUint64([]byte(t.queue.bucket()+"\x00"+th.key), number)}
}

type bound struct {
	cipher.AEAD
	to []byte
}

func (b bound) Seal(dst, nonce, plain, data []byte) []byte {
	return b.AEAD.Seal(dst, nonce, plain, slices.Concat(data, b.to))
}

func (b bound) Open(dst, nonce, sealed, data []byte) ([]byte, error) {
	return b.AEAD.Open(dst, nonce, sealed, slices.Concat(data, b.to))
}
