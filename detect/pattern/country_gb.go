package pattern

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var gbRules = []rule{{
	kind: "gb-sort-code", country: "gb",
	shapes:  []shape{{"9{2}-9{2}-9{2}", 0.05}, {"9{2} 9{2} 9{2}", 0.05}, {"9{6}", 0.05}},
	context: []string{"sort code", "sortcode", "sort-code"},
	yes: []string{
		"sort code ‹20-45-11›", "sortcode ‹30 90 12›", "my sort code is ‹401276›", "Sort Code: ‹09-01-28›",
		"‹11-05-63› sort code", "acct 20993311 sort code ‹60-83-71›", "sort-code ‹07 01 16›", "sort code ‹089299›",
		"the sort code is ‹54-21-30›", "sort code = ‹23-05-80›",
	},
	no: []string{
		"20-45-11", "30 90 12", "401276", "sort code please", "sort code 20-45-1", "sort code 20-45-111",
		"sort code 4012", "sort code 20-4511", "code 20 45 11 sort it", "10 20 30 of that sort",
	},
}, {
	kind: "gb-nhs", country: "gb", shapes: []shape{{"9{3}[ -]9{3}[ -]9{4}", 0.4}, {"9{10}", 0.2}},
	check:   func(c string) bool { return !checkdigit.Repeated(c) && mod11Descending(c) },
	context: []string{"nhs", "national health service", "health authority"},
	yes: []string{
		"nhs ‹660 182 6618›", "my NHS number is ‹298-669-7208›", "NHS no: ‹0969346476›", "nhs: ‹173 048 7106›",
		"nhs ‹364-106-2527›", "my NHS number is ‹7890077157›", "NHS no: ‹807 267 4471›", "nhs: ‹420-118-4048›",
		"nhs ‹3673673149›", "my NHS number is ‹765 214 7840›",
	},
	no: []string{
		"nhs 202 502 1031", "my NHS number is 619-051-3338", "NHS no: 8135206357", "nhs: 587 672 2903",
		"nhs 315-748-4730", "my NHS number is 7658146561", "nhs 833 097 953", "nhs 833 097 95390", "nhs x833 097 9539",
		"nhs 2012",
	},
}, {
	kind: "gb-nino", country: "gb",
	shapes: []shape{
		{"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?9{2} ?9{2} ?9{2} ?[A-D]", 0.6},
		{"\\Q\\Q ?9{2} ?9{2} ?9{2} ?[A-D]", 0.05},
	},
	check:   func(c string) bool { return !strings.Contains(" BG GB NK KN NT TN ZZ ", " "+c[:2]+" ") },
	context: []string{"national insurance", "nino", "ni number", "ni no", "ni"},
	yes: []string{
		"nino ‹YG454534A›", "my national insurance number is ‹XN 33 14 62 C›", "NI number: ‹CN640470D›",
		"‹CX 36 81 27 B›", "nino ‹BT032737B›", "my national insurance number is ‹KZ 28 77 06 B›",
		"NI number: ‹NS831837A›", "‹LZ 18 68 19 C›", "nino ‹AL852048D›",
		"my national insurance number is ‹RG 34 62 29 B›",
	},
	no: []string{
		"nino AA 12 34 56 H", "nino AB 12 34 56 1", "nino FQ 00 00 00 C", "nino BG123612A", "nino NT998877A",
		"nino UV987654B", "nino AO123456A", "nino GB123456A", "nino QQ12345", "nino A1234567B",
	},
}, {
	kind: "gb-licence", country: "gb", shapes: []shape{{"A[A-Z9]{4}9{6}[A-Z9]{2}XA{2}", 0.7}}, check: gbLicence,
	context: []string{"driving licence", "driving license", "licence", "dvla", "dl number"},
	yes: []string{
		"licence ‹DLWMB254186XV3SD›", "my driving licence is ‹BBL99256267HL4AT›", "DVLA ‹VDG99052037WR1LV›",
		"‹HWR99955190SF2GZ›", "licence ‹CSGTG755115EV6LG›", "my driving licence is ‹DASHC158059SM2FH›",
		"DVLA ‹XTW99211034NW2KV›", "‹MBW99405250CG7SE›", "licence ‹VDY99853201BH8DM›",
		"my driving licence is ‹DFDLV509181GJ1TV›",
	},
	no: []string{
		"MORGA600054SM9IJ", "MORGA613054SM9IJ", "MORGA650054SM9IJ", "MORGA663054SM9IJ", "MORGA601004SM9IJ",
		"MORGA601324SM9IJ", "MORGA65705SM9IJ", "MORGA6570544SM9IJ", "99999657054SM9IJ", "MO9G9657054SM9IJ",
	},
}, {
	kind: "gb-passport", country: "gb", shapes: []shape{{"A{2}9{7}", 0.05}},
	context: []string{"passport", "passport number", "travel document", "hmpo", "british passport", "passports"},
	yes: []string{
		"passport ‹RE8626187›", "my passport number is ‹ZR2086638›", "British passport: ‹CE3911318›",
		"travel document ‹KX3157329›", "passport ‹GJ0053922›", "my passport number is ‹XC1036200›",
		"British passport: ‹RB7789344›", "travel document ‹SX9667885›", "passport ‹LX6443757›",
		"my passport number is ‹BP7788643›",
	},
	no: []string{
		"AB1234567", "passport A12345678", "passport ABC123456", "passport AB123456", "passport AB12345678",
		"passport AB 1234567", "passport 1234567AB", "passport XYZAB1234567QRS", "passport soon", "passport 2012",
	},
}, {
	kind: "gb-postcode", label: bauta.ZipCode, country: "gb",
	shapes: []shape{
		{"[A-PR-UWYZ]9{1,2} ?9[ABD-HJLNP-UW-Z]{2}", 0.3},
		{"[A-PR-UWYZ][A-HK-Y]9{1,2} ?9[ABD-HJLNP-UW-Z]{2}", 0.3},
		{"[A-PR-UWYZ]9[A-HJKPSTUW] ?9[ABD-HJLNP-UW-Z]{2}", 0.3},
		{"[A-PR-UWYZ][A-HK-Y]9[ABEHMNPRVWXY] ?9[ABD-HJLNP-UW-Z]{2}", 0.3},
		{"\\G\\I\\R ?0\\A\\A", 0.3},
	},
	context: []string{
		"postcode", "post code", "address", "live", "street", "road", "lane", "avenue", "close", "delivery", "po box",
		"pobox", "london", "manchester", "leeds", "bristol", "glasgow",
	},
	yes: []string{
		"postcode ‹SW1A 1AA›", "my address is 10 High Street ‹EC1A 1BB›", "post code: ‹M1 1AE›", "postcode ‹W1A 0AX›",
		"live at ‹CR2 6XH›", "address ‹DN55 1PT›", "Bristol ‹BS1 4DJ›", "London ‹N1 9GU›", "delivery to ‹B33 8TH›",
		"PO Box 12 ‹LE1 3PL›",
	},
	no: []string{
		"M1 1AA", "postcode QA1 1AA", "postcode VA1 1AA", "postcode XA1 1AA", "postcode M1 1CA", "postcode M1 1AI",
		"postcode 1A1 1AA", "postcode ABCM11AADEF", "postcode please", "address 12",
	},
}, {
	kind: "gb-plate", country: "gb",
	shapes: []shape{
		{"[A-HJ-PR-Y][A-HJ-PR-Y]9{2}[ -]?[A-HJ-PR-Z]{3}", 0.45},
		{"[A-HJ-NPR-TV-Y]9{1,3}[ -]?[A-HJ-PR-Y]{3}", 0.05},
		{"[A-HJ-PR-Y]{3}[ -]?9{1,3}[A-HJ-NPR-TV-Y]", 0.05},
	},
	check: gbPlate, whole: oneCase,
	context: withCars("number plate", "licence plate", "license plate", "vrn", "dvla", "v5c", "vehicle", "mot", "spot",
		"driveway", "space"),
	yes: []string{
		"my car reg is ‹EX02RRE›", "number plate ‹UD62 MXK›", "plate: ‹NY15-WLC›", "registration ‹GA62KAU›",
		"my car reg is ‹CN29 XBG›", "number plate ‹VA02-ACS›", "lend me ‹LD19 XKP›'s parking spot",
		"‹MK68 ZRT› blocked my driveway", "plate: ‹UV15BAY›", "registration ‹PR15 DVJ›", "my car reg is ‹DP02-WYD›",
		"number plate ‹KJ70MTS›",
	},
	no: []string{
		"car IB51 ABC", "car AQ51 ABC", "car AB00 ABC", "car AB35 ABC", "car AB49 ABC", "car AB80 ABC", "car AB51 AIB",
		"K1 ABC", "my car is 12 years old", "car XXXAB51ABCYYY",
	},
}}

