package policy

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/frame"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/lexicon"
)

// finds adds the small detectors that need no model.
func (f *File) finds(b *Built) {
	if n := f.Detect.Digits; n > 0 {
		b.Pipeline.Detectors = append(b.Pipeline.Detectors, digitRuns{n})
	}
	if n := f.Detect.Ages; n > 0 {
		b.Pipeline.Detectors = append(b.Pipeline.Detectors, ages{n})
	}
	if f.Detect.NER != nil && f.Detect.Pattern != nil {
		b.Pipeline.Detectors = append(b.Pipeline.Detectors, companies{}, titled{b.Lexicon})
	}
	if f.Detect.Frames {
		b.Pipeline.Detectors = append(b.Pipeline.Detectors, frame.New(b.Lexicon))
	}
	if f.Detect.Links {
		b.Pipeline.Detectors = append(b.Pipeline.Detectors, linkNames{b.Lexicon})
	}
}

// digitRuns finds every run of so many digits, whatever it is (sms4science.ch,
// "Numbers": all numbers with three and more digits).
type digitRuns struct{ least int }

// Detect walks the text once.
func (o digitRuns) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	start, n := 0, 0
	flush := func(end int) {
		if n >= o.least {
			out = append(out, bauta.Span{Start: start, End: end, Label: bauta.UID, Score: 1, Source: "digits", Rule: "digits", Why: "digits"})
		}
		n = 0
	}
	for i, r := range d.Text {
		if !unicode.IsDigit(r) {
			flush(i)
			continue
		}
		if n == 0 {
			start = i
		}
		n++
	}
	flush(len(d.Text))
	return out, nil
}

// ages finds the age of a person from so many years on: HIPAA lets 89 stand.
type ages struct{ least int }

// maxAge is the highest number that is taken for an age.
const maxAge = 130

// ageBefore and ageAfter are the words beside an age, in six languages.
var (
	ageBefore = strings.Fields("age aged turned turning âge âgé âgée alter edad età eta ålder fyller cumple compie wird")
	ageAfter  = strings.Fields("years year yrs yr yo y/o year-old years-old ans an jahre jahren jährig jähriger jährige anni años anos år åring")
)

// Detect looks at the words around each number.
func (a ages) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for i, t := range d.Tokens {
		number, unit, _ := strings.Cut(t.Norm, "-") // 92-year-old
		if unit == "" {
			number = strings.TrimRightFunc(t.Norm, unicode.IsLetter) // 92yo
			unit = t.Norm[len(number):]
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < a.least || n > maxAge {
			continue
		}
		before, after := "", unit
		for j := i - 1; j >= max(0, i-2) && before == ""; j-- {
			if d.Tokens[j].Kind == bauta.Word {
				before = d.Tokens[j].Norm
			}
		}
		for j := i + 1; j < min(len(d.Tokens), i+3) && after == ""; j++ {
			if d.Tokens[j].Kind == bauta.Word {
				after = d.Tokens[j].Norm
			}
		}
		if slices.Contains(ageBefore, before) || slices.Contains(ageAfter, after) {
			end := t.Start
			for end < t.End && d.Text[end] >= '0' && d.Text[end] <= '9' {
				end++
			}
			if end > t.Start {
				out = append(out, bauta.Span{Start: t.Start, End: end, Label: bauta.Misc, Score: 1, Source: "ages", Rule: "age", Why: "age"})
			}
		}
	}
	return out, nil
}

// linkNames finds the names in web addresses. Its score is so low that an
// address found as a whole stays one, with the name inside.
type linkNames struct{ lex *lexicon.Lexicon }

// leastInLink is how many letters a name in an address must have, and
// commonInLink in how many lists it must stand: ma, al and co are no names
// there.
const (
	leastInLink  = 4
	commonInLink = 2
)

