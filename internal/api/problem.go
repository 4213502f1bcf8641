package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"mime"
	"net/http"
	"os"
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/jsontext"
	"github.com/bauta/bauta/internal/session"
)

// problem says what is wrong (RFC 9457). It holds nothing of the request.
type problem struct {
	Type   string `json:"type" doc:"always about:blank: the status says which"`
	Title  string `json:"title" doc:"the status in words"`
	Status int    `json:"status"`
	Detail string `json:"detail" doc:"what is wrong and what to do; never text of the request"`
	Says   string `json:"error" doc:"the detail, where Presidio's clients look for it"`
}

// Error gives the detail.
func (p problem) Error() string { return p.Detail }

// whole is the problem with what follows from its status and detail.
func (p problem) whole() problem {
	p.Type, p.Title, p.Says = "about:blank", http.StatusText(p.Status), p.Detail
	return p
}

// fail answers with a problem.
func fail(w http.ResponseWriter, p problem) {
	body, _ := json.Marshal(p.whole())
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(p.Status)
	w.Write(append(body, '\n'))
}

// failed answers with an error, and where that passes with the seconds until then.
func failed(w http.ResponseWriter, err error) {
	var l later
	if errors.As(err, &l) {
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(l.after.Seconds())))))
	}
	fail(w, explain(err))
}

// refused is a problem of the request.
func refused(detail string) error { return problem{Status: http.StatusBadRequest, Detail: detail} }

// explain makes a problem of an error. Errors of the pipeline are not shown: a detector
// of somebody else may have put text into one.
func explain(err error) problem {
	var p problem
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &tooLong):
		return problem{Status: http.StatusRequestEntityTooLarge, Detail: "the request is too long; send it in parts"}
	case errors.Is(err, session.ErrFull):
		return problem{Status: http.StatusConflict, Detail: err.Error()}
	case errors.Is(err, session.ErrForeign):
		return problem{Status: http.StatusUnprocessableEntity, Detail: err.Error()}
	case errors.As(err, new(*bauta.MessageError)):
		return problem{
			Status: http.StatusUnprocessableEntity, Detail: "a phase failed on the text; nothing was released",
		}
	}
	return problem{Status: http.StatusInternalServerError, Detail: "nothing was released"}
}

// answer writes a result.
func answer(w http.ResponseWriter, out any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		fail(w, problem{Status: http.StatusInternalServerError, Detail: "nothing was released"})
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Write(b.Bytes())
}

// typed refuses what does not come as a type.
func typed(r *http.Request, want string) error {
	if r.Header.Get("Content-Encoding") != "" {
		return problem{Status: http.StatusUnsupportedMediaType, Detail: "send it as it is, without Content-Encoding"}
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != want {
		return problem{Status: http.StatusUnsupportedMediaType, Detail: "send Content-Type: " + want}
	}
	return nil
}

// read takes the JSON of a request. What is in no field is refused where strict, since
// it may be a text under a name that is misspelt.
func read(r *http.Request, in any, strict bool) error {
	if err := typed(r, "application/json"); err != nil {
		return err
	}
	raw, err := io.ReadAll(r.Body)
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return problem{Status: http.StatusRequestTimeout, Detail: "the request came too slowly"}
	case err != nil:
		return refused("the request ended before its end")
	}
	return decode(raw, in, strict)
}

// decode reads one JSON value.
func decode(raw []byte, in any, strict bool) error {
	if !utf8.Valid(raw) {
		return refused("bytes that are not UTF-8")
	}
	if jsontext.Halved(raw) {
		return refused(`half a surrogate pair (\ud83d alone); write the character whole`)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if strict {
		dec.DisallowUnknownFields()
	}
	if err := dec.Decode(in); err != nil {
		return refused("not the JSON of this address; see /openapi.json")
	}
	if _, err := dec.Token(); err != io.EOF {
		return refused("more than one JSON value")
	}
	if err := jsontext.Exact(raw, in); errors.Is(err, jsontext.ErrTwice) {
		return refused(err.Error())
	}
	return present(raw, reflect.TypeOf(in))
}
