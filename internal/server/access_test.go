package server

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
)

// TestC11RoleMatrix tries every address of the server in every role. What a
// role may not do answers 403; a stranger is sent to sign in; somebody of
// another project is told that there is none.
func TestC11RoleMatrix(t *testing.T) {
	w := harbour(t, quay{}, "salut [Lucas]")
	outsider, err := w.store.AddUser(t.Context(), review.User{Login: "outsider"})
	if err != nil {
		t.Fatal(err)
	}
	deciding := "owner reviewer adjudicator"
	want := map[string]string{ // pattern → roles that may; "*": all
		"GET /p/{slug}/{$}": "*", "GET /p/{slug}/dashboard": "*",
		"GET /p/{slug}/review": deciding, "POST /p/{slug}/api/claim": deciding, "POST /p/{slug}/api/desk": deciding,
		"POST /p/{slug}/api/decide": deciding, "POST /p/{slug}/api/look": deciding, "POST /p/{slug}/api/renew": deciding,
		"POST /p/{slug}/api/release": deciding, "POST /p/{slug}/api/context": deciding + " annotator", "POST /p/{slug}/api/search": deciding,
		"POST /p/{slug}/api/revisit": deciding, "GET /p/{slug}/m/{message}": deciding, "GET /p/{slug}/search": deciding,
		"GET /p/{slug}/words": deciding, "POST /p/{slug}/api/words/look": deciding, "POST /p/{slug}/api/words/decide": deciding,
		"POST /p/{slug}/api/words/undo": deciding,
		"POST /p/{slug}/api/message":    deciding, "POST /p/{slug}/api/alike": deciding,
		"GET /p/{slug}/annotate": deciding + " annotator", "GET /p/{slug}/annotate/{message}": deciding + " annotator",
		"POST /p/{slug}/annotate": deciding + " annotator", "POST /p/{slug}/api/annotate/task": deciding + " annotator",
		"POST /p/{slug}/api/annotate/save": deciding + " annotator", "POST /p/{slug}/api/annotate/examples": deciding + " annotator",
		"POST /p/{slug}/api/annotate/revisit": deciding + " annotator",
		"GET /p/{slug}/guidelines":            "*", "POST /p/{slug}/guidelines": "owner adjudicator", "GET /p/{slug}/agreement": "*",
		"GET /p/{slug}/adjudicate": "owner adjudicator", "POST /p/{slug}/api/adjudicate/next": "owner adjudicator",
		"POST /p/{slug}/api/adjudicate/save": "owner adjudicator",
		"GET /p/{slug}/second":               deciding, "POST /p/{slug}/second/confirm": deciding, "POST /p/{slug}/second/refuse": deciding,
		"POST /p/{slug}/second/settle": "owner adjudicator",
		"GET /p/{slug}/audit":          deciding + " privacy_officer", "POST /p/{slug}/audit/save": deciding + " privacy_officer",
		"POST /p/{slug}/audit/begin": deciding + " privacy_officer",
		"GET /p/{slug}/release":      "owner privacy_officer", "POST /p/{slug}/release": "owner privacy_officer",
		"POST /p/{slug}/release/purge": "owner privacy_officer", "POST /p/{slug}/release/withdraw": "owner",
		"GET /p/{slug}/people": "owner", "POST /p/{slug}/people": "owner", "POST /p/{slug}/people/role": "owner",
		"POST /p/{slug}/people/account": "owner", "POST /p/{slug}/archive": "owner",
		"GET /p/{slug}/import": "owner", "POST /p/{slug}/import": "owner", "POST /p/{slug}/import/file": "owner",
		"GET /p/{slug}/import/progress": "owner", "POST /p/{slug}/export": "owner",
	}
	people := map[string]*client{"": w.as(t, 0), "outsider": w.as(t, outsider.ID)}
	for role, u := range w.users {
		people[string(role)] = w.as(t, u.ID)
	}
	for _, rt := range w.table() {
		if !strings.Contains(rt.pattern, "{slug}") {
			continue
		}
		roles, ok := want[rt.pattern]
		if !ok {
			t.Errorf("%s is not in the matrix", rt.pattern)
			continue
		}
		method, path, _ := strings.Cut(rt.pattern, " ")
		path = strings.NewReplacer("{slug}", "sms", "{$}", "", "{message}", "1").Replace(path)
		for who, c := range people {
			res, _ := c.do(method, path, "application/json", "{}")
			switch may := roles == "*" || slices.Contains(strings.Fields(roles), who); {
			case who == "" && method == "GET" && (res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != "/sign-in"),
				who == "" && method == "POST" && res.StatusCode != http.StatusUnauthorized,
				who == "outsider" && res.StatusCode != http.StatusNotFound:
				t.Errorf("%s as %q: %d", rt.pattern, who, res.StatusCode)
			case who == "" || who == "outsider":
			case may && (res.StatusCode == http.StatusForbidden || res.StatusCode >= 500),
				!may && res.StatusCode != http.StatusForbidden:
				t.Errorf("%s as %s: %d", rt.pattern, who, res.StatusCode)
			}
		}
	}
}

