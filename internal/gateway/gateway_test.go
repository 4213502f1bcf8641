package gateway_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/gateway"
	"github.com/bauta/bauta/internal/session"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// canary is a name that no upstream may see, with a sign that JSON escapes.
const canary = `Zyxwvut"Qj`

// names finds parts of the canary and a telephone, and fails on one word.
type names struct{}

func (names) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if strings.Contains(d.Text, "fails") {
		return nil, fmt.Errorf("failed on %s", d.Text)
	}
	var out []bauta.Span
	for _, name := range []string{canary, "Hugo", "0612345678"} {
		label := bauta.Person
		if name[0] == '0' {
			label = bauta.Phone
		}
		for at := 0; ; {
			i := strings.Index(d.Text[at:], name)
			if i < 0 {
				break
			}
			out = append(out, bauta.Span{Start: at + i, End: at + i + len(name), Label: label, P: 1})
			at += i + len(name)
		}
	}
	return out, nil
}

func begin() *session.Session {
	return session.New(&bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{names{}}, Link: coref.Linker{},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Suppress{}, bauta.Phone: mask.Suppress{}},
	}, nil)
}

// upstream is a small one of ours: it notes what it sees and answers what it is told to.
type upstream struct {
	*httptest.Server
	mu     sync.Mutex
	seen   []string
	answer func(w http.ResponseWriter, body map[string]any)
}

func newUpstream(t testing.TB) *upstream {
	u := &upstream{}
	u.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		u.mu.Lock()
		u.seen = append(u.seen, r.URL.String()+fmt.Sprint(r.Header)+string(raw))
		u.mu.Unlock()
		var body map[string]any
		if err := json.Unmarshal(raw, &body); err != nil {
			t.Errorf("the upstream got no JSON: %v", err)
		}
		u.answer(w, body)
	}))
	t.Cleanup(u.Close)
	return u
}

// sees is all that an upstream saw.
func (u *upstream) sees() string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return strings.Join(u.seen, "\n")
}

// betrayed reports a part of the canary.
func betrayed(s string) bool { return strings.Contains(s, "Zyx") || strings.Contains(s, "Qj") }

func gate(t testing.TB, u *upstream, change ...func(*gateway.Config)) *httptest.Server {
	at, err := url.Parse(u.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := gateway.Config{Upstream: at, Begin: begin}
	for _, f := range change {
		f(&c)
	}
	g, err := gateway.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(g)
	t.Cleanup(s.Close)
	return s
}

// post asks; what comes back is the status and the body.
func post(t testing.TB, to, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer upstream-key")
	r.Header.Set("Cookie", "who="+canary)
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	raw, _ := io.ReadAll(got.Body)
	return got.StatusCode, string(raw)
}

// quoted is the canary as JSON has it.
func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b[1 : len(b)-1])
}

// requests plant the canary wherever a request has a text.
func requests() map[string]string {
	c := quoted(canary)
	args := quoted(fmt.Sprintf(`{"to":"%s","tel":"0612345678","n":[1061234567.8e1,"%s"]}`, c, c))
	return map[string]string{
		"/v1/chat/completions": `{"model":"gpt-x","user":"` + c + `","messages":[{"role":"system","content":"You help ` + c + `."},` +
			`{"role":"user","name":"` + c + `","content":[{"type":"text","text":"hi, ` + c + ` here"}]},` +
			`{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"send","arguments":"` + args + `"}}]},` +
			`{"role":"tool","tool_call_id":"call_1","content":"sent to ` + c + `"}],"metadata":{"k":"` + c + `"},"stop":["` + c + `"],` +
			`"tools":[{"type":"function","function":{"name":"send","description":"to ` + c + `","parameters":{"type":"object","properties":{"to":{"type":"string","enum":["` + c + `"]}}}}}],"temperature":0.50}`,
		"/v1/responses": `{"model":"gpt-x","instructions":"for ` + c + `","input":[{"role":"user","content":[{"type":"input_text","text":"` + c + `"}]},` +
			`{"type":"function_call","call_id":"c1","name":"send","arguments":"` + args + `"},{"type":"function_call_output","call_id":"c1","output":"` + c + `"}],` +
			`"unknown_shape":{"` + c + ` x":["` + c + `"]}}`,
		"/v1/messages": `{"model":"claude-x","max_tokens":9,"system":[{"type":"text","text":"` + c + `","cache_control":{"type":"ephemeral"}}],` +
			`"metadata":{"user_id":"` + c + `"},"messages":[{"role":"user","content":"` + c + `"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"send","input":{"to":"` + c + `"}}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"` + c + `"}]}]}]}`,
		"/v1/embeddings": `{"model":"emb-x","input":["` + c + `","rien"]}`,
	}
}

