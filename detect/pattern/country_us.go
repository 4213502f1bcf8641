package pattern

import (
	"strings"

	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var usRules = []rule{{
	kind: "us-ssn", country: "us",
	shapes: []shape{
		{"9{3}-9{2}-9{4}", 0.6},
		{"9{3}[ .]9{2}[ .]9{4}", 0.3},
		{"9{9}", 0.05},
		{"9{3}-9{6}", 0.05},
		{"9{5}-9{4}", 0.05},
	},
	whole:   sameMarks,
	check:   ssn,
	context: []string{"social security", "ssn", "ssns", "social", "ss number", "ss#"},
	yes: []string{
		"ssn ‹358-29-8672›", "my social security number is ‹116 55 4346›", "SSN: ‹592-31-6351› please",
		"social security ‹616 49 9940›", "ssn ‹255-35-5606›", "my social security number is ‹449 93 3009›",
		"SSN: ‹183-39-6686› please", "social security ‹502 46 5538›", "ssn ‹873-58-1583›",
		"my social security number is ‹055 04 9642›",
	},
	no: []string{
		"ssn 000-12-3456", "ssn 666-12-3456", "ssn 123-00-4567", "ssn 123-45-0000", "ssn 912-34-5678", "123 45 6789",
		"ssn 123-45.6789", "ssn 12-345-6789", "ssn 123-45-67890", "ssn 078-05-1120",
	},
}, {
	kind: "us-itin", country: "us",
	shapes: []shape{
		{"[9]9{2}[ -]9{2}[ -]9{4}", 0.4}, {"[9]9{8}", 0.1}, {"[9]9{2}[ -]9{6}", 0.05}, {"[9]9{4}[ -]9{4}", 0.05},
	},
	check:   itin,
	context: []string{"itin", "tax id", "taxpayer", "taxid", "tin", "individual taxpayer"},
	yes: []string{
		"itin ‹981-88-6478›", "tax id ‹945 70 9563›", "my ITIN: ‹996-94-8174›", "taxpayer ‹959 88 9063›",
		"itin ‹956-50-3281›", "tax id ‹907 65 8403›", "my ITIN: ‹931-88-2596›", "taxpayer ‹951 70 6861›",
		"itin ‹951-65-7491›", "tax id ‹904 50 0093›",
	},
	no: []string{
		"itin 911-89-1234", "itin 811-70-1234", "itin 911-93-1234", "itin 911-49-1234", "itin 911-70-123",
		"911 70 1234 5", "itin 91-170-1234", "itin 911-70-12345", "itin abc", "itin 911 69 1234",
	},
}, {
	kind: "us-npi", country: "us",
	shapes:  []shape{{"[12]9{9}", 0.1}, {"[12]9{3}[ -]9{3}[ -]9{3}", 0.2}},
	check:   func(c string) bool { return !checkdigit.Repeated(c[:9]) && checkdigit.Luhn("80840"+c) },
	context: []string{"npi", "national provider", "provider", "provider id", "provider identifier", "taxonomy"},
	yes: []string{
		"npi ‹1920507955›", "NPI: ‹2819-091-077›", "provider id ‹2363924509›", "national provider ‹1977-265-291›",
		"npi ‹2911474593›", "NPI: ‹2018-584-047›", "provider id ‹2159419748›", "national provider ‹1267-448-177›",
		"npi ‹1320200193›", "NPI: ‹2200-455-964›",
	},
	no: []string{
		"npi 1424476246", "NPI: 2958-627-833", "provider id 2792616711", "national provider 2158-651-880",
		"npi 2341231433", "NPI: 1163-810-323", "npi 106085979", "npi 10608597940", "npi x1060859794", "npi 2012",
	},
}, {
	kind: "us-aba", country: "us",
	shapes: []shape{{"[0-36-8]9{8}", 0.1}, {"[0-36-8]9{3}-9{4}-9", 0.3}},
	check: func(c string) bool {
		return !checkdigit.Repeated(c) && checkdigit.Weighted(c, 10, 3, 7, 1, 3, 7, 1, 3, 7, 1)
	},
	context: []string{"aba", "routing", "aba routing", "bank routing", "routing number", "rtn"},
	yes: []string{
		"routing ‹614786613›", "aba ‹6273-7992-3›", "routing number: ‹078353077›", "ABA routing ‹1771-7605-8›",
		"routing ‹898330144›", "aba ‹6318-1551-2›", "routing number: ‹760715224›", "ABA routing ‹1872-8618-7›",
		"routing ‹682810469›", "aba ‹3865-7770-7›",
	},
	no: []string{
		"routing 039454877", "aba 6417-0446-6", "routing number: 802162752", "ABA routing 6046-1604-2",
		"routing 141305307", "aba 0124-7891-9", "routing 06784616", "routing 0678461680", "routing x067846168",
		"routing 2012",
	},
}, {
	kind: "us-bank", country: "us", shapes: []shape{{"9{8,17}", 0.02}},
	context: []string{
		"bank account", "account number", "acct", "account#", "account no", "savings", "debit", "checking",
	},
	yes: []string{
		"account number ‹955992330649›", "acct ‹720498150402›", "my bank account: ‹634721319484›",
		"savings ‹783756711874›", "account number ‹527164544874›", "acct ‹836773759631›",
		"my bank account: ‹988280213232›", "savings ‹948939151184›", "account number ‹821532721480›",
		"acct ‹740742166054›",
	},
	no: []string{
		"945456787654", "account number 1234567", "account number 123456789012345678", "bank account 2012",
		"account number", "savings 200 dollars", "acct A12345678", "account 20", "checking in at 10",
		"bank account please",
	},
}, {
	kind: "us-licence", country: "us",
	shapes: []shape{
		{"A9{3,9}", 0.02},
		{"A9{12,14}", 0.02},
		{"A9{3}-9{4}-9{4}", 0.1},
		{"A9{3}-9{3}-9{2}-9{3}-9", 0.2},
		{"A{2}9{3,7}", 0.02},
		{"A{2}9{6}A", 0.02},
		{"9{2}A{3}9{5,6}", 0.02},
		{"9{7,9}A", 0.02},
		{"9{8}A{2}", 0.02},
		{"9{3}A{2}9{4}", 0.02},
		{"9{6,14}", 0.01},
		{"9{16}", 0.01},
	},
	context: []string{
		"driver", "driver's license", "drivers license", "driver license", "driving", "dl number", "permit", "dls",
		"cdl",
	},
	yes: []string{
		"driver's license ‹P80067531›", "drivers license: ‹H60754426›", "driving licence ‹J79009471›",
		"license no … driver ‹F34378615›", "driver's license ‹T14541365›", "drivers license: ‹S33105375›",
		"driving licence ‹J87268779›", "license no … driver ‹T08719304›", "driver's license ‹M89914243›",
		"drivers license: ‹N79834534›",
	},
	no: []string{
		"H12234567", "driver 12", "drivers license ABCDEFGH", "driver license C12T345672", "DL 2012", "driver is late",
		"driving 200 miles", "driving home at 17h30", "dl the app", "driver 4",
	},
}, {
	kind: "us-passport", country: "us", shapes: []shape{{"9{9}", 0.02}, {"A9{8}", 0.05}},
	context: []string{"passport", "passport#", "passport number", "travel document"},
	yes: []string{
		"passport ‹E96025308›", "my passport number is ‹D01848761›", "travel document: ‹H42781757›",
		"passport# ‹C82402176›", "passport ‹X46883635›", "my passport number is ‹T55992071›",
		"travel document: ‹M58160847›", "passport# ‹J98917343›", "passport ‹J91036352›",
		"my passport number is ‹G93740667›",
	},
	no: []string{
		"A12803456", "passport A1280345", "passport A128034567", "passport AB1280345", "passport please",
		"travel in 2012", "passport 12345", "passport 1234567890", "912803456", "passport number",
	},
}, {
	kind: "us-mbi", country: "us",
	shapes: []shape{{
		"[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]9-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]9-?[AC-HJKMNP-RT-Y]{2}9{2}", 0.4,
	}},
	context: []string{"medicare", "mbi", "beneficiary", "cms", "medicaid", "hic", "hicn"},
	yes: []string{
		"medicare ‹7G56CX8VQ62›", "mbi ‹5J99-NC7-DE67›", "beneficiary ‹6VP5DP6PX59›", "Medicare ID: ‹9T99-XJ1-JN05›",
		"medicare ‹4UX0UK0KE98›", "mbi ‹9AA1-KR6-PA62›", "beneficiary ‹9R46DR7AE72›", "Medicare ID: ‹7JA6-WW5-VY70›",
		"medicare ‹6YX3H14KG88›", "mbi ‹4JM3-XD5-EA43›",
	},
	no: []string{
		"mbi 1SG4-TE5-MK73", "mbi 1EG4-LE5-MK73", "mbi 1EG4-TE5-OK73", "mbi 1EG4-TE5-MI73", "mbi 1BG4-TE5-MK73",
		"mbi AEG4-TE5-MK73", "mbi 12G4-TE5-MK73", "mbi 1EG4TE5MK7", "mbi 1EG4TE5MK734", "medicare 2012",
	},
}, {
	kind: "us-dea", country: "us", shapes: []shape{{"[A-HJ-MPRSTUX][A-Z9]9{7}", 0.4}},
	check:   dea,
	context: []string{"dea", "certificate", "medical"},
	yes: []string{
		"dea ‹JM0438285›", "DEA certificate ‹RM6867975›", "medical ‹MJ7605136›", "DEA: ‹HZ5122356›", "dea ‹TM8498695›",
		"DEA certificate ‹SC2475110›", "medical ‹MG6928456›", "DEA: ‹XH6898235›", "dea ‹BF7936391›",
		"DEA certificate ‹AJ6621848›",
	},
	no: []string{
		"dea GH2010168", "DEA certificate GS4608283", "medical AB8928474", "DEA: EW1776741", "dea SV2503126",
		"DEA certificate CV3212322", "dea UX199755", "dea UX19975570", "dea xUX1997557", "dea 2012",
	},
}}

var caRules = []rule{{
	kind: "ca-sin", country: "ca", shapes: []shape{{"[1-79]9{2}[ -]9{3}[ -]9{3}", 0.35}, {"[1-79]9{8}", 0.1}},
	whole: sameMarks, check: luhn,
	context: []string{"sin", "social insurance", "nas", "assurance sociale", "sin number"},
	yes: []string{
		"my SIN is ‹217 735 620›", "NAS: ‹418-250-866›", "social insurance ‹684 263 791›", "sin number ‹443-724-935›",
		"my SIN is ‹521 847 046›", "NAS: ‹386-753-750›", "social insurance ‹290 866 227›", "sin number ‹630-381-564›",
		"my SIN is ‹585 151 640›", "NAS: ‹320-627-896›",
	},
	no: []string{
		"my SIN is 425 407 279", "NAS: 542-259-919", "social insurance 700 400 230", "sin number 688-368-209",
		"my SIN is 690 444 932", "NAS: 683-033-477", "my SIN is 433 403 42", "my SIN is 433 403 4250",
		"my SIN is x433 403 425", "my SIN is 2012",
	},
}}

// sameMarks refuses numbers whose groups are separated by different signs.
func sameMarks(raw string) bool {
	mark := byte(0)
	for i := range len(raw) {
		if c := raw[i]; !alnum(c) {
			if mark != 0 && c != mark {
				return false
			}
			mark = c
		}
	}
	return true
}

// ssn refuses the areas, groups and serials that the administration does not
// give out, and the numbers of advertisements.
func ssn(c string) bool {
	switch {
	case c[:3] == "000", c[:3] == "666", c[0] == '9', c[3:5] == "00", c[5:] == "0000", checkdigit.Repeated(c):
		return false
	}
	return c != "078051120" && c != "219099999"
}

// itin verifies the group of a taxpayer number: 50–65, 70–88, 90–92, 94–99.
func itin(c string) bool {
	g := c[3:5]
	for _, group := range [][2]string{{"50", "65"}, {"70", "88"}, {"90", "92"}, {"94", "99"}} {
		if g >= group[0] && g <= group[1] {
			return true
		}
	}
	return false
}

// dea verifies the number of a prescriber (21 CFR 1301): first, third and fifth
// digit and twice the others end in the check digit.
func dea(c string) bool {
	d := c[len(c)-7:]
	return checkdigit.Sum(d, 1, 2, 1, 2, 1, 2)%10 == int(d[6]-'0') && strings.Trim(d, "0") != ""
}
