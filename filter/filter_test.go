package filter_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/slogtest"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/filter"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// canary is a name that nothing may show.
const canary = "Patrice Zyxwvut"

// gdpr is one pipeline for all tests.
var gdpr = sync.OnceValue(func() *bauta.Pipeline {
	p, err := filter.Default("gdpr")
	if err != nil {
		panic(err)
	}
	return p
})

// broken fails on every text, by an error or a panic.
func broken(panics bool) *bauta.Pipeline {
	return &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{failing(panics)},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Suppress{}},
	}
}

type failing bool

func (f failing) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if f {
		panic(d.Text)
	}
	return nil, errors.New(d.Text)
}

// A text in a language that the policy sets aside does not leave; what programs say does.
func TestForeign(t *testing.T) {
	for line, leaves := range map[string]bool{
		"Moi, tavataanko huomenna torilla Pekan ja Annelin kanssa kello viisi?\n":      false,
		"spotkamy się jutro u Wojtka przy rynku, przynieś piwo i coś do jedzenia\n":    false,
		"salut, on se voit demain soir devant le cinéma\n":                             true,
		"2026-11-23 18:54:07 status installed libzyxqu-cursor0:amd64 1.21.0-1\n":       true,
		"GET /index.html 200 in 12 ms\n":                                               true,
		"retry 3 of 5: connection refused, waiting for the database to come back up\n": true,
	} {
		var out bytes.Buffer
		if _, err := io.WriteString(filter.NewWriter(&out, gdpr()), line); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]string{true: line, false: filter.Withheld + "\n"}[leaves]; out.String() != want {
			t.Errorf("%q leaves as %q", line, out.String())
		}
	}
}

