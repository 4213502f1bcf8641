package api_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

var update = flag.Bool("update", false, "write docs/api/openapi.json")

// described is what /openapi.json says of each address.
type described struct {
	Paths map[string]map[string]struct {
		RequestBody contents
		Responses   map[string]contents
	}
	Components struct{ Schemas json.RawMessage }
}

// contents are the schemas of a body by its type.
type contents struct {
	Content map[string]struct{ Schema json.RawMessage }
}

// describe asks a server what it says of itself.
func describe(t testing.TB, url string) *described {
	t.Helper()
	_, raw, _ := ask(t, "GET", url+"/openapi.json", "")
	d := &described{}
	if err := json.Unmarshal([]byte(raw), d); err != nil {
		t.Fatal(err)
	}
	return d
}

// hold holds a request and its answer against what is said of them.
func (d *described) hold(t testing.TB, method, path, asked string, code int, answered string) {
	t.Helper()
	path, _, _ = strings.Cut(path, "?")
	of, ok := d.Paths[path][strings.ToLower(method)]
	if !ok {
		if code != 404 {
			t.Errorf("%s %s is not described", method, path)
		}
		return
	}
	d.body(t, path, of.RequestBody, asked)
	name := "default"
	if code == 200 {
		name = "200"
	}
	d.body(t, path, of.Responses[name], answered)
}

// body holds a body against its schema.
func (d *described) body(t testing.TB, path string, of contents, body string) {
	t.Helper()
	for kind, c := range of.Content {
		if !strings.HasSuffix(kind, "json") || body == "" {
			continue
		}
		text := strings.ReplaceAll(`{"$defs":`+string(d.Components.Schemas)+`,"allOf":[`+string(c.Schema)+`]}`, "#/components/schemas/", "#/$defs/")
		var s jsonschema.Schema
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		r, err := s.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal([]byte(body), &v); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if err := r.Validate(v); err != nil {
			t.Errorf("%s: %s is not as described: %v", path, body, err)
		}
	}
}

// TestOpenAPI: docs/api/openapi.json is what is served, and each address in it answers.
func TestOpenAPI(t *testing.T) {
	s := start(t, config(nil))
	_, served, _ := ask(t, "GET", s.URL+"/openapi.json", "")
	name := filepath.Join("..", "..", "docs", "api", "openapi.json")
	if *update {
		if err := os.WriteFile(name, []byte(served+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(name)
	if err != nil || string(kept) != served+"\n" {
		t.Errorf("docs/api/openapi.json is not what is served (%v); go test ./internal/api -run OpenAPI -update", err)
	}
	var doc struct {
		OpenAPI string
		Paths   map[string]map[string]any
	}
	if err := json.Unmarshal([]byte(served), &doc); err != nil || doc.OpenAPI != "3.1.0" || len(doc.Paths) < 14 {
		t.Fatal(err, len(doc.Paths))
	}
	for path, of := range doc.Paths {
		for method := range of {
			if code, got, _ := ask(t, strings.ToUpper(method), s.URL+path, "{}"); strings.Contains(got, "no such address") || strings.ToUpper(method) == "GET" && code != 200 {
				t.Errorf("%s %s is not served", method, path)
			}
		}
	}
}
