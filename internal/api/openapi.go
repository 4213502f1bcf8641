package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// nothing is the body of a request that has none.
type nothing struct{}

// endpoint is an address: what it is for, and what it takes and gives.
type endpoint struct {
	pattern, does string
	in, out       reflect.Type
	lines         bool // it takes and gives a line for each
	serve         http.HandlerFunc
}

// endpoints are all addresses that take or give JSON of their own.
func (s *Server) endpoints() []endpoint {
	return []endpoint{
		of(s, "POST /v1/anonymise", "A text, anonymised.", true, s.anonymise),
		of(s, "POST /v1/anonymise/batch", "Texts, anonymised.", true, s.batch),
		of(s, "POST /v1/detect", "What is in a text; nothing is replaced.", true, s.detect),
		of(s, "POST /v1/reveal", "A text with what the placeholders of a session stand for.", true, s.reveal),
		lines[textRequest, textResult](s, "POST /v1/anonymise/stream",
			"Texts of one conversation, a line each, anonymised as they come.", s.anonymiseLines),
		lines[revealPiece, revealResult](s, "POST /v1/reveal/stream",
			"An answer in pieces, a line each, with what placeholders stand for; the last line is what was held back.",
			s.revealLines),
		of(s, "DELETE /v1/sessions/{id}", "Forgets a session.", true, s.endSession),
		of(s, "POST /analyze", "As Presidio's analyzer.", false, s.analyze),
		of(s, "POST /anonymize", "As Presidio's anonymizer.", false, s.anonymize),
		of(s, "GET /supportedentities", "The types of finds, as Presidio calls them.", false, s.entities),
		of(s, "GET /recognizers", "What finds them.", false, s.recognizers),
		of(s, "GET /anonymizers", "What /anonymize can write.", false, s.anonymizers),
	}
}

// of makes an endpoint of what answers it. Strict ones refuse fields they do not know.
func of[In, Out any](
	s *Server, pattern, does string, strict bool, f func(*http.Request, *In) (Out, error),
) endpoint {
	return endpoint{
		pattern: pattern, does: does, in: reflect.TypeFor[In](), out: pointed(reflect.TypeFor[Out]()),
		serve: func(w http.ResponseWriter, r *http.Request) {
			in := new(In)
			if r.Method == http.MethodPost {
				if err := read(r, in, strict); err != nil {
					failed(w, err)
					return
				}
			}
			out, err := worked(s.limits, r, in, f)
			if err != nil {
				failed(w, err)
				return
			}
			answer(w, out)
		},
	}
}

// pointed is a type without its pointer.
func pointed(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func (s *Server) endSession(r *http.Request, _ *nothing) (map[string]string, error) {
	s.sessions.end(owner(r), r.PathValue("id"))
	return map[string]string{"status": "forgotten"}, nil
}

func (s *Server) showOpenAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(s.OpenAPI())
}

type object = map[string]any

// OpenAPI is what is served, in the words of OpenAPI 3.1: made of the types that are
// read and written.
func (s *Server) OpenAPI() []byte {
	schemas, paths := object{}, plainPaths()
	fault := object{"description": "A problem (RFC 9457), without any text of the request.", "content": object{
		"application/problem+json": object{"schema": schema(reflect.TypeFor[problem](), schemas)},
	}}
	for _, e := range s.endpoints() {
		method, path, _ := strings.Cut(e.pattern, " ")
		body := func(t reflect.Type) object {
			kind := "application/json"
			if e.lines {
				kind = ndjson
			}
			return object{kind: object{"schema": schema(t, schemas)}}
		}
		op := object{"summary": e.does, "operationId": operation(method, path), "responses": object{
			"200":     object{"description": "Done.", "content": body(e.out)},
			"default": fault,
		}}
		if method == http.MethodPost {
			op["requestBody"] = object{"required": true, "content": body(e.in)}
		}
		if strings.Contains(path, "{id}") {
			id := object{"name": "id", "in": "path", "required": true, "schema": object{"type": "string"}}
			op["parameters"] = []object{id}
		}
		paths[path] = object{strings.ToLower(method): op}
	}
	out, _ := json.MarshalIndent(object{
		"openapi": "3.1.0",
		"info": object{
			"title": "bauta", "version": "1",
			"description": "Text in, text out, without who it names. Policies: " +
				strings.Join(slices.Sorted(maps.Keys(s.Policies)), ", ") + ".",
		},
		"paths": paths,
		"components": object{
			"schemas": schemas, "securitySchemes": object{"token": object{"type": "http", "scheme": "bearer"}},
		},
		"security": []object{{"token": []string{}}, {}},
	}, "", " ")
	return append(out, '\n')
}

// plainPaths are the addresses that answer in no JSON of their own.
func plainPaths() object {
	paths := object{}
	for _, of := range [][3]string{
		{"/healthz", "That the server runs.", "text/plain"},
		{"/health", "The same, where Presidio has it.", "text/plain"},
		{"/metrics", "Figures for Prometheus.", "text/plain"},
		{"/openapi.json", "What this is.", "application/json"},
	} {
		paths[of[0]] = object{"get": object{
			"summary": of[1], "operationId": operation("get", of[0]), "responses": object{
				"200": object{"description": "Done.", "content": object{of[2]: object{"schema": object{}}}},
			},
		}}
	}
	return paths
}

// operation names an operation.
func operation(method, path string) string {
	return strings.ToLower(method) + strings.NewReplacer("/", "_", ".", "_", "{", "", "}", "").Replace(path)
}

// oneOrMany describes what is one value, or a list of them.
func oneOrMany(t reflect.Type, schemas object) object {
	return object{"anyOf": []object{schema(t, schemas), schema(reflect.SliceOf(t), schemas)}}
}

// schema describes a type; structs go into schemas by their names. What is nil in Go may be null.
func schema(t reflect.Type, schemas object) object {
	switch t {
	case reflect.TypeFor[texts]():
		return oneOrMany(reflect.TypeFor[string](), schemas)
	case reflect.TypeFor[finds]():
		return oneOrMany(reflect.TypeFor[[]found](), schemas)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return object{"oneOf": []object{schema(t.Elem(), schemas), {"type": "null"}}}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int:
		return object{"type": "integer"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Slice:
		return object{"type": "array", "items": schema(t.Elem(), schemas)}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": schema(t.Elem(), schemas)}
	case reflect.Struct:
		if schemas[t.Name()] == nil {
			schemas[t.Name()] = object{} // of a type that holds itself
			schemas[t.Name()] = fields(t, schemas)
		}
		return object{"$ref": "#/components/schemas/" + t.Name()}
	}
	return object{}
}

// fields describes a struct.
func fields(t reflect.Type, schemas object) object {
	properties, required := object{}, []string{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := schema(f.Type, schemas)
		if doc := f.Tag.Get("doc"); doc != "" {
			p["description"] = doc
		}
		if properties[name] = p; option != "omitempty" {
			required = append(required, name)
		}
	}
	return object{"type": "object", "properties": properties, "required": required}
}
