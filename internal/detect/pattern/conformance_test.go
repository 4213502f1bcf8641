package pattern

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
)

// conforming maps the recognisers of Presidio 2.2.363 to our kinds.
var conforming = map[string][]string{
	"AbaRoutingRecognizer": {"us-aba"}, "AuAbnRecognizer": {"au-abn"}, "AuAcnRecognizer": {"au-acn"}, "AuMedicareRecognizer": {"au-medicare"},
	"AuTfnRecognizer": {"au-tfn"}, "CaSinRecognizer": {"ca-sin"}, "MedicalLicenseRecognizer": {"us-dea"}, "CreditCardRecognizer": {"card"},
	"CryptoRecognizer": {"crypto"}, "DateRecognizer": {"date"}, "DeBsnrRecognizer": {"de-practice"}, "DeFuehrerscheinRecognizer": {"de-licence"},
	"DeHandelsregisterRecognizer": {"de-register"}, "DeHealthInsuranceRecognizer": {"de-health"}, "DeIdCardRecognizer": {"de-id"}, "DeKfzRecognizer": {"de-plate"},
	"DeLanrRecognizer": {"de-doctor"}, "DePassportRecognizer": {"de-passport"}, "DePlzRecognizer": {"de-plz"}, "DeSocialSecurityRecognizer": {"de-social"},
	"DeTaxIdRecognizer": {"de-tax-id"}, "DeTaxNumberRecognizer": {"de-tax-number"}, "DeVatIdRecognizer": {"de-vat"}, "EmailRecognizer": {"email"},
	"EsNieRecognizer": {"es-nie"}, "EsNifRecognizer": {"es-nif"}, "EsPassportRecognizer": {"es-passport"}, "FiPersonalIdentityCodeRecognizer": {"fi-person"},
	"IbanRecognizer": {"iban"}, "InAadhaarRecognizer": {"in-aadhaar"}, "InGstinRecognizer": {"in-gstin"}, "InPanRecognizer": {"in-pan"},
	"InPassportRecognizer": {"in-passport"}, "InVehicleRegistrationRecognizer": {"in-plate"}, "InVoterRecognizer": {"in-voter"}, "IpRecognizer": {"ipv4", "ipv6"},
	"ItDriverLicenseRecognizer": {"it-licence"}, "ItFiscalCodeRecognizer": {"it-fiscal"}, "ItIdentityCardRecognizer": {"it-id"}, "ItPassportRecognizer": {"it-passport"},
	"ItVatCodeRecognizer": {"it-vat"}, "KrBrnRecognizer": {"kr-brn"}, "KrDriverLicenseRecognizer": {"kr-licence"}, "KrFrnRecognizer": {"kr-frn"},
	"KrPassportRecognizer": {"kr-passport"}, "KrRrnRecognizer": {"kr-rrn"}, "MacAddressRecognizer": {"mac"}, "NgNinRecognizer": {"ng-nin"},
	"NgVehicleRegistrationRecognizer": {"ng-plate"}, "PhoneRecognizer": {"phone"}, "PhTinRecognizer": {"ph-tin"}, "PlPeselRecognizer": {"pl-pesel"},
	"SeOrganisationsnummerRecognizer": {"se-company"}, "SePersonnummerRecognizer": {"se-person"}, "SgFinRecognizer": {"sg-nric"}, "SgUenRecognizer": {"sg-uen"},
	"ThTninRecognizer": {"th-id"}, "TrLicensePlateRecognizer": {"tr-plate"}, "TrNationalIdRecognizer": {"tr-id"}, "UkDrivingLicenceRecognizer": {"gb-licence"},
	"NhsRecognizer": {"gb-nhs"}, "UkNinoRecognizer": {"gb-nino"}, "UkPassportRecognizer": {"gb-passport"}, "UkPostcodeRecognizer": {"gb-postcode"},
	"UkVehicleRegistrationRecognizer": {"gb-plate"}, "UrlRecognizer": {"url", "url-bare"}, "UsBankRecognizer": {"us-bank"}, "UsLicenseRecognizer": {"us-licence"},
	"UsItinRecognizer": {"us-itin"}, "UsMbiRecognizer": {"us-mbi"}, "UsNpiRecognizer": {"us-npi"}, "UsPassportRecognizer": {"us-passport"}, "UsSsnRecognizer": {"us-ssn"},
	"ZaIdNumberRecognizer": {"za-id"},
}

// deliberate lists the cases, by the start of their name and the digest of their text, where
// we differ on purpose, and why.
var deliberate = []struct{ id, digest, why string }{
	{"url_recognizer", "cccdd1e133aa", "the quotes around an address are not part of it"},
	{"url_recognizer", "97815d6216b1", "the quotes around an address are not part of it"},
	{"url_recognizer", "07e744db1a89", "microsoft is a top level of the public suffix list"},
	{"url_recognizer", "77316a03fd25", "microsoft is a top level of the public suffix list"},
	{"uk_nino_recognizer", "f8d42caeb7cb", "the blank before a number is not part of it"},
	{"", "b4a6a21e03cf", "a number beside a word that announces it is hidden, valid or not"},
	{"iban_recognizer::test_when_finditer_times_out", "", "the test makes the matcher time out and expects nothing; a valid IBAN is always found here"},
	{"iban_recognizer::test_when_format_validation_times_out", "", "as above"},
	{"iban_recognizer::test_when_iban_match_group_is_empty", "", "as above, with a matcher that returns nothing"},
}

