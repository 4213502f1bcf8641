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
