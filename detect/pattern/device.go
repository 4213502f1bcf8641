package pattern

import (
	"crypto/sha256"
	"strings"

	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var deviceRules = []rule{{
	kind: "mac", shapes: []shape{
		{"[0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}", 0.9},
		{"[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}", 0.9},
		{"[0-9a-f]{4}[.][0-9a-f]{4}[.][0-9a-f]{4}", 0.8},
	}, check: macAddress,
	context: []string{"mac", "hardware address", "physical address", "ethernet", "wifi", "adresse mac"},
	yes: []string{
		"mac ‹00:1A:2B:3C:4D:5E›", "‹AA-BB-CC-DD-EE-01› ok", "‹0012.3456.789A›", "adresse mac: ‹a4:83:e7:12:00:9f›",
		"(‹01:23:45:67:89:ab›)",
	},
	no: []string{
		"FF:FF:FF:FF:FF:FF", "00:00:00:00:00:00", "00:1A:2B:3C:4D", "12:34:56", "10:2F:33-AC-29-C3",
		"ZZ:ZZ:ZZ:ZZ:ZZ:ZZ", "x2012.1234.5678",
	},
}, {
	kind: "imei", shapes: []shape{{"9{15}", 0.3}, {"9{2}[ -]9{6}[ -]9{6}[ -]9", 0.6}}, check: luhn,
	context: []string{"imei", "serial", "numero de serie", "iphone", "samsung", "telephone vole"},
	yes: []string{
		"imei ‹490154203237518›", "IMEI: ‹356938035643809›", "‹49-015420-323751-8›", "mon imei c ‹352099001761481›",
		"iphone ‹013049000321556› volé",
	},
	no: []string{
		"490154203237518", "imei 490154203237519", "imei 49015420323751", "imei 4901542032375180",
		"imei 000000000000000", "49-015420-323751-9",
	},
}, {
	kind: "crypto", on: onMixed, find: findCrypto,
	context: []string{"wallet", "btc", "bitcoin", "eth", "crypto", "adresse"},
	yes: []string{
		"‹16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ›", "btc ‹3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy› merci",
		"‹bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq›", "eth: ‹0x52908400098527886E0F7030069857D2E4169EE7›",
		"‹BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4›.",
	},
	no: []string{
		"16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ2", "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyY",
		"bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdr",
		"8f953371d3e85eddb89b05ed6b9e680791055315c73e1025ab5dba7bb2aee189", "nicoooooooooooooooooooooooolas",
		"1111111111111111111111111111", "0x1234",
	},
}, {
	kind: "tracking", shapes: []shape{{"1\\Z[0-9A-Z]{15}9", 0.95}, {"A{2}9{9}A{2}", 0.7}, {"9A9{11}", 0.55}},
	check: tracking,
	context: []string{
		"colis", "suivi", "tracking", "parcel", "ups", "paket", "sendung", "la poste", "envoi", "pacco", "paquete",
	},
	yes: []string{
		"ups ‹1Z999AA10123456784›", "colis ‹RR123456785FR›", "‹RB123456785GB›", "tracking ‹LZ473124829US›",
		"‹6A04512378912›", "suivi ‹1Z12345E0205271686›",
	},
	no: []string{
		"1Z999AA10123456785", "RR123456784FR", "1Z999AA1012345678", "RR12345678FR", "AB123456789", "RR123456786FR",
	},
}}

// macAddress refuses the addresses of nobody: all zeros and all ones.
func macAddress(c string) bool { return !checkdigit.Repeated(c) }

// tracking verifies parcel numbers: UPS (1Z, letters count by place) and the
// postal union's S10 (two letters, eight digits, check digit, country).
func tracking(c string) bool {
	if len(c) == 18 {
		sum := 0
		for i := 2; i < 17; i++ {
			v := int(c[i] - '0')
			if c[i] >= 'A' {
				v = (int(c[i]) - 63) % 10
			}
			if i%2 == 1 {
				v *= 2
			}
			sum += v
		}
		return (10-sum%10)%10 == int(c[17]-'0')
	}
	if digit(c[0]) {
		return true // La Poste: a digit, a letter, eleven digits, no public check
	}
	want := 11 - checkdigit.Sum(c[2:], 8, 6, 4, 2, 3, 5, 9, 7)%11
	switch want {
	case 10:
		want = 0
	case 11:
		want = 5
	}
	return want == int(c[10]-'0')
}

// findCrypto verifies addresses of Bitcoin (base58 with a double SHA-256, and
// bech32) and Ethereum.
func findCrypto(sc *scan, r *compiled, at, w int) {
	end := int(sc.words[w].end)
	addr := sc.s[at:end]
	if len(addr) < 26 || len(addr) > 90 || !before(sc.s, at) || !boundary(sc.s, end) {
		return
	}
	switch {
	case addr[0] == '1' || addr[0] == '3':
		if len(addr) > 35 || !base58Check(addr) {
			return
		}
	case len(addr) > 40 && strings.EqualFold(addr[:3], "bc1"):
		if !bech32(addr) {
			return
		}
	case strings.HasPrefix(addr, "0x") && len(addr) == 42:
		for i := 2; i < len(addr); i++ {
			if !hex(addr[i]) {
				return
			}
		}
	default:
		return
	}
	sc.add(r, at, end, 0.97, "crypto")
}

// base58Check verifies a Bitcoin address: 25 bytes, the last four of them the
// beginning of the double SHA-256 of the others.
func base58Check(s string) bool {
	const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	var n [25]byte
	for i := range len(s) {
		carry := strings.IndexByte(alphabet, s[i])
		if carry < 0 {
			return false
		}
		for j := len(n) - 1; j >= 0; j-- {
			carry += 58 * int(n[j])
			n[j], carry = byte(carry), carry>>8
		}
		if carry != 0 {
			return false
		}
	}
	one := sha256.Sum256(n[:21])
	two := sha256.Sum256(one[:])
	return [4]byte(n[21:]) == [4]byte(two[:4])
}

// bech32 verifies a segwit address (BIP 173 and 350).
func bech32(s string) bool {
	const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
	if strings.ToLower(s) != s && strings.ToUpper(s) != s {
		return false
	}
	s = strings.ToLower(s)
	sum := uint32(1)
	step := func(v byte) {
		top := sum >> 25
		sum = (sum&0x1ffffff)<<5 ^ uint32(v)
		for i, g := range [5]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 == 1 {
				sum ^= g
			}
		}
	}
	for _, v := range []byte{'b' >> 5, 'c' >> 5, 0, 'b' & 31, 'c' & 31} {
		step(v)
	}
	for i := 3; i < len(s); i++ {
		v := strings.IndexByte(alphabet, s[i])
		if v < 0 {
			return false
		}
		step(byte(v))
	}
	return sum == 1 || sum == 0x2bc830a3
}
