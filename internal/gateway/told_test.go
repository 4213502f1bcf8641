package gateway_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/gateway"
)

// TestToldByBytes: what may be asked on is bounded by what sessions hold. A conversation of many
// answers counts once, answers that nobody asks on not at all; what was asked on longest ago
// goes first, and who asks on it is told to send the messages.
func TestToldByBytes(t *testing.T) {
	u, n := newUpstream(t), 0
	u.answer = func(w http.ResponseWriter, _ map[string]any) {
		n++
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, fmt.Sprintf(`{"id":"resp_%d"}`, n))
	}
	at := gate(t, u, func(c *gateway.Config) { c.Bytes = 64 << 10 }).URL + "/v1/"
	ask := func(path, previous string) (int, string) {
		body, _ := json.Marshal(map[string]string{"previous_response_id": previous, "input": canary})
		if previous == "" {
			body = []byte(`{"input":"et Hugo"}`)
		}
		code, _ := post(t, at+path, string(body))
		return code, fmt.Sprintf("resp_%d", n)
	}
	_, first := ask("responses", "")
	for last := first; n < 20; {
		code, next := ask("responses", last)
		if code != 200 {
			t.Fatalf("answer %s cannot be asked on: %d", last, code)
		}
		last = next
	}
	for n < 40 {
		ask("chat/completions", "")
	}
	if code, _ := ask("responses", first); code != 200 {
		t.Errorf("the first answer of a long conversation: %d, after answers that nobody asks on", code)
	}
	if code, _ := ask("responses", "resp_30"); code != 400 {
		t.Errorf("an answer of another kind is asked on: %d", code)
	}
	latest := ""
	for n < 60 {
		_, latest = ask("responses", "")
	}
	if code, _ := ask("responses", latest); code != 200 {
		t.Errorf("the latest conversation: %d", code)
	}
	seen := len(u.seen)
	if code, _ := ask("responses", first); code != 400 || len(u.seen) > seen {
		t.Errorf("a conversation that was let go: %d", code)
	}
	if betrayed(u.sees()) {
		t.Error("the upstream saw the canary")
	}
}

// TestToldToWhoAsked: an answer is asked on by who asked, as their certificate says.
func TestToldToWhoAsked(t *testing.T) {
	u := newUpstream(t)
	u.answer = func(w http.ResponseWriter, _ map[string]any) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"resp_1"}`)
	}
	gateway := gate(t, u).Config.Handler
	as := func(who, body string) int {
		r := httptest.NewRequest(http.MethodPost, "/v1/responses", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		by := []*x509.Certificate{{RawSubject: []byte(who)}}
		r.TLS = &tls.ConnectionState{PeerCertificates: by, VerifiedChains: [][]*x509.Certificate{by}}
		w := httptest.NewRecorder()
		gateway.ServeHTTP(w, r)
		return w.Code
	}
	const on = `{"previous_response_id":"resp_1","input":"et Hugo"}`
	if first, other, same := as("a", `{"input":"Hugo"}`), as("b", on), as("a", on); first != 200 || other != 400 || same != 200 {
		t.Errorf("asked %d, by another %d, again %d", first, other, same)
	}
}
