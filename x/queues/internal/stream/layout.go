package stream

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"
)

// oldest is the first release whose topics tell themselves from others of their name;
// transactions are safe from 2.5 on.
func oldest() *kversion.Versions { return kversion.V2_8_0() }

// asked is for how long brokers may think about a question.
const asked = 10 * time.Second

// layout is what stands on the brokers.
type layout struct {
	topicID, stateID [16]byte // of messages and of threads
	origin           string   // the first, to be read
	state            string   // topic of threads
	leaders          []int32  // of its partitions
	bytes            map[string]int32
}

// unique tells a process from others, and from itself before.
func unique() string { return rand.Text() }

// errParts is of messages that are in more partitions than before: threads have moved.
func errParts(topic string) error {
	return fmt.Errorf("the topic %s has other partitions than when it was first read, so that threads have moved: "+
		"read it to its end with as many as it had, and begin with topics of other names", topic)
}

// lay finds the topics, and makes that of threads where it is not there.
func lay(ctx context.Context, k Kafka, cfg Config) (layout, error) {
	l := layout{state: cfg.Name + ".threads", bytes: map[string]int32{}}
	bound, stop := context.WithTimeout(ctx, asked)
	defer stop()
	options := []kgo.Opt{kgo.SeedBrokers(k.Broker), kgo.MinVersions(oldest()), kgo.DisableClientMetrics()}
	cl, err := kgo.NewClient(append(options, k.Options...)...)
	if err != nil {
		return l, err
	}
	defer cl.Close()
	if err := cl.Ping(bound); err != nil {
		return l, fmt.Errorf("%w: no broker answers at %s: %w", errBroker, k.Broker, err)
	}
	found, err := metadata(bound, cl, cfg.From, cfg.To, cfg.Dead)
	if err != nil {
		return l, err
	}
	from := found[cfg.From]
	l.topicID, l.origin = from.TopicID, hex.EncodeToString(from.TopicID[:])
	state, err := metadata(bound, cl, l.state)
	if errors.Is(err, kerr.UnknownTopicOrPartition) {
		if err = create(bound, cl, l.state, len(from.Partitions)); err == nil {
			state, err = metadata(bound, cl, l.state)
		}
	}
	if err != nil {
		return l, err
	}
	if len(state[l.state].Partitions) != len(from.Partitions) {
		return l, errParts(cfg.From)
	}
	l.stateID, l.leaders = state[l.state].TopicID, make([]int32, len(from.Partitions))
	for _, p := range state[l.state].Partitions {
		if int(p.Partition) < len(l.leaders) {
			l.leaders[p.Partition] = p.Leader
		}
	}
	return l, l.sizes(bound, cl, cfg.To, cfg.Dead, l.state)
}

// metadata finds topics.
func metadata(ctx context.Context, cl *kgo.Client, names ...string) (map[string]kmsg.MetadataResponseTopic, error) {
	req := kmsg.NewPtrMetadataRequest()
	for _, name := range names {
		topic := kmsg.NewMetadataRequestTopic()
		topic.Topic = kmsg.StringPtr(name)
		req.Topics = append(req.Topics, topic)
	}
	resp, err := req.RequestWith(ctx, cl)
	if err != nil {
		return nil, errors.Join(errBroker, err)
	}
	found := map[string]kmsg.MetadataResponseTopic{}
	for _, topic := range resp.Topics {
		if topic.Topic == nil {
			continue
		}
		if err := kerr.ErrorForCode(topic.ErrorCode); err != nil {
			return nil, worse(fmt.Errorf("the topic %s cannot be had: %w", *topic.Topic, err))
		}
		found[*topic.Topic] = topic
	}
	if len(found) != len(names) {
		return nil, fmt.Errorf("%w: they tell of other topics", errBroker)
	}
	return found, nil
}

// worse tells what may pass from what does not.
func worse(err error) error {
	if kerr.IsRetriable(err) && !errors.Is(err, kerr.UnknownTopicOrPartition) {
		return errors.Join(errBroker, err)
	}
	return err
}

// create makes a topic that keeps the last record of each name.
func create(ctx context.Context, cl *kgo.Client, name string, partitions int) error {
	req := kmsg.NewPtrCreateTopicsRequest()
	topic := kmsg.NewCreateTopicsRequestTopic()
	topic.Topic, topic.NumPartitions, topic.ReplicationFactor = name, int32(partitions), -1
	compact := kmsg.NewCreateTopicsRequestTopicConfig()
	compact.Name, compact.Value = "cleanup.policy", kmsg.StringPtr("compact")
	topic.Configs = append(topic.Configs, compact)
	req.Topics = append(req.Topics, topic)
	resp, err := req.RequestWith(ctx, cl)
	if err != nil {
		return errors.Join(errBroker, err)
	}
	for _, made := range resp.Topics {
		err := kerr.ErrorForCode(made.ErrorCode)
		if err != nil && !errors.Is(err, kerr.TopicAlreadyExists) { // another process is as quick
			return worse(fmt.Errorf("the topic %s cannot be made: %w", name, err))
		}
	}
	return nil
}

// usual is the bytes of a message that brokers take if they are not told otherwise.
const usual = 1 << 20

// sizes finds the bytes that a message of each topic may have; who may not ask gets the usual.
func (l layout) sizes(ctx context.Context, cl *kgo.Client, names ...string) error {
	req := kmsg.NewPtrDescribeConfigsRequest()
	for _, name := range names {
		l.bytes[name] = usual
		resource := kmsg.NewDescribeConfigsRequestResource()
		resource.ResourceType, resource.ResourceName = kmsg.ConfigResourceTypeTopic, name
		resource.ConfigNames = []string{"max.message.bytes"}
		req.Resources = append(req.Resources, resource)
	}
	resp, err := req.RequestWith(ctx, cl)
	if err != nil {
		return errors.Join(errBroker, err)
	}
	for _, r := range resp.Resources {
		for _, c := range r.Configs {
			if c.Value == nil {
				continue
			}
			if n, err := strconv.ParseInt(*c.Value, 10, 32); err == nil {
				l.bytes[r.ResourceName] = int32(min(max(n, 1<<10), 1<<26))
			}
		}
	}
	return nil
}
