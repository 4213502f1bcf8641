package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/user"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v4"

	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/internal/server"
)

// reviewServe are the options of review serve.
type reviewServe struct {
	desk
	listening
	client      string
	hosts       []string
	oidc        string
	log         string
	sessions    string
	demo        bool
	location    string
	feasibility string
	outline     string
	show        string
	purgeAfter  int
	policy      string
	maskKey     string
	audit       *deskTerms // of an audit that the link leads to; nil: it leads to the projects
}

func reviewServeCommand() *cobra.Command {
	o := &reviewServe{}
	cmd := &cobra.Command{
		Use: "serve STORE | --demo | --show FILE",
		Example: "  bauta review serve --demo\n" +
			"  bauta review serve desk.db --addr 127.0.0.1:8080",
		Short: "the pages where people decide",
		Args:  cobra.MaximumNArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&o.demo, "demo", false, "a store of its own on the shipped examples, gone when the server stops")
	f.StringVar(&o.show, "show", "", "a store of its own on this file, gone when the server stops")
	return cmd
}

func (o *reviewServe) flags(cmd *cobra.Command) {
	o.desk.flags(cmd)
	f := cmd.Flags()
	o.listening.flags(f, "127.0.0.1:0")
	f.StringVar(&o.client, "client-header", "", "header in which that proxy names the client's address: "+
		"X-Forwarded-For (its last entry counts)")
	f.StringSliceVar(&o.hosts, "host", nil, "answer under these names alone, with the port where it is not the "+
		"usual one (default beyond this machine: all)")
	f.StringVar(&o.oidc, "oidc", "", "file with issuer, client, secret, url: sign-in by OpenID Connect")
	f.StringVar(&o.log, "log", "", "file for one line a request: route, status, milliseconds")
	f.StringVar(&o.sessions, "sessions", "",
		"file that keeps people signed in over a restart (default: STORE.sessions)")
	f.StringVar(&o.location, "location", "", "bundle of a location model: adds the location page")
	f.StringVar(&o.feasibility, "feasibility", "", "bundle of a feasibility model: the page says what people could "+
		"tell, too")
	f.StringVar(&o.outline, "outline", "", "GeoJSON file with lines to draw on the maps")
	f.StringVar(&o.policy, "policy", "", "show results as this policy's export will have them (default: the type in "+
		"brackets)")
	f.StringVar(&o.maskKey, "mask-key", "", keyHelp)
	f.IntVar(&o.purgeAfter, "purge-after", int(review.PurgeAfter/day), "days after its release when a project's key "+
		"and texts are destroyed; -1: never")
}

func (o *reviewServe) run(cmd *cobra.Command, args []string) error {
	if (o.demo || o.show != "") == (len(args) == 1) {
		return errUsage{errors.New("review serve takes a store, or --demo")}
	}
	if o.client != "" && !o.behindProxy {
		return errUsage{errors.New("--client-header is of --behind-proxy: without a proxy anybody writes it")}
	}
	if o.demo || o.show != "" {
		return o.serveDemo(cmd)
	}
	s, err := o.open(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	if o.sessions == "" && !sqlstore.IsPostgres(args[0]) {
		o.sessions = args[0] + ".sessions"
	}
	return errors.Join(o.serve(cmd, s), s.Close())
}

// serve listens and answers until the context ends.
func (o *reviewServe) serve(cmd *cobra.Command, s *sqlstore.Store) error {
	ctx := cmd.Context()
	l, err := o.listen(ctx)
	if err != nil {
		return err
	}
	c, err := o.pages(cmd, s, l.Addr())
	if err != nil {
		return errors.Join(err, l.Close())
	}
	h, err := server.New(ctx, c)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	end, err := startPurging(cmd, s, c)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer end()
	defer readWords(ctx, s, c.Log)()
	scheme := "http"
	if o.cert != "" {
		scheme = "https"
	}
	w := cmd.OutOrStdout()
	if c.Link != "" {
		fmt.Fprintf(w, "open %s://%s/link/%s\n", scheme, l.Addr(), c.Link)
		fmt.Fprintln(cmd.ErrOrStderr(), "the link signs you in once, within an hour; Ctrl+C ends the server")
	} else {
		fmt.Fprintf(w, "serving %s://%s/\n", scheme, l.Addr())
	}
	if o.behindProxy && o.client == "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "all people seem to come from the proxy's address: who guesses passwords "+
			"makes all wait; see --client-header")
	}
	return answerUntil(ctx, l, h)
}

