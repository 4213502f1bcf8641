package pattern

import (
	"strings"
	"unicode"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

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

// addressLike reports what stands before "@" in addresses and hardly anywhere else:
// words tied by "._+-", or a word and a number behind it ("lea_m", "lea1987"); no
// time and no count ("7pm@work").
func addressLike(local string) bool {
	word, digits, tied := 0, 0, false
	for i := range len(local) {
		switch c := local[i]; {
		case strings.IndexByte("._+-", c) >= 0:
			tied = tied || word > 0
		case c >= '0' && c <= '9':
			digits++
		default:
			word++
		}
	}
	first := local[0]
	return (first < '0' || first > '9') && word >= 3 && (tied || digits >= 2)
}

// mistypedHost passes over what was typed twice or too early before a host: "@@host",
// "@.host", "@ host.it".
func mistypedHost(s string, i int) int {
	for n := 0; n < 2 && i < len(s) && (s[i] == '@' || s[i] == '.'); n++ {
		i++
	}
	if i < len(s) && s[i] == ' ' && wholeHost(s[i+1:hostEnd(s, i+1)]) {
		return i + 1
	}
	return i
}

// wholeHost reports a host with a top level that there is.
func wholeHost(host string) bool {
	i := strings.LastIndexByte(host, '.')
	return i > 0 && knownTop(host[i+1:])
}

// mistypedTop takes a top level behind another sign than a dot, or more than one:
// "..it", ".=it", "/it"; and what [typedTop] takes.
func mistypedTop(s string) int {
	sign := 0
	for sign < len(s) && sign < 3 && strings.IndexByte(".,;:=*/_+|-", s[sign]) >= 0 {
		sign++
	}
	for _, top := range mailTops {
		n := sign + len(top)
		if sign > 0 && len(s) >= n && strings.EqualFold(s[sign:n], top) && boundary(s, n) {
			return n
		}
	}
	return typedTop(s)
}

func hasLetter(s string) bool {
	return strings.ContainsFunc(s, unicode.IsLetter)
}
