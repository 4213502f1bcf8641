package api

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bauta/bauta"
)

// metrics counts, in the words of Prometheus. Names of labels are patterns of addresses,
// codes and types: nothing of a request.
type metrics struct {
	mu       sync.Mutex
	requests map[[2]string]int // by pattern and code
	spans    map[string]int    // by type
	texts    int
	took     [len(bounds) + 1]int
	seconds  float64
}

// bounds are those of the histogram of durations, in seconds.
var bounds = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

func newMetrics() *metrics {
	return &metrics{requests: map[[2]string]int{}, spans: map[string]int{}}
}

// found counts the finds of a text.
func (m *metrics) found(r *bauta.Result) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.texts++
	for _, s := range r.Spans {
		m.spans[string(s.Label)]++
	}
}

// status remembers what was answered.
type status struct {
	http.ResponseWriter
	code int
}

// WriteHeader remembers the code.
func (w *status) WriteHeader(code int) {
	if w.code == 0 {
		w.code = code
	}
	w.ResponseWriter.WriteHeader(code)
}

// Write is an answer that is well.
func (w *status) Write(b []byte) (int, error) {
	if w.code == 0 {
		w.code = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (w *status) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// counted counts the requests of a pattern.
func (s *Server) counted(pattern string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, to := time.Now(), &status{ResponseWriter: w}
		defer func() {
			m, took := s.metrics, time.Since(began).Seconds()
			m.mu.Lock()
			defer m.mu.Unlock()
			m.requests[[2]string{pattern, fmt.Sprint(to.code)}]++
			i, _ := slices.BinarySearch(bounds[:], took)
			m.took[i]++
			m.seconds += took
		}()
		next.ServeHTTP(to, r)
	})
}

// showMetrics answers a scrape.
func (s *Server) showMetrics(w http.ResponseWriter, _ *http.Request) {
	var b strings.Builder
	open, held := s.sessions.there()
	m := s.metrics
	m.mu.Lock()
	b.WriteString("# TYPE bauta_requests_total counter\n")
	byPattern := func(a, b [2]string) int { return strings.Compare(a[0]+a[1], b[0]+b[1]) }
	for _, k := range slices.SortedFunc(maps.Keys(m.requests), byPattern) {
		fmt.Fprintf(&b, "bauta_requests_total{route=%q,code=%q} %d\n", k[0], k[1], m.requests[k])
	}
	b.WriteString("# TYPE bauta_spans_total counter\n")
	for _, label := range slices.Sorted(maps.Keys(m.spans)) {
		fmt.Fprintf(&b, "bauta_spans_total{type=%q} %d\n", label, m.spans[label])
	}
	b.WriteString("# TYPE bauta_request_seconds histogram\n")
	sum := 0
	for i, n := range m.took {
		sum += n
		le := "+Inf"
		if i < len(bounds) {
			le = fmt.Sprint(bounds[i])
		}
		fmt.Fprintf(&b, "bauta_request_seconds_bucket{le=%q} %d\n", le, sum)
	}
	fmt.Fprintf(&b, "bauta_request_seconds_sum %g\nbauta_request_seconds_count %d\n", m.seconds, sum)
	fmt.Fprintf(&b, "# TYPE bauta_texts_total counter\nbauta_texts_total %d\n", m.texts)
	m.mu.Unlock()
	fmt.Fprintf(&b, "# TYPE bauta_sessions gauge\nbauta_sessions %d\n", open)
	fmt.Fprintf(&b, "# TYPE bauta_session_bytes gauge\nbauta_session_bytes %d\n", held)
	fmt.Fprintf(&b, "# TYPE bauta_in_flight gauge\nbauta_in_flight %d\n", len(s.limits.slots))
	fmt.Fprintf(&b, "# TYPE bauta_waiting gauge\nbauta_waiting %d\n", max(0, len(s.limits.queue)-len(s.limits.slots)))
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Write([]byte(b.String()))
}
