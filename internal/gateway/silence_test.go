package gateway_test

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/gateway"
)

// TestSilent: an upstream that says nothing, before its answer or in the middle of it, is given up; the client
// has an error and nothing half.
func TestSilent(t *testing.T) {
	for name, begun := range map[string]string{
		"no answer": "", "a stream": "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Dear <PERS\"}}]}\n\n", "a whole": `{"content":"Dear <PERSON_1>`,
	} {
		let := make(chan bool)
		u := newUpstream(t)
		u.answer = func(w http.ResponseWriter, _ map[string]any) {
			w.Header().Set("Content-Type", map[bool]string{true: "text/event-stream", false: "application/json"}[name == "a stream"])
			if begun != "" {
				io.WriteString(w, begun)
				w.(http.Flusher).Flush()
			}
			<-let
		}
		at := gate(t, u, func(c *gateway.Config) { c.Idle = 20 * time.Millisecond }).URL
		code, got := post(t, at+"/v1/chat/completions", `{"messages":[{"role":"user","content":"`+quoted(canary)+`"}]}`)
		close(let)
		if want := map[bool]int{true: 200, false: 504}[name == "a stream"]; code != want || betrayed(got) || strings.Contains(got, "PERS") || !strings.Contains(got, "did not answer in time") {
			t.Errorf("%s: %d %s", name, code, got)
		}
	}
}

// TestUnread: a client that reads nothing of a stream holds its place no longer than it may.
func TestUnread(t *testing.T) {
	ended := make(chan bool)
	u := newUpstream(t)
	u.answer = func(w http.ResponseWriter, _ map[string]any) {
		w.Header().Set("Content-Type", "text/event-stream")
		event := `data: {"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("a", 100_000) + `"}}]}` + "\n\n"
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
			if _, err := io.WriteString(w, event); err != nil {
				close(ended)
				return
			}
		}
	}
	at := gate(t, u, func(c *gateway.Config) { c.Unread = 100 * time.Millisecond }).URL
	conn, err := net.Dial("tcp", strings.TrimPrefix(at, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Error("the stream goes on")
	}
}
