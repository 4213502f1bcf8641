package pattern

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// sample is something that the default configuration finds wherever it stands,
// with the label of the find.
var sample = []struct {
	label bauta.Label
	text  string
}{
	{bauta.Email, "lea.martin@example.org"},
	{bauta.Email, "Bob_99@mail.example.co.uk"},
	{bauta.Email, "x+y@example.de"},
	{bauta.Phone, "06 12 34 56 78"},
	{bauta.Phone, "+33612345678"},
	{bauta.Phone, "+44 7911 123456"},
	{bauta.Phone, "+49 30 901820"},
	{bauta.Phone, "06.98.76.54.32"},
	{bauta.URL, "https://www.example.com/a?b=1"},
	{bauta.URL, "http://example.org/x"},
	{bauta.URL, "www.example.net"},
	{"", "DE89370400440532013000"},
	{"", "GB29 NWBK 6016 1331 9268 19"},
	{"", "FR14 2004 1010 0505 0001 3M02 606"},
	{"", "4111 1111 1111 1111"},
	{"", "5555-5555-5555-4444"},
	{"", "378282246310005"},
	{"", "192.168.12.254"},
	{"", "2001:db8::ff00:42:8329"},
	{"", "00:1A:2B:3C:4D:5E"},
	{"", "269054958815780"},
	{"", "2 69 05 49 588 157 80"},
	{"", "RSSMRA85T10A562S"},
	{"", "756.9217.0769.85"},
	{"", "111.444.777-35"},
	{"", "AKIAIOSFODNN7EXAMPLE"},
	{"", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"},
}

// chatter are words and signs that may stand beside anything and are nothing.
var chatter = []string{
	"coucou", "tu", "viens", "ce soir", "bisous", "ok", "see you", "later", "mate", "danke", "bis morgen", "liebe", "ciao", "bella", "hola", "guapa",
	"hej", "kram", "mdr", "lol", "😀", "❤️", "...", "!!", "?", "ça va", "été", "naïve", "中文", "привет", "(", ")", "\n", "—", "«", "»", ",", ";",
}

// around draws text that holds no identifier, set off by blanks from what
// follows and what stands before.
func around(t *rapid.T, name string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(chatter), 0, 12).Draw(t, name), " ")
}

func find1(t interface{ Fatal(...any) }, d *Detector, s string) []bauta.Span {
	spans, err := d.Detect(context.Background(), &bauta.Doc{Message: bauta.Message{Text: s}, Shadow: s})
	if err != nil {
		t.Fatal(err)
	}
	return spans
}

func has(spans []bauta.Span, start, end int, label bauta.Label) bool {
	return slices.ContainsFunc(spans, func(s bauta.Span) bool {
		return s.Start == start && s.End == end && (label == "" || s.Label == label)
	})
}

func TestFoundWhateverStandsAround(t *testing.T) {
	d := cached(t, Config{})
	rapid.Check(t, func(t *rapid.T) {
		it := rapid.SampledFrom(sample).Draw(t, "what")
		head, tail := around(t, "head"), around(t, "tail")
		text := head + " " + it.text + " " + tail
		spans := find1(t, d, text)
		if !has(spans, len(head)+1, len(head)+1+len(it.text), it.label) {
			t.Fatalf("%q gives %s", text, show(text, spans))
		}
		for _, s := range spans {
			if s.Start < len(head)+1 || s.End > len(head)+1+len(it.text) {
				t.Fatalf("%q gives %s, outside the number", text, show(text, spans))
			}
		}
	})
}

// Two finds in one message are found in either order, far enough from each
// other not to be one number.
func TestTwoFindsInEitherOrder(t *testing.T) {
	d := cached(t, Config{})
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SampledFrom(sample).Draw(t, "a"), rapid.SampledFrom(sample).Draw(t, "b")
		between := " " + rapid.SampledFrom([]string{"et aussi", "and then", "oder eben", "sinon", "o bien"}).Draw(t, "between") + " "
		for range 2 {
			text := "hop " + a.text + between + b.text + " voila"
			spans := find1(t, d, text)
			second := 4 + len(a.text) + len(between)
			if !has(spans, 4, 4+len(a.text), a.label) || !has(spans, second, second+len(b.text), b.label) {
				t.Fatalf("%q gives %s", text, show(text, spans))
			}
			a, b = b, a
		}
	})
}

