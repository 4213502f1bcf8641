package pattern

import (
	"sort"
	"strings"
	"testing"

	"github.com/nyaruka/phonenumbers"
)

// TestEveryRegion takes the example numbers of all regions of libphonenumber:
// in international form they are found whatever is configured, in national form
// where the region is.
func TestEveryRegion(t *testing.T) {
	var regions []string
	for r := range phonenumbers.GetSupportedRegions() {
		regions = append(regions, r)
	}
	sort.Strings(regions)
	anywhere := cached(t, Config{})
	tried, national, international := 0, 0, 0
	var missed []string
	for _, region := range regions {
		here, err := New(Config{Countries: []string{region}, Kinds: []string{"PHONE"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []phonenumbers.PhoneNumberType{phonenumbers.MOBILE, phonenumbers.FIXED_LINE} {
			p := phonenumbers.GetExampleNumberForType(region, kind)
			if p == nil {
				continue
			}
			tried++
			if foundWhole(t, anywhere, phonenumbers.Format(p, phonenumbers.INTERNATIONAL)) {
				international++
			} else {
				missed = append(missed, region+"+")
			}
			if foundWhole(t, here, phonenumbers.Format(p, phonenumbers.NATIONAL)) {
				national++
			} else {
				missed = append(missed, region)
			}
		}
	}
	t.Logf("%d example numbers of %d regions: %d found in international form, %d in national form; missed: %s",
		tried, len(regions), international, national, strings.Join(missed, " "))
	if international < tried*99/100 || national < tried*95/100 {
		t.Errorf("%d international and %d national of %d", international, national, tried)
	}
}

func foundWhole(t *testing.T, d *Detector, number string) bool {
	t.Helper()
	text := "call " + number + " now"
	for _, s := range run(t, d, text) {
		if s.Start <= 5+strings.IndexAny(number, "+(0123456789") && s.End == 5+len(number) {
			return true
		}
	}
	return false
}
