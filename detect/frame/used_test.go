package frame_test

import "testing"

// used are finds of a tagger, marked: things go, people (with a star) stay.
var used = []struct{ lang, text string }{
	{"en", "‹ginger› ale for me"},
	{"en", "‹*Ginger› ate it all"},
	{"en", "‹daisy› chain in her hair"},
	{"en", "‹rose› was a nice drink"},
	{"en", "‹*rose› was nice to me"},
	{"en", "‹*Ruby› or Ella?"},
	{"en", "‹mummy› said so"},
	{"en", "a jar of ‹sage› and ‹basil›"},
	{"en", "‹victoria›! we won 4 - 2"},
	{"en", "‹*Victoria›! we won"},
	{"en", "‹*victoria› has 2 dogs"},
	{"fr", "‹pierre› ponce pour les pieds"},
	{"fr", "une pincée de ‹fleur›"},
	{"fr", "‹Victoire› 3-2"},
	{"fr", "‹violette› c'est une jolie couleur"},
	{"fr", "‹*violette› c'est ma cousine"},
	{"fr", "‹*Marine› ou Paul"},
	{"fr", "vert ou ‹rose› ?"},
	{"de", "‹rosa› oder blau"},
	{"de", "‹viola› ist keine lieblingsblume"},
	{"de", "ein zweig ‹rosmarin›"},
	{"it", "‹serena› serata a voi"},
	{"it", "‹viola› è un bel colore"},
	{"it", "‹*Viola› mi ha detto no"},
	{"it", "‹Gioia› mia bella"},
	{"es", "‹rosa› es mi color"},
	{"es", "‹*Rosa› es mi hermana"},
	{"es", "un bote de ‹rosa›"},
	{"es", "‹Luz› roja en la esquina"},
	{"sv", "‹Rita› trädet"},
	{"gsw", "hoi ‹schätzli›, wo bisch?"},
	{"gsw", "‹Müüsli› isch da, hoi"},
	{"gsw", "‹*Ruedi› isch da, hoi"},
}

func TestUsed(t *testing.T) {
	for _, c := range used {
		sober(t, c.lang, c.text)
	}
}
