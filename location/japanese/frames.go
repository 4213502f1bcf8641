package japanese

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// framed finds what the dictionary cannot: names in syllables, and names that only a
// frame tells. It reads
// shadow[from:to], of which words are the morphemes.
func framed(shadow string, from, to int, words []morph) []bauta.Span {
	out := inSyllables(shadow, from, to)
	for _, f := range frameRules {
		if f.label != bauta.Person {
			continue // read with the addresses in it
		}
		for _, at := range f.re.FindAllStringSubmatchIndex(shadow[from:to], -1) {
			start, end := from+at[2], from+at[3]
			if f.unknown && !unheardOf(words, start, end) || notNames[shadow[start:end]] {
				continue
			}
			out = append(out, bauta.Span{
				Start: start, End: end, Label: f.label, Score: f.score, Source: Source, Why: f.why,
			})
		}
	}
	return out
}

// spelled finds e-mails and telephones in words.
func spelled(shadow string) []bauta.Span {
	var out []bauta.Span
	for _, f := range frameRules {
		if f.label == bauta.Person {
			continue
		}
		for _, at := range f.re.FindAllStringSubmatchIndex(shadow, -1) {
			out = append(out, bauta.Span{
				Start: at[2], End: at[3], Label: f.label, Score: f.score, Source: Source, Why: f.why,
			})
		}
	}
	return out
}

// frameRule is a form whose first group is the find. unknown asks that the
// dictionary has it for no word.
type frameRule struct {
	re      *regexp.Regexp
	label   bauta.Label
	score   float64
	unknown bool
	why     string
}

const (
	kata   = `[ァ-ヴー]{2,10}(?:[・＝=][ァ-ヴー]{1,10}){0,3}`
	figure = `(?:ゼロ|ぜろ|れい|レイ|マル|まる|イチ|いち|ニー|ニ|にー|に|サン|さん|ヨン|よん|シチ|しち|シ|ゴー|ゴ|ごー|ご|ロク|ろく|ナナ|なな|ハチ|はち|キュー|きゅう|キュウ|ク|` +
		`〇|一|二|三|四|五|六|七|八|九)`
	mailWord = `[A-Za-z0-9][A-Za-z0-9._%+\-]*(?:\s?(?:ドット|どっと|アンダーバー|アンダースコア|` +
		`ハイフン)\s?[A-Za-z0-9][A-Za-z0-9._%+\-]*){0,4}`
	// deeds are what is said of people alone, behind a name and its particle.
	deeds = `(?:と(?:遊|会[うえっお]|話[しす]|飲[みんむ]|喧嘩|けんか|結婚|別れ|付き合|仲良|電話)|に(?:会[うえっお]|預け|渡[しす]|伝え|頼[みんむ]|怒られ|よろしく|聞い|言っ|電話|` +
		`返し|紹介|おごっ)|が(?:来[るたて]|言っ|泣[いく]|笑っ|怒っ|遅れ|迎え|教え)|も(?:来[るたて]|いた|いるよ|行くって|誘)|から(?:電話|連絡|聞い|LINE|メール|もらっ)|` +
		`って(?:人|子|誰)|の(?:誕生日|彼氏|彼女|お母さん|お父さん|連絡先|番号)|を(?:誘|呼[びんぶ]|迎え))`
)

var frameRules = []frameRule{
	{
		regexp.MustCompile(`(` + kata + `)(?:さん|ちゃん|くん|君|さま|様|氏|先生|先輩|たん)`), bauta.Person, byHonorific, false,
		"honorific",
	},
	{regexp.MustCompile(`(` + kata + `)` + deeds), bauta.Person, byHonorific, true, "what people do"},
	{
		regexp.MustCompile(`(?:^|[^\p{Hiragana}])([\p{Hiragana}]{2,4})(?:ちゃん|くん|たん)`), bauta.Person, byHonorific, false,
		"honorific",
	},
	{
		regexp.MustCompile(`(?:^|[\s、。！？!?「（(]|私は|わたくし|担当の|担当は)([\p{Han}々]{1,4}|` +
			kata + `|[\p{Hiragana}]{2,5})(?:と申し|といいます|と言います|と申す)`), bauta.Person, byHonorific, false, "introduces",
	},
	{
		regexp.MustCompile(`(?:^|[\s、。！？!?「（(]|担当の|担当は|係の)([森林原関辻堀星菅岸岡橘柳楠榊泉谷秦畑島])(?:まで(?:お願い|ご連絡|連絡|お電話|電話)|でございます|` +
			`ですが|です(?:[。、！!]|$)|より(?:[。、！!]|$)|部長|課長|係長|社長|店長|主任|教授|監督|コーチ|先生|先輩|さん|くん|君|様|氏)`), bauta.Person,
		byHonorific, false, "introduces",
	},
	{
		regexp.MustCompile(`(` +
			mailWord + `\s?(?:アットマーク|アット|あっとまーく|あっと|＠|@)\s?[A-Za-z0-9\-]+(?:(?:\s?(?:ドット|どっと)\s?|` +
			`\.)[A-Za-z0-9\-]+){1,4})`), bauta.Email, bySpelling, false, "in words",
	},
	{
		regexp.MustCompile(`((?:ゼロ|ぜろ|れい|レイ|マル|まる|〇)(?:[、,・ー\- の]{0,3}` + figure + `){8,10})`), bauta.Phone, bySpelling,
		false, "in syllables",
	},
	{
		regexp.MustCompile(`(?i)(?:^|[^a-z])([a-z]{3,12})[ -]?(?:san|kun|chan|sama|sensei|senpai)(?:[^a-z]|$)`),
		bauta.Person, byHonorific, false, "honorific",
	},
}

