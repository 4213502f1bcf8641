package pattern

import (
	"crypto/sha256"
	"strings"
)

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
