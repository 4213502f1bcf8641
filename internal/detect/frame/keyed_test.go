package frame_test

import "testing"

// TestKeyed: a value behind the key of a name is somebody's, whatever lists have of it, but no word of programs, and
// behind a key of other things no word of the language.
func TestKeyed(t *testing.T) {
	finds(t, []inFrame{
		{"de", `{"vorname":"‹Zenzi›","nachname":"‹Oberbichlmaier›"}`},
		{"es", `{"nombre":"‹Íñigo›","primer_apellido":"‹Larrauri Etxaburu›"}`},
		{"it", `{"cognome":"‹Dell'Acqua›"}`},
		{"fr", `{"nom":"‹Le Goffic›", "nom":"Boulangerie"}`},
		{"en", `patient_name=‹Okonjo›,ward=7B`},
		{"en", `SELECT id FROM kunden WHERE surname LIKE '‹Thornbury›%'`},
		{"en", `{"first":"‹Jorge›","last":"‹Quarbeck›"} {"first":"January","last":"Monday"}`},
		{"en", `surname: ‹Butcher›`},
		{"en", `export GIT_AUTHOR_NAME="‹Temperance Blackwood›" THEME_NAME="Grove Blackwood"`},
		{"de", `<nachname>‹Oberlechner›</nachname><vorname>‹Kreszenz›</vorname>`},
		{"it", `<dipendente id="4"><cognome>‹Riva›</cognome></dipendente>`},
		{"en", `<firstName>‹Rose›</firstName><lastName>‹Field›</lastName><status>Open</status>`},
		{"fr", `<nom>Boulangerie</nom><nom>‹Kermadec›</nom>`},
		{"sv", `förnamn: ‹max›, efternamn: okänt`},
		{"en", `"reviewer": "‹Hollingbery›", "assignee": "Helpdesk", "author": "Nobody"`},
		{"en", `SELECT id FROM staff WHERE upper(last_name) = '‹HOLLINGBERY›'`},
		{"en", `last_name VARCHAR(80), lastName: string, "surname": null, first_name=self.first_name, KeyError: 'surname'`},
	})
}
