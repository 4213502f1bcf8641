package bautaprocessor

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/bauta/bauta/internal/entry"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/jsontext"
)

const (
	maxDepth  = 32   // of maps and lists in each other
	maxRename = 1000 // fields of a map in which names are changed
)

// attributes filters the values of a map, and names of fields that are more than a word.
func (r *record) attributes(m pcommon.Map, at string, depth int) {
	var names map[string]string
	m.RemoveIf(func(name string, v pcommon.Value) bool {
		if clean := entry.Filter(r.filter).Name(name); clean != name {
			if names == nil {
				names = map[string]string{}
			}
			names[name] = clean
		}
		return r.field(v, under(at, name), depth) && r.Withheld == remove
	})
	switch {
	case len(names) > 0 && m.Len() > maxRename:
		m.Clear()
		r.withhold(size)
	case len(names) > 0:
		rename(m, names)
	}
}

// rename writes a map anew. Of fields that are called alike then, all stay.
func rename(m pcommon.Map, names map[string]string) {
	out := pcommon.NewMap()
	out.EnsureCapacity(m.Len())
	seen := map[string]int{}
	for name, v := range m.All() {
		to := name
		if clean, ok := names[name]; ok {
			to = clean
		}
		for base := to; ; to = base + "_" + strconv.Itoa(seen[base]) {
			if _, taken := out.Get(to); !taken {
				break
			}
			seen[base]++
		}
		v.CopyTo(out.PutEmpty(to))
	}
	out.MoveTo(m)
}

// field filters the value of a key as is said of the key. It reports one that is withheld.
func (r *record) field(v pcommon.Value, at string, depth int) bool {
	switch r.table.of(at) {
	case keep:
		return false
	case hash:
		if r.hash(v) {
			return false
		}
		fallthrough
	case drop:
		v.SetStr(entry.Withheld)
		r.tally.withheld[configured]++
		return true
	}
	return r.value(v, at, depth)
}

// hash puts a code in the place of a value; false for one of several parts.
func (r *record) hash(v pcommon.Value) bool {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		if v.Str() != "" {
			v.SetStr(formats.Keyed(r.keyer, v.Str()))
		}
	case pcommon.ValueTypeInt:
		code := formats.Keyed(r.keyer, strconv.FormatInt(v.Int(), 10))
		if n, err := strconv.ParseInt(code, 10, 64); err == nil {
			v.SetInt(n)
		} else {
			v.SetStr(code)
		}
	default:
		return false
	}
	r.tally.changed++
	return true
}

// value filters a value. It reports one that is withheld as a whole.
func (r *record) value(v pcommon.Value, at string, depth int) bool {
	if depth > maxDepth {
		return r.lose(v, size)
	}
	switch v.Type() {
	case pcommon.ValueTypeStr:
		out, ok := r.string(v.Str())
		if out != v.Str() {
			v.SetStr(out)
		}
		return !ok
	case pcommon.ValueTypeInt:
		r.number(v, at, strconv.FormatInt(v.Int(), 10))
	case pcommon.ValueTypeDouble:
		if d := v.Double(); d == math.Trunc(d) { // what has decimals is a measure
			r.number(v, at, strconv.FormatFloat(d, 'f', -1, 64))
		}
	case pcommon.ValueTypeBytes:
		return r.bytes(v)
	case pcommon.ValueTypeMap:
		r.attributes(v.Map(), at, depth+1)
	case pcommon.ValueTypeSlice:
		v.Slice().RemoveIf(func(e pcommon.Value) bool { return r.value(e, at, depth+1) && r.Withheld == remove })
	}
	return false
}

func (r *record) lose(v pcommon.Value, why reason) bool {
	out, _ := r.withhold(why)
	v.SetStr(out)
	return true
}

// number filters a number that reads, behind the name of its field, as one of a telephone or the like.
func (r *record) number(v pcommon.Value, at, written string) {
	if clean, changed := entry.Filter(r.filter).Number(at, written); changed {
		v.SetStr(clean)
	}
}

// bytes filters bytes that are text; others cannot be read.
func (r *record) bytes(v pcommon.Value) bool {
	raw := v.Bytes().AsRaw()
	if !utf8.Valid(raw) {
		return r.lose(v, unread)
	}
	out, ok := r.string(string(raw))
	if !ok {
		v.SetStr(out)
		return true
	}
	v.Bytes().FromRaw([]byte(out))
	return false
}

// string filters a text, or the fields of one that is JSON.
func (r *record) string(s string) (string, bool) {
	start := strings.TrimLeft(s, " \t\r\n")
	nested := start != "" && (start[0] == '{' || start[0] == '[')
	if !nested || len(s) > r.MaxValueSize {
		return r.text(s)
	}
	before := *r.tally
	out, err := entry.Filter(r.filter).JSON([]byte(s), r.path)
	switch {
	case err != nil:
		*r.tally = before
		return r.text(s)
	case r.tally.changed == before.changed && r.tally.withheld == before.withheld:
		return s, true
	}
	return string(out), true
}

// path is the fate of what stands in a field of JSON: the first on the way of which
// something is said. A code cannot stand there.
func (r *record) path(path jsontext.Path) entry.Fate {
	at := ""
	for _, name := range path {
		if name == "[]" {
			continue
		}
		at = under(at, name)
		switch r.table.of(at) {
		case keep:
			return entry.Keep
		case drop, hash:
			r.tally.withheld[configured]++
			return entry.Drop
		}
	}
	return entry.Read
}
