package pattern

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"github.com/bauta/bauta"
)

var urlRules = []rule{{
	kind: "url", label: bauta.URL, on: onColon, find: findURL,
	yes: []string{
		"va voir ‹https://example.com/a?b=1›.", "(‹http://www.example.org›)", "‹https://exemple.fr/été›",
		"lien:‹http://192.0.2.7:8080/x›", "‹http://u:p@example.com/›", "\"‹https://example.com›\"",
		"‹HTTP://EXAMPLE.COM›", "‹https://example.com/a_(b)›",
	},
	no: []string{"http://", "heure: 12:30", "://", "http://microsoft", "a://b c", "oui://"},
}, {
	kind: "url-bare", label: bauta.URL, on: onDot, find: findHost,
	yes: []string{
		"va sur ‹www.example.fr› stp", "‹example.com›", "c'est sur ‹leboncoin.fr/ventes/12›",
		"‹google.co.uk›, ‹amazon.de›!", "‹www.4u2.tv/x›", "‹goo.gl/AbC1›", "regarde ‹youtu.be/xyz›",
		"‹sub.domain.example.org:8080/x›", "‹example.com›.", "‹bit.ly/x1›",
	},
	no: []string{
		"demain.on verra", "oui.je sais", "ok.merci", "fini.la suite", "p.s. oui", "12.30", "fin.no stress",
		"photo.jpg", "www.microsoft", "c'est bon.et toi", "rien.de neuf", "salut...ca va", "e.g. this", "come.to me",
		"now.is it", "ok.me too", "home.my mum", "Fini.Com toi", "lol.so funny", "sms.pl", "node.js", "bien.tu",
		"v1.2.3", "Hi.in town", "u.s.a.", "................",
	},
}}

// findURL reads an address from the "://" at s[at].
func findURL(sc *scan, r *compiled, at, _ int) {
	s := sc.s
	if at < sc.url || !strings.HasPrefix(s[at:], "://") {
		return
	}
	start := at
	for start > 0 && at-start < 12 && (s[start-1]|0x20 >= 'a' && s[start-1]|0x20 <= 'z') {
		start--
	}
	end := urlEnd(s, at+3)
	sc.url = end
	host, _, _ := strings.Cut(s[at+3:end], "/")
	if at-start < 2 || !strings.ContainsAny(host, ".[:") && !strings.EqualFold(host, "localhost") {
		return
	}
	sc.host = max(sc.host, end)
	sc.add(r, start, end, 0.97, urlKind(s[start:end], "url"))
}

// urlKind is the kind of an address: "url-profile" for somebody's page.
func urlKind(address, kind string) string {
	if profile(address) {
		return "url-profile"
	}
	return kind
}

const longestURL = 4096

// urlEnd returns where the address that goes on at s[i] ends: at white space or
// a quote, without the punctuation of the sentence.
func urlEnd(s string, i int) int {
	end, open := i, 0
	for end < len(s) && end-i < longestURL && !endsURL(s, end) {
		switch s[end] {
		case '(':
			open++
		case ')':
			open--
		}
		if open < 0 {
			break
		}
		end++
	}
	for end > i {
		c, size := utf8.DecodeLastRuneInString(s[i:end])
		balanced := c == ')' && open >= 0 && strings.Count(s[i:end], "(") == strings.Count(s[i:end], ")")
		if balanced || spells(c) {
			break
		}
		end -= size
	}
	return end
}

// endsURL reports white space, a quote or a bracket of mark-up at s[i].
func endsURL(s string, i int) bool {
	if c := s[i]; c < utf8.RuneSelf {
		return c <= ' ' || strings.IndexByte("<>\"`|", c) >= 0
	}
	return strings.HasPrefix(s[i:], "»") || strings.HasPrefix(s[i:], "”") || strings.HasPrefix(s[i:], "…")
}

// spells reports a character that an address may end in: letters of any script
// and signs, not the punctuation, emoji and quotes that people glue to it.
func spells(c rune) bool {
	const emojiStyle = 0xFE0F
	if c < utf8.RuneSelf {
		return !strings.ContainsRune(".,;:!?'*~)", c)
	}
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) && c != emojiStyle
}

