package server

import "testing"

// TestSure: a confidence is printed with as many digits as it has, two at most, and is not
// rounded up to all where one does.
func TestSure(t *testing.T) {
	for share, want := range map[float64]string{0.95: "95%", 0.99: "99%", 0.8: "80%", 0.999: "99.9%", 0.9999: "99.99%"} {
		if got := (page{Lang: "en"}).Sure(share); got != want {
			t.Errorf("%v: %q, want %q", share, got, want)
		}
	}
}
