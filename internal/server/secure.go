package server

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// policy is the content security policy of every answer: nothing from
// elsewhere, no inline script or style, no sink that takes markup.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// maxBody bounds what a request may send, in bytes.
const maxBody = 64 << 10

// bodyKey finds the body without that bound, for the one address that takes files.
type bodyKey struct{}

// keepTLS is how long a browser that came by TLS comes by nothing else.
const keepTLS = "max-age=31536000"

// guard is what all requests go through: the headers, the host, the bound on
// the body, the protection against requests from other sites, the session.
func (s *Server) guard(hosts []string, next http.Handler) http.Handler {
	// Assets stand apart: they may be kept by whoever passes them on, and so must
	// never have a session's cookie beside them.
	mux := http.NewServeMux()
	mux.Handle("GET /assets/", assets())
	mux.Handle("/", http.NewCrossOriginProtection().Handler(s.sessions.LoadAndSave(next)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if s.tls && !ownMachine(r.Host) {
			h.Set("Strict-Transport-Security", keepTLS)
		}
		// Another name for this address is how a foreign page reaches a server on
		// loopback (DNS rebinding).
		if len(hosts) > 0 && !slices.Contains(hosts, r.Host) {
			http.Error(w, "this server does not answer under that name", http.StatusMisdirectedRequest)
			return
		}
		whole := r.Body
		r = r.WithContext(context.WithValue(r.Context(), bodyKey{}, whole))
		r.Body = http.MaxBytesReader(w, whole, maxBody)
		mux.ServeHTTP(w, r)
	})
}

// ownMachine tells whether a host is this machine by its common name: what is
// said of that holds for every server on it, at all ports.
func ownMachine(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// status remembers the status of an answer.
type status struct {
	http.ResponseWriter
	code int
}

func (w *status) WriteHeader(code int) {
	w.code = code
	w.ResponseWriter.WriteHeader(code)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *status) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// logged writes one line a request: the pattern, never the address itself.
func (s *Server) logged(pattern string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		seen := &status{w, http.StatusOK}
		next.ServeHTTP(seen, r)
		s.log.Info("request", "route", pattern, "status", seen.code, "ms", time.Since(start).Milliseconds())
	})
}
