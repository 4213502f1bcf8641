package anonymise

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
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
	read, _, err := p.unheard()(m.Row)
	if err != nil {
		letter(ctx, m, err, dead)
		return nil
	}
	where := "thread\x00" + read.Thread
	if read.Thread == "" { // a conversation of its own
		where = "alone\x00" + strconv.FormatInt(m.Order, 10) + "\x00" + string(m.Row)
	}
	sum := sha256.Sum256([]byte(m.Origin + "\x00" + where))
	keyed(base64.RawStdEncoding.EncodeToString(sum[:16]), m) // engines hold it beside each message
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
	slices.SortFunc(list, inOrder)
	threads.Inc(ctx, 1)
	session, read := p.built.Pipeline.Session(), p.conversation()
	for len(list) > 0 {
		n := p.together(list)
		some, err := next(ctx, read, session, list[:n])
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for i, m := range list[:n] {
			if err != nil {
				letter(ctx, m, err, dead)
				continue
			}
			m.Row = some[i]
			row(m)
			released.Inc(ctx, 1)
		}
		list = list[n:]
	}
	return nil
}

// inOrder puts messages of a conversation or a file in their order.
func inOrder(a, b Message) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), bytes.Compare(a.Row, b.Row))
}

// next gives the rows that messages become which are linked together.
func next(ctx context.Context, read reader, session *bauta.Session, list []Message) (out [][]byte, err error) {
	var messages []bauta.Message
	var writes []func(*bauta.Result) ([]byte, error)
	for _, m := range list {
		message, write, err := read(m.Row)
		if err != nil {
			return nil, err
		}
		messages, writes = append(messages, message), append(writes, write)
	}
	results, err := session.Next(ctx, messages...)
	if err != nil {
		return nil, err
	}
	for i, write := range writes {
		row, err := write(&results[i])
		if err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// letter withholds a message.
func letter(ctx context.Context, m Message, why error, dead func(Letter)) {
	dead(Letter{m.Origin, m.Order, rows.Reason(why).Error()})
	withheld.Inc(ctx, 1)
}
