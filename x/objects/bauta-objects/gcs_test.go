//go:build !no_gs

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// cloud is as much of Google's store as a driver asks of a bucket with small objects.
type cloud struct {
	mu      sync.Mutex
	objects map[string]stored
}

type stored struct {
	kind string
	data []byte
}

// ServeHTTP takes an object in one request, and gives what is known of one, or the object.
func (c *cloud) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	path := r.URL.Path
	_, name, about := strings.Cut(path, "/b/chats/o/")
	if !about {
		name = strings.TrimPrefix(path, "/chats/")
	}
	if r.Method == http.MethodPost && strings.HasSuffix(path, "/b/chats/o") {
		var err error
		if name, err = c.take(r); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		about = true
	}
	o, there := c.objects[name]
	switch {
	case !there:
		http.Error(w, `{"error":{"code":404}}`, http.StatusNotFound)
	case about && r.FormValue("alt") != "media":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"kind":"storage#object","bucket":"chats","name":%q,"generation":"1","metageneration":"1","contentType":%q,"size":"%d"}`,
			name, o.kind, len(o.data))
	default:
		w.Header().Set("Content-Type", o.kind)
		w.Header().Set("Content-Length", strconv.Itoa(len(o.data)))
		w.Header().Set("X-Goog-Generation", "1")
		w.Write(o.data)
	}
}

// take stores what a request brings: what the object is called, and its bytes.
func (c *cloud) take(r *http.Request) (string, error) {
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return "", err
	}
	parts := multipart.NewReader(r.Body, params["boundary"])
	var head struct{ Name, ContentType string }
	part, err := parts.NextPart()
	if err == nil {
		err = json.NewDecoder(part).Decode(&head)
	}
	if err == nil {
		part, err = parts.NextPart()
	}
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(part)
	if err == nil {
		c.objects[head.Name] = stored{head.ContentType, data}
	}
	return head.Name, err
}

// TestGoogle takes a chat from gs:// to gs:// at a server of the test's own; a run that fails stores nothing.
func TestGoogle(t *testing.T) {
	binary := bauta(t)
	c := &cloud{objects: map[string]stored{"chat.csv": {"text/csv", []byte("id,text\n1,salut Patrice Martin\n2,à demain\n")}}}
	server := httptest.NewServer(c)
	defer server.Close()
	t.Setenv("STORAGE_EMULATOR_HOST", strings.TrimPrefix(server.URL, "http://"))
	run := func(args ...string) error {
		var notes bytes.Buffer
		cmd := command()
		cmd.SetErr(&notes)
		cmd.SetArgs(append([]string{"--bauta", binary}, args...))
		err := cmd.ExecuteContext(context.Background())
		if err != nil && strings.Contains(err.Error()+notes.String(), "Patrice") {
			t.Errorf("%v: %s", err, notes.String())
		}
		return err
	}
	if err := run("gs://chats/chat.csv", "gs://chats/released.csv", "--", "--lang", "fr"); err != nil {
		t.Fatal(err)
	}
	want := stored{"text/csv", []byte("id,text\n1,salut Person 1\n2,à demain\n")}
	if got := c.objects["released.csv"]; got.kind != want.kind || !bytes.Equal(got.data, want.data) {
		t.Errorf("%s, %q", got.kind, got.data)
	}
	if err := run("gs://chats/chat.csv", "gs://chats/none.csv", "--", "--policy", "none"); err == nil {
		t.Error("a policy that is not there")
	}
	if err := run("gs://chats/never.csv", "gs://chats/none.csv"); err == nil {
		t.Error("an object that is not there")
	}
	if len(c.objects) != 2 {
		t.Errorf("%d objects", len(c.objects))
	}
}
