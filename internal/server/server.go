package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/server/ui"
)

// Config is what a server is made of. Store is all that must be given.
type Config struct {
	Store review.Store
	// Keys is the registry of keys; nil is StandardKeys.
	Keys Keymap
	// Sessions keeps who is signed in; nil keeps it in memory, so that a restart
	// signs everybody out.
	Sessions scs.Store
	// Link signs User in once at /link/Link, within LinkLife; empty: there is no
	// such link.
	Link string
	User int64
	// Leads is the path to which the link leads; empty: the projects.
	Leads string
	// Terms are those on which the page of the audit proposes to begin; zero: the usual ones.
	Terms review.Terms
	// OIDC signs people in by OpenID Connect; nil: local accounts alone.
	OIDC *OIDC
	// Hosts are the values of the Host header that are answered; none: all.
	Hosts []string
	// Port is the one people reach this server at; it is part of the names of its
	// cookies. Empty: there is no other server on this host.
	Port string
	// TLS says that people reach this server by TLS, spoken here or by a proxy.
	TLS bool
	// ClientHeader is the header in which a proxy names the client's address, as
	// X-Forwarded-For; empty: what requests say about that is not believed.
	ClientHeader string
	// Replace writes what stands for a span of the text, for previews; nil: the
	// label in brackets.
	Replace func(ctx context.Context, text string, span bauta.Span) (string, error)
	// Porter takes messages in and out; nil: the pages do neither.
	Porter Porter
	// PurgeAfter is how long after its release a project's texts are destroyed,
	// by whoever serves the pages; the page of releases tells it. Negative: never.
	PurgeAfter time.Duration
	// Locator guesses places; nil: there is no location screen.
	Locator Locator
	// Outline is drawn on its maps.
	Outline Outline
	// Log takes a line a request: route pattern, status, milliseconds. nil: none.
	Log *slog.Logger
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// Server answers the pages and their API. It is safe for concurrent use.
type Server struct {
	store      review.Store
	keys       Keymap
	sessions   *scs.SessionManager
	ending     sync.Mutex // one sign-out everywhere at a time
	link       *onceLink
	tries      *tries
	oidc       *provider
	replace    func(ctx context.Context, text string, span bauta.Span) (string, error)
	locator    Locator
	below      sync.Map // messages whose place cannot be told
	audits     sync.Map // of projects, as they are known
	terms      review.Terms
	outline    Outline
	purgeAfter time.Duration
	porter     Porter
	intakes    *intakes
	beside     func(job func(context.Context)) context.CancelFunc
	tls        bool

	clientHeader string
	flightCookie string
	phrases      phrases

	log       *slog.Logger
	now       func() time.Time
	templates map[string]*template.Template
	handler   http.Handler
}

// idle is how long a session lasts without a request.
const idle = 30 * time.Minute

// New makes a server. It fails on a key that does two things, on a template
// that does not parse, and on an OIDC issuer that does not answer.
func New(ctx context.Context, c Config) (*Server, error) {
	if c.Store == nil {
		return nil, errors.New("server: no store given")
	}
	if c.Keys == nil {
		c.Keys = StandardKeys()
	}
	if err := c.Keys.Check(); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Replace == nil {
		c.Replace = inBrackets
	}
	s := &Server{
		store: c.Store, keys: c.Keys, replace: c.Replace, log: c.Log, now: c.Now,
		terms: c.Terms, locator: c.Locator, outline: c.Outline, purgeAfter: c.PurgeAfter,
		link: &onceLink{
			now: c.Now, leads: cmp.Or(c.Leads, "/"), until: c.Now().Add(LinkLife), token: c.Link, user: c.User,
		},
		tries:  newTries(c.Now),
		porter: c.Porter, intakes: newIntakes(c.Now), beside: beside(ctx),
		tls: c.TLS, clientHeader: c.ClientHeader, flightCookie: cookieName("bauta-oidc", c.Port),
	}
	var err error
	if s.phrases, err = readPhrases(ui.Files); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if s.templates, err = parseTemplates(); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if c.OIDC != nil {
		if s.oidc, err = newProvider(ctx, *c.OIDC); err != nil {
			return nil, fmt.Errorf("server: OpenID Connect: %w", err)
		}
	}
	s.sessions = newSessions(c.Sessions, cookieName("bauta", c.Port))
	s.handler = s.guard(c.Hosts, s.routes())
	return s, nil
}

// beside runs jobs beside the requests, until the server ends or one is cancelled.
func beside(life context.Context) func(job func(context.Context)) context.CancelFunc {
	return func(job func(context.Context)) context.CancelFunc {
		ctx, cancel := context.WithCancel(life)
		go func() {
			defer cancel()
			job(ctx)
		}()
		return cancel
	}
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// inBrackets is the preview where no operator is given.
func inBrackets(_ context.Context, _ string, span bauta.Span) (string, error) {
	return "[" + string(span.Label) + "]", nil
}

// screens are the names in the registry of keys, sorted.
func (s *Server) screens() []string { return slices.Sorted(maps.Keys(s.keys)) }

// route is one address: the pattern of net/http, who may use it, and what
// answers. A pattern with {slug} is about a project: roles are those in it.
type route struct {
	pattern string
	may     access
	serve   http.HandlerFunc
}

// table is every address of the server.
func (s *Server) table() []route {
	return slices.Concat([]route{
		{"GET /{$}", member, s.home},
		{"GET /sign-in", anybody, s.showSignIn},
		{"POST /sign-in", anybody, s.signIn},
		{"POST /sign-out", anybody, s.signOut},
		{"GET /link/{token}", anybody, s.showLink},
		{"POST /link/{token}", anybody, s.useLink},
		{"GET /oidc/start", anybody, s.startOIDC},
		{"GET /oidc/return", anybody, s.returnOIDC},
		{"GET /settings", member, s.showSettings},
		{"POST /settings", member, s.saveSettings},
		{"POST /settings/theme", member, s.saveTheme},
		{"POST /settings/language", anybody, s.saveLanguage},
		{"GET /healthz", anybody, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }},
	}, s.accountRoutes(), s.reviewRoutes(), s.markRoutes(), s.wordRoutes(), s.annotateRoutes(), s.guidelineRoutes(),
		s.adjudicateRoutes(),
		s.locationRoutes(),
		s.projectRoutes(), s.importRoutes(),
		s.secondRoutes(), s.dashboardRoutes(), s.releaseRoutes(), s.peopleRoutes())
}

// routes is the table as a handler: each address behind its access check, and
// its log line.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, rt := range s.table() {
		mux.Handle(rt.pattern, s.logged(rt.pattern, s.checked(rt)))
	}
	mux.Handle("/", s.logged("/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, review.ErrNotFound)
	})))
	return mux
}

// isAPI tells whether the answer is read by a module, not by a person.
func isAPI(r *http.Request) bool { return strings.Contains(r.URL.Path, "/api/") }
