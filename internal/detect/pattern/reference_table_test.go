package pattern

import "strings"

// repeated reports one digit over and over, which no register gives out.
func repeated(c string) bool { return c == strings.Repeat(c[:1], len(c)) }

// dialects are the kinds with check digits.
var dialects = []dialect{
	{
		kind: "fr-nir", draw: "[12]{YY}{MM}[0123456]ndddddn??", doubt: true,
		ok:      func(c string) bool { return 97-bigMod(c[:13], 97) == bigMod(c[13:], 100) },
		layouts: []string{"###############", "# ## ## ## ### ### ##", "#-##-##-##-###-###-##", "#.##.##.##.###.###.##", "############# ##", "# ## ## ## ###### ##"},
		say:     []string{"ma sécu c'est %s merci", "NIR: %s", "numero de securite sociale %s stp", "%s sur la carte vitale"},
	},
	{
		kind: "fr-rib", draw: "ddddddddddddddddddddn??", doubt: true,
		ok:      func(c string) bool { return bigMod(c, 97) == 0 },
		layouts: []string{"#######################", "##### ##### ########### ##", "#####-#####-###########-##", "##### ##### ###########-##"},
		say:     []string{"mon RIB %s merci", "rib: %s", "voila pour le virement %s", "%s c'est mon compte"},
	},
	{
		kind: "fr-siret", draw: "[23456789]dddddddddddd?", ok: doubled, layouts: []string{"##############", "### ### ### #####", "######### #####"},
		say: []string{"siret %s ok", "SIRET: %s", "l'entreprise %s", "(SIREN/SIRET %s)"},
	},
	{
		kind: "fr-siren", draw: "[3456789]ddddddd?", ok: doubled, layouts: []string{"#########", "### ### ###"},
		say: []string{"siren %s ok", "RCS Lyon %s", "société %s", "%s au siège"},
	},
	{
		kind: "fr-vat", draw: "FR??[3456789]ddddddd?", layouts: []string{"#############", "#### ### ### ###", "#### #########"},
		ok: func(c string) bool {
			return doubled(c[4:]) && bigMod(c[2:4], 100) == (12+3*bigMod(c[4:], 97))%97
		},
		say: []string{"TVA %s ok", "n° TVA intracommunautaire: %s", "vat %s", "facture %s avec tva"},
	},
	{
		kind: "de-tax-id", draw: "ndddddddd[0123456789]?", layouts: []string{"###########", "## ### ### ###"},
		ok: func(c string) bool {
			for _, d := range "0123456789" {
				if strings.Count(c[:10], string(d)) > 3 {
					return false
				}
			}
			return hybrid(c)
		}, say: []string{"steuer-id %s bitte", "IdNr: %s", "meine Steueridentifikationsnummer ist %s", "%s ist die Steuer-ID"},
	},
	{
		kind: "de-vat", draw: "DEndddddd[0123456789]?", doubt: true, ok: func(c string) bool { return hybrid(c[2:]) }, layouts: []string{"###########", "## ### ### ###", "##-###-###-###", "##.###.###.###"},
		say: []string{"USt-ID %s ok", "ust-idnr: %s", "MwSt %s"},
	},
	{
		kind: "de-health", draw: "adddddddd?", layouts: []string{"##########"},
		ok: func(c string) bool {
			v := val(c[0]) - 9
			two := string([]byte{byte('0' + v/10), byte('0' + v%10)}) + c[1:9]
			return crossSums(two, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2)%10 == val(c[9])
		}, say: []string{"KVNR %s ok", "meine Versichertennummer: %s", "Krankenkasse %s", "%s steht auf der Gesundheitskarte"},
	},
	{
		kind: "de-passport", draw: "[CFGHJK][CFGHJKLMNPRTVWXYZ0123456789][0123456789]ddddd?", ok: travel, layouts: []string{"#########"},
		say: []string{"Reisepass %s ok", "Passnummer: %s", "mein Pass ist %s"},
	},
	{
		kind: "de-social", draw: "[1234567][2345678]{DD}{MM}{YY}add?", layouts: []string{"############", "## ###### # ###"},
		ok: func(c string) bool {
			v := val(c[8]) - 9
			d := c[:8] + string([]byte{byte('0' + v/10), byte('0' + v%10)}) + c[9:11]
			return crossSums(d, 2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)%10 == val(c[11])
		}, say: []string{"RVNR %s ok", "Sozialversicherungsnummer: %s", "SV-Nummer %s", "Rentenversicherung %s danke"},
	},
	{
		kind: "de-doctor", draw: "ndddd[12345678]?dd", layouts: []string{"#########"},
		ok:  func(c string) bool { return (dot(c, 4, 9, 4, 9, 4, 9)+val(c[6]))%10 == 0 },
		say: []string{"LANR %s ok", "Arztnummer: %s", "mein Hausarzt hat %s"},
	},
	{
		kind: "es-nif", draw: "dddddddd@", ok: func(c string) bool { return "TRWAGMYFPDXBNJZSQVHLCKE"[bigMod(c[:8], 23)] == c[8] }, layouts: []string{"#########", "########-#"},
		say: []string{"mi DNI %s vale", "nif: %s", "documento nacional de identidad %s", "%s es mi dni"},
	},
	{
		kind: "es-nie", draw: "[XYZ]ddddddd@", layouts: []string{"#########", "#-#######-#", "########-#"},
		ok: func(c string) bool {
			return "TRWAGMYFPDXBNJZSQVHLCKE"[bigMod(strings.NewReplacer("X", "0", "Y", "1", "Z", "2").Replace(c[:8]), 23)] == c[8]
		}, say: []string{"mi NIE %s vale", "nie: %s", "número de identificación de extranjero %s"},
	},
	{
		kind: "it-fiscal", draw: "aaaaaa{YY}[ABCDEHLMPRST]{DD}addd@", doubt: true, ok: fiscal, layouts: []string{"################"},
		say: []string{"codice fiscale %s ok", "CF: %s", "il mio cf è %s"},
	},
	{
		kind: "it-vat", draw: "ndddddddd[0123456789]?", ok: doubled, layouts: []string{"###########"},
		say: []string{"partita iva %s ok", "P.IVA: %s", "piva %s grazie"},
	},
	{
		kind: "pt-nif", draw: "[12356]ddddddd?", ok: func(c string) bool { return completes(c, 9, 8, 7, 6, 5, 4, 3, 2) && !repeated(c) }, layouts: []string{"#########", "### ### ###"},
		say: []string{"nif %s ok", "contribuinte: %s", "o meu número de contribuinte é %s"},
	},
	{
		kind: "br-cpf", draw: "ddddddddn??", layouts: []string{"###.###.###-##", "###########"},
		ok: func(c string) bool {
			return completes(c, 10, 9, 8, 7, 6, 5, 4, 3, 2) && completes(c, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2) && !repeated(c) && !repeated(c[:10])
		}, say: []string{"CPF %s ok", "meu cpf: %s", "%s é o cpf dela"},
	},
	{
		kind: "br-cnpj", draw: "nddddddd000n??", layouts: []string{"##.###.###/####-##", "##############"},
		ok: func(c string) bool {
			return completes(c, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2) && completes(c, 6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
		}, say: []string{"CNPJ %s ok", "a empresa: %s", "o cnpj é %s"},
	},
	{
		kind: "se-person", draw: "{YY}{MM}{DD}ddd?", ok: doubled, layouts: []string{"######-####", "######+####", "##########"},
		say: []string{"personnummer %s ok", "mitt pnr: %s", "persnr %s tack", "samordningsnummer %s"},
	},
	{
		kind: "se-company", draw: "5[56789][2345]dddddd?", ok: doubled, layouts: []string{"######-####", "##########"},
		say: []string{"organisationsnummer %s ok", "orgnr: %s", "org nr %s", "företag %s"},
	},
	{
		kind: "fi-person", draw: "{DD}{MM}{YY}-[2345678]dd@", layouts: []string{"###########"},
		ok:  func(c string) bool { return "0123456789ABCDEFHJKLMNPRSTUVWXY"[bigMod(c[:6]+c[7:10], 31)] == c[10] },
		say: []string{"hetu %s ok", "henkilötunnus: %s", "personbeteckning %s"},
	},
	{
		kind: "no-person", draw: "{DD}{MM}{YY}ddd??", layouts: []string{"###########", "###### #####"},
		ok: func(c string) bool {
			return sumsTo(c, 11, 3, 7, 6, 1, 8, 9, 4, 5, 2, 1) && sumsTo(c, 11, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)
		}, say: []string{"fødselsnummer %s ok", "fnr: %s", "mitt personnummer er %s"},
	},
	{
		kind: "gb-nhs", draw: "nddddddd[0123456789]?", ok: func(c string) bool { return sumsTo(c, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1) }, layouts: []string{"### ### ####", "###-###-####", "##########"},
		say: []string{"nhs %s ok", "my NHS number: %s", "the health authority says %s"},
	},
	{
		kind: "us-npi", draw: "[12]dddddddn?", ok: func(c string) bool { return doubled("80840" + c) }, layouts: []string{"##########", "####-###-###", "#### ### ###"},
		say: []string{"npi %s ok", "provider id: %s", "national provider %s"},
	},
	{
		kind: "us-aba", draw: "[012367]ddddddn?", ok: func(c string) bool { return sumsTo(c, 10, 3, 7, 1, 3, 7, 1, 3, 7, 1) }, layouts: []string{"#########", "####-####-#"},
		say: []string{"routing %s ok", "aba: %s", "the bank routing number is %s"},
	},
	{
		kind: "us-dea", draw: "[ABFGM]addddd[123456789]?", layouts: []string{"#########"},
		ok:  func(c string) bool { return dot(c[2:], 1, 2, 1, 2, 1, 2)%10 == val(c[8]) },
		say: []string{"dea %s ok", "DEA certificate: %s"},
	},
	{
		kind: "ca-sin", draw: "[1234567]ddddddd?", ok: doubled, layouts: []string{"### ### ###", "###-###-###", "#########"},
		say: []string{"my SIN is %s ok", "NAS: %s", "assurance sociale %s", "social insurance %s"},
	},
	{
		kind: "ch-ahv", draw: "756ddddddddd?", ok: func(c string) bool { return sumsTo(c, 10, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1) }, layouts: []string{"###.####.####.##", "#############", "### #### #### ##"},
		say: []string{"AHV %s ok", "numéro AVS: %s", "mini ahv-nummer isch %s", "%s hoi"},
	},
	{
		kind: "ch-uid", draw: "CHEnddddddd?", ok: func(c string) bool { return sumsTo(c[3:], 11, 5, 4, 3, 2, 7, 6, 5, 4, 1) }, layouts: []string{"###-###.###.###", "############", "### ###.###.###"},
		say: []string{"UID %s ok", "IDE: %s", "mwst %s", "iva %s grazie"},
	},
	{
		kind: "be-niss", draw: "{YY}{MM}{DD}ddn??", layouts: []string{"##.##.##-###.##", "###########", "######-###.##"},
		ok: func(c string) bool {
			key := bigMod(c[9:], 100)
			return key == 97-bigMod(c[:9], 97) || key == 97-bigMod("2"+c[:9], 97)
		}, say: []string{"NISS %s ok", "registre national: %s", "mijn rijksregisternummer is %s"},
	},
	{
		kind: "be-vat", draw: "BE0[4567]dddddd??", layouts: []string{"############", "## ####.###.###", "## #### ### ###"},
		ok:  func(c string) bool { return (bigMod(c[2:10], 97) + bigMod(c[10:], 100)) == 97 },
		say: []string{"TVA %s ok", "btw: %s", "ondernemingsnummer %s"},
	},
	{
		kind: "nl-bsn", draw: "nddddddd?", ok: func(c string) bool { return (dot(c, 9, 8, 7, 6, 5, 4, 3, 2)-val(c[8]))%11 == 0 && !repeated(c) }, layouts: []string{"#########", "####.##.###", "#### ## ###"},
		say: []string{"BSN %s ok", "mijn burgerservicenummer: %s", "sofinummer %s"},
	},
	{
		kind: "lu-person", draw: "19{YY}{MM}{DD}ddd??", ok: func(c string) bool { return doubled(c[:12]) && dihedral(c[:11]+c[12:]) }, layouts: []string{"#############", "#### #### #####"},
		say: []string{"matricule %s ok", "CNS: %s", "Sozialversicherung %s"},
	},
	{
		kind: "at-svnr", draw: "ndd?{DD}{MM}{YY}", ok: func(c string) bool { return dot(c, 3, 7, 9, 0, 5, 8, 4, 2, 1, 6)%11 == val(c[3]) }, layouts: []string{"#### ######", "##########"},
		say: []string{"SVNR %s ok", "Sozialversicherungsnummer: %s", "auf der e-card steht %s"},
	},
	{
		kind: "at-vat", draw: "ATUddddddn?", ok: func(c string) bool { return (crossSums(c[3:], 1, 2, 1, 2, 1, 2, 1)+4+val(c[10]))%10 == 0 }, layouts: []string{"###########"},
		say: []string{"UID %s ok", "USt-ID: %s", "vat %s"},
	},
	{
		kind: "ie-pps", draw: "ddddddd@", ok: func(c string) bool { return "WABCDEFGHIJKLMNOPQRSTUV"[dot(c, 8, 7, 6, 5, 4, 3, 2)%23] == c[7] }, layouts: []string{"########"},
		say: []string{"PPS %s ok", "my ppsn: %s", "personal public service %s"},
	},
	{
		kind: "pl-pesel", draw: "{YY}{MM}{DD}dddd?", ok: func(c string) bool { return sumsTo(c, 10, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1) }, layouts: []string{"###########"},
		say: []string{"pesel %s ok", "mój PESEL to %s", "PESEL: %s"},
	},
	{
		kind: "tr-id", draw: "ndddddddd??", layouts: []string{"###########"},
		ok: func(c string) bool {
			a := val(c[0]) + val(c[2]) + val(c[4]) + val(c[6]) + val(c[8])
			b := val(c[1]) + val(c[3]) + val(c[5]) + val(c[7])
			return (7*a+9*b)%10 == val(c[9]) && 8*a%10 == val(c[10])
		}, say: []string{"TC kimlik no %s", "tckn: %s", "kimlik %s tamam"},
	},
	{
		kind: "au-abn", draw: "n?ddddddddd", ok: func(c string) bool { return (dot(c, 10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)-10)%89 == 0 }, layouts: []string{"## ### ### ###", "###########"},
		say: []string{"ABN %s ok", "our abn: %s", "australian business number %s"},
	},
	{
		kind: "au-acn", draw: "0nddddd[123]?", ok: func(c string) bool { return (dot(c, 8, 7, 6, 5, 4, 3, 2, 1)+val(c[8]))%10 == 0 }, layouts: []string{"### ### ###", "#########"},
		say: []string{"ACN %s ok", "our acn: %s"},
	},
	{
		kind: "au-medicare", draw: "[23456]ddddddd?n", ok: func(c string) bool { return dot(c, 1, 3, 7, 9, 1, 3, 7, 9)%10 == val(c[8]) }, layouts: []string{"#### ##### #", "##########"},
		say: []string{"medicare %s ok", "my medicare no: %s"},
	},
	{
		kind: "au-tfn", draw: "nddddddn?", ok: func(c string) bool { return sumsTo(c, 11, 1, 4, 3, 7, 5, 8, 6, 9, 10) }, layouts: []string{"### ### ###", "#########"},
		say: []string{"TFN %s ok", "my tax file number is %s"},
	},
	{
		kind: "in-aadhaar", draw: "[23456789]dddddddddd?", ok: dihedral, layouts: []string{"#### #### ####", "####-####-####", "############"},
		say: []string{"aadhaar %s ok", "my Aadhar: %s", "uidai %s"},
	},
	{
		kind: "kr-rrn", draw: "{YY}{MM}{DD}[12]ddddd?", doubt: true, layouts: []string{"######-#######", "#############"},
		ok:  func(c string) bool { return (11-dot(c, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)%11)%10 == val(c[12]) },
		say: []string{"RRN %s ok", "주민등록번호 %s", "resident registration number: %s"},
	},
	{
		kind: "kr-brn", draw: "nddddddd[123]?", layouts: []string{"###-##-#####", "##########"},
		ok: func(c string) bool {
			return (dot(c, 1, 3, 7, 1, 3, 7, 1, 3)+5*val(c[8])+val(c[8])/2+val(c[9]))%10 == 0
		}, say: []string{"BRN %s ok", "사업자등록번호 %s", "business registration: %s"},
	},
	{
		kind: "jp-number", draw: "nddddddddd[123]?", layouts: []string{"#### #### ####", "####-####-####", "############"},
		ok:  func(c string) bool { return completes(c, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) },
		say: []string{"マイナンバー %s です", "my number: %s", "個人番号は%sです"},
	},
	{
		kind: "th-id", draw: "[12345]10ddddddddd?", layouts: []string{"#############", "#-####-#####-##-#"},
		ok:  func(c string) bool { return (11-dot(c, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)%11)%10 == val(c[12]) },
		say: []string{"Thai ID %s ok", "TNIN: %s", "เลขประจำตัวประชาชน %s"},
	},
	{
		kind: "ph-tin", draw: "nddddd[123]d?", ok: func(c string) bool { return dot(c, 9, 8, 7, 6, 5, 4, 3, 2)%11 == val(c[8]) }, layouts: []string{"###-###-###", "#########"},
		say: []string{"TIN %s ok", "BIR: %s", "my taxpayer id %s"},
	},
	{kind: "ng-nin", draw: "nddddddddd?", ok: dihedral, layouts: []string{"###########"}, say: []string{"NIN %s ok", "nimc: %s", "national identity %s"}},
	{kind: "za-id", draw: "{YY}{MM}{DD}dddd08?", ok: doubled, layouts: []string{"#############"}, say: []string{"my id %s ok", "RSA ID: %s", "identity %s"}},
	{
		kind: "imei", draw: "35dddddddddddd?", ok: doubled, layouts: []string{"###############", "##-######-######-#", "## ###### ###### #"},
		say: []string{"imei %s ok", "mon iphone volé %s", "IMEI: %s", "serial %s"},
	},
}
