package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// served starts bauta serve and gives its address. It ends with the test as at a signal,
// with everything in hand answered, and what it wrote shows no name.
func served(t testing.TB, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, w := io.Pipe()
	var errs bytes.Buffer
	done := make(chan int)
	go func() {
		done <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), strings.NewReader(""), w, &errs)
		w.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	go io.Copy(io.Discard, out)
	t.Cleanup(func() {
		cancel()
		if code := <-done; code != 0 || betrays(errs.String()) {
			t.Errorf("exit %d: %s", code, errs.String())
		}
	})
	if _, rest, ok := strings.Cut(line, " on "); ok {
		addr, _, _ := strings.Cut(rest, ",")
		return addr
	}
	t.Fatalf("%q, %v", line, err)
	return ""
}

func posted(t testing.TB, to, body string, headers ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, to, strings.NewReader(body))
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
	return got.StatusCode, string(raw)
}

// TestServe: a text goes in and comes out, with the policies that are named, and a token
// where there is one.
func TestServe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(name, []byte("0123456789abcdef\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	at := served(t, "--policy", "seekhide", "--policy", "gdpr", "--token-file", name)
	token := []string{"Authorization", "Bearer 0123456789abcdef"}
	if code, got := posted(t, at+"/v1/anonymise", `{"text":"Coucou Patrice, ça va?"}`, token...); code != 200 || !strings.Contains(got, `"Coucou \u003cPRE_7\u003e, ça va?"`) && !strings.Contains(got, `"Coucou <PRE_7>, ça va?"`) {
		t.Error(code, got)
	}
	if code, got := posted(t, at+"/v1/anonymise", `{"text":"Coucou Patrice, ça va?","policy":"gdpr"}`, token...); code != 200 || !strings.Contains(got, "Coucou Person 1") {
		t.Error(code, got)
	}
	if code, got := posted(t, at+"/v1/anonymise", `{"text":"Coucou Patrice"}`); code != 401 {
		t.Error(code, got)
	}
}

// TestServeWithoutGateway: where no gateway is asked for, its addresses are none.
func TestServeWithoutGateway(t *testing.T) {
	at := served(t)
	for _, path := range []string{"/v1/chat/completions", "/v1/messages", "/v1/nothing"} {
		if code, got := posted(t, at+path, `{"messages":[]}`); code != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, code, got)
		}
	}
}

// TestServeBounds: what would be no bound is refused.
func TestServeBounds(t *testing.T) {
	for _, flag := range []string{"--timeout=0", "--timeout=-1s", "--max-body=0", "--max-body=-1", "--at-once=0", "--at-once=-3", "--session-age=0", "--session-age=-1s", "--idle=0", "--idle=-1s", "--session-bytes=0", "--session-bytes=-5"} {
		var errs bytes.Buffer
		name, _, _ := strings.Cut(flag, "=")
		if code := run(t.Context(), []string{"serve", "--addr", "127.0.0.1:0", flag}, nil, io.Discard, &errs); code != 2 || !strings.Contains(errs.String(), name+" must be more than 0") {
			t.Errorf("%s: exit %d: %s", flag, code, errs.String())
		}
	}
}

// TestServeGateway: a prompt goes out without names under gdpr, and the answer comes back
// with them.
func TestServeGateway(t *testing.T) {
	var saw string
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		saw = string(raw)
		w.Header().Set("Content-Type", "text/event-stream")
		for _, piece := range []string{"Dear <PER", "SON_1", ">, I wrote to <EMAIL_1>."} {
			fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q}}]}\n\n", piece)
		}
		io.WriteString(w, "data: [DONE]\n\n")
	}))
	defer up.Close()
	at := served(t, "--gateway", "--upstream", up.URL)
	code, got := posted(t, at+"/v1/chat/completions", `{"model":"m","stream":true,"messages":[{"role":"user","content":"Hello, I am Patrice Martin, patrice.martin@example.com. Write to me."}]}`)
	if code != 200 || strings.Contains(saw, "Martin") || strings.Contains(saw, "atrice") || !strings.Contains(got, "Patrice Martin, I wrote to patrice.martin@example.com.") {
		t.Errorf("%d %s\nthe upstream sees %s", code, got, saw)
	}
	saw = ""
	for want, body := range map[int]string{
		413: `{"messages":[{"content":"` + strings.Repeat("Martin ", 20_000_000/7) + `"}]}`,
		400: strings.Repeat(`{"Martin":`, 100_000),
		422: `{"messages":[{"content":"` + strings.Repeat("Martin ", 3_000_000/7) + `"}]}`,
	} {
		if code, got := posted(t, at+"/v1/messages", body); code != want || betrays(got) || strings.Contains(got, "Martin") || !strings.Contains(got, `"message"`) || want == 422 && !strings.Contains(got, "more than 2097152") {
			t.Errorf("%d, not %d: %.200s", code, want, got)
		}
	}
	if saw != "" {
		t.Errorf("the upstream sees %.200s", saw)
	}
}

