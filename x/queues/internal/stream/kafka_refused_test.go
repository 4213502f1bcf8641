package stream_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/bauta/bauta/x/queues/internal/stream"
)

// Another key is refused, and nothing is lost by it.
func TestKafkaAnotherKey(t *testing.T) {
	at, cl := brokers(t)
	said := `{"thread":"a","text":"Zyxwvuta vient"}`
	sent(t, cl, said)
	if err := passed(t, cl, heard(at, nil), config(nil)); err != nil {
		t.Fatal(err)
	}
	sent(t, cl, said)
	other := config(nil)
	other.Key = append([]byte("another!"), other.Key[8:]...)
	if err := passed(t, cl, heard(at, nil), other); err == nil || !strings.Contains(err.Error(), "another key") {
		t.Errorf("another key: %v", err)
	}
	if _, out := read(t, cl, "chat.out"); len(out) != 1 || undone(t, cl) != 1 {
		t.Errorf("%d came out, %d left", len(out), undone(t, cl))
	}
}

// What is wrong from the start is told at once.
func TestKafkaRefused(t *testing.T) {
	at, cl := brokers(t)
	for name, change := range map[string]func(*stream.Kafka, *stream.Config){
		"no broker answers at 127.0.0.1:1": func(k *stream.Kafka, _ *stream.Config) { k.Broker = "127.0.0.1:1" },
		"topic chat.none cannot be had":    func(_ *stream.Kafka, cfg *stream.Config) { cfg.From = "chat.none" },
		"topic chat.gone cannot be had":    func(_ *stream.Kafka, cfg *stream.Config) { cfg.Dead = "chat.gone" },
		"has other partitions":             func(_ *stream.Kafka, cfg *stream.Config) { cfg.Name = "other" },
	} {
		if _, err := kadm.NewClient(cl).CreateTopics(t.Context(), 1, 1, nil, "other.threads"); err != nil {
			t.Fatal(err)
		}
		k, cfg := heard(at, nil), config(nil)
		change(&k, &cfg)
		if _, err := stream.Run(t.Context(), k, cfg); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A topic that was made anew counts anew: what was done of the old one is not of it.
func TestKafkaMadeAnew(t *testing.T) {
	at, cl := brokers(t)
	const one = `{"thread":"a","text":"Zyxwvut vient"}`
	sent(t, cl, one)
	if err := passed(t, cl, heard(at, nil), config(nil)); err != nil {
		t.Fatal(err)
	}
	adm := kadm.NewClient(cl)
	if _, err := adm.DeleteTopics(t.Context(), "chat.in"); err != nil {
		t.Fatal(err)
	}
	if _, err := adm.CreateTopics(t.Context(), partitions, 1, nil, "chat.in"); err != nil {
		t.Fatal(err)
	}
	fresh, err := kgo.NewClient(kgo.SeedBrokers(at))
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	sent(t, fresh, one)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	_, err = stream.Run(ctx, heard(at, nil), config(nil))
	if err == nil || !strings.Contains(err.Error(), "another topic") {
		t.Errorf("it went on with %v", err)
	}
}

// Of a thread that outgrows the largest record no more is known, and the rest goes on; what is
// no more in memory is read again.
func TestKafkaOutgrown(t *testing.T) {
	at, cl := brokers(t)
	adm, most := kadm.NewClient(cl), map[string]*string{"max.message.bytes": kadm.StringPtr("5000")}
	for topic := range strings.FieldsSeq("small bauta.threads") {
		if _, err := adm.CreateTopics(t.Context(), partitions, 1, most, topic); err != nil {
			t.Fatal(err)
		}
	}
	cfg := config(nil)
	cfg.To = "small"
	second := `{"thread":"a","text":"Zyxwvuta vient"}`
	in := []string{`{"thread":"a","text":"Zyxwvutb vient"}`, second}
	for i := range 8 {
		in = append(in, `{"thread":"a","text":"`+many(i)+`"}`)
	}
	large := `{"thread":"c","text":"` + strings.Repeat("vient ", 1000) + `"}`
	in = append(in, large, `{"thread":"b","text":"Zyxwvutb vient"}`, second)
	sent(t, cl, in...)
	if err := passed(t, cl, heard(at, nil), cfg); err != nil {
		t.Fatal(err)
	}
	sent(t, cl, second)
	if err := passed(t, cl, heard(at, nil), cfg); err != nil {
		t.Fatal(err)
	}
	_, records := read(t, cl, "small")
	_, dead := read(t, cl, "chat.dead")
	if len(dead) == 0 || len(records)+len(dead) != len(in)+1 {
		t.Fatalf("%d came out, %d dead letters", len(records), len(dead))
	}
	for _, want := range []string{"of the thread", "what it became"} {
		if !slices.ContainsFunc(dead, func(r *kgo.Record) bool { return strings.Contains(string(r.Value), want) }) {
			t.Errorf("none is withheld for %s", want)
		}
	}
	same := 0
	for _, r := range records {
		if string(r.Value) == `{"thread":"a","text":"Person 2 vient"}` {
			same++
		}
	}
	if same != 3 {
		t.Errorf("%d of 3 have the number that they had", same)
	}
}

// What was taken back counts for nothing, however much there is to read of threads.
func TestKafkaTakenBack(t *testing.T) {
	at, cl := brokers(t)
	if _, err := kadm.NewClient(cl).CreateTopics(t.Context(), partitions, 1, nil, "bauta.threads"); err != nil {
		t.Fatal(err)
	}
	other, err := kgo.NewClient(kgo.SeedBrokers(at), kgo.TransactionalID("other"),
		kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, end := range []kgo.TransactionEndTry{kgo.TryAbort, kgo.TryCommit} {
		if err := other.BeginTransaction(); err != nil {
			t.Fatal(err)
		}
		for p := range int32(partitions) {
			if end == kgo.TryAbort {
				send(t, other, &kgo.Record{Topic: "bauta.threads", Partition: p, Key: []byte("key"), Value: []byte("no stamp")})
				continue
			}
			for i := range 4 {
				noise := make([]byte, 400<<10)
				rand.NewChaCha8([32]byte{byte(i)}).Read(noise)
				send(t, other, &kgo.Record{Topic: "bauta.threads", Partition: p, Key: []byte("a thread"), Value: noise})
			}
		}
		if err := other.EndTransaction(t.Context(), end); err != nil {
			t.Fatal(err)
		}
	}
	sent(t, cl, chat(rand.New(rand.NewPCG(1, 2)), 20)...)
	if err := passed(t, cl, heard(at, nil), config(nil)); err != nil {
		t.Fatal(err)
	}
	whole(t, cl)
}

// While nothing can be committed, nothing more is taken than one transaction has.
func TestKafkaHeldBack(t *testing.T) {
	c := cluster(t)
	at := c.ListenAddrs()[0]
	cl := client(t, at)
	sent(t, cl, chat(rand.New(rand.NewPCG(1, 2)), 250)...)
	var seen, asked atomic.Int32
	var before [3]atomic.Int32
	c.ControlKey(int16(kmsg.EndTxn), func(req kmsg.Request) (kmsg.Response, error, bool) {
		n := int(asked.Add(1)) - 1
		if n >= len(before) {
			return nil, nil, false
		}
		before[n].Store(seen.Load())
		c.KeepControl()
		resp := req.ResponseKind().(*kmsg.EndTxnResponse)
		resp.ErrorCode = kerr.ConcurrentTransactions.Code
		return resp, nil, true
	})
	cfg := config(func() { seen.Add(1) })
	cfg.Wait = 10 * time.Second
	if err := passed(t, cl, heard(at, nil), cfg); err != nil {
		t.Fatal(err)
	}
	first, last := before[0].Load(), before[2].Load()
	if asked.Load() <= 3 || first == 0 || first > 100 || last != first {
		t.Errorf("asked %d times; %d messages were taken before, %d after", asked.Load(), first, last)
	}
	whole(t, cl)
}