func TestAnnotatorReadsNoText(t *testing.T) {
	w := newWorld(t, nil, "salut ["+canary+"]")
	c := w.as(t, w.users[review.Annotator].ID)
	for _, path := range []string{"/p/sms/review", "/p/sms/second", "/p/sms/audit", "/p/sms/dashboard", "/p/sms/"} {
		if _, body := c.get(path); strings.Contains(body, canary) {
			t.Errorf("%s shows an annotator a text", path)
		}
	}
}

func TestDisabledAccountIsOut(t *testing.T) {
	w := newWorld(t, nil)
	gone, err := w.store.AddUser(t.Context(), review.User{Login: "gone", Disabled: true})
	if err != nil {
		t.Fatal(err)
	}
	if res, _ := w.as(t, gone.ID).get("/"); res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != "/sign-in" {
		t.Errorf("a disabled account got %d", res.StatusCode)
	}
	if res, _ := w.as(t, 9999).get("/"); res.Header.Get("Location") != "/sign-in" {
		t.Errorf("an account that is none got %d", res.StatusCode)
	}
}

// TestC3HeadersAndLog: the headers of every answer; and no word of a message in
// an address, a title, a line of the log or a row of the audit.
func TestC3HeadersAndLog(t *testing.T) {
	w := newWorld(t, nil, "salut ["+canary+"] et !["+canary+"]")
	c := w.as(t, w.users[review.Owner].ID)
	d := c.claim(tabA).Desks[0]
	if d.Word != canary {
		t.Fatalf("the page does not get the word")
	}
	c.ask("search", searchAsk{Pattern: canary}, nil)
	c.ask("search", searchAsk{Pattern: canary + "("}, nil)
	c.ask("decide", map[string]any{"id": canary}, nil)
	c.decide(decideAsk{Scope: "word", Effect: "mask", Label: "PERSON", Group: d.ID, Expect: d.Version})
	c.do("POST", "/p/"+canary+"/api/claim", "application/json", "{}")
	c.get("/" + canary)
	c.post("/sign-in", url.Values{"login": {canary}, "password": {canary}})
	for _, path := range []string{"/p/sms/review", "/p/sms/second", "/p/sms/audit", "/p/sms/release", "/nothing", "/sign-in", "/settings"} {
		res, body := c.get(path)
		for name, value := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
			"Cache-Control":           "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := res.Header.Get(name); got != value {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		title, _, _ := strings.Cut(body[strings.Index(body, "<title>")+7:], "</title>")
		if strings.Contains(title, canary) {
			t.Errorf("%s: the title has the word", path)
		}
	}
	if strings.Contains(w.log.String(), canary) {
		t.Error("the log has the word")
	}
	if !strings.Contains(w.log.String(), `route="POST /p/{slug}/api/decide" status=200`) {
		t.Errorf("the log does not tell routes and status: %s", w.log)
	}
	entries, err := w.store.Entries(t.Context(), 1000)
	if err != nil || len(entries) == 0 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	for _, e := range entries {
		for k, v := range e.Detail {
			if s, ok := v.(string); ok && strings.Contains(s, canary) || strings.Contains(e.Object+e.Action+k, canary) {
				t.Errorf("row %d of the audit has the word", e.Seq)
			}
		}
	}
}

func TestOtherSitesAndHosts(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Hosts = []string{"good.example"} })
	c := w.stranger(t)
	if res, _ := c.get("/sign-in"); res.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("an unknown host got %d", res.StatusCode)
	}
	w = newWorld(t, nil)
	c = w.as(t, w.users[review.Owner].ID)
	req, err := http.NewRequestWithContext(t.Context(), "POST", w.http.URL+"/sign-out", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	res, err := c.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusForbidden {
		t.Errorf("a form of another site got %d", res.StatusCode)
	}
}