// TestNothingGoesOut: the upstream sees no name wherever one stands, and the words of the
// protocol as they were; what it echoes comes back with the names.
func TestNothingGoesOut(t *testing.T) {
	for path, body := range requests() {
		u := newUpstream(t)
		u.answer = func(w http.ResponseWriter, body map[string]any) {
			w.Header().Set("Content-Type", "application/json")
			json.NewEncoder(w).Encode(map[string]any{"id": "x", "echo": body, "arguments": `{"to":"<PERSON_1>"}`})
		}
		code, got := post(t, gate(t, u).URL+path, body)
		if code != 200 || betrayed(u.sees()) || strings.Contains(u.sees(), "0612345678") || strings.Contains(u.sees(), "8e1") {
			t.Fatalf("%s: %d %s\n%s", path, code, got, u.sees())
		}
		for _, want := range []string{"PERSON_1", `-x"`, path, "Bearer upstream-key"} {
			if !strings.Contains(u.sees(), want) {
				t.Errorf("%s: the upstream sees no %s: %s", path, want, u.sees())
			}
		}
		var out struct {
			Echo      any
			Arguments string
		}
		if err := json.Unmarshal([]byte(got), &out); err != nil {
			t.Fatal(err)
		}
		var to struct{ To string }
		if err := json.Unmarshal([]byte(out.Arguments), &to); err != nil || to.To != canary {
			t.Errorf("%s: arguments %s: %v", path, out.Arguments, err)
		}
		back, _ := json.Marshal(out.Echo)
		if n, m := strings.Count(string(back), "Zyx"), strings.Count(body, "Zyx"); n < m-2 || strings.Contains(string(back), "<PERSON") {
			t.Errorf("%s: %d of %d names come back: %s", path, n, m, back)
		}
	}
}

