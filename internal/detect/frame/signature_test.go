package frame_test

import "testing"

// TestSignedWithInitials: initials sign the end of a message in a line of their own, behind a dash, a stroke, a
// leave-taking or thanks, also those that are how people shorten a word; abbreviations sign nothing.
func TestSignedWithInitials(t *testing.T) {
	finds(t, []inFrame{
		{"en", "boxes are in the hall\n‹TG›"},
		{"en", "boxes are in the hall\n-‹TG›"},
		{"en", "boxes are in the hall\nTV"},
		{"en", "boxes are in the hall\nFYI"},
		{"en", "TG\nboxes are in the hall"},
		{"en", "thx, ‹o.p›."},
		{"en", "regards EOD"},
		{"de", "die Kisten stehen da\nIT"},
		{"de", "die Kisten stehen da. Gruß ‹MK›"},
		{"de", "danke, ‹MK›"},
		{"de", "danke, ps"},
		{"it", "sono arrivati\nNB"},
		{"sv", "klart, lådorna står i hallen /‹TG›"},
		{"sv", "klart, lådorna står i hallen\nOBS"},
		{"sv", "kaffe/TG"},
	})
}

// TestAskedByInitials: initials stand behind what is said before whom somebody calls, three of them behind a phrase
// that wants a person; abbreviations do not.
func TestAskedByInitials(t *testing.T) {
	finds(t, []inFrame{
		{"en", "ask ‹TJB›, she has the code"},
		{"en", "ask HR, they have the code"},
		{"de", "frag ‹MJT›"},
		{"de", "frag mal TÜV"},
		{"sv", "det är för ATP i år"},
	})
}