// Lines are independent: what is found in one line of a message is found when
// a line of chatter stands before it, at the shifted place.
func TestChatterBeforeMovesFinds(t *testing.T) {
	d := cached(t, Config{})
	rapid.Check(t, func(t *rapid.T) {
		it := rapid.SampledFrom(sample).Draw(t, "what")
		head := strings.Repeat("bon alors voila ", rapid.IntRange(0, 400).Draw(t, "times"))
		short, long := find1(t, d, "hop "+it.text), find1(t, d, head+"hop "+it.text)
		if len(short) != len(long) {
			t.Fatalf("%d finds alone, %d behind %d bytes", len(short), len(long), len(head))
		}
		for i := range short {
			if short[i].Start+len(head) != long[i].Start || short[i].End+len(head) != long[i].End || short[i].Why != long[i].Why {
				t.Fatalf("find %d moves from %d-%d to %d-%d behind %d bytes", i, short[i].Start, short[i].End, long[i].Start, long[i].End, len(head))
			}
		}
	})
}

// Signs that cling to an identifier are not part of it and do not hide it.
func TestNeighbours(t *testing.T) {
	d := cached(t, Config{})
	heads := []string{"", "(", "[", "{", "\"", "'", "«", "“", "‘", "<", ":", ": ", "=", "= ", "*", "**", "→", "-> ", "• ", "😀", "📞", "✉️", ">", "\n", "\t", ",", ", ", ";", "!", "¿", "¡", "|", "中", "は"}
	tails := []string{"", ")", "]", "}", "\"", "'", "»", "”", "’", ">", ".", "...", "…", ",", ";", "!", "!!", "?", " ?", ":", "*", "😀", "❤️", "\n", "\t", "\r\n", ", ok", ". Merci", "|", "。", "です"}
	for _, it := range sample {
		for _, h := range heads {
			if text := h + it.text + " ok"; !has(run(t, d, text), len(h), len(h)+len(it.text), it.label) && !clings(it.text, h) {
				t.Errorf("behind %q: %q gives %s", h, text, show(text, run(t, d, text)))
			}
		}
		for _, h := range tails {
			if text := "ok " + it.text + h; !has(run(t, d, text), 3, 3+len(it.text), it.label) && !clings(it.text, h) {
				t.Errorf("before %q: %q gives %s", h, text, show(text, run(t, d, text)))
			}
		}
	}
}

// clings reports signs that may be part of the identifier itself.
func clings(body, sign string) bool {
	switch {
	case strings.Contains(body, "@"):
		return sign == "'" || sign == "*" || sign == "**" || sign == "{" || sign == "}" || sign == "|" || sign == "=" || sign == "!" || sign == "中" || sign == "は" || sign == "です"
	case strings.HasPrefix(body, "http"), strings.HasPrefix(body, "www"):
		return strings.Trim(sign, "*'|}])=:") == "" && sign != "" || sign == "です" || sign == "中" || sign == "は"
	case strings.Contains(body, "::"), strings.Count(body, ":") == 5:
		return strings.Contains(sign, ":")
	}
	return false
}

// Of any text: finds are in order, inside the text, cut between characters,
// scored within (0, 1], say why, and no range has the same label twice.
func TestFindsAreWellFormed(t *testing.T) {
	d := cached(t, Config{})
	kinds := map[string]bool{}
	for _, k := range Kinds() {
		kinds[k] = true
	}
	rapid.Check(t, func(t *rapid.T) {
		var pieces []string
		for range rapid.IntRange(0, 8).Draw(t, "pieces") {
			switch rapid.IntRange(0, 3).Draw(t, "of") {
			case 0:
				pieces = append(pieces, rapid.SampledFrom(sample).Draw(t, "what").text)
			case 1:
				pieces = append(pieces, rapid.String().Draw(t, "string"))
			case 2:
				pieces = append(pieces, rapid.SampledFrom(chatter).Draw(t, "word"))
			default:
				pieces = append(pieces, rapid.StringMatching(`[0-9A-Za-z@.:/+ -]{1,20}`).Draw(t, "shape"))
			}
		}
		text := strings.Join(pieces, rapid.SampledFrom([]string{"", " ", "\n", "-"}).Draw(t, "joint"))
		spans := find1(t, d, text)
		for i, s := range spans {
			if s.Start < 0 || s.Start >= s.End || s.End > len(text) || s.P <= 0 || s.P > 1 || s.Source != "pattern" || s.Label == "" {
				t.Fatalf("%q: impossible %+v", text, s)
			}
			if !boundaryOfRune(text, s.Start) || !boundaryOfRune(text, s.End) {
				t.Fatalf("%q: %d-%d cuts a character", text, s.Start, s.End)
			}
			if !kinds[s.Why] && !strings.HasPrefix(s.Why, "phone") && s.Why == "" {
				t.Fatalf("%q: find without a reason", text)
			}
			for _, o := range spans[:i] {
				if o.Start == s.Start && o.End == s.End && o.Label == s.Label {
					t.Fatalf("%q: the same find twice: %s", text, show(text, spans))
				}
			}
			if i > 0 && spans[i-1].Start > s.Start {
				t.Fatalf("%q: out of order: %s", text, show(text, spans))
			}
		}
		again := find1(t, d, text)
		if !reflect.DeepEqual(spans, again) {
			t.Fatalf("%q: twice the same text, two answers", text)
		}
	})
}

