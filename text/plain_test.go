package text

import "testing"

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "zoe": "zoe", "Zoé": "zoe", "STRASSE": "strasse", "Straße": "strasse", "Øystein": "oystein", "Łukasz": "lukasz",
		"Мария": "mariia", "Γιώργος": "giorgos", "D'Angelo": "dangelo", "Jean-Luc": "jeanluc", "e\u0301": "e", "田中": "tianzhong",
		"🙂": "", "a b_2": "ab2", "\xff": "",
	} {
		if got := Plain(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("Zoé 田中\xff")
	f.Fuzz(func(t *testing.T, s string) {
		p := Plain(s)
		if !isPlain(p) || Plain(p) != p {
			t.Errorf("%q is not plain", p)
		}
	})
}
