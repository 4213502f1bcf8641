package filter

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/entry"
)

// Transport filters requests before Base sends them: the strings of JSON,
// the values of forms and of the query, lines of text. A request with a body of
// another type is refused, and so is one whose body cannot be read as its type. A name of a field is
// read where it is more than one word. Paths
// and headers are the program's, and go out as they are; answers come back as they are.
type Transport struct {
	Base     http.RoundTripper // nil: http.DefaultTransport
	Pipeline *bauta.Pipeline
	Keys     Keys // fields of JSON and of forms
}

// maxBody bounds the body of a request, in bytes.
const maxBody = 16 << 20

// RoundTrip sends the request without what points to people.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	clean, err := t.clean(r)
	if r.Body != nil {
		err = errors.Join(err, r.Body.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("filter: the request was not sent: %w", err)
	}
	return base.RoundTrip(clean)
}

// clean gives the request that may go out.
func (t *Transport) clean(r *http.Request) (*http.Request, error) {
	rec := record(r.Context(), t.Pipeline)
	out := r.Clone(r.Context())
	if q := r.URL.RawQuery; q != "" {
		form, err := t.form(rec, q)
		if err != nil {
			return nil, err
		}
		out.URL.RawQuery = form
	}
	if r.Body == nil || r.Body == http.NoBody {
		return out, nil
	}
	if enc := r.Header.Get("Content-Encoding"); enc != "" && enc != "identity" {
		return nil, errors.New("a packed body cannot be read; send it as it is")
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	switch {
	case err != nil:
		return nil, err
	case len(raw) > maxBody:
		return nil, errors.New("a body of more than 16 MiB; send it in parts")
	}
	clean, err := t.body(rec, r.Header.Get("Content-Type"), raw)
	if err != nil {
		return nil, err
	}
	out.ContentLength = int64(len(clean))
	out.Body = io.NopCloser(bytes.NewReader(clean))
	out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(clean)), nil }
	return out, nil
}

// body filters a body by its type.
func (t *Transport) body(rec entry.Filter, contentType string, raw []byte) ([]byte, error) {
	kind, params, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil:
		return nil, errors.New("a body without a type; set Content-Type")
	case !unicoded(params["charset"]) || !utf8.Valid(raw) || bytes.IndexByte(raw, 0) >= 0:
		return nil, errors.New("a body that is not UTF-8; send it in UTF-8")
	case kind == "application/json" || strings.HasSuffix(kind, "+json"):
		return rec.JSON(raw, t.Keys.at)
	case kind == "application/x-www-form-urlencoded":
		form, err := t.form(rec, string(raw))
		return []byte(form), err
	case kind == "text/plain":
		return []byte(rec(string(raw))), nil
	}
	return nil, errors.New("a body that is neither JSON, a form nor text; give it a transport of its own")
}

// unicoded reports a charset that UTF-8 covers, or none.
func unicoded(charset string) bool {
	switch strings.ToLower(charset) {
	case "", "utf-8", "utf8", "us-ascii":
		return true
	}
	return false
}

// form filters the values of a form.
func (t *Transport) form(rec entry.Filter, raw string) (string, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return "", errors.New("a query or form that cannot be read")
	}
	out := url.Values{}
	for name, all := range values {
		for _, v := range all {
			out.Add(rec.Name(name), t.Keys.value(rec, name, v))
		}
	}
	return out.Encode(), nil
}

// value filters the value of a field.
func (k Keys) value(rec entry.Filter, name, v string) string {
	switch k.fate(name) {
	case entry.Keep:
		return v
	case entry.Drop:
		return Withheld
	}
	return rec(v)
}
