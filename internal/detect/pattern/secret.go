package pattern

import (
	"encoding/base64"
	"strings"
)

// findToken finds long words of mixed letters and digits: addresses of wallets
// with a wrong check, session keys, digests.
func findToken(sc *scan, r *compiled, at, w int) {
	x := sc.words[w]
	if x.has&hasDigit == 0 || x.has&(hasLower|hasUpper) == 0 || x.has&hasHigh != 0 {
		return
	}
	if n := sc.size(w); n < 24 || n > 256 || !before(sc.s, at) || !boundary(sc.s, int(x.end)) {
		return
	}
	turns, lower := 0, 0
	for i := x.start + 1; i < x.end && lower <= 9; i++ {
		c := sc.s[i]
		if digit(c) != digit(sc.s[i-1]) {
			turns++
		}
		if lower++; c < 'a' {
			lower = 0 // words have small letters in a row
		}
	}
	if turns >= 4 && (lower <= 9 || strings.HasPrefix(sc.s[at:], "bc1")) && !sc.measured(at, int(x.end)) {
		sc.add(r, at, int(x.end), 0.5, "token")
	}
}

// tokens are the beginnings that services give their secrets, and the least
// length of what follows.
var tokens = []struct {
	prefix string
	least  int
}{
	{"AKIA", 16},
	{"ASIA", 16},
	{"ghp_", 30},
	{"gho_", 30},
	{"ghs_", 30},
	{"ghu_", 30},
	{"ghr_", 30},
	{"github_pat_", 30},
	{"glpat-", 18},
	{"xoxb-", 20},
	{"xoxp-", 20},
	{"xoxa-", 20},
	{"xoxs-", 20},
	{"sk_live_", 16},
	{"sk_test_", 16},
	{"pk_live_", 16},
	{"rk_live_", 16},
	{"sk-ant-", 20},
	{"sk-proj-", 20},
	{"sk-", 40},
	{"AIza", 35},
	{"npm_", 30},
	{"pypi-", 30},
	{"SG.", 40},
	{"hf_", 30},
	{"dop_v1_", 40},
	{"ya29.", 20},
	{"EAACEdEose0cBA", 10},
	{"eyJ", 20},
	{"whsec_", 20},
}

// findSecret reads a token that begins as those of a known service do. A JSON
// web token has a header that decodes to JSON.
func findSecret(sc *scan, r *compiled, _, w int) {
	s, at := sc.s, int(sc.words[w].start)
	if at < sc.secret {
		return
	}
	for at > 0 && int(sc.words[w].start)-at < 64 && (alnum(s[at-1]) || strings.IndexByte("_-.", s[at-1]) >= 0) {
		at--
	}
	end := at
	for end < len(s) && end-at < 2048 && (alnum(s[end]) || strings.IndexByte("_-.+/=", s[end]) >= 0) {
		end++
	}
	end = at + len(strings.TrimRight(s[at:end], ".-"))
	sc.secret = end
	body := s[at:end]
	if startsLikeToken(body) {
		sc.add(r, at, end, 0.97, "secret")
	}
}

// startsLikeToken reports a body that begins as those of a known service do.
func startsLikeToken(body string) bool {
	for _, t := range tokens {
		rest, ok := strings.CutPrefix(body, t.prefix)
		if !ok || len(rest) < t.least || !strings.ContainsAny(rest, "0123456789") {
			continue
		}
		if t.prefix != "eyJ" || jwt(body) {
			return true
		}
	}
	return false
}

// jwt reports whether the first part of three is JSON in base64.
func jwt(s string) bool {
	head, rest, ok := strings.Cut(s, ".")
	if !ok || strings.IndexByte(rest, '.') < 0 {
		return false
	}
	raw, err := base64.RawURLEncoding.DecodeString(head)
	return err == nil && len(raw) > 1 && raw[0] == '{' && raw[len(raw)-1] == '}'
}

// findPrivateKey reads a PEM block from "BEGIN … PRIVATE KEY" to its end, or as
// far as the base64 goes.
func findPrivateKey(sc *scan, r *compiled, at, w int) {
	s := sc.s
	if !sc.tagged(w, tagPEM) || at < len(dashes) || s[at-len(dashes):at] != dashes {
		return
	}
	head := s[at:min(len(s), at+60)]
	i := strings.Index(head, "PRIVATE KEY"+dashes)
	if i < 0 {
		return
	}
	end := at + i + len("PRIVATE KEY"+dashes)
	for end < len(s) && end-at < 1<<14 && keyGoesOn(s, end) {
		end++
	}
	if strings.HasPrefix(s[end:], dashes+"END") {
		if j := strings.Index(s[end+len(dashes):min(len(s), end+80)], dashes); j > 0 {
			end += j + 2*len(dashes)
		}
	}
	end = at + len(strings.TrimRight(s[at:end], " \n\r"))
	sc.add(r, at-len(dashes), end, 0.98, "private-key")
}

