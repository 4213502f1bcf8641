package frame_test

import "testing"

// TestRelated: a first name that is a word is somebody's behind the word for whom they are to somebody, with its capital.
func TestRelated(t *testing.T) {
	finds(t, []inFrame{
		{"es", "la receta de la abuela ‹Consuelo›, la de la abuela"},
		{"es", "la luz de mi hermana luz, Luz del sol"},
		{"it", "vado da zia ‹Gioia› con gioia"},
		{"fr", "dis à l'oncle ‹Aimé› de venir"},
		{"de", "mein Kollege ‹Ernst› kommt, im Ernst"},
		{"en", "my sister ‹Hope› and her friend, Hope so"},
		{"sv", "min moster ‹Viola› ringer"},
		{"it", "vado da zia ‹gioia› con gioia, la mia amica gioia"},
		{"fr", "mamie ‹rose› arrive, mamie aime ça"},
		{"en", "my aunt will come"},
		{"it", "io e ‹gioia› veniamo, ‹Gioia› e io, auguri ‹Stella›!"},
		{"en", "‹Hope› and I came, I said and I left in August and I know"},
		{"sv", "jag och ‹Viola› kommer, min viola och jag"},
		{"en", "MY SISTER HOPE"},
		{"en", "my boss Monday morning"},
	})
}
