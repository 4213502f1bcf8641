package frame_test

import "testing"

// TestColumns: a value under the column of a name is somebody's, whatever lists have of it, and a surname in quotes
// beside a first name is.
func TestColumns(t *testing.T) {
	finds(t, []inFrame{
		{"es", `INSERT INTO e (id, nombre, apellido) VALUES (9, '‹Luz›', '‹Campo›'), (10, '‹Sol›', '‹Del Río›');`},
		{"fr", `INSERT INTO clients(prenom, nom) VALUES ('‹Fleur›', '‹Petit›'), ('x', 'y'`},
		{"es", `INSERT INTO p (nombre, precio) VALUES ('Mesa', 5)`},
		{"en", `INSERT INTO p (first_name, role) VALUES ('‹Will›', 'Young')`},
		{"sv", `INSERT INTO t VALUES ('‹Stig›','‹Berg›','Snickare');`},
		{"sv", `("‹Blom›", "‹Annika›", 34)`},
		{"en", `["Stephen" Berg], "Stephen" "Berg", ["Rose", "Violet"]`},
		{"en", `() VALUES ('x'), values (, VALUES`},
		{"en", `"Stephen"Berg"`},
		{"sv", `("Annika"Blom"Stig")`},
	})
}
