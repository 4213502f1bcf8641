package variant

import "sync"

// French returns the data for French as SMS write it. The caller must not
// change them.
func French() *Lang { return french() }

var french = sync.OnceValue(func() *Lang {
	return &Lang{
		Elided: []string{
			"presqu", "lorsqu", "puisqu", "jusqu", "quoiqu", "quelqu", "entr",
			"qu", "j", "t", "m", "l", "d", "s", "c", "n", "k", "q",
		},
		ElideBefore: "aàâeéèêëiîïoôuùûyhœæ",
		ElidedVerb:  []string{"j", "m", "t", "s", "n", "c"},
		Front:       frenchFront(),
		Back:        frenchBack(),
		SoundStarts: []string{"mou", "mwa", "moua", "bou", "bwa", "niark", "nya", "w", "m"},
		Sounds:      frenchSounds(),
		Keyboard:    []string{"azertyuiop", "qsdfghjklm", "wxcvbn"},
		Alike:       []string{"sczx", "kcqg", "iy", "ea", "ae", "ou", "eu", "tds", "er", "ez", "mn", "bp", "fv", "gj"},
	}
})

// frenchFront are the words that SMS glue to the next, with their own SMS
// spellings; of two readings the likelier first.
func frenchFront() []Glue {
	return []Glue{
		{"je", "je", Subject}, {"j", "j'", Subject}, {"j", "je", Subject}, {"tu", "tu", Subject}, {"t", "tu", Subject},
		{"il", "il", Subject}, {"elle", "elle", Subject}, {"el", "elle", Subject}, {"on", "on", Subject}, {"nous", "nous", Subject},
		{"ns", "nous", Subject}, {"vous", "vous", Subject}, {"vs", "vous", Subject}, {"ils", "ils", Subject}, {"ça", "ça", Subject},

		{"m", "m'", Clitic}, {"t", "t'", Clitic}, {"s", "s'", Clitic}, {"n", "n'", Clitic}, {"l", "l'", Clitic},
		{"ne", "ne", Clitic}, {"n", "ne", Clitic}, {"me", "me", Clitic}, {"m", "me", Clitic}, {"te", "te", Clitic},
		{"t", "te", Clitic}, {"se", "se", Clitic}, {"s", "se", Clitic}, {"le", "le", Clitic}, {"l", "le", Clitic},
		{"la", "la", Clitic}, {"l", "la", Clitic}, {"les", "les", Clitic}, {"lui", "lui", Clitic}, {"leur", "leur", Clitic},
		{"en", "en", Clitic}, {"y", "y", Clitic}, {"vous", "vous", Clitic}, {"nous", "nous", Clitic},
		{"que", "que", Conjunction}, {"ke", "que", Conjunction}, {"qu", "que", Conjunction}, {"k", "que", Conjunction}, {"q", "que", Conjunction},
		{"qui", "qui", Conjunction}, {"ki", "qui", Conjunction}, {"si", "si", Conjunction}, {"et", "et", Conjunction}, {"ce", "ce", Conjunction},
		{"c", "ce", Conjunction}, {"c'est", "c'est", Conjunction}, {"cest", "c'est", Conjunction}, {"cé", "c'est", Conjunction}, {"ya", "il y a", Conjunction},
		{"le", "le", Other}, {"l", "le", Other}, {"la", "la", Other}, {"les", "les", Other}, {"lé", "les", Other},
		{"de", "de", Other}, {"d", "de", Other}, {"du", "du", Other}, {"des", "des", Other}, {"cet", "cet", Other},
		{"cette", "cette", Other}, {"un", "un", Other}, {"une", "une", Other}, {"mon", "mon", Other}, {"ma", "ma", Other},
		{"mes", "mes", Other}, {"ton", "ton", Other}, {"ta", "ta", Other}, {"tes", "tes", Other}, {"son", "son", Other},
		{"ses", "ses", Other}, {"pas", "pas", Other}, {"au", "au", Other}, {"aux", "aux", Other}, {"pour", "pour", Other},
		{"pr", "pour", Other}, {"dans", "dans", Other}, {"ds", "dans", Other}, {"sur", "sur", Other}, {"avec", "avec", Other},
		{"trop", "trop", Other}, {"tro", "trop", Other}, {"très", "très", Other}, {"tout", "tout", Other}, {"tt", "tout", Other},
		{"bien", "bien", Other}, {"bon", "bon", Other}, {"bonne", "bonne", Other}, {"chez", "chez", Other},
	}
}

// frenchBack are the words that SMS glue to a verb.
func frenchBack() []Glue {
	return []Glue{
		{"moi", "moi", Subject}, {"toi", "toi", Subject}, {"pas", "pas", Subject}, {"pa", "pas", Subject}, {"tu", "tu", Subject},
		{"vous", "vous", Subject}, {"nous", "nous", Subject}, {"lui", "lui", Subject}, {"leur", "leur", Subject}, {"ça", "ça", Subject},
		{"rien", "rien", Subject}, {"quoi", "quoi", Subject}, {"bien", "bien", Subject}, {"trop", "trop", Subject}, {"plus", "plus", Subject},
		{"tout", "tout", Subject},
	}
}

