package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/text"
	_ "modernc.org/sqlite"
)

// noStore is a store that is never asked.
type noStore struct{ review.Store }

// canary is a word of the messages that must be seen nowhere but in the pages.
const canary = "Zyxabelle"

// world is a server with one project and the people of it.
type world struct {
	*Server
	store   review.Store
	http    *httptest.Server
	port    string
	project review.Project
	users   map[review.Role]review.User
	log     *buffer
	mu      sync.Mutex
	time    time.Time
}

// buffer is a log that may be written and read at once.
type buffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.time
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.time = w.time.Add(d)
}

// newWorld imports texts in which each word of [brackets] is a question; a "!"
// before the bracket makes it one that should be kept.
func newWorld(t testing.TB, change func(*Config), texts ...string) *world {
	t.Helper()
	ctx := t.Context()
	w := &world{users: map[review.Role]review.User{}, log: &buffer{}, time: time.Now()}
	store, err := sqlstore.Open(ctx, filepath.Join(t.TempDir(), "desk.db"), sqlstore.Config{Key: bytes.Repeat([]byte{7}, 32), Now: w.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	w.store = store
	w.project, err = store.CreateProject(ctx, review.Project{
		Slug: "sms", Name: "SMS", Lang: "fr", Seed: "seed", Guideline: 1, SecondAbove: 3, LeakLimit: 0.5,
		Labels: []bauta.Label{bauta.Person, bauta.Location, bauta.Organization},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range everyRole.roles {
		u, err := store.AddUser(ctx, review.User{Login: string(role), Display: "The " + string(role)})
		if err == nil {
			err = store.SetMember(ctx, review.Member{Project: w.project.ID, User: u.ID, Role: role}, u.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		w.users[role] = u
	}
	if _, err := store.Import(ctx, w.project.ID, items(texts)); err != nil {
		t.Fatal(err)
	}
	w.http = httptest.NewUnstartedServer(nil)
	_, w.port, _ = net.SplitHostPort(w.http.Listener.Addr().String())
	c := Config{Store: store, Now: w.now, Log: slog.New(slog.NewTextHandler(w.log, nil)), Port: w.port, TLS: true}
	if change != nil {
		change(&c)
	}
	if w.Server, err = New(ctx, c); err != nil {
		t.Fatal(err)
	}
	w.http.Config.Handler = w.Server
	w.http.StartTLS()
	t.Cleanup(w.http.Close)
	return w
}

// items reads texts with marked questions.
func items(texts []string) iter.Seq2[review.Item, error] {
	question := regexp.MustCompile(`!?\[([^\]]+)\]`)
	return func(yield func(review.Item, error) bool) {
		for i, marked := range texts {
			var plain strings.Builder
			it := review.Item{Lang: "fr"}
			last := 0
			for _, m := range question.FindAllStringSubmatchIndex(marked, -1) {
				plain.WriteString(marked[last:m[0]])
				span := bauta.Span{Start: plain.Len(), Label: bauta.Person, Doubt: bauta.Ambiguous, P: 0.82, Source: "lexical", Why: "first name and a word"}
				if marked[m[0]] == '!' {
					span.P = 0.2
				}
				plain.WriteString(marked[m[2]:m[3]])
				span.End = plain.Len()
				it.Spans, it.Named = append(it.Spans, span), append(it.Named, false)
				was := span
				was.P /= 2
				it.Changes = append(it.Changes, bauta.Change{Settler: "lists of names", Lang: "fr", Before: was, After: span})
				last = m[1]
			}
			plain.WriteString(marked[last:])
			it.Message = bauta.Message{ID: fmt.Sprint("m", i), Thread: "t", Text: plain.String()}
			for _, tok := range text.Tokenise(it.Message.Text) {
				it.Tokens = append(it.Tokens, review.Range{Start: tok.Start, End: tok.End})
			}
			if !yield(it, nil) {
				return
			}
		}
	}
}

// client is a browser without a screen.
type client struct {
	t      testing.TB
	w      *world
	http   *http.Client
	header http.Header // of every request, beside what a browser sends
}

// as signs somebody in, past the door: by a session of the server's own making.
func (w *world) as(t testing.TB, user int64) *client {
	t.Helper()
	c := w.stranger(t)
	if user == 0 {
		return c
	}
	ctx, err := w.sessions.Load(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	generation, err := w.generation(user)
	if err != nil {
		t.Fatal(err)
	}
	w.sessions.Put(ctx, userKey, user)
	w.sessions.Put(ctx, generationKey, generation)
	token, _, err := w.sessions.Commit(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c.setToken(token)
	return c
}

// address is where the server is.
func (w *world) address(t testing.TB) *url.URL {
	t.Helper()
	u, err := url.Parse(w.http.URL)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// stranger is somebody not signed in.
func (w *world) stranger(t testing.TB) *client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := *w.http.Client()
	h.Jar = jar
	h.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client{t: t, w: w, http: &h}
}

// do sends a request and gives the answer with its body.
func (c *client) do(method, path, kind, body string) (*http.Response, string) {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.w.http.URL+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	req.Header.Set("Accept-Language", "en")
	maps.Copy(req.Header, c.header)
	res, err := c.http.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return res, string(data)
}

func (c *client) get(path string) (*http.Response, string) { return c.do("GET", path, "", "") }

func (c *client) post(path string, form url.Values) (*http.Response, string) {
	return c.do("POST", path, "application/x-www-form-urlencoded", form.Encode())
}

// ask calls the API and decodes the answer into out.
func (c *client) ask(what string, in, out any) int {
	c.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		c.t.Fatal(err)
	}
	res, data := c.do("POST", "/p/sms/api/"+what, "application/json", string(body))
	if out != nil {
		if err := json.Unmarshal([]byte(data), out); err != nil {
			c.t.Fatalf("%s: %d %v", what, res.StatusCode, err)
		}
	}
	return res.StatusCode
}

// claim leases groups under a token.
func (c *client) claim(token string) claimWire {
	c.t.Helper()
	var out claimWire
	if code := c.ask("claim", claimAsk{Token: token, Order: review.ByLeak}, &out); code != http.StatusOK {
		c.t.Fatalf("claim: %d", code)
	}
	return out
}

const (
	tabA = "0190a000-0000-7000-8000-00000000000a"
	tabB = "0190a000-0000-7000-8000-00000000000b"
)
