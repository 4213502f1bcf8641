package japanese

import (
	"fmt"
	"testing"

	"github.com/ikawaha/kagome-dict/ipa"
	"github.com/ikawaha/kagome/v2/tokenizer"
)

// TestSameWords: the dictionary without readings cuts and names words as the whole
// one does.
func TestSameWords(t *testing.T) {
	lean, err := load()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := tokenizer.New(ipa.Dict(), tokenizer.OmitBosEos())
	if err != nil {
		t.Fatal(err)
	}
	cut := func(s string) (out []morph) {
		for _, w := range whole.Tokenize(s) {
			out = append(out, morph{surface: w.Surface, pos: w.POS(), unknown: w.Class == tokenizer.UNKNOWN})
		}
		return out
	}
	for _, s := range []string{
		"明日、山田さんと渋谷で会うよ", "田中花子です。電話は090-1234-5678まで", "ﾊﾝｶｸのカナとABC", "むにゅぴょんちゃんに預けた",
		"京都市左京区吉田本町１丁目２番３号", "", "すもももももももものうち 😂",
	} {
		if a, b := fmt.Sprint(lean(s)), fmt.Sprint(cut(s)); a != b {
			t.Errorf("%s: %s, with the whole dictionary %s", s, a, b)
		}
	}
}
