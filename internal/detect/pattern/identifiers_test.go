package pattern

import (
	"testing"

	"pgregory.net/rapid"
)

// published are numbers that authorities and standards print as examples, or
// that are printed wherever the algorithm is explained.
var published = map[string][]string{
	"fr-nir":     {"255081416802538", "269054958815780"},
	"fr-siren":   {"732829320", "404833048"},
	"fr-siret":   {"73282932000074"},
	"fr-vat":     {"FR40303265045", "FR23334175221"},
	"ch-ahv":     {"756.9217.0769.85", "756.1234.5678.97"},
	"ch-uid":     {"CHE-100.155.212", "CHE-116.281.710"},
	"be-niss":    {"85.07.30-033.28", "17.07.30-033.84"},
	"nl-bsn":     {"111222333", "123456782"},
	"at-svnr":    {"1237010180"},
	"at-vat":     {"ATU13585627", "ATU66889218"},
	"pt-nif":     {"501964843", "123456789"},
	"no-person":  {"15108695088"},
	"lu-person":  {"1893120105732"},
	"ie-pps":     {"1234567T", "6433435F"},
	"br-cpf":     {"111.444.777-35", "390.533.447-05"},
	"br-cnpj":    {"11.222.333/0001-81", "16.727.230/0001-97"},
	"jp-number":  {"123456789018"},
	"se-person":  {"811218-9876", "880320-0016"},
	"fi-person":  {"131052-308T"},
	"pl-pesel":   {"44051401359", "02070803628"},
	"es-nif":     {"12345678Z", "54362315K"},
	"es-nie":     {"X1234567L", "X2482300W"},
	"it-fiscal":  {"RSSMRA85T10A562S", "RCCMNL83S18D969H"},
	"de-tax-id":  {"36574261809", "86095742719"},
	"gb-nhs":     {"943 476 5919"},
	"au-abn":     {"51 824 753 556", "83 914 571 673"},
	"au-tfn":     {"123 456 782"},
	"za-id":      {"8001015009087"},
	"kr-brn":     {"220-81-62517"},
	"tr-id":      {"10000000146"},
	"in-aadhaar": {"234123412346"},
	"us-npi":     {"1234567893"},
	"ca-sin":     {"130-692-544"},
	"imei":       {"490154203237518"},
	"tracking":   {"1Z999AA10123456784", "RB123456785GB"},
}

func ruleOf(t testing.TB, kind string) *rule {
	t.Helper()
	set := allRules()
	for i := range set {
		if set[i].kind == kind {
			return &set[i]
		}
	}
	t.Fatalf("no rule %q", kind)
	return nil
}

// holds reports whether the text as a whole has the form of the rule and its
// check digits hold.
func holds(r *rule, text string) bool {
	for _, sh := range r.shapes {
		for _, f := range mustCompile(sh.form) {
			if text != "" && f.match(text, 0, false) == len(text) && (r.whole == nil || r.whole(text)) &&
				(r.check == nil || r.check(string(compact(nil, text)))) {
				return true
			}
		}
	}
	return false
}

func TestPublishedNumbersHold(t *testing.T) {
	for kind, numbers := range published {
		r := ruleOf(t, kind)
		for _, n := range numbers {
			if !holds(r, n) {
				t.Errorf("%s: published number %q refused", kind, n)
			}
		}
	}
}

// Where a number has a check digit, most wrong digits are noticed: the weakest
// systems here miss one in ten or eleven.
func TestWrongDigitsAreNoticed(t *testing.T) {
	for kind, numbers := range published {
		r := ruleOf(t, kind)
		tried, missed := 0, 0
		for _, n := range numbers {
			for i := range len(n) {
				if !digit(n[i]) {
					continue
				}
				for d := byte('0'); d <= '9'; d++ {
					if d == n[i] {
						continue
					}
					tried++
					if holds(r, n[:i]+string(d)+n[i+1:]) {
						missed++
					}
				}
			}
		}
		if missed*5 > tried {
			t.Errorf("%s: %d of %d wrong digits pass", kind, missed, tried)
		}
	}
}

