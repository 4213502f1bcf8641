package lines_test

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lines"
)

// slowly are ways in which bytes come.
var slowly = map[string]func(io.Reader) io.Reader{
	"at once":          func(r io.Reader) io.Reader { return r },
	"a byte at a time": iotest.OneByteReader,
	"half at a time":   iotest.HalfReader,
}

// TestEveryLineEnd holds the four ends, alone and mixed.
func TestEveryLineEnd(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"a\nb\n", []string{"a", "b"}},
		{"a\r\nb", []string{"a", "b"}},
		{"a\rb\r", []string{"a", "b"}},
		{"a\r\r\nb\r\r\n", []string{"a", "b"}},
		{"a\rb\nc\r\nd\r\r\ne", []string{"a", "b", "c", "d", "e"}},
		{"a\r\rb\n\nc\n\r", []string{"a", "", "b", "", "c", ""}},
		{"a\vb\fc\u0085d\u2028e\u2029f\n", []string{"a\vb\fc\u0085d\u2028e\u2029f"}},
		{"\r", []string{""}},
		{"", nil},
	} {
		for how, slow := range slowly {
			s := bufio.NewScanner(slow(strings.NewReader(c.in)))
			s.Split(lines.Split)
			var got []string
			for s.Scan() {
				got = append(got, s.Text())
			}
			if s.Err() != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q, %s: %q, %v", c.in, how, got, s.Err())
			}
		}
	}
}

// TestBody is the line without its end.
func TestBody(t *testing.T) {
	for in, want := range map[string]int{"ab\n": 2, "ab\r\n": 2, "ab\r": 2, "ab\r\r\n": 2, "ab": 2, "\n": 0, "\r": 0, "": 0, "a\rb\n": 3} {
		if got := lines.Body([]byte(in)); got != want {
			t.Errorf("%q: %d", in, got)
		}
	}
}

// TestUnify gives the same file with LF, however the bytes come, so that a CSV
// of CR has its rows.
func TestUnify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "é", "\r", "\n", "\r\n", "\r\r\n", ","}), 0, 30).Draw(t, "pieces"), "")
		want := ""
		for p := []byte(in); len(p) > 0; {
			start, stop, ok := lines.End(p, true)
			if !ok {
				want += string(p)
				break
			}
			want += string(p[:start]) + "\n"
			p = p[stop:]
		}
		for how, slow := range slowly {
			got, err := io.ReadAll(lines.Unify(slow(strings.NewReader(in))))
			if err != nil || string(got) != want {
				t.Fatalf("%q, %s: %q, want %q, %v", in, how, got, want, err)
			}
		}
	})
	rows, err := csv.NewReader(lines.Unify(strings.NewReader("a,b\rc,d\r"))).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Errorf("%q, %v", rows, err)
	}
}

func ExampleUnify() {
	all, err := io.ReadAll(lines.Unify(strings.NewReader("un\rdeux\r\n")))
	fmt.Printf("%q %v\n", all, err)
	// Output: "un\ndeux\n" <nil>
}
