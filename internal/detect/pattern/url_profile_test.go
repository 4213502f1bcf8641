package pattern

import "testing"

func TestProfiles(t *testing.T) {
	for address, want := range map[string]bool{
		"https://paypal.me/tomaszwojcik84":            true,
		"https://www.paypal.com/paypalme/anna88":      true,
		"x.com/karimbenz78":                           true,
		"linkedin.com/in/dpatel99":                    true,
		"https://fr.linkedin.com/in/clement-barbotin": true,
		"https://www.instagram.com/sarahokoye_/":      true,
		"https://www.tiktok.com/@lea.dns?lang=fr":     true,
		"facebook.com/julie.martin.562":               true,
		"https://m.facebook.com/profile.php?id=10009": true,
		"https://video.example/@annakoval/videos":     true,
		"http://www.univ.example/~koval/":             true,
		"https://pkg.example/@/core":                  false,
		"https://t.me/vreni_z":                        true,
		"https://wa.me/41795558317":                   true,
		"https://www.youtube.com/@bosse.fiskar":       true,
		"https://reddit.com/u/throwaway_77":           true,
		"snapchat.com/add/ludo.fra":                   true,
		"https://open.strava.com/athletes/3344":       true,
		"https://www.instagram.com/p/Cx81_aa/":        false,
		"https://x.com/":                              false,
		"https://youtube.com/watch?v=abcdefg":         false,
		"https://x.com/search?q=chat":                 false,
		"https://www.facebook.com/events/1234":        false,
		"https://example.org/in/someone":              false,
		"https://linkedin.com/company/acme":           false,
		"reddit.com/r/france":                         false,
		"github.com":                                  false,
		"https://":                                    false,
		"":                                            false,
	} {
		if got := profile(address); got != want {
			t.Errorf("%q: %v, want %v", address, got, want)
		}
	}
}

func FuzzProfile(f *testing.F) {
	for _, s := range []string{"https://x.com/a?b#c", "a.b.c/d", "://", "///?#", "linkedin.com/in/"} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, s string) { profile(s) })
}
