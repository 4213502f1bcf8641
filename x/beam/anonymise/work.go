package anonymise

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/rows"
)

// What a pipeline counts, beside what its engine does.
var (
	released = beam.NewCounter("bauta", "messages_released")
	withheld = beam.NewCounter("bauta", "messages_withheld")
	threads  = beam.NewCounter("bauta", "conversations")
)

// threading finds the conversation of each message.
type threading struct{ Config Config }

// Setup opens the policy before the first message.
func (f *threading) Setup(context.Context) error {
	_, err := opened(f.Config)
	return err
}

// ProcessElement gives a message under a hash of its conversation, since keys are shown on
// the pages of some engines.
func (f *threading) ProcessElement(
	ctx context.Context, m Message, keyed func(string, Message), dead func(Letter),
) error {
	p, err := opened(f.Config)
	if err != nil {
		return err
	}
	read, _, err := p.unheard().Message(m.Row)
	if err != nil {
		letter(ctx, m, err, dead)
		return nil
	}
	where := "thread\x00" + read.Thread
	if read.Thread == "" { // a conversation of its own
		where = "alone\x00" + strconv.FormatInt(m.Order, 10) + "\x00" + string(m.Row)
	}
	sum := sha256.Sum256([]byte(m.Origin + "\x00" + where))
	keyed(hex.EncodeToString(sum[:]), m)
	return nil
}

// working takes a conversation through the policy.
type working struct{ Config Config }

// Setup opens the policy before the first conversation.
func (f *working) Setup(context.Context) error {
	_, err := opened(f.Config)
	return err
}

// ProcessElement reads the messages of a conversation in their order. It holds them all:
// their texts, that is, and not what is found in them.
func (f *working) ProcessElement(
	ctx context.Context, _ string, each func(*Message) bool, row func(Message), dead func(Letter),
) error {
	p, err := opened(f.Config)
	if err != nil {
		return err
	}
	var list []Message
	for m := (Message{}); each(&m); m = (Message{}) {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Message) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), bytes.Compare(a.Row, b.Row))
	})
	threads.Inc(ctx, 1)
	session, alone := p.built.Pipeline.Session(), p.conversation()
	for _, m := range list {
		out, err := next(ctx, alone, session, m)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			letter(ctx, m, err, dead)
			continue
		}
		m.Row = out
		row(m)
		released.Inc(ctx, 1)
	}
	return nil
}

// next is the row that a message becomes.
func next(ctx context.Context, alone rows.Alone, session *bauta.Session, m Message) ([]byte, error) {
	read, write, err := alone.Message(m.Row)
	if err != nil {
		return nil, err
	}
	results, err := session.Next(ctx, read)
	if err != nil {
		return nil, err
	}
	return write(&results[0])
}

// letter withholds a message.
func letter(ctx context.Context, m Message, why error, dead func(Letter)) {
	dead(Letter{m.Origin, m.Order, rows.Reason(why).Error()})
	withheld.Inc(ctx, 1)
}
