// Package api answers over HTTP what the library does: text in, text out. It listens
// to nobody without a token beyond this machine, answers every fault with a problem
// (RFC 9457) that holds no text, and writes no text anywhere.
package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"path"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta"
)

// Policy is what a name of a policy stands for.
type Policy struct {
	Pipeline *bauta.Pipeline
	// Tell begins to tell the languages of the messages of a conversation; nil tells
	// none.
	Tell func() func(*bauta.Message) (keep bool, err error)
}

// Config says what is served, and how much of it at once.
type Config struct {
	// Policies by name; Default is that of a request that names none.
	Policies map[string]Policy
	Default  string
	// Tokens are those of which a request must bring one; none lets in whoever reaches
	// the server, which then answers under names of this machine alone.
	Tokens []string
	// Certificates says that a client certificate, which TLS has verified, stands for a
	// token.
	Certificates bool

	MaxBody  int64         // bytes of a request; 0: 4 MiB
	MaxTexts int           // texts of a batch; 0: 1000
	AtOnce   int           // requests worked on; 0: twice the cores
	Waiting  int           // requests that wait for them; 0: 16 times as many
	Timeout  time.Duration // of a request, and of its body through the gateway; 0: 30 s
	// LongTimeout is that of all of a request through the gateway, and of one of lines; 0: 15 minutes.
	LongTimeout time.Duration
	Idle        time.Duration // for which a client of lines may send or read none; 0: 2 minutes
	SessionAge  time.Duration // for which an unused session is kept; 0: an hour
	// SessionBytes bounds what all sessions hold, about; 0: 256 MiB. None goes before its time: from
	// three quarters on none begins, and from there on none takes another text.
	SessionBytes int64

	// Gateway, if not nil, answers what nothing else does, behind the token and the bounds.
	Gateway http.Handler
	Now     func() time.Time // nil: time.Now
}

// Server answers requests. It is safe for concurrent use.
type Server struct {
	Config
	tokens   [][sha256.Size]byte
	limits   *limits
	sessions *sessions
	metrics  *metrics
	handler  http.Handler
}

// New makes a server.
func New(c Config) (*Server, error) {
	if _, ok := c.Policies[c.Default]; !ok {
		return nil, errors.New("api: the default policy is none of the policies")
	}
	preset(&c.MaxBody, 4<<20)
	preset(&c.MaxTexts, 1000)
	preset(&c.AtOnce, 2*runtime.GOMAXPROCS(0))
	preset(&c.Waiting, 16*c.AtOnce)
	preset(&c.Timeout, 30*time.Second)
	preset(&c.LongTimeout, max(c.Timeout, 15*time.Minute))
	preset(&c.Idle, 2*time.Minute)
	preset(&c.SessionBytes, 256<<20)
	preset(&c.SessionAge, time.Hour)
	if c.Now == nil {
		c.Now = time.Now
	}
	here := c.AtOnce + c.Waiting
	s := &Server{
		Config: c, metrics: newMetrics(),
		limits: &limits{
			slots: make(chan struct{}, c.AtOnce), queue: make(chan struct{}, here),
			bodies: &bodies{most: 16 * here, bytes: int64(here) * c.MaxBody}, body: c.MaxBody,
			timeout: c.Timeout, reading: c.Timeout,
		},
	}
	s.sessions = newSessions(s)
	for _, t := range c.Tokens {
		s.tokens = append(s.tokens, sha256.Sum256([]byte(t)))
	}
	s.handler = s.routes()
	return s, nil
}

func preset[T int | int64 | time.Duration](to *T, value T) {
	if *to <= 0 {
		*to = value
	}
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// route is an address, and who is answered there.
type route struct {
	pattern string
	open    bool    // to who has no token
	bounds  *limits // nil: none
	lines   bool    // answered while the request comes
	serve   http.HandlerFunc
}

// routes is every address behind its checks.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	all := []route{
		{"GET /healthz", true, nil, false, s.health},
		{"GET /health", true, nil, false, s.health},
		{"GET /metrics", false, nil, false, s.showMetrics},
		{"GET /openapi.json", false, nil, false, s.showOpenAPI},
		{"/", false, nil, false, func(w http.ResponseWriter, r *http.Request) { s.otherwise(mux, w, r) }},
	}
	streams := &limits{queue: make(chan struct{}, 64*s.AtOnce), timeout: s.LongTimeout} // which wait most of the time
	for _, e := range s.endpoints() {
		bounds := s.limits
		if e.lines {
			bounds = streams
		}
		all = append(all, route{e.pattern, false, bounds, e.lines, e.serve})
	}
	if s.Gateway != nil { // which waits for somebody else most of the time
		long := &limits{
			queue: make(chan struct{}, 64*s.AtOnce), bodies: s.limits.bodies, body: s.MaxBody,
			timeout: s.LongTimeout, reading: s.Timeout,
		}
		all = append(all, route{behind, false, long, false, s.Gateway.ServeHTTP})
	}
	for _, at := range all {
		h := at.serve
		if at.bounds != nil {
			h = at.bounds.bounded(h)
		}
		if !at.open {
			h = s.allowed(h)
		}
		if at.lines {
			h = bothWays(h)
		}
		mux.Handle(at.pattern, s.counted(at.pattern, s.hosted(h)))
	}
	return recovered(straight(mux))
}

