package settle

import "testing"

// TestClock: times of the day are told from days.
func TestClock(t *testing.T) {
	for _, s := range []string{"20h", "8h30", "20 h 30", "8pm", "8.30 p.m.", "10:30", "at 10:30", "à 20h", "um 20 Uhr", "20.30 Uhr", "kl. 20:30", "19h15-20h", "8pm to 9pm", "10 o'clock", "19 heures"} {
		if !clock.MatchString(s) {
			t.Errorf("%q is a time", s)
		}
	}
	for _, s := range []string{"", "20", "20.12", "12/03", "20h le 3 mai", "3 May 8pm", "25h", "1985", "10:30 12.03.2020", "H", "12-03", "20:75", "may 8pm"} {
		if clock.MatchString(s) {
			t.Errorf("%q is taken for a time", s)
		}
	}
}
