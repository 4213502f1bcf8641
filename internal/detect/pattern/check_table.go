package pattern

import "github.com/bauta/bauta/internal/detect/pattern/checkdigit"

// checks are the checks without arguments.
func checks() map[string]check {
	return map[string]check{
		"luhn":     checkdigit.Luhn,
		"varied":   func(c string) bool { return !checkdigit.Repeated(c) },
		"verhoeff": checkdigit.Verhoeff, "mod11x10": checkdigit.Mod11x10, "weights731": checkdigit.Weights731,

		"card": cardNumber, "bic": bic, "parcel": parcel,
		"nir": nir, "rib": rib, "siret": siret, "french-vat": frenchVAT,
		"german-tax-digits": germanTaxDigits, "german-tax-office": germanTaxOffice, "german-health": germanHealth,
		"german-pension": germanPension, "german-card": germanCard,
		"austrian-date": austrianDate, "austrian-vat": austrianVAT,
		"belgian": belgian, "belgian-vat": belgianVAT, "luxembourg": luxembourg,
		"british-licence": britishLicence, "british-plate": britishPlate, "irish": irish,
		"swedish-date": swedishDate, "norwegian-date": norwegianDate, "finnish": finnish,
		"spanish-letter": spanishLetter, "codice-fiscale": codiceFiscale, "polish-date": polishDate, "turkish": turkish,
		"abn": abn, "korean-company": koreanCompany, "south-african": southAfrican, "npi": npi, "vin": vin,

		"undated":    func(c string) bool { return !solidDate(c) },
		"has-digits": hasDigits, "four-digits": fourDigits, "capitals": capitals, "one-case": oneCase,
		"same-marks": sameMarks, "hyphen-or-capitals": hyphenOrCapitals,
		"french-plate": frenchPlate, "spanish-plate": spanishPlate,
		"swedish-plate": swedishPlate, "swiss-plate": swissPlate,
	}
}