// TestServeTimeout: --timeout bounds a request that comes slowly and an upstream that never answers.
func TestServeTimeout(t *testing.T) {
	let := make(chan bool)
	up := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-let }))
	defer up.Close()
	defer close(let)
	at := served(t, "--gateway", "--upstream", up.URL, "--timeout", "1s")
	for path, want := range map[string]int{"/v1/anonymise": 408, "/v1/messages": 408} {
		body, sent := io.Pipe()
		go io.WriteString(sent, `{"text":"Patrice Martin`)
		r, err := http.NewRequest(http.MethodPost, at+path, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := io.ReadAll(got.Body)
		got.Body.Close()
		if got.StatusCode != want || strings.Contains(string(raw), "Martin") {
			t.Errorf("%s: %d %s", path, got.StatusCode, raw)
		}
	}
	if code, got := posted(t, at+"/v1/messages", `{"messages":[{"role":"user","content":"Patrice Martin"}]}`); code != 504 || strings.Contains(got, "Martin") {
		t.Errorf("%d %s", code, got)
	}
}

// client speaks TLS with a server whose certificate it does not ask about, and shows its own.
func client(t *testing.T, cert, key string) *http.Client {
	t.Helper()
	how := &tls.Config{InsecureSkipVerify: true}
	if cert != "" {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			t.Fatal(err)
		}
		how.Certificates = []tls.Certificate{pair}
	}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: how}}
}

// TestServeCertificates: a certificate that the server knows stands for a token, nothing else does;
// who has none is told.
func TestServeCertificates(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, who := range []string{"server", "client", "stranger"} {
		certificate(t, at(who+".pem"), at(who+".key"))
	}
	put(t, at("empty"), "no certificate")
	for want, args := range map[string][]string{
		"--client-ca needs --tls-cert": {"--client-ca", at("client.pem")},
		"no certificate in it":         {"--client-ca", at("empty"), "--tls-cert", at("server.pem"), "--tls-key", at("server.key")},
	} {
		var errs bytes.Buffer
		if code := run(t.Context(), append([]string{"serve", "--policy", "seekhide", "--addr", "127.0.0.1:0"}, args...), nil, io.Discard, &errs); code == 0 || !strings.Contains(errs.String(), want) {
			t.Errorf("exit %d: %s", code, errs.String())
		}
	}
	to := served(t, "--policy", "seekhide", "--addr", "0.0.0.0:0", "--client-ca", at("client.pem"), "--tls-cert", at("server.pem"), "--tls-key", at("server.key"))
	_, port, _ := strings.Cut(strings.TrimPrefix(to, "https://"), "]:")
	to = "https://127.0.0.1:" + port
	for who, want := range map[string]int{"client": 200, "": 401, "stranger": 0} {
		c := client(t, "", "")
		if who != "" {
			c = client(t, at(who+".pem"), at(who+".key"))
		}
		got, err := c.Post(to+"/v1/anonymise", "application/json", strings.NewReader(`{"text":"Coucou Patrice, ça va?"}`))
		if err != nil {
			if want != 0 {
				t.Errorf("%s: %v", who, err)
			}
			continue
		}
		body, _ := io.ReadAll(got.Body)
		got.Body.Close()
		if got.StatusCode != want || want == 401 && !strings.Contains(string(body), "show a client certificate") || betrays(string(body)) {
			t.Errorf("%s: %d %s", who, got.StatusCode, body)
		}
	}
}

// TestSessionsOutliveTheServer where that is asked for: placeholders go on and come back, and the file shows
// no name.
func TestSessionsOutliveTheServer(t *testing.T) {
	dir := t.TempDir()
	file, key := filepath.Join(dir, "sessions"), filepath.Join(dir, "key")
	if code := run(t.Context(), []string{"key", "new", key}, nil, io.Discard, io.Discard); code != 0 {
		t.Fatal("no key")
	}
	args := []string{"--policy", "seekhide", "--session-file", file, "--key", key}
	session := ""
	t.Run("before", func(t *testing.T) {
		at := served(t, args...)
		_, got := posted(t, at+"/v1/anonymise", `{"text":"Coucou Patrice, ça va?","session":"new"}`)
		_, rest, _ := strings.Cut(got, `"session":"`)
		session, _, _ = strings.Cut(rest, `"`)
	})
	if data, err := os.ReadFile(file); err != nil || betrays(string(data)) {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	other := filepath.Join(dir, "other")
	run(t.Context(), []string{"key", "new", other}, nil, io.Discard, io.Discard)
	if code := run(t.Context(), []string{"serve", "--addr", "127.0.0.1:0", "--policy", "seekhide", "--session-file", file, "--key", other}, nil, io.Discard, &errs); code == 0 ||
		!strings.Contains(errs.String(), "no sessions of this key") {
		t.Errorf("another key: %s", errs.String())
	}
	t.Run("after", func(t *testing.T) {
		at := served(t, args...)
		if code, got := posted(t, at+"/v1/anonymise", `{"text":"Coucou Léa et Patrice","session":"`+session+`"}`); code != 200 || !strings.Contains(got, "PERSON_1") || !strings.Contains(got, "PERSON_2") {
			t.Error(code, got)
		}
		if _, got := posted(t, at+"/v1/reveal", `{"text":"<PERSON_1>!","session":"`+session+`"}`); !strings.Contains(got, "Patrice!") {
			t.Error(got)
		}
		if _, err := os.Stat(file); !os.IsNotExist(err) {
			t.Error("the file is still there")
		}
	})
}
