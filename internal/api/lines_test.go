package api_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/bauta/bauta/internal/api"
)

var cuts = flag.Int("cuts", 20_000, "random cuts of answers that come in pieces")

// sent asks a server without a network between, line by line, and gives the lines of its answer.
func sent(t testing.TB, s http.Handler, path string, body io.Reader, headers ...string) (int, []string) {
	t.Helper()
	r := httptest.NewRequest("POST", path, body)
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/x-ndjson")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code, strings.Split(strings.TrimSuffix(w.Body.String(), "\n"), "\n")
}

// line is one of a request.
func line(session, text string) string {
	of := map[string]string{"text": text}
	if session != "" {
		of["session"] = session
	}
	raw, _ := json.Marshal(of)
	return string(raw) + "\n"
}

// begun is a session with two people in it.
func begun(t testing.TB, s http.Handler) string {
	t.Helper()
	_, got := sent(t, s, "/v1/anonymise/stream", strings.NewReader(line("new", "ok Zyxwvut et Hugo 0312345")))
	var out struct{ Text, Session string }
	if err := json.Unmarshal([]byte(got[0]), &out); err != nil || out.Text != "ok <PERSON_1> et <PERSON_2> <PHONE_1>" {
		t.Fatal(got)
	}
	return out.Session
}

// TestLinesAtOnce: each line is answered before the next one is sent, as lines and as events, both as they are
// described. A line that is held back stops the test.
func TestLinesAtOnce(t *testing.T) {
	c := config(nil)
	s := start(t, c)
	described := describe(t, s.URL)
	for _, accept := range []string{"", "text/event-stream"} {
		in, to := io.Pipe()
		r, err := http.NewRequest("POST", s.URL+"/v1/anonymise/stream", in)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-ndjson")
		r.Header.Set("Accept", accept)
		first := make(chan error)
		go func() {
			_, err := io.WriteString(to, line("", "salut Zyxwvut, fois 0"))
			first <- err
		}()
		got, err := http.DefaultClient.Do(r)
		if err != nil || <-first != nil {
			t.Fatal(err)
		}
		answers := bufio.NewReader(got.Body)
		for i := range 20 {
			if i > 0 {
				io.WriteString(to, line("", fmt.Sprintf("salut Zyxwvut, fois %d", i)))
			}
			answer, err := answers.ReadString('\n')
			if accept != "" {
				answers.ReadString('\n')
			}
			answer = strings.TrimPrefix(answer, "data: ")
			described.hold(t, "POST", "/v1/anonymise/stream", line("", "x"), 200, answer)
			if want := fmt.Sprintf(`"text":"salut Person 1, fois %d"`, i); err != nil || !strings.Contains(answer, want) {
				t.Fatalf("line %d: %q, %v", i, answer, err)
			}
		}
		to.Close()
		if rest, err := io.ReadAll(answers); err != nil || len(rest) > 0 {
			t.Errorf("%q, %v", rest, err)
		}
		got.Body.Close()
	}
}

