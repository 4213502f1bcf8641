package reading_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/reading"
)

// TestElement: the name of an element is that of the tags around a text, and nothing else is one.
func TestElement(t *testing.T) {
	for _, c := range []struct{ text, value, name, content string }{
		{"<geb>14.03.1951</geb>", "14", "geb", "14.03.1951"},
		{"<hl7:dataNascita type=\"d\"> 3/9/1964 </hl7:dataNascita>", "3/", "dataNascita", "3/9/1964"},
		{"<geb>14.03.1951", "14", "", ""},
		{"<geb>14.03.1951</dat>", "14", "", ""},
		{"a <b> 14 > 3</b>", "3", "", ""},
		{"14", "14", "", ""},
		{"> 14 </", "14", "", ""},
	} {
		at := strings.LastIndex(c.text, c.value)
		name, end := reading.Element(c.text, at)
		if name != c.name || name != "" && c.text[at:end] != c.content {
			t.Errorf("%q: %q to %d", c.text, name, end)
		}
	}
	if got := strings.Join(reading.KeyWords("fecha_deNacimiento2"), " "); got != "fecha de Nacimiento" {
		t.Errorf("%q", got)
	}
}