func TestWriter(t *testing.T) {
	var out bytes.Buffer
	w := filter.NewWriter(&out, gdpr())
	for _, part := range []string{"salut Patr", "ice\r\n\nà ", "demain\nmail lea@example", ".com"} {
		if n, err := io.WriteString(w, part); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if want := "salut Person 1\r\n\nà demain\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	if err := w.Close(); err != nil || !strings.HasSuffix(out.String(), "\nmail EMAIL") {
		t.Errorf("%q, %v", out.String(), err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if _, err := io.WriteString(filter.NewWriter(failed{}, gdpr()), "ok\n"); err == nil {
		t.Error("a writer that fails says nothing")
	}
}

type failed struct{}

func (failed) Write([]byte) (int, error) { return 0, errors.New("full") }

// TestReader: however little comes at once, what is read is the same.
func TestReader(t *testing.T) {
	in := "salut Patrice\nà demain\n\nmail lea@example.com"
	for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
		got, err := io.ReadAll(iotest.OneByteReader(filter.NewReader(r, gdpr())))
		if want := "salut Person 1\nà demain\n\nmail EMAIL"; err != nil || string(got) != want {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// TestFailsClosed: where the pipeline fails, texts are dropped and counted, and records
// stay.
func TestFailsClosed(t *testing.T) {
	for _, panics := range []bool{false, true} {
		before := filter.Dropped()
		var out bytes.Buffer
		fmt.Fprintf(filter.NewWriter(&out, broken(panics)), "%s\n%s\n", canary, canary)
		log := slog.New(filter.NewHandler(slog.NewTextHandler(&out, nil), broken(panics), filter.Keys{}))
		log.Info(canary, "n", 1, "who", canary, "err", errors.New(canary))
		if strings.Contains(out.String(), "Zyx") || strings.Count(out.String(), filter.Withheld) != 5 || !strings.Contains(out.String(), "n=1") {
			t.Errorf("%s", out.String())
		}
		if n := filter.Dropped() - before; n != 5 {
			t.Errorf("%d dropped, not 5", n)
		}
	}
	var latin bytes.Buffer
	log := slog.New(filter.NewHandler(slog.NewTextHandler(&latin, nil), gdpr(), filter.Keys{}))
	log.Info("saw J\xf6rgen \xd6berg", "who", "J\xf6rgen \xd6berg")
	read, err := io.ReadAll(filter.NewReader(strings.NewReader("Hej S\xf6ren Str\xf6mb\xe4ck\n"), gdpr()))
	if io.WriteString(filter.NewWriter(&latin, gdpr()), "Salut H\xe9l\xe8ne\n"); err != nil || strings.Count(latin.String(), filter.Withheld) != 3 || string(read) != filter.Withheld+"\n" {
		t.Errorf("what is not UTF-8: %s%s, %v", latin.String(), read, err)
	}
	var out bytes.Buffer
	w := filter.NewWriter(&out, gdpr())
	w.Write(bytes.Repeat([]byte(canary), bauta.MaxText/len(canary)+1))
	if io.WriteString(w, "\nok\n"); out.String() != filter.Withheld+"\nok\n" {
		t.Errorf("a line too long: %.40q", out.String())
	}
}

// odd panics while it says what it is; secret says somebody's name.
type odd struct{}

func (odd) LogValue() slog.Value { panic(canary) }

type secret struct{ Name string }

func (s secret) String() string { return s.Name }

// TestHandler plants a name wherever slog takes one.
func TestHandler(t *testing.T) {
	type row struct {
		Who  string
		List []string
		Map  map[string]string
	}
	for name, make := range map[string]func(io.Writer) slog.Handler{
		"text": func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) },
		"json": func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) },
	} {
		var out bytes.Buffer
		keys := filter.Keys{Keep: []string{"path"}, Drop: []string{"login"}}
		log := slog.New(filter.NewHandler(make(&out), gdpr(), keys)).With("user", canary).WithGroup("req").With("also", secret{canary}).WithGroup("")
		log.Error("bonjour "+canary, "path", "/kept/as/it/is", "login", canary, "err", fmt.Errorf("no such user: %s", canary),
			slog.Group("g", "who", canary, "n", 12), "row", row{canary, []string{canary}, map[string]string{canary: "x"}}, "bytes", []byte(canary),
			"phone", 41791234567, "took", 3*time.Millisecond, "odd", odd{}, "nothing", nil, "fn", func() {}, "ptr", &row{Who: canary})
		got := out.String()
		if strings.Contains(got, "Zyx") || strings.Contains(got, "Patrice") || strings.Contains(got, "41791234567") {
			t.Errorf("%s: %s", name, got)
		}
		for _, want := range []string{"/kept/as/it/is", "3", "Person 1", "12", filter.Withheld} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %s in %s", name, want, got)
			}
		}
		own := strings.ReplaceAll(got, "Person 2 panicked", "") // slog's "LogValue panicked", whose first word may pass for a name
		if name == "text" && !strings.Contains(got, "user=\"Person 1\"") || strings.Contains(own, "Person 2") {
			t.Errorf("one person has several numbers: %s", got)
		}
	}
	log := slog.New(filter.NewHandler(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelError}), gdpr(), filter.Keys{}))
	if log.Enabled(t.Context(), slog.LevelInfo) {
		t.Error("the level of the handler behind is not asked")
	}
}

// TestHandlerIsOne: what the standard library asks of every handler.
func TestHandlerIsOne(t *testing.T) {
	var out bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		out.Reset()
		return filter.NewHandler(slog.NewJSONHandler(&out, nil), gdpr(), filter.Keys{})
	}, func(t *testing.T) map[string]any {
		var record map[string]any
		if err := json.Unmarshal(out.Bytes(), &record); err != nil {
			t.Fatal(err)
		}
		return record
	})
}

