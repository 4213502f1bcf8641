package pattern

import (
	"strings"
	"unicode/utf8"
)

const (
	longestLocal = 64
	longestHost  = 253
)

// findEmail reads what stands around "@".
func findEmail(sc *scan, r *compiled, at, w int) {
	s := sc.s
	start := localStart(s, at)
	if start == at {
		sc.spacedEmail(r, at)
		return
	}
	mistyped := addressLike(s[start:at])
	hostAt := at + 1
	if mistyped {
		hostAt = mistypedHost(s, hostAt)
	}
	end := hostEnd(s, hostAt)
	host := s[hostAt:end]
	top := 0
	if strings.IndexByte(host, '.') > 0 {
		top = topLevel(host)
	}
	switch {
	case top > 0:
		end = hostAt + top
	case mailHost(host), host != "" && letters(host) && spelledDot(s[end:]):
		end += typedTop(s[end:])
	case mistyped && hasLetter(host):
		end += mistypedTop(s[end:])
	case sc.strangeHost(w, start, end):
	default:
		return
	}
	sc.host = max(sc.host, end)
	sc.add(r, start, end, 0.97, "email")
}

// strangeHost reports a name and a host in letters alone around "@", of which neither is a word
// of the message's language: an account of payment, a host within a house. The host is word w.
func (sc *scan) strangeHost(w, start, end int) bool {
	if sc.lang == "" || w == 0 || !sc.within(w) || int(sc.words[w].end) != end || !boundary(sc.s, end) {
		return false
	}
	local, host := sc.text(w-1), sc.text(w)
	if int(sc.words[w-1].start) != start || len(local) < 4 || len(host) < 3 {
		return false
	}
	if !letters(local) || !letters(host) {
		return false
	}
	quoted := start > 0 && strings.IndexByte("\"'`", sc.s[start-1]) >= 0 // as programs write their parts
	return !quoted && !sc.own(w) && !sc.own(w-1)
}

// spacedEmail reads "name @ host" and "name @host": hosts that give mail to everybody,
// and behind a name that stands in addresses alone all with a top level.
func (sc *scan) spacedEmail(r *compiled, at int) {
	s := sc.s
	if at < 2 || s[at-1] != ' ' || at+2 >= len(s) {
		return
	}
	hostAt := at + 1
	if s[hostAt] == ' ' {
		hostAt++
	}
	start := localStart(s, at-1)
	if start == at-1 {
		return
	}
	end := hostEnd(s, hostAt)
	switch host := s[hostAt:end]; {
	case mailHost(host):
		start, end = sc.wide(start, end)
	case addressLike(s[start:at-1]) && wholeHost(host):
	default:
		return
	}
	sc.add(r, start, end, 0.95, "email")
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
