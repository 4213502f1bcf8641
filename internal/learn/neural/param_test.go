package neural

import (
	"slices"
	"testing"
)

// TestCoded: rows that are coded are those that their bytes say, and add up as others do,
// where a row is longer than what is decoded at once, too.
func TestCoded(t *testing.T) {
	const rows, cols = 3, 150
	plain := newParam("plain", rows, cols, true)
	bytes, scales := make([]byte, rows*cols), []float64{0.25, 1.0 / 3, 7}
	for i := range bytes {
		bytes[i] = byte(i * 37)
		plain.W[i] = float32(float64(int8(bytes[i])) * scales[i/cols])
	}
	coded := &Param{Name: "coded", Rows: rows, Cols: cols}
	coded.Code(bytes, scales)
	if coded.W != nil {
		t.Error("what is coded has its weights twice")
	}
	a, b := make([]float32, cols), make([]float32, cols)
	for r := range rows {
		if got := coded.Row(r, make([]float32, cols)); !slices.Equal(got, plain.Row(r, nil)) {
			t.Errorf("row %d is %v", r, got)
		}
		plain.addRow(a, 0.3, int32(r))
		coded.addRow(b, 0.3, int32(r))
	}
	if !slices.Equal(a, b) {
		t.Errorf("the rows add up to %v, want %v", b, a)
	}
}

// TestTaggersShareWeights: a coded network, which learns no more, is prepared once; one that
// learns anew for each tagger, with its weights as they are.
func TestTaggersShareWeights(t *testing.T) {
	sizes := Sizes{Letters: 3, Letter: 4, Spelling: 8, Hidden: 8, Labels: 3}
	for name, c := range map[string]struct {
		network func(Sizes, func(from, to int) bool) (*Net, error)
		shared  bool
	}{"coded": {NewCoded, true}, "learning": {New, false}} {
		n, err := c.network(sizes, nil)
		if err != nil {
			t.Fatal(err)
		}
		first, err := n.NewTagger()
		if err != nil {
			t.Fatal(err)
		}
		n.letters.emb.W[0]++
		second, err := n.NewTagger()
		if err != nil {
			t.Fatal(err)
		}
		if got := first.ready == second.ready; got != c.shared {
			t.Errorf("%s: shared: %v", name, got)
		}
	}
}
