package pattern

import "strings"

// findCompass reads a place in degrees and decimals of minutes with the signs of the compass
// before them, as devices for the way show it: "N47 22.418 E8 32.507", "N 47° 39.214' E 9°
// 10.882'". The sign is the first letter of word w, or stands before it.
func findCompass(sc *scan, r *compiled, at, w int) {
	s, start := sc.s, at
	switch {
	case digit(s[at]) && at > 1 && s[at-1] == ' ':
		start = at - 2
	case digit(s[at]):
		return
	}
	if !before(s, start) {
		return
	}
	lat := compassAngle(s, start, "NS")
	if lat < 0 {
		return
	}
	lon := lat
	for lon < len(s) && lon-lat < 3 && strings.IndexByte(" ,;", s[lon]) >= 0 {
		lon++
	}
	if end := compassAngle(s, lon, "EWO"); end > 0 {
		sc.add(r, start, end, 0.85, "coordinates")
	}
}

// compassAngle returns the end of a sign of the compass with degrees and decimals of minutes
// behind it at s[i], -1 for none.
func compassAngle(s string, i int, signs string) int {
	if i >= len(s) || strings.IndexByte(signs, s[i]) < 0 {
		return -1
	}
	i = blank(s, i+1)
	_, n := number(s, i, 3)
	if n == 0 {
		return -1
	}
	i = blank(s, i+n)
	if strings.HasPrefix(s[i:], "°") {
		i = blank(s, i+len("°"))
	}
	_, n = number(s, i, 2)
	if i += n; n == 0 || i >= len(s) || s[i] != '.' && s[i] != ',' {
		return -1
	}
	_, n = number(s, i+1, 6)
	if i += 1 + n; n < 2 {
		return -1
	}
	if i < len(s) && s[i] == '\'' {
		i++
	}
	if !boundary(s, i) {
		return -1
	}
	return i
}

// blank is the place behind one blank at s[i], or i.
func blank(s string, i int) int {
	if i < len(s) && s[i] == ' ' {
		return i + 1
	}
	return i
}
