package japanese

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/text"
)

// Source is the Span.Source of what [Names] finds.
const Source = "japanese"

// Names finds people, places, organisations and addresses in Japanese messages
// by the parts of speech of the dictionary, people by the honorific behind them and
// by other frames, and e-mails and telephones that are spelled out. The dictionary is loaded when the first
// message with a Japanese letter
// comes. It is safe for concurrent use.
type Names struct{}

// scores of a find: by the dictionary, by an honorific alone, of an
// address with its number, and of what is spelled out.
const (
	byDictionary = 0.8
	byHonorific  = 0.7
	byNumber     = 0.85
	bySpelling   = 0.97 // an address that is spelled out, above the host in it
)

var (
	// honorifics stand behind names, and addressed behind what are none.
	honorifics = sync.OnceValue(func() lists.Words { return lists.In("name-suffixes") })
	addressed  = sync.OnceValue(func() lists.Words { return lists.In("honoured-words") })
	// calledInKana is a name in syllables at the start or behind a sign, which
	// the dictionary cuts anywhere.
	calledInKana = regexp.MustCompile(`(?:^|[\s、。！？!?,.])([\p{Hiragana}]{2,4}|[\p{Katakana}ー]{2,8})(?:ちゃん|くん|さん)`)
	houseNumber  = regexp.MustCompile(`^[\p{Han}\p{Katakana}ー々ヶ]{2,24}?[0-9０-９]{1,4}(?:(?:丁目|番地|番|号|` +
		`[-－−‐])(?:[0-9０-９]{1,4})?){1,4}`)
)

// Detect finds names in a document that has a Japanese letter.
func (Names) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	shadow := d.Shadow
	if shadow == "" && len(d.Shifts) == 0 {
		shadow = d.Text
	}
	if !strings.ContainsFunc(shadow, letter) {
		return placed(d, framed(shadow, 0, len(shadow), nil)), nil // in Latin letters
	}
	cut, err := load()
	if err != nil {
		return nil, err
	}
	out := spelled(shadow)
	from := 0
	for _, t := range append(text.Tokenise(shadow), bauta.Token{Start: len(shadow), End: len(shadow)}) {
		if t.Kind == bauta.Link || t.Kind == bauta.Masked || t.Kind == bauta.Handle || t.Start == len(shadow) {
			out = append(out, find(cut, shadow, from, t.Start)...)
			from = t.End
		}
	}
	return placed(d, out), nil
}

// placed moves finds of the shadow to the text.
func placed(d *bauta.Doc, found []bauta.Span) []bauta.Span {
	if len(d.Shifts) == 0 {
		return found
	}
	for i := range found {
		s := &found[i]
		s.Start, s.End = d.Origin(s.Start, s.End)
		placed(d, s.Inner)
	}
	return found
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
	unknown    bool // to the dictionary
}

func (m morph) is(parts ...string) bool {
	return len(m.pos) >= len(parts) && slices.Equal(m.pos[:len(parts)], parts)
}

// cutter cuts a text into the words of the dictionary, in order. They stand nowhere yet.
type cutter func(string) []morph

// morphs cuts shadow[from:to] into the words of the dictionary; between some stand blanks.
func morphs(cut cutter, shadow string, from, to int) []morph {
	var words []morph
	at := from
	for _, w := range cut(shadow[from:to]) {
		if i := strings.Index(shadow[at:to], w.surface); i >= 0 && w.surface != "" {
			w.start, w.end = at+i, at+i+len(w.surface)
			words = append(words, w)
			at = w.end
		}
	}
	return words
}

