package gateway_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/gateway"
)

var cuts = flag.Int("cuts", 40_000, "random cuts of answers that stream")

// told is an upstream without a network between: it gives an answer in chunks.
type told struct {
	kind, body string
	chunk      func(left int) int
	end, atEnd error // nil: that of the body; nil: it comes behind the last chunk
	sent       *http.Request
}

func (u *told) RoundTrip(r *http.Request) (*http.Response, error) {
	u.sent = r
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {u.kind}}, Body: io.NopCloser(u)}, nil
}

func (u *told) Read(p []byte) (int, error) {
	if u.body == "" {
		return 0, cmp.Or(u.end, io.EOF)
	}
	n := copy(p, u.body[:u.chunk(len(u.body))])
	if u.body = u.body[n:]; u.body == "" {
		return n, u.atEnd
	}
	return n, nil
}

// before is a gateway before it.
func before(u *told) *gateway.Gateway {
	return must(gateway.New(gateway.Config{
		Upstream: must(url.Parse("http://upstream.test")), Begin: begin, Client: &http.Client{Transport: u},
	}))
}

// asked is a request with three names in it.
func asked(path string) *http.Request {
	r := httptest.NewRequest("POST", path, strings.NewReader(`{"input":"`+quoted(canary)+` Hugo 0612345678"}`))
	r.Header.Set("Content-Type", "application/json")
	return r
}

