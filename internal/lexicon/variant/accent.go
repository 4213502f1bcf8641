package variant

// accents gives the words that differ in accents alone: first those that have
// more accents than the word (missing accents), then the others.
func (q *query) accents() {
	w := walk{query: q, letters: q.letters, add: true}
	w.found = func(ordinal int) { q.word1(ordinal, MissingAccent) }
	w.start()
	if !q.accent {
		return
	}
	w.change = true
	w.found = func(ordinal int) { q.word1(ordinal, MisplacedAccent) }
	w.start()
}

// accented returns the accented forms of a letter that languages in Latin
// script write, the usual ones first.
func accented(r rune) string {
	switch r {
	case 'a':
		return "àâäáåã"
	case 'c':
		return "ç"
	case 'e':
		return "éèêë"
	case 'i':
		return "îïíì"
	case 'n':
		return "ñ"
	case 'o':
		return "ôöóòõø"
	case 'u':
		return "ùûüú"
	case 'y':
		return "ÿý"
	}
	return ""
}

// base takes the accent from a letter.
func base(r rune) rune {
	if r < 0x80 {
		return r
	}
	switch r {
	case 'à', 'â', 'ä', 'á', 'å', 'ã':
		return 'a'
	case 'ç':
		return 'c'
	case 'é', 'è', 'ê', 'ë':
		return 'e'
	case 'î', 'ï', 'í', 'ì':
		return 'i'
	case 'ñ':
		return 'n'
	case 'ô', 'ö', 'ó', 'ò', 'õ', 'ø':
		return 'o'
	case 'ù', 'û', 'ü', 'ú':
		return 'u'
	case 'ÿ', 'ý':
		return 'y'
	}
	return r
}
