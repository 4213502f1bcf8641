package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/scram"

	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/x/queues/internal/place"
	"github.com/bauta/bauta/x/queues/internal/stream"
)

// patience is for how long lost brokers of Kafka are waited for.
const patience = 15 * time.Minute

// server finds the engine behind an address, and what closes the way to it.
func (o *options) server(address string) (stream.Server, func(), error) {
	host, tls, ok := place.Broker(address)
	if ok {
		k, err := o.kafka(host, tls)
		return k, func() {}, err
	}
	nc, err := o.connect(address)
	if err != nil {
		return nil, nil, err
	}
	return stream.NATS{Conn: nc}, nc.Close, nil
}

// kafka says how brokers are reached.
func (o *options) kafka(host string, tls bool) (stream.Kafka, error) {
	k := stream.Kafka{
		Broker: host, Patience: patience, Tell: func(what string) { fmt.Fprintln(os.Stderr, what) },
	}
	if tls {
		k.Options = append(k.Options, kgo.DialTLS())
	}
	if o.creds == "" {
		return k, nil
	}
	line, err := private.Read(o.creds, 1<<12)
	if err != nil {
		return k, fmt.Errorf("--creds: %w", err)
	}
	user, password, ok := strings.Cut(strings.TrimSpace(string(line)), ":")
	if !ok || user == "" || password == "" {
		return k, errors.New("--creds wants a file of one line, USER:PASSWORD")
	}
	k.Options = append(k.Options, kgo.SASL(scram.Auth{User: user, Pass: password}.AsSha512Mechanism()))
	return k, nil
}

// connect reaches a server of NATS.
func (o *options) connect(address string) (*nats.Conn, error) {
	settings := []nats.Option{
		nats.MaxReconnects(-1), nats.Name("bauta-stream"),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // nil: the command ends
				fmt.Fprintln(os.Stderr, "the server is lost; waiting for it")
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { fmt.Fprintln(os.Stderr, "the server is back") }),
	}
	if o.creds != "" {
		settings = append(settings, nats.UserCredentials(o.creds))
	}
	return nats.Connect(address, settings...)
}
