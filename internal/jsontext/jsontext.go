// Package jsontext rewrites the strings of a JSON text and leaves everything else of
// it: order, numbers, names that stand twice.
package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// MaxDepth bounds how deep a text may be nested.
const MaxDepth = 64

// The errors of texts. None of them shows what stands there.
var (
	ErrJSON  = errors.New("not JSON")
	ErrDepth = errors.New("JSON nested deeper than 64")
	ErrUTF8  = errors.New("bytes that are not UTF-8")
	ErrTwice = errors.New("a member of JSON that stands twice, or under another name but for its case")
)

// Path says where a value stands: the names and, as "[]", the arrays around it.
type Path []string

// Last is the name of the field in which a value stands, over arrays; "" for none.
func (p Path) Last() string {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] != "[]" {
			return p[i]
		}
	}
	return ""
}

// Visitor changes what it is given. Nil functions change nothing.
type Visitor struct {
	String func(at Path, s string) (string, error)
	Number func(at Path, n json.Number) (string, bool, error) // a string in its place, if true
	Name   func(at Path, name string) (string, error)
}

// Rewrite gives a JSON text, one value, with its strings changed.
func Rewrite(raw []byte, v Visitor) ([]byte, error) {
	if !utf8.Valid(raw) {
		return nil, ErrUTF8
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	w := &writer{dec: dec, v: v}
	if err := w.value(0); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, ErrJSON
	}
	return w.out.Bytes(), nil
}

type writer struct {
	dec  *json.Decoder
	v    Visitor
	out  bytes.Buffer
	path Path
}

// value copies the next value.
func (w *writer) value(depth int) error {
	t, err := w.dec.Token()
	if err != nil {
		return ErrJSON
	}
	switch t := t.(type) {
	case json.Delim:
		if depth >= MaxDepth {
			return ErrDepth
		}
		return w.nested(t, depth+1)
	case string:
		if w.v.String != nil {
			if t, err = w.v.String(w.path, t); err != nil {
				return err
			}
		}
		w.out.Write(Quote(t))
	case json.Number:
		return w.number(t)
	case bool:
		w.out.WriteString(map[bool]string{true: "true", false: "false"}[t])
	default:
		w.out.WriteString("null")
	}
	return nil
}

func (w *writer) number(n json.Number) error {
	if w.v.Number != nil {
		s, replaced, err := w.v.Number(w.path, n)
		if err != nil {
			return err
		}
		if replaced {
			w.out.Write(Quote(s))
			return nil
		}
	}
	w.out.WriteString(n.String())
	return nil
}

// nested copies an object or an array whose first sign was read.
func (w *writer) nested(open json.Delim, depth int) error {
	if open != '{' && open != '[' {
		return ErrJSON
	}
	w.out.WriteByte(byte(open))
	for first := true; w.dec.More(); first = false {
		if !first {
			w.out.WriteByte(',')
		}
		step := "[]"
		if open == '{' {
			var err error
			if step, err = w.name(); err != nil {
				return err
			}
		}
		w.path = append(w.path, step)
		if err := w.value(depth); err != nil {
			return err
		}
		w.path = w.path[:len(w.path)-1]
	}
	end, err := w.dec.Token()
	if err != nil {
		return ErrJSON
	}
	w.out.WriteByte(byte(end.(json.Delim)))
	return nil
}

// name copies the name of a field; what it returns is the name as it was.
func (w *writer) name() (string, error) {
	t, err := w.dec.Token()
	name, ok := t.(string)
	if err != nil || !ok {
		return "", ErrJSON
	}
	out := name
	if w.v.Name != nil {
		if out, err = w.v.Name(w.path, name); err != nil {
			return "", err
		}
	}
	w.out.Write(Quote(out))
	w.out.WriteByte(':')
	return name, nil
}

// Quote writes a JSON string, and escapes only what JSON asks for.
func Quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string always encodes
	return bytes.TrimRight(b.Bytes(), "\n")
}
