package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// sessionsThere is how many sessions the metrics count, and the bytes that they hold.
func sessionsThere(t *testing.T, url string, who ...string) (n, held int64) {
	t.Helper()
	_, got, _ := ask(t, "GET", url+"/metrics", "", who...)
	m := regexp.MustCompile(`(?m)^bauta_sessions (\d+)$[^$]*^bauta_session_bytes (\d+)$`).FindStringSubmatch(got)
	if m == nil {
		t.Fatal("the metrics count no sessions")
	}
	n, _ = strconv.ParseInt(m[1], 10, 64)
	held, _ = strconv.ParseInt(m[2], 10, 64)
	return n, held
}

// TestSessionsLiveAsLongAsPromised: however many begin, none is forgotten before its time: one that
// would be too many is refused with the time to come back, by its owner's share or where all is taken,
// and then there is room again. What they hold is counted, and given back.
func TestSessionsLiveAsLongAsPromised(t *testing.T) {
	now := time.Unix(0, 0)
	c := config(nil)
	c.Tokens, c.SessionAge, c.Now = []string{"token-of-a-token", "token-of-b-token"}, time.Hour, func() time.Time { return now }
	c.SessionBytes = 400 << 10
	s := start(t, c)
	who := map[string][]string{"a": {"Authorization", "Bearer token-of-a-token"}, "b": {"X-Api-Key", "token-of-b-token"}}
	text := func(of, session string) (int, string, http.Header) {
		code, got, header := ask(t, "POST", s.URL+"/v1/anonymise", `{"text":"ok Zyxwvut 0312345","session":"`+session+`"}`, who[of]...)
		var out struct{ Session string }
		if code == 200 && json.Unmarshal([]byte(got), &out) != nil {
			t.Fatal(got)
		}
		return code, out.Session, header
	}
	type owned struct{ of, id string }
	var begun []owned
	refusals := map[string]int{}
	for _, of := range []string{"a", "b", "a"} {
		for range 100 {
			code, id, header := text(of, "new")
			if code == 200 {
				begun = append(begun, owned{of, id})
				continue
			}
			refusals[fmt.Sprint(of, code)]++
			if after, err := strconv.Atoi(header.Get("Retry-After")); err != nil || after != 3600 {
				t.Fatalf("%d: come back after %q", code, header.Get("Retry-After"))
			}
			break
		}
	}
	if len(begun) < 20 || len(begun) > 60 || refusals["a429"] != 1 || refusals["b503"] != 1 || refusals["a503"] != 1 {
		t.Fatalf("%d sessions, %v", len(begun), refusals)
	}
	now = now.Add(59 * time.Minute)
	for _, k := range begun {
		code, got, _ := ask(t, "POST", s.URL+"/v1/reveal", `{"session":"`+k.id+`","text":"<PERSON_1>"}`, who[k.of]...)
		if code != 200 || got != `{"text":"Zyxwvut"}` {
			t.Fatalf("a session is gone before its time: %d %s", code, got)
		}
	}
	if n, held := sessionsThere(t, s.URL, who["a"]...); n != int64(len(begun)) || held < c.SessionBytes/4*3 || held > c.SessionBytes {
		t.Errorf("%d sessions hold %d bytes", n, held)
	}
	if code, _, _ := text("a", begun[0].id); code != 200 {
		t.Errorf("a session that is there has no room for a text: %d", code)
	}
	now = now.Add(time.Hour)
	if n, held := sessionsThere(t, s.URL, who["a"]...); n != 0 || held != 0 {
		t.Errorf("%d sessions hold %d bytes when their time is over", n, held)
	}
	if code, _, _ := text("a", "new"); code != 200 {
		t.Errorf("there is no room again: %d", code)
	}
}

// TestSessionsGrowWithinBounds: a session that grows is told to wait when it holds its owner's share,
// and goes on to reveal.
func TestSessionsGrowWithinBounds(t *testing.T) {
	c := config(nil)
	c.SessionBytes = 64 << 10
	s := start(t, c)
	id, refused := "new", 0
	for i := range 200 {
		code, got, _ := ask(t, "POST", s.URL+"/v1/anonymise", fmt.Sprintf(`{"text":"ok 03%d","session":%q}`, 12345+i, id))
		var out struct{ Session string }
		if code == http.StatusServiceUnavailable {
			refused++
			continue
		}
		if err := json.Unmarshal([]byte(got), &out); err != nil || code != 200 || refused > 0 {
			t.Fatal(code, got)
		}
		id = out.Session
	}
	if _, held := sessionsThere(t, s.URL); refused < 100 || held < c.SessionBytes || held > 2*c.SessionBytes {
		t.Errorf("%d refused, %d bytes", refused, held)
	}
	if code, got, _ := ask(t, "POST", s.URL+"/v1/reveal", `{"session":"`+id+`","text":"<PHONE_1>"}`); code != 200 || got != `{"text":"0312345"}` {
		t.Error(code, got)
	}
}

// TestRefusedSessionsAreNone: a session that would begin with a request that is refused is not there; one whose first
// line is refused is there when another line has given its ID.
func TestRefusedSessionsAreNone(t *testing.T) {
	s := start(t, config(nil))
	for _, c := range []struct {
		path, body string
		code       int
		there      int64
	}{
		{"/v1/anonymise", `{"text":"Hugo fails","session":"new"}`, 422, 0},
		{"/v1/anonymise", `{"text":"Hugo panics","session":"new"}`, 422, 0},
		{"/v1/anonymise", `{"text":"Hugo\u0000","session":"new"}`, 400, 0},
		{"/v1/anonymise", `{"text":"Hugo","lang":"x","session":"new"}`, 400, 0},
		{"/v1/anonymise", `{"text":"Hugo","offsets":"x","session":"new"}`, 400, 0},
		{"/v1/anonymise", `{"text":"` + strings.Repeat("Hugo ", 500_000) + `","session":"new"}`, 422, 0},
		{"/v1/anonymise/batch", `{"texts":["Hugo","fails"],"session":"new"}`, 422, 0},
		{"/v1/anonymise/stream", line("new", "Hugo fails") + line("", "Hugo"), 200, 0},
		{"/v1/anonymise/stream", line("new", "Hugo\x00"), 200, 0},
		{"/v1/anonymise/stream", line("new", "Hugo\x00") + line("", "Hugo"), 200, 1},
		{"/v1/anonymise/batch", `{"texts":["Hugo","Hugo"],"session":"new"}`, 200, 2},
		{"/v1/anonymise", `{"text":"Hugo","session":"new"}`, 200, 3},
	} {
		kind := "application/json"
		if strings.HasSuffix(c.path, "/stream") {
			kind = "application/x-ndjson"
		}
		code, got, _ := ask(t, "POST", s.URL+c.path, c.body, "Content-Type", kind)
		if n, held := sessionsThere(t, s.URL); code != c.code || n != c.there || (held > 0) != (n > 0) {
			t.Errorf("%.80s: %d %.80s; %d sessions hold %d bytes", c.body, code, got, n, held)
		}
	}
}
