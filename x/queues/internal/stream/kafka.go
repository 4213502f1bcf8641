package stream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Kafka is a cluster of brokers, of which one is enough to find the others.
type Kafka struct {
	Broker  string    // HOST:PORT
	Options []kgo.Opt // how brokers are reached, and who one is to them
	// Tell is told that the brokers are lost, and that they are back.
	Tell func(string)
	// Patience is for how long lost brokers are waited for.
	Patience time.Duration
}

const (
	// batch is how many messages are under way at a time, at most.
	batch = 100
	// tries is how often work fails, one time after the other, while the brokers answer.
	tries = 5
	// fetched is the bytes of messages that wait in memory.
	fetched = 8 << 20
)

// errBroker is trouble with brokers, which may pass.
var errBroker = errors.New("the brokers are in trouble")

// topics is a place of Kafka. What some messages became, what their threads know and how
// far it is done is one transaction with the offsets of the group: all of it is there, or
// nothing. A process that was thought dead and comes back has lost its part of the group,
// and the brokers do not let it commit.
type topics struct {
	Kafka
	cfg     Config
	session *kgo.GroupTransactSession
	laid    layout
	parts   map[int32]*part
	pending map[string]*kgo.Record // what is known of threads, not yet committed
	under   []*kgo.Record
	size    int // of the next batch
	open    bool
	broken  error                 // why there is no session to go on with
	failed  int                   // how often that was so since something was committed
	refused atomic.Pointer[error] // why a record was not written
}

func (k Kafka) open(ctx context.Context, cfg Config) (queue, error) {
	t := &topics{Kafka: k, cfg: cfg}
	t.lost()
	t.size = batch
	if err := t.connect(ctx); err != nil {
		return nil, err
	}
	return t, nil
}

