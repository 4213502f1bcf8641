package pattern

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// accounts are the national parts of account numbers as the SWIFT registry
// lays them out: n digits, a capital letters, c either.
var accounts = map[string]string{
	"AT": "16n", "BE": "12n", "BG": "4a6n8c", "CH": "5n12c", "CY": "8n16c", "CZ": "20n", "DE": "18n", "DK": "14n", "EE": "16n", "ES": "20n", "FI": "14n", "FR": "10n11c2n", "GB": "4a14n",
	"GR": "7n16c", "HR": "17n", "HU": "24n", "IE": "4a14n", "IS": "22n", "IT": "1a10n12c", "LI": "5n12c", "LT": "16n", "LU": "3n13c", "LV": "4a13c", "MC": "10n11c2n", "MT": "4a5n18c",
	"NL": "4a10n", "NO": "11n", "PL": "24n", "PT": "21n", "RO": "4a16c", "SE": "20n", "SI": "15n", "SK": "20n", "SM": "1a10n12c", "TR": "5n1n16c", "AE": "19n", "SA": "2n18c", "BR": "23n1a1c",
}

// account writes an account of the country with right check digits.
func account(country string, pick func(n int) int) string {
	var b strings.Builder
	times := 0
	for _, c := range accounts[country] {
		if c >= '0' && c <= '9' {
			times = 10*times + int(c-'0')
			continue
		}
		for range times {
			switch c {
			case 'n':
				b.WriteByte(byte('0' + pick(10)))
			case 'a':
				b.WriteByte(byte('A' + pick(26)))
			default:
				b.WriteByte("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[pick(36)])
			}
		}
		times = 0
	}
	for check := 2; check <= 98; check++ {
		if n := fmt.Sprintf("%s%02d%s", country, check, b.String()); mod97Account(n) {
			return n
		}
	}
	return ""
}

// fours sets the number in groups of four.
func inFours(s, sep string) string {
	var groups []string
	for ; len(s) > 4; s = s[4:] {
		groups = append(groups, s[:4])
	}
	return strings.Join(append(groups, s), sep)
}

func TestAccountsOfAllCountries(t *testing.T) {
	d := cached(t, Config{Kinds: []string{"iban"}})
	says := []string{"mon iban %s merci", "iban: %s", "bitte an %s danke", "%s è il mio iban", "mi cuenta es %s vale", "mitt konto %s tack"}
	for country := range accounts {
		r := seeded("iban " + country)
		for n := range 6 {
			number := account(country, r.IntN)
			for _, written := range []string{number, inFours(number, " "), strings.ToLower(number), inFours(number, "-")} {
				say := says[n]
				text, start := fmt.Sprintf(say, written), strings.Index(say, "%s")
				spans := run(t, d, text)
				if len(spans) != 1 || spans[0].Start != start || spans[0].End != start+len(written) {
					t.Errorf("%q gives %s", text, show(text, spans))
				}
			}
		}
	}
}

// An account with any one character changed, or two neighbours exchanged, is
// no account: mod 97 notices all of these.
func TestChangedAccountsAreLost(t *testing.T) {
	d := cached(t, Config{Kinds: []string{"iban"}})
	rapid.Check(t, func(t *rapid.T) {
		country := rapid.SampledFrom([]string{"AT", "BE", "CH", "DE", "ES", "FR", "GB", "IT", "NL", "SE"}).Draw(t, "country")
		number := []byte(account(country, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "c") }))
		at := rapid.IntRange(2, len(number)-2).Draw(t, "at")
		before := string(number)
		if rapid.Bool().Draw(t, "exchange") {
			number[at], number[at+1] = number[at+1], number[at]
		} else if number[at] <= '9' {
			number[at] = byte('0' + (int(number[at]-'0')+rapid.IntRange(1, 9).Draw(t, "more"))%10)
		}
		letter := func(i int) bool { return number[i] > '9' }
		if string(number) == before || letter(at) != letter(at+1) {
			return // a letter among the check digits is no account, though mod 97 may have it
		}
		text := "mon iban " + string(number) + " merci"
		if got := len(slices.DeleteFunc(find1(t, d, text), typed)) > 0; got != mod97Account(string(number)) {
			t.Fatalf("%q found: %v", text, got)
		}
	})
}

