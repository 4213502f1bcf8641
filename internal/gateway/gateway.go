// Package gateway stands between programs and a language model: requests go out with
// placeholders for who they name, and answers come back with the names, whole or as they
// stream. What it does not understand it does not pass on.
package gateway

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta/internal/jsontext"
	"github.com/bauta/bauta/internal/session"
)

// Config says where requests go.
type Config struct {
	Upstream *url.URL
	Begin    func() *session.Session // of a request
	Allow    []string                // kinds of media that go out unread: image, audio, video, file
	Key      string                  // of the upstream; "": that of the request
	Guarded  bool                    // the request's own token is for us, unless it is in X-Bauta-Token
	Client   *http.Client            // nil: one without redirects
	Idle     time.Duration           // for which an upstream may be silent; 0: 2 minutes
	Unread   time.Duration           // for which a client may leave an event unread; 0, and at most: 30 s
	Bytes    int64                   // that the sessions of answers which may be asked on hold, about; 0: 256 MiB
}

// Gateway answers what clients of OpenAI and Anthropic ask.
type Gateway struct {
	Config
	told  *told
	known *session.Known
}

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 32 << 20

// What is known of messages that were sent before: bytes, and for how long without being sent.
const (
	maxKnown = 32 << 20
	knownFor = time.Hour
)

// New makes a gateway.
func New(c Config) (*Gateway, error) {
	if c.Upstream == nil || c.Upstream.Host == "" || c.Begin == nil {
		return nil, errors.New("gateway: give the address of the upstream: https://HOST")
	}
	if c.Client == nil {
		c.Client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // what was sent to one place is for no other
		}}
	}
	if c.Idle <= 0 {
		c.Idle = 2 * time.Minute
	}
	if c.Unread <= 0 || c.Unread > writeTime {
		c.Unread = writeTime
	}
	if c.Bytes <= 0 {
		c.Bytes = 256 << 20
	}
	return &Gateway{Config: c, told: newTold(c.Bytes), known: session.NewKnown(maxKnown, knownFor)}, nil
}

// Addresses are what is passed on.
func (*Gateway) Addresses() []string {
	return []string{
		"/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/messages/count_tokens", "/v1/embeddings",
	}
}

// fault is an error of the gateway, in the shape of both kinds of upstream.
type fault struct {
	status int
	kind   string
	says   string
}

// Error says what is wrong.
func (f fault) Error() string { return f.says }

// write answers with the fault.
func (f fault) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(f.status)
	w.Write(f.body())
}

func (f fault) body() []byte {
	body, _ := json.Marshal(map[string]any{
		"type": "error", "error": map[string]any{"type": f.kind, "message": "bauta: " + f.says, "code": f.kind},
	})
	return append(body, '\n')
}

func refused(says string) fault { return fault{http.StatusBadRequest, "invalid_request_error", says} }

// faultOf is what is said of an error: nothing that may hold text.
func faultOf(err error) fault {
	var f fault
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, new(*http.MaxBytesError)):
		return fault{http.StatusRequestEntityTooLarge, "request_too_large", "the request is too long"}
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fault{http.StatusRequestTimeout, "request_timeout", "the request came too slowly"}
	case errors.Is(err, session.ErrFull), errors.Is(err, session.ErrForeign):
		return fault{http.StatusUnprocessableEntity, "invalid_request_error", err.Error()}
	case errors.Is(err, jsontext.ErrJSON), errors.Is(err, jsontext.ErrDepth), errors.Is(err, jsontext.ErrUTF8):
		return refused(err.Error())
	}
	return fault{http.StatusBadGateway, "upstream_error", "nothing was passed on"}
}

// ServeHTTP passes a request on and its answer back.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := g.pass(w, r); err != nil {
		faultOf(err).write(w)
	}
}