// TestNumbersOfFields: what a field is called says whose its number is.
func TestNumbersOfFields(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(filter.NewHandler(slog.NewJSONHandler(&out, nil), gdpr(), filter.Keys{}))
	log.Info("done", "heapBytes", 182736450918, "account", 77182736, "started_at", 1786948392123, "member", 182736450918, "employee", 1.82736450918e11,
		"nested", map[string]int{"rows_read": 918273645546, "customer": 918273645546})
	for _, want := range []string{
		`"heapBytes":182736450918`, `"account":"UID"`, `"started_at":1786948392123`, `"member":"UID"`, `"employee":"UID"`,
		`"rows_read":918273645546`, `"customer":"UID"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %s", want, out.String())
		}
	}
}

// TestTransport: what reaches a server, by type of body; what cannot be read is not sent.
func TestTransport(t *testing.T) {
	var got []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, r.URL.RawQuery+" "+string(body))
	}))
	defer server.Close()
	client := http.Client{Transport: &filter.Transport{Pipeline: gdpr(), Keys: filter.Keys{Keep: []string{"model"}, Drop: []string{"owner"}}}}
	send := func(kind, body string) error {
		r, err := client.Post(server.URL+"/x?q="+url.QueryEscape("salut "+canary), kind, strings.NewReader(body))
		if err == nil {
			r.Body.Close()
		}
		return err
	}
	json := `{"a":["hello ` + canary + `",1.50],"model":"Max","owner":"x","` + canary + ` 2":{"tel":41791234567}}`
	for kind, body := range map[string]string{
		"application/json; charset=utf-8": json, "text/plain": "bonjour " + canary,
		"application/x-www-form-urlencoded": url.Values{"who": {canary}, "owner": {canary}}.Encode(),
	} {
		if err := send(kind, body); err != nil {
			t.Error(kind, err)
		}
	}
	all := strings.Join(got, "\n")
	if len(got) != 3 || strings.Contains(all, "Zyx") || strings.Contains(all, "41791234567") || !strings.Contains(all, `1.50],"model":"Max","owner":"[withheld]"`) {
		t.Errorf("%s", all)
	}
	got = nil
	for kind, body := range map[string]string{
		"text/plain; charset=iso-8859-1": "Hej " + canary, "text/plain": "Hej J\xf6rgen " + canary, "text/plain; charset=utf-8": "H\x00e\x00j\x00",
		"": canary, "image/png": canary, "application/json": `{"` + canary, "text/json": canary,
		"application/x-www-form-urlencoded": canary + "=%zz",
	} {
		if err := send(kind, body); err == nil || strings.Contains(err.(*url.Error).Err.Error(), "Zyx") {
			t.Errorf("%s: %v", kind, err)
		}
	}
	r, _ := http.NewRequest("POST", server.URL, strings.NewReader(canary))
	r.Header.Set("Content-Encoding", "gzip")
	if _, err := client.Do(r); err == nil {
		t.Error("a packed body is sent")
	}
	if _, err := client.Get(server.URL); err != nil || len(got) != 1 {
		t.Error(err, got)
	}
	if _, err := filter.Default("no such policy"); err == nil {
		t.Error("a policy that is none")
	}
}

// BenchmarkWriter is a line of a log without and with somebody in it.
func BenchmarkWriter(b *testing.B) {
	for name, line := range map[string]string{
		"plain": "10:02 request served in 12 ms, status ok, cache miss\n", "name": "10:02 login of Patrice Martin from lea@example.com\n",
	} {
		b.Run(name, func(b *testing.B) {
			w := filter.NewWriter(io.Discard, gdpr())
			io.WriteString(w, line) // models load
			b.ReportAllocs()
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				io.WriteString(w, line)
			}
		})
	}
}

// BenchmarkHandler is a record with two attributes.
func BenchmarkHandler(b *testing.B) {
	log := slog.New(filter.NewHandler(slog.NewJSONHandler(io.Discard, nil), gdpr(), filter.Keys{}))
	log.Info("login of Patrice Martin")
	b.ReportAllocs()
	for b.Loop() {
		log.Info("login of Patrice Martin", "from", "lea@example.com", "ms", 12)
	}
}

// TestExamplesAreShort: a way into the package takes no more than thirty lines, imports and all.
func TestExamplesAreShort(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "example_test.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ways := map[string]bool{"Example": true, "ExampleNewWriter": true, "ExampleNewReader": true, "ExampleTransport": true}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		delete(ways, f.Name.Name)
		used := map[string]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Obj == nil { // a package
					used[x.Name] = true
				}
			}
			return true
		})
		if n := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1 + len(used); n > 30 {
			t.Errorf("%s has %d lines with its imports", f.Name.Name, n)
		}
	}
	if len(ways) > 0 {
		t.Errorf("without an example: %v", ways)
	}
}