// pages gathers what the server is made of.
func (o *reviewServe) pages(cmd *cobra.Command, s *sqlstore.Store, at net.Addr) (server.Config, error) {
	c := server.Config{
		Store: s, PurgeAfter: time.Duration(o.purgeAfter) * day, Hosts: o.hosts, ClientHeader: o.client,
		TLS: o.cert != "" || o.behindProxy, Porter: &port{s, o.policy, o.maskKey},
	}
	err := o.places(&c)
	if err != nil {
		return c, err
	}
	if o.policy != "" {
		if c.Replace, err = shows(o.policy, o.maskKey); err != nil {
			return c, err
		}
	}
	if c.Sessions, err = o.keep(); err != nil {
		return c, err
	}
	if c.Log, err = o.logger(cmd.ErrOrStderr()); err != nil {
		return c, err
	}
	if o.oidc != "" {
		if c.OIDC, err = readOIDC(o.oidc); err != nil {
			return c, err
		}
	}
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return c, err
	}
	c.Port = port
	local := loopback(host) && !o.behindProxy
	if local {
		for _, name := range []string{host, "127.0.0.1", "localhost", "::1"} {
			c.Hosts = append(c.Hosts, net.JoinHostPort(name, port))
		}
	}
	waits, err := nobodyYet(cmd.Context(), s)
	if err != nil {
		return c, err
	}
	if local || waits {
		c.Link = rand.Text()
		c.User, err = owner(cmd.Context(), s)
	}
	if err == nil && o.audit != nil {
		err = o.audits(cmd, s, &c)
	}
	return c, err
}

// keep is where sessions are kept: a file, or memory.
func (o *reviewServe) keep() (scs.Store, error) {
	if o.sessions == "" {
		return nil, nil
	}
	return server.OpenSessions(o.sessions)
}

// logger writes requests to the file that was named, and what goes wrong to
// standard error.
func (o *reviewServe) logger(errOut io.Writer) (*slog.Logger, error) {
	if o.log == "" {
		return slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: slog.LevelWarn})), nil
	}
	f, err := private.OpenFile(o.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written", o.log)
	}
	return slog.New(slog.NewTextHandler(f, nil)), nil // open as long as the program runs
}

// nobodyYet tells whether no account can sign in, so that a first one must come
// by the link.
func nobodyYet(ctx context.Context, s review.People) (bool, error) {
	users, err := s.Users(ctx)
	for _, u := range users {
		if !u.Disabled && (u.Password != "" || u.Subject != "") {
			return false, err
		}
	}
	return true, err
}

// owner is the account of whoever starts the server: who holds the key of the
// store owns what is in it.
func owner(ctx context.Context, s *sqlstore.Store) (int64, error) {
	u, err := s.UserByLogin(ctx, "owner")
	if errors.Is(err, review.ErrNotFound) {
		name := "Owner"
		if me, err := user.Current(); err == nil {
			name = cmp.Or(me.Name, me.Username, name)
		}
		u, err = s.AddUser(ctx, review.User{Login: "owner", Display: name})
	}
	if err != nil {
		return 0, err
	}
	projects, err := s.Projects(ctx, 0)
	for _, p := range projects {
		var role review.Role
		if role, err = s.Role(ctx, p.ID, u.ID); err == nil && role == "" {
			err = s.SetMember(ctx, review.Member{Project: p.ID, User: u.ID, Role: review.Owner}, u.ID)
		}
		if err != nil {
			return 0, err
		}
	}
	return u.ID, err
}

// maxOIDC bounds the file of an issuer, in bytes.
const maxOIDC = 64 << 10

// readOIDC reads the configuration of an issuer. It holds a secret, so others
// may not read it.
func readOIDC(path string) (*server.OIDC, error) {
	src, err := private.Read(path, maxOIDC)
	switch {
	case errors.Is(err, private.ErrShared):
		return nil, fmt.Errorf("%s: others can read the client's secret; %s", path, private.Close(path))
	case err != nil:
		return nil, fmt.Errorf("%s: cannot be opened; does it exist?", path)
	}
	var f struct {
		Issuer, Client, Secret, URL, Name string
		Create                            bool
	}
	dec := yaml.NewDecoder(bytes.NewReader(src))
	dec.KnownFields(true)
	if err := dec.Decode(&f); err != nil || f.Issuer == "" || f.Client == "" || f.URL == "" {
		return nil, fmt.Errorf("%s: write issuer, client, secret and url (and name, create) as YAML", path)
	}
	return &server.OIDC{
		Issuer: f.Issuer, ClientID: f.Client, Secret: f.Secret, URL: f.URL, Name: f.Name,
		Create: f.Create,
	}, nil
}
