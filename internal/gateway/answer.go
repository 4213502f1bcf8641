package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/bauta/bauta/internal/jsontext"
	"github.com/bauta/bauta/internal/session"
)

// answer restores what comes back.
type answer struct {
	s    *session.Session
	told func(id string) // of an answer that may be asked on

	open map[string]*strand // texts that stream, by their address
	list []*strand          // in order of appearance
}

// errAnswer is said of an answer that cannot be read.
var errAnswer = fault{http.StatusBadGateway, "upstream_error", "the upstream's answer cannot be read"}

// whole restores an answer that comes at once.
func (a *answer) whole(w http.ResponseWriter, body io.Reader) error {
	raw, err := io.ReadAll(io.LimitReader(body, maxAnswer+1))
	if err != nil || len(raw) > maxAnswer {
		return errAnswer
	}
	sealed := map[string]bool{}
	if bytes.Contains(raw, []byte(redacted)) {
		sealed = partsOf(raw).sealed
	}
	out, err := jsontext.Rewrite(raw, jsontext.Visitor{String: func(at jsontext.Path, s string) (string, error) {
		if len(at) == 1 && at[0] == "id" && protocol(s) {
			a.told(s)
		}
		of := len(at) > 0 && at[0] == "error"
		switch field := at.Last(); {
		case of && (field == "type" || field == "code"):
			return errorWord(s), nil
		case of:
			return errSays, nil
		case field == "data" && sealed[s]:
			return s, nil
		default:
			return a.restore(field, s), nil
		}
	}, Name: func(_ jsontext.Path, name string) (string, error) { return a.s.Restore(name), nil }})
	if err != nil {
		return errAnswer
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // of a server that set one before
	w.Write(out)
	return nil
}

// restore restores a string that is whole; one that is JSON itself stays JSON.
func (a *answer) restore(field, s string) string {
	if opaque(field) {
		return s
	}
	r := a.s.Restorer(encoding(field))
	return r.Add(s) + r.End()
}

// encoding is how what comes back is written into a field.
func encoding(field string) func(string) string {
	if field == "arguments" || field == "partial_json" {
		return escaped
	}
	return nil
}

// escaped writes a text as it stands within a JSON string.
func escaped(s string) string {
	q := jsontext.Quote(s)
	return string(q[1 : len(q)-1])
}

// strand is a text that comes in pieces.
type strand struct {
	*session.Restorer
	put  func(event map[string]any, piece string) // a piece into an event like the last one
	last map[string]any                           // that event, with no piece in it
	name string                                   // of its event
}

// event restores what is in an event. more are events to send before it: what is left of
// texts that end with it.
func (a *answer) event(name, data string) (out []string, err error) {
	if data == "[DONE]" {
		return append(a.rest(), write(name, []byte(data))), nil
	}
	var e map[string]any
	dec := json.NewDecoder(strings.NewReader(data))
	dec.UseNumber()
	if dec.Decode(&e) != nil || e == nil {
		return nil, errAnswer
	}
	kind, _ := e["type"].(string)
	hush(e, name == "error" || kind == "error")
	a.remember(e)
	v := &visit{a: a, name: name, event: e, kind: kind}
	if err := v.walk(e, nil, "", 0); err != nil {
		return nil, err
	}
	if ends(e, kind) {
		out = a.restBut(v)
	}
	raw, err := marshal(e)
	if err != nil {
		return nil, errAnswer
	}
	return append(out, write(name, raw)), nil
}

// errSays stands for what an upstream says of an error: that may quote the request, or tell who asks.
const errSays = "the upstream answers with an error"

// hush has the error of an event say no more than its words.
func hush(e map[string]any, all bool) {
	if r, ok := e["response"].(map[string]any); ok {
		hush(r, false)
	}
	if all && e["error"] == nil {
		e["message"], e["code"], e["param"] = errSays, errorWord(e["code"]), nil
	}
	if e["error"] != nil {
		of, _ := e["error"].(map[string]any)
		e["error"] = map[string]any{
			"type": errorWord(of["type"]), "code": errorWord(of["code"]), "message": errSays,
		}
	}
}

// remember notes the ID of an answer that streams.
func (a *answer) remember(e map[string]any) {
	if r, ok := e["response"].(map[string]any); ok {
		if id, ok := r["id"].(string); ok && protocol(id) {
			a.told(id)
		}
	}
}

// ends reports an event with which texts end.
func ends(e map[string]any, kind string) bool {
	for _, tail := range []string{"_stop", ".done", ".completed", ".incomplete", ".failed", "message_delta", "error"} {
		if strings.HasSuffix(kind, tail) {
			return true
		}
	}
	choices, _ := e["choices"].([]any)
	for _, c := range choices {
		if m, ok := c.(map[string]any); ok && m["finish_reason"] != nil {
			return true
		}
	}
	return false
}

// rest gives what is left of all texts, in events of their own.
func (a *answer) rest() []string { return a.restBut(nil) }

// restBut gives what is left; of texts that have a piece in the event at hand it goes
// behind that piece.
func (a *answer) restBut(v *visit) (out []string) {
	for _, s := range a.list {
		left := s.End()
		if v != nil && v.met[s] != nil {
			v.met[s](left)
		} else if left != "" {
			s.put(s.last, left)
			if raw, err := marshal(s.last); err == nil {
				out = append(out, write(s.name, raw))
			}
		}
	}
	a.list, a.open = nil, nil
	return out
}

// write gives an event as it is sent.
func write(name string, data []byte) string {
	var b strings.Builder
	if name != "" {
		b.WriteString("event: " + name + "\n")
	}
	b.WriteString("data: ")
	b.Write(data)
	b.WriteString("\n\n")
	return b.String()
}

func marshal(v any) ([]byte, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return []byte(strings.TrimSuffix(b.String(), "\n")), err
}
