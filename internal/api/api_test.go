package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/api"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// canary is a name that nothing may show but what gives it back to whom it came from.
const canary = "Zyxwvut"

// names finds capitals and telephones, fails on one word, panics on another, and waits on
// a third until it is let go.
type names struct{ wait chan struct{} }

func (n names) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, t := range d.Tokens {
		s := bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, P: .85, Source: "capitals", Why: "a capital"}
		switch word := d.Text[t.Start:t.End]; {
		case word == "fails":
			return nil, errors.New(d.Text)
		case word == "panics":
			panic(d.Text)
		case word == "waits":
			select {
			case <-n.wait:
			case <-ctx.Done():
			}
			continue
		case strings.HasPrefix(word, "03"):
			s.Label = bauta.Phone
		case word[0] < 'A' || word[0] > 'Z' || t.Kind != bauta.Word:
			continue
		}
		out = append(out, s)
	}
	return out, nil
}

func config(wait chan struct{}) api.Config {
	p := &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{names{wait}}, Link: coref.Linker{},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Tag{Numbered: true}, bauta.Phone: mask.Tag{}},
	}
	return api.Config{Policies: map[string]api.Policy{"gdpr": {Pipeline: p}}, Default: "gdpr"}
}

// start serves.
func start(t testing.TB, c api.Config) *httptest.Server {
	t.Helper()
	s, err := api.New(c)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server
}

