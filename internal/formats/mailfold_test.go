package formats

import (
	"strings"
	"testing"
)

// TestHeadsOverTwoLines: the head of a quoted mail that goes on in the next line names one person, whatever the name
// looks like; lines of texts go on in none.
func TestHeadsOverTwoLines(t *testing.T) {
	for _, c := range [][2]string{
		{"Le lundi 3 juillet 2023 à 18:22, zyx\n<z@x.example> a écrit :\n", "zyx"},
		{"> Le lundi 3 juillet 2023 à 18:22, Hope\n> Vutt <z@x.example> a écrit :\n", "Hope\n> Vutt"},
		{"On Mon, Jul 3, 2023 at 9:12 AM Bryn\r\nVutt <z@x.example>\r\nwrote:\r\n", "Bryn\r\nVutt"},
		{"Am 04.07.2023 um 09:00 schrieb Blume\nVutt:\n", "Blume\nVutt"},
		{"Am 04.07.2023 um 09:00 schrieb\nBlume Vutt:\n", "Blume Vutt"},
		{"> From: Sky\n>  Vutt <z@x.example>\n> To: Rain\n>  <r@x.example>, Summer\n>  Lock <s@x.example>\n", "Sky\n>  Vutt|Rain|Summer\n>  Lock"},
		{"From: Grace\n Vutt\nTo: Will\n Tarn; Bishop\nSubject: x\n", "Grace\n Vutt|Will\n Tarn|Bishop"},
		{"Von: zyx\n<z@x.example>\nAn: vutt\n", "zyx|vutt"},
		{"we met Zyx\nVutt <z@x.example> came\n", ""},
		{"merci Zyx\net Vutt <z@x.example> a écrit :\n", "Vutt"},
		{"> 3 of us and Zyx\n> came\nhi:\n", ""},
	} {
		folded := unfolded(c[0])
		var got []string
		for _, r := range beside(whose(folded), bare(folded)) {
			got = append(got, c[0][r.Start:r.End])
		}
		if joined := strings.Join(got, "|"); joined != c[1] {
			t.Errorf("%q: %q, want %q", c[0], joined, c[1])
		}
	}
}

// TestUnfoldedBounds: unfolding keeps the length, and a line has an end, however many lines go on.
func TestUnfoldedBounds(t *testing.T) {
	said := "From: a\n" + strings.Repeat(" b\n", 100_000) + "x:\n"
	if got := unfolded(said); len(got) != len(said) || strings.IndexByte(got, '\n') > longestFolded {
		t.Error(len(got), strings.IndexByte(got, '\n'))
	}
}

func FuzzUnfolded(f *testing.F) {
	f.Add("> From: a\n>  b <c@d.example>\r\n\nOn 3 May a\nb wrote:")
	f.Fuzz(func(t *testing.T, said string) {
		if got := unfolded(said); len(got) != len(said) {
			t.Errorf("%d bytes of %d", len(got), len(said))
		}
	})
}
