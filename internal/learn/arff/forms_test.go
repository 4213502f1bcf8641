package arff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/bauta/bauta/internal/learn"
)

// TestForms: spellings of one and the same file.
func TestForms(t *testing.T) {
	const plain = "@relation r\n@attribute x numeric\n@attribute c {a,b}\n@attribute y {p,q}\n@data\n1,a,p\n?,b,q\n0,a,q\n"
	want, err := Read(strings.NewReader(plain))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"capitals":       strings.NewReplacer("@relation", "@RELATION", "@attribute", "@Attribute", "numeric", "NUMERIC", "@data", "@DATA").Replace(plain),
		"real":           strings.ReplaceAll(plain, "numeric", "real"),
		"integer":        strings.ReplaceAll(plain, "numeric", "integer"),
		"windows":        strings.ReplaceAll(plain, "\n", "\r\n"),
		"mark":           "\ufeff" + plain,
		"blank lines":    strings.ReplaceAll(plain, "\n", "\n\n  \n"),
		"comments":       strings.ReplaceAll(plain, "\n", " % why\n% and why\n"),
		"no last line":   strings.TrimSuffix(plain, "\n"),
		"blanks":         strings.ReplaceAll(plain, ",", " ,\t "),
		"no commas":      strings.NewReplacer("1,a,p", "1 a p", "?,b,q", "? b q").Replace(plain),
		"single quotes":  strings.NewReplacer("{a,b}", "{'a','b'}", "1,a,p", "1,'a','p'").Replace(plain),
		"double quotes":  strings.NewReplacer("{a,b}", `{"a","b"}`, "1,a,p", `"1","a","p"`).Replace(plain),
		"sparse":         strings.NewReplacer("1,a,p", "{0 1}", "?,b,q", "{0 ?,1 b,2 q}", "0,a,q", "{2 q}").Replace(plain),
		"sparse, blanks": strings.NewReplacer("1,a,p", "{ 0   1 }", "0,a,q", "{2 'q'}").Replace(plain),
		"exponent":       strings.Replace(plain, "1,a", "10e-1,a", 1),
		"plus":           strings.Replace(plain, "1,a", "+1,a", 1),
		"weight of one":  strings.Replace(plain, "1,a,p", "1,a,p,{1}", 1),
	} {
		got, err := Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.IgnoreFields(learn.Dataset{}, "W")); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestClassAnywhere: whichever nominal attribute is the class, the table is the
// same but for the order of its columns.
func TestClassAnywhere(t *testing.T) {
	const text = "@relation r\n@attribute a {p,q}\n@attribute b {r,s}\n@attribute c {t,u}\n@data\np,s,t\nq,r,?\n?,s,u\n"
	cells := func(d *learn.Dataset) (out []map[string]float64) {
		for i, row := range d.X {
			m := map[string]float64{d.Class.Name: float64(d.Y[i])}
			if d.Y[i] < 0 {
				m[d.Class.Name] = learn.Missing()
			}
			for j, a := range d.Attributes {
				m[a.Name] = row[j]
			}
			out = append(out, m)
		}
		return out
	}
	last, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range []string{"a", "b", "c"} {
		d, err := Config{Class: class}.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if d.Class.Name != class || len(d.Attributes) != 2 {
			t.Errorf("class %q of %d attributes", d.Class.Name, len(d.Attributes))
		}
		if diff := cmp.Diff(cells(last), cells(d), cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("class %s: %s", class, diff)
		}
	}
}
