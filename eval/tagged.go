package eval

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/bauta/bauta/internal/lines"
)

// maxTaggedLine bounds a line of a tagged file, in bytes.
const maxTaggedLine = 1 << 20

// ReadTagged reads what conlleval reads: a token a line whose last two
// fields are the gold and the predicted tag, blank lines between sentences.
// An error names the line and never its text.
func ReadTagged(r io.Reader) ([]Tagged, error) {
	var out []Tagged
	var now Tagged
	flush := func() {
		if len(now.Gold) > 0 {
			out = append(out, now)
		}
		now = Tagged{}
	}
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxTaggedLine)
	in.Split(lines.Split)
	n := 0
	for in.Scan() {
		n++
		f := strings.Fields(in.Text())
		switch len(f) {
		case 0:
			flush()
		case 1:
			return nil, fmt.Errorf("line %d: one field, needs at least the gold and the predicted tag", n)
		default:
			now.Gold = append(now.Gold, f[len(f)-2])
			now.Pred = append(now.Pred, f[len(f)-1])
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	flush()
	return out, nil
}
