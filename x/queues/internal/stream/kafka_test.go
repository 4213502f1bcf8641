package stream_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bauta/bauta/x/queues/internal/stream"
)

// partitions of each topic.
const partitions = 3

// brokers gives the address of brokers with the topics of the tests, and a client of them: those that are linked, or, where
// BAUTA_KAFKA is a HOST:PORT, those that run there, where what has these names is made anew.
func brokers(t testing.TB) (at string, cl *kgo.Client) {
	t.Helper()
	if at = os.Getenv("BAUTA_KAFKA"); at == "" {
		at = cluster(t).ListenAddrs()[0]
		return at, client(t, at)
	}
	cl = client(t, at)
	emptied(t, kadm.NewClient(cl))
	return at, cl
}

// cluster starts the brokers that are linked.
func cluster(t testing.TB) *kfake.Cluster {
	t.Helper()
	c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.GroupMinSessionTimeout(time.Millisecond),
		kfake.SeedTopics(partitions, "chat.in", "chat.out", "chat.dead"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func client(t testing.TB, at string) *kgo.Client {
	t.Helper()
	cl, err := kgo.NewClient(kgo.SeedBrokers(at))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cl.Close)
	return cl
}

// emptied takes away what earlier tests left at brokers that go on, and makes the topics. Brokers take their time with
// both.
func emptied(t testing.TB, adm *kadm.Client) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	adm.DeleteGroups(ctx, "bauta", "other")
	adm.DeleteTopics(ctx, "chat.in", "chat.out", "chat.dead", "bauta.threads", "other.threads", "small")
	for _, topic := range []string{"chat.in", "chat.out", "chat.dead"} {
		for {
			made, err := adm.CreateTopic(ctx, partitions, 1, nil, topic)
			if err == nil && made.Err == nil {
				break
			}
			if ctx.Err() != nil {
				t.Fatalf("%s cannot be made: %v, %v", topic, err, made.Err)
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
}

// heard is a process at brokers; what it tells goes to a function.
func heard(at string, tell func(string)) stream.Kafka {
	return stream.Kafka{Broker: at, Tell: tell, Patience: time.Minute}
}

// sent sends messages, each with its thread as its key.
func sent(t testing.TB, cl *kgo.Client, messages ...string) {
	t.Helper()
	for _, m := range messages {
		r := &kgo.Record{Topic: "chat.in", Value: []byte(m)}
		var row struct{ Thread string }
		if json.Unmarshal(r.Value, &row) == nil && row.Thread != "" {
			r.Key = []byte(row.Thread)
		}
		send(t, cl, r)
	}
}

func send(t testing.TB, cl *kgo.Client, r *kgo.Record) {
	t.Helper()
	if err := cl.ProduceSync(t.Context(), r).FirstErr(); err != nil {
		t.Fatal(err)
	}
}

// read reads what is committed in each partition of a topic, to its very end: a transaction of somebody who died may be
// open before what others committed, and hides that until the brokers end it.
func read(t testing.TB, cl *kgo.Client, topic string) (out [partitions][]string, all []*kgo.Record) {
	t.Helper()
	ends, err := kadm.NewClient(cl).ListEndOffsets(t.Context(), topic)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := kgo.NewClient(kgo.SeedBrokers(cl.OptValue(kgo.SeedBrokers).([]string)...), kgo.ConsumeTopics(topic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.KeepControlRecords())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	left := map[int32]bool{}
	ends.Each(func(o kadm.ListedOffset) {
		if o.Offset > 0 {
			left[o.Partition] = true
		}
	})
	for len(left) > 0 {
		for r := range reader.PollFetches(t.Context()).RecordsAll() {
			if end, _ := ends.Lookup(topic, r.Partition); r.Offset+1 >= end.Offset {
				delete(left, r.Partition)
			}
			if !r.Attrs.IsControl() {
				out[r.Partition], all = append(out[r.Partition], string(r.Value)), append(all, r)
			}
		}
	}
	return out, all
}

// undone is how many messages are still to be done.
func undone(t testing.TB, cl *kgo.Client) (n int64) {
	t.Helper()
	adm := kadm.NewClient(cl)
	ends, err := adm.ListEndOffsets(t.Context(), "chat.in")
	if err != nil {
		t.Fatal(err)
	}
	done, err := adm.FetchOffsets(t.Context(), "bauta")
	if err != nil && !strings.Contains(err.Error(), "GROUP_ID_NOT_FOUND") {
		t.Fatal(err)
	}
	ends.Each(func(o kadm.ListedOffset) {
		at, _ := done.Lookup("chat.in", o.Partition)
		n += o.Offset - max(0, at.At)
	})
	return n
}

// passed runs until all messages are done, or it fails.
func passed(t *testing.T, cl *kgo.Client, k stream.Kafka, cfg stream.Config) error {
	t.Helper()
	return until(t, k, cfg, func() bool { return undone(t, cl) == 0 })
}

// whole wants of each partition what one machine makes of it.
func whole(t *testing.T, cl *kgo.Client) {
	t.Helper()
	in, _ := read(t, cl, "chat.in")
	out, _ := read(t, cl, "chat.out")
	dead, _ := read(t, cl, "chat.dead")
	for p := range partitions {
		if len(in[p]) == 0 { // threads may leave one empty
			continue
		}
		want, bad := alone(t, in[p])
		if strings.Join(out[p], "\n") != strings.Join(want, "\n") {
			t.Errorf("%d: %d messages came out, %d were to, or they differ", p, len(out[p]), len(want))
		}
		if len(dead[p]) != bad || strings.Contains(strings.Join(dead[p], "\n"), canary) {
			t.Errorf("%d: %d dead letters for %d messages, or one with text", p, len(dead[p]), bad)
		}
	}
	_, known := read(t, cl, "bauta.threads")
	for _, r := range known {
		if strings.Contains(string(r.Key)+string(r.Value), canary) {
			t.Error("what is known of threads is in clear")
		}
	}
}

// What was done is not done again where the group forgot how far it was; what comes later goes on.
func TestKafka(t *testing.T) {
	at, cl := brokers(t)
	sent(t, cl, chat(rand.New(rand.NewPCG(1, 2)), 120)...)
	k := heard(at, func(string) { t.Error("it tells of trouble") })
	if err := passed(t, cl, k, config(nil)); err != nil {
		t.Fatal(err)
	}
	whole(t, cl)
	if _, err := kadm.NewClient(cl).DeleteGroup(t.Context(), "bauta"); err != nil {
		t.Fatal(err)
	}
	sent(t, cl, chat(rand.New(rand.NewPCG(5, 6)), 60)...)
	if err := passed(t, cl, k, config(nil)); err != nil {
		t.Fatal(err)
	}
	whole(t, cl)
}

// A key is the thread: one that is none is no thread, and a row may not name another.
func TestKafkaKeys(t *testing.T) {
	at, cl := brokers(t)
	for _, r := range []kgo.Record{
		{Key: []byte("a"), Value: []byte(`{"text":"Zyxwvuta vient"}`)},
		{Key: []byte("a"), Value: []byte(`{"thread":"a","text":"Zyxwvutb vient"}`)},
		{Value: []byte(`{"text":"Zyxwvutc vient"}`)},
		{Value: []byte(`{"thread":"a","text":"Zyxwvuta vient"}`)},
		{Key: []byte("b"), Value: []byte(`{"thread":"a","text":"Zyxwvuta vient"}`)},
		{Key: []byte("Zyxwvut"), Value: nil},
	} {
		r.Topic = "chat.in"
		send(t, cl, &r)
	}
	if err := passed(t, cl, heard(at, nil), config(nil)); err != nil {
		t.Fatal(err)
	}
	out, records := read(t, cl, "chat.out")
	if text := strings.Join(append(append(out[0], out[1]...), out[2]...), "\n"); len(records) != 3 ||
		strings.Count(text, "Person 1") != 2 || !strings.Contains(text, `"thread":"a","text":"Person 2 vient"`) {
		t.Error(text)
	}
	for _, r := range records {
		if len(r.Headers) != 1 || r.Key != nil && string(r.Key) != "a" {
			t.Error(r)
		}
	}
	_, dead := read(t, cl, "chat.dead")
	if len(dead) != 3 {
		t.Fatalf("%d dead letters", len(dead))
	}
	for _, r := range dead {
		if r.Key != nil || !strings.HasPrefix(string(r.Value), `{"topic":"chat.in","partition":`) {
			t.Errorf("%s %s", r.Key, r.Value)
		}
	}
}
