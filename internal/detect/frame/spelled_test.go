package frame_test

import "testing"

func TestSpelledNames(t *testing.T) {
	finds(t, []inFrame{
		{"en", "surname is ‹H for hotel, U, N, T›"},
		{"en", "it's spelled ‹D as in dog, O, Y, L, E›"},
		{"de", "mein name ist ‹B wie Berta, R, I, E, S, E›"},
		{"de", "ich buchstabiere: ‹W, E, B, E, R›"},
		{"fr", "ça s'écrit ‹T comme Thérèse, O, U, R, N, I, E, R›"},
		{"it", "il cognome è ‹B come Bologna, R, U, N, I›"},
		{"es", "apellido ‹G de Gerona, I, L›"},
		{"sv", "efternamn ‹B som i Bertil, E, R, G›"},
		{"en", "the grades: A, B, B, C"},
		{"en", "it is spelled A or B"},
		{"fr", "vitamines A, B, C, D, E"},
		{"de", "gruppe a, b, c, d"},
	})
}
