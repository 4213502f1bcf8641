package formats

import (
	"slices"
	"testing"
)

// TestPageHeads: codes of a page's head are no text, and whatever may be a name or a number is read.
func TestPageHeads(t *testing.T) {
	for raw, want := range map[string][]string{
		`&amp;CNoémie Lemoine`:                  {"Noémie Lemoine"},
		`&amp;LPage &amp;P&amp;C&amp;BNoémie`:   {"Page ", "Noémie"},
		`&amp;C&amp;12 Noémie`:                  {" Noémie"},
		`&amp;C&amp;K01A2B3Noémie`:              {"Noémie"},
		`&#38;RNoémie &amp;amp; Paul`:           {"Noémie &amp; Paul"},
		`&amp;Céline`:                           {"&Céline"},
		`&amp;CÉLINE`:                           {"&CÉLINE"},
		`&amp;C&amp;0612345678`:                 {"&0612345678"},
		`&amp;C&amp;&quot;Noémie,Bold&quot;abc`: {`&"Noémie,Bold"abc`},
		`Noémie`:                                {"Noémie"},
		`Rhythm &amp;&amp; Blues`:               {"Rhythm && Blues"},
	} {
		p := asides{roles: besideCells, element: "oddHeader"}
		p.token([]byte(raw), xmlToken{kind: xmlText, from: 0, to: len(raw)})
		var got []string
		for _, s := range p.slots {
			got = append(got, s.Value)
			if back := unescapeXML(raw[s.From:s.To]); s.Value != back || !s.Read() {
				t.Errorf("%s: %q stands where %q does", raw, back, s.Value)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}
