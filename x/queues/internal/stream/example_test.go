package stream_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/bauta/bauta/x/queues/internal/stream"
)

// What is read as text comes out masked, with a number for each person of a thread.
func ExampleRun() {
	dir, _ := os.MkdirTemp("", "stream")
	defer os.RemoveAll(dir)
	s, _ := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: dir,
	})
	s.Start()
	defer s.Shutdown()
	s.ReadyForConnections(time.Minute)
	nc, _ := nats.Connect(s.ClientURL())
	defer nc.Close()
	js, _ := jetstream.New(nc)
	ctx, stop := context.WithCancel(context.Background())
	js.CreateStream(ctx, jetstream.StreamConfig{Name: "CHAT", Subjects: []string{"chat.>"}})
	js.Publish(ctx, "chat.in", []byte(`{"thread":"1","text":"Zyxwvut vient"}`))
	done := make(chan error)
	go func() {
		_, err := stream.Run(ctx, stream.NATS{Conn: nc}, config(nil))
		done <- err
	}()
	out, _ := js.OrderedConsumer(ctx, "CHAT", jetstream.OrderedConsumerConfig{FilterSubjects: []string{"chat.out"}})
	m, _ := out.Next()
	stop()
	fmt.Println(string(m.Data()), <-done)
	// Output: {"thread":"1","text":"Person 1 vient"} <nil>
}