// ask sends a request and gives its status, body and headers.
func ask(t testing.TB, method, to, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequest(method, to, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	raw, _ := io.ReadAll(got.Body)
	return got.StatusCode, strings.TrimSpace(string(raw)), got.Header
}

// TestAnswers: what each address gives.
func TestAnswers(t *testing.T) {
	s := start(t, config(nil))
	described := describe(t, s.URL)
	for _, c := range [][4]string{
		{"POST", "/v1/anonymise", `{"text":"é bonjour Zyxwvut"}`, `{"text":"é bonjour Person 1","lang":"fr","verdict":"anonymise","spans":[{"start":10,"end":17,"type":"PERSON","score":0.85,"sure":true}]}`},
		{"POST", "/v1/anonymise", `{"text":"rien","offsets":"byte"}`, `{"text":"rien","lang":"fr","verdict":"leave","spans":[]}`},
		{"POST", "/v1/detect", `{"text":"é bonjour Zyxwvut","offsets":"byte"}`, `{"lang":"fr","verdict":"anonymise","spans":[{"start":11,"end":18,"type":"PERSON","score":0.85,"sure":true}]}`},
		{"POST", "/v1/anonymise/batch", `{"texts":["ok Zyxwvut","ok Hugo"]}`, `{"results":[{"text":"ok Person 1","lang":"fr","verdict":"anonymise","spans":[{"start":3,"end":10,"type":"PERSON","score":0.85,"sure":true}]},{"text":"ok Person 1","lang":"fr","verdict":"anonymise","spans":[{"start":3,"end":7,"type":"PERSON","score":0.85,"sure":true}]}]}`},
		{"POST", "/v1/anonymise/batch", `{"texts":["ok Zyxwvut","ok Hugo"],"thread":true}`, `{"results":[{"text":"ok Person 1","lang":"fr","verdict":"anonymise","spans":[{"start":3,"end":10,"type":"PERSON","score":0.85,"sure":true}]},{"text":"ok Person 2","lang":"fr","verdict":"anonymise","spans":[{"start":3,"end":7,"type":"PERSON","score":0.85,"sure":true}]}]}`},
		{"POST", "/v1/anonymise", `{"text":""}`, `{"text":"","lang":"fr","verdict":"leave","spans":[]}`},
		{"POST", "/v1/anonymise/batch", `{"texts":[""]}`, `{"results":[{"text":"","lang":"fr","verdict":"leave","spans":[]}]}`},
		{"GET", "/healthz", "", "bauta service is up"},
		// as the documentation of Presidio's own API has it
		{"GET", "/health", "", "bauta service is up"},
		{
			"POST", "/analyze", `{"text":"ok Jane. My number is: 034453334","language":"en","return_decision_process":false,"correlation_id":"x","score_threshold":0.6,"trace":false}`,
			`[{"start":3,"end":7,"entity_type":"PERSON","score":0.85,"analysis_explanation":null},{"start":9,"end":11,"entity_type":"PERSON","score":0.85,"analysis_explanation":null},{"start":23,"end":32,"entity_type":"PHONE_NUMBER","score":0.85,"analysis_explanation":null}]`,
		},
		{"POST", "/analyze", `{"text":["ok Jane","ok"],"language":"en","entities":["PERSON"]}`, `[[{"start":3,"end":7,"entity_type":"PERSON","score":0.85,"analysis_explanation":null}],[]]`},
		{"POST", "/analyze", `{"text":"ok Jane 03","entities":["PHONE_NUMBER"],"score_threshold":0.9}`, `[]`},
		{"POST", "/analyze", `{"text":"ok Jane","allow_list":["Jane"]}`, `[]`},
		{
			"POST", "/anonymize", `{"text":"hello world, my name is Jane Doe. My number is: 034453334","anonymizers":{"PHONE_NUMBER":{"type":"redact"},"DEFAULT":{"type":"replace","new_value":"ANONYMIZED"}},"analyzer_results":[{"start":24,"end":32,"score":0.8,"entity_type":"NAME"},{"start":48,"end":57,"score":0.95,"entity_type":"PHONE_NUMBER"}]}`,
			`{"text":"hello world, my name is ANONYMIZED. My number is: ","items":[{"operator":"redact","entity_type":"PHONE_NUMBER","start":50,"end":50,"text":""},{"operator":"replace","entity_type":"NAME","start":24,"end":34,"text":"ANONYMIZED"}]}`,
		},
		{
			"POST", "/anonymize", `{"text":"é Jane 034453334","anonymizers":{"PHONE_NUMBER":{"type":"mask","masking_char":"*","chars_to_mask":4,"from_end":true}},"analyzer_results":[{"start":2,"end":4,"entity_type":"X"},{"start":2,"end":6,"entity_type":"PERSON"},{"start":7,"end":16,"entity_type":"PHONE_NUMBER"}]}`,
			`{"text":"é <PERSON> 03445****","items":[{"operator":"mask","entity_type":"PHONE_NUMBER","start":11,"end":20,"text":"03445****"},{"operator":"replace","entity_type":"PERSON","start":2,"end":10,"text":"<PERSON>"}]}`,
		},
		// the examples of Presidio's own API documentation, with what is said of each find where it is asked for
		{
			"POST", "/analyze", `{"text":"John drivers license","language":"en","return_decision_process":true}`,
			`[{"start":0,"end":4,"entity_type":"PERSON","score":0.85,"analysis_explanation":{"recognizer":"capitals","pattern_name":null,"pattern":null,"original_score":0.85,"score":0.85,"textual_explanation":"a capital","score_context_improvement":0,"supportive_context_word":"","validation_result":null}}]`,
		},
		{"POST", "/analyze", `{"text":"ok John Smith drivers license","language":"en"}`, `[{"start":3,"end":7,"entity_type":"PERSON","score":0.85,"analysis_explanation":null},{"start":8,"end":13,"entity_type":"PERSON","score":0.85,"analysis_explanation":null}]`},
		{
			"POST", "/anonymize", `{"text":"hello world, my name is Jane Doe. My number is: 034453334","anonymizers":{"PERSON":{"type":"redact"},"PHONE_NUMBER":{"type":"replace","new_value":"ANONYMIZED"}},"analyzer_results":[{"start":24,"end":32,"score":0.8,"entity_type":"PERSON"},{"start":48,"end":57,"score":0.95,"entity_type":"PHONE_NUMBER"}]}`,
			`{"text":"hello world, my name is . My number is: ANONYMIZED","items":[{"operator":"replace","entity_type":"PHONE_NUMBER","start":40,"end":50,"text":"ANONYMIZED"},{"operator":"redact","entity_type":"PERSON","start":24,"end":24,"text":""}]}`,
		},
		{
			"POST", "/anonymize", `{"text":"hello world, my name is Jane Doe. My number is: 034453334","anonymizers":{"DEFAULT":{"type":"replace","new_value":"ANONYMIZED"}},"analyzer_results":[{"start":24,"end":32,"score":0.8,"entity_type":"NAME"},{"start":48,"end":57,"score":0.95,"entity_type":"PHONE_NUMBER"}]}`,
			`{"text":"hello world, my name is ANONYMIZED. My number is: ANONYMIZED","items":[{"operator":"replace","entity_type":"PHONE_NUMBER","start":50,"end":60,"text":"ANONYMIZED"},{"operator":"replace","entity_type":"NAME","start":24,"end":34,"text":"ANONYMIZED"}]}`,
		},
		{"GET", "/supportedentities?language=en", "", `["CREDIT_CARD","IBAN_CODE","PERSON","PHONE_NUMBER"]`},
		{"GET", "/anonymizers", "", `["keep","mask","redact","replace"]`},
		{"GET", "/recognizers?language=en", "", `["bauta gdpr"]`},
	} {
		if code, got, _ := ask(t, c[0], s.URL+c[1], c[2]); code != 200 || got != c[3] {
			t.Errorf("%s %s %s: %d\n%s, want\n%s", c[0], c[1], c[2], code, got, c[3])
		}
		described.hold(t, c[0], c[1], c[2], 200, c[3])
	}
}

// TestProblems: each fault has its status and a problem, and nothing of the request in it,
// nor in what is measured.
func TestProblems(t *testing.T) {
	c := config(nil)
	c.MaxBody, c.MaxTexts = 20_000, 2
	s := start(t, c)
	described := describe(t, s.URL)
	long := strings.Repeat(canary, 20_000/len(canary)+1)
	for name, f := range map[string]struct {
		path, body string
		code       int
	}{
		"no JSON": {"/v1/anonymise", `{"text":"` + canary, 400}, "bytes": {"/v1/anonymise", "{\"text\":\"\xff" + canary + "\"}", 400},
		"deep": {"/v1/anonymise", `{"text":` + strings.Repeat("[", 9_000), 400}, "two": {"/v1/anonymise", `{"text":"a"}{"text":"` + canary + `"}`, 400},
		"another field": {"/v1/anonymise", `{"` + canary + `":"` + canary + `"}`, 400}, "another kind": {"/v1/anonymise", `{"text":["` + canary + `"]}`, 400},
		"long": {"/v1/anonymise", `{"text":"` + long + `"}`, 413}, "a policy": {"/v1/anonymise", `{"text":"` + canary + `","policy":"` + canary + `"}`, 400},
		"fails": {"/v1/anonymise", `{"text":"` + canary + ` fails"}`, 422}, "panics": {"/v1/anonymise", `{"text":"` + canary + ` panics"}`, 422},
		"a NUL": {"/v1/anonymise", `{"text":"` + canary + `\u0000"}`, 400}, "offsets": {"/v1/detect", `{"text":"a","offsets":"` + canary + `"}`, 400},
		"a session": {"/v1/anonymise", `{"text":"a","session":"` + canary + `"}`, 404}, "to reveal": {"/v1/reveal", `{"text":"` + canary + `","session":"x"}`, 404},
		"nothing": {"/v1/anonymise", `{}`, 400}, "null": {"/v1/anonymise", `null`, 400}, "a text that is null": {"/v1/anonymise", `{"text":null}`, 400},
		"a name in capitals": {"/v1/anonymise", `{"TEXT":"` + canary + `"}`, 400}, "null among texts": {"/v1/anonymise/batch", `{"texts":["a",null]}`, 400},
		"types that are none": {"/analyze", `{"text":"` + canary + `","entities":["PERSONS","EMAIL"]}`, 400},
		"how much to mask":    {"/anonymize", `{"text":"` + canary + `","anonymizers":{"DEFAULT":{"type":"mask"}},"analyzer_results":[{"start":0,"end":3,"entity_type":"X"}]}`, 422},
		"null to analyse":     {"/analyze", `{"text":["` + canary + `",null]}`, 400}, "no place": {"/anonymize", `{"text":"a","analyzer_results":[{"start":0,"entity_type":"A"}]}`, 400},
		"no session to reveal": {"/v1/reveal", `{"text":"` + canary + `"}`, 400}, "no option": {"/v1/anonymise", `{"text":"a","session":null,"lang":null}`, 200},
		"detect in a session": {"/v1/detect", `{"text":"a","session":"new"}`, 400}, "many": {"/v1/anonymise/batch", `{"texts":["a","b","c"]}`, 400},
		"one of them fails": {"/v1/anonymise/batch", `{"texts":["` + canary + `","fails"]}`, 422}, "nowhere": {"/" + canary, `{}`, 404},
		"recognizers": {"/analyze", `{"text":"` + canary + `","ad_hoc_recognizers":[1]}`, 400}, "no text": {"/analyze", `{"text":[],"x":1}`, 200},
		"a failing analysis": {"/analyze", `{"text":"` + canary + ` fails"}`, 422}, "no list": {"/analyze", `{"text":{"` + canary + `":1}}`, 400},
		"a text twice": {"/v1/anonymise", `{"text":"` + canary + `","text":"a"}`, 400}, "in capitals, too": {"/v1/anonymise", `{"text":"a","Text":"` + canary + `"}`, 400},
		"an analysis of two": {"/analyze", `{"text":"a","text":"` + canary + `"}`, 400}, "a list twice": {"/v1/anonymise/batch", `{"texts":["a"],"texts":["` + canary + `"]}`, 400},
		"no language": {"/v1/anonymise", `{"text":"a","lang":"` + canary + `"}`, 400}, "one of two": {"/v1/anonymise/batch", `{"texts":["a"],"lang":"fr,xx"}`, 400},
		"no language to analyse": {"/analyze", `{"text":"a","language":"` + canary + ` x"}`, 400}, "languages": {"/v1/detect", `{"text":"a","lang":"fr-CH, de"}`, 200},
		"half a character": {"/v1/anonymise", `{"text":"a\ud800 ` + canary + `"}`, 400}, "the other half": {"/analyze", `{"text":"\udc00\ud800"}`, 400},
		"a whole one": {"/v1/detect", `{"text":"\ud83d\ude18 \\\\ud800"}`, 200},
		"outside":     {"/anonymize", `{"text":"` + canary + `","analyzer_results":[{"start":0,"end":99,"entity_type":"` + canary + `"}]}`, 422},
		"an operator": {"/anonymize", `{"text":"a","anonymizers":{"DEFAULT":{"type":"` + canary + `"}},"analyzer_results":[{"start":0,"end":1,"entity_type":"A"}]}`, 422},
		"a sign":      {"/anonymize", `{"text":"a","anonymizers":{"DEFAULT":{"type":"mask","masking_char":"` + canary + `"}},"analyzer_results":[{"start":0,"end":1,"entity_type":"A"}]}`, 422},
	} {
		code, got, header := ask(t, "POST", s.URL+f.path, f.body)
		if code != f.code || strings.Contains(got, "Zyx") {
			t.Errorf("%s: %d, want %d: %s", name, code, f.code, got)
		}
		if code != 200 {
			described.hold(t, "POST", f.path, "", code, got)
		}
		var p struct {
			Type, Title, Detail, Error string
			Status                     int
		}
		if err := json.Unmarshal([]byte(got), &p); code != 200 && (err != nil || p.Status != code || p.Detail == "" || p.Error != p.Detail || header.Get("Content-Type") != "application/problem+json") {
			t.Errorf("%s: no problem: %s", name, got)
		}
	}
	if code, _, _ := ask(t, "POST", s.URL+"/v1/anonymise", `{"text":"a"}`, "Content-Type", "text/plain"); code != 415 {
		t.Errorf("a page may post: %d", code)
	}
	if code, got, _ := ask(t, "POST", s.URL+"/v1/anonymise", `{"text":"a"}`, "Content-Encoding", "gzip"); code != 415 || !strings.Contains(got, "Content-Encoding") {
		t.Errorf("packed: %d %s", code, got)
	}
	_, got, _ := ask(t, "GET", s.URL+"/metrics", "")
	for _, want := range []string{`bauta_requests_total{route="POST /v1/anonymise",code="422"} 2`, `bauta_spans_total{type="PERSON"} 1`, "bauta_request_seconds_count", "bauta_sessions 0"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "Zyx") {
		t.Errorf("the metrics show a request:\n%s", got)
	}
}

// TestWhichText: a text that is refused is named by its place in the batch; one that is too long, by its size and the
// bound, and the conversation goes on without it.
func TestWhichText(t *testing.T) {
	s := start(t, config(nil))
	for _, c := range [][3]string{
		{"/v1/anonymise/batch", `{"texts":["Hugo","fails","Hugo"]}`, `"texts[1]: a phase failed`},
		{"/v1/anonymise/batch", `{"texts":["Hugo","Hugo","\u0000"],"thread":true}`, `"texts[2]: a NUL character`},
		{"/v1/anonymise/batch", `{"texts":["Hugo",null]}`, `"null in a list, at [1]"`},
		{"/v1/anonymise/batch", `{"texts":["Hugo"],"lang":"xx"}`, `"\"lang\" names`},
		{"/analyze", `{"text":["Hugo","Hugo fails","Hugo"]}`, `"text[1]: a phase failed`},
		{"/analyze", `{"text":["Hugo","` + strings.Repeat("a ", 1_100_000) + `"]}`, `"text[1]: 2200000 bytes`},
		{"/analyze", `{"text":["Hugo",null]}`, `"null in a list, at [1]"`},
		{"/analyze", `{"text":"Hugo fails"}`, `"a phase failed`},
		{"/analyze", `{"text":["Hugo"],"language":"xx"}`, `"\"language\" names`},
	} {
		if _, got, _ := ask(t, "POST", s.URL+c[0], c[1]); !strings.Contains(got, `"detail":`+c[2]) {
			t.Errorf("%s %.99s: %s", c[0], c[1], got)
		}
	}
	long := strings.Repeat(canary+" ", 2_400_000/8)
	const says = "2400000 bytes of text in one message, more than 2097152"
	for _, path := range []string{"/v1/anonymise", "/v1/detect", "/analyze"} {
		if code, got, _ := ask(t, "POST", s.URL+path, `{"text":"`+long+`"}`); code != 422 || !strings.Contains(got, says) {
			t.Errorf("%s: %d %s", path, code, got)
		}
	}
	for _, session := range []string{"", "new"} {
		_, got, _ := ask(t, "POST", s.URL+"/v1/anonymise/stream", line(session, "ok Hugo")+line("", long)+line("", "ok Hugo"), "Content-Type", "application/x-ndjson")
		if lines := strings.Split(got, "\n"); len(lines) != 3 || !strings.Contains(lines[1], says) || lines[0] != lines[2] {
			t.Errorf("%q: %s", session, got)
		}
	}
}

// behind is a gateway with an address.
type behind struct{ http.Handler }

func (behind) Addresses() []string { return []string{"/v1/messages"} }

// TestMethods: an address that there is says with which methods, to who asks with another one.
func TestMethods(t *testing.T) {
	c := config(nil)
	c.Gateway = behind{http.NotFoundHandler()}
	s := start(t, c)
	for _, c := range [][3]string{
		{"GET", "/v1/anonymise", "POST"},
		{"PUT", "/v1/reveal/stream", "POST"},
		{"POST", "/metrics", "GET, HEAD"},
		{"OPTIONS", "/health", "GET, HEAD"},
		{"PUT", "/v1/sessions/x", "DELETE"},
		{"GET", "/v1/messages", "POST"},
		{"GET", "/v1/other", ""},
		{"GET", "/other", ""},
		{"POST", "/", ""},
	} {
		code, got, header := ask(t, c[0], s.URL+c[1], "")
		want := 405
		if c[2] == "" {
			want = 404
		}
		if code != want || header.Get("Allow") != c[2] || header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s: %d, allowed %q: %s", c[0], c[1], code, header.Get("Allow"), got)
		}
	}
}