func boundaryOfRune(s string, i int) bool { return i == len(s) || s[i]&0xC0 != 0x80 || i == 0 }

// Every label that stands in a text is kept when it is asked for alone.
func TestKindsFilter(t *testing.T) {
	all := cached(t, Config{})
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SampledFrom(sample).Draw(t, "a"), rapid.SampledFrom(sample).Draw(t, "b")
		text := "hop " + a.text + " et aussi " + b.text + " voila"
		for _, s := range find1(t, all, text) {
			if strings.HasPrefix(s.Why, "phone-") {
				continue // the kind asked for is "phone"
			}
			only := kindDetector(t, s.Why)
			for _, o := range find1(t, only, text) {
				if o.Why != s.Why {
					t.Fatalf("asked for %s alone, %q gives %s", s.Why, text, o.Why)
				}
			}
			if !has(find1(t, only, text), s.Start, s.End, s.Label) {
				t.Fatalf("%s is found among all kinds, not alone, in %q", s.Why, text)
			}
		}
	})
}

var byKind = map[string]*Detector{}

func kindDetector(t interface{ Fatal(...any) }, kind string) *Detector {
	if byKind[kind] == nil {
		d, err := New(Config{Kinds: []string{kind}})
		if err != nil {
			t.Fatal(err)
		}
		byKind[kind] = d
	}
	return byKind[kind]
}

// A country that is not named is not looked for; the same number is found when
// it is.
func TestCountriesFilter(t *testing.T) {
	for i := range dialects {
		d := &dialects[i]
		own := ruleOf(t, d.kind).country
		if own == "" {
			continue
		}
		other := "fr"
		if own == "fr" {
			other = "se"
		}
		number, _ := d.number(seeded(d.kind))
		text := fmt.Sprintf(d.say[0], laid(d.layouts[0], number))
		named, not := cached(t, Config{Countries: []string{own}}), cached(t, Config{Countries: []string{other}})
		if got := kindsAt(run(t, not, text), d.kind); len(got) > 0 {
			t.Errorf("%s is found though only %s is named: %q", d.kind, other, text)
		}
		for _, s := range run(t, not, text) {
			if prefix, _, _ := strings.Cut(s.Why, "-"); len(prefix) == 2 && prefix != other && ruleExists(s.Why) {
				t.Errorf("%s of another country in %q", s.Why, text)
			}
		}
		start := strings.Index(d.say[0], "%s")
		if !slices.ContainsFunc(run(t, named, text), func(s bauta.Span) bool { return s.Start <= start && s.End >= start+len(number) }) {
			t.Errorf("%s is not covered though %s is named: %q gives %s", d.kind, own, text, show(text, run(t, named, text)))
		}
		both := cached(t, Config{Countries: []string{own, other}})
		if a, b := show(text, kindsAt(run(t, named, text), d.kind)), show(text, kindsAt(run(t, both, text), d.kind)); a != b {
			t.Errorf("%s: naming %s too changes the find from %s to %s", d.kind, other, a, b)
		}
	}
}

func ruleExists(kind string) bool {
	_, ok := slices.BinarySearch(Kinds(), kind)
	return ok
}

