package dialplan_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nyaruka/phonenumbers"

	"github.com/bauta/bauta/internal/detect/pattern/dialplan"
)

// same compares every answer about a text with the library's.
func same(t *testing.T, text, region string) {
	t.Helper()
	p, err := phonenumbers.ParseAndKeepRawInput(text, region)
	n, ok := dialplan.Parse(text, region)
	if ok != (err == nil) {
		t.Fatalf("%q in %s: read %v, the library %v", text, region, ok, err)
	}
	if !ok {
		return
	}
	got := []any{
		n.Code, n.National, n.Possible(), n.Valid(), n.Mobile(), n.Region(), n.Prefixed(),
	}
	want := []any{
		int(p.GetCountryCode()), phonenumbers.GetNationalSignificantNumber(p), phonenumbers.IsPossibleNumber(p),
		phonenumbers.IsValidNumber(p), phonenumbers.GetNumberType(p) == phonenumbers.MOBILE,
		phonenumbers.GetRegionCodeForNumber(p), phonenumbers.IsNationalPrefixPresentIfRequired(p),
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%q in %s: %v, the library %v", text, region, got, want)
	}
	if !n.Valid() || p.GetNationalNumber() == 0 {
		return // the library writes a number of zeros as it was given
	}
	groups := strings.FieldsFunc(phonenumbers.Format(p, phonenumbers.INTERNATIONAL), func(r rune) bool {
		return r < '0' || r > '9'
	})[1:]
	if !slices.Equal(n.Groups(), groups) {
		t.Fatalf("%q in %s: groups %q, the library %q", text, region, n.Groups(), groups)
	}
}

// regions are all regions, sorted, and the unknown one.
func regions() []string {
	list := []string{"ZZ"}
	for r := range phonenumbers.GetSupportedRegions() {
		list = append(list, r)
	}
	slices.Sort(list)
	return list
}

// TestRegions: the same regions and country codes as the library's.
func TestRegions(t *testing.T) {
	for _, r := range append(regions(), "", "001", "fr", "XX") {
		if dialplan.Known(r) != phonenumbers.GetSupportedRegions()[r] ||
			dialplan.Code(r) != phonenumbers.GetCountryCodeForRegion(r) {
			t.Errorf("%q: known %v, code %d", r, dialplan.Known(r), dialplan.Code(r))
		}
	}
}

// TestLikeTheLibrary asks about the example numbers of every kind and region, as they are
// written in four ways, in every region, and with a digit changed, put in and taken out.
func TestLikeTheLibrary(t *testing.T) {
	all := regions()
	r := rand.New(rand.NewPCG(1, 2))
	asked := 0
	for _, region := range all {
		for kind := phonenumbers.FIXED_LINE; kind <= phonenumbers.VOICEMAIL; kind++ {
			p := phonenumbers.GetExampleNumberForType(region, kind)
			if p == nil {
				continue
			}
			for _, form := range []phonenumbers.PhoneNumberFormat{
				phonenumbers.E164, phonenumbers.INTERNATIONAL, phonenumbers.NATIONAL,
			} {
				text := phonenumbers.Format(p, form)
				for _, text := range []string{
					text, changed(r, text), changed(r, text), phonenumbers.GetNationalSignificantNumber(p),
				} {
					for _, where := range []string{region, "ZZ", all[r.IntN(len(all))]} {
						same(t, text, where)
						asked++
					}
				}
			}
		}
	}
	if asked < 10_000 {
		t.Errorf("only %d numbers were asked about", asked)
	}
}

// changed is a text with one digit more, less or otherwise.
func changed(r *rand.Rand, text string) string {
	at := r.IntN(len(text))
	digit := fmt.Sprint(r.IntN(10))
	switch r.IntN(3) {
	case 0:
		return text[:at] + digit + text[at:]
	case 1:
		return text[:at] + text[at+1:]
	}
	return text[:at] + digit + text[at+1:]
}

// TestDigits asks about random digits in every region, behind what is dialled there.
func TestDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, region := range regions() {
		code := phonenumbers.GetCountryCodeForRegion(region)
		for range 20 {
			d := fmt.Sprintf("%0*d", 4+r.IntN(12), r.Uint64N(10_000_000_000))
			for _, before := range []string{
				"", "0", "+", "00", fmt.Sprint(code), fmt.Sprintf("+%d", code), "+00", "011", "8",
			} {
				same(t, before+d, region)
			}
		}
	}
}

// TestWritten asks about numbers in groups, with letters and extensions.
func TestWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	all := append(regions(), "FR", "FR", "US", "GB", "DE", "CH", "IT", "MX", "AR", "BR")
	marks := []string{
		" ", ".", "-", "/", "(", ") ", "_", "–", "—", "ー", "－", "\u20e3", "·", "・", "O", "l", "  ",
	}
	ends := []string{
		"", "", "", " x12", "x3", " ext. 12", " poste 4", ", extension 7", " durchwahl 55", " # 12", "#9", " ext:12",
		" EXT 12345", " x :3", " 658#", "-12#", " -123456#", "-1234567#",
	}
	for range 40_000 {
		var b strings.Builder
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "+%d", phonenumbers.GetCountryCodeForRegion(all[r.IntN(len(all))]))
		}
		for range 1 + r.IntN(5) {
			fmt.Fprintf(&b, "%0*d", 1+r.IntN(4), r.IntN(1000))
			if r.IntN(2) == 0 {
				b.WriteString(marks[r.IntN(len(marks))])
			}
		}
		fmt.Fprintf(&b, "%02d%s", r.IntN(100), ends[r.IntN(len(ends))])
		same(t, b.String(), all[r.IntN(len(all))])
	}
}

// FuzzLikeTheLibrary asks about texts of digits, ASCII letters and the marks that package
// pattern lets stand between digits; a plus stands first, if at all.
func FuzzLikeTheLibrary(f *testing.F) {
	f.Add("+33 6 12 34 56 78", "FR")
	f.Add("0612345678 poste 4", "FR")
	f.Add("(415) 555-0132 x12", "US")
	f.Add("11 15-2345-6789", "AR")
	f.Add("5-2345-658#", "ZZ")
	f.Add("100A/xA", "ZZ")
	f.Fuzz(func(t *testing.T, text, region string) {
		text = strings.Map(func(r rune) rune {
			if strings.ContainsRune(" .-/()_#:", r) || r >= '0' && r <= '9' || r < 0x80 && (r|0x20 >= 'a' && r|0x20 <= 'z') {
				return r
			}
			return -1
		}, strings.TrimPrefix(text, "+"))
		if region != "ZZ" && !dialplan.Known(region) {
			region = "ZZ"
		}
		same(t, text, region)
		same(t, "+"+text, region)
	})
}
