package gateway

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// maxEvent bounds an event of a stream, in bytes.
const maxEvent = 8 << 20

// writeTime is how long a reader may take for an event, at most.
const writeTime = 30 * time.Second

// stream restores an answer event by event. Once it has begun, a fault is its last event.
func (a *answer) stream(w http.ResponseWriter, body io.Reader, silent *silence, unread time.Duration) error {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	to := http.NewResponseController(w)
	send := func(events ...string) error {
		to.SetWriteDeadline(time.Now().Add(unread))
		for _, e := range events {
			if _, err := io.WriteString(w, e); err != nil {
				return err
			}
		}
		return to.Flush()
	}
	fault := func() { // what is held back may be half a placeholder, and stays so
		send(write("error", bytes.TrimSpace(faultOf(silent.or(errAnswer)).body())))
	}
	defer func() {
		if recover() != nil {
			fault()
		}
	}()
	lines := bufio.NewScanner(silent.reader(body))
	lines.Buffer(make([]byte, 0, 4096), maxEvent)
	lines.Split(eventLines())
	name, data, size, said := "", []string(nil), 0, false
	finish := func() error {
		defer func() { name, data, size = "", nil, 0 }()
		if data == nil {
			return nil
		}
		said = true
		events, err := a.event(name, strings.Join(data, "\n"))
		if err != nil {
			return err
		}
		return send(events...)
	}
	for lines.Scan() {
		line := strings.TrimPrefix(lines.Text(), "\ufeff") // which may begin a stream
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		size += len(line)
		switch {
		case size > maxEvent || !utf8.ValidString(line) || !snake(field): // JSON or a page, say, and no event
			fault()
			return nil
		case line == "":
			if finish() != nil {
				fault()
				return nil
			}
		case field == "event" && snake(strings.NewReplacer(".", "_").Replace(value)):
			name = value
		case field == "data":
			data = append(data, value)
		}
	}
	if lines.Err() != nil || finish() != nil || !said {
		fault()
		return nil
	}
	send(a.rest()...)
	return nil
}

// eventLines splits a stream at LF, CR LF and CR alone, each as soon as it has come: an LF that follows a CR in what
// comes next belongs to it.
func eventLines() bufio.SplitFunc {
	cr := false
	return func(p []byte, atEOF bool) (advance int, line []byte, err error) {
		from := 0
		if cr && len(p) > 0 && p[0] == '\n' {
			from = 1
		}
		if i := bytes.IndexAny(p[from:], "\r\n"); i >= 0 {
			cr = p[from+i] == '\r'
			return from + i + 1, p[from : from+i], nil
		}
		if atEOF && len(p) > from {
			return len(p), p[from:], nil
		}
		return 0, nil, nil
	}
}