// meant reports that the case is one where we differ on purpose.
func (c *recorded) meant() bool {
	for _, d := range deliberate {
		if strings.HasPrefix(c.ID, d.id) && (d.digest == "" || d.digest == digest(c.Text)) {
			return true
		}
	}
	return false
}

// digest names a text of the reference, which is not to be quoted here.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:6])
}

// recorded is one recorded case.
type recorded struct {
	ID, Text, Recognizer, Method, Value string
	Spans                               [][2]int `json:"expected_spans"`
	Result                              *bool
	Config                              struct {
		Regions  []string `json:"supported_regions"`
		Leniency *int
		Strict   *bool `json:"strict_checksum"`
	}
}

// TestConformance runs the recorded cases of Presidio's own tests, compares
// spans, and asks that at least 97 of 100 recognisers hold all their cases.
func TestConformance(t *testing.T) {
	bad, meant := map[string][]string{}, map[string]bool{}
	seen := map[string]int{}
	total := 0
	for _, file := range []string{"analyze_cases.jsonl", "validate_cases.jsonl"} {
		for _, c := range readCases(t, fixture.Shared(t, "reference/presidio/"+file)) {
			total++
			seen[c.Recognizer]++
			kinds, ok := conforming[c.Recognizer]
			if !ok {
				bad[c.Recognizer] = append(bad[c.Recognizer], "no rule")
				continue
			}
			why := c.fails(t, kinds)
			if why != "" && c.meant() {
				meant[c.Recognizer] = true
				t.Logf("on purpose: %s", why)
				continue
			}
			if why != "" {
				bad[c.Recognizer] = append(bad[c.Recognizer], why)
			}
		}
	}
	names := make([]string, 0, len(bad))
	for name := range bad {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Logf("%s: %d of %d cases differ", name, len(bad[name]), seen[name])
		for i, why := range bad[name] {
			if i < 12 {
				t.Logf("    %s", why)
			}
		}
	}
	for name := range bad {
		delete(meant, name)
	}
	n := float64(len(seen))
	macro := 100 * (n - float64(len(bad))) / n
	t.Logf("conformance: %d cases, %d recognisers; macro %.1f %%, and %.1f %% where the differences on purpose count as failures",
		total, len(seen), macro, macro-100*float64(len(meant))/n)
	if macro < 97 {
		t.Errorf("macro %.1f %%, want 97", macro)
	}
}

func readCases(t *testing.T, path string) []recorded {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []recorded
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var c recorded
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// fails runs the case and says how it differs, "" where it holds.
func (c *recorded) fails(t *testing.T, kinds []string) string {
	if c.Method != "" {
		return c.validates(kinds[0])
	}
	d := c.detector(t, kinds)
	spans, err := d.Detect(context.Background(), &bauta.Doc{Message: bauta.Message{Text: c.Text}, Shadow: c.Text})
	if err != nil {
		t.Fatal(err)
	}
	var got [][2]int
	for _, s := range slices.DeleteFunc(spans, typed) {
		got = append(got, [2]int{bauta.Runes.From(c.Text, s.Start), bauta.Runes.From(c.Text, s.End)})
	}
	if slices.Equal(got, c.Spans) {
		return ""
	}
	text := c.Text
	if len(text) > 120 {
		text = text[:120] + "…"
	}
	return fmt.Sprintf("%q: got %v, want %v", text, got, c.Spans)
}

// detector gives one that reports whatever has the form and does not fail its
// check digits, as the recorded recognisers do.
func (c *recorded) detector(t *testing.T, kinds []string) *Detector {
	config := Config{Kinds: kinds, Countries: c.Config.Regions}
	if l := c.Config.Leniency; l != nil {
		config.Phones = [...]Leniency{Possible, Valid, Grouped, Exact}[*l]
		if config.Phones == Possible {
			config.Kinds = append(slices.Clone(kinds), "phone-glued")
		}
	}
	key := "conformance " + fmt.Sprint(config, c.Config.Strict != nil && *c.Config.Strict)
	if d := cache[key]; d != nil {
		return d
	}
	d, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	d.least = 0.005
	if c.Config.Strict != nil && *c.Config.Strict {
		d.least = 2 * failed
	}
	cache[key] = d
	return d
}

// validates runs a validator call: true, false, or nil for "cannot say".
func (c *recorded) validates(kind string) string {
	var r *rule
	set := allRules()
	for i := range set {
		if set[i].kind == kind {
			r = &set[i]
		}
	}
	yes, no := true, false
	got, fits := &no, false
	for _, sh := range r.shapes {
		for _, f := range mustCompile(sh.form) {
			if f.match(c.Value, 0, false) != len(c.Value) || c.Value == "" || r.whole != nil && !r.whole(c.Value) {
				continue
			}
			fits = true
			switch {
			case r.check == nil:
				got = nil
			case r.check(string(compact(nil, c.Value))):
				got = &yes
			case r.doubt && !(c.Config.Strict != nil && *c.Config.Strict):
				got = nil
			}
		}
	}
	if !fits && (c.Result == nil || !*c.Result) {
		return "" // what has not the form is not looked at; the recorded answers are both false and "cannot say"
	}
	if (got == nil) == (c.Result == nil) && (got == nil || *got == *c.Result) {
		return ""
	}
	return fmt.Sprintf("%s %q: got %s, want %s", c.Method, c.Value, said(got), said(c.Result))
}

func said(b *bool) string {
	if b == nil {
		return "cannot say"
	}
	return strings.ToLower(fmt.Sprint(*b))
}
