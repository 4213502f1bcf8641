package pattern

import (
	"net/netip"
	"strings"
)

// findIPv4 reads four numbers with dots from the digit at s[at], and the
// length of the network behind a slash.
func findIPv4(sc *scan, r *compiled, at, _ int) {
	s := sc.s
	end, section := dottedFour(s, at)
	if end < 0 || at < sc.host || !before(s, at) || strings.HasSuffix(s[:at], ".") || !boundary(s, end) {
		return
	}
	if sc.host = max(sc.host, end); nobodys(s[at:end]) {
		return
	}
	end += prefixLen(s[end:], 32)
	score := 0.9
	if section {
		score = 0.3
	}
	sc.host = max(sc.host, end)
	sc.add(r, at, end, score, "ipv4")
}

// nobodys reports an address that every machine has for itself (127.0.0.1, ::1), that of none (0.0.0.0), or a mask.
func nobodys(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && (a.IsLoopback() || a.IsUnspecified() || strings.HasPrefix(s, "255.255."))
}

// dottedFour returns the end of four numbers below 256 with dots between at
// s[at], -1 for none; section says that they look like the number of a version or
// a section: small, and not all alike.
func dottedFour(s string, at int) (end int, section bool) {
	end = at
	small, same := true, true
	for part := range 4 {
		if part > 0 {
			if end >= len(s) || s[end] != '.' {
				return -1, false
			}
			end++
		}
		v, n := number(s, end, 4)
		if n == 0 || n > 3 || v > 255 || n > 1 && s[end] == '0' {
			return -1, false
		}
		small = small && v < 10
		same = same && s[end] == s[at]
		end += n
	}
	return end, small && !same
}

// prefixLen is the length of "/24" at the start of s, 0 when there is none.
func prefixLen(s string, most int) int {
	if len(s) < 2 || s[0] != '/' || !digit(s[1]) {
		return 0
	}
	n, v := 1, 0
	for n < len(s) && n < 5 && digit(s[n]) {
		v = v*10 + int(s[n]-'0')
		n++
	}
	if v > most || !boundary(s, n) {
		return 0
	}
	return n
}

// findIPv6 reads an address around the colon at s[at]. Only the first colon of
// a stretch is looked at.
func findIPv6(sc *scan, r *compiled, at, _ int) {
	s := sc.s
	start := at
	for start > 0 && at-start < 5 && hex(s[start-1]) {
		start--
	}
	if start > 0 && s[start-1] == ':' || !strings.Contains(s[at:min(len(s), at+40)], ":") {
		return
	}
	end := groupsEnd(s, start)
	if strings.Count(s[start:end], ":") < 2 || !boundary(s, end) || !before(s, start) {
		return
	}
	if a, err := netip.ParseAddr(s[start:end]); err != nil || !a.Is6() || nobodys(s[start:end]) {
		return
	}
	score := 0.9
	if !strings.ContainsAny(s[start:end], "0123456789") {
		score = 0.1
	} else if end-start < 4 {
		score = 0.3
	}
	if zone := zoneLen(s[end:]); zone > 0 {
		end += zone
	}
	end += prefixLen(s[end:], 128)
	sc.host = max(sc.host, end)
	sc.add(r, start, end, score, "ipv6")
}

// groupsEnd returns the end of what may be an address of the sixth version at
// s[i], without the punctuation of the sentence.
func groupsEnd(s string, i int) int {
	end := i
	for end < len(s) && end-i < 46 && (hex(s[end]) || s[end] == ':' || s[end] == '.') {
		end++
	}
	for end > i && (s[end-1] == '.' || s[end-1] == ':' && !strings.HasSuffix(s[i:end], "::")) {
		end--
	}
	return end
}

// zoneLen is the length of "%eth0" at the start of s.
func zoneLen(s string) int {
	if len(s) < 2 || s[0] != '%' {
		return 0
	}
	n := 1
	for n < len(s) && n < 16 && alnum(s[n]) {
		n++
	}
	if n == 1 {
		return 0
	}
	return n
}

func hex(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