// TestNoRedirect: an address in a roundabout way is none, and nobody is sent on with what stands in it.
func TestNoRedirect(t *testing.T) {
	c := config(nil)
	c.Gateway = http.NotFoundHandler()
	s, err := api.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"//v1/anonymise", "/v1/../" + canary, "/./" + canary, "/" + canary + "//", "/v1//" + canary + "/../anonymise", "/v1", "/v1/sessions/../" + canary,
		"/%2e%2e/" + canary, "/" + canary + "/.", "/v1/anonymise/", "/metrics/", "//",
	} {
		for _, method := range []string{"POST", "GET"} {
			w, r := httptest.NewRecorder(), httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(`{"text":"a"}`))
			r.Header.Set("Content-Type", "application/json")
			s.ServeHTTP(w, r)
			if w.Code != 404 || w.Header().Get("Location") != "" || strings.Contains(w.Body.String(), "Zyx") {
				t.Errorf("%s %s: %d, to %q: %s", method, path, w.Code, w.Header().Get("Location"), w.Body)
			}
		}
	}
}

// TestSessions: placeholders come back to who has the token of the session, until it is
// forgotten.
func TestSessions(t *testing.T) {
	now := time.Unix(0, 0)
	c := config(nil)
	c.Tokens, c.SessionAge, c.Now = []string{"token-of-a-token", "token-of-b-token"}, time.Minute, func() time.Time { return now }
	s := start(t, c)
	a, b := []string{"Authorization", "Bearer token-of-a-token"}, []string{"X-Api-Key", "token-of-b-token"}
	for _, scheme := range []string{"bearer", "BEARER", "Bearer "} {
		if code, got, _ := ask(t, "POST", s.URL+"/v1/detect", `{"text":"a"}`, "Authorization", scheme+" token-of-a-token"); code != 200 {
			t.Errorf("%s: %d %s", scheme, code, got)
		}
	}
	begin := func() string {
		code, got, _ := ask(t, "POST", s.URL+"/v1/anonymise", `{"text":"ok Zyxwvut 0312345","session":"new"}`, a...)
		var out struct{ Text, Session string }
		if err := json.Unmarshal([]byte(got), &out); err != nil || code != 200 || out.Text != "ok <PERSON_1> <PHONE_1>" || len(out.Session) < 20 {
			t.Fatal(code, got)
		}
		return out.Session
	}
	reveal := func(id string, who []string) (int, string) {
		code, got, _ := ask(t, "POST", s.URL+"/v1/reveal", `{"session":"`+id+`","text":"Dear <person_1>, <PERSON_9>"}`, who...)
		return code, got
	}
	id := begin()
	if code, got := reveal(id, a); code != 200 || got != `{"text":"Dear Zyxwvut, <PERSON_9>"}` {
		t.Error(code, got)
	}
	if code, got, _ := ask(t, "POST", s.URL+"/v1/anonymise/batch", `{"texts":["Hugo","Zyxwvut"],"session":"`+id+`"}`, a...); code != 200 || !strings.Contains(got, `PERSON_2`) || !strings.Contains(got, "PERSON_1") || strings.Contains(got, "Zyx") {
		t.Error(code, got)
	}
	if code, got := reveal(id, b); code != 404 || strings.Contains(got, "Zyx") {
		t.Errorf("another token reaches the session: %d %s", code, got)
	}
	for _, who := range [][]string{nil, {"Authorization", "Bearer x"}, {"X-Bauta-Token", "token-of-a"}} {
		if code, got := reveal(id, who); code != 401 || strings.Contains(got, "Zyx") {
			t.Errorf("without a token: %d %s", code, got)
		}
	}
	ask(t, "DELETE", s.URL+"/v1/sessions/"+id, "", b...)
	if code, _ := reveal(id, a); code != 200 {
		t.Error("another ends the session")
	}
	ask(t, "DELETE", s.URL+"/v1/sessions/"+id, "", a...)
	if code, _ := reveal(id, a); code != 404 {
		t.Error("a session outlives its end")
	}
	id = begin()
	now = now.Add(time.Minute)
	if code, _ := reveal(id, a); code != 404 {
		t.Error("a session is kept for ever")
	}
}

