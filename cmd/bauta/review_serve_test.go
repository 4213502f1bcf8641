package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// serve starts the command and gives the address that it prints; the function
// ends it and gives the exit code.
func serve(t *testing.T, args ...string) (address string, end func() int) {
	t.Helper()
	return servedBy(t, append([]string{"review", "serve"}, args...)...)
}

// servedBy is serve for any command that serves.
func servedBy(t *testing.T, args ...string) (address string, end func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, args, strings.NewReader(""), in, io.Discard)
		in.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		cancel()
		t.Fatalf("the server ended with %d: %v", <-code, err)
	}
	_, address, _ = strings.Cut(strings.TrimSpace(line), " ")
	return address, func() int {
		cancel()
		return <-code
	}
}

// status asks for an address and gives the status, without following.
func status(t *testing.T, c *http.Client, address string) int {
	t.Helper()
	return asked(t, c, "GET", address)
}

func asked(t *testing.T, c *http.Client, method, address string) int {
	t.Helper()
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	req, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

func TestServeDemo(t *testing.T) {
	link, end := serve(t, "--demo")
	base := link[:strings.Index(link, "/link/")]
	for address, want := range map[string]int{
		base + "/healthz": http.StatusOK, base + "/link/wrong": http.StatusGone, link: http.StatusOK,
		strings.Replace(base, "127.0.0.1", "localhost", 1) + "/sign-in": http.StatusOK,
	} {
		if got := status(t, &http.Client{}, address); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
	for _, want := range []int{http.StatusSeeOther, http.StatusGone} {
		if got := asked(t, &http.Client{}, "POST", link); got != want {
			t.Errorf("the button: %d, want %d", got, want)
		}
	}
	if code := end(); code != 0 {
		t.Errorf("the server ended with %d", code)
	}
}

// TestAuditServe: the same pages, opened on the audit.
func TestAuditServe(t *testing.T) {
	store := filepath.Join(t.TempDir(), "desk.db")
	must(t, "review", "init", store, "--project", "sms")
	link, end := servedBy(t, "audit", "serve", store)
	c := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	req, err := http.NewRequestWithContext(t.Context(), "POST", link, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if at := res.Header.Get("Location"); at != "/p/sms/audit" {
		t.Errorf("%d, and leads to %q", res.StatusCode, at)
	}
	if code := end(); code != 0 {
		t.Errorf("the server ended with %d", code)
	}
	if got := invoke(t, "", "audit", "serve", store, "--project", "none"); got.code != 1 || !strings.Contains(got.err, "no project") {
		t.Errorf("no such project: exit %d, %s", got.code, got.err)
	}
	if got := invoke(t, "", "audit", "serve"); got.code != 2 {
		t.Errorf("no store: exit %d", got.code)
	}
}

// TestServeTLS speaks TLS with a certificate of its own, and refuses a port
// that is taken.
func TestServeTLS(t *testing.T) {
	dir := t.TempDir()
	store, cert, key := filepath.Join(dir, "desk.db"), filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certificate(t, cert, key)
	if code := run(t.Context(), []string{"review", "init", store}, strings.NewReader(""), io.Discard, io.Discard); code != 0 {
		t.Fatal("no store")
	}
	link, end := serve(t, store, "--tls-cert", cert, "--tls-key", key, "--log", filepath.Join(dir, "log"), "--host", "desk.example.org")
	if !strings.HasPrefix(link, "https://") {
		t.Fatalf("served at %s", link)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	if got := asked(t, client, "POST", link); got != http.StatusSeeOther {
		t.Errorf("the link: %d", got)
	}
	for host, want := range map[string]struct {
		status int
		tls    string
	}{"desk.example.org": {http.StatusOK, "max-age=31536000"}, "other.example.org": {http.StatusMisdirectedRequest, "max-age=31536000"}, "": {http.StatusOK, "max-age=31536000"}} {
		req, err := http.NewRequestWithContext(t.Context(), "GET", link[:strings.Index(link, "/link/")]+"/sign-in", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want.status || res.Header.Get("Strict-Transport-Security") != want.tls {
			t.Errorf("host %q: %d, %q", host, res.StatusCode, res.Header.Get("Strict-Transport-Security"))
		}
	}
	var said strings.Builder
	addr := strings.TrimPrefix(link[:strings.Index(link, "/link/")], "https://")
	if code := run(t.Context(), []string{"review", "serve", store, "--addr", addr}, strings.NewReader(""), io.Discard, &said); code != 1 || !strings.Contains(said.String(), "is the port taken?") {
		t.Errorf("a taken port: %d %s", code, said.String())
	}
	client.CloseIdleConnections()
	if code := end(); code != 0 {
		t.Errorf("the server ended with %d", code)
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil || !strings.Contains(string(log), `route="POST /link/{token}" status=303`) || strings.Contains(string(log), link[strings.LastIndex(link, "/"):]) {
		t.Errorf("the log is %q, %v", log, err)
	}
	for _, name := range []string{"log", "desk.db.sessions"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
}

// certificate writes a certificate for this machine and its key.
func certificate(t *testing.T, cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, &tmpl, &tmpl, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
