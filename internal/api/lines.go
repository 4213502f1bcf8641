package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta/internal/session"
)

// ndjson is the type of a request of lines, a JSON value each.
const ndjson = "application/x-ndjson"

// lineTime is how long a client may take to read a line, at most.
const lineTime = 30 * time.Second

// talk answers the lines of a request.
type talk[In any] struct {
	each func(*http.Request, *In) (any, error)
	// rest gives what is left when the lines have ended well; a fault ends such a request. Without it a
	// fault is that of its line alone.
	rest func() any
}

// lines makes an endpoint of lines, each answered before the next one is waited for.
func lines[In, Out any](s *Server, pattern, does string, begin func() talk[In]) endpoint {
	return endpoint{
		pattern: pattern, does: does, in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](), lines: true,
		serve: func(w http.ResponseWriter, r *http.Request) {
			err := typed(r, ndjson)
			if err == nil {
				err = answerLines(s, newLineWriter(w, r, s.Idle), r, begin())
			}
			if err != nil {
				failed(w, err)
			}
		},
	}
}

// answerLines answers line by line. The error is one before the first answer.
func answerLines[In any](s *Server, out *lineWriter, r *http.Request, t talk[In]) error {
	in := bufio.NewScanner(r.Body)
	in.Buffer(nil, int(s.MaxBody))
	for out.await(r); in.Scan(); out.await(r) {
		answer, err := answerLine(s, r, in.Bytes(), t)
		if err != nil && in.Err() != nil {
			break // half a line has no fault of its own
		}
		if err != nil && t.rest != nil {
			return out.fault(err)
		}
		event := ""
		if err != nil {
			event, answer = "error", explain(err).whole()
		}
		if out.write(event, answer) != nil {
			return nil // nobody reads
		}
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return out.fault(&http.MaxBytesError{Limit: s.MaxBody})
	case errors.Is(err, os.ErrDeadlineExceeded):
		return out.fault(errIdle)
	case err != nil:
		return out.fault(refused("the request ended before its end"))
	}
	if t.rest != nil {
		out.write("", t.rest())
	}
	return nil
}

func answerLine[In any](s *Server, r *http.Request, line []byte, t talk[In]) (any, error) {
	in := new(In)
	if err := decode(line, in, true); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.Timeout)
	defer cancel()
	return worked(s.limits, r.WithContext(ctx), in, t.each)
}

// lineWriter writes answers as lines, or as events where the client asks for them.
type lineWriter struct {
	to     http.ResponseWriter
	rc     *http.ResponseController
	idle   time.Duration
	events bool
	begun  bool
}

func newLineWriter(w http.ResponseWriter, r *http.Request, idle time.Duration) *lineWriter {
	out := &lineWriter{to: w, rc: http.NewResponseController(w), idle: idle}
	out.events = strings.Contains(r.Header.Get("Accept"), "text/event-stream")
	return out
}

// bothWays answers a request while its body comes, also one that is refused: who waits for an
// answer sends no more.
func bothWays(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).EnableFullDuplex() // of HTTP/1.1; others have it
		// What comes of a body after its answer would be taken for another request.
		w.Header().Set("Connection", "close")
		next(w, r)
	}
}

// await says until when a line must have come: who sends none holds a place that others may want. The deadline of
// the server is for a request that comes at once.
func (w *lineWriter) await(r *http.Request) {
	by := time.Now().Add(w.idle)
	if end, ok := r.Context().Deadline(); ok && end.Before(by) {
		by = end
	}
	w.rc.SetReadDeadline(by)
}

// write writes an answer at once.
func (w *lineWriter) write(event string, answer any) error {
	if !w.begun {
		w.begun = true
		kind := ndjson
		if w.events {
			kind = "text/event-stream"
		}
		w.to.Header().Set("Content-Type", kind)
		w.to.Header().Set("Cache-Control", "no-store")
		w.to.Header().Set("X-Content-Type-Options", "nosniff")
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(answer); err != nil {
		return err
	}
	line := b.String()
	if w.events {
		line = "data: " + line + "\n"
		if event != "" {
			line = "event: " + event + "\n" + line
		}
	}
	w.rc.SetWriteDeadline(time.Now().Add(min(w.idle, lineTime)))
	if _, err := io.WriteString(w.to, line); err != nil {
		return err
	}
	if err := w.rc.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// fault writes what is wrong as a line; before the first one it is given back.
func (w *lineWriter) fault(err error) error {
	if !w.begun {
		return err
	}
	w.write("error", explain(err).whole())
	return nil
}

// errIdle is said to who sends no line for too long.
var errIdle = problem{
	Status: http.StatusRequestTimeout, Detail: "no line came in time; go on in a request of its own",
}

// errOther is said of a line that would go on elsewhere.
var errOther = refused("session and policy are those of the first line; send other ones in a request of their own")

// same reports that a line names what the first one did, or nothing.
func same(name string, as ...string) bool { return name == "" || slices.Contains(as, name) }

// anonymiseLines takes texts of one conversation. Session and policy are those of the first line.
func (s *Server) anonymiseLines() talk[textRequest] {
	var through *reader
	var first *textRequest
	return talk[textRequest]{each: func(r *http.Request, in *textRequest) (any, error) {
		unit, err := in.valid()
		if err != nil {
			return nil, err
		}
		if through == nil {
			if through, err = s.reader(r, in.Policy, in.Session); err != nil {
				return nil, err
			}
			first = in
		}
		if !same(in.Policy, first.Policy) || !same(in.Session, first.Session, through.id) {
			return nil, errOther
		}
		out, err := s.one(r.Context(), through, in.Text, in.Lang, unit)
		if err != nil {
			return nil, err
		}
		s.answered(through)
		return out, nil
	}}
}

// revealLines takes the pieces of one answer, cut anywhere. The session is that of the first line.
func (s *Server) revealLines() talk[revealPiece] {
	var all *session.Restorer
	var id string
	return talk[revealPiece]{
		each: func(r *http.Request, in *revealPiece) (any, error) {
			if all == nil {
				if in.Session == "" {
					return nil, refused(`"session" is missing`)
				}
				conversation, err := s.sessions.find(owner(r), in.Session)
				if err != nil {
					return nil, err
				}
				all, id = conversation.Restorer(nil), in.Session
			}
			if !same(in.Session, id) {
				return nil, errOther
			}
			return revealResult{all.Add(in.Text)}, nil
		},
		rest: func() any {
			if all == nil {
				return revealResult{}
			}
			return revealResult{all.End()}
		},
	}
}
