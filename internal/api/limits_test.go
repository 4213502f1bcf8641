package api_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/api"
)

// given asks a server without a network between.
func given(s http.Handler, w http.ResponseWriter, path string, body io.Reader) {
	r := httptest.NewRequest("POST", path, body)
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(w, r)
}

// slowly is a client that reads nothing until it is let.
type slowly struct {
	*httptest.ResponseRecorder
	begun, read chan struct{}
}

func (w slowly) Write(p []byte) (int, error) {
	close(w.begun)
	<-w.read
	return w.ResponseRecorder.Write(p)
}

// TestSlowOnesHoldUpNobody: while one client is half through its request, and another one
// does not read its answer, a server that works on one request at once answers a third. Who
// is too slow at last is told so.
func TestSlowOnesHoldUpNobody(t *testing.T) {
	c := config(nil)
	c.AtOnce, c.Waiting = 1, 2
	s, err := api.New(c)
	if err != nil {
		t.Fatal(err)
	}
	answered := func() {
		t.Helper()
		w := httptest.NewRecorder()
		if given(s, w, "/v1/anonymise", strings.NewReader(`{"text":"ok Hugo"}`)); w.Code != 200 || !strings.Contains(w.Body.String(), "ok Person 1") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	body, sent := io.Pipe()
	late, done := httptest.NewRecorder(), make(chan struct{}, 2)
	go func() {
		given(s, late, "/v1/anonymise", body)
		done <- struct{}{}
	}()
	io.WriteString(sent, `{"text":"`+canary)
	answered()
	reader := slowly{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
	go func() {
		given(s, reader, "/v1/anonymise", strings.NewReader(`{"text":"ok Hugo"}`))
		done <- struct{}{}
	}()
	<-reader.begun
	answered()
	sent.CloseWithError(os.ErrDeadlineExceeded)
	<-done
	if late.Code != http.StatusRequestTimeout || strings.Contains(late.Body.String(), "Zyx") {
		t.Errorf("a request that never ends: %d %s", late.Code, late.Body)
	}
	close(reader.read)
	if <-done; reader.Code != 200 {
		t.Errorf("who reads at last: %d", reader.Code)
	}
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/metrics", nil)
	r.Host = "localhost"
	if s.ServeHTTP(w, r); !strings.Contains(w.Body.String(), "bauta_in_flight 0\n") || !strings.HasSuffix(w.Body.String(), "bauta_waiting 0\n") {
		t.Errorf("something is left behind:\n%s", w.Body)
	}
}

// TestHalfBodies: however many clients send half of a body, or more than may be, and no more, who sends a whole one is
// answered at once; where they are too many or hold too much, who began first is told that it came too slowly.
func TestHalfBodies(t *testing.T) {
	for name, c := range map[string]struct {
		body       string
		length     int
		many, over int // clients, and those that are told
	}{
		"halves":         {`{"text":"` + canary, 100, 40, 0},
		"many halves":    {`{"text":"` + canary, 100, 60, 12},
		"large halves":   {`{"text":"` + strings.Repeat(canary, 1000), 9000, 10, 6},
		"none":           {"", 100, 40, 0},
		"too long, half": {strings.Repeat(" ", 11_000), 90_000, 40, 0},
	} {
		t.Run(name, func(t *testing.T) {
			conf := config(nil)
			conf.AtOnce, conf.Waiting, conf.MaxBody = 1, 2, 10_000
			conf.Gateway = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if _, err := io.ReadAll(r.Body); err != nil {
					w.WriteHeader(http.StatusRequestTimeout)
				}
			})
			s := start(t, conf)
			var open []net.Conn
			for i := range c.many {
				conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				path := []string{"/v1/anonymise", "/v1/chat/completions", "/analyze"}[i%3]
				fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, c.length, c.body)
				open = append(open, conn)
			}
			time.Sleep(50 * time.Millisecond) // until they are read; the test holds without
			began := time.Now()
			for range 3 {
				if code, got, _ := ask(t, "POST", s.URL+"/v1/anonymise", `{"text":"ok Hugo"}`); code != 200 {
					t.Fatal(code, got)
				}
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %s", took)
			}
			told := make(chan int, c.many)
			for _, conn := range open {
				go func() {
					if got, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil {
						told <- got.StatusCode
					}
				}()
			}
			for range c.over {
				select {
				case code := <-told:
					if code != 408 {
						t.Errorf("told %d", code)
					}
				case <-time.After(10 * time.Second):
					t.Fatal("who is broken off is not told")
				}
			}
		})
	}
}