// issuers are the first digits of cards and how long their numbers are.
var issuers = []struct {
	prefix string
	length int
	groups []int
}{
	{"4", 16, []int{4, 4, 4, 4}},
	{"51", 16, []int{4, 4, 4, 4}},
	{"55", 16, []int{4, 4, 4, 4}},
	{"2221", 16, []int{4, 4, 4, 4}},
	{"2720", 16, []int{4, 4, 4, 4}},
	{"34", 15, []int{4, 6, 5}},
	{"37", 15, []int{4, 6, 5}},
	{"36", 14, []int{4, 6, 4}},
	{"3001", 14, []int{4, 6, 4}},
	{"6011", 16, []int{4, 4, 4, 4}},
	{"65", 16, []int{4, 4, 4, 4}},
	{"3528", 16, []int{4, 4, 4, 4}},
}

func TestCardsOfAllIssuers(t *testing.T) {
	d := cached(t, Config{Kinds: []string{"card"}})
	for _, issuer := range issuers {
		card := dialect{draw: issuer.prefix + strings.Repeat("d", issuer.length-len(issuer.prefix)-1) + "?", ok: doubled}
		r := seeded(issuer.prefix)
		for range 10 {
			number, checks := card.number(r)
			var parts []string
			rest := number
			for _, n := range issuer.groups {
				parts, rest = append(parts, rest[:n]), rest[n:]
			}
			for _, sep := range []string{"", " ", "-", "."} {
				written := strings.Join(parts, sep)
				for _, say := range []string{"carte %s merci", "my visa is %s ok", "Kreditkarte: %s", "tarjeta %s vale", "la carta è %s", "mitt kort %s tack", "hop %s voila"} {
					text, start := fmt.Sprintf(say, written), strings.Index(say, "%s")
					if spans := run(t, d, text); len(spans) != 1 || spans[0].Start != start || spans[0].End != start+len(written) {
						t.Errorf("%q gives %s", text, show(text, spans))
					}
				}
			}
			for _, c := range "0123456789" {
				wrong := number[:checks[0]] + string(c)
				if spans := run(t, d, "carte "+wrong+" merci"); wrong != number && len(spans) > 0 {
					t.Errorf("%s with a wrong check digit gives %s", issuer.prefix, show("carte "+wrong+" merci", spans))
				}
			}
		}
	}
}

// One digit changed anywhere loses a checked number, or the reference says that
// the changed one is right too.
func TestOneDigitChangedAnywhere(t *testing.T) {
	var luhns []*dialect
	for i := range dialects {
		switch d := &dialects[i]; d.kind {
		case "fr-siren", "fr-siret", "ca-sin", "imei", "in-aadhaar", "ng-nin", "gb-nhs", "nl-bsn", "us-aba", "ch-ahv", "it-vat", "es-nif", "au-tfn", "br-cpf":
			luhns = append(luhns, d)
		}
	}
	if len(luhns) != 14 {
		t.Fatalf("%d of 14 kinds are in the table", len(luhns))
	}
	for _, d := range luhns {
		det, r := d.detector(t), seeded(d.kind+" changed")
		for range 4 {
			number, _ := d.number(r)
			for at := 3; at < len(number); at++ { // the first digits are those of the shape
				if number[at] > '9' {
					continue
				}
				for c := byte('0'); c <= '9'; c++ {
					other := number[:at] + string(c) + number[at+1:]
					text := fmt.Sprintf(d.say[0], laid(d.layouts[0], other))
					if got := len(run(t, det, text)) > 0; got != d.ok(other) && !repeated(other) {
						t.Errorf("%s: %q found: %v, the reference says %v", d.kind, text, got, d.ok(other))
					}
				}
			}
		}
	}
}

