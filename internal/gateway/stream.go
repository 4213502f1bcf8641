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

// writeTime is how long a reader may take for an event.
const writeTime = 30 * time.Second

// stream restores an answer event by event. Once it has begun, a fault is its last event.
func (a *answer) stream(w http.ResponseWriter, body io.Reader) error {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	to := http.NewResponseController(w)
	send := func(events ...string) error {
		to.SetWriteDeadline(time.Now().Add(writeTime))
		for _, e := range events {
			if _, err := io.WriteString(w, e); err != nil {
				return err
			}
		}
		return to.Flush()
	}
	fault := func() { // what is held back may be half a placeholder, and stays so
		send(write("error", bytes.TrimSpace(errAnswer.body())))
	}
	defer func() {
		if recover() != nil {
			fault()
		}
	}()
	lines := bufio.NewScanner(body)
	lines.Buffer(make([]byte, 0, 4096), maxEvent)
	name, data, size := "", []string(nil), 0
	finish := func() error {
		defer func() { name, data, size = "", nil, 0 }()
		if data == nil {
			return nil
		}
		events, err := a.event(name, strings.Join(data, "\n"))
		if err != nil {
			return err
		}
		return send(events...)
	}
	for lines.Scan() {
		line := lines.Text()
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		size += len(line)
		switch {
		case size > maxEvent || !utf8.ValidString(line):
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
	if lines.Err() != nil || finish() != nil {
		fault()
		return nil
	}
	send(a.rest()...)
	return nil
}