// No check panics on whatever the shapes let through.
func TestChecksTakeWhatShapesGive(t *testing.T) {
	type shaped struct {
		r *rule
		f form
	}
	var all []shaped
	set := allRules()
	for i := range set {
		for _, sh := range set[i].shapes {
			for _, f := range mustCompile(sh.form) {
				all = append(all, shaped{&set[i], f})
			}
		}
	}
	for _, s := range all {
		texts := rapid.Custom(func(t *rapid.T) string { return draw(t, &s.f) })
		for seed := range 100 {
			text := texts.Example(seed)
			if s.r.whole != nil {
				s.r.whole(text)
			}
			if s.r.check != nil {
				s.r.check(string(compact(nil, text)))
			}
		}
	}
}

// A valid number is found wherever its country is configured, whatever stands
// around it.
func TestConfiguredCountryNeedsNoContext(t *testing.T) {
	for kind, numbers := range published {
		r := ruleOf(t, kind)
		if r.country == "" {
			continue
		}
		d := cached(t, Config{Countries: []string{r.country}, Kinds: []string{kind}})
		for _, n := range numbers[:1] {
			strong := false
			for _, sh := range r.shapes {
				for _, f := range mustCompile(sh.form) {
					strong = strong || f.match(n, 0, false) == len(n) && sh.score+withCountry >= bound
				}
			}
			spans := run(t, d, "voila "+n+" merci")
			if got := len(spans) > 0 && spans[0].Start == 6 && spans[0].End == 6+len(n); got != strong {
				t.Errorf("%s: %q alone gives %s", kind, n, show("voila "+n+" merci", spans))
			}
		}
	}
}

func TestCheckTerms(t *testing.T) {
	for _, test := range []struct {
		terms, body string
		holds       bool
	}{
		{"weighted(11,10,9,8,7,6,5,4,3,2,1)", "9434765919", true},
		{"weighted(11,10,9,8,7,6,5,4,3,2,1)", "0000000001", false},
		{"day(0,2)", "29021899", true},
		{"day(0,2)", "32011899", false},
		{"day(0,2)", "00011899", false},
		{"day(0,2)", "15131899", false},
		{"day(0,2)", "150", false},
		{"complement(11,11,2,3,4,5,6,7,8,9,2,3,4,5)", "9601211021413", true},
		{"complement(11,11,2,3,4,5,6,7,8,9,2,3,4,5)", "9601211021414", false},
		{"complement(13,11,2,3,4,5,6,7,8,9,2,3,4,5)", "9111245678906", true},
		{"drop(9,8,7,6,5,4,3,2) varied", "501964843", true},
		{"drop(9,8,7,6,5,4,3,2) varied", "501964844", false},
		{"range[:2](10-27,30-96)", "27", true},
		{"range[:2](10-27,30-96)", "28", false},
		{"in[-2:](AB,CD)", "12CD", true},
		{"not[2:](AB,CD)", "12CD", false},
		{"luhn[-4:] varied", "x0018", true},
		{"verhoeff", "234123412346", true},
		{"british-plate", "AB51ABC", true},
		{"british-plate", "AB35ABC", false},
		{"british-plate", "A123BCD", true},
	} {
		c, err := readCheck(test.terms)
		if err != nil {
			t.Fatal(err)
		}
		if c(test.body) != test.holds {
			t.Errorf("%s of %q is %v", test.terms, test.body, !test.holds)
		}
	}
	for _, bad := range []string{"nothing", "weighted(11)", "day(1)", "drop(a)", "luhn[1]", "luhn[a:]", "luhn[:b]", "luhn(1)"} {
		if _, err := readCheck(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestMalformedRowsAreErrors(t *testing.T) {
	for _, row := range []string{
		"x", "x\t-\t-\tloud\t-\t-\t-\t0.1 9{4}\tnone", "x\t-\t-\t-\tnothing\t-\t-\t0.1 9{4}\tnone",
		"x\t-\t-\t-\t-\tnothing\t-\t0.1 9{4}\tnone", "x\t-\t-\t-\t-\t-\t-\t9{4}\tnone",
	} {
		if _, err := readRow(row); err == nil {
			t.Errorf("%q is taken", row)
		}
	}
}

func TestWallets(t *testing.T) {
	if base58Check("1111111111111111111114oLvT3") {
		t.Error("base58")
	}
	if !bech32("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4") || bech32("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5") || bech32("bc1QW508d6") {
		t.Error("bech32")
	}
}
