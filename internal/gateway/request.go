package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/entry"
	"github.com/bauta/bauta/internal/jsontext"
	"github.com/bauta/bauta/internal/session"
)

// request rewrites what goes out: every string is a text, but for the words of the
// protocol.
type request struct {
	ctx   context.Context
	s     *session.Session
	allow []string
	inner int // JSON within strings
	parts *parts
	top   map[string]bool // names of fields of the request, in small letters
}

// plain reports a letter or digit of ASCII, or one of some signs.
func plain(c rune, signs string) bool {
	if strings.ContainsRune(signs, c) {
		return true
	}
	return c <= unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c))
}

// rewrite gives the body that may go out.
func (q *request) rewrite(raw []byte) ([]byte, error) {
	if q.parts == nil {
		q.parts = partsOf(raw)
	}
	return jsontext.Rewrite(raw, jsontext.Visitor{String: q.text, Number: q.number, Name: q.name})
}

// errTokens is why numbers in the place of a text are refused.
var errTokens = refused("a text as tokens cannot be read; send it as a string")

// number refuses texts that were made tokens, and hides numbers that identify.
func (q *request) number(at jsontext.Path, n json.Number) (string, bool, error) {
	if len(at) > 1 && at[len(at)-1] == "[]" && (at[0] == "input" || at[0] == "prompt") && q.inner == 0 {
		return "", false, errTokens
	}
	plain := entry.Plain(n.String())
	if plain == "" {
		return "", false, nil
	}
	clean, err := q.clean(entry.Labelled(at.Last(), plain))
	clean, ok := strings.CutPrefix(clean, entry.Labelled(at.Last(), ""))
	if err == nil && !ok { // the name was changed, too
		clean, err = q.clean(plain)
	}
	return clean, clean != plain, err
}

// name reads the names of fields that are more than one word, or begin with a capital and stand
// in no schema of the request.
func (q *request) name(at jsontext.Path, name string) (string, error) {
	if len(at) == 0 && q.inner == 0 {
		if err := q.once(strings.ToLower(name)); err != nil {
			return "", err
		}
	}
	word := protocol(name) && !strings.ContainsFunc(name, unicode.IsDigit)
	if name == "" || word && (!capital(name) || q.parts.declared[name]) {
		return name, nil
	}
	return q.clean(name)
}

// once refuses a field of the request that stands twice: the upstream may hold to the other one,
// and ask on an answer that was somebody else's.
func (q *request) once(field string) error {
	if q.top[field] {
		return refused("a field of the request stands twice")
	}
	if q.top == nil {
		q.top = map[string]bool{}
	}
	q.top[field] = true
	return nil
}

// text gives what stands in the place of a string.
func (q *request) text(at jsontext.Path, s string) (string, error) {
	name := at.Last()
	if err := q.media(at, s); err != nil {
		return "", err
	}
	switch {
	case s == "":
		return s, nil
	case len(at) == 1 && (name == "user" || name == "safety_identifier" || name == "prompt_cache_key"),
		name == "user_id" && at[0] == "metadata":
		return "bauta", nil // who asks is for nobody to know
	case q.inner == 0 && !free(at) && ofProtocol(at, s), q.sealed(at, s):
		return s, nil
	case len(at) == 3 && name == "name":
		return q.speaker(s)
	case name == "arguments" || name == "partial_json":
		return q.arguments(s)
	case q.data(name):
		return q.file(s)
	}
	return q.clean(s)
}

// sealed reports data that goes back to the upstream which alone can read it.
func (q *request) sealed(at jsontext.Path, s string) bool {
	return q.inner == 0 && at.Last() == "data" && q.parts.sealed[s] && unspaced(s)
}

// speaker gives the name of who speaks: that of a function as it is, any other whole or, where somebody is in it, one
// placeholder in the letters that names have.
func (q *request) speaker(s string) (string, error) {
	if protocol(s) && q.parts.tools[s] {
		return s, nil
	}
	for _, read := range slices.Compact([]string{s, strings.ReplaceAll(s, "_", " ")}) {
		if clean, err := q.clean(read); err != nil {
			return "", err
		} else if clean != read {
			return q.s.Hide(bauta.Person, s)
		}
	}
	return s, nil
}

// arguments rewrites JSON in a string; what is none is a text.
func (q *request) arguments(s string) (string, error) {
	if q.inner > 3 {
		return "", refused("JSON in strings in strings")
	}
	q.inner++
	defer func() { q.inner-- }()
	out, err := q.rewrite([]byte(s))
	if errors.Is(err, jsontext.ErrJSON) {
		return q.clean(s)
	}
	return string(out), err
}

// clean takes a text through the policy.
func (q *request) clean(s string) (string, error) {
	m := bauta.Message{ID: "1", Text: s}
	if err := m.Bounded(); err != nil {
		return "", fault{422, "invalid_request_error", err.Error()}
	}
	out, _, err := q.s.Anonymise(q.ctx, m)
	switch {
	case err == nil:
		return out, q.ctx.Err()
	case errors.Is(err, session.ErrFull), errors.Is(err, session.ErrForeign):
		return "", err
	}
	return "", fault{422, "invalid_request_error", "a phase failed on a text; nothing was passed on"}
}

// data reports a file as data, which is read as text unless files go out unread.
func (q *request) data(field string) bool {
	return field == "file_data" && q.inner == 0 && !slices.Contains(q.allow, "file")
}

// longData is from where on a run of letters without a blank is taken for packed data.
const longData = 512

// media refuses what nobody can read here.
func (q *request) media(at jsontext.Path, s string) error {
	kind := ""
	switch name := at.Last(); {
	case q.inner > 0 || opaque(name) && !free(at) || q.data(name) || q.sealed(at, s):
		return nil
	case name == "type":
		kind = q.typed(at, s)
	case strings.HasPrefix(s, "data:"), len(s) >= longData && packed(s):
		if kind = cmpMedium(at, s); sourced(at) {
			kind = q.parts.source(q.allow)
		}
	case name == "file_id" || name == "image_url" || name == "file_url":
		kind = medium(name)
	}
	if kind == "" || slices.Contains(q.allow, kind) {
		return nil
	}
	return errMedium(kind)
}

// typed gives the kind of media that a type says comes, "" for none and for a file of text.
func (q *request) typed(at jsontext.Path, word string) string {
	kind := medium(word)
	switch {
	case sourced(at) && (word == "url" || kind != ""):
		return q.parts.source(q.allow)
	case kind == "", slices.Contains(at, "parameters"), slices.Contains(at, "input_schema"), q.parts.readable(word):
		return ""
	}
	return kind
}

// sourced reports what stands in the source of a part of a message.
func sourced(at jsontext.Path) bool { return len(at) > 0 && at[:len(at)-1].Last() == "source" }

// errMedium refuses a kind of media.
func errMedium(kind string) error {
	return refused(kind + " is not read here; send text, or allow it by its name")
}

// medium gives the kind of media that a word names, "" for none.
func medium(word string) string {
	for _, m := range []string{"image", "audio", "video", "file"} {
		if strings.Contains(word, m) {
			return m
		}
	}
	if strings.Contains(word, "document") || strings.Contains(word, "base64") {
		return "file"
	}
	return ""
}

// cmpMedium gives the kind of packed data.
func cmpMedium(at jsontext.Path, s string) string {
	for _, word := range []string{s[:min(len(s), 32)], strings.Join(at, " ")} {
		if m := medium(word); m != "" {
			return m
		}
	}
	return "file"
}

// packed reports data as base64 and the like have it.
func packed(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool {
		return !plain(c, "+/=-_\r\n")
	})
}
