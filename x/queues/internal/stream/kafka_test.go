package stream_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bauta/bauta/x/queues/internal/stream"
)

// partitions of each topic.
const partitions = 3

// brokers starts a cluster with the topics of the tests.
func brokers(t testing.TB, options ...kfake.Opt) (*kfake.Cluster, *kgo.Client) {
	t.Helper()
	c, err := kfake.NewCluster(append(options, kfake.NumBrokers(1), kfake.GroupMinSessionTimeout(time.Millisecond),
		kfake.SeedTopics(partitions, "chat.in", "chat.out", "chat.dead"))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	cl, err := kgo.NewClient(kgo.SeedBrokers(c.ListenAddrs()...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cl.Close)
	return c, cl
}

// heard is a process at a cluster; what it tells goes to a function.
func heard(c *kfake.Cluster, tell func(string)) stream.Kafka {
	return stream.Kafka{Broker: c.ListenAddrs()[0], Tell: tell, Patience: time.Minute}
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

// read reads what is committed in each partition of a topic.
func read(t testing.TB, cl *kgo.Client, topic string) (out [partitions][]string, all []*kgo.Record) {
	t.Helper()
	ends, err := kadm.NewClient(cl).ListCommittedOffsets(t.Context(), topic)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := kgo.NewClient(kgo.SeedBrokers(cl.OptValue(kgo.SeedBrokers).([]string)...), kgo.ConsumeTopics(topic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.KeepControlRecords())
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
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error, 1)
	go func() {
		_, err := stream.Run(ctx, k, cfg)
		done <- err
	}()
	for undone(t, cl) > 0 {
		select {
		case err := <-done:
			return err
		case <-time.After(10 * time.Millisecond):
		}
	}
	stop()
	return <-done
}

// whole wants of each partition what one machine makes of it.
func whole(t *testing.T, cl *kgo.Client) {
	t.Helper()
	in, _ := read(t, cl, "chat.in")
	out, _ := read(t, cl, "chat.out")
	dead, _ := read(t, cl, "chat.dead")
	for p := range partitions {
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
	c, cl := brokers(t)
	sent(t, cl, chat(rand.New(rand.NewPCG(1, 2)), 120)...)
	k := heard(c, func(string) { t.Error("it tells of trouble") })
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
	c, cl := brokers(t)
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
	if err := passed(t, cl, heard(c, nil), config(nil)); err != nil {
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

// cut is a process's way to the brokers, which ends when it dies.
type cut struct {
	sync.Mutex
	dead  bool
	conns []net.Conn
}

func (c *cut) dial(ctx context.Context, network, host string) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, network, host)
	if err != nil {
		return nil, err
	}
	c.Lock()
	defer c.Unlock()
	if c.dead {
		conn.Close()
		return nil, errors.New("it is dead")
	}
	c.conns = append(c.conns, conn)
	return conn, nil
}

func (c *cut) die() {
	c.Lock()
	defer c.Unlock()
	c.dead = true
	for _, conn := range c.conns {
		conn.Close()
	}
}

// Two processes die in turn, at any step, or stand still for so long that others have their
// part: nothing is lost, nothing comes twice, and it is what one machine writes.
func TestKafkaKilledInTurn(t *testing.T) {
	c, cl := brokers(t)
	messages := 150
	if os.Getenv("BAUTA_LONG") != "" {
		messages = 5000
	}
	sent(t, cl, chat(rand.New(rand.NewPCG(1, 2)), messages)...)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	var deaths [2]int
	for i := range deaths {
		group.Go(func() {
			draw := rand.New(rand.NewPCG(3, uint64(i)))
			for ctx.Err() == nil {
				if doomed(ctx, t, c, draw, deaths[i] < 3) {
					deaths[i]++
				}
			}
		})
	}
	for undone(t, cl) > 0 && !t.Failed() {
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	group.Wait()
	if deaths[0]+deaths[1] < 3 { // one may have done nothing
		t.Errorf("they died %v times", deaths)
	}
	whole(t, cl)
	t.Logf("%d messages, deaths %v", messages, deaths)
}

// doomed is a process that dies, or stands still, at one message of some; soon, it dies.
func doomed(ctx context.Context, t *testing.T, c *kfake.Cluster, draw *rand.Rand, soon bool) (died bool) {
	life, end := context.WithCancel(ctx)
	defer end()
	way := &cut{}
	k := heard(c, func(string) {})
	k.Options = []kgo.Opt{kgo.Dialer(way.dial)}
	left := draw.IntN(20)
	cfg := config(func() {
		left--
		switch at := draw.IntN(160); {
		case at < 2, soon && left < 0 && !died:
			died = true
			time.AfterFunc(time.Duration(draw.IntN(3000))*time.Microsecond, func() { way.die(); end() })
		case at == 2:
			time.Sleep(500 * time.Millisecond)
		}
	})
	if _, err := stream.Run(life, k, cfg); err != nil && life.Err() == nil {
		t.Error(err)
		end()
	}
	return died
}

// Another key is refused, and nothing is lost by it.
func TestKafkaAnotherKey(t *testing.T) {
	c, cl := brokers(t)
	said := `{"thread":"a","text":"Zyxwvuta vient"}`
	sent(t, cl, said)
	if err := passed(t, cl, heard(c, nil), config(nil)); err != nil {
		t.Fatal(err)
	}
	sent(t, cl, said)
	other := config(nil)
	other.Key = append([]byte("another!"), other.Key[8:]...)
	if err := passed(t, cl, heard(c, nil), other); err == nil || !strings.Contains(err.Error(), "another key") {
		t.Errorf("another key: %v", err)
	}
	if _, out := read(t, cl, "chat.out"); len(out) != 1 || undone(t, cl) != 1 {
		t.Errorf("%d came out, %d left", len(out), undone(t, cl))
	}
}

// Brokers that are lost are waited for, and that is told; but not for ever.
func TestKafkaLost(t *testing.T) {
	c, cl := brokers(t)
	sent(t, cl, chat(rand.New(rand.NewPCG(1, 2)), 80)...)
	way := &cut{}
	told := make(chan string, 100)
	k := heard(c, func(what string) {
		told <- what
		if strings.Contains(what, "lost") {
			time.AfterFunc(100*time.Millisecond, way.revive)
		}
	})
	k.Options = []kgo.Opt{kgo.Dialer(way.dial)}
	var once sync.Once
	if err := passed(t, cl, k, config(func() { once.Do(way.die) })); err != nil {
		t.Fatal(err)
	}
	whole(t, cl)
	if a, b := <-told, <-told; !strings.Contains(a, "lost") || !strings.Contains(b, "back") {
		t.Errorf("%s, %s", a, b)
	}
	sent(t, cl, `{"thread":"a","text":"Zyxwvuta vient"}`)
	k.Patience, k.Tell = time.Millisecond, func(string) {}
	err := passed(t, cl, k, config(way.die))
	if err == nil || !strings.Contains(err.Error(), "no broker answers") || strings.Contains(err.Error(), canary) {
		t.Errorf("they are away: %v", err)
	}
	if undone(t, cl) != 1 {
		t.Errorf("%d are left", undone(t, cl))
	}
}

func (c *cut) revive() {
	c.Lock()
	defer c.Unlock()
	c.dead = false
}

// What is wrong from the start is told at once.
func TestKafkaRefused(t *testing.T) {
	c, cl := brokers(t)
	for name, change := range map[string]func(*stream.Kafka, *stream.Config){
		"no broker answers at 127.0.0.1:1": func(k *stream.Kafka, _ *stream.Config) { k.Broker = "127.0.0.1:1" },
		"topic chat.none cannot be had":    func(_ *stream.Kafka, cfg *stream.Config) { cfg.From = "chat.none" },
		"topic chat.gone cannot be had":    func(_ *stream.Kafka, cfg *stream.Config) { cfg.Dead = "chat.gone" },
		"has other partitions":             func(_ *stream.Kafka, cfg *stream.Config) { cfg.Name = "other" },
	} {
		if _, err := kadm.NewClient(cl).CreateTopics(t.Context(), 1, 1, nil, "other.threads"); err != nil {
			t.Fatal(err)
		}
		k, cfg := heard(c, nil), config(nil)
		change(&k, &cfg)
		if _, err := stream.Run(t.Context(), k, cfg); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A topic that was made anew counts anew: what was done of the old one is not of it.
func TestKafkaMadeAnew(t *testing.T) {
	c, cl := brokers(t)
	const one = `{"thread":"a","text":"Zyxwvut vient"}`
	sent(t, cl, one)
	if err := passed(t, cl, heard(c, nil), config(nil)); err != nil {
		t.Fatal(err)
	}
	adm := kadm.NewClient(cl)
	if _, err := adm.DeleteTopics(t.Context(), "chat.in"); err != nil {
		t.Fatal(err)
	}
	if _, err := adm.CreateTopics(t.Context(), partitions, 1, nil, "chat.in"); err != nil {
		t.Fatal(err)
	}
	fresh, err := kgo.NewClient(kgo.SeedBrokers(c.ListenAddrs()...))
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	sent(t, fresh, one)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	if _, err := stream.Run(ctx, heard(c, nil), config(nil)); err == nil || !strings.Contains(err.Error(), "another topic") {
		t.Errorf("it went on with %v", err)
	}
}

// Of a thread that outgrows the largest record no more is known, and the rest goes on; what is
// no more in memory is read again.
func TestKafkaOutgrown(t *testing.T) {
	c, cl := brokers(t)
	adm, most := kadm.NewClient(cl), map[string]*string{"max.message.bytes": kadm.StringPtr("5000")}
	for topic := range strings.FieldsSeq("small bauta.threads") {
		if _, err := adm.CreateTopics(t.Context(), partitions, 1, most, topic); err != nil {
			t.Fatal(err)
		}
	}
	cfg := config(nil)
	cfg.To = "small"
	in := []string{`{"thread":"a","text":"Zyxwvuta vient"}`}
	for i := range 8 {
		in = append(in, `{"thread":"a","text":"`+many(i)+`"}`)
	}
	large := `{"thread":"c","text":"` + strings.Repeat("vient ", 1000) + `"}`
	in = append(in, large, `{"thread":"b","text":"Zyxwvutb vient"}`, in[0])
	sent(t, cl, in...)
	if err := passed(t, cl, heard(c, nil), cfg); err != nil {
		t.Fatal(err)
	}
	sent(t, cl, in[0])
	if err := passed(t, cl, heard(c, nil), cfg); err != nil {
		t.Fatal(err)
	}
	out, records := read(t, cl, "small")
	_, dead := read(t, cl, "chat.dead")
	if len(dead) == 0 || len(records)+len(dead) != len(in)+1 {
		t.Fatalf("%d came out, %d dead letters", len(records), len(dead))
	}
	for _, want := range []string{"of the thread", "what it became"} {
		if !slices.ContainsFunc(dead, func(r *kgo.Record) bool { return strings.Contains(string(r.Value), want) }) {
			t.Errorf("none is withheld for %s", want)
		}
	}
	for _, lines := range out {
		if n := len(lines); n > 2 && (lines[n-1] != lines[0] || lines[n-2] != lines[0]) {
			t.Errorf("another number: %s", lines[n-1])
		}
	}
}
