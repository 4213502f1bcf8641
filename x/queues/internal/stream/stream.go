// Package stream takes messages from one subject of JetStream to another, anonymised: each
// once, in their order, whoever dies on the way.
//
// One message is under way at a time, however many processes wait for it. Its output is
// written where the last one that is there is the one that was seen, then what its thread
// knows, then it is acknowledged. Who was thought dead and comes back fails at the first of
// these, so that nothing hangs on a window of time.
package stream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/bauta/bauta"
)

// Config says from where to where, and through what.
type Config struct {
	From, To, Dead string // subjects; each of the last two is written by nobody else
	Name           string // of the consumer and of the bucket of threads
	Wait           time.Duration
	Key            []byte // of what is known of threads
	Pipeline       *bauta.Pipeline
	// Tell sets the language of a message, and says whether the policy reads it.
	Tell func(*bauta.Message) (bool, error)
	// Hides reports a name of a field that the policy would hide.
	Hides func(string) bool

	// origin tells the stream of From from another of its name, whose numbers begin anew.
	origin string
}

// Count is how many messages were written, and how many of them as dead letters.
type Count struct{ Messages, Dead int }

// source is the header of the number that a message had where it came from.
const source = "Bauta-Source"

// errLost is the end of the work on a message that another process has taken over.
var errLost = errors.New("another process has this message")

// worker is one process that works.
type worker struct {
	Config
	threads   *threads
	out, dead *lane
	count     Count
}

// Run works until ctx is done, which is no error.
func Run(ctx context.Context, nc *nats.Conn, cfg Config) (Count, error) {
	w, messages, err := open(ctx, nc, cfg)
	if err != nil {
		return Count{}, err
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	for ctx.Err() == nil {
		m, err := messages.Next()
		if err == nil {
			err = w.message(ctx, m)
		}
		switch {
		case ctx.Err() != nil:
		case errors.Is(err, errLost): // it comes again where nobody acknowledges it
			w.threads.clear()
			w.out.seen, w.dead.seen = false, false
		case err != nil:
			return w.count, err
		}
	}
	return w.count, nil
}

// open finds the streams and makes what is not there.
func open(ctx context.Context, nc *nats.Conn, cfg Config) (*worker, jetstream.MessagesContext, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, nil, err
	}
	in, err := streamOf(ctx, js, cfg.From)
	if err != nil {
		return nil, nil, err
	}
	cfg.origin = strconv.FormatInt(in.CachedInfo().Created.UnixNano(), 36)
	w := &worker{Config: cfg}
	if w.out, err = openLane(ctx, nc, js, cfg.To, cfg.origin); err != nil {
		return nil, nil, err
	}
	if w.dead, err = openLane(ctx, nc, js, cfg.Dead, cfg.origin); err != nil {
		return nil, nil, err
	}
	if w.threads, err = openThreads(ctx, nc, js, cfg); err != nil {
		return nil, nil, err
	}
	consumer, err := in.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: cfg.Name, FilterSubject: cfg.From, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: cfg.Wait, MaxAckPending: 1,
	})
	if err != nil {
		return nil, nil, err
	}
	messages, err := consumer.Messages(jetstream.PullMaxMessages(1))
	return w, messages, err
}

// message takes one message through, and acknowledges it when all is written.
func (w *worker) message(ctx context.Context, m jetstream.Msg) error {
	at, err := m.Metadata()
	if err != nil {
		return err
	}
	number := at.Sequence.Stream
	out, t, bad := w.work(ctx, number, m.Data())
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(bad, errStore):
		return bad
	}
	if t == nil || t.last < number { // else a process died after all was written
		if bad, err = w.keep(ctx, at, t, out, bad); err != nil {
			return err
		}
	}
	w.count.Messages++
	if bad != nil {
		w.count.Dead++
	}
	return m.DoubleAck(ctx)
}

// keep writes what a message became, or why it is withheld, and what its thread knows; it
// gives why it is withheld. What the server would not take is found before all is written.
func (w *worker) keep(ctx context.Context, at *jetstream.MsgMetadata, t *thread, out []byte, bad error) (error, error) {
	number := at.Sequence.Stream
	state, err := w.threads.sealed(t, number)
	switch {
	case err != nil && !errors.Is(err, errFull):
		return nil, err
	case bad != nil:
	case err != nil:
		bad = err
	case len(out) > w.out.most():
		bad = errLarge
	}
	lane := w.out
	if bad != nil {
		lane, out = w.dead, letter(at.Stream, number, bad)
	}
	if err := lane.write(ctx, number, out); err != nil {
		return nil, err
	}
	return bad, w.threads.save(ctx, t, number, state)
}

// headers is the most that the headers of a message take, which count as its bytes.
const headers = 256

// most is how many bytes a message may have on this server, in a stream with a bound of its
// own (0 or less: none).
func most(nc *nats.Conn, bound int32) int {
	bytes := int(nc.MaxPayload())
	if bound > 0 {
		bytes = min(bytes, int(bound))
	}
	return bytes - headers
}

// lane is a subject that is written in order.
type lane struct {
	js             jetstream.JetStream
	stream         jetstream.Stream
	most           func() int // bytes of a message
	subject        string
	origin         string
	seen           bool
	last, inSource uint64 // number of the last message, there and where it came from
}

func openLane(ctx context.Context, nc *nats.Conn, js jetstream.JetStream, subject, origin string) (*lane, error) {
	s, err := streamOf(ctx, js, subject)
	if err != nil {
		return nil, err
	}
	most := func() int { return most(nc, s.CachedInfo().Config.MaxMsgSize) }
	return &lane{js: js, stream: s, most: most, subject: subject, origin: origin}, nil
}

// streamOf finds the stream that holds a subject.
func streamOf(ctx context.Context, js jetstream.JetStream, subject string) (jetstream.Stream, error) {
	name, err := js.StreamNameBySubject(ctx, subject)
	if err != nil {
		return nil, fmt.Errorf("no stream holds the subject %s: %w", subject, err)
	}
	return js.Stream(ctx, name)
}

// look finds the last message.
func (l *lane) look(ctx context.Context) error {
	m, err := l.stream.GetLastMsgForSubject(ctx, l.subject)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		l.last, l.inSource = 0, 0
	case err != nil:
		return err
	default:
		l.last = m.Sequence
		origin, number, _ := strings.Cut(m.Header.Get(source), " ")
		if l.inSource, err = strconv.ParseUint(number, 10, 64); err != nil || origin != l.origin {
			return fmt.Errorf("the last message of %s is of another program, or of another stream of this name; "+
				"give a subject of its own", l.subject)
		}
	}
	l.seen = true
	return nil
}

// write writes what a message became, unless it is there.
func (l *lane) write(ctx context.Context, number uint64, data []byte) error {
	if !l.seen {
		if err := l.look(ctx); err != nil {
			return err
		}
	}
	if number <= l.inSource {
		return nil
	}
	m := nats.NewMsg(l.subject)
	m.Data = data
	m.Header.Set(source, l.origin+" "+strconv.FormatUint(number, 10))
	ack, err := l.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(l.last))
	if lost(err) {
		return errLost
	}
	if err != nil {
		return err
	}
	l.last, l.inSource = ack.Sequence, number
	return nil
}

// lost reports that another process has written.
func lost(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return errors.Is(err, jetstream.ErrKeyRevisionMismatch) || errors.Is(err, jetstream.ErrKeyExists)
	}
	return api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant
}
