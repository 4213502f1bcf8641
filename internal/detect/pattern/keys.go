package pattern

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bauta/bauta"
)

// AnyCountry stands in [RuleKeys] for the code of a country in small letters.
const AnyCountry = "COUNTRY"

// further are keys that say more of a find than its kind does.
func further() map[bauta.Label][]string {
	streets := []string{"address", "address-es-it", "address-inside"}
	for _, lang := range []string{"de", "en", "es", "fr", "it", "nl", "sv"} {
		streets = append(streets, "address-"+lang)
	}
	return map[bauta.Label][]string{
		bauta.Address: streets,
		bauta.Phone:   {"phone-" + AnyCountry, "phone-glued", "phone-short", "phone-spelled"},
		bauta.Email:   {"email-spelled"},
		bauta.Date:    {"date-birth", "date-year"},
		bauta.URL:     {"url-bare", "url-profile"},
		bauta.ZipCode: {"zip", "zip-fr", "zip-us"},
	}
}

// RuleKeys lists by type the keys of Span.Rule that finds of this package have, each
// sorted: the kinds, and what says more than they do.
func RuleKeys() map[bauta.Label][]string {
	out := further()
	all := allRules()
	for i := range all {
		label := cmp.Or(all[i].label, bauta.UID)
		out[label] = append(out[label], all[i].kind)
	}
	for label, keys := range out {
		slices.Sort(keys)
		out[label] = slices.Compact(keys)
	}
	return out
}

// IsRuleKey reports a key that finds of this package may have.
func IsRuleKey(key string) bool {
	for _, keys := range RuleKeys() {
		if slices.ContainsFunc(keys, func(k string) bool { return fits(key, k) }) {
			return true
		}
	}
	return false
}

// fits reports a key that is k, or k with the code of a country for [AnyCountry].
func fits(key, k string) bool {
	head, open := strings.CutSuffix(k, AnyCountry)
	if !open {
		return key == k
	}
	code, ok := strings.CutPrefix(key, head)
	return ok && len(code) == 2 && strings.Trim(code, "abcdefghijklmnopqrstuvwxyz") == ""
}