// counted is how much was read.
type counted struct {
	io.Reader
	n int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

// TestHeardOut: who sends 20 MB before reading anything is told that they are too many; of endless ones the end is not
// waited for.
func TestHeardOut(t *testing.T) {
	s := start(t, config(nil))
	for size, whole := range map[int]bool{20 << 20: true, 100 << 20: false} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /v1/anonymise HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", size)
		if _, err := io.Copy(conn, io.LimitReader(endless{}, int64(size))); (err == nil) != whole {
			t.Errorf("%d MB: %v", size>>20, err)
		}
		if !whole {
			continue
		}
		got, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Body.Close(); got.StatusCode != 413 {
			t.Errorf("%d MB: %d", size>>20, got.StatusCode)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '['
	}
	return len(p), nil
}

// TestHugeBodies: of 20 MB nothing is kept; what is deep, or no text, is told so.
func TestHugeBodies(t *testing.T) {
	s, err := api.New(config(nil))
	if err != nil {
		t.Fatal(err)
	}
	bad := map[string]struct {
		body string
		code int
	}{
		"20 MB":          {`{"text":"` + strings.Repeat(canary+" ", 20_000_000/8) + `"}`, 413},
		"20 MB of depth": {strings.Repeat("[", 20_000_000), 413},
		"deep":           {`{"text":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, 400},
		"deep objects":   {strings.Repeat(`{"`+canary+`":`, 100_000), 400},
		"no UTF-8":       {`{"text":"` + strings.Repeat("\xff"+canary, 100_000) + `"}`, 400},
		"a long text":    {`{"text":"` + strings.Repeat(canary+" ", 3_000_000/8) + `"}`, 422},
	}
	var held [3]uint64
	for round := range held {
		for name, c := range bad {
			for _, path := range []string{"/v1/anonymise", "/v1/anonymise/batch", "/analyze", "/anonymize", "/v1/reveal"} {
				if name == "a long text" && path != "/v1/anonymise" {
					continue
				}
				w, body := httptest.NewRecorder(), &counted{Reader: strings.NewReader(c.body)}
				given(s, w, path, body)
				if w.Code != c.code || strings.Contains(w.Body.String(), "Zyx") || !strings.Contains(w.Body.String(), `"detail"`) {
					t.Errorf("%s to %s: %d %.200s", name, path, w.Code, w.Body)
				}
				if body.n > 9*4<<20+1 {
					t.Errorf("%s: %d bytes were read", name, body.n)
				}
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		held[round] = m.HeapAlloc
	}
	if held[2] > held[0]+1<<20 {
		t.Errorf("what is held grows: %d bytes", held)
	}
}

// TestLateAnswers: what the bounds let take longer than the server gives to an answer is answered all the same.
func TestLateAnswers(t *testing.T) {
	c := config(nil)
	c.Gateway = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(200 * time.Millisecond)
		w.WriteHeader(http.StatusGatewayTimeout)
	})
	s, err := api.New(c)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(s)
	server.Config.WriteTimeout = 50 * time.Millisecond
	server.Start()
	defer server.Close()
	if code, _, _ := ask(t, "POST", server.URL+"/v1/chat/completions", `{}`); code != http.StatusGatewayTimeout {
		t.Error(code)
	}
}

// TestTimeout: a body that does not end is given up when the time is over, and what is done with one that came
// in time is not broken off by that.
func TestTimeout(t *testing.T) {
	c := config(nil)
	c.Timeout = 100 * time.Millisecond
	c.Gateway = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); !errors.Is(err, os.ErrDeadlineExceeded) && err != nil {
			t.Error(err)
		} else if err != nil {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		select {
		case <-r.Context().Done():
			t.Error("broken off")
		case <-time.After(3 * c.Timeout):
		}
	})
	at := strings.TrimPrefix(start(t, c).URL, "http://")
	for _, test := range []struct {
		path, body string
		want       int
	}{
		{"/v1/anonymise", `{"text":"` + canary, http.StatusRequestTimeout},
		{"/v1/detect", "", http.StatusRequestTimeout},
		{"/v1/chat/completions", "{", http.StatusTeapot},
		{"/v1/chat/completions", strings.Repeat(" ", 200), http.StatusOK},
	} {
		conn, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n%s", test.path, test.body)
		got, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, _ := io.ReadAll(got.Body); got.StatusCode != test.want || strings.Contains(string(body), "Zyx") {
			t.Errorf("%s: %d %s", test.path, got.StatusCode, body)
		}
		conn.Close()
	}
}
