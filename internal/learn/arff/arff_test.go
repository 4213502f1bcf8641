package arff

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const good = `% a comment
@RELATION 'two words'

@attribute "a b" REAL   % why
@attribute c {red, 'light blue', "it's"}
@attribute n integer
@attribute class {yes,no}
@data
1.5, red, 3, yes
?, 'light blue', -1e3, no
2 "it's" 7 ?, {2.5}
{1 'light blue', 3 no}
{}
`

func TestRead(t *testing.T) {
	d, err := Read(strings.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	want := [][]float64{{1.5, 0, 3}, {nan, 1, -1000}, {2, 2, 7}, {0, 1, 0}, {0, 0, 0}}
	if diff := cmp.Diff(want, d.X, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{0, 1, -1, 1, 0}, d.Y); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{1, 1, 2.5, 1, 1}, d.W); diff != "" {
		t.Error(diff)
	}
	if d.Name != "two words" || d.Attributes[0].Name != "a b" || d.Class.Name != "class" {
		t.Errorf("names %q, %q, %q", d.Name, d.Attributes[0].Name, d.Class.Name)
	}
}

func TestClassByName(t *testing.T) {
	d, err := Config{Class: "c"}.Read(strings.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	if d.Class.Name != "c" || len(d.Attributes) != 3 || d.Attributes[2].Name != "class" || d.Y[1] != 1 || d.X[1][2] != 1 {
		t.Errorf("class %q, rows %v", d.Class.Name, d.X)
	}
}

func TestErrorsNameTheLineAndNoValue(t *testing.T) {
	head := "@relation r\n@attribute x numeric\n@attribute y {a,b}\n"
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"empty":         {"", 0},
		"no data":       {head, 3},
		"text":          {"hello secret", 1},
		"string":        {"@attribute s string\n", 1},
		"no type":       {"@attribute s\n", 1},
		"open list":     {"@attribute s {a,b\n", 1},
		"twice":         {"@attribute s {a,a}\n", 1},
		"numeric class": {"@attribute x numeric\n@data\n", 2},
		"no attributes": {"@data\n", 1},
		"short row":     {head + "@data\n1,a\nsecret\n", 6},
		"long row":      {head + "@data\n1,a,secret\n", 5},
		"no number":     {head + "@data\nsecret,a\n", 5},
		"infinite":      {head + "@data\nInf,a\n", 5},
		"no value":      {head + "@data\n1,secret\n", 5},
		"quote":         {head + "@data\n1,'secret\n", 5},
		"sparse index":  {head + "@data\n{5 secret}\n", 5},
		"sparse order":  {head + "@data\n{1 a, 0 1}\n", 5},
		"weight":        {head + "@data\n1,a,{-1}\n", 5},
		"brace":         {head + "@data\n},a\n", 5},
	} {
		_, err := Config{File: "f.arff"}.Read(strings.NewReader(c.text))
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if want := fmt.Sprintf("f.arff:%d: ", c.line); !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: error %q, want line %d and no value", name, err, c.line)
		}
	}
	if _, err := (Config{Class: "z"}).Read(strings.NewReader(good)); err == nil {
		t.Error("unknown class without error")
	}
}

func roundTrip(t *testing.T, text []byte) {
	d, err := Read(bytes.NewReader(text))
	if err != nil {
		return
	}
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	back, err := Read(&b)
	if err != nil {
		t.Fatalf("what was written cannot be read: %v", err)
	}
	if diff := cmp.Diff(d, back, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("came back otherwise: %s", diff)
	}
}

func TestRoundTrip(t *testing.T) { roundTrip(t, []byte(good)) }

func FuzzRead(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("@attribute x {}\n@data\n?\n"))
	f.Add([]byte("\xef\xbb\xbf@attribute y {a}\r\n@data\r\na,{0}\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) { roundTrip(t, text) })
}

func ExampleRead() {
	d, err := Read(strings.NewReader("@relation r\n@attribute x numeric\n@attribute y {a,b}\n@data\n1,a\n2,b\n"))
	fmt.Println(err, d.Len(), d.Class.Values)
	// Output: <nil> 2 [a b]
}
