package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// The command as it is typed: a message under gdpr, and one that cannot be read.
func TestCommand(t *testing.T) {
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	nc, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "CHAT", Subjects: []string{"chat.>"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []string{`{"text":"call me at zyx@example.org"}`, `{"zyx`} {
		if _, err := js.Publish(t.Context(), "chat.in", []byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	key := drawn(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	cmd := command()
	var notes bytes.Buffer
	cmd.SetErr(&notes)
	cmd.SetArgs([]string{
		"--from", s.ClientURL() + "/chat.in", "--to", s.ClientURL() + "/chat.out", "--key", key, "--lang", "en",
	})
	done := make(chan error, 1)
	go func() { done <- cmd.ExecuteContext(ctx) }()
	chat, err := js.Stream(t.Context(), "CHAT")
	if err != nil {
		t.Fatal(err)
	}
	last := func(subject string) string {
		m, err := chat.GetLastMsgForSubject(t.Context(), subject)
		if err != nil {
			return ""
		}
		return string(m.Data)
	}
	for last("chat.out.dead") == "" {
		select {
		case err := <-done:
			t.Fatalf("it ended: %v", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if out := last("chat.out"); !strings.Contains(out, "call me at") || strings.Contains(out, "zyx") {
		t.Error(out)
	}
	if dead := last("chat.out.dead"); !strings.Contains(dead, `"sequence":2`) || strings.Contains(dead, "zyx") {
		t.Error(dead)
	}
	if !strings.HasPrefix(notes.String(), "2 messages") && !strings.HasPrefix(notes.String(), "1 messages") {
		t.Error(notes.String())
	}
}

// drawn is a file of a key.
func drawn(t *testing.T) string {
	t.Helper()
	key := make([]byte, 32)
	rand.Read(key)
	return kept(t, hex.EncodeToString(key)+"\n")
}

// kept is a file that only its owner reads.
func kept(t *testing.T, what string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kept")
	if err := os.WriteFile(path, []byte(what), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The command on Kafka, whose brokers ask who it is.
func TestKafka(t *testing.T) {
	c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "in", "out", "out.dead"),
		kfake.EnableSASL(), kfake.Superuser("SCRAM-SHA-512", "zyx", "invented"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	cl, err := kgo.NewClient(kgo.SeedBrokers(c.ListenAddrs()...), kgo.ConsumeTopics("out", "out.dead"),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.SASL(scram.Auth{User: "zyx", Pass: "invented"}.AsSha512Mechanism()))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	for _, m := range []string{`{"text":"call me at zyx@example.org"}`, `{"zyx`} {
		if err := cl.ProduceSync(t.Context(), &kgo.Record{Topic: "in", Value: []byte(m)}).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	at := "kafka://" + c.ListenAddrs()[0]
	run := func(ctx context.Context, creds string) error {
		cmd := command()
		cmd.SetErr(new(bytes.Buffer))
		cmd.SetArgs([]string{
			"--from", at + "/in", "--to", at + "/out", "--key", drawn(t), "--lang", "en", "--creds", kept(t, creds),
		})
		return cmd.ExecuteContext(ctx)
	}
	if err := run(t.Context(), "zyx"); err == nil || !strings.Contains(err.Error(), "USER:PASSWORD") {
		t.Error(err)
	}
	if err := run(t.Context(), "zyx:other"); err == nil || strings.Contains(err.Error(), "other") {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error, 1)
	go func() { done <- run(ctx, "zyx:invented\n") }()
	said := map[string]string{}
	for len(said) < 2 {
		for r := range cl.PollFetches(t.Context()).RecordsAll() {
			said[r.Topic] = string(r.Value)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if out := said["out"]; !strings.Contains(out, "call me at") || strings.Contains(out, "zyx") {
		t.Error(out)
	}
	if dead := said["out.dead"]; !strings.Contains(dead, `"offset":1`) || strings.Contains(dead, "zyx") {
		t.Error(dead)
	}
}

// TestDeadLettersApart: dead letters do not go where messages are read or written.
func TestDeadLettersApart(t *testing.T) {
	for _, dead := range []string{"chat.in", "chat.out"} {
		cmd := command()
		cmd.SetErr(new(bytes.Buffer))
		cmd.SetArgs([]string{"--from", "nats://127.0.0.1:1/chat.in", "--to", "nats://127.0.0.1:1/chat.out", "--key", "none", "--dead", dead})
		if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "--dead") {
			t.Errorf("%s: %v", dead, err)
		}
	}
}
