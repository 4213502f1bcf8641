package pattern

import (
	"strings"

	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var handleRules = []rule{{
	kind: "handle", on: onAt, find: findHandle,
	yes: []string{"suis moi @‹lea_34›", "@‹Marie.Dupont› tu viens", "cc @‹xx_bob_xx›!", "(@‹paul12›)", "merci @‹sncf›"},
	no: []string{
		"@ 17h", "@5pm", "lea@example.com", "@home", "tt le monde est @", "@@", "@the pub", "c @ toi", "@+",
		"@plus bisous", "@tte", "@ demain", "@bientot", "@2m1", "@lundi",
	},
}, {
	kind: "account", on: onTag, find: findAccount,
	yes: []string{
		"mon snap c'est ‹lea_du34›", "insta : ‹marie.dpt›", "ajoute moi sur snap: ‹tom7592›",
		"mon pseudo c ‹darkwolf38›", "my username is ‹bob_77›", "pseudo : ‹Zazou38› lol", "skype: ‹jean.bon2›",
		"login ‹mdupont› mdp abcd1234", "私のLINE IDは‹taro_1987›です", "user id ‹pixelbob88›",
		"login ‹kmiller42› pls reset", "User-ID ‹tessa_k› gesperrt", "inloggad med kontot ‹lillen_77›",
		"mein Konto ‹wuschel_12› geht nicht", "le compte ‹zoubida_13› est bloqué", "mi cuenta ‹paquito_91› no va",
		"il conto ‹gigi_tv82›", "add my steam ‹noobkiller77›", "psn ‹drago_nero›", "mon nick ‹tintin1983›",
		"insta ‹lena.k_99›", "gamertag ‹ghostrider21›", "usuario ‹luisillo77› bloqueado", "mon insta ‹lola.rdz› stp",
		"check seine insta ‹hannes.krss›", "tiktok ‹jules.mrt›",
	},
	no: []string{
		"user 12 left", "le compte 3", "konto voll", "account is ok", "my account", "steam sale 50%", "compte sur moi",
		"cuenta conmigo", "el conto è 20 euro", "login klappt ned", "insta 4ever", "nick kommt 18h30", "user ids",
		"xbox one x", "konto 3000€", "j'ai vu ton snap hier", "snap 2 photos", "son insta est super", "skype 17h30 ?",
		"mon insta : regarde", "snap à 20h", "pseudo nul", "regarde son insta stp.merci", "insta hier.mdr",
		"mein insta schau.danke", "snap ok.bisous",
	},
}}

// findHandle reads the name behind "@". The sign itself stays outside.
func findHandle(sc *scan, r *compiled, at, w int) {
	s := sc.s
	if !before(s, at) || at > 0 && strings.IndexByte(".-+%@", s[at-1]) >= 0 {
		return
	}
	end, name := at+1, false
	for end < len(s) && end-at < longestHandle && (alnum(s[end]) || strings.IndexByte("_.-", s[end]) >= 0) {
		name = name || s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z'
		end++
	}
	for end > at+1 && (s[end-1] == '.' || s[end-1] == '-') {
		end--
	}
	if end-at < 3 || !name || !boundary(s, end) || digit(s[at+1]) || sc.saysAt(at, end, w) {
		return
	}
	sc.add(r, at+1, end, 0.85, "handle")
}

// longestHandle is how many bytes a name behind "@" has.
const longestHandle = 40

// saysAt reports "@" for "à" or "at" before the word w that ends at byte end, as
// in "@plus", "@tte".
func (sc *scan) saysAt(at, end, w int) bool {
	if !sc.within(w) || int(sc.words[w].end) != end {
		return false
	}
	return notHandles[folded(sc.s[at+1:end])] || end-at < 5 && sc.words[w].has == hasLower && sc.reads("fr")
}

// notHandles are words that people write behind "@" for "at".
var notHandles = set("plus plu + tt tte ttes tout toute toutes toutalheure talheure tal bientot bi1to bi1tot " +
	"bien1to toi moi nous vous lui elle eux demain 2m1 2main soir matin midi " +
	"lundi mardi mercredi jeudi vendredi samedi dimanche noel ce cet cette plutard plutar plustard pluche pluss " +
	"ciao tard tanto tantot prochaine proch aprem apres jms jamais the my home work school all uni class lunch " +
	"night noon about least last first once any ur your her his their " +
	"a an la le les mon ma ton ta son sa chez demain midi maison casa noche media ce cet this that me us you him it")

// findAccount reads the name that is announced as one: "mon snap c'est …".
func findAccount(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagAccount) {
		return
	}
	if next := w + 1; next < len(sc.words) && sc.words[w].end+1 == sc.words[next].start && sc.is(next, "id", "name") {
		w = next // "user id", "account name"
	}
	v, marked := sc.announced(w, 5)
	if v < 0 {
		return
	}
	start, end, odd := sc.loose(v)
	if next := v + 1; !odd && next < len(sc.words) && sc.tagged(next, tagSecret) && sc.is(w, "login") {
		odd, marked = true, true // "login mdupont mdp …"
	}
	if !odd || end-start < 4 || end-start > 32 || amount(sc.s[start:end]) {
		return
	}
	score := 0.7
	if !marked {
		name := sc.s[start:end]
		network := v == w+1 && networks[sc.plain(w)]
		if sc.s[start-1] != ' ' || !userName(name) && !(network && dotted(name)) {
			return
		}
		score = 0.5
	}
	sc.add(r, start, end, score, "account")
}

