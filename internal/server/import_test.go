package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/review"
)

// quay is a porter without a pipeline: words in [brackets] are questions. Where hold is
// set, reading waits at each message until it is closed.
type quay struct {
	hold    chan struct{}
	refusal error
	broken  bool
}

func (q quay) Policies(string) []string { return []string{"gdpr", "seekhide"} }

func (q quay) Items(ctx context.Context, f File, how formats.Mapping, _, _ string) iter.Seq2[review.Item, error] {
	return func(yield func(review.Item, error) bool) {
		r, err := corpus.Open(bytes.NewReader(f.Data), f.Name, configOf(how))
		if err != nil {
			yield(review.Item{}, err)
			return
		}
		for m, err := range r.Messages() {
			if strings.Contains(m.Text, "panic") {
				panic("a phase failed")
			}
			if q.hold != nil {
				select {
				case <-q.hold:
				case <-ctx.Done():
				}
			}
			for it := range items([]string{m.Text}) {
				it.Message.ID, it.Message.Thread = m.ID, m.Thread
				if !yield(it, err) {
					return
				}
			}
		}
	}
}

func (q quay) Export(context.Context, review.Project, string) (func(io.Writer) error, error) {
	if q.refusal != nil {
		return nil, q.refusal
	}
	return func(w io.Writer) error {
		fmt.Fprintln(w, `{"id":"1"}`)
		if q.broken {
			return errors.New("the disk is gone")
		}
		return nil
	}, nil
}

// harbour is a world with a porter.
func harbour(t *testing.T, q quay, texts ...string) *world {
	return newWorld(t, func(c *Config) { c.Porter = q }, texts...)
}

// send sends a file in, as a browser does.
func (c *client) send(path, name, data string) (*http.Response, string) {
	c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = io.WriteString(part, data)
	}
	if err != nil || form.Close() != nil {
		c.t.Fatal(err)
	}
	return c.do("POST", path, form.FormDataContentType(), body.String())
}

// reaches waits until the file of a project has come to a stage.
func (w *world) reaches(t *testing.T, want stage) intake {
	t.Helper()
	for range 2000 {
		if in := w.intakes.see(w.project.ID); in.stage == want {
			return in
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("the file is %q, not %q", w.intakes.see(w.project.ID).stage, want)
	return intake{}
}

// actions are those of the audit, the newest first.
func (w *world) actions(t *testing.T) string {
	t.Helper()
	entries, err := w.store.Entries(t.Context(), 50)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Action)
	}
	return strings.Join(out, ", ")
}

const fileOf2 = "id,who,message\n1,anna,salut [Lucas]\n2,ben,oui\n"