// pieces are what answers of models are made of: placeholders, their parts, and what is none.
func pieces() []string {
	return []string{
		"<PERSON_1>", "<PERSON_2>", "<PHONE_1>", "PERSON_1", "person_2", "&lt;PERSON_1&gt;", `\<PERSON_2\>`, "<PERSON_1's>", "<PERSON_9>", "<", ">", "<PERSON_",
		"PERSON", "&lt;", "_1", "1", "12", "'s", " ", " ", ", ", "\n", "é", "😘", `"`, `\`, "data: ", "event: error", "hello", "“", "”", "’", "_", "\u00a0", "…",
	}
}

// TestCutStreams: an answer that streams in pieces cut anywhere, which arrive cut anywhere, is the one that
// comes whole, for each kind of upstream, in texts and in arguments of tools; no piece shows half a name.
func TestCutStreams(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 4))
	up := &told{}
	g := before(up)
	ask := func(path, kind, body string, chunk func(int) int) string {
		up.kind, up.body, up.chunk = kind, body, chunk
		w := httptest.NewRecorder()
		g.ServeHTTP(w, asked(path))
		return w.Body.String()
	}
	all := pieces()
	draw := func(most int) string {
		var b strings.Builder
		for range rng.IntN(most) {
			b.WriteString(all[rng.IntN(len(all))])
		}
		return b.String()
	}
	rounds, done := 0, 0
	for done < *cuts {
		rounds++
		content, args := draw(20), string(must(json.Marshal(map[string]string{"to": draw(8)})))
		var whole struct{ Content, Arguments string }
		answer := ask("/v1/responses", "application/json", string(must(json.Marshal(map[string]string{"content": content, "arguments": args}))), func(left int) int { return left })
		if err := json.Unmarshal([]byte(answer), &whole); err != nil {
			t.Fatalf("%s: %v", answer, err)
		}
		most := 1 + rng.IntN(12)
		chunk := func(left int) int { done++; return 1 + rng.IntN(min(left, 40*most)) }
		cut := func(s string) (out []string) {
			for s != "" {
				n := 1 + rng.IntN(min(len(s), most))
				for n < len(s) && s[n]&0xC0 == 0x80 { // JSON has no half signs
					n++
				}
				out, s = append(out, s[:n]), s[n:]
				done++
			}
			return out
		}
		path := []string{"/v1/chat/completions", "/v1/responses", "/v1/messages"}[rng.IntN(3)]
		text, call, second := gathered(t, ask(path, "text/event-stream", events(path, content, args, cut), chunk))
		if text != whole.Content || call != whole.Arguments || path == "/v1/chat/completions" && second != whole.Content {
			t.Fatalf("%s: %q and %q,\nwhole %q and %q", path, text, call, whole.Content, whole.Arguments)
		}
	}
	t.Logf("%d cuts of %d answers", done, rounds)
}

// TestLineEnds: the lines of a stream end with LF, CR LF or CR, mixed and cut anywhere; each event goes out when its
// last line has ended, though the upstream says no more.
func TestLineEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 5))
	for _, path := range []string{"/v1/chat/completions", "/v1/responses", "/v1/messages"} {
		cut := func(s string) []string { return []string{s[:7], s[7:]} }
		stream := events(path, "Dear <PERSON_1>, hi", `{"to":"<PERSON_1>"}`, cut)
		ask := func(body string, chunk func(int) int) string {
			w := httptest.NewRecorder()
			up := &told{kind: "text/event-stream", body: body, chunk: chunk}
			if chunk == nil { // all of it, with its end
				up.chunk, up.atEnd = func(left int) int { return left }, io.EOF
			}
			before(up).ServeHTTP(w, asked(path))
			return w.Body.String()
		}
		want := ask(stream, func(left int) int { return left })
		if text, _, _ := gathered(t, want); text != "Dear "+canary+", hi" {
			t.Fatal(want)
		}
		for _, ends := range [][]string{{"\r"}, {"\r\n"}, {"\r", "\r\n", "\n"}} {
			for most := range 9 {
				body := "\ufeff"
				for line := range strings.Lines(stream) {
					end := ends[rng.IntN(len(ends))]
					if line == "\n" && end == "\n" && strings.HasSuffix(body, "\r") { // which would be one end
						end = "\r\n"
					}
					body += strings.TrimSuffix(line, "\n") + end
				}
				if got := ask(body, nil); got != want {
					t.Fatalf("%q comes out as %q, want %q", body, got, want)
				}
				if got := ask(body, func(left int) int { return 1 + rng.IntN(min(left, 1+most)) }); got != want {
					t.Fatalf("%q comes out as %q, want %q", body, got, want)
				}
			}
		}
	}
	let := make(chan bool)
	u := newUpstream(t)
	u.answer = func(w http.ResponseWriter, _ map[string]any) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "data: {\"choices\":[{\"delta\":{\"content\":\"ok \"}}]}\r\r")
		w.(http.Flusher).Flush()
		<-let
	}
	r := must(http.Post(gate(t, u).URL+"/v1/chat/completions", "application/json", strings.NewReader(`{"messages":[]}`)))
	defer r.Body.Close()
	if n, err := io.ReadFull(r.Body, make([]byte, len("data: {\"choices\":[{\"delta\":{\"content\":\"ok \"}}]}\n\n"))); err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	close(let)
}

// gone is a client that takes so many events, and no more.
type gone struct {
	*httptest.ResponseRecorder
	events int
}

func (w *gone) Write(p []byte) (int, error) { return w.WriteString(string(p)) }

func (w *gone) WriteString(p string) (int, error) {
	if w.events--; w.events < 0 {
		return 0, os.ErrDeadlineExceeded
	}
	return w.ResponseRecorder.WriteString(p)
}

// TestBrokenOff: an upstream that is killed in the middle of an answer gives an error and nothing half; for a
// client that does not read, the upstream is let go, however much it has to say.
func TestBrokenOff(t *testing.T) {
	all := func(left int) int { return left }
	for _, path := range []string{"/v1/chat/completions", "/v1/responses", "/v1/messages"} {
		stream := events(path, "Dear <PERSON_1>, Dear <PER", `{}`, func(s string) []string { return []string{s} })
		half, _, _ := strings.Cut(stream, `, Dear`)
		held := events(path, "Dear <PERS", `{}`, func(s string) []string { return []string{s} })
		at := strings.Index(held, "PERS")
		held = held[:at+strings.Index(held[at:], "\n\n")+2]
		for _, c := range [][2]string{{"text/event-stream", half}, {"text/event-stream", held}, {"application/json", `{"content":"Dear <PERSON_1>`}} {
			w := httptest.NewRecorder()
			before(&told{kind: c[0], body: c[1], chunk: all, end: io.ErrUnexpectedEOF}).ServeHTTP(w, asked(path))
			if got := w.Body.String(); betrayed(got) || strings.Contains(got, "PERS") || !strings.Contains(got, `"upstream_error"`) {
				t.Errorf("%s as %s: %d %s", path, c[0], w.Code, got)
			}
		}
		up := &told{kind: "text/event-stream", body: strings.Repeat(stream, 1000), chunk: func(left int) int { return min(left, 4096) }}
		w := &gone{httptest.NewRecorder(), 2}
		before(up).ServeHTTP(w, asked(path))
		if up.sent.Context().Err() == nil || len(up.body) < 900*len(stream) {
			t.Errorf("%s: nobody reads, and the upstream goes on: %d bytes left", path, len(up.body))
		}
	}
}
