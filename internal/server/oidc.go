package server

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/bauta/bauta/internal/review"
	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// OIDC configures OpenID Connect (authorisation code flow with PKCE).
type OIDC struct {
	Issuer   string // its address, as in its discovery document
	ClientID string
	Secret   string
	// URL is how people reach this server; the issuer returns to URL/oidc/return.
	URL string
	// Name stands on the button; empty: the issuer's address.
	Name string
	// Create makes an account, without any role, of whoever signs in first;
	// without it only people whom an owner has entered come in.
	Create bool
}

// provider is a configured issuer.
type provider struct {
	name   string
	create bool
	oauth  oauth2.Config
	verify *oidc.IDTokenVerifier
	key    []byte // signs the cookie of a sign-in under way
}

// newProvider asks the issuer for its addresses and keys.
func newProvider(ctx context.Context, c OIDC) (*provider, error) {
	if c.Issuer == "" || c.ClientID == "" || !strings.HasPrefix(c.URL, "http") {
		return nil, errors.New("issuer, client and url are needed")
	}
	p, err := oidc.NewProvider(ctx, c.Issuer)
	if err != nil {
		return nil, err
	}
	key := make([]byte, 32)
	rand.Read(key) // never fails
	if c.Name == "" {
		c.Name = c.Issuer
	}
	return &provider{
		name: c.Name, create: c.Create, key: key,
		verify: p.Verifier(&oidc.Config{ClientID: c.ClientID}),
		oauth: oauth2.Config{
			ClientID: c.ClientID, ClientSecret: c.Secret, Endpoint: p.Endpoint(),
			RedirectURL: strings.TrimSuffix(c.URL, "/") + "/oidc/return",
			Scopes:      []string{oidc.ScopeOpenID, "profile", "email"},
		},
	}, nil
}

// flight is a sign-in under way. It lives in a cookie of its own: the return
// from the issuer is a request that another site began, with which the strict
// session cookie does not come.
type flight struct {
	State, Nonce, Verifier string
	Until                  time.Time
}

// seal signs a flight.
func (p *provider) seal(f flight) string {
	data, err := json.Marshal(f)
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(append(p.sum(data), data...))
}

// open is the inverse of seal, for what this server sealed.
func (p *provider) open(sealed string) (flight, bool) {
	var f flight
	data, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(data) < sha256.Size {
		return f, false
	}
	if !hmac.Equal(data[:sha256.Size], p.sum(data[sha256.Size:])) {
		return f, false
	}
	return f, json.Unmarshal(data[sha256.Size:], &f) == nil
}

func (p *provider) sum(data []byte) []byte {
	mac := hmac.New(sha256.New, p.key)
	mac.Write(data)
	return mac.Sum(nil)
}

// startOIDC sends the person to the issuer.
func (s *Server) startOIDC(w http.ResponseWriter, r *http.Request) {
	if s.oidc == nil {
		s.fail(w, r, review.ErrNotFound)
		return
	}
	f := flight{rand.Text(), rand.Text(), oauth2.GenerateVerifier(), s.now().Add(10 * time.Minute)}
	http.SetCookie(w, &http.Cookie{
		Name: s.flightCookie, Value: s.oidc.seal(f), Path: "/", MaxAge: 600,
		HttpOnly: true, Secure: true, SameSite: http.SameSiteLaxMode,
	})
	to := s.oidc.oauth.AuthCodeURL(f.State, oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier))
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// returnOIDC is where the issuer sends the person back.
func (s *Server) returnOIDC(w http.ResponseWriter, r *http.Request) {
	if s.oidc == nil {
		s.fail(w, r, review.ErrNotFound)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: s.flightCookie, Path: "/", MaxAge: -1, Secure: true, HttpOnly: true})
	u, err := s.arrive(r)
	if err != nil {
		s.log.Warn("refused", "route", r.Pattern, "error", err)
		if err := s.noteRefused(r, u.ID, "oidc", "refused"); err != nil {
			s.fail(w, r, err)
			return
		}
		s.renderSignIn(w, r, http.StatusUnauthorized, "", "signin.oidc")
		return
	}
	generation, err := s.generation(u.ID)
	if err == nil {
		err = s.begin(r, u.ID, generation, "oidc")
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	// A page that goes on by itself: a redirect would still count as begun by
	// the issuer's site, and go without the session cookie.
	s.render(w, r, http.StatusOK, "arrived", page{Title: "arrived.title", Refresh: "/"})
}

// arrive checks what the issuer sent and finds the account.
func (s *Server) arrive(r *http.Request) (review.User, error) {
	c, err := r.Cookie(s.flightCookie)
	if err != nil {
		return review.User{}, err
	}
	f, ok := s.oidc.open(c.Value)
	if !ok || s.now().After(f.Until) ||
		subtle.ConstantTimeCompare([]byte(r.URL.Query().Get("state")), []byte(f.State)) != 1 {
		return review.User{}, errors.New("not a sign-in that this server began")
	}
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	token, err := s.oidc.oauth.Exchange(ctx, r.URL.Query().Get("code"), oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return review.User{}, errors.New("the issuer did not take the code")
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := s.oidc.verify.Verify(ctx, raw)
	if err != nil {
		return review.User{}, errors.New("the issuer's token does not verify")
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(f.Nonce)) != 1 {
		return review.User{}, errors.New("the token is of another sign-in")
	}
	return s.account(ctx, id)
}

// account finds the user of a verified token, or makes one.
func (s *Server) account(ctx context.Context, id *oidc.IDToken) (review.User, error) {
	subject := id.Issuer + " " + id.Subject
	u, err := s.store.UserBySubject(ctx, subject)
	if err == nil && u.Disabled {
		return u, errors.New("the account is disabled")
	}
	if err == nil || !errors.Is(err, review.ErrNotFound) || !s.oidc.create {
		return u, err
	}
	var claims struct {
		Name  string `json:"name"`
		Email string `json:"email"`
	}
	if err := id.Claims(&claims); err != nil {
		return u, fmt.Errorf("the token's claims: %w", err)
	}
	login := claims.Email
	if login == "" {
		login = id.Subject
	}
	if claims.Name == "" {
		claims.Name = login
	}
	return s.store.AddUser(ctx, review.User{Login: login, Display: claims.Name, Subject: subject})
}