// Detect looks the letters between the signs of an address up.
func (o linkNames) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, t := range d.Tokens {
		if t.Kind != bauta.Link {
			continue
		}
		start := t.Start
		flush := func(end int) {
			if end-start >= leastInLink && o.name(d.Text[start:end], d.Lang) {
				out = append(out, bauta.Span{Start: start, End: end, Label: bauta.Person, Score: 0.01, Source: "links", Why: "name in an address"})
			}
		}
		for i, r := range d.Text[t.Start:t.End] {
			if !unicode.IsLetter(r) {
				flush(t.Start + i)
				start = t.Start + i + len(string(r))
			}
		}
		flush(t.End)
	}
	return out, nil
}

// name reports a usual name that is no word.
func (o linkNames) name(word, lang string) bool {
	e, ok := o.lex.Look(word, lang)
	return ok && e.Hidden() && (e.Kinds&lexicon.AntiDictionary == 0 || e.NameRank >= 8) && max(e.NameRank, e.SurnameRank) >= commonInLink
}

// yielding is a tagger among other detectors. It leaves identifiers to their
// patterns: what it would keep in the text must not win over what a pattern
// found to be hidden, however sure it is. It does not ask about what is kept
// anyhow, nor about anything where the policy says ask: -1.
type yielding struct {
	first  bauta.Detector // nil: none
	tagger bauta.Detector
	mute   bool
	keeps  func(bauta.Span) bool
}

// formal are the types that have a form, of which patterns know more: a date
// that one found is no telephone.
var formal = map[bauta.Label]bool{bauta.Phone: true, bauta.UID: true, bauta.Email: true, bauta.IPAddress: true, bauta.URL: true, bauta.ZipCode: true}

// trim takes signs off the front of a tagger's find, which cuts words finer
// than people do ("Mrs. Silva"), and the name of the next line's field off its
// end ("12 Mill Road\nCity: …").
func trim(d *bauta.Doc, s bauta.Span) bauta.Span {
	if i := strings.LastIndexByte(d.Text[s.Start:s.End], '\n'); i > 0 && strings.HasPrefix(d.Text[s.End:], ":") {
		s.End = s.Start + i
	}
	for s.Start < s.End && strings.IndexByte(".,;:!? ", d.Text[s.Start]) >= 0 {
		s.Start++
	}
	return s
}

// clock is a time of the day, which is no date (20h, 8.30pm, 19h15-20h, um 20
// Uhr). Two numbers with a full stop alone may be a day and a month.
var clock = regexp.MustCompile(`(?i)^(?:(?:at|by|à|a|vers|um|gegen|ab|kl\.?|klockan|alle|ore|a las) )?` + hour + `(?: ?(?:-|–|to|à|bis|till) ?` + hour + `)?$`)

const hour = `(?:[01]?\d|2[0-4])(?: ?h ?(?:[0-5]\d)?|:[0-5]\d(?: ?h| ?uhr| ?[ap]\.?m\.?)?|(?:\.[0-5]\d)? ?(?:uhr|[ap]\.?m\.?|o'?clock|heures?))`

// Detect asks both.
func (y yielding) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var found []bauta.Span
	if y.first != nil {
		var err error
		if found, err = y.first.Detect(ctx, d); err != nil {
			return nil, err
		}
	}
	tagged, err := y.tagger.Detect(ctx, d)
	if err != nil {
		return nil, err
	}
	if len(tagged) == 0 {
		return found, nil
	}
	all := slices.Clone(found)
	for _, t := range tagged {
		all = append(all, trim(d, t))
	}
	near := interval.Of(all)
	stands := make([]bool, len(all)) // what the patterns found, and what was taken of the tagger's finds so far
	for i := range found {
		stands[i] = true
	}
	for i, t := range tagged {
		kept := y.keeps(t)
		if t.Doubt != bauta.Sure && (y.mute || kept) || t.Label == bauta.Date && clock.MatchString(d.Surface(t.Start, t.End)) {
			continue
		}
		if y.beaten(t, kept, all, stands, near) {
			continue
		}
		at := len(all) - len(tagged) + i
		stands[at], found = true, append(found, all[at])
	}
	return found, nil
}