// findHost reads a host name without a scheme from the first dot in it.
func findHost(sc *scan, r *compiled, at, _ int) {
	s := sc.s
	start := at
	for start > sc.host && at-start < 63 && (alnum(s[start-1]) || s[start-1] == '-') {
		start--
	}
	for start < at && s[start] == '-' {
		start++
	}
	end := hostEnd(s, start)
	sc.host = max(sc.host, end)
	mail := strings.HasSuffix(s[:start], "@") || strings.HasPrefix(s[end:], "@")
	if start == at || !before(s, start) || mail {
		return
	}
	host := s[start:end]
	n := topLevel(host)
	if n == 0 {
		return
	}
	if n < len(host) {
		host, end = host[:n], start+n
	}
	to := end
	if hostGoesOn(s[end:]) {
		to = urlEnd(s, end)
	}
	if score := hostScore(host, to > end+1 && s[end] != '?'); score > 0 {
		sc.host = max(sc.host, to)
		sc.add(r, start, to, score, urlKind(s[start:to], "url-bare"))
	}
}

// hostGoesOn reports a path, a query or a port behind a host.
func hostGoesOn(s string) bool {
	if s == "" {
		return false
	}
	return s[0] == '/' || s[0] == '?' || s[0] == ':' && len(s) > 1 && digit(s[1])
}

// hostScore says how likely it is that a.b is a host name and not two
// sentences without a space between. Some top levels are words.
func hostScore(host string, path bool) float64 {
	labels := strings.Split(strings.ToLower(host), ".")
	n := len(labels)
	top, name := labels[n-1], labels[n-2]
	malformed := slices.ContainsFunc(labels, func(l string) bool { return l == "" || len(l) > 63 })
	if malformed || !knownTop(top) {
		return 0
	}
	if last := host[len(host)-len(top)]; last >= 'A' && last <= 'Z' && strings.ToUpper(host) != host {
		return 0 // a sentence that begins
	}
	switch {
	case path, n > 2 && labels[0] == "www":
		return 0.95
	case safeTops[top] && (len(name) > 1 || n > 2):
		return 0.9
	case safeTops[top]:
		return 0.4
	case knownSites[name], n > 2 && knownTop(name) && len(name) <= 3, n > 2 && strings.ContainsAny(host, "-0123456789"):
		return 0.8
	case wordTops[top], len(top) == 2:
		return 0.2
	case strings.ContainsAny(name, "-0123456789"):
		return 0.7
	}
	return 0.4
}

// knownTop reports whether label is a top level of the public suffix list.
func knownTop(label string) bool {
	if strings.HasPrefix(label, "xn--") {
		return true
	}
	_, icann := publicsuffix.PublicSuffix(strings.ToLower(label))
	return icann
}

// safeTops are top levels that are no words of the languages people chat in.
var safeTops = set("com net org fr edu gov uk eu info biz ch nl cz hu ru jp cn kr br mx ie dk fm gl tv asia mobi gouv")

// wordTops are top levels that are also words or file endings.
var wordTops = set("name pro one now here how today world work works home me you my pub bar bet best cool fun sale " +
	"shop date dating " +
	"life live love men moe news ninja ok party photo pics porn red blue sex show site space team tel top town wow " +
	"page post play plus " +
	"js md py rs sh pl zip mov ps so cc pm am as at be by do es et in is it je la le li lu ma me mu my ne no nu pa " +
	"re sa se si st su to us va vu de ca il")

// knownSites are names that are read as a host under any top level.
var knownSites = set("google amazon youtube facebook twitter instagram wikipedia gmail yahoo ebay leboncoin vinted " +
	"doctolib sncf " +
	"airbnb booking netflix spotify tiktok snapchat linkedin whatsapp telegram paypal blablacar allocine free " +
	"orange sfr laposte ameli " +
	"caf impots pole-emploi youtu bit goo tinyurl t github microsoft apple bbc zalando ikea decathlon fnac deezer " +
	"twitch reddit discord")

// set makes a look-up table of blank-separated words.
func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
