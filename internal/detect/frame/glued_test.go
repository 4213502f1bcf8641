package frame_test

import "testing"

// TestInitialGlued: an initial and a surname in one word are a user of a machine, where neither the word nor the rest
// of it is a word or a first name.
func TestInitialGlued(t *testing.T) {
	finds(t, []inFrame{
		{"fr", "session ouverte pour l'utilisateur ‹mlefebvre› depuis le poste 14"},
		{"de", "Benutzer ‹kschreiber› hat sich abgemeldet"},
		{"it", "login fallito per ‹gferraris›, tentativo 3"},
		{"de", "das Volk erobert die Stadt"},
		{"fr", "tbonjour et xmartin"},
		{"en", "mhouse is restarted"},
	})
}
