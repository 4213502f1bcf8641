package jsontext_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/jsontext"
)

func shout(_ jsontext.Path, s string) (string, error) { return strings.ToUpper(s), nil }

func Example() {
	out, err := jsontext.Rewrite([]byte(`{"a": ["x", 1.50, {"b":"y"}], "a": null}`), jsontext.Visitor{String: shout})
	fmt.Println(string(out), err)
	// Output: {"a":["X",1.50,{"b":"Y"}],"a":null} <nil>
}

// TestPaths: where a string stands, and a number in the place of which one comes.
func TestPaths(t *testing.T) {
	var at []string
	v := jsontext.Visitor{
		String: func(p jsontext.Path, s string) (string, error) {
			at = append(at, strings.Join(p, ".")+"="+s+"/"+p.Last())
			return s, nil
		},
		Number: func(_ jsontext.Path, n json.Number) (string, bool, error) { return "n", len(n) > 3, nil },
		Name:   func(_ jsontext.Path, name string) (string, error) { return name + "!", nil },
	}
	out, err := jsontext.Rewrite([]byte(`{"m":[{"c":"<&é"}, "d"], "n":12, "o":1e999, "t":true}`), v)
	if want := `{"m!":[{"c!":"<&é"},"d"],"n!":12,"o!":"n","t!":true}`; err != nil || string(out) != want {
		t.Errorf("%s, %v", out, err)
	}
	if want := []string{"m.[].c=<&é/c", "m.[]=d/m"}; !reflect.DeepEqual(at, want) {
		t.Errorf("%q", at)
	}
}

// TestRefused: what is none, or too deep, and nothing of it in the error.
func TestRefused(t *testing.T) {
	for in, want := range map[string]error{
		"": jsontext.ErrJSON, `{"Zyxwvut"`: jsontext.ErrJSON, `{"a":1}}`: jsontext.ErrJSON, `[1,]`: jsontext.ErrJSON, `]`: jsontext.ErrJSON,
		`{"a":1} {"b":2}`: jsontext.ErrJSON, `{1:2}`: jsontext.ErrJSON, "\"\xff\"": jsontext.ErrUTF8, `["a" "b"]`: jsontext.ErrJSON,
		strings.Repeat("[", 100_000): jsontext.ErrDepth, strings.Repeat(`{"a":`, 65): jsontext.ErrDepth,
	} {
		if out, err := jsontext.Rewrite([]byte(in), jsontext.Visitor{}); !errors.Is(err, want) || out != nil {
			t.Errorf("%.20q: %v", in, err)
		}
	}
	gone := errors.New("gone")
	v := jsontext.Visitor{String: func(jsontext.Path, string) (string, error) { return "", gone }}
	if _, err := jsontext.Rewrite([]byte(`[{"a":"b"}]`), v); !errors.Is(err, gone) {
		t.Error(err)
	}
}

// FuzzRewrite: what comes out unchanged means what went in. Numbers are read as they
// are written: one that no float holds stays, too.
func FuzzRewrite(f *testing.F) {
	f.Add(`{"a":[1,"b",null,{"c":true}],"a":"é😘"}`)
	f.Add(`[[[[`)
	f.Add(`44E444`)
	f.Fuzz(func(t *testing.T, in string) {
		out, err := jsontext.Rewrite([]byte(in), jsontext.Visitor{})
		if err != nil {
			return
		}
		a, errIn := decoded([]byte(in))
		b, errOut := decoded(out)
		if errIn != nil || errOut != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%q: %q, %v, %v", in, out, errIn, errOut)
		}
	})
}

// decoded reads one JSON text, its numbers as text.
func decoded(data []byte) (out any, err error) {
	if !json.Valid(data) {
		return nil, jsontext.ErrJSON
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	err = d.Decode(&out)
	return out, err
}