// behind are the addresses of the gateway.
const behind = "POST /v1/"

// otherwise answers what is no address, or none with this method.
func (s *Server) otherwise(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	var allow []string
	gate, _ := s.Gateway.(interface{ Addresses() []string })
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete} {
		switch _, pattern := mux.Handler(&http.Request{Method: method, URL: r.URL, Host: r.Host}); {
		case pattern == "/":
		case pattern != behind, gate != nil && slices.Contains(gate.Addresses(), r.URL.Path):
			allow = append(allow, method)
		}
	}
	if allow == nil {
		nowhere(w, r)
		return
	}
	w.Header().Set("Allow", strings.Join(allow, ", "))
	fail(w, problem{Status: http.StatusMethodNotAllowed, Detail: "not with this method; see Allow, and /openapi.json"})
}

// straight answers an address that is written in a roundabout way (//v1, /v1/.., /v1) with a problem, where the
// library would send the client on and repeat the address, which may hold a text.
func straight(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := r.URL.EscapedPath()
		clean := path.Clean("/" + at)
		if strings.HasSuffix(at, "/") && clean != "/" {
			clean += "/"
		}
		if at != clean || at == "/v1" {
			nowhere(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// recovered answers a panic with a problem, and shows nothing of its value.
func recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				panic(p) // an answer that had begun is broken off
			default:
				fail(w, problem{
					Status: http.StatusInternalServerError, Detail: "a bug in bauta; nothing was released",
				})
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// hosted answers under names of this machine alone where no token is asked for: a page
// of the web may otherwise take a name of its own for this address.
func (s *Server) hosted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		ip := net.ParseIP(strings.Trim(host, "[]"))
		here := strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
		if len(s.tokens) == 0 && !s.Certificates && !here {
			fail(w, problem{
				Status: http.StatusMisdirectedRequest, Detail: "without a token this server answers as localhost",
			})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// allowed asks for a token.
func (s *Server) allowed(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case len(s.tokens) == 0 && !s.Certificates, s.Certificates && certified(r) != "", s.knows(token(r)):
			next.ServeHTTP(w, r)
		case len(s.tokens) > 0:
			w.Header().Set("WWW-Authenticate", "Bearer")
			fail(w, problem{Status: http.StatusUnauthorized, Detail: "send a token: Authorization: Bearer …"})
		default:
			fail(w, problem{
				Status: http.StatusUnauthorized, Detail: "show a client certificate that this server knows",
			})
		}
	}
}

// certified is whose certificate TLS has verified; "" for nobody's.
func certified(r *http.Request) string {
	if r.TLS == nil || len(r.TLS.VerifiedChains) == 0 {
		return ""
	}
	return "certificate " + string(r.TLS.PeerCertificates[0].RawSubject)
}

// token is what a request brings: as bearer, as Anthropic's clients do, or in a header
// of its own where the others hold the key of who stands behind a gateway.
func token(r *http.Request) string {
	if t := r.Header.Get("X-Bauta-Token"); t != "" {
		return t
	}
	if scheme, t, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
		return strings.TrimLeft(t, " ")
	}
	return r.Header.Get("X-Api-Key")
}

// knows compares a token with all, in a time that says nothing of them.
func (s *Server) knows(token string) bool {
	sum, found := sha256.Sum256([]byte(token)), 0
	for i := range s.tokens {
		found |= subtle.ConstantTimeCompare(sum[:], s.tokens[i][:])
	}
	return found == 1
}

func nowhere(w http.ResponseWriter, _ *http.Request) {
	fail(w, problem{
		Status: http.StatusNotFound, Detail: "no such address; see /openapi.json",
	})
}

// health says that the server answers, in a word as Presidio does.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, "bauta service is up\n")
}
