package variant

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shape is what a token is by its characters alone.
type Shape uint8

// The shapes. All but Plain hide nothing by themselves; digits that identify
// somebody (telephone, codes) are the business of patterns, which look at more
// than one token.
const (
	Plain       Shape = iota // a word, or nothing known
	Number                   // 12, 3,5, 1/2, 20%, 2012
	Time                     // 17h30, 8h, 12:45
	Ordinal                  // 2e, 1ere, 5eme
	Quantity                 // 20€, 3x, 5min, 10km
	Smiley                   // :) ;-) ^^ xD <3
	Emoji                    // 😂
	Punctuation              // ..., ?!
)

// ShapeOf tells the shape of a token without blanks. It reads the token once.
func ShapeOf(token string) Shape {
	if token == "" {
		return Plain
	}
	letters, digits, emoji, other := 0, 0, 0, 0
	for _, r := range token {
		switch {
		case isEmoji(r):
			emoji++
		case unicode.IsLetter(r):
			letters++
		case r >= '0' && r <= '9':
			digits++
		default:
			other++
		}
	}
	switch {
	case digits == 0 && isSmiley(token):
		return Smiley
	case digits > 0 && isSmiley(token):
		return Smiley
	case letters+digits > 0 && emoji > 0:
		return Plain
	case emoji > 0:
		return Emoji
	case digits > 0:
		return numberShape(token)
	case letters == 0 && other > 0:
		return Punctuation
	}
	return Plain
}

// maxNumber is the bytes of a number that is still read as one: longer ones
// may be anything.
const maxNumber = 16

// numberShape tells what a token with digits is.
func numberShape(token string) Shape {
	if len(token) > maxNumber {
		return Plain
	}
	t := strings.ToLower(token)
	if m := strings.IndexAny(t, "h:"); m > 0 && isClock(t[:m], t[m+1:], t[m] == 'h') {
		return Time
	}
	n := strings.TrimLeft(t, "+-~±<>(=#€$£")
	end := 0
	for end < len(n) && (n[end] >= '0' && n[end] <= '9' || end > 0 && strings.IndexByte(".,/-", n[end]) >= 0) {
		end++
	}
	if end == 0 {
		return Plain
	}
	switch unit := strings.Trim(n[end:], ".)!?"); {
	case unit == "":
		return Number
	case contains("e er ere ère ers eme ème em èm ieme ième nd nde re è ° st th rd", unit):
		return Ordinal
	case contains("% € e eu eur euro euros $ £ x mn min mns mins s sec j jr jrs sem ms ans an m km cm mm kg g gr l cl ml mo go ko k h hs heure heures to pers p pts °c", unit):
		return Quantity
	}
	return Plain
}

// isClock tells whether the parts before and after the sign are a time of day
// or a length of time: 17h30, 17h, 12:45, 1h30min.
func isClock(hour, rest string, h bool) bool {
	if len(hour) > 2 || !isDigits(hour) {
		return false
	}
	rest = strings.TrimRight(rest, "mnih")
	return rest == "" && h || len(rest) <= 2 && isDigits(rest)
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// contains tells whether the blank-separated list has the word.
func contains(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

// isEmoji tells pictures, and what joins and colours them.
func isEmoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF ||
		r == 0x200D || r == 0xFE0F || r == 0x2764 || r == 0x20E3
}

// isSmiley tells faces made of characters: eyes, perhaps a nose or a tear, and
// mouths, in either direction; and those that are like nothing else.
func isSmiley(token string) bool {
	t := strings.Trim(token, ".,!?")
	if t == "" || len(t) > 24 {
		return false
	}
	if isFixedSmiley(strings.ToLower(t)) {
		return true
	}
	return isFace(t, ":;=8xX", `)(]/\|[{}dDpPoOsS*$@#3cC><`) || isFace(reverse(t), ":;=", `)(][{}dDoO*`)
}

// isFixedSmiley knows the faces that no rule makes.
func isFixedSmiley(t string) bool {
	if strings.Trim(t, "^") == "" && len(t) > 1 || strings.Trim(t, "<3") == "" && strings.HasPrefix(t, "<3") {
		return true
	}
	return contains(`^_^ ^-^ ^.^ ^o^ ^^' ^^" ^_^' ^^v o_o o_0 0_o o.o oo' -_- -.- --' -_-' -__- -' t_t t.t ;_; u_u u.u >_< >< >.< >< n_n *_* *.* *-* $_$ @_@ x_x =_= ><' \o/ /o\ </3 <33 <3<3 :3 :') :'( :'-( ;'( q_q v_v y_y =^^= =^.^= ._. .__. ^w^ >.<' ^^'' xoxo`, t)
}

// isFace tells whether the token is an eye, optional nose and tear, and a run
// of one mouth.
func isFace(t, eyes, mouths string) bool {
	if len(t) < 2 || strings.IndexByte(eyes, t[0]) < 0 {
		return false
	}
	rest := strings.TrimLeft(t[1:], "'-o^")
	if rest == "" {
		rest = t[len(t)-1:]
	}
	mouth, n := utf8.DecodeRuneInString(rest)
	if n != 1 || !strings.ContainsRune(mouths, mouth) || strings.Trim(rest, string(mouth)) != "" {
		return false
	}
	// x and 8 are letters and digits too: only xD, 8) and the like are faces.
	return strings.IndexByte("xX8", t[0]) < 0 || strings.ContainsRune("dDpP)(", mouth)
}

func reverse(s string) string {
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		rs[i], rs[j] = rs[j], rs[i]
	}
	return string(rs)
}