// forms are kinds without check digits: patterns of what is written (see
// drawn), and patterns one step away from it that are something else.
var formsOnly = []struct {
	kind, country, say string
	yes, no            []string
}{
	{"us-ssn", "us", "my ssn is %s ok", []string{"[1234578][01234578]n-[123456789]d-ndd[0123456789]", "[12345]dn [123456789]d nddd"}, []string{"000-dn-nddd", "666-dn-nddd", "9dd-dn-nddd", "ndd-00-nddd", "[12345]dn-nd-0000", "nd-dnd-nddd"}},
	{"us-itin", "us", "my itin is %s ok", []string{"9dd-[5]d-dddd", "9dd-7d-dddd", "9dd 9[456789] dddd"}, []string{"8dd-7d-dddd", "9dd-[01234]d-dddd", "9dd-93-dddd", "9dd-89-dddd", "9dd-6[6789]-dddd"}},
	{"gb-nino", "gb", "my nino is %s ok", []string{"[ABCE][ABCE]dddddd[ABCD]", "[HJKL][ABC] dd dd dd [ABCD]"}, []string{"[DFIQUV][ABCE]dddddd[ABCD]", "[ABCE]Odddddd[ABCD]", "GBdddddd[ABCD]", "[ABCE][ABCE]dddddd[EFGH]", "[ABCE][ABCE]ddddd[ABCD]"}},
	{"gb-postcode", "gb", "postcode %s ok", []string{"[BEGLMNS]n n[ABDEFGH][ABDEFGH]", "[BEGLMNS]nd n[ABDEFGH][ABDEFGH]", "[BEGLMN][ABCDEF]n n[ABDEFGH][JLNPQR]", "[ABC][ABC]ndn[ABD][ABD]"}, []string{"[QVX]n n[ABDEFGH][ABDEFGH]", "[BEGLMN]n n[CIKMOV][ABD]", "[BEGLMN]n n[ABD][CIKMOV]", "n[ABD]n n[ABD][ABD]"}},
	{"gb-plate", "gb", "number plate %s ok", []string{"[ABCDE][ABCDE]1d[ABCDE][ABCDE][ABCDE]", "[ABCDE][ABCDE]6d [ABCDE][ABCDE][ABCDE]"}, []string{"[IQ][ABCDE]1d[ABC][ABC][ABC]", "[ABCDE][ABCDE]3d[ABC][ABC][ABC]", "[ABCDE][ABCDE]8d[ABC][ABC][ABC]", "[ABCDE][ABCDE]1d[ABC]I[ABC]"}},
	{"fr-plate", "fr", "ma plaque %s merci", []string{"[ABCDE][ABCDE]-nnn-[ABCDE][ABCDE]", "[ABCDE][ABCDE] nnn [ABCDE][ABCDE]", "[ABCDE][ABCDE]nnn[ABCDE][ABCDE]"}, []string{"SS-nnn-[ABC][ABC]", "[ABC][ABC]-000-[ABC][ABC]", "[IOU][ABC]-nnn-[ABC][ABC]", "[ABC][ABC]-nn-[ABC][ABC]", "[ABC][ABC]-nnnn-[ABC][ABC]"}},
	{"fr-passport", "fr", "passeport %s merci", []string{"ddaaddddd", "ddaaddddd"}, []string{"ddaadddd", "daaddddd", "ddaaadddd", "ddaadddddd"}},
	{"us-mbi", "us", "medicare %s ok", []string{"n[ACD][EFG]d[HJK][MNP]d[QRT][UVW]dd", "n[ACD]dd-[HJK]dd-[QRT][UVW]dd"}, []string{"0[ACD][EFG]d[HJK][MNP]d[QRT][UVW]dd", "n[SLOIBZ][EFG]d[HJK][MNP]d[QRT][UVW]dd", "n[ACD][EFG]d[HJK][MNP]d[QRT][UVW]d"}},
	{"in-pan", "in", "my pan card is %s ok", []string{"aaaPadddda", "aaaCadddda"}, []string{"aaaPaddd", "aaPadddda", "aaaaPaddddaa"}},
	{"in-passport", "in", "passport %s ok", []string{"[ABCHJ]ndddddn"}, []string{"[ABC]0dddddn", "[ABC]nddddd0", "[ABC][ABC]ndddddn", "[ABC]ndddd"}},
	{"kr-licence", "kr", "운전면허 %s ok", []string{"1[123456789]-dd-dddddd-dd", "2[0123]-dd-dddddd-dd"}, []string{"0d-dd-dddddd-dd", "3d-dd-dddddd-dd", "1[123]-dd-ddddd-dd"}},
	{"de-register", "de", "Amtsgericht %s ok", []string{"HRBndddd", "HRB ndddd", "HRA nddd"}, []string{"HRCndddd", "HRBnddddddd", "HR ndddd"}},
	{"es-passport", "es", "pasaporte %s vale", []string{"aaadddddd"}, []string{"aadddddd", "aaaaddddd", "aaaddddd", "aaaddddddd"}},
	{"sg-nric", "sg", "nric %s ok", []string{"[STFG]ddddddda"}, []string{"[STFG]dddddda", "[STFG]dddddddaa", "ddddddda"}},
	{"tr-plate", "tr", "plaka %s tamam", []string{"34 aa ddd", "0n aa ddd", "[1234567]n aa ddd"}, []string{"00 aa ddd", "9d aa ddd", "8[23456789] aa ddd"}},
}

