package pattern

import (
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

const (
	longestLocal = 64
	longestHost  = 253
)

// findEmail reads what stands around "@".
func findEmail(sc *scan, r *compiled, at, _ int) {
	s := sc.s
	start := localStart(s, at)
	hostAt := at + 1
	spaced := false
	if start == at { // "name @ host": only hosts that give mail to everybody
		if at < 2 || s[at-1] != ' ' || at+2 >= len(s) {
			return
		}
		if s[at+1] == ' ' {
			hostAt++
		}
		spaced = true
		if start = localStart(s, at-1); start == at-1 {
			return
		}
	}
	end := hostEnd(s, hostAt)
	host := s[hostAt:end]
	if spaced && mailHost(host) {
		start, end = sc.wide(start, end)
		sc.add(r, start, end, 0.95, "email")
		return
	}
	switch {
	case spaced:
		return
	case strings.IndexByte(host, '.') > 0:
		if end = hostAt + topLevel(host); end == hostAt {
			return
		}
	case mailHost(host), host != "" && letters(host) && spelledDot(s[end:]):
		end += typedTop(s[end:])
	default:
		return
	}
	sc.host = max(sc.host, end)
	sc.add(r, start, end, 0.97, "email")
}

// wide extends an address written with blanks over the dots that have blanks
// around them: "lucas . petit @ orange . fr".
func (sc *scan) wide(start, end int) (int, int) {
	for start > 3 && sc.s[start-3:start] == " . " {
		i := localStart(sc.s, start-3)
		if i == start-3 {
			break
		}
		start = i
	}
	for n := 0; n < 3 && end+3 < len(sc.s) && sc.s[end:end+3] == " . "; n++ {
		i := hostEnd(sc.s, end+3)
		if !knownTop(sc.s[end+3 : i]) {
			break
		}
		end = i
	}
	if strings.IndexByte(sc.s[start:end], '.') < 0 {
		end += typedTop(sc.s[end:])
	}
	return start, end
}

// localStart returns where the part before "@" begins.
func localStart(s string, at int) int {
	i := at
	for i > 0 && at-i < longestLocal {
		c := s[i-1]
		if c < utf8.RuneSelf {
			if !alnum(c) && strings.IndexByte("._%+-", c) < 0 {
				break
			}
			i--
			continue
		}
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if !joins(r) {
			break
		}
		i -= size
	}
	for i < at && strings.IndexByte("._-+", s[i]) >= 0 {
		i++
	}
	if i < at && s[at-1] == '.' {
		return at
	}
	return i
}

// hostEnd returns where the host name at s[i] ends; dots and hyphens at its
// end do not belong to it.
func hostEnd(s string, i int) int {
	end := i
	for end < len(s) && end-i < longestHost {
		c := s[end]
		if c < utf8.RuneSelf {
			if !alnum(c) && c != '.' && c != '-' || strings.HasPrefix(s[end:], "..") {
				break
			}
			end++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[end:])
		if !joins(r) {
			break
		}
		end += size
	}
	for end > i && (s[end-1] == '.' || s[end-1] == '-') {
		end--
	}
	return end
}

// topLevel returns the length of the host up to its last label that can be a
// top level: letters, at least two. A sentence glued behind a full top level
// ("example.com.Je") does not belong to it.
func topLevel(host string) int {
	n := len(host)
	for {
		i := strings.LastIndexByte(host[:n], '.')
		if i <= 0 {
			return 0
		}
		label := host[i+1 : n]
		top := letters(label) && len(label) >= 2 || strings.HasPrefix(label, "xn--")
		if top && !gluedSentence(host[:i], label) {
			return n
		}
		n = i
	}
}

// gluedSentence reports a label with a capital behind a host in small letters that
// is whole without it.
func gluedSentence(host, label string) bool {
	if label[0] < 'A' || label[0] > 'Z' || host[0] < 'a' {
		return false
	}
	return strings.IndexByte(host, '.') > 0 && knownTop(host[strings.LastIndexByte(host, '.')+1:])
}

func letters(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < utf8.RuneSelf && (s[i]|0x20 < 'a' || s[i]|0x20 > 'z') {
			return false
		}
	}
	return s != ""
}

// mailHost reports whether the host, with or without its top level, is one of
// those where everybody may have an address.
func mailHost(host string) bool {
	if i := strings.IndexByte(host, '.'); i > 0 {
		host = host[:i]
	}
	host = strings.ToLower(host)
	for _, top := range []string{"com", "fr"} { // "gmailcom"
		if n := len(host) - len(top); n > 3 && host[n:] == top && mailHosts[host[:n]] {
			return true
		}
	}
	return mailHosts[host]
}

var mailHosts = lists.In("mail-hosts")

// spelledDot reports " dot com" behind a host: a dot in words says that it is one.
func spelledDot(s string) bool {
	for _, dot := range []string{" dot ", " point ", " punto ", " punkt "} {
		if strings.HasPrefix(s, dot) {
			return typedTop(s) > 0
		}
	}
	return false
}

// mailTops are what stands behind the last dot of most addresses of mail.
var mailTops = lists.Longest("mail-tops")

// typedTop takes ",com" or " .fr" behind a mail host typed in haste.
func typedTop(s string) int {
	for _, sep := range []string{",", " . ", " .", ". ", " , ", ", ", " point ", " dot ", " punto ", " punkt "} {
		for _, top := range mailTops {
			if n := len(sep) + len(top); strings.HasPrefix(s, sep) && len(s) >= n &&
				strings.EqualFold(s[len(sep):n], top) && boundary(s, n) {
				return n
			}
		}
	}
	return 0
}
