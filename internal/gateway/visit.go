package gateway

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/jsontext"
)

// visit goes through one event of a stream.
type visit struct {
	a     *answer
	name  string
	event map[string]any
	kind  string
	met   map[*strand]func(left string) // texts with a piece in the event
}

// step is a way from an object or array to what is in it.
type step struct {
	key string
	i   int
}

// places are the fields that say which of several texts a piece is of.
func places() []string {
	return []string{"index", "output_index", "content_index", "summary_index", "item_id"}
}

// walk restores what is under a value of the event.
func (v *visit) walk(value any, way []step, address string, depth int) error {
	if depth > jsontext.MaxDepth {
		return errAnswer
	}
	switch value := value.(type) {
	case map[string]any:
		for _, p := range places() {
			switch at := value[p].(type) {
			case json.Number:
				address += "/" + p + at.String()
			case string:
				address += "/" + p + at
			}
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if err := v.field(value, key, append(slices.Clip(way), step{key: key}), address, depth); err != nil {
				return err
			}
		}
	case []any:
		for i := range value {
			next := append(slices.Clip(way), step{i: i})
			if s, ok := value[i].(string); ok {
				value[i] = v.a.restore("", s)
			} else if err := v.walk(value[i], next, address, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// field restores a field of an object: a piece of a text that streams, or a text.
func (v *visit) field(of map[string]any, key string, way []step, address string, depth int) error {
	s, ok := of[key].(string)
	if !ok {
		return v.walk(of[key], way, address, depth+1)
	}
	switch {
	case opaque(key), key == "data" && of["type"] == redacted, slices.Contains(places(), key):
	case v.streams(key, way):
		return v.piece(of, key, s, way, address+"."+key)
	default:
		of[key] = v.a.restore(key, s)
	}
	return nil
}

// streams reports a piece: what stands in a delta, but for words of the protocol, or a
// delta that is a string itself.
func (v *visit) streams(key string, way []step) bool {
	if key == "delta" {
		return true
	}
	in := slices.ContainsFunc(way[:len(way)-1], func(s step) bool { return s.key == "delta" })
	return in && !slices.Contains([]string{"role", "type", "id", "name", "stop_reason"}, key)
}

// maxStrands bounds the texts that stream at once.
const maxStrands = 256

// piece takes the next piece of a text.
func (v *visit) piece(of map[string]any, key, s string, way []step, address string) error {
	a := v.a
	t := a.open[address]
	if t == nil {
		if len(a.list) >= maxStrands {
			return errAnswer
		}
		field := key
		if key == "delta" && strings.Contains(v.kind, "arguments") {
			field = "arguments"
		}
		t = &strand{Restorer: a.s.Restorer(encoding(field)), name: v.name}
		if a.open == nil {
			a.open = map[string]*strand{}
		}
		a.open[address], a.list = t, append(a.list, t)
	}
	of[key] = t.Add(s)
	if v.met == nil {
		v.met = map[*strand]func(string){}
	}
	v.met[t] = func(left string) { of[key] = of[key].(string) + left }
	t.last, t.put = bare(v.event), func(e map[string]any, piece string) { put(e, way, piece) }
	return nil
}

// bare is a copy of an event without the strings that stream.
func bare(v any) map[string]any { return emptied(v, false).(map[string]any) }

func emptied(v any, inside bool) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, of := range v {
			_, text := of.(string)
			word := slices.Contains([]string{"role", "type", "id", "name", "item_id"}, key)
			switch {
			case text && !word && (inside || key == "delta"):
				out[key] = ""
			case key == "finish_reason" || key == "usage":
				out[key] = nil
			default:
				out[key] = emptied(of, inside || key == "delta")
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = emptied(v[i], inside)
		}
		return out
	}
	return v
}

// put sets a string of an event.
func put(v any, way []step, s string) {
	for i, st := range way {
		switch of := v.(type) {
		case map[string]any:
			if i == len(way)-1 {
				of[st.key] = s
				return
			}
			v = of[st.key]
		case []any:
			v = of[st.i]
		default:
			panic(fmt.Sprintf("an event changed its shape: %T", v))
		}
	}
}
