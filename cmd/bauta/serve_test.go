package main

import (
	"bufio"
	"bytes"
	"context"
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
func served(t *testing.T, args ...string) string {
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
	if _, rest, ok := strings.Cut(line, "http://"); ok {
		addr, _, _ := strings.Cut(rest, ",")
		return "http://" + addr
	}
	t.Fatalf("%q, %v", line, err)
	return ""
}

func posted(t *testing.T, to, body string, headers ...string) (int, string) {
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
}