// TestImport: a file is sent in, its columns are shown and named, and all of it is taken.
func TestImport(t *testing.T) {
	w := harbour(t, quay{})
	c := w.as(t, w.users[review.Owner].ID)
	if _, body := c.get("/p/sms/import"); !strings.Contains(body, `type="file"`) {
		t.Fatal("no file is asked for")
	}
	if res, body := c.send("/p/sms/import", "sms.csv", fileOf2); res.StatusCode != http.StatusSeeOther {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	_, body := c.get("/p/sms/import")
	for _, want := range []string{"salut [Lucas]", `<option value="text" selected>`, `name="field2"`, `value="seekhide"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not show %s", want)
		}
	}
	form := url.Values{"act": {"look"}, "field0": {"ID"}, "field1": {"conversation"}, "field2": {"text"}}
	if res, body := c.post("/p/sms/import/file", form); res.StatusCode != http.StatusSeeOther {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	if in := w.intakes.see(w.project.ID); in.how.ID != "id" || in.how.Thread != "who" || in.how.Text[0] != "message" {
		t.Errorf("the file is read as %+v", in.how)
	}
	form.Set("act", "start")
	if res, _ := c.post("/p/sms/import/file", form); res.StatusCode != http.StatusBadRequest {
		t.Errorf("without a policy: %d", res.StatusCode)
	}
	form.Set("policy", "seekhide")
	c.post("/p/sms/import/file", form)
	in := w.reaches(t, ended)
	if in.result.Messages != 2 || in.result.Groups != 1 || in.file.Data != nil || len(in.look.Lines) != 0 {
		t.Errorf("%+v; the file is kept: %v", in.result, in.file.Data != nil)
	}
	for m, err := range w.store.Messages(t.Context(), w.project.ID) {
		if err != nil || m.Message.Thread != "anna" && m.Message.Thread != "ben" {
			t.Errorf("message in thread %q, %v", m.Message.Thread, err)
		}
	}
	if got := w.actions(t); !strings.HasPrefix(got, "import, import begun, sight, upload") {
		t.Errorf("the audit has %s", got)
	}
	if _, body := c.get("/p/sms/import"); !strings.Contains(body, `href="/p/sms/"`) {
		t.Error("the page does not say what is next")
	}
	if strings.Contains(w.log.String(), "Lucas") {
		t.Error("the log has a word of the file")
	}
}

// TestImportIsWholeOrNothing: what fails or is stopped leaves nothing.
func TestImportIsWholeOrNothing(t *testing.T) {
	start := url.Values{"act": {"start"}, "policy": {"gdpr"}, "field0": {"ID"}, "field2": {"text"}}
	for name, file := range map[string]string{"a phase that fails": fileOf2 + "3,x,panic\n", "a bad row": fileOf2 + "3,\"x\n"} {
		t.Run(name, func(t *testing.T) {
			w := harbour(t, quay{})
			c := w.as(t, w.users[review.Owner].ID)
			c.send("/p/sms/import", "sms.csv", file)
			if w.intakes.see(w.project.ID).stage == waiting {
				c.post("/p/sms/import/file", start)
			}
			in := w.reaches(t, failed)
			if now, err := w.store.Progress(t.Context(), w.project.ID); err != nil || now.Messages != 0 || in.file.Data != nil {
				t.Errorf("%d messages, %v", now.Messages, err)
			}
			if _, body := c.get("/p/sms/import"); !strings.Contains(body, `type="file"`) {
				t.Error("no other file can be chosen")
			}
		})
	}
	t.Run("stopped", func(t *testing.T) {
		w := harbour(t, quay{hold: make(chan struct{})})
		c := w.as(t, w.users[review.Owner].ID)
		c.send("/p/sms/import", "sms.csv", fileOf2)
		c.post("/p/sms/import/file", start)
		w.reaches(t, reading)
		if _, body := c.get("/p/sms/import/progress"); !strings.Contains(body, `"stage":"reading"`) {
			t.Errorf("progress: %s", body)
		}
		if res, _ := c.send("/p/sms/import", "sms.csv", fileOf2); res.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("a second file beside it: %d", res.StatusCode)
		}
		c.post("/p/sms/import/file", url.Values{"act": {"drop"}})
		w.reaches(t, cancelled)
		now, err := w.store.Progress(t.Context(), w.project.ID)
		if err != nil || now.Messages != 0 {
			t.Errorf("%d messages, %v", now.Messages, err)
		}
		for range 2000 {
			if strings.Contains(w.actions(t), "import cancelled") {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
		t.Errorf("the audit has %s", w.actions(t))
	})
}

// TestFilesAreBounded: a file that is too large or none, one that waits too long, and
// more of them than the server holds.
func TestFilesAreBounded(t *testing.T) {
	w := harbour(t, quay{})
	c := w.as(t, w.users[review.Owner].ID)
	big := strings.Repeat("x", maxUpload+2*maxBody)
	if res, _ := c.send("/p/sms/import", "a.txt", big); res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a file too large: %d", res.StatusCode)
	}
	if res, _ := c.post("/p/sms/import", url.Values{"file": {"x"}}); res.StatusCode != http.StatusBadRequest {
		t.Errorf("a form without a file: %d", res.StatusCode)
	}
	if res, _ := c.send("/p/sms/import", "a.csv", ""); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("an empty file: %d", res.StatusCode)
	}
	for _, name := range []string{"-", "..", "", strings.Repeat("n", 300) + ".csv", `C:\x\-`} {
		c.send("/p/sms/import", name, fileOf2)
		if in := w.intakes.see(w.project.ID); in.stage == waiting && (in.file.Name == "-" || len(in.file.Name) > maxFileName) {
			t.Errorf("a file is called %q", in.file.Name)
		}
		w.intakes.drop(w.project.ID)
	}
	c.send("/p/sms/import", "a.csv", fileOf2)
	w.pass(waits + time.Minute)
	if in := w.intakes.see(w.project.ID); in.stage != "" {
		t.Errorf("a file that waited too long is %s", in.stage)
	}
	for i := range int64(maxIntakes) {
		if err := w.intakes.begin(100 + i); err != nil {
			t.Fatal(err)
		}
	}
	if res, _ := c.send("/p/sms/import", "a.csv", fileOf2); res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one file too many: %d", res.StatusCode)
	}
}

// TestColumnsThatNobodyKnows: of a file whose text cannot be told the page asks.
func TestColumnsThatNobodyKnows(t *testing.T) {
	w := harbour(t, quay{})
	c := w.as(t, w.users[review.Owner].ID)
	c.send("/p/sms/import", "a.csv", "1;x;coucou [Lucas]\n2;y;oui\n")
	_, body := c.get("/p/sms/import")
	if !strings.Contains(body, `name="field2"`) {
		t.Fatal("the page does not ask which column holds the text")
	}
	look := url.Values{"act": {"look"}, "field2": {"text"}}
	c.post("/p/sms/import/file", look)
	if in := w.intakes.see(w.project.ID); in.how.NoHeader || in.how.Text[0] != "coucou [Lucas]" {
		t.Errorf("the first row is names, and the text is read from %q", in.how.Text)
	}
	look.Set("noheader", "on")
	c.post("/p/sms/import/file", look)
	c.post("/p/sms/import/file", url.Values{"act": {"start"}, "policy": {"gdpr"}, "noheader": {"on"}, "field2": {"text"}})
	if in := w.reaches(t, ended); in.result.Messages != 2 || in.result.Groups != 1 {
		t.Errorf("%+v", in.result)
	}
}

// TestExport: nothing leaves but a released project, and half of it is none.
func TestExport(t *testing.T) {
	ask := url.Values{"policy": {"gdpr"}}
	w := harbour(t, quay{}, "salut [Lucas]")
	c := w.as(t, w.users[review.Owner].ID)
	if res, _ := c.post("/p/sms/export", ask); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("an open project: %d", res.StatusCode)
	}
	release := func(w *world) {
		if err := w.store.SetState(t.Context(), w.project.ID, review.Released, 1); err != nil {
			t.Fatal(err)
		}
	}
	release(w)
	res, body := c.post("/p/sms/export", ask)
	if res.StatusCode != http.StatusOK || body != "{\"id\":\"1\"}\n" || res.Header.Get("Content-Disposition") != `attachment; filename="sms.jsonl"` {
		t.Errorf("%d %q %v", res.StatusCode, body, res.Header)
	}
	if got := w.actions(t); !strings.HasPrefix(got, "export") {
		t.Errorf("the audit has %s", got)
	}
	if res, _ := c.post("/p/sms/export", url.Values{"policy": {"/etc/passwd"}}); res.StatusCode != http.StatusBadRequest {
		t.Errorf("a policy that is not offered: %d", res.StatusCode)
	}
	w = harbour(t, quay{refusal: fmt.Errorf("%w: the project is not released", review.ErrRefused)})
	release(w)
	if res, body := w.as(t, w.users[review.Owner].ID).post("/p/sms/export", ask); res.StatusCode != http.StatusUnprocessableEntity || strings.Contains(body, `"id"`) {
		t.Errorf("a refusal: %d", res.StatusCode)
	}
	w = harbour(t, quay{broken: true})
	release(w)
	c = w.as(t, w.users[review.Owner].ID)
	req, err := http.NewRequestWithContext(t.Context(), "POST", w.http.URL+"/p/sms/export", strings.NewReader(ask.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if res, err := c.http.Do(req); err == nil {
		_, err = io.ReadAll(res.Body)
		res.Body.Close()
		if err == nil {
			t.Error("half of an export looks whole")
		}
	}
}

// importViews are those of all stages.
func importViews() []any {
	look := formats.Look{Format: "csv", Records: 2, Fields: []formats.Field{{Name: "a"}}}
	var out []any
	for _, at := range []stage{"", arriving, waiting, reading, writing, ended, failed, cancelled} {
		out = append(out, importView{
			Stage: at, Open: true, Wrong: "w", Look: look, Fields: []fieldRow{{look.Fields[0], 0, isText, []string{"v"}}},
			Says: says(), Encodings: []string{""}, Policies: []string{"gdpr"},
		})
	}
	return append(out, importView{}, importView{Stage: waiting, Open: true, Told: true, Fields: []fieldRow{{Is: isText}, {Number: 2}}})
}
