package arff_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/arff"
)

// dataset draws a table with names and values that make quoting hard.
func dataset() *rapid.Generator[*learn.Dataset] {
	name := rapid.OneOf(rapid.StringMatching(`[a-z]{1,5}`), rapid.SampledFrom([]string{"a b", "it's", `"x"`, "a,b", "{a}", "%", "?", "a%b", `back\slash`, "été", "😘", "@data", "a\tb", "numeric", " a", "-"}))
	return rapid.Custom(func(t *rapid.T) *learn.Dataset {
		d := &learn.Dataset{Name: name.Draw(t, "relation")}
		seen := map[string]bool{}
		attribute := func(nominal bool) learn.Attribute {
			n := name.Filter(func(s string) bool { return !seen[s] }).Draw(t, "name")
			seen[n] = true
			a := learn.Attribute{Name: n}
			if nominal {
				a.Values = rapid.SliceOfNDistinct(name, 2, 4, rapid.ID).Draw(t, "values")
			}
			return a
		}
		for range rapid.IntRange(1, 4).Draw(t, "attributes") {
			d.Attributes = append(d.Attributes, attribute(rapid.Bool().Draw(t, "nominal")))
		}
		d.Class = attribute(true)
		for range rapid.IntRange(1, 6).Draw(t, "rows") {
			row := make([]float64, len(d.Attributes))
			for i, a := range d.Attributes {
				switch {
				case rapid.IntRange(0, 4).Draw(t, "missing") == 0:
					row[i] = math.NaN()
				case a.Numeric():
					row[i] = rapid.SampledFrom([]float64{0, 1, -1, 0.1, 1e-7, 1e12, -3.25, 1.0 / 3}).Draw(t, "number")
				default:
					row[i] = float64(rapid.IntRange(0, len(a.Values)-1).Draw(t, "value"))
				}
			}
			d.X = append(d.X, row)
			d.Y = append(d.Y, rapid.IntRange(-1, len(d.Class.Values)-1).Draw(t, "class"))
		}
		return d
	})
}

// TestWhatIsWrittenIsRead: any dataset comes back the same, and is written the
// same again.
func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := dataset().Draw(t, "dataset")
		var file bytes.Buffer
		if err := arff.Write(&file, d); err != nil {
			t.Fatal(err)
		}
		back, err := arff.Read(bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, file.String())
		}
		if fmt.Sprint(back.Name, back.Attributes, back.Class, back.Y) != fmt.Sprint(d.Name, d.Attributes, d.Class, d.Y) {
			t.Fatalf("another head or class in\n%s", file.String())
		}
		for i, row := range d.X {
			for j, v := range row {
				if w := back.X[i][j]; w != v && !(math.IsNaN(v) && math.IsNaN(w)) {
					t.Fatalf("row %d, attribute %d: %v was %v in\n%s", i, j, w, v, file.String())
				}
			}
		}
		var again bytes.Buffer
		if err := arff.Write(&again, back); err != nil || again.String() != file.String() {
			t.Fatalf("written again, another file: %v", err)
		}
	})
}

// TestLinesOfErrors: what is wrong is named by its line, whatever stands before.
func TestLinesOfErrors(t *testing.T) {
	const head = "% c\n@relation r\n\n@attribute a numeric\n@attribute b {x,'y z'}\n@attribute class {p,q}\n@data\n"
	good := "1,x,p\n"
	for name, bad := range map[string]string{
		"no number": "zyxwvu,x,p", "unknown value": "1,zyxwvu,p", "unknown class": "1,x,zyxwvu", "too few": "1,x", "too many": "1,x,p,zyxwvu", "open quote": "1,'zyxwvu,p",
		"sparse index": "{9 1}", "sparse twice": "{0 1,0 2}", "sparse negative": "{-1 2}", "sparse open": "{0 1", "weight": "1,x,p,{zyxwvu}", "infinite": "1e999,x,p",
		"sparse unsorted": "{1 x,0 1}", "sparse no value": "{0}", "weight open": "1,x,p,{2",
	} {
		for _, before := range []int{0, 1, 40} {
			in := head + strings.Repeat(good, before) + "% comment\n\n" + bad + "\n" + good
			_, err := arff.Config{File: "f.arff"}.Read(strings.NewReader(in))
			if err == nil {
				t.Errorf("%s: taken", name)
				break
			}
			if !strings.HasPrefix(err.Error(), fmt.Sprintf("f.arff:%d: ", 10+before)) || strings.Contains(err.Error(), "zyxwvu") {
				t.Errorf("%s behind %d rows: %v", name, before, err)
			}
		}
	}
	for name, in := range map[string]string{
		"empty": "", "no data": "@relation r\n@attribute a numeric\n", "no attributes": "@relation r\n@data\n1\n", "numeric class": "@relation r\n@attribute a numeric\n@data\n1\n",
		"string": "@relation r\n@attribute a string\n@attribute c {x,y}\n@data\n", "date": "@relation r\n@attribute a date\n@attribute c {x,y}\n@data\n",
		"value twice":     "@relation r\n@attribute a {x,x}\n@data\nx\n",
		"unknown keyword": "@relation r\n@nonsense\n@data\n", "NUL": "@relation r\x00\n",
	} {
		if _, err := arff.Read(strings.NewReader(in)); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// TestCutFilesAreNeverReadInPart: a file cut inside a row or its head is an
// error or has exactly the whole rows before the cut.
func TestCutFilesAreNeverReadInPart(t *testing.T) {
	const file = "@relation r\n@attribute a numeric\n@attribute class {p,q}\n@data\n10,p\n20,q\n{1 q}\n'30',q\n"
	whole := strings.Index(file, "@data\n") + len("@data\n")
	for i := range len(file) {
		d, err := arff.Read(strings.NewReader(file[:i]))
		if i < whole-1 {
			if err == nil && len(d.X) > 0 {
				t.Errorf("cut at byte %d: read", i)
			}
			continue
		}
		if err != nil {
			continue
		}
		rows := strings.Count(file[whole-1:i], "\n") - 1
		if n := d.Len(); n > rows+1 {
			t.Errorf("cut at byte %d: %d rows, at most %d are there", i, n, rows+1)
		}
	}
}