// TestIdleLines: streams to which nobody writes, or too slowly for a line, hold their places no longer than they may;
// each is told so, as its answer or as the last line of it, and shows no half placeholder.
func TestIdleLines(t *testing.T) {
	c := config(nil)
	c.AtOnce, c.Idle = 1, 2*time.Second
	s := start(t, c)
	_, first, _ := ask(t, "POST", s.URL+"/v1/anonymise", `{"text":"ok Zyxwvut","session":"new"}`)
	var of struct{ Session string }
	json.Unmarshal([]byte(first), &of)
	sends := []struct{ path, body, want string }{
		{"anonymise", "", `408{"type"`},
		{"anonymise", `{"text":"` + canary, `408{"type"`},
		{"reveal", line(of.Session, "ok <PERSON_1> <PERS"), `{"text":"ok Zyxwvut "}`},
		{"anonymise", line("", "ok Zyxwvut"), `"text":"ok Person 1"`},
	}
	var open []*bufio.ReadWriter
	for i := range 64 {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(10 * time.Second))
		at := sends[i%4]
		fmt.Fprintf(conn, "POST /v1/%s/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: 999\r\nExpect: 100-continue\r\n\r\n%s", at.path, at.body)
		from := bufio.NewReader(conn)
		if got, err := http.ReadResponse(from, nil); err != nil || got.StatusCode != http.StatusContinue { // it has its place
			t.Fatal(i, got, err)
		}
		open = append(open, bufio.NewReadWriter(from, bufio.NewWriter(conn)))
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprint(conn, "POST /v1/anonymise/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: 999\r\n\r\n")
	if got, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || got.StatusCode != 503 { // at once
		t.Errorf("%+v, %v: one too many is not refused before its body has come", got, err)
	}
	began := time.Now()
	for code := 0; code != 200; time.Sleep(20 * time.Millisecond) {
		if code, _, _ = ask(t, "POST", s.URL+"/v1/anonymise/stream", line("", "ok"), "Content-Type", "application/x-ndjson"); code != 200 && code != 503 || time.Since(began) > 10*time.Second {
			t.Fatal(code)
		}
	}
	for i, from := range open {
		got, err := http.ReadResponse(from.Reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(got.Body)
		want := sends[i%4].want
		if all := string(raw); err != nil || !strings.Contains(fmt.Sprint(got.StatusCode)+all, want) || !strings.Contains(all, "no line came in time") || strings.Contains(all, "<PERS") {
			t.Errorf("%d: %d %s %v", i, got.StatusCode, all, err)
		}
		from.WriteString("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") // which is the body, and no request
		from.Flush()
		if more, _ := from.ReadString('\n'); more != "" {
			t.Errorf("%d: the rest of the body is answered: %s", i, more)
		}
	}
}

// TestLinesCut: an answer in pieces cut anywhere is revealed as the whole is, and no piece shows half a
// placeholder of the session or half a name.
func TestLinesCut(t *testing.T) {
	s, err := api.New(config(nil))
	if err != nil {
		t.Fatal(err)
	}
	id := begun(t, s)
	rng := rand.New(rand.NewPCG(24, 1))
	all := []string{
		"<PERSON_1>", "<PERSON_2>", "<PHONE_1>", "PERSON_1", "person_2", "&lt;PERSON_1&gt;", `\<PERSON_2\>`, "<PERSON_1's>", "<PERSON_9>", "<", ">", "<PERSON_",
		"PERSON", "_1", "1", "'s", " ", " ", ", ", "\n", "é", "😘", `"`, `\`, "hello", "“", "”", "’", "_", "\u00a0", "…",
	}
	for done := 0; done < *cuts; {
		text := ""
		for range rng.IntN(20) {
			text += all[rng.IntN(len(all))]
		}
		w := httptest.NewRecorder()
		given(s, w, "/v1/reveal", strings.NewReader(line(id, text)))
		var whole struct{ Text string }
		if err := json.Unmarshal(w.Body.Bytes(), &whole); err != nil {
			t.Fatal(err)
		}
		body, most := line(id, ""), 1+rng.IntN(12)
		for rest := []rune(text); len(rest) > 0; done++ {
			n := 1 + rng.IntN(min(len(rest), most))
			body, rest = body+line("", string(rest[:n])), rest[n:]
		}
		done++
		_, got := sent(t, s, "/v1/reveal/stream", strings.NewReader(body))
		if len(got) != strings.Count(body, "\n")+1 {
			t.Fatalf("%d lines for %d", len(got), strings.Count(body, "\n"))
		}
		pieces := ""
		for _, l := range got {
			var piece struct{ Text string }
			if err := json.Unmarshal([]byte(l), &piece); err != nil {
				t.Fatal(l, err)
			}
			pieces += piece.Text
			if !strings.HasPrefix(whole.Text, pieces) || strings.Contains(piece.Text, "Zyx") != strings.Contains(piece.Text, "wvut") {
				t.Fatalf("%q: %q, whole %q", text, pieces, whole.Text)
			}
		}
		if pieces != whole.Text {
			t.Fatalf("%q: %q, whole %q", text, pieces, whole.Text)
		}
	}
}

// TestLinesFail: a text on which a phase fails is a line without it and ends its conversation; a stream to
// reveal ends with its first fault, and shows nothing that was held back.
func TestLinesFail(t *testing.T) {
	c := config(nil)
	c.MaxBody = 4096
	s, err := api.New(c)
	if err != nil {
		t.Fatal(err)
	}
	id := begun(t, s)
	broken := io.MultiReader(strings.NewReader(line(id, "ok <PERSON_2> <PERS")), iotest.ErrReader(io.ErrUnexpectedEOF))
	for name, c := range map[string]struct {
		path string
		body io.Reader
		code int
		want []string // a part of each line
	}{
		"a text that fails": {"anonymise", strings.NewReader(line("", "ok Hugo") + line("", canary+" fails") + line("", "ok")), 200, []string{"ok Person 1", `"status":422`, `"status":422`}},
		"bad lines":         {"anonymise", strings.NewReader(line("", "ok Hugo") + "{\"" + canary + "\n\n" + line("", "Hugo")), 200, []string{"ok Person 1", `"status":400`, `"status":400`, "Person 1"}},
		"another session":   {"anonymise", strings.NewReader(line(id, "ok Hugo") + line("new", canary)), 200, []string{"<PERSON_2>", "first line"}},
		"no session":        {"reveal", strings.NewReader(line("x"+canary, "a")), 404, []string{`"status":404`}},
		"no policy":         {"anonymise", strings.NewReader(`{"text":"a","policy":"` + canary + `"}`), 200, []string{"no policy"}},
		"a long line":       {"anonymise", strings.NewReader(line("", "ok Hugo") + line("", strings.Repeat(canary, 1000))), 200, []string{"ok Person 1", `"status":413`}},
		"broken off":        {"reveal", broken, 200, []string{`{"text":"ok Hugo "}`, `"status":400`}},
		"a bad piece":       {"reveal", strings.NewReader(line(id, "<PERSON_2> <PERS") + "{\n" + line("", "ON_1>")), 200, []string{`{"text":"Hugo "}`, `"status":400`}},
		"no session at all": {"reveal", strings.NewReader(line("", "a") + line(id, "a")), 400, []string{"is missing"}},
		"an empty session":  {"reveal", strings.NewReader(line(id, "<PERSON_2> ") + `{"session":"","text":"ok"}`), 200, []string{"Hugo ", "ok", `{"text":""}`}},
		"nothing":           {"reveal", strings.NewReader(""), 200, []string{`{"text":""}`}},
	} {
		code, got := sent(t, s, "/v1/"+c.path+"/stream", c.body)
		all := strings.Join(got, "\n")
		if code != c.code || len(got) != len(c.want) || strings.Contains(all, "Zyx") || strings.Contains(all, "PERS\"") {
			t.Errorf("%s: %d %s", name, code, all)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: line %d is %s, without %s", name, i+1, got[i], want)
			}
		}
	}
	if code, got := sent(t, s, "/v1/reveal/stream", strings.NewReader(line(id, "a")), "Content-Type", "application/json"); code != 415 {
		t.Error(code, got)
	}
	if code, got := sent(t, s, "/v1/reveal/stream", strings.NewReader(line(id, "a")), "Content-Encoding", "gzip"); code != 415 {
		t.Error(code, got)
	}
	_, got := sent(t, s, "/v1/reveal/stream", strings.NewReader(line(id, "<PERSON_2>!")+"{\n"), "Accept", "text/event-stream")
	if all := strings.Join(got, "\n"); !strings.HasPrefix(all, "data: {\"text\":\"Hugo!\"}\n\nevent: error\ndata: {\"type\":\"about:blank\"") {
		t.Errorf("events: %s", all)
	}
}

// FuzzLines: as many lines come out as go in, and no fault shows what stood there.
func FuzzLines(f *testing.F) {
	f.Add(line("", "ok Zyxwvut") + line("", "Zyxwvut fails"))
	f.Add("\n{}\n{\"text\":\"Zyxwvut\",\"session\":\"new\"}")
	s, err := api.New(config(nil))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body string) {
		code, got := sent(t, s, "/v1/anonymise/stream", strings.NewReader(body))
		lines := strings.Count(strings.TrimSuffix(body, "\n")+"\n", "\n")
		if body != "" && (code != 200 && len(got) != 1 || code == 200 && len(got) != lines) {
			t.Errorf("%d: %d lines for %d of %q", code, len(got), lines, body)
		}
		for _, l := range got {
			if strings.Contains(l, `"status":`) && strings.Contains(l, canary) {
				t.Errorf("%q: %s", body, l)
			}
		}
	})
}
