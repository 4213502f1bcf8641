package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestSoak: a thousand clients at once have right answers or are told when to come back, and what
// the server holds does not grow: it is taken after a tenth, half and all of the time. Each asks
// twice; BAUTA_LONG=1 ten minutes, BAUTA_LONG=3m three.
func TestSoak(t *testing.T) {
	const clients = 1000
	var whole time.Duration
	if long := os.Getenv("BAUTA_LONG"); long != "" {
		var err error
		if whole, err = time.ParseDuration(long); err != nil {
			whole = 10 * time.Minute
		}
	}
	at := served(t, "--policy", "gdpr")
	posted(t, at+"/v1/anonymise", textBody(t, "Coucou Patrice", "")) // models load
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	var mu sync.Mutex
	answers, away := 0, 0
	count := func(code int) {
		mu.Lock()
		defer mu.Unlock()
		if answers++; code == http.StatusServiceUnavailable {
			away++
		}
	}
	ask := func(method, path, body string) (out struct{ Text, Session string }) {
		for {
			q, err := http.NewRequest(method, at+path, strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return out
			}
			q.Header.Set("Content-Type", "application/json")
			r, err := client.Do(q)
			if err != nil {
				t.Error(err)
				return out
			}
			err = json.NewDecoder(r.Body).Decode(&out)
			r.Body.Close()
			count(r.StatusCode)
			switch {
			case err != nil:
				t.Error(err)
			case r.StatusCode == 200:
			case r.StatusCode == http.StatusServiceUnavailable && r.Header.Get("Retry-After") == "1":
				time.Sleep(time.Second)
				continue
			default:
				t.Errorf("%s: %s", path, r.Status)
			}
			return out
		}
	}
	one := func(who, n int) {
		if n%2 == 0 {
			if got := ask("POST", "/v1/anonymise", textBody(t, fmt.Sprintf("Coucou Patrice, rdv %d devant la gare", who*n), "")); !strings.HasPrefix(got.Text, "Coucou Person 1, rdv ") {
				t.Errorf("client %d: %q", who, got.Text)
			}
			return
		}
		got := ask("POST", "/v1/anonymise", textBody(t, fmt.Sprintf("Coucou Patrice, c'est lea%d@example.com", who), "new"))
		back := ask("POST", "/v1/reveal", textBody(t, "Dear <PERSON_1>: <EMAIL_1>", got.Session))
		ask("DELETE", "/v1/sessions/"+got.Session, "")
		if want := fmt.Sprintf("Dear Patrice: lea%d@example.com", who); back.Text != want {
			t.Errorf("client %d: %q", who, back.Text)
		}
	}
	var held []uint64
	round := func(last int, until time.Time) {
		var group sync.WaitGroup
		for who := range clients {
			group.Go(func() {
				for n := 0; n < last && !t.Failed() && (until.IsZero() || time.Now().Before(until)); n++ {
					one(who, n)
				}
			})
		}
		group.Wait()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		held = append(held, m.HeapAlloc>>20)
	}
	round(2, time.Time{})
	if began := time.Now(); whole > 0 {
		round(1<<30, began.Add(whole/10))
		round(1<<30, began.Add(whole/2))
		round(1<<30, began.Add(whole))
		if held[3] > held[2]+held[2]/10 {
			t.Errorf("what is held grows: %d MB", held)
		}
	}
	t.Logf("%d answers, %d of them 503; %d MB held, %d goroutines", answers, away, held, runtime.NumGoroutine())
}
