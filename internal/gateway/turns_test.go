package gateway_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/gateway"
	"github.com/bauta/bauta/internal/session"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// counting counts what is read.
type counting struct{ n *atomic.Int32 }

func (c counting) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) {
	c.n.Add(1)
	return nil, nil
}

// TestTurns: a conversation that is sent whole with each message has those read that are new, and goes out as one of
// which nothing is known; of who has another key all are read.
func TestTurns(t *testing.T) {
	u := newUpstream(t)
	u.answer = func(w http.ResponseWriter, _ map[string]any) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{}`)
	}
	var n atomic.Int32
	counted := func(c *gateway.Config) {
		c.Begin = func() *session.Session {
			return session.New(&bauta.Pipeline{
				Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{names{}, counting{&n}}, Link: coref.Linker{},
				Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Suppress{}, bauta.Phone: mask.Suppress{}},
			}, nil)
		}
	}
	knows := gate(t, u, counted)
	var messages []string
	for turn := range 6 {
		messages = append(messages, fmt.Sprintf(`{"role":"user","content":"Hugo et %s, %d"}`, quoted(canary), turn))
		body := `{"model":"gpt-x","messages":[` + strings.Join(messages, ",") + `]}`
		for _, to := range []string{knows.URL, gate(t, u).URL} {
			if code, got := post(t, to+"/v1/chat/completions", body); code != 200 {
				t.Fatal(code, got)
			}
		}
		_, known, _ := strings.Cut(u.seen[len(u.seen)-2], `{"model"`)
		if _, anew, _ := strings.Cut(u.seen[len(u.seen)-1], `{"model"`); known != anew || betrayed(known) {
			t.Errorf("turn %d goes out otherwise", turn)
		}
	}
	if n.Load() != 6 {
		t.Errorf("%d messages were read of 6", n.Load())
	}
	r := must(http.NewRequest(http.MethodPost, knows.URL+"/v1/chat/completions", strings.NewReader(`{"messages":[`+messages[0]+`]}`)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer another-key")
	must(http.DefaultClient.Do(r)).Body.Close()
	if n.Load() != 7 {
		t.Error("what one sent is known to another")
	}
}