func (g *Gateway) pass(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodPost || !slices.Contains(g.Addresses(), r.URL.Path) {
		return fault{http.StatusNotFound, "not_found_error", "no such address; " + strings.Join(g.Addresses(), ", ")}
	}
	if r.Header.Get("Content-Encoding") != "" {
		return fault{http.StatusUnsupportedMediaType, "invalid_request_error", "send it without Content-Encoding"}
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return fault{http.StatusUnsupportedMediaType, "invalid_request_error", "send Content-Type: application/json"}
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if jsontext.Halved(raw) {
		return refused(`half a surrogate pair (\ud83d alone); write the character whole`)
	}
	var asked struct {
		Previous     string `json:"previous_response_id"`
		Conversation any    `json:"conversation"`
	}
	json.Unmarshal(raw, &asked) // what cannot be read is found out below
	s, err := g.session(r, asked.Previous, asked.Conversation != nil)
	if err != nil {
		return err
	}
	clean, err := (&request{ctx: r.Context(), s: s, allow: g.Allow}).rewrite(raw)
	g.told.grown(s)
	if err != nil {
		return err
	}
	a := &answer{s: s, told: func(string) {}}
	if r.URL.Path == "/v1/responses" { // other answers nobody asks on
		a.told = func(id string) { g.told.put(answerOf(r, id), s) }
	}
	return g.send(w, r, clean, a)
}

// session gives the session of a request: that of the answer which it follows.
func (g *Gateway) session(r *http.Request, previous string, elsewhere bool) (*session.Session, error) {
	if elsewhere {
		return nil, refused("a conversation that the upstream holds cannot be restored; send its messages")
	}
	if previous == "" {
		s, owner := g.Begin(), answerOf(r, "")
		s.Recall(g.known, owner[:])
		return s, nil
	}
	s, ok := g.told.get(answerOf(r, previous))
	if !ok {
		return nil, refused("previous_response_id names no answer that came through here; send the messages")
	}
	return s, nil
}

// send asks the upstream.
func (g *Gateway) send(w http.ResponseWriter, r *http.Request, body []byte, a *answer) error {
	ctx, silent := newSilence(r.Context(), g.Idle)
	defer silent.end()
	to := *g.Upstream
	to.Path = strings.TrimSuffix(strings.TrimSuffix(to.Path, "/"), "/v1") + r.URL.Path
	out, err := http.NewRequestWithContext(ctx, http.MethodPost, to.String(), bytes.NewReader(body))
	if err != nil {
		return fault{http.StatusBadGateway, "upstream_error", "the address of the upstream is none"}
	}
	g.headers(out.Header, r.Header)
	got, err := g.Client.Do(out)
	if err != nil {
		return silent.or(fault{http.StatusBadGateway, "upstream_error", "the upstream does not answer"})
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		return failed(w, got)
	}
	kind, _, _ := mime.ParseMediaType(got.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		return silent.or(a.whole(w, got.Body))
	case "text/event-stream":
		return a.stream(w, got.Body, silent, g.Unread)
	}
	return fault{http.StatusBadGateway, "upstream_error", "the upstream answers in a form that is not known"}
}

// headers are what of a request's the upstream sees.
func (g *Gateway) headers(to, from http.Header) {
	to.Set("Content-Type", "application/json")
	to.Set("User-Agent", "bauta")
	for _, name := range []string{"Accept", "Anthropic-Version", "Anthropic-Beta", "Openai-Beta"} {
		if v := from.Get(name); protocol(v) || name == "Accept" && v == "text/event-stream" {
			to.Set(name, v)
		}
	}
	switch own := !g.Guarded || from.Get("X-Bauta-Token") != ""; {
	case g.Key != "":
		to.Set("Authorization", "Bearer "+g.Key)
		to.Set("X-Api-Key", g.Key)
	case own:
		for _, name := range []string{"Authorization", "X-Api-Key"} {
			if v := from.Get(name); v != "" {
				to.Set(name, v)
			}
		}
	}
}

// failed says that the upstream refused, and with what word of the protocol. What else it
// says may quote the request.
func failed(w http.ResponseWriter, got *http.Response) error {
	var says struct {
		Error struct{ Type, Code any }
	}
	raw, _ := io.ReadAll(io.LimitReader(got.Body, 64<<10))
	json.Unmarshal(raw, &says)
	f := fault{got.StatusCode, "upstream_error", fmt.Sprintf("the upstream answers with status %d", got.StatusCode)}
	f.kind = cmp.Or(errorWord(says.Error.Code), errorWord(says.Error.Type), f.kind)
	if f.status < 400 || f.status > 599 {
		f.status = http.StatusBadGateway
	}
	if after := got.Header.Get("Retry-After"); len(after) < 8 && protocol(after) {
		w.Header().Set("Retry-After", after)
	}
	return f
}

// errorWord is the word of the protocol that an upstream has for an error, "" for what is none.
func errorWord(v any) string {
	if word, ok := v.(string); ok && len(word) < 64 && snake(word) {
		return word
	}
	return ""
}

// snake reports a word as protocols name errors.
func snake(word string) bool {
	return !strings.ContainsFunc(word, func(c rune) bool { return c != '_' && (c < 'a' || c > 'z') })
}
