package formats

import "testing"

// TestPointed: what stands for a link or a file holds nothing of what stands before them.
func TestPointed(t *testing.T) {
	for what, want := range map[string]string{
		"https://maps.google.com/?q=51.2,7.1":              "https://maps.google.com/",
		"Zyxel, https://maps.google.com/?q=51.2 Zyxel.jpg": "file.jpg",
		"Zyxel.PDF":               "file.pdf",
		"IMG-20230704-WA0001.jpg": "IMG-20230704-WA0001.jpg",
	} {
		if got := pointed(what); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
}
