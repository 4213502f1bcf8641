package filter

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/entry"
	"github.com/bauta/bauta/internal/jsontext"
)

// Keys says what becomes of the attributes of a log by their names: those in Keep go
// out as they are, those in Drop never do. All others are read.
type Keys struct{ Keep, Drop []string }

func (k Keys) fate(name string) entry.Fate {
	switch {
	case name == "":
		return entry.Read
	case slices.Contains(k.Keep, name):
		return entry.Keep
	case slices.Contains(k.Drop, name):
		return entry.Drop
	}
	return entry.Read
}

// at is the fate of what stands in a field of JSON.
func (k Keys) at(at jsontext.Path) entry.Fate { return k.fate(at.Last()) }

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
	c := &cleaner{text: record(ctx, h.p), keys: h.keys}
	out := slog.NewRecord(r.Time, r.Level, c.text(r.Message), r.PC)
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
	text entry.Filter
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
	switch fate := c.keys.fate(a.Key); {
	case fate == entry.Keep:
		return a
	case fate == entry.Drop:
		return slog.String(a.Key, Withheld)
	case depth > maxGroups:
		return c.drop(a.Key)
	}
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindGroup:
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(c.attrs(v.Group(), depth+1)...)}
	case slog.KindString:
		return slog.String(a.Key, c.text(v.String()))
	case slog.KindInt64, slog.KindUint64, slog.KindFloat64:
		return slog.Attr{Key: a.Key, Value: c.number(a.Key, v)}
	case slog.KindAny:
		return slog.Attr{Key: a.Key, Value: c.any(v.Any())}
	}
	return slog.Attr{Key: a.Key, Value: v}
}

func (c *cleaner) drop(key string) slog.Attr {
	dropped.Add(1)
	return slog.String(key, Withheld)
}

// number gives a number, or what stands for it.
func (c *cleaner) number(key string, v slog.Value) slog.Value {
	if clean, changed := c.text.Number(key, v.String()); changed {
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
		return slog.StringValue(c.text(v.Error()))
	case fmt.Stringer:
		return slog.StringValue(c.text(v.String()))
	case []byte:
		return slog.StringValue(c.text(string(v)))
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return slog.StringValue(c.text(fmt.Sprintf("%+v", value)))
	}
	clean, err := c.text.JSON(raw, c.keys.at)
	if err != nil {
		dropped.Add(1)
		return slog.StringValue(Withheld)
	}
	return slog.AnyValue(json.RawMessage(clean))
}
