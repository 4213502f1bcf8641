package stream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// source is the header of the number that a message had where it came from.
const source = "Bauta-Source"

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
