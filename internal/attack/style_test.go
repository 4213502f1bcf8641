package attack_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/attack"
)

// writers are authors who say the same; with habits, each in letters of their own.
func writers(n, messages int, habits bool) [][]string {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("ok on se voit demain soir je rentre tard tu viens manger avec nous ou pas merci beaucoup")
	out := make([][]string, n)
	for i := range out {
		for range messages {
			var m []string
			for range 6 {
				w := words[r.IntN(len(words))]
				if habits && w[0]%8 == byte(i)%8 {
					w += strings.Repeat(string(rune('a'+i%26)), 1+i/26)
				}
				m = append(m, w)
			}
			out[i] = append(out[i], strings.Join(m, " "))
		}
	}
	return out
}

// TestStyle: authors with habits are told, more so by more messages; authors without
// any are told as often as by guessing.
func TestStyle(t *testing.T) {
	with, without := writers(40, 60, true), writers(40, 60, false)
	many, few := attack.Style(with, 40, 20), attack.Style(with, 2, 1)
	if many.Authors != 40 || many.First < 35 || many.Twenty < many.First {
		t.Errorf("with habits: %+v", many)
	}
	if few.First >= many.First {
		t.Errorf("fewer messages tell as much: %+v, %+v", few, many)
	}
	if r := attack.Style(without, 40, 20); r.First > 6 || r.Twenty > 34 || r.Twenty < 8 {
		t.Errorf("without habits: %+v", r)
	}
	if r := attack.Style(with, 50, 20); r.Authors != 0 {
		t.Errorf("authors of too few messages: %+v", r)
	}
	if r := attack.Style([][]string{{"", ""}, {"\xff", ""}}, 1, 1); r.Authors != 2 || r.First > r.Twenty {
		t.Errorf("nothing said: %+v", r)
	}
	if again := attack.Style(with, 40, 20); again != many {
		t.Error("another run says something else")
	}
}

// FuzzStyle: no message makes it panic.
func FuzzStyle(f *testing.F) {
	f.Add("ok", "\xf0\x9f", "")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if r := attack.Style([][]string{{a, b}, {c, a}}, 1, 1); r.First > r.Twenty || r.Twenty > 2 {
			t.Fatal(fmt.Sprint(r))
		}
	})
}
