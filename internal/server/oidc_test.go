package server

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/review"
)

// issuer is an OpenID Connect issuer that lets everybody in as subject.
type issuer struct {
	*httptest.Server
	key               *rsa.PrivateKey
	subject, audience string
	nonce, challenge  string
	expired           bool
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	i := &issuer{key: key, subject: "sub-1", audience: "desk"}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"issuer":%q,"authorization_endpoint":%q,"token_endpoint":%q,"jwks_uri":%q,"id_token_signing_alg_values_supported":["RS256"]}`,
			i.URL, i.URL+"/auth", i.URL+"/token", i.URL+"/keys")
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		b64 := base64.RawURLEncoding.EncodeToString
		fmt.Fprintf(w, `{"keys":[{"kty":"RSA","kid":"1","alg":"RS256","use":"sig","n":%q,"e":%q}]}`, b64(key.N.Bytes()), b64(big.NewInt(int64(key.E)).Bytes()))
	})
	mux.HandleFunc("/token", i.token)
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	return i
}

// token answers a code, if who asks knows the verifier of the challenge.
func (i *issuer) token(w http.ResponseWriter, r *http.Request) {
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if r.FormValue("code") != "good" || base64.RawURLEncoding.EncodeToString(sum[:]) != i.challenge {
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	until := time.Now().Add(time.Hour)
	if i.expired {
		until = time.Now().Add(-time.Hour)
	}
	claims, err := json.Marshal(map[string]any{"iss": i.URL, "sub": i.subject, "aud": i.audience, "nonce": i.nonce, "iat": time.Now().Unix(), "exp": until.Unix(), "name": "Nina", "email": "nina@example.org"})
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	b64 := base64.RawURLEncoding.EncodeToString
	signed := b64([]byte(`{"alg":"RS256","kid":"1"}`)) + "." + b64(claims)
	digest := sha256.Sum256([]byte(signed))
	sig, err := rsa.SignPKCS1v15(rand.Reader, i.key, crypto.SHA256, digest[:])
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"access_token":"x","token_type":"Bearer","id_token":%q}`, signed+"."+b64(sig))
}

// arriveVia goes to the issuer and comes back with code and, unless given,
// the state that was sent.
func (c *client) arriveVia(i *issuer, code, state string) *http.Response {
	c.t.Helper()
	res, _ := c.get("/oidc/start")
	to, err := url.Parse(res.Header.Get("Location"))
	if err != nil || !strings.HasPrefix(to.String(), i.URL+"/auth") {
		c.t.Fatalf("sent to %q", res.Header.Get("Location"))
	}
	q := to.Query()
	i.nonce, i.challenge = q.Get("nonce"), q.Get("code_challenge")
	if q.Get("code_challenge_method") != "S256" || q.Get("redirect_uri") != "https://desk.example/oidc/return" {
		c.t.Fatalf("asked with %v", q)
	}
	if state == "" {
		state = q.Get("state")
	}
	res, _ = c.get("/oidc/return?" + url.Values{"code": {code}, "state": {state}}.Encode())
	return res
}

func TestOpenIDConnect(t *testing.T) {
	i := newIssuer(t)
	w := newWorld(t, func(c *Config) {
		c.OIDC = &OIDC{Issuer: i.URL, ClientID: "desk", Secret: "s", URL: "https://desk.example/", Name: "House", Create: true}
	})
	if _, body := w.stranger(t).get("/sign-in"); !strings.Contains(body, "Sign in with House") {
		t.Error("no button")
	}
	c := w.stranger(t)
	if res := c.arriveVia(i, "good", ""); res.StatusCode != http.StatusOK {
		t.Fatalf("a good sign-in: %d", res.StatusCode)
	}
	if res, body := c.get("/"); res.StatusCode != http.StatusOK || !strings.Contains(body, "no project yet") || !strings.Contains(body, "Nina") {
		t.Errorf("the new account: %d", res.StatusCode)
	}
	u, err := w.store.UserBySubject(t.Context(), i.URL+" sub-1")
	if err != nil || u.Login != "nina@example.org" {
		t.Fatalf("the account is %s, %v", u.Login, err)
	}
	for name, bad := range map[string]func() *http.Response{
		"a wrong code":    func() *http.Response { return w.stranger(t).arriveVia(i, "bad", "") },
		"a foreign state": func() *http.Response { return w.stranger(t).arriveVia(i, "good", "x") },
		"another client's token": func() *http.Response {
			i.audience = "other"
			defer func() { i.audience = "desk" }()
			return w.stranger(t).arriveVia(i, "good", "")
		},
		"an old token": func() *http.Response {
			i.expired = true
			defer func() { i.expired = false }()
			return w.stranger(t).arriveVia(i, "good", "")
		},
		"no cookie": func() *http.Response { res, _ := w.stranger(t).get("/oidc/return?code=good&state=x"); return res },
	} {
		if res := bad(); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %d", name, res.StatusCode)
		}
	}
}

func TestOpenIDConnectKnownPeopleAlone(t *testing.T) {
	i := newIssuer(t)
	w := newWorld(t, func(c *Config) { c.OIDC = &OIDC{Issuer: i.URL, ClientID: "desk", URL: "https://desk.example"} })
	if res := w.stranger(t).arriveVia(i, "good", ""); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("somebody unknown: %d", res.StatusCode)
	}
	if _, err := w.store.AddUser(t.Context(), review.User{Login: "nina", Subject: i.URL + " sub-1"}); err != nil {
		t.Fatal(err)
	}
	if res := w.stranger(t).arriveVia(i, "good", ""); res.StatusCode != http.StatusOK {
		t.Errorf("somebody entered: %d", res.StatusCode)
	}
}

func TestOpenIDConnectUnset(t *testing.T) {
	w := newWorld(t, nil)
	for _, path := range []string{"/oidc/start", "/oidc/return"} {
		if res, _ := w.stranger(t).get(path); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
	for _, c := range []OIDC{{}, {Issuer: "http://127.0.0.1:1", ClientID: "x", URL: "http://x"}} {
		if _, err := newProvider(context.Background(), c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}

func FuzzOpenFlight(f *testing.F) {
	p := &provider{key: []byte("key")}
	f.Add(p.seal(flight{State: "s", Nonce: "n", Verifier: "v"}))
	f.Add("")
	f.Add("AAAA")
	f.Fuzz(func(t *testing.T, sealed string) {
		if got, ok := p.open(sealed); ok && got.State != "s" {
			t.Error("a flight nobody sealed was opened")
		}
	})
}
