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

	"github.com/nats-io/nats.go/jetstream"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/internal/recent"
)

// errStore is what is wrong with the bucket, and not with a message.
var errStore = errors.New("what is known of a thread cannot be had")

const (
	// held is how many threads are in memory; the bucket has all.
	held = 10_000
	// head is before a sealed session: the number of the last message that it has read.
	head = 8
)

// thread is a session and where it stands.
type thread struct {
	key      string // in the bucket; "" for a message of no thread
	session  *bauta.Session
	last     uint64
	revision uint64
}

// threads are kept in a bucket, sealed, under hashes of their names.
type threads struct {
	kv       jetstream.KeyValue
	seal     cipher.AEAD
	key      []byte
	origin   string
	pipeline *bauta.Pipeline
	held     *recent.Map[string, *thread]
}

func openThreads(ctx context.Context, js jetstream.JetStream, cfg Config) (*threads, error) {
	kv, err := js.KeyValue(ctx, cfg.Name)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: cfg.Name})
	}
	if err != nil {
		return nil, fmt.Errorf("the bucket %s cannot be opened: %w", cfg.Name, err)
	}
	seal, err := private.Sealer(cfg.Key, "bauta stream threads 1")
	if err != nil {
		return nil, err
	}
	t := &threads{kv: kv, seal: seal, key: cfg.Key, origin: cfg.origin, pipeline: cfg.Pipeline}
	t.clear()
	return t, nil
}

// clear forgets what is in memory.
func (t *threads) clear() { t.held = recent.New[string, *thread](held, nil) }

// get finds a thread, or begins it.
func (t *threads) get(ctx context.Context, name string) (*thread, error) {
	if name == "" {
		return &thread{session: t.pipeline.Session()}, nil
	}
	if th, ok := t.held.Get(name); ok {
		return th, nil
	}
	hash := hmac.New(sha256.New, t.key)
	hash.Write([]byte("bauta stream thread\x00" + t.origin + "\x00" + name))
	th := &thread{key: hex.EncodeToString(hash.Sum(nil))}
	e, err := t.kv.Get(ctx, th.key)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		th.session = t.pipeline.Session()
	case err != nil:
		return nil, err
	case len(e.Value()) < head:
		return nil, errors.New("it is damaged")
	default:
		th.last, th.revision = binary.BigEndian.Uint64(e.Value()), e.Revision()
		if th.session, err = t.pipeline.OpenSession(t.seal, e.Value()[head:]); err != nil {
			return nil, err
		}
	}
	t.held.Put(name, th)
	return th, nil
}

// save keeps what a thread knows after a message.
func (t *threads) save(ctx context.Context, th *thread, number uint64) error {
	if th == nil || th.key == "" {
		return nil
	}
	state, err := th.session.Seal(t.seal)
	if err != nil {
		return err
	}
	state = append(binary.BigEndian.AppendUint64(nil, number), state...)
	revision, err := t.kv.Update(ctx, th.key, state, th.revision)
	if lost(err) {
		return errLost
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errStore, err)
	}
	th.last, th.revision = number, revision
	return nil
}