func TestUnknownNamesAreErrors(t *testing.T) {
	bad := []Config{
		{Countries: []string{""}},
		{Countries: []string{"fr", "xx"}},
		{Countries: []string{"france"}},
		{Countries: []string{"f"}},
		{Countries: []string{" fr"}},
		{Langs: []string{""}},
		{Langs: []string{"f"}},
		{Langs: []string{"fran"}},
		{Langs: []string{"fr", "english"}},
		{Kinds: []string{""}},
		{Kinds: []string{"IBAN "}},
		{Kinds: []string{"email", "ibn"}},
		{Kinds: []string{"phone-fr-x"}},
		{Kinds: []string{"NAME"}},
		{Countries: []string{"fr"}, Kinds: []string{"de-tax-id"}},
		{Countries: []string{"se"}, Kinds: []string{"email", "us-ssn"}},
	}
	for _, c := range bad {
		if d, err := New(c); err == nil || d != nil {
			t.Errorf("New(%+v) is accepted", c)
		} else if msg := err.Error(); !strings.HasPrefix(msg, "pattern: ") || strings.Contains(msg, "\n") {
			t.Errorf("New(%+v): %q is not one line that says where it comes from", c, msg)
		}
	}
	for _, kind := range Kinds() {
		if _, err := New(Config{Kinds: []string{kind}}); err != nil {
			t.Errorf("listed kind %s: %v", kind, err)
		}
	}
	for _, country := range Countries() {
		if _, err := New(Config{Countries: []string{strings.ToUpper(country)}}); err != nil {
			t.Errorf("listed country %s: %v", country, err)
		}
	}
	if !slices.IsSorted(Kinds()) || !slices.IsSorted(Countries()) {
		t.Error("lists are not sorted")
	}
}

// Digits and letters disguised by normalisable characters are found, and the
// find covers the disguise in the text as it came.
func TestDisguisedNumbersMapBack(t *testing.T) {
	d := cached(t, Config{})
	disguises := []struct {
		name string
		put  func(s string, r *rapid.T) string
	}{
		{"zero-width space", func(s string, r *rapid.T) string {
			at := rapid.IntRange(1, len(s)-1).Draw(r, "at")
			return s[:at] + "\u200b" + s[at:]
		}},
		{"zero-width joiners everywhere", func(s string, _ *rapid.T) string {
			return strings.Join(strings.Split(s, ""), "\u2060")
		}},
		{"full-width digits", func(s string, _ *rapid.T) string {
			return strings.Map(func(c rune) rune {
				if c >= '0' && c <= '9' {
					return c - '0' + '０'
				}
				return c
			}, s)
		}},
		{"soft hyphen", func(s string, r *rapid.T) string {
			at := rapid.IntRange(1, len(s)-1).Draw(r, "at")
			return s[:at] + "\u00ad" + s[at:]
		}},
	}
	for _, dis := range disguises {
		t.Run(dis.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				it := rapid.SampledFrom(sample).Draw(t, "what")
				hidden := dis.put(it.text, t)
				head := around(t, "head") + " "
				doc, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: head + hidden + " voila"})
				if err != nil {
					t.Fatal(err)
				}
				spans, err := d.Detect(context.Background(), doc)
				if err != nil {
					t.Fatal(err)
				}
				if !has(spans, len(head), len(head)+len(hidden), it.label) {
					t.Fatalf("%q gives %s", doc.Text, show(doc.Text, spans))
				}
			})
		})
	}
}

// A message with nothing in it gives nothing, and a document whose shadow is
// empty because everything was dropped is not read instead of its shadow.
func TestEmptyMessages(t *testing.T) {
	d := cached(t, Config{})
	for _, doc := range []*bauta.Doc{
		{},
		{Message: bauta.Message{Text: ""}, Shadow: ""},
		{Shadow: " "},
		{Shadow: "\u200b"},
		{Message: bauta.Message{Text: "\u200b"}, Shadow: "", Shifts: []bauta.Shift{{Shadow: 0, Text: 0, Fold: true}}},
	} {
		if spans, err := d.Detect(context.Background(), doc); err != nil || len(spans) > 0 {
			t.Errorf("%+v gives %v, %v", doc, spans, err)
		}
	}
	if spans, err := d.Detect(context.Background(), &bauta.Doc{Message: bauta.Message{Text: "a lea@example.org"}}); err != nil || len(spans) != 1 || spans[0].Start != 2 {
		t.Errorf("a document without shadow gives %v, %v", spans, err)
	}
}
