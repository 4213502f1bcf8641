package gold

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Speller writes words as SMS and chat write them: the forms of the project's
// own lists read backwards (bonjour to bjr, parce que to pck), and the habits
// behind them, which also make forms that stand in no list. Names are changed
// too, but less: they lose accents and capitals and are stretched.
type Speller struct {
	lang  string
	forms map[string][]string // normal form, one to three words: SMS forms
}

// NewSpeller reads LANG/sms.tsv (form, tab, normal forms separated by "|") of
// the lists; a language without one has only the habits.
func NewSpeller(lists fs.FS, lang string) (*Speller, error) {
	sp := &Speller{lang: lang, forms: map[string][]string{}}
	if lists == nil {
		return sp, nil
	}
	path := lang + "/sms.tsv"
	f, err := lists.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return sp, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	n := 0
	for lines.Scan() {
		n++
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		form, normals, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("%s:%d: no tab; write form, tab, normal form", path, n)
		}
		for normal := range strings.SplitSeq(normals, "|") {
			normal = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(normal, "’", "'")))
			if normal != "" && normal != form && !slices.Contains(sp.forms[normal], form) {
				sp.forms[normal] = append(sp.forms[normal], form)
			}
		}
	}
	return sp, lines.Err()
}

// Respell rewrites the sentence as a sender with these habits would: strength
// from 0 (an edited text) to 1 (every other word respelt).
func (sp *Speller) Respell(s Sentence, rng *rand.Rand, strength float64) Sentence {
	s = sp.phrases(s, rng, strength)
	accents := rng.Float64() < strength
	apostrophes := rng.Float64() < strength*0.8
	return s.Edit(func(t string, word bool, label bauta.Label) string {
		if !word {
			return t
		}
		if label == bauta.Email || label == bauta.URL || strings.ContainsFunc(t, unicode.IsDigit) {
			return t
		}
		if accents {
			t = StripMarks(t)
		}
		if label != "" {
			if rng.Float64() < 0.03*strength {
				t = stretch(t, rng)
			}
			return t
		}
		if apostrophes {
			t = strings.NewReplacer("'", "", "’", "").Replace(t)
		}
		return sp.word(t, rng, strength)
	})
}

// phrases replaces one to three words outside entities by an SMS form.
func (sp *Speller) phrases(s Sentence, rng *rand.Rand, strength float64) Sentence {
	pieces := s.pieces()
	replaced := make(map[int]string, len(pieces))
	for i := 0; i < len(pieces); i++ {
		if !pieces[i].word || pieces[i].label != "" {
			continue
		}
		if short, ok := sp.glue(pieces, i, rng, strength); ok {
			replaced[i], replaced[i+1] = short, ""
			continue
		}
		for n := 5; n >= 1; n -= 2 { // words and the blanks between them
			forms := sp.forms[phrase(pieces, i, n)]
			if len(forms) == 0 || rng.Float64() > 0.35+0.6*strength {
				continue
			}
			form := forms[min(int(rng.ExpFloat64()*2), len(forms)-1)]
			replaced[i] = likeCase(form, pieces[i].text)
			for k := 1; k < n; k++ {
				replaced[i+k] = ""
			}
			i += n - 1
			break
		}
	}
	i := -1
	return s.Edit(func(t string, _ bool, _ bauta.Label) string {
		i++
		if form, ok := replaced[i]; ok {
			return form
		}
		return t
	})
}

// glue shortens a small French word and writes it together with the next one
// (je suis: jsuis; je te dis: jte dis), or leaves the first half of a negation
// out (je ne sais pas: je sais pas).
func (sp *Speller) glue(pieces []piece, i int, rng *rand.Rand, strength float64) (string, bool) {
	if sp.lang != "fr" || i+2 >= len(pieces) || pieces[i+1].text != " " || pieces[i+2].label != "" ||
		!pieces[i+2].word {
		return "", false
	}
	word := strings.ToLower(pieces[i].text)
	if rng.Float64() > 0.6*strength {
		return "", false
	}
	switch word {
	case "ne":
		return "", true
	case "je", "te", "me", "se", "le", "de", "ce":
		if strings.ContainsRune("aeiouyhéèê", firstRune(pieces[i+2].text)) {
			return "", false
		}
		return pieces[i].text[:1], true
	}
	return "", false
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.ToLower(r)
}

// phrase is the normal form of pieces[i:i+n], "" when they are no phrase.
func phrase(pieces []piece, i, n int) string {
	if i+n > len(pieces) {
		return ""
	}
	var b strings.Builder
	for k, p := range pieces[i : i+n] {
		if p.label != "" || p.word != (k%2 == 0) || !p.word && p.text != " " {
			return ""
		}
		b.WriteString(strings.ToLower(strings.ReplaceAll(p.text, "’", "'")))
	}
	return b.String()
}

// likeCase writes the form with a capital where the original word had one.
func likeCase(form, original string) string {
	r, _ := utf8.DecodeRuneInString(original)
	if unicode.IsUpper(r) {
		return Capital(form)
	}
	return form
}

// word applies one habit, or none, to a word.
func (sp *Speller) word(t string, rng *rand.Rand, strength float64) string {
	if rng.Float64() > strength*0.45 {
		return t
	}
	switch rng.IntN(8) {
	case 0:
		return stretch(t, rng)
	case 1:
		return typo(t, rng)
	case 2:
		return single(t)
	default:
		return sp.habit(t, rng)
	}
}

// habit applies one of the language's respellings that fits.
func (sp *Speller) habit(t string, rng *rand.Rand) string {
	rules := habits(sp.lang)
	if len(rules) == 0 {
		return t
	}
	for range 3 {
		rule := rules[rng.IntN(len(rules))]
		from, end := strings.CutSuffix(rule[0], "$")
		switch {
		case end && len(t) > len(from)+1 && strings.HasSuffix(t, from):
			return strings.TrimSuffix(t, from) + rule[1]
		case !end && strings.Contains(t, from):
			return strings.Replace(t, from, rule[1], 1)
		}
	}
	return t
}

// stretch repeats the last vowel or the last letter: ouiii, nicoooo.
func stretch(t string, rng *rand.Rand) string {
	at := strings.LastIndexAny(t, "aeiouyAEIOUY")
	if rng.IntN(3) == 0 {
		at = len(t) - 1
	}
	if at < 0 || t[at] >= utf8.RuneSelf {
		return t
	}
	return t[:at] + strings.Repeat(t[at:at+1], 2+rng.IntN(4)) + t[at:]
}

// typo drops, doubles or swaps a letter inside a word.
func typo(t string, rng *rand.Rand) string {
	r := []rune(t)
	if len(r) < 4 {
		return t
	}
	i := 1 + rng.IntN(len(r)-2)
	switch rng.IntN(3) {
	case 0:
		r = slices.Delete(r, i, i+1)
	case 1:
		r = slices.Insert(r, i, r[i])
	default:
		r[i], r[i+1] = r[i+1], r[i]
	}
	return string(r)
}

// single writes doubled letters once: belle, bele.
func single(t string) string {
	var last rune
	return strings.Map(func(r rune) rune {
		if r == last {
			return -1
		}
		last = r
		return r
	}, t)
}
