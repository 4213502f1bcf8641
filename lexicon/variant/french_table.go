package variant

import "sync"

// French returns the data for French as SMS write it. The caller must not
// change them.
func French() *Lang { return french() }

var french = sync.OnceValue(func() *Lang {
	return &Lang{
		Elided: []string{
			"presqu", "lorsqu", "puisqu", "jusqu", "quoiqu", "quelqu", "entr",
			"qu", "kel", "j", "t", "m", "l", "d", "s", "c", "n", "k", "q", "z",
		},
		ElideBefore:   "aàâeéèêëiîïoôuùûyhœæ",
		ElidedSubject: "j",
		Front:         frenchFront(),
		Back:          frenchBack(),
		SoundStarts:   []string{"mou", "mwa", "moua", "bou", "bwa", "niark", "nya", "w", "m"},
		Sounds:        frenchSounds(),
	}
})

// frenchFront are the words that SMS glue to the next, with their own SMS
// spellings.
func frenchFront() []Glue {
	return []Glue{
		{"m", "m'", true}, {"t", "t'", true}, {"s", "s'", true}, {"n", "n'", true}, {"l", "l'", false},
		{"je", "je", true}, {"j", "j'", true}, {"j", "je", true}, {"tu", "tu", true}, {"t", "tu", true}, {"il", "il", true}, {"i", "il", true},
		{"elle", "elle", true}, {"el", "elle", true}, {"on", "on", true}, {"nous", "nous", true}, {"ns", "nous", true},
		{"vous", "vous", true}, {"vs", "vous", true}, {"ils", "ils", true}, {"ya", "il y a", false}, {"ça", "ça", true}, {"sa", "ça", true},
		{"ne", "ne", true}, {"n", "ne", true}, {"me", "me", true}, {"m", "me", true}, {"te", "te", true},
		{"se", "se", true}, {"s", "se", true}, {"y", "y", true}, {"en", "en", false},
		{"le", "le", false}, {"l", "le", false}, {"la", "la", false}, {"les", "les", false}, {"lé", "les", false},
		{"de", "de", false}, {"d", "de", false}, {"du", "du", false}, {"des", "des", false},
		{"que", "que", false}, {"ke", "que", false}, {"qu", "que", false}, {"k", "que", false}, {"q", "que", false},
		{"qui", "qui", false}, {"ki", "qui", false}, {"ce", "ce", false}, {"c", "ce", false}, {"cet", "cet", false}, {"cette", "cette", false},
		{"c'est", "c'est", false}, {"cest", "c'est", false}, {"cé", "c'est", false}, {"un", "un", false}, {"une", "une", false},
		{"mon", "mon", false}, {"ma", "ma", false}, {"mes", "mes", false}, {"ton", "ton", false}, {"ta", "ta", false}, {"tes", "tes", false},
		{"son", "son", false}, {"ses", "ses", false}, {"pas", "pas", false}, {"si", "si", false}, {"et", "et", false},
		{"au", "au", false}, {"aux", "aux", false}, {"à", "à", false}, {"a", "à", false}, {"pour", "pour", false}, {"pr", "pour", false},
		{"dans", "dans", false}, {"ds", "dans", false}, {"sur", "sur", false}, {"avec", "avec", false}, {"trop", "trop", false}, {"tro", "trop", false},
		{"très", "très", false}, {"tout", "tout", false}, {"tt", "tout", false}, {"bien", "bien", false}, {"bon", "bon", false}, {"bonne", "bonne", false},
	}
}

// frenchBack are the words that SMS glue to the one before, after verbs mostly.
func frenchBack() []Glue {
	return []Glue{
		{"moi", "moi", false}, {"toi", "toi", false}, {"pas", "pas", false}, {"pa", "pas", false}, {"tu", "tu", true}, {"vous", "vous", true},
		{"nous", "nous", true}, {"lui", "lui", false}, {"leur", "leur", false}, {"je", "je", true}, {"il", "il", true}, {"on", "on", true},
		{"ça", "ça", false}, {"sa", "ça", false}, {"la", "la", false}, {"le", "le", false}, {"les", "les", false},
		{"y", "y", true}, {"en", "en", true}, {"là", "là", false}, {"bien", "bien", false}, {"trop", "trop", false}, {"plus", "plus", false},
		{"rien", "rien", false}, {"que", "que", false}, {"ke", "que", false}, {"qui", "qui", false}, {"quoi", "quoi", false}, {"tout", "tout", false},
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
