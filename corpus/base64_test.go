package corpus

import "testing"

// TestTextInBase64: a text in base64 is refused wherever it stands; keys, checksums, pictures, addresses and
// long words are none.
func TestTextInBase64(t *testing.T) {
	for text, want := range map[string]bool{
		"Q8OpZHJpYyBNYXJ0aW4=":                                     true, // Cédric Martin
		"voir Q8OpZHJpYyBNYXJ0aW4 merci":                           true,
		"TMOpYQ==":                                                 true, // Léa
		"Q291Y291IFp5eGVsLCBvbiBzZSB2b2l0IGRlbWFpbg":               true,
		"Q291Y291IFp5eGVsLCBvbiBzZSB2b2l0IGRlbWFpbg==\nQ291Y291\n": true,
		"anticonstitutionnellement":                                false, "bibliothecarissen": false, "Zeitumstellungen": false,
		"Donaudampfschifffahrtsgesellschaft":                                  false,
		"https://a.example/some/long/path/to/a/file-with-a-name":              false,
		"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.ab": false, // a token: of JSON without a blank
		"2fd4e1c67a2d28fced849ee1bb76e7391b93eb12":                            false,
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk":        false,
		"Bonjour":  false,
		"Bonjour=": false,
		"=":        false,
		"":         false,
	} {
		if got := encodedAgain(text) != nil; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
