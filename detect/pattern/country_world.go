package pattern

import (
	"strings"

	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var auRules = []rule{{
	kind: "au-abn", country: "au", shapes: []shape{{"[1-9]9 9{3} 9{3} 9{3}", 0.6}, {"[1-9]9{10}", 0.3}}, check: abn,
	context: []string{"abn", "australian business number"},
	yes: []string{
		"ABN ‹49 624 595 711›", "abn: ‹85661250090›", "our abn is ‹73 569 568 058›",
		"australian business number ‹31023281556›", "ABN ‹14 281 152 896›", "abn: ‹20052172123›",
		"our abn is ‹73 628 587 013›", "australian business number ‹82882189262›", "ABN ‹42 258 406 214›",
		"abn: ‹27114061883›",
	},
	no: []string{
		"ABN 53 837 068 231", "abn: 66405287646", "our abn is 15 751 191 940", "australian business number 58631665520",
		"ABN 90 851 612 130", "abn: 87701424939", "ABN 37 762 413 14", "ABN 37 762 413 1450", "ABN x37 762 413 145",
		"ABN 2012",
	},
}, {
	kind: "au-acn", country: "au", shapes: []shape{{"9{3} 9{3} 9{3}", 0.2}, {"9{9}", 0.1}},
	check: func(c string) bool {
		return (10-checkdigit.Sum(c, 8, 7, 6, 5, 4, 3, 2, 1)%10)%10 == int(c[8]-'0') && !checkdigit.Repeated(c)
	},
	context: []string{"acn", "australian company number"},
	yes: []string{
		"ACN ‹239 667 059›", "acn: ‹237252907›", "our acn is ‹528 735 382›", "australian company number ‹526725557›",
		"ACN ‹493 905 954›", "acn: ‹845122894›", "our acn is ‹759 127 645›", "australian company number ‹034443671›",
		"ACN ‹797 522 251›", "acn: ‹066540663›",
	},
	no: []string{
		"ACN 558 237 882", "acn: 873535831", "our acn is 391 789 881", "australian company number 854587888",
		"ACN 985 899 172", "acn: 398177567", "ACN 085 798 65", "ACN 085 798 6520", "ACN x085 798 652", "ACN 2012",
	},
}, {
	kind: "au-medicare", country: "au", shapes: []shape{{"[2-6]9{3} 9{5} 9", 0.4}, {"[2-6]9{9}", 0.1}},
	check:   func(c string) bool { return checkdigit.Sum(c, 1, 3, 7, 9, 1, 3, 7, 9)%10 == int(c[8]-'0') },
	context: []string{"medicare"},
	yes: []string{
		"medicare ‹6984 10015 8›", "my medicare is ‹6431580254›", "Medicare: ‹4557 18400 9›",
		"medicare no ‹4292864326›", "medicare ‹2528 54550 4›", "my medicare is ‹4878855346›",
		"Medicare: ‹4022 35226 2›", "medicare no ‹3589472687›", "medicare ‹4686 83443 9›",
		"my medicare is ‹5043777989›",
	},
	no: []string{
		"medicare 2643 77156 0", "my medicare is 4921023480", "Medicare: 3741 41522 0", "medicare no 5655160947",
		"medicare 5138 85838 2", "my medicare is 2999030388", "medicare 3345 73603 ", "medicare 3345 73603 40",
		"medicare x3345 73603 4", "medicare 2012",
	},
}, {
	kind: "au-tfn", country: "au", shapes: []shape{{"9{3} 9{3} 9{3}", 0.2}, {"9{9}", 0.1}},
	check: func(c string) bool {
		return checkdigit.Weighted(c, 11, 1, 4, 3, 7, 5, 8, 6, 9, 10) && !checkdigit.Repeated(c)
	},
	context: []string{"tfn", "tax file number"},
	yes: []string{
		"TFN ‹846 956 786›", "tfn: ‹691014119›", "my tax file number is ‹875 171 585›", "tfn ‹870405955› ok",
		"TFN ‹024 386 450›", "tfn: ‹073892776›", "my tax file number is ‹116 340 380›", "tfn ‹668038210› ok",
		"TFN ‹326 202 702›", "tfn: ‹407245559›",
	},
	no: []string{
		"TFN 248 784 253", "tfn: 604619949", "my tax file number is 336 259 824", "tfn 323818807 ok", "TFN 367 639 823",
		"tfn: 570273950", "TFN 320 745 52", "TFN 320 745 5230", "TFN x320 745 523", "TFN 2012",
	},
}}

var inRules = []rule{{
	kind: "in-aadhaar", country: "in", shapes: []shape{{"[2-9]9{3}[ :-]9{4}[ :-]9{4}", 0.5}, {"[2-9]9{11}", 0.3}},
	check:   checkdigit.Verhoeff,
	context: []string{"aadhaar", "aadhar", "uidai", "adhaar"},
	yes: []string{
		"aadhaar ‹6271 8183 1559›", "my Aadhaar number is ‹628310860278›", "aadhar: ‹9957-9443-4270›",
		"uidai ‹9661 4460 0167›", "aadhaar ‹312525634364›", "my Aadhaar number is ‹9686-5798-2852›",
		"aadhar: ‹2053 6425 8926›", "uidai ‹529210808515›", "aadhaar ‹4749-8362-5042›",
		"my Aadhaar number is ‹3604 3588 9367›",
	},
	no: []string{
		"aadhaar 7556 2839 9766", "my Aadhaar number is 401903240817", "aadhar: 8917-3975-0691", "uidai 8024 7605 1710",
		"aadhaar 584674754673", "my Aadhaar number is 4082-8828-5689", "aadhaar 8854 0260 153",
		"aadhaar 8854 0260 15380", "aadhaar x8854 0260 1538", "aadhaar 2012",
	},
}, {
	kind: "in-pan", country: "in",
	shapes: []shape{{"A{3}[ABCFGHLJPT]A9{4}A", 0.4}, {"A{5}9{4}A", 0.2}, {"X{10}", 0.01}}, whole: fourDigits,
	context: []string{"pan", "permanent account number", "pan card", "pan number"},
	yes: []string{
		"PAN ‹JNKPZ3743N›", "my pan is ‹ESGPC2800N›", "pan card: ‹CGMPV7700D›", "permanent account number ‹FAYPW6926Y›",
		"PAN ‹XJAPP6173N›", "my pan is ‹RKLPG6047Y›", "pan card: ‹WTNPJ9866S›", "permanent account number ‹ASZPG8963K›",
		"PAN ‹YFDPL2897G›", "my pan is ‹ECWPE2093G›",
	},
	no: []string{
		"pan ABCD1234", "pan ABCDE123F", "pan 12345ABCDE6", "frying pan", "pan 2012", "ABCPD1234Z", "pan ABCDE1234",
		"pan card lost", "pan ABCDEF123G", "pan 20",
	},
}, {
	kind: "in-gstin", country: "in", shapes: []shape{{"9{2}A{5}9{4}A[1-9A-Z]\\ZX", 0.7}},
	check:   func(c string) bool { return c[:2] >= "01" && c[:2] <= "37" },
	context: []string{"gstin", "gst", "goods and services tax", "tax identification"},
	yes: []string{
		"GSTIN ‹27XFTMP8125J1Z2›", "gst: ‹27ZSAZN3169Z1Z4›", "‹27DZHAK4408M1Z2›", "GST number ‹27BZCPL1211T1Z8›",
		"GSTIN ‹27RAFHE6913N1Z5›", "gst: ‹27VVDVM6073B1Z4›", "‹27SLWNC1726K1Z6›", "GST number ‹27YJEAV2234N1Z5›",
		"GSTIN ‹27GAEFL4969T1Z3›", "gst: ‹27LSZWE7804D1Z0›",
	},
	no: []string{
		"gst 00ABCDE1234F1Z5", "gst 38ABCDE1234F1Z5", "gst 27ABCDE1234F1Y5", "gst 27ABCDE1234F1Z",
		"gst 27ABCDE1234F1Z55", "gst 2ABCDE1234F1Z5", "gst 123456789012345", "gst 18 percent", "gst",
		"gst ABCDEFGHIJKLMNO",
	},
}, {
	kind: "in-passport", country: "in", shapes: []shape{{"A[1-9]9{5}[1-9]", 0.05}}, whole: upperBIC,
	context: []string{"passport", "indian passport", "passport number"},
	yes: []string{
		"passport ‹W3741027›", "Indian passport: ‹F3712377›", "my passport number is ‹V3683587›",
		"passport no ‹S3581177›", "passport ‹B3116517›", "Indian passport: ‹P3879207›",
		"my passport number is ‹T3746627›", "passport no ‹H3295877›", "passport ‹J3530107›",
		"Indian passport: ‹V3792237›",
	},
	no: []string{
		"A3456781", "passport b0097650", "passport T356907", "passport T35690755", "passport TT569075",
		"passport T0569075", "passport T3569070", "passport 2012", "passport", "passport t3569075",
	},
}, {
	kind: "in-voter", country: "in", shapes: []shape{{"A{3}9{7}", 0.1}},
	context: []string{"voter", "epic", "voter id", "elector", "vote"},
	yes: []string{
		"voter id ‹FLH0952465›", "EPIC ‹VYC4815619›", "voter: ‹NWX7676995›", "my voter id is ‹LZV1629304›",
		"voter id ‹TBF9649758›", "EPIC ‹MAM3160384›", "voter: ‹YBF8828516›", "my voter id is ‹RKX2865841›",
		"voter id ‹JRA8663649›", "EPIC ‹ZYZ4858684›",
	},
	no: []string{
		"KSD1287349", "voter KS1287349", "voter KSDF287349", "voter KSD128734", "voter KSD12873490", "voter zxdf8923q1",
		"voter 2012", "voter list", "epic film", "voter 1234567890",
	},
}, {
	kind: "in-plate", country: "in",
	shapes:  []shape{{"A{2}[ -]?9{1,2}[ -]?A{1,3}[ -]?9{4}", 0.4}, {"A{2,3}9{4}", 0.01}, {"A9{5}", 0.01}},
	whole:   func(raw string) bool { return strings.ToUpper(raw) == raw },
	context: []string{"rto", "vehicle", "plate", "registration", "bike", "car number"},
	yes: []string{
		"vehicle ‹KA15CZ9484›", "bike registration ‹KA 78 CA 9293›", "RTO ‹KA43EG8815›", "plate: ‹KA 85 HJ 0392›",
		"vehicle ‹KA27BS3319›", "bike registration ‹KA 87 PS 3269›", "RTO ‹KA93NB1397›", "plate: ‹KA 74 AH 4223›",
		"vehicle ‹KA28XA7891›", "bike registration ‹KA 95 MS 9736›",
	},
	no: []string{
		"vehicle ABNE123456", "KA5", "vehicle KA", "plate of 2012 rice", "registration in 2012", "vehicle 12",
		"plate ka53me3456", "vehicle KA53ME345", "vehicle 53KA3456", "bike at 20",
	},
}}

var krRules = []rule{{
	kind: "kr-rrn", country: "kr", shapes: []shape{{"9{6}-[1-4]9{6}", 0.7}, {"9{6}[1-4]9{6}", 0.4}}, check: rrn,
	doubt: true, whole: yearMonthDay,
	context: []string{"rrn", "resident registration", "resident registration number", "주민등록번호", "주민번호"},
	yes: []string{
		"RRN ‹740627-2792981›", "주민등록번호 ‹7801111548273›", "resident registration number ‹840208-2326737›",
		"rrn: ‹7411282009771›", "RRN ‹680118-1906494›", "주민등록번호 ‹6802142633300›",
		"resident registration number ‹810707-1013057›", "rrn: ‹6103052472417›", "RRN ‹900127-1098521›",
		"주민등록번호 ‹9610151179163›",
	},
	no: []string{
		"rrn 001332-1234567", "rrn 0013321234567", "rrn 960121+1021413", "rrn 960111-10214131", "rrn 960303-0021413",
		"rrn 760413-5212134", "rrn 000402-6214431", "rrn 051102-9234110", "rrn 960231-1234567", "960121-1234567",
	},
}, {
	kind: "kr-frn", country: "kr", shapes: []shape{{"9{6}-[5-8]9{6}", 0.7}, {"9{6}[5-8]9{6}", 0.4}}, check: frn,
	doubt: true, whole: yearMonthDay,
	context: []string{"frn", "foreigner registration", "외국인등록번호", "외국인번호"},
	yes: []string{
		"FRN ‹500826-6632088›", "외국인등록번호 ‹5206166664552›", "foreigner registration ‹560309-5850367›",
		"frn: ‹5806105065201›", "FRN ‹610115-6718713›", "외국인등록번호 ‹7604196648683›",
		"foreigner registration ‹990316-6350541›", "frn: ‹8112135788110›", "FRN ‹830109-6361860›",
		"외국인등록번호 ‹8906215239464›",
	},
	no: []string{
		"frn 001332-5234567", "frn 0013325234567", "frn 960121+5021413", "frn 960111-50214131", "frn 960303-0021413",
		"frn 760413-1212134", "frn 000402-2214431", "frn 051102-9234110", "frn 960231-5234567", "911124-5678901",
	},
}, {
	kind: "kr-brn", country: "kr", shapes: []shape{{"9{3}-9{2}-9{5}", 0.6}, {"9{10}", 0.15}}, check: brn,
	context: []string{"brn", "business registration", "사업자등록번호", "사업자번호", "사업자"},
	yes: []string{
		"BRN ‹490-59-99999›", "사업자등록번호 ‹6980131665›", "business registration ‹343-52-93026›", "brn: ‹8175805821›",
		"BRN ‹903-45-15386›", "사업자등록번호 ‹6133594102›", "business registration ‹148-00-78396›", "brn: ‹2515157501›",
		"BRN ‹122-71-90568›", "사업자등록번호 ‹0860366496›",
	},
	no: []string{
		"BRN 071-88-10326", "사업자등록번호 2626367089", "business registration 303-37-59369", "brn: 6810952225",
		"BRN 355-62-34525", "사업자등록번호 5503650914", "BRN 858-42-0337", "BRN 858-42-033710", "BRN x858-42-03371",
		"BRN 2012",
	},
}, {
	kind: "kr-licence", country: "kr", shapes: []shape{{"9{2}[ -]9{2}[ -]9{6}[ -]9{2}", 0.4}, {"9{12}", 0.05}},
	whole:   sameMarks,
	check:   func(c string) bool { return c[:2] >= "11" && c[:2] <= "28" },
	context: []string{"driver license", "driver's license", "license", "운전면허", "면허번호", "운전면허번호"},
	yes: []string{
		"driver license ‹18-51-243185-97›", "운전면허 ‹27-94-820922-69›", "면허번호 ‹20-59-518907-20›",
		"license: ‹26-85-073222-26›", "driver license ‹21-57-157208-49›", "운전면허 ‹21-99-709259-42›",
		"면허번호 ‹20-37-767077-72›", "license: ‹20-94-488562-37›", "driver license ‹13-04-473478-29›",
		"운전면허 ‹18-18-045094-89›",
	},
	no: []string{
		"license 99-22-123456-12", "license 11-22-12345-12", "license 11-22-123456-1", "license 11-22-123A56-12",
		"license 111-22-123456-12", "license 11-22-123456-123", "license 11 22", "license 10-22-123456-12",
		"license 11-22 123456-12", "license plate",
	},
}, {
	kind: "kr-passport", country: "kr", shapes: []shape{{"[MSROD]9{3}A9{4}", 0.1}, {"[MSROD]9{8}", 0.05}},
	context: []string{"passport", "여권", "여권번호", "korean passport", "passport number"},
	yes: []string{
		"passport ‹S952V9094›", "Korean passport: ‹M617A7631›", "여권 ‹S764H7730›", "여권번호 ‹M900C8479›",
		"passport ‹M847F1772›", "Korean passport: ‹M456H2550›", "여권 ‹M772A0449›", "여권번호 ‹S499S1132›",
		"passport ‹S831A2178›", "Korean passport: ‹M572C7944›",
	},
	no: []string{
		"M123A4567", "passport A123B4567", "passport M12A4567", "passport M1234A567", "passport M123AB567",
		"passport M123A456", "passport M123A45678", "passport 123A4567", "passport MM123A4567", "passport M123-A4567",
	},
}}

var jpRules = []rule{{
	kind: "jp-number", country: "jp", shapes: []shape{{"9{4}[ -]9{4}[ -]9{4}", 0.45}, {"9{12}", 0.3}}, check: myNumber,
	context: []string{"my number", "マイナンバー", "個人番号", "mynumber"},
	yes: []string{
		"マイナンバー ‹7394 3641 6143›", "my number ‹824848795669›", "個人番号は‹0664 1894 5614›", "my number: ‹206195555289›",
		"マイナンバー ‹2848 3852 0454›", "my number ‹662045068253›", "個人番号は‹6675 1754 8132›", "my number: ‹546935974138›",
		"マイナンバー ‹9041 2047 4185›", "my number ‹536730186522›",
	},
	no: []string{
		"マイナンバー 9103 4562 7749", "my number 148338158459", "個人番号は8237 5863 5102", "my number: 443661598418",
		"マイナンバー 3744 6883 8516", "my number 559231872842", "マイナンバー 3430 6345 245", "マイナンバー 3430 6345 24530",
		"マイナンバー x3430 6345 2453", "マイナンバー 2012",
	},
}}

var thRules = []rule{{
	kind: "th-id", country: "th", shapes: []shape{{"[1-8]9{12}", 0.5}, {"[1-8]-9{4}-9{5}-9{2}-9", 0.8}}, check: thai,
	context: []string{"thai id", "tnin", "thai national id", "เลขประจำตัวประชาชน", "เลขบัตรประชาชน", "รหัสปชช"},
	yes: []string{
		"Thai ID ‹5505920556966›", "TNIN: ‹8-2027-62315-57-7›", "‹8848263091053›",
		"เลขประจำตัวประชาชน ‹6-5008-03793-11-6›", "Thai ID ‹5841828456792›", "TNIN: ‹6-2034-96881-42-6›",
		"‹5109587649265›", "เลขประจำตัวประชาชน ‹5-1074-21357-55-6›", "Thai ID ‹2203585430036›",
		"TNIN: ‹1-5070-69883-20-3›",
	},
	no: []string{
		"Thai ID 4501773281412", "TNIN: 6-8449-43862-41-6", "3108577407859", "เลขประจำตัวประชาชน 3-1038-38261-98-0",
		"Thai ID 8846360846364", "TNIN: 4-5032-72279-81-5", "Thai ID 184427725881", "Thai ID 18442772588170",
		"Thai ID x1844277258817", "Thai ID 2012",
	},
}}

var sgRules = []rule{{
	kind: "sg-nric", country: "sg", shapes: []shape{{"[STFGM]9{7}A", 0.45}, {"A9{7}A", 0.02}},
	context: []string{"nric", "fin", "nric#", "fin#", "singapore"},
	yes: []string{
		"NRIC ‹S0478554Y›", "my nric is ‹F4286640C›", "FIN: ‹G5567890B›", "nric# ‹G6281878X›", "NRIC ‹G6025498Y›",
		"my nric is ‹S6334803H›", "FIN: ‹S2148703A›", "nric# ‹F3566147H›", "NRIC ‹T0677105K›", "my nric is ‹S0464943P›",
	},
	no: []string{
		"nric PA12348L", "S2740116C", "nric S274011C", "nric S27401166C", "nric 2740116C", "nric SS2740116", "nric",
		"fin 2012", "nric A123456Z", "fin de semaine",
	},
}, {
	kind: "sg-uen", country: "sg", shapes: []shape{{"9{8,9}A", 0.1}, {"[TSR]9{2}A{2}9{4}A", 0.3}},
	context: []string{"uen", "unique entity number", "business registration", "acra"},
	yes: []string{
		"UEN ‹S17RF8507H›", "our uen is ‹T69RF0708J›", "unique entity number: ‹T45RF0384W›", "ACRA ‹T02RF2518G›",
		"UEN ‹T50RF7198S›", "our uen is ‹T95RF0110P›", "unique entity number: ‹S87RF8766W›", "ACRA ‹T14RF7080D›",
		"UEN ‹R75RF2123V›", "our uen is ‹R26RF3967S›",
	},
	no: []string{
		"uen 53125226", "T16RF0037C", "uen T16RF003C", "uen X16RF0037C", "uen T16R0037C", "uen", "uen 2012", "acra 20",
		"uen T16RF00377C", "uen T1RF0037C",
	},
}}

var phRules = []rule{{
	kind: "ph-tin", country: "ph", shapes: []shape{{"9{3}-9{3}-9{3}(-9{3})?", 0.3}, {"9{9}", 0.05}, {"9{12}", 0.05}},
	check: func(c string) bool {
		return checkdigit.Sum(c, 9, 8, 7, 6, 5, 4, 3, 2)%11 == int(c[8]-'0') && !checkdigit.Repeated(c[:9])
	},
	context: []string{"tin", "bir", "taxpayer", "tax id", "rdo"},
	yes: []string{
		"TIN ‹000-114-996›", "BIR TIN: ‹000012026›", "tax id ‹000-323-330›", "my tin is ‹000639539›",
		"TIN ‹000-762-337›", "BIR TIN: ‹000286217›", "tax id ‹000-243-127›", "my tin is ‹000188591›",
		"TIN ‹000-343-055›", "BIR TIN: ‹000783936›",
	},
	no: []string{
		"TIN 000-388-764", "BIR TIN: 000561748", "tax id 000-174-650", "my tin is 000851402", "TIN 000-159-350",
		"BIR TIN: 000435388", "TIN 000-343-68", "TIN 000-343-6870", "TIN x000-343-687", "TIN 2012",
	},
}}

var ngRules = []rule{{
	kind: "ng-nin", country: "ng", shapes: []shape{{"9{11}", 0.15}}, check: checkdigit.Verhoeff,
	context: []string{"nin", "national identification number", "nimc", "national identity"},
	yes: []string{
		"NIN ‹98118711129›", "my nin is ‹69856039083›", "NIN: ‹58485267521›",
		"national identification number ‹49447443303›", "NIN ‹39406714170›", "my nin is ‹06605431494›",
		"NIN: ‹36232527207›", "national identification number ‹88960306863›", "NIN ‹68535418017›",
		"my nin is ‹68326771318›",
	},
	no: []string{
		"NIN 69628585229", "my nin is 58880036172", "NIN: 90423033386", "national identification number 57575369147",
		"NIN 22964224901", "my nin is 34133778487", "NIN 9427147652", "NIN 942714765280", "NIN x94271476528",
		"NIN 2012",
	},
}, {
	kind: "ng-plate", country: "ng", shapes: []shape{{"A{3}[ -]?9{3}A{2}", 0.35}},
	context: []string{"plate", "plates", "plate number", "vehicle", "registration", "number plate"},
	yes: []string{
		"plate number ‹SHZ977DM›", "vehicle ‹AYC-867PB›", "plate: ‹SKT 036FV›", "registration ‹CJB139NZ›",
		"plate number ‹KAS-208PL›", "vehicle ‹NDR 489HW›", "plate: ‹FAN878LM›", "registration ‹NCF-567EN›",
		"plate number ‹HPZ 149PX›", "vehicle ‹HFG649PH›",
	},
	no: []string{
		"plate AB-1234CD", "plate 123-456AB", "plate AB-12CD", "plate ABCD-123EF", "APP456CV", "plate APP-45CV",
		"plate APP-456C", "plate APP-456CVX", "plate of rice", "vehicle 2012",
	},
}}

var zaRules = []rule{{
	kind: "za-id", country: "za", shapes: []shape{{"9{13}", 0.5}}, check: southAfrican,
	context: []string{"id", "identity", "id number", "rsa id", "south african id", "smart id", "national id"},
	yes: []string{
		"ID ‹5609248505185›", "RSA ID: ‹8108151065185›", "my id number is ‹9008158527089›", "‹5212114445089›",
		"ID ‹6704124136186›", "RSA ID: ‹5410105648188›", "my id number is ‹9502133223087›", "‹5406114087186›",
		"ID ‹8301097391084›", "RSA ID: ‹5502228254082›",
	},
	no: []string{
		"ID 6109177359184", "RSA ID: 5803212375088", "my id number is 6407254453180", "7710038675086",
		"ID 6903222516082", "RSA ID: 8806092980088", "ID 620328131208", "ID 62032813120860", "ID x6203281312086",
		"ID 2012",
	},
}}

// abn verifies the Australian business number: one less in the first digit,
// weights 10 1 3 … 19, modulo 89.
func abn(c string) bool {
	return (checkdigit.Sum(c, 10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)-10)%89 == 0
}

// fourDigits asks for letters and four digits in a row.
func fourDigits(raw string) bool {
	run, most, letter := 0, 0, false
	for i := range len(raw) {
		if digit(raw[i]) {
			run++
			most = max(most, run)
			continue
		}
		run, letter = 0, true
	}
	return letter && most >= 4
}

// yearMonthDay verifies a number that begins with a date, year first.
func yearMonthDay(c string) bool {
	return dayOf(checkdigit.Mod(c[4:6], 100), checkdigit.Mod(c[2:4], 100))
}

// rrn verifies the check digit that numbers given out before October 2020 have.
func rrn(c string) bool {
	return (11-checkdigit.Sum(c, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)%11)%10 == int(c[12]-'0')
}

// frn is rrn for foreigners: two more.
func frn(c string) bool {
	return (13-checkdigit.Sum(c, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)%11)%10 == int(c[12]-'0')
}

// brn verifies the Korean business number: weights 1 3 7, and the tens of five
// times the ninth digit.
func brn(c string) bool {
	sum := checkdigit.Sum(c, 1, 3, 7, 1, 3, 7, 1, 3, 5) + int(c[8]-'0')*5/10
	return (10-sum%10)%10 == int(c[9]-'0')
}

// myNumber verifies the Japanese number: weights 6 5 4 3 2 7 6 5 4 3 2 modulo
// 11; a remainder of 0 or 1 gives 0.
func myNumber(c string) bool {
	r := checkdigit.Sum(c, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11
	want := 11 - r
	if r <= 1 {
		want = 0
	}
	return want == int(c[11]-'0') && !checkdigit.Repeated(c)
}

// thai verifies the province and the check digit: weights 13 … 2.
func thai(c string) bool {
	p := c[1:3]
	return p >= "10" && p <= "96" && p != "28" && p != "29" &&
		(11-checkdigit.Sum(c, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)%11)%10 == int(c[12]-'0')
}

// southAfrican verifies date, citizenship (0 to 2), the obsolete eighth or
// ninth race digit, and Luhn.
func southAfrican(c string) bool {
	month, day, yy := checkdigit.Mod(c[2:4], 100), checkdigit.Mod(c[4:6], 100), checkdigit.Mod(c[:2], 100)
	if month == 2 && day == 29 && yy%4 != 0 {
		return false
	}
	return dayOf(day, month) && c[10] <= '2' && c[11] >= '8' && checkdigit.Luhn(c)
}