// mod11Descending verifies weights n … 2 and a check digit that completes the
// sum to a multiple of eleven.
func mod11Descending(c string) bool {
	sum := 0
	for i := range len(c) {
		sum += (len(c) - i) * int(c[i]-'0')
	}
	return sum%11 == 0
}

// gbLicence verifies the name filled up with nines, and the birth date in a
// driver number: decade, month (plus 50 for women), day, year.
func gbLicence(c string) bool {
	name := strings.TrimRight(c[:5], "9")
	month, day := checkdigit.Mod(c[6:8], 100)%50, checkdigit.Mod(c[8:10], 100)
	if !letters(name) || strings.IndexByte("0156", c[6]) < 0 { // a woman's month has 50 more
		return false
	}
	return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

// oneCase refuses what mixes capitals and small letters: a plate and a word.
func oneCase(raw string) bool { return strings.ToUpper(raw) == raw || strings.ToLower(raw) == raw }

// gbPlate verifies the age of a current plate: 02 to 29 or 51 to 79.
func gbPlate(c string) bool {
	if len(c) != 7 || !letters(c[:2]) || !checkdigit.Digits(c[2:4]) || !letters(c[4:]) {
		return true
	}
	age := c[2:4]
	return age >= "02" && age <= "29" || age >= "51" && age <= "79"
}
