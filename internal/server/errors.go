package server

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/review"
)

// The errors of the pages themselves.
var (
	errForbidden = errors.New("the role does not do this")
	errBadInput  = errors.New("what was sent cannot be read")
)

// failure is an error as modules get it. Stale is the answer to a decision that
// somebody else was faster with.
type failure struct {
	Error string     `json:"error"`
	Stale *staleWire `json:"stale,omitempty"`
}

// statusOf is the status of an error and the key of what is said about it.
func statusOf(err error) (int, string) {
	var tooBig *http.MaxBytesError
	switch {
	case errors.Is(err, review.ErrNotFound):
		return http.StatusNotFound, "error.notfound"
	case errors.Is(err, review.ErrStale):
		return http.StatusConflict, "error.stale"
	case errors.Is(err, review.ErrLease):
		return http.StatusLocked, "error.lease"
	case errors.Is(err, review.ErrRefused):
		return http.StatusUnprocessableEntity, "error.refused"
	case errors.Is(err, review.ErrPurged):
		return http.StatusGone, "error.purged"
	case errors.Is(err, errForbidden):
		return http.StatusForbidden, "error.forbidden"
	case errors.Is(err, errBusy):
		return http.StatusServiceUnavailable, "error.busy"
	case errors.As(err, &tooBig):
		return http.StatusRequestEntityTooLarge, "error.big"
	case errors.Is(err, errBadInput):
		return http.StatusBadRequest, "error.input"
	}
	return http.StatusInternalServerError, "error.inside"
}

// tell is what is said about an error, in a language.
func (s *Server) tell(lang string, err error) string {
	_, key := statusOf(err)
	if key != "error.refused" {
		return s.phrases.say(lang, key)
	}
	why := strings.TrimPrefix(err.Error(), review.ErrRefused.Error()+": ")
	return s.phrases.say(lang, key, s.phrases.said(lang, why))
}

// fail answers with an error: a page for people, JSON for modules. What went
// wrong inside goes to the log, which never has text of messages because the
// errors of the store have none.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	code, _ := statusOf(err)
	says := s.tell(s.languageOf(r), err)
	if code == http.StatusInternalServerError && r.Context().Err() == nil {
		s.log.Error("failed", "route", r.Pattern, "error", err)
	}
	if !isAPI(r) {
		s.render(w, r, code, "error", page{Title: strconv.Itoa(code), Body: errorView{code, says}})
		return
	}
	f := failure{Error: says}
	var stale *review.StaleError
	if errors.As(err, &stale) {
		f.Stale = s.staleWire(r.Context(), stale)
	}
	s.answer(w, code, f)
}

// errorView is what the error page shows.
type errorView struct {
	Code int
	Says string
}

// answer writes JSON.
func (s *Server) answer(w http.ResponseWriter, code int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		code, data = http.StatusInternalServerError, []byte(`{"error":"the answer could not be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	w.Write(data) // an error: the reader went away
}

// read decodes a request of a module.
func read[T any](r *http.Request) (T, error) {
	var v T
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		var tooBig *http.MaxBytesError
		if errors.As(err, &tooBig) {
			return v, err
		}
		return v, errBadInput
	}
	if dec.More() {
		return v, errBadInput
	}
	return v, nil
}

// form parses a submitted form, or answers that it cannot.
func (s *Server) form(w http.ResponseWriter, r *http.Request) bool {
	if err := r.ParseForm(); err != nil {
		var tooBig *http.MaxBytesError
		if !errors.As(err, &tooBig) {
			err = errBadInput
		}
		s.fail(w, r, err)
		return false
	}
	return true
}
