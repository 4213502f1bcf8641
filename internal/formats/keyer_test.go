package formats

import "testing"

// TestSigns: of an ID one sign stays, or the word before its number, and never all of it.
func TestSigns(t *testing.T) {
	for id, want := range map[string]int{"U024BE7LH": 1, "UBSDAF12Z": 1, "UTFASB123": 1, "WBCDGTFAS": 1, "024BE7LH": 0, "": 0} {
		if n := signs(id, slackSigns); n != want {
			t.Errorf("%s: %d signs of Slack stay, want %d", id, n, want)
		}
	}
	for id, want := range map[string]int{"user1234567": 4, "channel12": 7, "lea": 1, "lea-12": 1, "1234": 0} {
		if n := signs(id, lower); n != want {
			t.Errorf("%s: %d signs of Telegram stay, want %d", id, n, want)
		}
	}
}

// TestMarkedNames: a word like any other is somebody where a program marks it, and nowhere else.
func TestMarkedNames(t *testing.T) {
	met := people{}
	met.add("Doudou")
	for text, want := range map[string]int{
		"Doudou: ok":                          1,
		"[4 July] Doudou: ok":                 1,
		"ok\nDoudou: ok":                      1,
		"Le 4 juillet, Doudou <d@e.fr> écrit": 1,
		`<at id="x">Doudou</at> ok`:           1,
		`<quote authorname="Doudou">`:         1,
		"mon Doudou est là":                   0,
		"j'ai dit Doudou: non":                0,
		"Doudou <3":                           0,
		`le "Doudou" de Zoé`:                  0,
		"Doudoune: ok":                        0,
	} {
		if got := len(met.named(text)); got != want {
			t.Errorf("%q: %d names", text, got)
		}
	}
}