// find reads shadow[from:to].
func find(cut cutter, shadow string, from, to int) []bauta.Span {
	words := morphs(cut, shadow, from, to)
	var out []bauta.Span
	for i, w := range words {
		s := bauta.Span{Start: w.start, End: w.end, P: byDictionary, Source: Source, Why: "dictionary"}
		switch {
		case w.is("名詞", "固有名詞", "人名") && partOfLonger(shadow, w.start, w.end) || landscape(shadow, w.start, w.end):
			continue
		case w.is("名詞", "固有名詞", "人名"):
			s.Label, s.Part = bauta.Person, part(w)
			if at := firstName.FindStringSubmatchIndex(shadow[w.end:to]); at != nil && s.Part == bauta.Last {
				s.End, s.Part, s.Why = w.end+at[3], bauta.Full, "surname and first name"
			}
		case w.is("名詞", "固有名詞", "組織") && !w.unknown:
			s.Label = bauta.Organization
		case w.is("名詞", "固有名詞", "地域"):
			s.Label = bauta.Location
			if n := len(houseNumber.FindString(shadow[w.start:to])); n > 0 {
				s.Label, s.End, s.P, s.Why = bauta.Address, w.start+n, byNumber, "number behind a place"
			}
		case i > 0 && honorifics()[w.surface] && !words[i-1].is("名詞", "固有名詞", "人名"):
			start := called(words[:i])
			if start < 0 {
				continue
			}
			s.Label, s.Start, s.End, s.P, s.Why = bauta.Person, start, words[i-1].end, byHonorific, "honorific"
		default:
			continue
		}
		out = append(out, s)
	}
	for _, at := range calledInKana.FindAllStringSubmatchIndex(shadow[from:to], -1) {
		if name := shadow[from+at[2] : from+at[3]]; !addressed()[name] {
			out = append(out, bauta.Span{
				Start: from + at[2], End: from + at[3], Label: bauta.Person, P: byHonorific, Source: Source,
				Why: "honorific",
			})
		}
	}
	return whole(shadow, append(out, framed(shadow, from, to, words)...))
}

// partOfLonger reports a word in Katakana that goes on on either side: マイ of
// マイナンバー.
func partOfLonger(s string, start, end int) bool {
	kata := func(c rune) bool { return c >= 0x30A1 && c <= 0x30FA || c == 'ー' }
	first, _ := utf8.DecodeRuneInString(s[start:end])
	if !kata(first) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return kata(before) || kata(after)
}

// firstName is a first name in syllables behind a surname and a blank.
var firstName = regexp.MustCompile(`^[ \x{3000}]([\p{Hiragana}]{2,4}?|[\p{Katakana}ー]{2,6}?)(?:です|と申|といい|と言い|さん|ちゃん|` +
	`くん|様|より|[、。！!）)]|$)`)

// nature is what stands behind a wood and not behind Mr Wood.
var nature = sync.OnceValue(func() []string { return lists.Longest("behind-landscapes") })

// landscape reports one Chinese letter that is a thing here: 森の中.
func landscape(s string, start, end int) bool {
	return utf8.RuneCountInString(s[start:end]) == 1 && startsWith(s[end:], nature())
}

// whole makes one find of a surname and the first name behind it, also with a
// blank between.
func whole(s string, found []bauta.Span) []bauta.Span {
	slices.SortStableFunc(found,
		func(a, b bauta.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	var out []bauta.Span
	for _, b := range found {
		if n := len(out); n > 0 && firstBehindLast(s, out[n-1], b) {
			a := &out[n-1]
			inner := *a
			*a = bauta.Span{
				Start: a.Start, End: b.End, Label: bauta.Person, Part: bauta.Full, P: max(a.P, b.P),
				Source: Source, Why: "surname and first name", Inner: []bauta.Span{inner, b},
			}
			continue
		}
		out = append(out, b)
	}
	return out
}

// firstBehindLast reports a surname a and a name b behind it: a first name, or any
// behind a blank.
func firstBehindLast(s string, a, b bauta.Span) bool {
	if a.Label != bauta.Person || b.Label != bauta.Person || a.Part != bauta.Last || a.End > b.Start {
		return false
	}
	switch s[a.End:b.Start] {
	case "":
		return b.Part == bauta.First
	case " ", "　":
		return true
	}
	return false
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

// inName reports a word that may be part of a name.
func (m morph) inName() bool {
	if m.is("助詞") || m.is("記号") || m.is("助動詞") || m.is("名詞", "数") {
		return false
	}
	return strings.ContainsFunc(m.surface, letter)
}

// called gives the start of the name that ends a list of words, -1 where it is
// none: nouns and what the dictionary cuts a name in Hiragana into, back to a
// particle or sign.
func called(words []morph) int {
	start, n := -1, 0
	for i := len(words) - 1; i >= 0; i-- {
		w := words[i]
		parted := i+1 < len(words) && w.end != words[i+1].start
		if parted || !w.inName() {
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
	if addressed()[name] || addressed()[words[len(words)-1].surface] ||
		words[len(words)-1].is("名詞", "代名詞") {
		return -1
	}
	return words[start].start
}
