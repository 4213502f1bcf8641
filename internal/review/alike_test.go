package review

import "testing"

func TestSameStem(t *testing.T) {
	for _, x := range []struct {
		a, b string
		want bool
	}{
		{"arthur", "arthurs", true},
		{"arthur", "artur", true},
		{"arthur", "arthuur", true},
		{"arthur", "orthur", true},
		{"arthur", "arthur", false},
		{"arthur", "artiste", false},
		{"leo", "leon", false},
		{"élodie", "elodie", true},
		{"lucas", "lucie", false},
		{"", "", false},
		{"marie", "marine", true},
		{"rose", "rosa", false},
	} {
		if got := SameStemOf(x.a, x.b); got != x.want || SameStemOf(x.b, x.a) != got {
			t.Errorf("%s, %s: %v", x.a, x.b, got)
		}
	}
}
