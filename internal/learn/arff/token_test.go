package arff

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta/internal/learn"
)

func TestTokenize(t *testing.T) {
	w := func(s string) token { return token{word, s} }
	for line, want := range map[string][]token{
		"":                  nil,
		"  \t, ,":           nil,
		"% all comment":     nil,
		"a,b  c":            {w("a"), w("b"), w("c")},
		"a%b":               {w("a")},
		"'a%b' 'c,d'":       {w("a%b"), w("c,d")},
		`"say \"hi\""`:      {w(`say "hi"`)},
		`'it\'s' '\\' '\n'`: {w("it's"), w(`\`), w("\n")},
		"? '?' ??":          {{unknown, "?"}, w("?"), w("??")},
		"{a,b}":             {{open, "{"}, w("a"), w("b"), {shut, "}"}},
		"''":                {w("")},
		"a'b'":              {w("a"), w("b")},
		"é,日本":              {w("é"), w("日本")},
	} {
		got, err := tokenize(nil, []byte(line))
		if err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(token{})); diff != "" {
			t.Errorf("%q: %s", line, diff)
		}
	}
	for _, line := range []string{"'", `"a`, `'a\'`, "a '"} {
		if _, err := tokenize(nil, []byte(line)); err == nil {
			t.Errorf("%q: no error", line)
		}
	}
}

func TestWrite(t *testing.T) {
	d := &learn.Dataset{
		Name: "my data", Class: learn.Attribute{Name: "class", Values: []string{"yes", "not sure"}},
		Attributes: []learn.Attribute{{Name: "x%"}, {Name: "c", Values: []string{"?", "b"}}},
		X:          [][]float64{{0.1, 0}, {math.NaN(), math.NaN()}, {1e300, 1}}, Y: []int{0, -1, 1}, W: []float64{1, 2, 0.5},
	}
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	want := `@relation 'my data'

@attribute 'x%' numeric
@attribute c {'?',b}
@attribute class {yes,'not sure'}

@data
0.1,'?',yes,{1}
?,?,?,{2}
1e+300,b,'not sure',{0.5}
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestLongLine(t *testing.T) {
	_, err := Read(strings.NewReader("@relation " + strings.Repeat("x", maxLine+1)))
	if err == nil || !strings.HasPrefix(err.Error(), "arff:1: line longer") {
		t.Errorf("error %v", err)
	}
}

func TestWindowsLinesAndMark(t *testing.T) {
	d, err := Read(strings.NewReader("\ufeff@relation r\r\n@attribute x numeric\r\n@attribute y {a,b}\r\n@data\r\n1,a\r\n\r\n2,b"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Len() != 2 || d.Y[1] != 1 || d.Class.Values[1] != "b" {
		t.Errorf("%d rows, classes %v", d.Len(), d.Class.Values)
	}
}