// events writes an answer as each kind of upstream streams it: text and arguments in
// pieces, other events between them.
func events(path, content, args string, cut func(string) []string) string {
	var b strings.Builder
	event := func(name, format string, of ...any) {
		if name != "" {
			b.WriteString("event: " + name + "\n")
		}
		fmt.Fprintf(&b, "data: "+format+"\n\n", of...)
	}
	q := func(s string) string { return string(must(json.Marshal(s))) }
	switch path {
	case "/v1/chat/completions":
		event("", `{"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`)
		for _, p := range cut(content) {
			event("", `{"id":"c","choices":[{"index":0,"delta":{"content":%s},"finish_reason":null},{"index":1,"delta":{"content":%s},"finish_reason":null}]}`, q(p), q(p))
			b.WriteString(": keep alive\n\n")
		}
		for _, p := range cut(args) {
			event("", `{"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t","function":{"arguments":%s}}]},"finish_reason":null}]}`, q(p))
		}
		event("", `{"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`)
		event("", `[DONE]`)
	case "/v1/responses":
		event("response.created", `{"type":"response.created","response":{"id":"resp_1","output":[]}}`)
		for _, p := range cut(content) {
			event("response.output_text.delta", `{"type":"response.output_text.delta","item_id":"m1","output_index":0,"content_index":0,"delta":%s}`, q(p))
		}
		for _, p := range cut(args) {
			event("response.function_call_arguments.delta", `{"type":"response.function_call_arguments.delta","item_id":"f1","output_index":1,"delta":%s}`, q(p))
		}
		event("response.completed", `{"type":"response.completed","response":{"id":"resp_1","output":[{"type":"message","content":[{"text":%s}]}]}}`, q(content))
	case "/v1/messages":
		event("message_start", `{"type":"message_start","message":{"id":"m","content":[]}}`)
		event("content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`)
		for _, p := range cut(content) {
			event("content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":%s}}`, q(p))
			event("ping", `{"type":"ping"}`)
		}
		event("content_block_stop", `{"type":"content_block_stop","index":0}`)
		for _, p := range cut(args) {
			event("content_block_delta", `{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":%s}}`, q(p))
		}
		event("content_block_stop", `{"type":"content_block_stop","index":1}`)
		event("message_stop", `{"type":"message_stop"}`)
	}
	return b.String()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// gathered puts the pieces of a stream together: content, arguments, and that of a
// second choice. No piece may show half a name.
func gathered(t *testing.T, stream string) (content, args, second string) {
	t.Helper()
	for line := range strings.Lines(stream) {
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok || strings.HasPrefix(data, "[DONE]") {
			continue
		}
		var e struct {
			Type    string
			Delta   any
			Choices []struct {
				Index int
				Delta struct {
					Content   string
					ToolCalls []struct{ Function struct{ Arguments string } } `json:"tool_calls"`
				}
			}
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		var pieces []string
		for _, c := range e.Choices {
			pieces = append(pieces, c.Delta.Content)
			if c.Index == 1 {
				second += c.Delta.Content
				continue
			}
			content += c.Delta.Content
			for _, call := range c.Delta.ToolCalls {
				args += call.Function.Arguments
				pieces = append(pieces, call.Function.Arguments)
			}
		}
		switch d := e.Delta.(type) {
		case string:
			pieces = append(pieces, d)
			if strings.Contains(e.Type, "arguments") {
				args += d
			} else {
				content += d
			}
		case map[string]any:
			text, _ := d["text"].(string)
			json, _ := d["partial_json"].(string)
			content, args, pieces = content+text, args+json, append(pieces, text, json)
		}
		for _, p := range pieces {
			if strings.Contains(p, "Zyx") != strings.Contains(p, "Qj") {
				t.Fatalf("a piece cuts a name: %q", p)
			}
		}
	}
	return content, args, second
}

// TestStreams: a stream in pieces of any size, of one byte too, comes out as the whole.
func TestStreams(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	content := "Dear <PERSON_1>, call &lt;PHONE_1&gt; or <person_1>'s friend <PERSON_9>. 1 < 2 <PERSON_1>"
	args := `{"to":"<PERSON_1>","also":["\u003cPERSON_1\u003e","<PHONE_1>"]}`
	whole := strings.NewReplacer("<PERSON_1>", canary, "<person_1>", canary, "&lt;PHONE_1&gt;", "0612345678").Replace(content)
	for _, path := range []string{"/v1/chat/completions", "/v1/responses", "/v1/messages"} {
		for round := range 25 {
			cut := func(s string) []string {
				var out []string
				for s != "" {
					n := 1 + rng.IntN(min(len(s), 1+round))
					out, s = append(out, s[:n]), s[n:]
				}
				return out
			}
			stream := events(path, content, args, cut)
			u := newUpstream(t)
			u.answer = func(w http.ResponseWriter, _ map[string]any) {
				w.Header().Set("Content-Type", "text/event-stream")
				for i := range len(stream) { // byte by byte
					w.Write([]byte{stream[i]})
					if round == 0 && i%7 == 0 {
						w.(http.Flusher).Flush()
					}
				}
			}
			body := `{"stream":true,"input":"` + quoted(canary) + ` 0612345678","messages":[]}`
			code, got := post(t, gate(t, u).URL+path, body)
			text, call, second := gathered(t, got)
			if strings.Contains(strings.ReplaceAll(got, "<PERSON_9>", ""), "PERS") {
				t.Fatalf("a placeholder, or half of one: %s", got)
			}
			if code != 200 || text != whole || betrayed(u.sees()) {
				t.Fatalf("%s: %d %q, want %q", path, code, text, whole)
			}
			if path == "/v1/chat/completions" && second != whole {
				t.Fatalf("the second choice: %q", second)
			}
			var to struct {
				To   string
				Also []string
			}
			if err := json.Unmarshal([]byte(call), &to); err != nil || to.To != canary || strings.Join(to.Also, " ") != canary+" 0612345678" {
				t.Fatalf("%s: arguments %q: %v", path, call, err)
			}
			if want := strings.Count(stream, "event: "); strings.Count(got, "event: ") < want {
				t.Errorf("%s: events are lost", path)
			}
		}
	}
}

// TestMisbehaves: whatever an upstream does, the client has an error and no half answer,
// and the upstream has seen nothing.
func TestMisbehaves(t *testing.T) {
	body := `{"model":"m","messages":[{"role":"user","content":"` + quoted(canary) + `"}]}`
	for name, c := range map[string]struct {
		kind, answer string
		status, want int
	}{
		"an error":          {"application/json", `{"error":{"type":"rate_limit_exceeded","message":"you said <PERSON_1>"}}`, 429, 429},
		"a page":            {"text/html", "<html>", 200, 502},
		"no type":           {"", "{}", 200, 502},
		"half an answer":    {"application/json", `{"choices":[{"message":{"content":"<PERS`, 200, 502},
		"deep":              {"application/json", strings.Repeat("[", 100_000), 200, 502},
		"bytes":             {"application/json", "\"\xff\xfe\"", 200, 502},
		"a redirect":        {"application/json", `{}`, 307, 502},
		"an informal error": {"text/plain", "secret <PERSON_1>", 500, 500},
	} {
		u := newUpstream(t)
		u.answer = func(w http.ResponseWriter, _ map[string]any) {
			w.Header().Set("Content-Type", c.kind)
			w.Header().Set("Location", "/elsewhere")
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(c.status)
			io.WriteString(w, c.answer)
		}
		code, got := post(t, gate(t, u).URL+"/v1/chat/completions", body)
		if code != c.want || betrayed(got) || strings.Contains(got, "PERSON") || !strings.Contains(got, `"error"`) || betrayed(u.sees()) {
			t.Errorf("%s: %d %s", name, code, got)
		}
	}
	for name, stream := range map[string]string{
		"no JSON": "data: {\"choices\":[{\"delta\":{\"content\":\"a <PERS\n\n", "an array": "data: [1]\n\n", "bytes": "data: {\"a\":\"\xff\"}\n\n",
		"nothing": "", "comments alone": ": ping\n\n: ping\n\n", "an answer that is none of events": "{\"choices\":[{\"message\":{\"content\":\"<PERSON_1>\"}}]}", "a page": "<html>\n",
		"a wild field": "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ok \"}}]}\n\ndata: 17\n\n",
	} {
		u := newUpstream(t)
		u.answer = func(w http.ResponseWriter, _ map[string]any) {
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, stream)
		}
		if _, got := post(t, gate(t, u).URL+"/v1/chat/completions", body); !strings.Contains(got, "event: error") || betrayed(got) {
			t.Errorf("%s: %s", name, got)
		}
	}
	gone := newUpstream(t)
	at := gate(t, gone)
	gone.Close()
	if code, got := post(t, at.URL+"/v1/chat/completions", body); code != 502 || betrayed(got) {
		t.Errorf("an upstream that is gone: %d %s", code, got)
	}
}

// TestErrorsInAnswers: an error that comes within an answer says no more than one that comes instead of it.
func TestErrorsInAnswers(t *testing.T) {
	const said = `key sk-abc of org Acme, <PERSON_1>`
	for _, c := range [][2]string{
		{"text/event-stream", `data: {"error":{"message":"` + said + `","type":"quota_exceeded","code":"` + said + `","param":"` + said + `","metadata":{"raw":"` + said + `"}}}`},
		{"text/event-stream", `data: {"choices":[{"delta":{"content":"ok"}}],"error":{"message":"` + said + `","code":"quota_exceeded"}}`},
		{"text/event-stream", `data: {"error":"` + said + ` quota_exceeded"}`},
		{"text/event-stream", "event: error\ndata: " + `{"type":"error","error":{"type":"quota_exceeded","message":"` + said + `"}}`},
		{"text/event-stream", "event: error\ndata: " + `{"type":"error","code":"quota_exceeded","message":"` + said + `","param":"` + said + `"}`},
		{"text/event-stream", "event: error\ndata: " + `{"code":"quota_exceeded","message":"` + said + `"}`},
		{"text/event-stream", `data: {"type":"response.failed","response":{"id":"r","error":{"code":"quota_exceeded","message":"` + said + `"}}}`},
		{"application/json", `{"id":"r","error":{"code":"quota_exceeded","type":"` + said + `","message":"` + said + `"},"output":[]}`},
		{"application/json", `{"error":"` + said + `"}`},
		{"application/json", `"the upstream answers with an error"`},
	} {
		u := newUpstream(t)
		u.answer = func(w http.ResponseWriter, _ map[string]any) {
			w.Header().Set("Content-Type", c[0])
			io.WriteString(w, c[1]+"\n\n")
		}
		_, got := post(t, gate(t, u).URL+"/v1/responses", `{"input":"`+quoted(canary)+`"}`)
		if betrayed(got) || strings.Contains(got, "sk-abc") || strings.Contains(got, "Acme") || !strings.Contains(got, "the upstream answers with an error") {
			t.Errorf("%s comes as %s", c[1], got)
		}
		if strings.Contains(c[1], `"quota_exceeded"`) && !strings.Contains(got, `"quota_exceeded"`) {
			t.Errorf("%s loses its word: %s", c[1], got)
		}
	}
}

// TestRefused: what cannot be read does not go out, and the answer does not quote it.
func TestRefused(t *testing.T) {
	u := newUpstream(t)
	u.answer = func(w http.ResponseWriter, _ map[string]any) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"resp_7"}`)
	}
	at := gate(t, u).URL
	c := quoted(canary)
	image := `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}]}`
	for name, body := range map[string]string{
		"an image": image, "audio": `{"messages":[{"content":[{"type":"input_audio","input_audio":{"data":"AA"}}]}]}`,
		"a file":               `{"input":[{"content":[{"type":"input_file","file_id":"f1"}]}]}`,
		"a document":           `{"messages":[{"content":[{"type":"document","source":{"type":"base64","data":"AA"}}]}]}`,
		"packed data":          `{"messages":[{"content":"` + strings.Repeat("QUJD", 200) + `"}]}`,
		"tokens":               `{"input":[[1,2,3]]}`,
		"a page elsewhere":     `{"messages":[{"content":[{"type":"document","source":{"type":"url","url":"http://x/y"}}]}]}`,
		"no source":            `{"messages":[{"content":[{"type":"document","data":"` + c + `"}]}]}`,
		"a text beside a file": `{"messages":[{"content":[{"type":"document","source":{"type":"text","data":"a"}},{"type":"document","source":{"type":"file","file_id":"f"}}]}]}`,
		"a text and no text":   `{"messages":[{"content":[{"type":"document","source":{"type":"text","type":"base64","data":"QQ=="}}]}]}`,
		"a PDF":                filePart("application/pdf", canary), "RTF": filePart("text/rtf", `{\rtf1 Z\'79xwvut"Qj}`), "bytes in a file": filePart("text/plain", "\xff"+canary),
		"another charset": filePart("text/plain; charset=latin1", canary), "no data": `{"input":[{"type":"input_file","file_data":"` + c + `"}]}`,
		"a file by its name": `{"input":[{"type":"input_file","file_data":"data:text/plain;base64,QQ==","file_id":"f1"}]}`,
		"what a phase fails": `{"messages":[{"content":"` + c + ` fails"}]}`,
		"half a character":   `{"messages":[{"content":"\ud800 ` + c + `"}]}`,
		"no JSON":            `{"messages":"` + canary, "bytes": "{\"a\":\"\xff\"}", "deep": strings.Repeat(`{"a":`, 100_000),
		"an answer of others, hidden": `{"previous_response_id":"resp_9","previous_response_id":"","input":"` + c + `"}`, "in capitals": `{"previous_response_id":"","Previous_Response_ID":"","input":"` + c + `"}`,
		"an answer of others": `{"previous_response_id":"resp_9","input":"` + c + `"}`, "a conversation": `{"conversation":"c1","input":"` + c + `"}`,
	} {
		if code, got := post(t, at+"/v1/responses", body); code < 400 || code >= 500 || betrayed(got) || !strings.Contains(got, `"error"`) {
			t.Errorf("%s: %d %s", name, code, got)
		}
	}
	if len(u.seen) > 0 {
		t.Errorf("the upstream saw %s", u.sees())
	}
	for _, path := range []string{"/v1/files", "/v1/images/generations", "/", "/v1/chat/completions/x"} {
		if code, _ := post(t, at+path, "{}"); code != 404 {
			t.Errorf("%s: %d", path, code)
		}
	}
	if code, _ := post(t, at+"/v1/responses", `{"input":"`+c+`"}`); code != 200 {
		t.Error(code)
	}
	if code, got := post(t, at+"/v1/responses", `{"previous_response_id":"resp_7","input":"et Hugo"}`); code != 200 || !strings.Contains(u.seen[len(u.seen)-1], "<PERSON_2>") {
		t.Errorf("an answer is asked on: %d %s %s", code, got, u.seen[len(u.seen)-1])
	}
	if _, err := gateway.New(gateway.Config{}); err == nil {
		t.Error("a gateway to nowhere")
	}
}

