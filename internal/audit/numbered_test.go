package audit

import "testing"

// TestNumbered: a label, a length and a number of a list are what anybody undoes, whatever stands around them and
// between them; counts, dates, rooms and what a key wrote are not.
func TestNumbered(t *testing.T) {
	for _, text := range []string{
		"vu <PRE_4_482924> hier", "vu <PRE_4_12> hier", "[PRE-4-482924]", "vu {PRE_4_482924}.", "(PRE:4:482924)", "«PRE 4 482924»", "[[PRE-4-482924]]",
		"*PRE_4_482924*", "#NOM.6.1204#", "&lt;PRE_4_482924&gt;", "＜PRE_4_482924＞", "[ prénom-4-482924 ]", "[PERSON_FIRST-12-482]", "[name: 4, 9021]", "ok [PRE-4-2024] [PRE-5-482924]",
	} {
		if !Numbered(text, false) {
			t.Errorf("%q is not seen", text)
		}
	}
	for _, text := range []string{"vu PRE_4_482924 hier", "NOM-6-1204, ok", "[P-4-482924]"} {
		if !Numbered(text, true) || Numbered(text, false) {
			t.Errorf("%q: without a report %v, with one %v", text, Numbered(text, true), Numbered(text, false))
		}
	}
	for _, text := range []string{
		"<PRE_4>", "[PRE-4]", "<PERSON_12>", "Person 12", "[PERSON-1]", "<PRE_4_1A2B3C4D>", "[PRE-4-1A2B3C4D]", "[PRE-4-12345678]", "(May-12-2024)", "(B-3-17)", "PRÉ_4_482924x", "(salle B-3-117)",
		"https://exemple.fr/article-12-34567/suite", "le 12-11-2024", "mai-12-345", "x", "", "(tel 06 12 34 56 78)", "ISO-9001-2015",
	} {
		if Numbered(text, true) {
			t.Errorf("%q is taken for a code", text)
		}
	}
}
