package arff

import (
	"bufio"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/learn"
)

// Read reads a whole file whose class is its last attribute.
func Read(r io.Reader) (*learn.Dataset, error) { return Config{}.Read(r) }

// Write writes a dataset with its class as the last attribute. [Read] gives the
// same dataset back.
func Write(w io.Writer, d *learn.Dataset) error {
	b := bufio.NewWriter(w)
	b.WriteString("@relation " + quote(d.Name) + "\n\n")
	for _, a := range append(d.Attributes[:len(d.Attributes):len(d.Attributes)], d.Class) {
		b.WriteString("@attribute " + quote(a.Name) + " " + typeOf(a) + "\n")
	}
	b.WriteString("\n@data\n")
	for i, row := range d.X {
		for a, v := range row {
			b.WriteString(cell(d.Attributes[a], v))
			b.WriteByte(',')
		}
		y := learn.Missing()
		if d.Y[i] >= 0 {
			y = float64(d.Y[i])
		}
		b.WriteString(cell(d.Class, y))
		if d.W != nil {
			b.WriteString(",{" + strconv.FormatFloat(d.W[i], 'g', -1, 64) + "}")
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

func typeOf(a learn.Attribute) string {
	if a.Numeric() {
		return "numeric"
	}
	quoted := make([]string, len(a.Values))
	for i, v := range a.Values {
		quoted[i] = quote(v)
	}
	return "{" + strings.Join(quoted, ",") + "}"
}

func cell(a learn.Attribute, v float64) string {
	switch {
	case math.IsNaN(v):
		return "?"
	case a.Numeric():
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return quote(a.Values[int(v)])
}

// quote puts a name or a nominal value into quotes where ARFF needs them.
func quote(s string) string {
	plain := s != "" && s != "?"
	for i := range len(s) {
		plain = plain && s[i] > ' ' && !strings.ContainsRune(`,%{}'"\`, rune(s[i]))
	}
	if plain {
		return s
	}
	r := strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`)
	return "'" + r.Replace(s) + "'"
}
