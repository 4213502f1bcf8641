package external

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta"
)

// TestMain is the detector of the tests, too, where it is started as one: it finds every
// "Zorbul", and behaves as its second argument says.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "detector" {
		answerAll(os.Args[2], os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// answerAll answers a question a line.
func answerAll(how string, in io.Reader, out io.Writer) {
	lines := bufio.NewReader(in)
	for n := 0; ; n++ {
		data, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		switch {
		case how == "ends", how == "ends once" && n == 1:
			return
		case how == "slow" && n == 1:
			time.Sleep(time.Hour)
		case how == "slow":
			time.Sleep(300 * time.Millisecond)
		case how == "hangs":
			time.Sleep(time.Hour)
		case how == "endless":
			for {
				if _, err := io.WriteString(out, strings.Repeat("x", 1<<16)); err != nil {
					return
				}
			}
		}
		io.WriteString(out, string(said(how, data))+"\n")
		fmt.Fprintln(os.Stderr, "the text is", string(data))
	}
}

// said is the answer to a question.
func said(how string, data []byte) []byte {
	var q question
	if json.Unmarshal(data, &q) != nil || q.Version != 1 {
		return []byte("?")
	}
	switch how {
	case "no object":
		return []byte("Zorbul")
	case "other id":
		q.ID++
	case "no spans":
		return fmt.Appendf(nil, `{"id":%d}`, q.ID)
	case "error":
		return fmt.Appendf(nil, `{"id":%d,"spans":[],"error":"Zorbul"}`, q.ID)
	}
	spans := []map[string]any{}
	runes := []rune(q.Text)
	for i := range runes {
		if !strings.HasPrefix(string(runes[i:]), "Zorbul") {
			continue
		}
		s := map[string]any{"start": i, "end": i + 6, "label": "PERSON", "score": 0.9}
		switch how {
		case "bytes":
			s["start"], s["end"] = len(string(runes[:i])), len(string(runes[:i+6]))
		case "beyond":
			s["end"] = len(runes) + 1
		case "before":
			s["start"] = -1
		case "empty":
			s["end"] = i
		case "no end":
			delete(s, "end")
		case "label":
			s["label"] = "PER"
		case "score":
			s["score"] = 1.5
		case "no score":
			delete(s, "score")
		}
		spans = append(spans, s)
	}
	out, _ := json.Marshal(map[string]any{"id": q.ID, "spans": spans})
	return out
}

// asking is a detector that asks this very program.
func asking(t *testing.T, how string, change func(*Config)) *Detector {
	t.Helper()
	c := Config{Name: "test", Command: []string{os.Args[0], "detector", how}}
	if change != nil {
		change(&c)
	}
	d, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func doc(text string) *bauta.Doc {
	return &bauta.Doc{Message: bauta.Message{ID: "7", Text: text, Lang: "fr"}}
}

func TestProcess(t *testing.T) {
	d := asking(t, "runes", nil)
	for range 3 { // the program is asked again, and not started anew
		got, err := d.Detect(t.Context(), doc("é 😀 Zorbul et Zorbul"))
		if err != nil {
			t.Fatal(err)
		}
		want := []bauta.Span{
			{Start: 8, End: 14, Label: bauta.Person, P: uncalibrated, Source: Source, Rule: Source, Why: "said by test"},
			{Start: 18, End: 24, Label: bauta.Person, P: uncalibrated, Source: Source, Rule: Source, Why: "said by test"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
	if got, err := d.Detect(t.Context(), doc(" \n")); got != nil || err != nil {
		t.Errorf("of nothing %v, %v", got, err)
	}
	again := doc("Zorbul")
	again.Main = "en"
	if got, err := d.Detect(t.Context(), again); got != nil || err != nil {
		t.Errorf("in another language %v, %v", got, err)
	}
}

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		text, how string
		unit      bauta.Unit
		want      int // start of the first; −1 for an error
	}{
		{"é Zorbul", "runes", bauta.Runes, 3},
		{"é Zorbul", "bytes", bauta.Bytes, 3},
		{"é Zorbul", "runes", bauta.UTF16, 3},
		{"😀 Zorbul", "bytes", bauta.Bytes, 5},
		{"😀Zorbul", "runes", bauta.UTF16, -1}, // in the midst of a pair
		{"Zorbulé", "runes", bauta.Bytes, 0},
		{"éZorbul", "runes", bauta.Bytes, -1}, // in the midst of a character
		{"\xff Zorbul", "runes", bauta.Runes, 2},
		{"\xff Zorbul", "bytes", bauta.Bytes, 2},
	} {
		d := asking(t, c.how, func(k *Config) { k.Offsets = c.unit })
		got, err := d.Detect(t.Context(), doc(c.text))
		switch {
		case c.want < 0 && err == nil:
			t.Errorf("%q in %s: %v, want an error", c.text, c.unit, got)
		case c.want >= 0 && (err != nil || len(got) != 1 || got[0].Start != c.want):
			t.Errorf("%q in %s: %v, %v, want %d", c.text, c.unit, got, err, c.want)
		}
	}
}

// TestFailures: whatever is wrong is an error, which holds nothing of the message.
func TestFailures(t *testing.T) {
	for how, want := range map[string]string{
		"ends": "ended without an answer", "hangs": "no answer within", "endless": "too long",
		"no object": "not a JSON object", "other id": "another id", "no spans": "no spans", "error": "cannot answer",
		"beyond": "span 1 does not lie", "before": "span 1 does not lie", "empty": "span 1 does not lie",
		"no end": "no start or no end", "label": "no type of ours", "score": "not from 0 to 1",
	} {
		t.Run(how, func(t *testing.T) {
			d := asking(t, how, func(c *Config) {
				if how == "hangs" {
					c.Timeout, c.Start = 200*time.Millisecond, 200*time.Millisecond
				}
			})
			got, err := d.Detect(t.Context(), doc("ici Zorbul"))
			if err == nil || got != nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Zorbul") {
				t.Errorf("%v, error %v, want %q", got, err, want)
			}
		})
	}
}

// TestStartsAgain: a program that ended is started for the next message, a few times.
func TestStartsAgain(t *testing.T) {
	d := asking(t, "ends once", nil)
	var failed []bool
	for range 6 {
		_, err := d.Detect(t.Context(), doc("Zorbul"))
		failed = append(failed, err != nil)
	}
	if want := []bool{false, true, false, true, false, true}; !slices.Equal(failed, want) {
		t.Errorf("failed %v, want %v", failed, want)
	}
	d = asking(t, "ends", nil)
	var last error
	for range giveUp + 1 {
		_, last = d.Detect(t.Context(), doc("Zorbul"))
	}
	if last == nil || !strings.Contains(last.Error(), "asked no more") {
		t.Errorf("after %d failures: %v", giveUp, last)
	}
}

// TestStart: the first answer has the time of the start, the next ones the time-out.
func TestStart(t *testing.T) {
	d := asking(t, "slow", func(c *Config) { c.Timeout = 50 * time.Millisecond })
	if _, err := d.Detect(t.Context(), doc("Zorbul")); err != nil {
		t.Errorf("a program that gets ready: %v", err)
	}
	if _, err := d.Detect(t.Context(), doc("Zorbul")); err == nil {
		t.Error("a program that is slow afterwards, too, is waited for")
	}
}

func TestManyAtOnce(t *testing.T) {
	d := asking(t, "runes", nil)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			text := strings.Repeat("a ", i) + "Zorbul"
			got, err := d.Detect(t.Context(), doc(text))
			if err != nil || len(got) != 1 || got[0].Start != 2*i {
				t.Errorf("message %d: %v, %v", i, got, err)
			}
		})
	}
	all.Wait()
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := asking(t, "runes", nil)
	if _, err := d.Detect(ctx, doc("Zorbul")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := d.Detect(t.Context(), doc("Zorbul")); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestLabels(t *testing.T) {
	d := asking(t, "label", func(c *Config) { c.Labels = map[string]bauta.Label{"PER": bauta.KnownFigure} })
	got, err := d.Detect(t.Context(), doc("Zorbul"))
	if err != nil || len(got) != 1 || got[0].Label != bauta.KnownFigure {
		t.Errorf("%v, %v", got, err)
	}
	d = asking(t, "label", func(c *Config) { c.Labels = map[string]bauta.Label{"PER": ""} })
	if got, err := d.Detect(t.Context(), doc("Zorbul")); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// server answers as the program does.
func server(t *testing.T, how string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		switch how {
		case "status":
			w.WriteHeader(http.StatusTeapot)
		case "elsewhere":
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusTemporaryRedirect)
		case "hangs":
			<-r.Context().Done()
		case "endless":
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		}
		w.Write(said(how, data))
	}))
	t.Cleanup(s.Close)
	return s
}