// userName reports the shape of a user name: an underscore, or some letters and
// two digits behind them.
func userName(s string) bool {
	letters := 0
	for letters < len(s) && s[letters]|0x20 >= 'a' && s[letters]|0x20 <= 'z' {
		letters++
	}
	return strings.IndexByte(s, '_') >= 0 || letters >= 3 && letters+2 <= len(s) && checkdigit.Digits(s[letters:])
}

// networks are words behind which a name with a dot is a user's.
var networks = set("insta instagram ig snap snapchat tiktok telegram discord")

// dotted reports a name in small letters with one dot inside: lola.rdz.
func dotted(s string) bool {
	before, after, ok := strings.Cut(s, ".")
	small := func(s string) bool { return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" }
	if !ok || len(before) < 3 || len(after) < 2 || !small(before) || !small(after) {
		return false
	}
	return strings.Trim(after, "0123456789") != "" && !afterStop[folded(after)]
}

// afterStop are words that follow a full stop without a blank.
var afterStop = set("stp svp merci mdr lol ptdr et mais ou je tu il elle on nous vous ca c jai please pls thx and " +
	"but so i im you he she it we und aber ich du er sie wir bitte danke e ma io tu grazie y pero yo gracias och " +
	"men jag du tack bisous biz bises kiss bye ciao ok oui non yes no ja nein si haha hihi com fr de net org")

// announced follows the filler words behind word w ("c'est", "is", ":", "=",
// "le") and returns the first word that is none, -1 when there is none nearby.
// marked tells whether something said that the value follows.
func (sc *scan) announced(w, most int) (v int, marked bool) {
	for v = w + 1; v < len(sc.words) && v <= w+most; v++ {
		gap := sc.between(v-1, v)
		parted := strings.ContainsAny(gap, ".!?;,\n") && strings.TrimSpace(gap) != "" && !strings.ContainsAny(gap, ":=")
		if len(gap) > 4 || parted {
			return -1, marked
		}
		if strings.ContainsAny(gap, ":=#°") {
			marked = true
		}
		switch t := sc.words[v].tags; {
		case t&tagIs != 0 && !sc.prefix(v):
			marked = true
		case sc.words[v].has == hasHigh && sc.size(v) <= 6:
			marked = true // a particle of a script without blanks
		case t&tagFill == 0 || sc.prefix(v):
			return v, marked
		}
	}
	return -1, marked
}

// prefix reports a word in capitals that a hyphen joins to a number: the ES of
// ES-2291-77840 is no word for "is".
func (sc *scan) prefix(v int) bool {
	return sc.shouted(v) && sc.within(v+1) && sc.between(v, v+1) == "-" && sc.words[v+1].has&hasDigit != 0
}

// loose returns the range of the name or code that begins with word v, with
// the dots, hyphens and underscores inside; odd says that it holds a digit, a
// mark, or mixed case, which ordinary words do not.
func (sc *scan) loose(v int) (start, end int, odd bool) {
	s := sc.s
	start, end = int(sc.words[v].start), int(sc.words[v].end)
	if start > 0 && s[start-1] == '_' {
		start--
		odd = true
	}
	for end < len(s) && end-start < 64 {
		c := s[end]
		if alnum(c) {
			end++
			continue
		}
		if strings.IndexByte("_.-", c) < 0 || end+1 >= len(s) || !alnum(s[end+1]) && s[end+1] != '_' {
			break
		}
		odd = odd || c != '-'
		end++
	}
	if end < len(s) && s[end] == '_' {
		end++
		odd = true
	}
	return start, end, odd || strings.ContainsAny(s[start:end], "0123456789")
}

// amount reports times, prices and counts: "17h30", "20h", "12e", "2main".
func amount(s string) bool {
	n := 0
	for n < len(s) && digit(s[n]) {
		n++
	}
	if n == 0 || n > 4 {
		return false
	}
	if n == len(s) {
		return n < 3
	}
	rest := strings.TrimLeft(s[n:], ".,:")
	for len(rest) > 0 && digit(rest[0]) {
		rest = rest[1:]
	}
	if rest == "" {
		return true
	}
	if rest[0]|0x20 == 'h' && (len(rest) == 1 || digit(rest[1])) {
		return true
	}
	return units[folded(rest)]
}

// units are what stands behind an amount.
var units = set("h hr hrs heure heures mn min mins minutes s sec e er ere eme ieme nd nde th st rd x k km kms m m2 " +
	"cm mm kg g l cl ml am pm " +
	"eur euro euros j jours jour ans an mo go ko gb mb kb p pp pers personnes main mains fois dem days day weeks " +
	"yrs years year " +
	"uhr jahre stunden tage ore giorni anni dias horas anos ar tim kr chf usd gbp pence quid bucks pts points places")
