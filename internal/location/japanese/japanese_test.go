package japanese_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/location/japanese"
	"github.com/bauta/bauta/text"
)

func cut(t testing.TB, s string) (out []string) {
	seg, err := japanese.Open()
	if err != nil {
		t.Fatal(err)
	}
	d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{ID: "1", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := seg.Segment(d)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, tok := range tokens {
		if tok.Start < last || tok.End <= tok.Start || tok.End > len(s) {
			t.Fatalf("token [%d, %d) after byte %d of %d", tok.Start, tok.End, last, len(s))
		}
		last = tok.End
		if tok.Kind == bauta.Word {
			out = append(out, s[tok.Start:tok.End])
		}
	}
	return out
}

func TestSegment(t *testing.T) {
	for s, want := range map[string]string{
		"阪急河原町なう":                                "阪急 河原町 なう",
		"京都御所一般公開中":                              "京都 御所 一般 公開 中",
		"@someone 京都駅 #tag https://x.test/y 着いた": "京都 駅 着い た",
		"":        "",
		"ｷｮｳﾄに着く": "ｷｮｳﾄ に 着く",
	} {
		if got := strings.Join(cut(t, s), " "); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestAnyBytes(t *testing.T) {
	for _, s := range []string{"\xff\xfe京都\x80", "a\u200b京都", strings.Repeat("京都駅 ", 500), "🗼🗼 京都タワー 🗼"} {
		cut(t, s)
	}
}

func Example() {
	seg, err := japanese.Open()
	if err != nil {
		fmt.Println(err)
		return
	}
	d, _ := text.Analyser{}.Analyse(context.Background(), bauta.Message{ID: "1", Text: "京都タワーなう"})
	tokens, _ := seg.Segment(d)
	fmt.Println(len(tokens), slices.ContainsFunc(tokens, func(t bauta.Token) bool { return t.Norm == "タワー" }))
	// Output: 3 true
}