// dashes stand around the head and the foot of a PEM block.
const dashes = "-----"

// keyGoesOn reports base64 or white space within a PEM block at s[i]: behind a
// blank, twenty bytes without another, or the foot.
func keyGoesOn(s string, i int) bool {
	if s[i] != ' ' {
		return alnum(s[i]) || strings.IndexByte("+/=\r\n\\", s[i]) >= 0
	}
	if strings.HasPrefix(s[i:], "  ") {
		return false
	}
	words := i+20 < len(s) && strings.IndexByte(s[i+1:i+20], ' ') >= 0
	return !words || strings.HasPrefix(s[i+1:], dashes)
}

// findCoordinates reads a latitude and a longitude from the digit at s[at]:
// decimal with four places or more, or degrees, minutes and seconds.
func findCoordinates(sc *scan, r *compiled, at, w int) {
	s := sc.s
	if at < sc.dialled || at > 0 && (alnum(s[at-1]) || s[at-1] == '.' || s[at-1] == ',') {
		return
	}
	lat, ok := angle(s, at, 90)
	if !ok {
		return
	}
	i := longitude(s, lat)
	if i == lat || i >= len(s) || !digit(s[i]) {
		return
	}
	if end, ok := angle(s, i, 180); ok {
		if strings.ContainsAny(s[lat:i], "NS") {
			end = eastWestEnd(s, end)
		}
		sc.add(r, latitude(s, at), end, 0.85, "coordinates")
	}
}

// latitude is where the sign of the number at s[at] begins: a minus, "N ", "S ".
func latitude(s string, at int) int {
	head := s[:at]
	switch {
	case strings.HasSuffix(head, "-"):
		return at - 1
	case (strings.HasSuffix(head, "N ") || strings.HasSuffix(head, "S ")) && before(s, at-2):
		return at - 2
	}
	return at
}

// longitude is where the second number begins behind the first, which ends at
// s[i]; i if nothing stands between.
func longitude(s string, i int) int {
	lat := i
	for i < len(s) && i-lat < 4 && strings.IndexByte(" ,;/NSEWO-", s[i]) >= 0 {
		i++
	}
	for _, word := range []string{"long ", "lon ", "lng ", "long: ", "lon: ", "lng: ", "lng=", "lon="} {
		if strings.HasPrefix(s[i:], word) {
			i += len(word)
			break
		}
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	return i
}

// eastWestEnd is the end of the sign of the compass behind a longitude whose latitude has
// one, too: "40.14825 N 18.49107 E".
func eastWestEnd(s string, end int) int {
	for _, sign := range [...]string{" E", " W", " O"} {
		if strings.HasPrefix(s[end:], sign) && boundary(s, end+len(sign)) {
			return end + len(sign)
		}
	}
	return end
}

// angle reads degrees at s[i], with a sign of the compass behind.
func angle(s string, i, most int) (int, bool) {
	v, n := number(s, i, 3)
	if n == 0 || v > most {
		return 0, false
	}
	i += n
	good := false
	if i < len(s) && s[i] == '.' {
		_, places := number(s, i+1, 12)
		good = places >= 4
		i += 1 + places
	}
	if strings.HasPrefix(s[i:], "°") {
		from := i + len("°")
		i = minutesEnd(s, from)
		good = good || strings.ContainsAny(s[from:i], "'.") // minutes, or a fraction of them
	}
	if good {
		i = compassEnd(s, i)
	}
	return i, good && boundary(s, i)
}

// minutesEnd returns the end of minutes and seconds at s[i]: 51'24", 30' 26".
func minutesEnd(s string, i int) int {
	for i < len(s) {
		blank := s[i] == ' ' && i+1 < len(s) && digit(s[i+1]) && strings.IndexByte("'\"", s[i-1]) >= 0
		if !digit(s[i]) && strings.IndexByte("'\".", s[i]) < 0 && !blank {
			break
		}
		i++
	}
	return i
}

// compassEnd returns the end of the sign of the compass behind the degrees that
// end at s[i]; behind a blank only where they are marked as degrees.
func compassEnd(s string, i int) int {
	j := i
	if j < len(s) && s[j] == ' ' {
		j++
	}
	if j == len(s) || strings.IndexByte("NSEWO", s[j]) < 0 || !boundary(s, j+1) {
		return i
	}
	if j > i && !strings.Contains(s[max(0, i-16):i], "°") {
		return i
	}
	return j + 1
}