// TestOverload: of so many requests at once, as many are worked on and wait as may; the
// others are sent away with the time to come back, and nothing is left behind.
func TestOverload(t *testing.T) {
	wait := make(chan struct{})
	c := config(wait)
	c.AtOnce, c.Waiting = 2, 3
	s := start(t, c)
	codes := make(chan int, 50)
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			code, got, header := ask(t, "POST", s.URL+"/v1/anonymise", `{"text":"Zyxwvut waits"}`)
			if code == 503 && header.Get("Retry-After") == "" || strings.Contains(got, "Zyx") {
				t.Errorf("%d %s", code, got)
			}
			codes <- code
		})
	}
	count := map[int]int{}
	for range 45 {
		count[<-codes]++
	}
	close(wait)
	group.Wait()
	for range 5 {
		count[<-codes]++
	}
	if count[503] != 45 || count[200] != 5 {
		t.Errorf("%v", count)
	}
	if _, got, _ := ask(t, "GET", s.URL+"/metrics", ""); !strings.Contains(got, "bauta_in_flight 0\n") || !strings.HasSuffix(got, "bauta_waiting 0") {
		t.Errorf("something is left behind:\n%s", got)
	}
}

// TestTooSlow: a text that takes longer than its time has no result.
func TestTooSlow(t *testing.T) {
	c := config(make(chan struct{}))
	c.Timeout = 10 * time.Millisecond
	s := start(t, c)
	if code, got, _ := ask(t, "POST", s.URL+"/v1/anonymise", `{"text":"Zyxwvut waits"}`); code < 400 || strings.Contains(got, "Zyx") {
		t.Errorf("%d %s", code, got)
	}
}

