package stream_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/rows"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
	"github.com/bauta/bauta/x/queues/internal/stream"
)

// canary is a name that may stand nowhere but in the stream that is read.
const canary = "Zyxwvut"

// capitals finds the words with a capital, fails on one word, and tells who wants to know
// that it is at work.
type capitals struct{ at func() }

func (c capitals) Detect(_ context.Context, d *bauta.Doc) (out []bauta.Span, err error) {
	if c.at != nil {
		c.at()
	}
	for _, t := range d.Tokens {
		switch word := d.Text[t.Start:t.End]; {
		case word == "fails":
			return nil, errors.New("a detector that fails")
		case word[0] >= 'A' && word[0] <= 'Z':
			out = append(out, bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, P: 1})
		}
	}
	return out, nil
}

// config numbers the people of a thread; at is told of each message.
func config(at func()) stream.Config {
	return stream.Config{
		From: "chat.in", To: "chat.out", Dead: "chat.dead", Name: "bauta", Wait: 150 * time.Millisecond,
		Key: bytes.Repeat([]byte("0123456789abcdef"), 2), Tell: func(*bauta.Message) (bool, error) { return true, nil },
		Pipeline: &bauta.Pipeline{
			Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{capitals{at}}, Link: coref.Linker{},
			Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Tag{Numbered: true}},
		},
	}
}

// start starts a server with the streams of the tests; most is its largest message, 0 as it is made. The server is the
// one that is linked, or a program of another release: BAUTA_NATS_SERVER is its path.
func start(t testing.TB, most int32) (address string, js jetstream.JetStream) {
	t.Helper()
	var err error
	if program := os.Getenv("BAUTA_NATS_SERVER"); program != "" {
		address = installed(t, program, most)
	} else {
		address = linked(t, most)
	}
	js, err = jetstream.New(connect(t, address))
	if err != nil {
		t.Fatal(err)
	}
	for name, subjects := range map[string][]string{"IN": {"chat.in"}, "OUT": {"chat.out", "chat.dead"}} {
		made(t, js, name, subjects)
	}
	return address, js
}

func made(t testing.TB, js jetstream.JetStream, name string, subjects []string) {
	t.Helper()
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: name, Subjects: subjects}); err != nil {
		t.Fatal(err)
	}
}

func connect(t testing.TB, address string) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// linked starts the server of this module.
func linked(t testing.TB, most int32) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true,
		MaxPayload: most,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// installed starts a server that is a program, at a port that it finds, and waits until it says where.
