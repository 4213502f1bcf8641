package mask_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// TestRotateHandles: names in a handle are what they are elsewhere in the thread, and
// nothing else of it stays.
func TestRotateHandles(t *testing.T) {
	o := rotate(t, mask.RotateConfig{})
	d := doc("@Nicolas_q92 nicolas")
	d.Thread = "t"
	handle := bauta.Span{Start: 1, End: 12, Label: bauta.UID, Rule: "handle"}
	spans := [][]bauta.Span{{handle, {Start: 13, End: 20, Label: bauta.Person}}}
	if err := o.Link(t.Context(), []*bauta.Doc{d}, spans); err != nil {
		t.Fatal(err)
	}
	name, err := o.Replace(t.Context(), d, spans[0][1])
	if err != nil || name == "nicolas" {
		t.Fatal(name, err)
	}
	for _, s := range []bauta.Span{spans[0][0]} {
		got, err := o.Replace(t.Context(), d, s)
		if want := strings.ToUpper(name[:1]) + name[1:] + "_xNN"; err != nil || got != want {
			t.Errorf("%q, want %q, %v", got, want, err)
		}
	}
	if got, err := o.Replace(t.Context(), d, handle); err != nil || strings.Contains(strings.ToLower(got), "nicolas") ||
		!strings.HasSuffix(got, "_xNN") {
		t.Errorf("nobody linked it: %q, %v", got, err)
	}
	d = doc("Qüx_Zz-7.🙂")
	if got, err := o.Replace(t.Context(), d, bauta.Span{End: len(d.Text), Label: bauta.UID, Rule: "handle"}); err != nil || got != "Xxx_Xx-N.x" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestRotateOtherwise: the same surrogates, another rule for the rest.
func TestRotateOtherwise(t *testing.T) {
	o := rotate(t, mask.RotateConfig{Scope: mask.PerCorpus})
	other := o.Otherwise(mask.Substitute{With: "[Nobody]"})
	if a, b := turn(t, o, "nicolas"), turn(t, other, "nicolas"); a != b {
		t.Errorf("%s and %s", a, b)
	}
	if a, b := turn(t, o, "Xanthippos"), turn(t, other, "Xanthippos"); a != "PERSON" || b != "[Nobody]" {
		t.Errorf("%s and %s", a, b)
	}
}