// TestNamesOfThisMachine: without a token nobody is answered under another name, which a
// page of the web may take.
func TestNamesOfThisMachine(t *testing.T) {
	s, err := api.New(config(nil))
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]int{"localhost:1": 200, "127.0.0.1": 200, "[::1]:8": 200, "evil.example": 421, "10.0.0.1:80": 421, "localhost.evil.example": 421, "LOCALHOST": 200} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = host
		if s.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%s: %d, want %d", host, w.Code, want)
		}
	}
	if _, err := api.New(api.Config{}); err == nil {
		t.Error("a server without a policy")
	}
}

// TestGateway: what is no address of ours goes to the gateway, behind the token; a panic
// there shows nothing.
func TestGateway(t *testing.T) {
	c := config(nil)
	c.Tokens = []string{"token-of-a-token"}
	c.Gateway = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/panics" {
			panic(canary)
		}
		io.WriteString(w, "passed on")
	})
	s := start(t, c)
	for path, want := range map[string]string{"/v1/messages": "passed on", "/v1/panics": "a bug in bauta", "/other": "no such address"} {
		if code, got, _ := ask(t, "POST", s.URL+path, "{}", "X-Bauta-Token", "token-of-a-token"); !strings.Contains(got, want) || strings.Contains(got, "Zyx") {
			t.Errorf("%s: %d %s", path, code, got)
		}
		if code, _, _ := ask(t, "POST", s.URL+path, "{}"); code != 401 {
			t.Errorf("%s without a token: %d", path, code)
		}
	}
}

