package stream

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// part is what is kept beside a partition of messages: in the partition of the same number
// of the topic of threads, of which each name's last record is what counts.
type part struct {
	next int64 // the first message that is not done
	at   map[[32]byte]int64
}

// slot is a name of a thread, in half the bytes.
func slot(name []byte) (s [32]byte) {
	if hex.DecodedLen(len(name)) == len(s) {
		hex.Decode(s[:], name)
	}
	return s
}

// part finds a partition's, and reads it where it is not known.
func (t *topics) part(ctx context.Context, number int32) (*part, error) {
	if p := t.parts[number]; p != nil {
		return p, nil
	}
	if int(number) >= len(t.laid.leaders) {
		return nil, errParts(t.cfg.From)
	}
	p := &part{at: map[[32]byte]int64{}}
	if err := t.read(ctx, number, p); err != nil {
		return nil, err
	}
	t.parts[number] = p
	return p, nil
}

// read reads a partition of threads to its end. A transaction of who had it before may be
// under way; the brokers end it after the time that it was given.
func (t *topics) read(ctx context.Context, number int32, p *part) error {
	bound, stop := context.WithTimeout(ctx, 4*t.cfg.Wait)
	defer stop()
	for offset := int64(0); ; {
		got, next, err := t.fetch(bound, number, offset, kgo.ReadCommitted(), fetched/8)
		if errors.Is(err, kerr.OffsetOutOfRange) && offset < got.LogStartOffset {
			offset = got.LogStartOffset
			continue
		}
		if err != nil {
			return t.trouble(err)
		}
		for _, r := range got.Records {
			if !bytes.Equal(r.Key, []byte(keyed)) {
				p.at[slot(r.Key)] = r.Offset
			} else if p.next, err = t.laid.stamped(t.cfg.Key, r.Value); err != nil {
				return err
			}
		}
		if next >= got.HighWatermark {
			return nil
		}
		offset = next
	}
}

func (t *topics) get(ctx context.Context, m message, name string) ([]byte, uint64, error) {
	if r := t.pending[name]; r != nil {
		return r.Value, 1, nil
	}
	offset, ok := t.parts[m.partition].at[slot([]byte(name))]
	if !ok {
		return nil, 0, nil
	}
	// What others have under way does not hide what is known to be committed.
	got, _, err := t.fetch(ctx, m.partition, offset, kgo.ReadUncommitted(), 1)
	if err != nil {
		return nil, 0, t.trouble(err)
	}
	for _, r := range got.Records {
		if r.Offset == offset && string(r.Key) == name {
			return r.Value, 1, nil
		}
	}
	return nil, 0, fmt.Errorf("it is no more in %s", t.laid.state)
}

func (t *topics) put(ctx context.Context, m message, name string, state []byte, _ uint64) (uint64, error) {
	r := &kgo.Record{Topic: t.laid.state, Key: []byte(name), Value: state}
	t.pending[name] = r
	t.produce(ctx, m, r)
	return 1, nil
}

// fetch reads some records of a partition of threads, and tells the offset after them.
func (t *topics) fetch(
	ctx context.Context, number int32, offset int64, level kgo.IsolationLevel, most int32,
) (kgo.FetchPartition, int64, error) {
	req := kmsg.NewPtrFetchRequest()
	// Bytes are bounded by the partition alone: the test cluster leaves out what was taken
	// back where the bound of the whole answer cuts it.
	req.MaxWaitMillis, req.MinBytes = int32(min(t.cfg.Wait/2, time.Second).Milliseconds()), 1
	req.MaxBytes = math.MaxInt32
	if level == kgo.ReadCommitted() {
		req.IsolationLevel = 1
	}
	topic, at := kmsg.NewFetchRequestTopic(), kmsg.NewFetchRequestTopicPartition()
	topic.Topic, topic.TopicID = t.laid.state, t.laid.stateID
	at.Partition, at.FetchOffset, at.PartitionMaxBytes = number, offset, most
	topic.Partitions = append(topic.Partitions, at)
	req.Topics = append(req.Topics, topic)
	answer, err := t.session.Client().Broker(int(t.laid.leaders[number])).RetriableRequest(ctx, req)
	if err != nil {
		return kgo.FetchPartition{}, offset, err
	}
	resp, ok := answer.(*kmsg.FetchResponse)
	if !ok || len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
		return kgo.FetchPartition{}, offset, errors.Join(errBroker, kerr.ErrorForCode(resp.ErrorCode))
	}
	got, next := kgo.ProcessFetchPartition(kgo.ProcessFetchPartitionOpts{
		Offset: offset, IsolationLevel: level, Topic: t.laid.state, Partition: number,
	}, &resp.Topics[0].Partitions[0], kgo.DefaultDecompressor(), nil)
	return got, next, got.Err
}

// stamp is the record of a partition that tells key and topic that it belongs to, and which
// message is the next.
func (l layout) stamp(key []byte, next int64) []byte {
	return binary.BigEndian.AppendUint64(append(mark(key), l.topicID[:]...), uint64(next))
}

// stamped reads a stamp, and refuses one of another key or topic.
func (l layout) stamped(key, stamp []byte) (next int64, err error) {
	topic := len(mark(key))
	switch number := topic + len(l.topicID); {
	case len(stamp) != number+8:
		err = fmt.Errorf("the topic %s is damaged", l.state)
	case !marked(stamp[:topic], key):
		err = fmt.Errorf("the topic %s %w", l.state, errKey)
	case !bytes.Equal(stamp[topic:number], l.topicID[:]):
		err = fmt.Errorf("the topic %s was written for another topic of this name: give another --name", l.state)
	default:
		next = int64(binary.BigEndian.Uint64(stamp[number:]))
	}
	return next, err
}