func TestHTTP(t *testing.T) {
	for how, want := range map[string]string{
		"runes": "", "status": "status 418", "elsewhere": "status 307", "hangs": "no answer within", "endless": "too long",
		"other id": "another id",
	} {
		c := Config{Name: "test", URL: server(t, how).URL}
		if how == "hangs" {
			c.Timeout = 200 * time.Millisecond
		}
		d, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Detect(t.Context(), doc("ici Zorbul"))
		switch {
		case want == "" && (err != nil || len(got) != 1 || got[0].Start != 4):
			t.Errorf("%s: %v, %v", how, got, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Zorbul")):
			t.Errorf("%s: error %v, want %q", how, err, want)
		}
	}
}

// TestStaysHere: without Remote nobody beyond this machine is connected to.
func TestStaysHere(t *testing.T) {
	d, err := New(Config{Name: "test", URL: "http://192.0.2.1:9/", Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Detect(t.Context(), doc("Zorbul")); err == nil || !strings.Contains(err.Error(), "not on this machine") {
		t.Errorf("error %v", err)
	}
}

func TestConfigs(t *testing.T) {
	for name, c := range map[string]struct {
		config Config
		want   string
	}{
		"nothing":     {Config{}, "give command"},
		"two":         {Config{Command: []string{"x"}, URL: "http://localhost/"}, "give command"},
		"no program":  {Config{Command: []string{"./no-such-program"}}, "no program"},
		"no url":      {Config{URL: "localhost:80"}, "not that of a server"},
		"clear":       {Config{URL: "http://example.com/", Remote: true}, "https://"},
		"calibration": {Config{URL: "http://localhost/", Calibration: &Calibration{Of: "other"}}, "of another detector"},
	} {
		if _, err := New(c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func ExampleNew() {
	d, err := New(Config{Name: "names", Command: []string{os.Args[0], "detector", "runes"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := bauta.Message{Text: "bonjour Zorbul"}
	found, err := d.Detect(context.Background(), &bauta.Doc{Message: m})
	fmt.Println(found[0].Start, found[0].End, found[0].Label, err)
	// Output: 8 14 PERSON <nil>
}

// TestStrictAnswers: a field that nobody knows, and one that stands twice, are errors, whatever they say.
func TestStrictAnswers(t *testing.T) {
	c := Config{Labels: map[string]bauta.Label{"PER": bauta.Person}}
	for data, whole := range map[string]bool{
		`{"id":1,"spans":[{"start":0,"end":6,"label":"PER","score":0.5}]}`:        true,
		`{"id":1,"spans":[],"error":null}`:                                        true,
		`{"id":1,"spans":[],"offsets":"byte"}`:                                    false,
		`{"id":1,"spans":[{"start":0,"end":6,"label":"PER"}],"spans":[]}`:         false,
		`{"id":1,"spans":[],"Spans":[{"start":0,"end":6,"label":"PER"}]}`:         false,
		`{"id":1,"spans":[{"start":0,"end":6,"label":"PER","length":3}]}`:         false,
		`{"id":1,"spans":[{"start":0,"start":5,"end":6,"label":"PER"}]}`:          false,
		`{"id":1,"spans":[{"start":0,"end":6,"label":"PER","label":"","end":6}]}`: false,
		`{"id":1,"spans":[null]}`:                                                 false,
	} {
		if _, err := c.read([]byte(data), question{ID: 1, Text: "Zorbul"}); (err == nil) != whole {
			t.Errorf("%s: %v", data, err)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add(`{"id":1,"spans":[{"start":0,"end":6,"label":"PERSON","score":0.5}]}`, "Zorbul", uint8(0))
	f.Add(`{"id":1,"spans":[{"start":1,"end":2,"label":"PER"}]}`, "😀é", uint8(2))
	f.Add(`{"id":1,"error":{}}`, "", uint8(1))
	f.Fuzz(func(t *testing.T, data, text string, unit uint8) {
		c := Config{Offsets: bauta.Unit(unit % 3), Labels: map[string]bauta.Label{"PER": bauta.Person}}
		text = whole(text)
		spans, err := c.read([]byte(data), question{ID: 1, Text: text})
		if err != nil {
			return
		}
		for _, s := range spans {
			if s.Start < 0 || s.End <= s.Start || s.End > len(text) || !s.Label.Known() || !(s.P >= 0 && s.P <= 1) {
				t.Fatalf("a span %d to %d of %d bytes", s.Start, s.End, len(text))
			}
		}
	})
}
