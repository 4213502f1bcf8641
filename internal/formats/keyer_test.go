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
