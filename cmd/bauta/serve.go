package main

import (
	"crypto/cipher"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/api"
	"github.com/bauta/bauta/internal/gateway"
	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/internal/session"
	"github.com/bauta/bauta/policy"
)

// serving are the options of serve.
type serving struct {
	listening
	policies   []string
	key        string
	tokens     string
	gateway    bool
	upstream   string
	upstreamBy string
	allow      []string
	body       int64
	atOnce     int
	timeout    time.Duration
	silence    time.Duration // of an upstream; 0: as the gateway has it
	idle       time.Duration // of a client of a stream
	sessionAge time.Duration
	room       int64       // bytes of sessions
	sessions   string      // file in which they outlive the server
	seal       cipher.AEAD // of that file
}

func serveCommand() *cobra.Command {
	o := &serving{}
	cmd := &cobra.Command{
		Use: "serve",
		Example: "  bauta serve --addr 127.0.0.1:8086\n" +
			"  bauta serve --addr 127.0.0.1:8087 --gateway --upstream https://api.openai.com",
		Short: "text in, text out over HTTP; a gateway for language models",
		Long: `Answers /v1/anonymise, /v1/detect, /v1/reveal and what Presidio's clients ask;
/openapi.json says all of it. With --gateway requests for a language model go out with
placeholders for who they name, and answers come back with the names.
It listens on this machine alone unless it has a token and TLS.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	f := cmd.Flags()
	o.listening.flags(f, "127.0.0.1:8086")
	f.StringArrayVar(&o.policies, "policy", []string{policy.Newcomer}, "preset or policy file; the first is that of "+
		"requests that name none; may be given several times")
	f.StringVar(&o.key, "key", "", keyHelp)
	f.StringVar(&o.tokens, "token-file", "", "file of the tokens that requests bring, one a line (mode 0600)")
	f.StringVar(&o.clientCA, "client-ca", "", "certificates (PEM) of who signs those of clients: one stands for a "+
		"token")
	f.BoolVar(&o.gateway, "gateway", false, "pass requests for a language model on to --upstream")
	f.StringVar(&o.upstream, "upstream", "", "address of the language model: https://api.example.com")
	f.StringVar(&o.upstreamBy, "upstream-key-file", "", "file of the upstream's key (mode 0600); without it that of "+
		"the request goes on")
	f.StringSliceVar(&o.allow, "allow", nil, "media that go out unread: image, audio, video, file")
	f.Int64Var(&o.body, "max-body", 4<<20, "bytes of a request")
	f.IntVar(&o.atOnce, "at-once", 0, "requests worked on at once (default: twice the cores)")
	f.DurationVar(&o.timeout, "timeout", 30*time.Second, "time for a request, and, where given, for which an "+
		"upstream may be silent (otherwise 2 minutes)")
	f.DurationVar(&o.idle, "idle", 2*time.Minute, "time for which the client of a stream may send no line, or read "+
		"none (30s at most)")
	f.DurationVar(&o.sessionAge, "session-age", time.Hour, "time for which an unused session is kept")
	f.Int64Var(&o.room, "session-bytes", 256<<20, "bytes that sessions hold in memory, about; what would be more is "+
		"told to come back")
	f.StringVar(&o.sessions, "session-file", "", "sealed file in which sessions outlive the server (with --key)")
	return cmd
}

func (o *serving) run(cmd *cobra.Command) error {
	c := api.Config{
		Policies: map[string]api.Policy{}, Default: o.policies[0], MaxBody: o.body, AtOnce: o.atOnce,
		Timeout: o.timeout, Idle: o.idle, SessionAge: o.sessionAge, SessionBytes: o.room,
		Certificates: o.clientCA != "",
	}
	if cmd.Flags().Changed("timeout") {
		o.silence = o.timeout
	}
	err := o.bounds(cmd.Flags().Changed("at-once"))
	if err != nil {
		return err
	}
	if c.Tokens, err = secrets(o.tokens); err != nil {
		return err
	}
	if !o.local() && len(c.Tokens) == 0 && !c.Certificates {
		return errUsage{errors.New("--token-file or --client-ca is needed where others reach the server")}
	}
	for _, name := range o.policies {
		if c.Policies[name], err = o.policy(name); err != nil {
			return err
		}
	}
	if g, err := o.behind(c); err != nil {
		return err
	} else if g != nil { // an interface of a nil gateway is none
		c.Gateway = g
	}
	s, err := api.New(c)
	if err != nil {
		return err
	}
	l, err := o.listen(cmd.Context())
	if err != nil {
		return err
	}
	if err := o.reopen(s); err != nil {
		return errors.Join(err, l.Close())
	}
	frugal(cmd.Context())
	scheme := "http"
	if o.cert != "" {
		scheme = "https"
	}
	fmt.Fprintf(cmd.OutOrStdout(), "serving %s on %s://%s, see /openapi.json\n", strings.Join(o.policies, ", "), scheme,
		l.Addr())
	return errors.Join(answerUntil(cmd.Context(), l, s), o.keep(s))
}

// bounds refuses what would be no bound.
func (o *serving) bounds(atOnce bool) error {
	for _, b := range []struct {
		no   bool
		flag string
	}{
		{o.timeout <= 0, "--timeout must be more than 0; give 30s"},
		{o.body < 1, "--max-body must be more than 0; give 4194304"},
		{atOnce && o.atOnce < 1, "--at-once must be more than 0; give 8"},
		{o.idle <= 0, "--idle must be more than 0; give 2m"},
		{o.sessionAge <= 0, "--session-age must be more than 0; give 1h"},
		{o.room < 1, "--session-bytes must be more than 0; give 268435456"},
	} {
		if b.no {
			return errUsage{errors.New(b.flag)}
		}
	}
	return nil
}

// reopen goes on with the sessions of the server before, whose file goes: what is ended from
// now on must not come back.
func (o *serving) reopen(s *api.Server) error {
	if o.sessions == "" {
		return nil
	}
	f, err := os.Open(o.sessions)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be opened; may you read it?", o.sessions)
	}
	defer f.Close()
	if err := s.OpenSessions(f, o.seal); err != nil {
		return fmt.Errorf("%s: %w; delete it to begin without them", o.sessions, err)
	}
	return os.Remove(o.sessions)
}

// keep writes the sessions for the next server.
func (o *serving) keep(s *api.Server) error {
	if o.sessions == "" {
		return nil
	}
	out, err := create(o.sessions, forOwner, nil)
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := s.KeepSessions(out, o.seal); err != nil {
		return err
	}
	return out.Commit()
}

// policy builds a policy that is served.
func (o *serving) policy(name string) (api.Policy, error) {
	file, err := policy.Load(name)
	if err != nil {
		return api.Policy{}, err
	}
	built, err := file.Build(policy.Options{Key: o.key})
	if err != nil {
		return api.Policy{}, err
	}
	if o.sessions != "" && o.seal == nil {
		key, err := built.Key()
		if err == nil && key == nil {
			err = errUsage{errors.New("--session-file needs --key: what placeholders stand for is in it")}
		}
		if err == nil {
			o.seal, err = private.Sealer(key, "bauta serve sessions 1")
		}
		if err != nil {
			return api.Policy{}, err
		}
	}
	p := api.Policy{Pipeline: built.Pipeline}
	if f := built.Foreign; f != nil {
		p.Tell = func() func(*bauta.Message) (bool, error) { return tell(f) }
	}
	return p, nil
}

// behind makes the gateway, nil where none is asked for.
func (o *serving) behind(c api.Config) (*gateway.Gateway, error) {
	if !o.gateway {
		if o.upstream != "" {
			return nil, errUsage{errors.New("--upstream goes with --gateway")}
		}
		return nil, nil
	}
	at, err := url.Parse(o.upstream)
	if err != nil || at.Host == "" || at.Scheme != "https" && (at.Scheme != "http" || !loopback(at.Hostname())) {
		return nil, errUsage{errors.New("--upstream is https://HOST, or http:// on this machine")}
	}
	keys, err := secrets(o.upstreamBy)
	if err != nil {
		return nil, err
	}
	p := c.Policies[c.Default]
	return gateway.New(gateway.Config{
		Upstream: at, Allow: o.allow, Key: strings.Join(keys, ""), Guarded: len(c.Tokens) > 0, Bytes: o.room,
		Idle: o.silence, Unread: o.idle,
		Begin: func() *session.Session {
			if p.Tell == nil {
				return session.New(p.Pipeline, nil)
			}
			return session.New(p.Pipeline, p.Tell())
		},
	})
}

// leastToken is how many bytes a token has, so that nobody guesses it.
const leastToken = 16

// secrets reads a file of tokens or keys, one a line; none for no file.
func secrets(name string) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	data, err := private.Read(name, 64<<10)
	switch {
	case errors.Is(err, private.ErrShared):
		return nil, fmt.Errorf("%s: others may read it; %s", name, private.Close(name))
	case err != nil:
		return nil, fmt.Errorf("%s: cannot be opened; may you read it?", name)
	}
	out := strings.Fields(string(data))
	for _, t := range out {
		if len(t) < leastToken {
			return nil, fmt.Errorf("%s: a token of less than %d bytes; make one with openssl rand -hex 16", name,
				leastToken)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no token in it; put one on each line", name)
	}
	return out, nil
}
