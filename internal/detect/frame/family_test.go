package frame_test

import "testing"

// TestFamily: a surname behind a word for a family, and the plural of one, is somebody's; abbreviations, peoples and
// what is a word in the singular are not.
func TestFamily(t *testing.T) {
	finds(t, []inFrame{
		{"de", "der schlüssel von familie ‹Zschirnerz›, familie Urlaub und fam. ‹Holzapfel›"},
		{"sv", "hälsn. fam. ‹Wallermark›, hos familjen ‹Bergström›, familjen kommer"},
		{"fr", "chez la famille ‹Quettelart›, famille nombreuse"},
		{"it", "la famiglia ‹Sbraminato›, la famiglia bellini"},
		{"es", "la familia ‹Etxegorri› y los ‹Montenegro›, no los Toyota ni las Malvinas"},
		{"en", "the ‹Okoyes› and the ‹Stubbses›. The ‹McZorbennys›' dog"},
		{"en", "the PDFs, the Giants, the Teslas, the zorbennys, Zorbennys"},
	})
}
