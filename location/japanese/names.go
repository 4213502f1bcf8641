package japanese

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/ikawaha/kagome/v2/tokenizer"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// Source is the Span.Source of what [Names] finds.
const Source = "japanese"

// Names finds people, places, organisations and addresses in Japanese messages
// by the parts of speech of the dictionary, and people by the honorific behind
// them. The dictionary is loaded when the first message with a Japanese letter
// comes. It is safe for concurrent use.
type Names struct{}

// scores of a find: by the dictionary, by an honorific alone, and of an
// address with its number.
const (
	byDictionary = 0.8
	byHonorific  = 0.7
	byNumber     = 0.85
)

// honorifics stand behind names, and addressed behind what are none.
var (
	honorifics = strings.Fields("さん ちゃん くん 君 さま 様 氏 先生 先輩 殿 たん")
	addressed  = strings.Fields("母 父 兄 姉 お母 お父 お兄 お姉 おじい おばあ おじ おば 爺 婆 皆 みな みんな お客 客 奥 娘 息子 お嬢 嬢 赤 医者 お医者 店員 者 神 患者 お巡り " +
		"猫 犬 たく いっぱい どうも お疲れ 学生 社長 部長 店長 担当 大家 隣 本屋 花屋 何 どちら お子 子 これ 旦那 保育 看護婦 運転手")
	// calledInKana is a name in syllables at the start or behind a sign, which
	// the dictionary cuts anywhere.
	calledInKana = regexp.MustCompile(`(?:^|[\s、。！？!?,.])([\p{Hiragana}]{2,4}|[\p{Katakana}ー]{2,8})(?:ちゃん|くん|さん)`)
	houseNumber  = regexp.MustCompile(`^[\p{Han}\p{Katakana}ー々ヶ]{2,24}?[0-9０-９]{1,4}(?:(?:丁目|番地|番|号|[-－−‐])(?:[0-9０-９]{1,4})?){1,4}`)
)

// Detect finds names in a document that has a Japanese letter.
func (Names) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	shadow := d.Shadow
	if shadow == "" && len(d.Shifts) == 0 {
		shadow = d.Text
	}
	if !strings.ContainsFunc(shadow, letter) {
		return nil, nil
	}
	tok, err := load()
	if err != nil {
		return nil, err
	}
	var out []bauta.Span
	from := 0
	for _, t := range append(text.Tokenise(shadow), bauta.Token{Start: len(shadow), End: len(shadow)}) {
		if t.Kind == bauta.Link || t.Kind == bauta.Masked || t.Kind == bauta.Handle || t.Start == len(shadow) {
			out = append(out, find(tok, shadow, from, t.Start)...)
			from = t.End
		}
	}
	for i := range out {
		s := &out[i]
		if len(d.Shifts) > 0 {
			s.Start, s.End = d.Origin(s.Start, s.End)
		}
	}
	return out, nil
}

// letter reports the scripts of Japanese.
func letter(r rune) bool {
	return r >= 0x3040 && unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han)
}

// morph is a word of the dictionary, in bytes of the text.
type morph struct {
	start, end int
	surface    string
	pos        []string
}

func (m morph) is(parts ...string) bool {
	return len(m.pos) >= len(parts) && slices.Equal(m.pos[:len(parts)], parts)
}

// find reads shadow[from:to].
func find(tok *tokenizer.Tokenizer, shadow string, from, to int) []bauta.Span {
	var words []morph
	at := from
	for _, t := range tok.Tokenize(shadow[from:to]) {
		if i := strings.Index(shadow[at:to], t.Surface); i >= 0 && t.Surface != "" {
			words = append(words, morph{at + i, at + i + len(t.Surface), t.Surface, t.POS()})
			at += i + len(t.Surface)
		}
	}
	var out []bauta.Span
	for i, w := range words {
		s := bauta.Span{Start: w.start, End: w.end, Score: byDictionary, Source: Source, Why: "dictionary"}
		switch {
		case w.is("名詞", "固有名詞", "人名"):
			s.Label, s.Part = bauta.Person, part(w)
		case w.is("名詞", "固有名詞", "組織"):
			s.Label = bauta.Organization
		case w.is("名詞", "固有名詞", "地域"):
			s.Label = bauta.Location
			if n := len(houseNumber.FindString(shadow[w.start:to])); n > 0 {
				s.Label, s.End, s.Score, s.Why = bauta.Address, w.start+n, byNumber, "number behind a place"
			}
		case i > 0 && slices.Contains(honorifics, w.surface) && !words[i-1].is("名詞", "固有名詞", "人名"):
			start := called(words[:i])
			if start < 0 {
				continue
			}
			s.Label, s.Start, s.End, s.Score, s.Why = bauta.Person, start, words[i-1].end, byHonorific, "honorific"
		default:
			continue
		}
		out = append(out, s)
	}
	for _, at := range calledInKana.FindAllStringSubmatchIndex(shadow[from:to], -1) {
		if name := shadow[from+at[2] : from+at[3]]; !slices.Contains(addressed, name) {
			out = append(out, bauta.Span{Start: from + at[2], End: from + at[3], Label: bauta.Person, Score: byHonorific, Source: Source, Why: "honorific"})
		}
	}
	return out
}

func part(w morph) bauta.Part {
	switch {
	case w.is("名詞", "固有名詞", "人名", "姓"):
		return bauta.Last
	case w.is("名詞", "固有名詞", "人名", "名"):
		return bauta.First
	}
	return bauta.WholeName
}

// maxCalled bounds a name before an honorific, in letters: two morphemes of a
// name that the dictionary does not know are often cut apart.
const maxCalled = 6

// called gives the start of the name that ends a list of words, -1 where it is
// none: nouns and what the dictionary cuts a name in Hiragana into, back to a
// particle or sign.
func called(words []morph) int {
	start, n := -1, 0
	for i := len(words) - 1; i >= 0; i-- {
		w := words[i]
		if w.end != words[min(i+1, len(words)-1)].start && i < len(words)-1 || w.is("助詞") || w.is("記号") || w.is("助動詞") || w.is("名詞", "数") || !strings.ContainsFunc(w.surface, letter) {
			break
		}
		if n += len([]rune(w.surface)); n > maxCalled {
			return -1
		}
		start = i
	}
	if start < 0 {
		return -1
	}
	name := ""
	for _, w := range words[start:] {
		name += w.surface
	}
	if slices.Contains(addressed, name) || slices.Contains(addressed, words[len(words)-1].surface) || words[len(words)-1].is("名詞", "代名詞") {
		return -1
	}
	return words[start].start
}