func TestFormsWithoutCheckDigits(t *testing.T) {
	for _, f := range formsOnly {
		d, r := cached(t, Config{Kinds: []string{f.kind}, Countries: []string{f.country}}), seeded(f.kind)
		start := strings.Index(f.say, "%s")
		for _, pattern := range f.yes {
			for range 12 {
				written := drawn(r, pattern)
				text := fmt.Sprintf(f.say, written)
				if spans := run(t, d, text); !has(spans, start, start+len(written), "") || len(spans) != 1 {
					t.Errorf("%s: %q gives %s", f.kind, text, show(text, spans))
				}
			}
		}
		for _, pattern := range f.no {
			for range 12 {
				text := fmt.Sprintf(f.say, drawn(r, pattern))
				if spans := run(t, d, text); len(spans) > 0 {
					t.Errorf("%s: %q gives %s", f.kind, text, show(text, spans))
				}
			}
		}
	}
}

// The telephone library is asked a number of times that the length of the text
// bounds, whatever the text; so is the number of finds.
func TestWorkIsBoundedByLength(t *testing.T) {
	d := cached(t, Config{})
	for _, unit := range floods {
		for _, n := range []int{2_000, 40_000} {
			text := strings.Repeat(unit, n/len(unit))
			sc := new(scan)
			sc.reset(d, text, "")
			most := sc.calls
			sc.run()
			if used := most - sc.calls; used > 32+len(text)/128 {
				t.Errorf("%q × %d: %d questions to the telephone library", unit, n/len(unit), used)
			}
			if len(sc.words) > len(text) || len(sc.found) > 8*len(text) {
				t.Errorf("%q: %d words and %d finds in %d bytes", unit, len(sc.words), len(sc.found), len(text))
			}
		}
	}
}

// Labels that a configuration names are all that is found.
func TestLabelsFilter(t *testing.T) {
	for _, label := range []bauta.Label{bauta.Email, bauta.Phone, bauta.URL, bauta.Address, bauta.UID, bauta.ZipCode} {
		d := cached(t, Config{Kinds: []string{string(label)}})
		found := false
		for _, f := range announcedFinds {
			text, _, _ := unmark(t, f.text)
			for _, s := range run(t, d, text) {
				found = true
				if s.Label != label {
					t.Errorf("asked for %s, %q gives %s", label, text, s.Label)
				}
			}
		}
		if !found && label != bauta.Phone {
			t.Errorf("nothing of label %s in all messages", label)
		}
	}
}