func installed(t testing.TB, program string, most int32) string {
	t.Helper()
	dir := t.TempDir()
	text := fmt.Sprintf("host: 127.0.0.1\nport: -1\njetstream: {store_dir: %q}\n", dir)
	if most > 0 {
		text += fmt.Sprintf("max_payload: %d\n", most)
	}
	if err := os.WriteFile(filepath.Join(dir, "conf"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--config", filepath.Join(dir, "conf"), "--ports_file_dir", dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan error, 1)
	go func() { gone <- cmd.Wait() }()
	t.Cleanup(func() { cmd.Process.Kill(); <-gone })
	for {
		select {
		case err := <-gone:
			gone <- err
			t.Fatalf("the server ended: %v", err)
		case <-time.After(10 * time.Millisecond):
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*.ports"))
		var at struct{ NATS []string }
		for _, name := range files {
			if data, err := os.ReadFile(name); err == nil && json.Unmarshal(data, &at) == nil && len(at.NATS) > 0 {
				return at.NATS[0]
			}
		}
	}
}

// chat draws messages of eight threads and of none; a few cannot be read.
func chat(draw *rand.Rand, n int) (out []string) {
	for i := range n {
		who := fmt.Sprintf("%s%c", canary, 'a'+draw.IntN(20))
		switch thread := draw.IntN(9); {
		case i%40 == 7:
			out = append(out, "{"+who)
		case i%40 == 31:
			out = append(out, fmt.Sprintf(`{"id":"%d","thread":"broken %d","text":"%s fails"}`, i, i, who))
		case thread == 8:
			out = append(out, fmt.Sprintf(`{"id":"%d","text":"%s vient"}`, i, who))
		default:
			out = append(out, fmt.Sprintf(`{"id":"%d","thread":"t%d","text":"%s vient"}`, i, thread, who))
		}
	}
	return out
}

// alone is what one machine makes of the rows, without those that are errors.
func alone(t testing.TB, in []string) (out []string, dead int) {
	t.Helper()
	var b bytes.Buffer
	_, err := rows.Run(t.Context(), strings.NewReader(strings.Join(in, "\n")+"\n"), &b, rows.Config{
		Pipeline: config(nil).Pipeline, Config: corpus.Config{Format: corpus.JSONL},
	})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if strings.Contains(line, `"error":`) {
			dead++
			continue
		}
		out = append(out, strings.TrimSuffix(line, "\n"))
	}
	return out, dead
}

// all reads what stands under a subject.
func all(t testing.TB, js jetstream.JetStream, subject string) (out []string) {
	t.Helper()
	s, err := js.Stream(t.Context(), "OUT")
	if err != nil {
		t.Fatal(err)
	}
	for at := uint64(1); ; at++ {
		m, err := s.GetMsg(t.Context(), at, jetstream.WithGetMsgSubject(subject))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		at = m.Sequence
		out = append(out, string(m.Data))
	}
}

// rest is how many messages are still to be done.
func rest(t testing.TB, js jetstream.JetStream) uint64 {
	t.Helper()
	c, err := js.Consumer(t.Context(), "IN", "bauta")
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return 1
	}
	if err != nil {
		t.Fatal(err)
	}
	in, err := js.Stream(t.Context(), "IN")
	if err != nil {
		t.Fatal(err)
	}
	// What is pending is told late; what was published and acknowledged is not.
	return in.CachedInfo().State.LastSeq - c.CachedInfo().AckFloor.Stream
}

// Two processes die in turn, at any step, or stand still for so long that they are thought
// dead and go on: nothing is lost, nothing comes twice, and it is what one machine writes.
func TestKilledInTurn(t *testing.T) {
	address, js := start(t, 0)
	messages := 160
	if os.Getenv("BAUTA_LONG") != "" {
		messages = 4000
	}
	in := chat(rand.New(rand.NewPCG(1, 2)), messages)
	for _, m := range in {
		if _, err := js.Publish(t.Context(), "chat.in", []byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	var deaths [2]int
	for i := range deaths {
		group.Go(func() { deaths[i] = mortal(ctx, t, address, rand.New(rand.NewPCG(3, uint64(i)))) })
	}
	for rest(t, js) > 0 && !t.Failed() {
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	group.Wait()
	if deaths[0] == 0 || deaths[1] == 0 {
		t.Errorf("they died %v times; both are to", deaths)
	}
	want, bad := alone(t, in)
	out, dead := all(t, js, "chat.out"), all(t, js, "chat.dead")
	if strings.Join(out, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d messages came out, %d were to, or they differ", len(out), len(want))
	}
	if len(dead) != bad || strings.Contains(strings.Join(dead, "\n"), canary) {
		t.Errorf("%d dead letters for %d messages, or one with text", len(dead), bad)
	}
	t.Logf("%d messages, deaths %v", len(in), deaths)
}

// mortal is a process that is started again whenever it has died.
func mortal(ctx context.Context, t *testing.T, address string, draw *rand.Rand) (deaths int) {
	for ctx.Err() == nil {
		nc, err := nats.Connect(address)
		if err != nil {
			t.Error(err)
			return deaths
		}
		_, err = stream.Run(ctx, stream.NATS{Conn: nc}, config(func() {
			switch draw.IntN(12) {
			case 0, 1: // at one of the steps to come
				time.AfterFunc(time.Duration(draw.IntN(1500))*time.Microsecond, nc.Close)
			case 2:
				time.Sleep(300 * time.Millisecond)
			}
		}))
		nc.Close()
		if err != nil {
			deaths++
		}
	}
	return deaths
}

// through publishes messages and runs until they are done, or it fails.
func through(t *testing.T, address string, js jetstream.JetStream, messages ...string) error {
	t.Helper()
	for _, m := range messages {
		if _, err := js.Publish(t.Context(), "chat.in", []byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	return until(t, stream.NATS{Conn: connect(t, address)}, config(nil), func() bool { return rest(t, js) == 0 })
}

// until runs until all messages are done, or it fails.
func until(t *testing.T, q stream.Server, cfg stream.Config, empty func() bool) error {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error, 1)
	go func() {
		_, err := stream.Run(ctx, q, cfg)
		done <- err
	}()
	for !empty() {
		select {
		case err := <-done:
			return err
		case <-time.After(10 * time.Millisecond):
		}
	}
	stop()
	return <-done
}

// While a message is read no other one is taken, however many wait: they stay at the server.
func TestHeldBack(t *testing.T) {
	address, js := start(t, 0)
	for _, m := range chat(rand.New(rand.NewPCG(1, 2)), 20) {
		if _, err := js.Publish(t.Context(), "chat.in", []byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	looked := 0
	cfg := config(func() {
		c, err := js.Consumer(t.Context(), "IN", "bauta")
		if err != nil {
			t.Error(err)
			return
		}
		if info := c.CachedInfo(); info.NumAckPending != 1 {
			t.Errorf("%d messages are under way", info.NumAckPending)
		}
		looked++
	})
	cfg.Wait = time.Minute
	err := until(t, stream.NATS{Conn: connect(t, address)}, cfg, func() bool { return rest(t, js) == 0 })
	if err != nil || looked < 19 { // one of them cannot be read
		t.Errorf("looked %d times; %v", looked, err)
	}
}

// Numbers of a stream that was made anew are no numbers of messages that were done.
func TestMadeAnew(t *testing.T) {
	address, js := start(t, 0)
	const one = `{"text":"Zyxwvut vient"}`
	if err := through(t, address, js, one); err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), "IN"); err != nil {
		t.Fatal(err)
	}
	made(t, js, "IN", []string{"chat.in"})
	if err := through(t, address, js, one); err == nil || !strings.Contains(err.Error(), "another stream") {
		t.Errorf("it went on with %v", err)
	}
}
