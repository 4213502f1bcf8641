package stream

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// NATS is a server of JetStream.
type NATS struct{ Conn *nats.Conn }

// jet is a subject of JetStream. One message is under way at a time, however many processes
// wait for it: its output is written where the last one that is there is the one that was
// seen, and what its thread knows in the place of what was read. Who was thought dead and
// comes back fails at the first of these, so that nothing hangs on a window of time.
type jet struct {
	nc        *nats.Conn
	origin    string
	out, dead *lane
	kv        jetstream.KeyValue
	state     int // bytes of a value
	messages  jetstream.MessagesContext
	under     jetstream.Msg // what is under way
	stream    string        // where it stands
	stop      func() bool
}

// keyed is where a bucket tells the key that its threads are sealed with.
const keyed = "key"

func (n NATS) open(ctx context.Context, cfg Config) (queue, error) {
	js, err := jetstream.New(n.Conn)
	if err != nil {
		return nil, err
	}
	in, err := streamOf(ctx, js, cfg.From)
	if err != nil {
		return nil, err
	}
	j := &jet{nc: n.Conn, origin: strconv.FormatInt(in.CachedInfo().Created.UnixNano(), 36)}
	if j.out, err = openLane(ctx, n.Conn, js, cfg.To, j.origin); err != nil {
		return nil, err
	}
	if j.dead, err = openLane(ctx, n.Conn, js, cfg.Dead, j.origin); err != nil {
		return nil, err
	}
	if err := j.openBucket(ctx, js, cfg); err != nil {
		return nil, err
	}
	consumer, err := in.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: cfg.Name, FilterSubject: cfg.From, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: cfg.Wait, MaxAckPending: 1,
	})
	if err != nil {
		return nil, err
	}
	if j.messages, err = consumer.Messages(jetstream.PullMaxMessages(1)); err != nil {
		return nil, err
	}
	j.stop = context.AfterFunc(ctx, j.messages.Stop)
	return j, nil
}

// openBucket opens the bucket of threads, and refuses one of another key.
func (j *jet) openBucket(ctx context.Context, js jetstream.JetStream, cfg Config) error {
	kv, err := js.KeyValue(ctx, cfg.Name)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: cfg.Name})
	}
	if err != nil {
		return fmt.Errorf("the bucket %s cannot be opened: %w", cfg.Name, err)
	}
	status, err := kv.Status(ctx)
	if err != nil {
		return fmt.Errorf("the bucket %s cannot be opened: %w", cfg.Name, err)
	}
	j.kv, j.state = kv, int(status.Config().MaxValueSize)
	if _, err = kv.Create(ctx, keyed, mark(cfg.Key)); !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	e, err := kv.Get(ctx, keyed)
	if err == nil && !marked(e.Value(), cfg.Key) {
		err = fmt.Errorf("the bucket %s %w", cfg.Name, errKey)
	}
	return err
}

func (j *jet) next(context.Context) ([]message, error) {
	m, err := j.messages.Next()
	if err != nil {
		return nil, err
	}
	at, err := m.Metadata()
	if err != nil {
		return nil, err
	}
	j.under, j.stream = m, at.Stream
	return []message{{origin: j.origin, number: at.Sequence.Stream, data: m.Data()}}, nil
}

func (j *jet) ack(ctx context.Context) error { return j.under.DoubleAck(ctx) }

func (j *jet) write(ctx context.Context, m message, row []byte, dead bool) error {
	if dead {
		return j.dead.write(ctx, m.number, row)
	}
	return j.out.write(ctx, m.number, row)
}

func (j *jet) bucket() string { return j.kv.Bucket() }

func (j *jet) get(ctx context.Context, _ message, name string) ([]byte, uint64, error) {
	e, err := j.kv.Get(ctx, name)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	return e.Value(), e.Revision(), nil
}

func (j *jet) put(ctx context.Context, _ message, name string, state []byte, revision uint64) (uint64, error) {
	revision, err := j.kv.Update(ctx, name, state, revision)
	if lost(err) {
		err = errLost
	}
	return revision, err
}

func (j *jet) most(message) (row, state int) { return j.out.most(), most(j.nc, int32(j.state)) }

func (j *jet) letter(m message, why string) any {
	return struct {
		Stream   string `json:"stream"`
		Sequence uint64 `json:"sequence"`
		Error    string `json:"error"`
	}{j.stream, m.number, why}
}

func (j *jet) lost() { j.out.seen, j.dead.seen = false, false }

func (j *jet) close() {
	j.stop()
	j.messages.Stop()
}