// connect makes a session anew: a member of the group, with transactions of its own.
func (t *topics) connect(ctx context.Context) (err error) {
	if t.laid, err = lay(ctx, t.Kafka, t.cfg); err != nil {
		return err
	}
	bytes := t.laid.bytes
	options := []kgo.Opt{
		kgo.SeedBrokers(t.Broker), kgo.ClientID("bauta-stream"), kgo.MinVersions(oldest()), kgo.DisableClientMetrics(),
		kgo.ConsumerGroup(t.cfg.Name), kgo.ConsumeTopics(t.cfg.From), kgo.Balancers(kgo.StickyBalancer()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.SessionTimeout(t.cfg.Wait), kgo.HeartbeatInterval(t.cfg.Wait / 10), kgo.RebalanceTimeout(2 * t.cfg.Wait),
		kgo.MaxConcurrentFetches(1), kgo.FetchMaxBytes(fetched), kgo.FetchMaxPartitionBytes(fetched / 8),
		kgo.MaxDecompressBatchBytes(8 * fetched), kgo.FetchMaxWait(min(t.cfg.Wait/2, 5*time.Second)),
		kgo.TransactionalID(t.cfg.Name + "-" + unique()), kgo.TransactionTimeout(t.cfg.Wait),
		kgo.RecordPartitioner(kgo.BasicConsistentPartitioner(func(string) func(*kgo.Record, int) int {
			return func(r *kgo.Record, n int) int { return int(r.Partition) % n }
		})),
		kgo.ProducerBatchMaxBytesFn(func(topic string) int32 { return cmp.Or(bytes[topic], usual) }),
	}
	t.session, err = kgo.NewGroupTransactSession(append(options, t.Options...)...)
	return err
}

// next gives the messages of one transaction, which it begins.
func (t *topics) next(ctx context.Context) ([]message, error) {
	if t.broken != nil {
		if err := t.again(ctx); err != nil {
			return nil, err
		}
	}
	fetches, err := t.poll(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.session.Begin(); err != nil {
		return nil, t.trouble(err)
	}
	t.open, t.under = true, fetches.Records()
	messages := make([]message, 0, len(t.under))
	for _, r := range t.under {
		p, err := t.part(ctx, r.Partition)
		if err != nil {
			return nil, err
		}
		if r.Offset < p.next {
			continue
		}
		messages = append(messages, message{
			origin: t.laid.origin + "/" + strconv.Itoa(int(r.Partition)), number: uint64(r.Offset) + 1, data: r.Value,
			keyed: true, key: r.Key, partition: r.Partition,
		})
	}
	return messages, nil
}

// poll waits for records, and meanwhile asks now and then whether the brokers are there.
func (t *topics) poll(ctx context.Context) (kgo.Fetches, error) {
	for {
		bound, stop := context.WithTimeout(ctx, t.cfg.Wait)
		fetches := t.session.PollRecords(bound, t.size)
		stop()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, e := range fetches.Errors() {
			if !errors.Is(e.Err, context.DeadlineExceeded) {
				return nil, t.trouble(e.Err)
			}
		}
		if !fetches.Empty() {
			return fetches, nil
		}
		bound, stop = context.WithTimeout(ctx, t.cfg.Wait)
		err := t.session.Client().Ping(bound)
		stop()
		if err != nil {
			return nil, t.trouble(err)
		}
		t.failed = 0
	}
}

// trouble has the next call of next begin a session anew. What was under way comes again.
func (t *topics) trouble(err error) error {
	t.broken = fmt.Errorf("%w: %w", errBroker, err)
	return errLost
}

// again waits for the brokers and begins a session anew; there is a bound to both.
func (t *topics) again(ctx context.Context) error {
	if t.failed++; t.failed > tries {
		return t.broken
	}
	t.shut()
	told := false
	for until := time.Now().Add(t.Patience); ; {
		err := t.connect(ctx)
		if err == nil {
			break
		}
		if !errors.Is(err, errBroker) || ctx.Err() != nil || time.Now().After(until) {
			return err
		}
		if !told {
			told = true
			t.Tell("the brokers are lost; waiting for them")
		}
		select {
		case <-ctx.Done():
		case <-time.After(min(time.Second, t.cfg.Wait)):
		}
	}
	if told {
		t.failed = 0
		t.Tell("the brokers are back")
	}
	t.broken = nil
	return nil
}

func (t *topics) write(ctx context.Context, m message, row []byte, dead bool) error {
	r := &kgo.Record{Topic: t.cfg.To, Key: m.key, Value: row}
	if dead { // a key is a name of somebody's thread
		r.Topic, r.Key = t.cfg.Dead, nil
	}
	from := t.laid.origin + " " + strconv.Itoa(int(m.partition)) + " " + strconv.FormatUint(m.number-1, 10)
	r.Headers = []kgo.RecordHeader{{Key: source, Value: []byte(from)}}
	t.produce(ctx, m, r)
	return nil
}

// produce puts a record into the transaction. Whether it was written is known at its end.
func (t *topics) produce(ctx context.Context, m message, r *kgo.Record) {
	r.Partition = m.partition
	t.session.Produce(ctx, r, func(_ *kgo.Record, err error) {
		if err != nil {
			t.refused.CompareAndSwap(nil, &err)
		}
	})
}

// ack ends the transaction. It waits no longer than the brokers do, who end it then.
func (t *topics) ack(ctx context.Context) error {
	bound, stop := context.WithTimeout(ctx, t.cfg.Wait)
	defer stop()
	done := map[int32]int64{}
	for _, r := range t.under {
		done[r.Partition] = max(t.parts[r.Partition].next, r.Offset+1)
	}
	for p, next := range done {
		t.produce(bound, message{partition: p}, &kgo.Record{
			Topic: t.laid.state, Key: []byte(keyed), Value: t.laid.stamp(t.cfg.Key, next),
		})
	}
	if err := t.session.Client().Flush(bound); err != nil {
		return t.trouble(err)
	}
	if err := t.refused.Load(); err != nil {
		return t.trouble(*err)
	}
	// It is not committed where partitions have come or gone since the last one ended: so
	// nobody goes on from what he knew of threads that others may have had since.
	committed, err := t.session.End(bound, kgo.TryCommit)
	if err != nil {
		return t.trouble(err)
	}
	t.open = false
	if !committed {
		return errLost
	}
	for name, r := range t.pending {
		t.parts[r.Partition].at[slot([]byte(name))] = r.Offset
	}
	for p, next := range done {
		t.parts[p].next = next
	}
	clear(t.pending)
	t.failed, t.size = 0, min(batch, 2*t.size)
	return nil
}

// lost ends what is under way, and forgets what was read: less is taken the next time, for
// a transaction that takes too long is lost.
func (t *topics) lost() {
	if t.open && t.broken == nil {
		bound, stop := context.WithTimeout(context.Background(), t.cfg.Wait)
		defer stop()
		if _, err := t.session.End(bound, kgo.TryAbort); err != nil {
			t.broken = fmt.Errorf("%w: %w", errBroker, err)
		}
	}
	t.open, t.size = false, max(1, t.size/2)
	t.under, t.parts, t.pending = nil, map[int32]*part{}, map[string]*kgo.Record{}
	t.refused.Store(nil)
}

func (t *topics) bucket() string { return t.laid.state }

func (t *topics) most(m message) (row, state int) {
	return int(t.laid.bytes[t.cfg.To]) - 2*headers - len(m.key), int(t.laid.bytes[t.laid.state]) - 2*headers
}

func (t *topics) letter(m message, why string) any {
	return struct {
		Topic     string `json:"topic"`
		Partition int32  `json:"partition"`
		Offset    uint64 `json:"offset"`
		Error     string `json:"error"`
	}{t.cfg.From, m.partition, m.number - 1, why}
}

// close lets the group and the brokers know that nothing more comes; where they are away,
// they find out.
func (t *topics) close() {
	if t.session != nil {
		t.lost()
		t.shut()
	}
}

// shut ends the session without waiting for brokers that do not answer.
func (t *topics) shut() {
	bound, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	if t.broken == nil {
		t.session.Client().LeaveGroupContext(bound)
	}
	t.session.Close()
}
