package filter

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/jsontext"
)

// Keys says what becomes of the attributes of a log by their names: those in Keep go
// out as they are, those in Drop never do. All others are read.
type Keys struct{ Keep, Drop []string }

// NewHandler filters what is logged before h writes it: messages, and attributes with
// all that is in their groups. Errors and values of other types are read as they would
// be written; numbers, times and booleans stay, but for numbers that read as one of a
// telephone or the like. Names of attributes and groups are the program's, and stay.
func NewHandler(h slog.Handler, p *bauta.Pipeline, keys Keys) slog.Handler {
	return &handler{next: h, p: p, keys: keys}
}

// handler holds attributes back until there is a record, in which a person has one
// number.
type handler struct {
	next  slog.Handler
	p     *bauta.Pipeline
	keys  Keys
	parts []part
}

// part is what With added: attributes, or a group around all that comes later.
type part struct {
	group string
	attrs []slog.Attr
}

// Enabled asks the handler behind.
func (h *handler) Enabled(ctx context.Context, l slog.Level) bool { return h.next.Enabled(ctx, l) }

// WithAttrs adds attributes.
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler { return h.with(part{attrs: attrs}) }

// WithGroup opens a group.
func (h *handler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	return h.with(part{group: name})
}

func (h *handler) with(p part) slog.Handler {
	out := *h
	out.parts = append(slices.Clip(h.parts), p)
	return &out
}

// Handle filters a record.
func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	c := &cleaner{record: record{p: h.p}, ctx: ctx, keys: h.keys}
	out := slog.NewRecord(r.Time, r.Level, c.text(ctx, r.Message), r.PC)
	var last []slog.Attr
	r.Attrs(func(a slog.Attr) bool {
		last = append(last, c.attr(a, 0))
		return true
	})
	for _, p := range slices.Backward(h.parts) {
		if p.group == "" {
			last = append(c.attrs(p.attrs, 0), last...)
		} else if len(last) > 0 {
			last = []slog.Attr{{Key: p.group, Value: slog.GroupValue(last...)}}
		}
	}
	out.AddAttrs(last...)
	return h.next.Handle(ctx, out)
}

// cleaner filters the attributes of one record.
type cleaner struct {
	record
	ctx  context.Context
	keys Keys
}

// maxGroups bounds how deep groups are read.
const maxGroups = 32

func (c *cleaner) attrs(all []slog.Attr, depth int) []slog.Attr {
	out := make([]slog.Attr, len(all))
	for i, a := range all {
		out[i] = c.attr(a, depth)
	}
	return out
}

// attr filters an attribute. What panics while it says what it is, is dropped.
func (c *cleaner) attr(a slog.Attr, depth int) (out slog.Attr) {
	defer func() {
		if recover() != nil {
			out = c.drop(a.Key)
		}
	}()
	switch {
	case slices.Contains(c.keys.Keep, a.Key):
		return a
	case slices.Contains(c.keys.Drop, a.Key):
		return slog.String(a.Key, Withheld)
	case depth > maxGroups:
		return c.drop(a.Key)
	}
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindGroup:
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(c.attrs(v.Group(), depth+1)...)}
	case slog.KindString:
		return slog.String(a.Key, c.text(c.ctx, v.String()))
	case slog.KindInt64, slog.KindUint64, slog.KindFloat64:
		return slog.Attr{Key: a.Key, Value: c.number(v)}
	case slog.KindAny:
		return slog.Attr{Key: a.Key, Value: c.any(v.Any())}
	}
	return slog.Attr{Key: a.Key, Value: v}
}

func (c *cleaner) drop(key string) slog.Attr {
	dropped.Add(1)
	return slog.String(key, Withheld)
}

// identifying is how many digits a number has that may be one of a telephone.
const identifying = 7

// number gives a number, or what stands for it.
func (c *cleaner) number(v slog.Value) slog.Value {
	written := v.String()
	if len(written) < identifying {
		return v
	}
	if clean := c.text(c.ctx, written); clean != written {
		return slog.StringValue(clean)
	}
	return v
}

// any reads what an error, a text or another value would be written as.
func (c *cleaner) any(value any) slog.Value {
	switch v := value.(type) {
	case nil:
		return slog.AnyValue(nil)
	case error:
		return slog.StringValue(c.text(c.ctx, v.Error()))
	case fmt.Stringer:
		return slog.StringValue(c.text(c.ctx, v.String()))
	case []byte:
		return slog.StringValue(c.text(c.ctx, string(v)))
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return slog.StringValue(c.text(c.ctx, fmt.Sprintf("%+v", value)))
	}
	clean, err := rewrite(c.ctx, &c.record, raw, c.keys)
	if err != nil {
		dropped.Add(1)
		return slog.StringValue(Withheld)
	}
	return slog.AnyValue(json.RawMessage(clean))
}

// rewrite filters the strings of a JSON text, and names and numbers that may be somebody's.
func rewrite(ctx context.Context, r *record, raw []byte, keys Keys) ([]byte, error) {
	return jsontext.Rewrite(raw, jsontext.Visitor{
		String: func(at jsontext.Path, s string) (string, error) {
			switch name := at.Last(); {
			case name != "" && slices.Contains(keys.Keep, name):
				return s, nil
			case name != "" && slices.Contains(keys.Drop, name):
				return Withheld, nil
			}
			return r.text(ctx, s), nil
		},
		Number: func(at jsontext.Path, n json.Number) (string, bool, error) {
			switch name := at.Last(); {
			case name != "" && slices.Contains(keys.Drop, name):
				return Withheld, true, nil
			case len(n) < identifying || name != "" && slices.Contains(keys.Keep, name):
				return "", false, nil
			}
			clean := r.text(ctx, n.String())
			return clean, clean != n.String(), nil
		},
		Name: func(_ jsontext.Path, name string) (string, error) { return r.name(ctx, name), nil },
	})
}

// name filters the name of a field where it is not one word, as programs name fields.
func (r *record) name(ctx context.Context, name string) string {
	word := func(c rune) bool { return c == '_' || c == '-' || c == '.' || unicode.IsLetter(c) }
	if strings.ContainsFunc(name, func(c rune) bool { return !word(c) }) {
		return r.text(ctx, name)
	}
	return name
}
