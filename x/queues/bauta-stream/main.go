// Command bauta-stream anonymises the messages of a queue as they come.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/internal/unread"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/policy"
	"github.com/bauta/bauta/x/queues/internal/place"
	"github.com/bauta/bauta/x/queues/internal/stream"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// options are those of the command; they are called as those of bauta anonymise.
type options struct {
	policy.Options
	policy, from, to, dead, name, creds string
	wait                                time.Duration
}

func command() *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "bauta-stream --from nats://HOST/SUBJECT|kafka://HOST/TOPIC --to … --key FILE",
		Short: "messages of a queue, anonymised, each once and in their order",
		Args:  cobra.NoArgs, SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			count, err := o.run(cmd.Context())
			fmt.Fprintf(cmd.ErrOrStderr(), "%d messages, of which %d are dead letters\n", count.Messages, count.Dead)
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.from, "from", "", "where messages are read: JSON objects with text, and id, thread, lang if known; "+
		"what else stands in them comes out as it is")
	f.StringVar(&o.to, "to", "", "where they are written, on the same server; a place that nobody else writes")
	f.StringVar(&o.dead, "dead", "", "where what is withheld goes, number and reason (default: --to and .dead)")
	f.StringVar(&o.name, "name", "bauta",
		"name of the consumer, and of what is known of threads: a bucket, or the topic NAME.threads")
	f.DurationVar(&o.wait, "wait", 30*time.Second, "after how long another process gets a message")
	f.StringVar(&o.creds, "creds", "", "file of credentials; for Kafka a line USER:PASSWORD (SCRAM-SHA-512)")
	f.StringVar(&o.policy, "policy", policy.Newcomer, "preset or policy file")
	f.StringVar(&o.Lang, "lang", "", "language of messages that bring none (default: each is told by itself)")
	f.StringVar(&o.Key, "key", "", "file of the key under which threads are kept, and of the policy")
	f.StringVar(&o.Pending, "pending", "", "messages that wait for the expert: mask (default), withhold or keep")
	for _, name := range []string{"from", "to", "key"} {
		cmd.MarkFlagRequired(name)
	}
	return cmd
}

func (o *options) run(ctx context.Context) (count stream.Count, err error) {
	server, from, err := place.Parse(o.from)
	if err != nil {
		return count, fmt.Errorf("--from: %w", err)
	}
	other, to, err := place.Parse(o.to)
	if err == nil && other != server {
		err = errors.New("wants the server of --from, as it is written there; a leaf node or a mirror reaches others")
	}
	if err != nil {
		return count, fmt.Errorf("--to: %w", err)
	}
	if o.dead = cmp.Or(o.dead, to+".dead"); o.dead == to || o.dead == from {
		return count, errors.New("--dead wants a subject of its own, which is neither read nor written otherwise")
	}
	file, err := policy.Load(o.policy)
	if err != nil {
		return count, err
	}
	built, err := file.Build(o.Options)
	if err != nil {
		return count, err
	}
	key, err := built.Key()
	if err == nil && key == nil {
		err = errors.New("--key wants a file: what is known of threads is sealed with it")
	}
	if err != nil {
		return count, err
	}
	queues, closed, err := o.server(server)
	if err != nil {
		return count, err
	}
	defer closed()
	return stream.Run(ctx, queues, stream.Config{
		From: from, To: to, Dead: o.dead, Name: o.name, Wait: o.wait, Key: key,
		Pipeline: built.Pipeline, Tell: tell(built.Foreign), Hides: unread.Hides(ctx, built.Pipeline, o.Lang),
	})
}

// tell tells the language of a message by itself alone: what other processes have read
// must not count.
func tell(f *routing.Foreign) func(*bauta.Message) (bool, error) {
	return func(m *bauta.Message) (bool, error) {
		return f.Live(func(*bauta.Message, langid.Guess) (bool, error) { return f.Way == routing.Route, nil })(m)
	}
}
