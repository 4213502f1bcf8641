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
	shown := func(tokens []tokenizer.Token) (out string) {
		for _, w := range tokens {
			out += fmt.Sprint(w.Surface, w.POS(), w.Class == tokenizer.UNKNOWN, " ")
		}
		return out
	}
	for _, s := range []string{
		"明日、山田さんと渋谷で会うよ", "田中花子です。電話は090-1234-5678まで", "ﾊﾝｶｸのカナとABC", "むにゅぴょんちゃんに預けた",
		"京都市左京区吉田本町１丁目２番３号", "", "すもももももももものうち 😂",
	} {
		if a, b := shown(lean.Tokenize(s)), shown(whole.Tokenize(s)); a != b {
			t.Errorf("%s: %s, with the whole dictionary %s", s, a, b)
		}
	}
}