// frenchSounds spell French, and French as SMS write it, in sounds: E for all
// kinds of é and è, e for the mute one (silent), A an, I in, O on, S ch, J j,
// N gn, W oi.
func frenchSounds() []SoundRule {
	const vowels = "aàâeéèêëiîïoôuùûyœæh"
	const front = "eéèêëiîïy"
	return []SoundRule{
		// Endings that are not heard.
		{From: "aient", To: "E", Last: true}, {From: "ait", To: "E", Last: true}, {From: "ais", To: "E", Last: true},
		{From: "aits", To: "E", Last: true}, {From: "ées", To: "E", Last: true}, {From: "ée", To: "E", Last: true},
		{From: "és", To: "E", Last: true}, {From: "er", To: "E", Last: true}, {From: "ers", To: "E", Last: true},
		{From: "ez", To: "E", Last: true}, {From: "et", To: "E", Last: true}, {From: "ets", To: "E", Last: true},
		{From: "temps", To: "tA", Last: true}, {From: "ongt", To: "Ot"}, {From: "ment", To: "mA", Last: true}, {From: "mt", To: "mA", Last: true}, {From: "men", To: "mA", Last: true},
		{From: "ent", To: "A", Last: true}, {From: "ents", To: "A", Last: true}, {From: "ants", To: "A", Last: true},
		{From: "es", To: "", Last: true}, {From: "e", To: "", Last: true},
		{From: "s", To: "", Last: true}, {From: "t", To: "", Last: true}, {From: "ts", To: "", Last: true}, {From: "d", To: "", Last: true},
		{From: "ds", To: "", Last: true}, {From: "x", To: "", Last: true}, {From: "z", To: "", Last: true}, {From: "p", To: "", Last: true},
		{From: "ps", To: "", Last: true},
		// Digits read aloud.
		{From: "1", To: "I"}, {From: "2", To: "d"}, {From: "6", To: "sis"}, {From: "7", To: "sEt"}, {From: "8", To: "it"}, {From: "9", To: "nf"},
		// Vowels of several letters; the nasal ones not before a vowel or a second n.
		{From: "oeu", To: "e"}, {From: "œu", To: "e"}, {From: "eau", To: "o"}, {From: "au", To: "o"}, {From: "oin", To: "WI", NotBefore: vowels + "nm"},
		{From: "oi", To: "W"}, {From: "oî", To: "W"}, {From: "oua", To: "W"}, {From: "wa", To: "W"}, {From: "oa", To: "W"}, {From: "oy", To: "Wi"},
		{From: "ou", To: "w"}, {From: "où", To: "w"}, {From: "oû", To: "w"}, {From: "w", To: "w"}, {From: "oo", To: "w"},
		{From: "ien", To: "iI", NotBefore: vowels + "nm"}, {From: "yen", To: "iI", NotBefore: vowels + "nm"}, {From: "ein", To: "I", NotBefore: vowels + "nm"},
		{From: "ain", To: "I", NotBefore: vowels + "nm"}, {From: "aim", To: "I", NotBefore: vowels + "nm"},
		{From: "in", To: "I", NotBefore: vowels + "nm"}, {From: "im", To: "I", Before: "pb"}, {From: "yn", To: "I", NotBefore: vowels + "nm"},
		{From: "un", To: "I", NotBefore: vowels + "nm"},
		{From: "an", To: "A", NotBefore: vowels + "nm"}, {From: "am", To: "A", Before: "pb"},
		{From: "en", To: "A", NotBefore: vowels + "nm"}, {From: "em", To: "A", Before: "pbm"},
		{From: "on", To: "O", NotBefore: vowels + "nm"}, {From: "om", To: "O", Before: "pb"},
		{From: "ai", To: "E"}, {From: "ay", To: "E"}, {From: "ei", To: "E"}, {From: "eu", To: "e"},
		{From: "aî", To: "E"},
		// Consonants of several letters.
		{From: "sch", To: "S"}, {From: "ch", To: "S"}, {From: "sh", To: "S"}, {From: "ph", To: "f"}, {From: "gn", To: "N"},
		{From: "qu", To: "k"}, {From: "q", To: "k"}, {From: "ck", To: "k"}, {From: "cc", To: "ks", Before: front}, {From: "c", To: "s", Before: front}, {From: "ç", To: "s"}, {From: "c", To: "k"}, {From: "k", To: "k"},
		{From: "sc", To: "s", Before: front}, {From: "ss", To: "s"}, {From: "tion", To: "siO"}, {From: "ille", To: "il"}, {From: "ill", To: "il"},
		{From: "gu", To: "g", Before: front}, {From: "ge", To: "J", Before: "aoâô"}, {From: "g", To: "J", Before: front}, {From: "g", To: "g"}, {From: "j", To: "J"},
		{From: "x", To: "ks"}, {From: "h", To: ""},
		// One letter, one sound; z and s are not told apart.
		{From: "é", To: "E"}, {From: "è", To: "E"}, {From: "ê", To: "E"}, {From: "ë", To: "E"},
		{From: "ell", To: "El"}, {From: "ett", To: "Et"}, {From: "ess", To: "Es"}, {From: "err", To: "Er"}, {From: "enn", To: "En"},
		{From: "e", To: ""}, {From: "à", To: "a"}, {From: "â", To: "a"}, {From: "a", To: "a"},
		{From: "î", To: "i"}, {From: "ï", To: "i"}, {From: "i", To: "i"}, {From: "y", To: "i"},
		{From: "ô", To: "o"}, {From: "o", To: "o"}, {From: "û", To: "u"}, {From: "ù", To: "u"}, {From: "u", To: "u"},
		{From: "b", To: "b"}, {From: "d", To: "d"}, {From: "f", To: "f"}, {From: "l", To: "l"}, {From: "m", To: "m"}, {From: "n", To: "n"},
		{From: "p", To: "p"}, {From: "r", To: "r"}, {From: "s", To: "s"}, {From: "z", To: "s"}, {From: "t", To: "t"}, {From: "v", To: "v"},
	}
}
