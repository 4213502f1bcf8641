package japanese_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/location/japanese"
	"github.com/bauta/bauta/text"
)

// found lists the finds of a message as "text/LABEL".
func found(t testing.TB, s string) string {
	d, err := text.Analyser{Lang: "ja"}.Analyse(context.Background(), bauta.Message{ID: "1", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	spans, err := japanese.Names{}.Detect(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, sp := range bauta.Fuse(len(s), spans) {
		out = append(out, s[sp.Start:sp.End]+"/"+string(sp.Label))
	}
	return strings.Join(out, " ")
}

func TestNames(t *testing.T) {
	for s, want := range map[string]string{
		"明日田中さんに会うよ":                 "田中/PERSON",
		"電話は090-1234-5678です、佐藤より":    "佐藤/PERSON",
		"由美子ちゃんに渡して":                 "由美子/PERSON",
		"けんたくん、今どこ？":                 "けんた/PERSON",
		"住所は東京都渋谷区道玄坂1-2-3だって":       "東京都渋谷区道玄坂1-2-3/ADDRESS",
		"京都に住んでる":                    "京都/LOCATION",
		"お母さんと皆さんによろしく":              "",
		"今日はとても天気がいいですね、散歩しよう":       "",
		"9時30分に駅で、2000円くらい":          "",
		"see you at 8, ok?":          "",
		"<PRE_2>さん、http://x.test/田中": "",
	} {
		if got := found(t, s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, s := range []string{"田中さん", "さん", "\xff京都1-2\x80", "a\u200b京都さん", "ｷｮｳﾄ君"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) < 2000 {
			found(t, s)
		}
	})
}

func ExampleNames() {
	d := &bauta.Doc{Message: bauta.Message{ID: "1", Text: "田中さんは京都にいる"}}
	spans, err := japanese.Names{}.Detect(context.Background(), d)
	for _, s := range spans {
		fmt.Println(s.Label, d.Text[s.Start:s.End], err)
	}
	// Output:
	// PERSON 田中 <nil>
	// LOCATION 京都 <nil>
}
