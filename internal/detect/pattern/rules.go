package pattern

import "github.com/bauta/bauta"

// finders are the kinds that a function finds. Its file says what the kind is; what it
// must and must not find stands in testdata/examples.
func finders() []rule {
	return []rule{
		{kind: "email", label: bauta.Email, on: onAt, find: findEmail},
		{kind: "email-spelled", label: bauta.Email, on: onTag, find: findSpelledEmail},
		{kind: "url", label: bauta.URL, on: onColon, find: findURL},
		{kind: "url-bare", label: bauta.URL, on: onDot, find: findHost},
		{kind: "ipv4", label: bauta.IPAddress, on: onDigit, find: findIPv4, context: wordsBeside("ip")},
		{kind: "ipv6", label: bauta.IPAddress, on: onColon, find: findIPv6, context: wordsBeside("ip")},
		{kind: "handle", on: onAt, find: findHandle},
		{kind: "account", on: onTag, find: findAccount},
		{kind: "account", on: onTag, find: findFolder},
		{kind: "account", on: onDigit, find: findNumberedName},
		{kind: "phone", label: bauta.Phone, on: onDigit | onGroups, find: findPhone},
		{kind: "phone-glued", label: bauta.Phone, on: onMixed, find: findGlued},
		{kind: "phone-spelled", label: bauta.Phone, on: onDigit | onTag, find: findSpelledPhone},
		{kind: "iban", on: onMixed | onDigit, find: findIBAN, context: wordsBeside("iban")},
		{kind: "code", on: onTag, find: findCode},
		{kind: "reference", on: onTag, find: findReference},
		{kind: "number", on: onDigit, find: findNumber},
		{kind: "address-fr", label: bauta.Address, doors: true, on: onTag, find: findStreet},
		{kind: "address-inside", label: bauta.Address, on: onTag, find: findInside},
		{kind: "address-en", label: bauta.Address, doors: true, on: onTag, find: findRoad},
		{kind: "address-de", label: bauta.Address, doors: true, on: onDigit, find: findSuffixStreet},
		{kind: "address-es-it", label: bauta.Address, doors: true, on: onTag, find: findVia},
		{kind: "zip-us", label: bauta.ZipCode, country: "us", on: onDigit, find: findUSZip},
		{kind: "zip-fr", label: bauta.ZipCode, on: onDigit, find: findZip},
		{kind: "zip-labelled", label: bauta.ZipCode, on: onTag, find: findLabelledZip},
		{kind: "address", label: bauta.Address, doors: true, on: onTag | onDigit, find: findWorldStreet},
		{kind: "address", label: bauta.Address, doors: true, on: onDigit, find: findGrid},
		{kind: "address-corner", label: bauta.Address, on: onTag, find: findCorner},
		{kind: "address-box", label: bauta.Address, on: onTag, find: findPostBox},
		{kind: "address-part", label: bauta.Address, on: onEnd, find: findBlocks},
		{kind: "address-part", label: bauta.Address, on: onTag, find: findCareOf},
		{kind: "address-place", label: bauta.Location, on: onEnd, find: findBlocks},
		{kind: "address-zip", label: bauta.ZipCode, on: onEnd, find: findBlocks},
		{kind: "place-said", label: bauta.Location, on: onEnd, find: findPlaces},
		{kind: "date-birth", label: bauta.Date, on: onDigit | onMixed | onTag, find: findBirth},
		{kind: "date", label: bauta.Date, asked: true, on: onDigit | onTag, find: findDate},
		{kind: "crypto", on: onMixed, find: findCrypto, context: wordsBeside("crypto")},
		{kind: "secret", on: onMixed, find: findSecret},
		{kind: "token", on: onMixed, find: findToken},
		{kind: "private-key", on: onTag, find: findPrivateKey},
		{kind: "coordinates", on: onDigit, find: findCoordinates},
		{kind: "coordinates", on: onDigit | onMixed, find: findCompass},
		{kind: "plate-jp", on: onDigit, find: findPlateJP},
		{kind: "reference-jp", on: onDigit | onMixed, find: findNumberJP},
	}
}
