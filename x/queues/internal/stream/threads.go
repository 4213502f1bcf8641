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

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

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
	name     string
	key      string // in the bucket; "" for a message of no thread
	session  *bauta.Session
	last     uint64
	revision uint64
}

// threads are kept in a bucket, sealed, under hashes of their names.
type threads struct {
	kv       jetstream.KeyValue
	most     func() int // bytes of a value
	seal     cipher.AEAD
	key      []byte
	origin   string
	pipeline *bauta.Pipeline
	held     *recent.Map[string, *thread]
}

func openThreads(ctx context.Context, nc *nats.Conn, js jetstream.JetStream, cfg Config) (*threads, error) {
	kv, err := js.KeyValue(ctx, cfg.Name)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: cfg.Name})
	}
	if err != nil {
		return nil, fmt.Errorf("the bucket %s cannot be opened: %w", cfg.Name, err)
	}
	status, err := kv.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("the bucket %s cannot be opened: %w", cfg.Name, err)
	}
	seal, err := private.Sealer(cfg.Key, "bauta stream threads 2")
	if err != nil {
		return nil, err
	}
	t := &threads{kv: kv, seal: seal, key: cfg.Key, origin: cfg.origin, pipeline: cfg.Pipeline}
	t.most = func() int { return most(nc, int32(status.Config().MaxValueSize)) }
	t.clear()
	return t, t.ours(ctx)
}

// keyed is where a bucket tells the key that its threads are sealed with.
const keyed = "key"

// ours refuses a bucket of another key: its threads would not be found, and begin anew
// with numbers that stand for others.
func (t *threads) ours(ctx context.Context) error {
	mac := hmac.New(sha256.New, t.key)
	mac.Write([]byte("bauta stream key"))
	mark := mac.Sum(nil)
	_, err := t.kv.Create(ctx, keyed, mark)
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	e, err := t.kv.Get(ctx, keyed)
	if err == nil && !hmac.Equal(e.Value(), mark) {
		err = fmt.Errorf("the bucket %s was written with another key: give that one, or another --name", t.kv.Bucket())
	}
	return err
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
	th := &thread{name: name, key: hex.EncodeToString(hash.Sum(nil))}
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
		if th.session, err = t.pipeline.OpenSession(t.bound(th, th.last), e.Value()[head:]); err != nil {
			return nil, err
		}
	}
	t.held.Put(name, th)
	return th, nil
}

// sealed gives what a thread knows after a message, as it is kept; nil for no thread. One
// that cannot be kept is forgotten: it goes on from what is in the bucket, as in a process
// that begins there.
func (t *threads) sealed(th *thread, number uint64) ([]byte, error) {
	if th == nil || th.key == "" {
		return nil, nil
	}
	state, err := th.session.Seal(t.bound(th, number))
	if err != nil {
		return nil, err
	}
	if head+len(state) > t.most() {
		t.held.Delete(th.name)
		return nil, errFull
	}
	return append(binary.BigEndian.AppendUint64(nil, number), state...), nil
}

// save keeps what sealed gave.
func (t *threads) save(ctx context.Context, th *thread, number uint64, state []byte) error {
	if state == nil {
		return nil
	}
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

// bound is the seal of a thread after a message, in this bucket: what stands in another
// place, or behind another number, does not open.
func (t *threads) bound(th *thread, number uint64) cipher.AEAD {
	return bound{t.seal, binary.BigEndian.AppendUint64([]byte(t.kv.Bucket()+"\x00"+th.key), number)}
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