// notNames are what stands in these frames and is nobody.
var notNames = wordSet("スマホ ライン ツイッター インスタ ユーチューブ ズーム マック スタバ コロナ ワクチン バイト サークル ゼミ クラス チーム カラオケ アプリ ネット ググ パパ ママ " +
	"オーナー マスター コーチ リーダー メンバー スタッフ ドライバー イケメン " +
	"みんな みな おかあ おとう おにい おねえ おじい おばあ おじ おば あかちゃ にい ねえ じい ばあ ぼう おぼう おきゃく おまわり たく いっぱい かあ とう おく ぼく どうも おつかれ okaa otou " +
	"onii onee ojii obaa oji oba mina minna kaa tou nii nee ji ba o aka oka oto ojou okyaku doumo " +
	"東京 大阪 日本 弊社 当社 以下 下記 何 誰 私 俺 僕 自分 彼 彼女")

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// unheardOf reports that the dictionary has none of the words in s[start:end], or
// has them for names.
func unheardOf(words []morph, start, end int) bool {
	for _, w := range words {
		if w.start < end && start < w.end && !w.unknown && !w.is("名詞", "固有名詞", "人名") && w.surface != "・" {
			return false
		}
	}
	return true
}

// inSyllables finds given names in Hiragana, with the endings of pet names, where
// a particle or a sign follows and none but a sign, a Chinese letter or a
// particle stands before.
func inSyllables(shadow string, from, to int) []bauta.Span {
	var out []bauta.Span
	names := givenNames()
	for i := from; i < to; {
		c, size := utf8.DecodeRuneInString(shadow[i:to])
		if c < 0x3041 || c > 0x3096 ||
			!opens(shadow[from:i], len(out) > 0 && i > from && out[len(out)-1].End == i-len("と")) {
			i += size
			continue
		}
		n := nameAt(names, shadow[i:to])
		if n == 0 {
			i += size
			continue
		}
		out = append(out, bauta.Span{
			Start: i, End: i + n, Label: bauta.Person, Part: bauta.First, Score: byHonorific, Source: Source,
			Why: "a given name in syllables",
		})
		i += n
	}
	return out
}

// opens reports that a name may begin behind the text: at its start, behind a sign
// or a Chinese letter; behind と where a name stands before that.
func opens(before string, paired bool) bool {
	if before == "" || paired {
		return true
	}
	c, _ := utf8.DecodeLastRuneInString(before)
	return c < 0x3041 || c > 0x309F
}

// longestName bounds given names, in syllables.
const longestName = 6

// nameAt is the length of the name that begins s, with the ending of a pet name, 0
// for none.
func nameAt(names map[string]bool, s string) int {
	ends := make([]int, 0, longestName)
	for i := range s {
		if i > 0 {
			ends = append(ends, i)
		}
		if len(ends) == longestName {
			break
		}
	}
	if len(ends) < longestName {
		ends = append(ends, len(s))
	}
	for k := len(ends) - 1; k >= 1; k-- {
		name, rest := s[:ends[k]], s[ends[k]:]
		usual := names[name]
		if !usual && !petStems[name] {
			continue
		}
		if n := petLen(rest, usual && k >= 2); n > 0 {
			return ends[k] + n
		}
		tail := strings.TrimLeft(rest, "ー〜~")
		switch {
		case usual && k >= 2 && followed(tail), usual && k == 1 && len(name) < len(s) && followedShort(tail):
			return ends[k]
		}
	}
	return 0
}

// petLen is the length of the ending of a pet name that s begins with, 0 for none;
// one of a single syllable stands behind names that are sure alone.
func petLen(s string, sure bool) int {
	for _, pet := range petEndings {
		tail, ok := strings.CutPrefix(s, pet)
		if ok && (sure || pet != "ん" && pet != "ち") && followed(tail) {
			return len(pet)
		}
	}
	return 0
}

// followed reports what stands behind names: particles and signs.
func followed(s string) bool {
	if s == "" {
		return true
	}
	c, _ := utf8.DecodeRuneInString(s)
	switch {
	case strings.ContainsRune("とがはもにのをへでやよねだ、。，．,.！？!?…〜」）) \u3000　・／/ｗw♪☆💕", c):
		return true
	case c > 0x1F000, c >= 0x4E00 && c < 0xA000:
		return true
	}
	return startsWith(s, "から", "って", "まだ", "もう", "どこ", "いま", "です") || startsWith(s, "さん", "ちゃん", "くん")
}

// startsWith reports a text that begins with one of the words.
func startsWith(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(s, w) })
}

// followedShort is followed for names of two syllables, which words are, too.
func followedShort(s string) bool {
	for _, p := range []string{"まだ", "から連絡", "から電話", "って", "も来", "も呼", "が来", "と会", "と遊", "に会", "に聞", "に渡", "、"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return s == ""
}

// petEndings make pet names, longest first.
var petEndings = strings.Fields("ぴょん きち ちょす ちゃそ むん てぃ ぴー ぽよ っぴ っぺ っち りん ぽん みん のん ちん ぴ っこ ち ぷ ん")

// petStems are short given names that are words unless such an ending follows.
var petStems = wordSet("あや あい まゆ ゆき なお かな さき みほ りさ ゆか えり りえ まい まき まり みか みき みお りお ゆい ゆう けん まさ ひろ とも たく しょう はる なつ ふゆ " +
	"めぐ ちか さと みさ みな もも あき あつ かず のり よし やす てつ しん じゅん れい りょう こう だい")

var givenNames = sync.OnceValue(func() map[string]bool { return wordSet(givenNameList) })
