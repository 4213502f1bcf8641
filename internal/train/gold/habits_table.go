package gold

// habits lists respellings of a language as (letters, replacement); a "$"
// after the letters asks for the end of the word. Written from knowledge of
// the genre; for French after the classes of Seek&Hide's heuristics.
func habits(lang string) [][2]string {
	switch lang {
	case "fr":
		return frenchHabits
	case "en":
		return englishHabits
	case "de":
		return germanHabits
	case "es":
		return spanishHabits
	case "it":
		return italianHabits
	case "sv":
		return swedishHabits
	}
	return nil
}

var frenchHabits = [][2]string{
	{"qu", "k"},
	{"Qu", "K"},
	{"que$", "k"},
	{"qu'", "k"},
	{"au", "o"},
	{"eau$", "o"},
	{"eaux$", "o"},
	{"ais$", "é"},
	{"ait$", "é"},
	{"aient$", "é"},
	{"er$", "é"},
	{"ez$", "é"},
	{"é$", "er"},
	{"ée$", "é"},
	{"es$", "e"},
	{"e$", ""},
	{"s$", ""},
	{"t$", ""},
	{"ent$", "en"},
	{"c'", "c"},
	{"j'", "j"},
	{"t'", "t"},
	{"l'", "l"},
	{"d'", "d"},
	{"m'", "m"},
	{"n'", "n"},
	{"ss", "s"},
	{"tt", "t"},
	{"ll", "l"},
	{"mm", "m"},
	{"nn", "n"},
	{"oi", "wa"},
	{"ch", "sh"},
	{"ph", "f"},
	{"tion$", "tion"},
	{"re$", "r"},
	{"ment$", "men"},
	{"x$", ""},
	{"ai", "é"},
	{"an", "en"},
	{"en", "an"},
	{"ou$", "u"},
	{"gu", "g"},
	{"z$", "s"},
	{"é", "e"},
	{"è", "é"},
	{"ê", "e"},
	{"ç", "c"},
	{"à", "a"},
	{"ire$", "ir"},
	{"y", "i"},
}

var englishHabits = [][2]string{
	{"ing$", "in"},
	{"you$", "u"},
	{"are$", "r"},
	{"ight$", "ite"},
	{"ou", "u"},
	{"'", ""},
	{"th", "d"},
	{"er$", "a"},
	{"ee", "e"},
	{"s$", "z"},
	{"ck$", "k"},
	{"gh", ""},
	{"ll$", "l"},
	{"ve$", "v"},
	{"for", "4"},
	{"to$", "2"},
	{"ate$", "8"},
	{"ed$", "d"},
	{"ea", "e"},
	{"ow$", "o"},
}

var germanHabits = [][2]string{
	{"ä", "ae"},
	{"ö", "oe"},
	{"ü", "ue"},
	{"ß", "ss"},
	{"ä", "a"},
	{"ö", "o"},
	{"ü", "u"},
	{"e$", ""},
	{"en$", "n"},
	{"ich$", "isch"},
	{"ein$", "n"},
	{"eine$", "ne"},
	{"t$", ""},
	{"ig$", "ich"},
	{"mm", "m"},
	{"nn", "n"},
	{"ss", "s"},
	{"er$", "a"},
	{"st$", "s"},
}

var spanishHabits = [][2]string{
	{"qu", "k"},
	{"que$", "q"},
	{"ch", "x"},
	{"ll", "y"},
	{"h", ""},
	{"v", "b"},
	{"c", "k"},
	{"ado$", "ao"},
	{"s$", ""},
	{"á", "a"},
	{"é", "e"},
	{"í", "i"},
	{"ó", "o"},
	{"ú", "u"},
	{"ñ", "n"},
	{"por", "x"},
	{"bien", "bn"},
	{"de$", "d"},
	{"te$", "t"},
	{"gu", "w"},
	{"mente$", "mnt"},
	{"z", "s"},
	{"para", "pa"},
}

var italianHabits = [][2]string{
	{"ch", "k"},
	{"per", "x"},
	{"non", "nn"},
	{"è$", "e'"},
	{"à$", "a'"},
	{"ì$", "i'"},
	{"ù$", "u'"},
	{"ò$", "o'"},
	{"à", "a"},
	{"è", "e"},
	{"é", "e"},
	{"ò", "o"},
	{"ù", "u"},
	{"qu", "q"},
	{"ss", "s"},
	{"tt", "t"},
	{"ll", "l"},
	{"mente$", "mnt"},
	{"o$", ""},
	{"cc", "c"},
	{"anche", "anke"},
}

var swedishHabits = [][2]string{
	{"å", "a"},
	{"ä", "a"},
	{"ö", "o"},
	{"är$", "e"},
	{"g$", ""},
	{"t$", ""},
	{"de$", "d"},
	{"jag", "ja"},
	{"och", "o"},
	{"ing$", "ng"},
	{"ll", "l"},
	{"tt", "t"},
	{"sk", "sch"},
	{"ig$", "i"},
	{"ka$", "k"},
	{"ade$", "a"},
}