// TestKeys: our own token does not go upstream, a key of the upstream takes its place.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		change func(*gateway.Config)
		want   bool
	}{
		{func(*gateway.Config) {}, true}, {func(c *gateway.Config) { c.Guarded = true }, false}, {func(c *gateway.Config) { c.Key = "k-1" }, false},
	} {
		u := newUpstream(t)
		u.answer = func(w http.ResponseWriter, _ map[string]any) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, "{}")
		}
		post(t, gate(t, u, c.change).URL+"/v1/embeddings", `{"input":"a"}`)
		if strings.Contains(u.sees(), "upstream-key") != c.want || strings.Contains(u.sees(), "Cookie") {
			t.Errorf("%s", u.sees())
		}
	}
}

// FuzzRequest: whatever is sent, the upstream sees no name.
func FuzzRequest(f *testing.F) {
	for _, body := range requests() {
		f.Add(body)
	}
	f.Add(`"` + strings.Repeat("packed22", 100) + `"`) // packed data that stands in nothing
	u := newUpstream(f)
	u.answer = func(w http.ResponseWriter, _ map[string]any) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, "{}")
	}
	g, err := gateway.New(gateway.Config{Upstream: must(url.Parse(u.URL)), Begin: begin})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var plain any
		if json.Unmarshal([]byte(body), &plain) != nil {
			return
		}
		r := httptest.NewRequest("POST", "/v1/chat/completions", bufio.NewReader(bytes.NewReader([]byte(body))))
		r.Header.Set("Content-Type", "application/json")
		g.ServeHTTP(httptest.NewRecorder(), r)
		u.mu.Lock()
		defer u.mu.Unlock()
		for _, s := range u.seen {
			if strings.Contains(s, "Zyxwvut\"Qj") || strings.Contains(s, `Zyxwvut\"Qj`) {
				t.Errorf("%q\ngoes out as %q", body, s)
			}
		}
		u.seen = nil
	})
}

func Example() {
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		fmt.Println("the upstream sees", string(raw))
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"choices":[{"message":{"content":"Hello <PERSON_1>"}}]}`)
	}))
	defer up.Close()
	g, err := gateway.New(gateway.Config{Upstream: must(url.Parse(up.URL)), Begin: begin})
	if err != nil {
		panic(err)
	}
	r := httptest.NewRequest("POST", "/v1/chat/completions", strings.NewReader(`{"messages":[{"role":"user","content":"I am Hugo"}]}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	fmt.Println(w.Body.String())
	// Output:
	// the upstream sees {"messages":[{"role":"user","content":"I am <PERSON_1>"}]}
	// {"choices":[{"message":{"content":"Hello Hugo"}}]}
}
