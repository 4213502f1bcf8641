package lexicon

import "strings"

// Honorific reports a form of address or a degree that stands before the name of a
// person and is none, folded, with or without its full stop, and the sex that it
// says, 0 if none. Words that are as often something else in the language (M, Miss,
// an English Don, the words of kin) are not among them.
func Honorific(norm, lang string) (sex Sex, ok bool) {
	switch norm = strings.TrimRight(norm, "."); norm {
	case "don", "ing", "avv":
		if base, _, _ := strings.Cut(lang, "-"); base != "es" && base != "it" {
			return 0, false // a name, or a nickname
		}
		if norm == "don" {
			sex = Male
		}
		return sex, true
	case "mrs", "ms", "madam", "mme", "madame", "mlle", "mademoiselle", "frau", "señora", "señorita", "sra", "srta",
		"signora", "signorina", "sig.ra", "sigra", "fru", "fröken", "dottoressa", "dott.ssa", "prof.ssa", "dra",
		"doctora", "doña":
		return Female, true
	case "mr", "mister", "monsieur", "herr", "herrn", "señor", "sr", "signor", "sig", "dottor", "dott":
		return Male, true
	case "dr", "prof", "doctor", "docteur", "doktor", "professor":
		return 0, true
	}
	return 0, false
}