// beaten reports a find of the tagger over which another one stands.
func (y yielding) beaten(t bauta.Span, kept bool, all []bauta.Span, stands []bool, near *interval.Tree) bool {
	for i := range near.Over(t.Start, t.End) {
		s := all[i]
		if stands[i] && (kept && !y.keeps(s) || formal[t.Label] && s.Start <= t.Start && t.End <= s.End) {
			return true
		}
	}
	return false
}

// listed asks the lists of names about the words on which a tagger is in
// doubt: what is a name there and nothing else is a find from a lower
// probability on.
type listed struct {
	tagger bauta.Detector
	lex    *lexicon.Lexicon
	least  float64
	ask    float64 // from which a word is asked about that the lists do not settle
}

// Detect asks the tagger, and about its questions the lists.
func (l listed) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := l.tagger.Detect(ctx, d)
	if err != nil {
		return nil, err
	}
	loud := strings.ToUpper(d.Text) == d.Text
	out := found[:0]
	for _, s := range found {
		switch {
		case s.Doubt == bauta.Sure || s.Label != bauta.Person || s.Score < l.least:
		case l.name(d.Surface(s.Start, s.End), d.Lang):
			s.Doubt = bauta.Sure
			s.Why += "; in the lists of names alone"
		case l.strange(d, s, loud):
			s.Doubt = bauta.Sure
			s.Why += "; in no list, with a capital in mid-sentence"
		}
		if s.Doubt == bauta.Sure || l.ask >= 0 && s.Score >= max(l.ask, 0.3) {
			out = append(out, s)
		}
	}
	return out, nil
}

// name reports a word of the lists of names that is in no other but that of
// towns.
func (l listed) name(word, lang string) bool {
	e, _ := l.lex.Look(word, lang)
	return e.Hidden() && e.Kinds&lexicon.AntiDictionary&^lexicon.City == 0 && utf8.RuneCountInString(word) >= 3
}

// strange reports a word that is in no list and has a capital where the language
// writes one to names alone; loud says that all of the message is in capitals.
func (l listed) strange(d *bauta.Doc, s bauta.Span, loud bool) bool {
	i, ok := slices.BinarySearchFunc(d.Tokens, s.Start, func(t bauta.Token, at int) int { return t.Start - at })
	if !ok || i == 0 || d.Tokens[i].End != s.End || d.Lang == "de" || shouted(d, i, loud) || !capital(d, d.Tokens[i]) || utf8.RuneCountInString(d.Tokens[i].Norm) < 3 {
		return false
	}
	before := d.Tokens[i-1]
	if before.Kind != bauta.Word && d.Surface(before.Start, before.End) != "," || strings.Contains(d.Text[before.End:s.Start], "\n") {
		return false
	}
	_, known := l.lex.Look(d.Tokens[i].Norm, d.Lang)
	return !known
}

// announced is a detector without its finds of names that are the words by
// which identifiers are announced: an IBAN is nobody, though the lists know
// one who is called so.
type announced struct{ bauta.Detector }

// announcers are such words, folded.
var announcers = set(`iban bic swift ip mac pin puk cvv cvc imei isbn siren siret nir ahv avs uid bsn niss cpr dni nie nif cif cpf cnpj ssn ein nhs nino tin vat tva mwst ust
	iva cap plz cp tel tél fax gsm sms mms mail email url wifi wlan vpn id nr no cb visa mastercard eircode postcode bankgiro plusgiro konto insta snap snapchat tiktok twitch whatsapp`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// Detect drops them, the user's own words apart.
func (a announced) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := a.Detector.Detect(ctx, d)
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		return s.Label == bauta.Person && !s.By(lexicon.RuleListed) && s.End-s.Start <= 10 && announcers[lexicon.Fold(d.Surface(s.Start, s.End))]
	}), err
}