// FuzzRequest: whatever is sent, no answer but one that was asked for shows a name.
func FuzzRequest(f *testing.F) {
	for _, body := range []string{`{"text":"Zyxwvut fails"}`, `{"texts":["Zyxwvut"],"session":"new"}`, `{"text":"a","analyzer_results":[{"start":0,"end":1,"entity_type":"Zyxwvut"}]}`, `{"text":`} {
		for i := range 4 {
			f.Add(body, byte(i))
		}
	}
	s, err := api.New(config(nil))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body string, path byte) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", []string{"/v1/anonymise", "/v1/anonymise/batch", "/v1/detect", "/analyze"}[path%4], strings.NewReader(body))
		r.Host = "localhost"
		r.Header.Set("Content-Type", "application/json")
		if s.ServeHTTP(w, r); strings.Contains(w.Body.String(), canary) && path%4 > 1 {
			t.Errorf("%s: %s", body, w.Body.String())
		}
	})
}

func Example() {
	s, err := api.New(config(nil))
	if err != nil {
		panic(err)
	}
	r := httptest.NewRequest("POST", "/v1/anonymise", strings.NewReader(`{"text": "ok Patrice", "session": "new"}`))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	var out struct{ Text string }
	json.Unmarshal(w.Body.Bytes(), &out)
	fmt.Println(out.Text)
	// Output: ok <PERSON_1>
}

// BenchmarkAnonymise is a message over HTTP, keep-alive, of which next to nothing is the
// pipeline's.
func BenchmarkAnonymise(b *testing.B) {
	s := start(b, config(nil))
	b.ReportAllocs()
	for b.Loop() {
		ask(b, "POST", s.URL+"/v1/anonymise", `{"text":"salut Patrice, on se voit demain devant la gare ?"}`)
	}
}

// FuzzSessions: whatever stands in a file of sessions is refused, or is one.
func FuzzSessions(f *testing.F) {
	with, err := private.Sealer([]byte("a key"), "test")
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("bauta sessions 1\n"))
	f.Add([]byte("bauta sessions 1\n\x00\x00\x00\x20........"))
	f.Add([]byte("bauta sessions 1\n\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := api.New(api.Config{Policies: map[string]api.Policy{"p": {}}, Default: "p"})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.OpenSessions(bytes.NewReader(data), with); err == nil && string(data) != "bauta sessions 1\n" {
			t.Errorf("%d bytes were read", len(data))
		}
	})
}
