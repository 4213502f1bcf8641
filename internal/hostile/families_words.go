package hostile

import (
	"fmt"
	"strings"
)

// people are families of names and what stands around them.
func people() []Family {
	return []Family{
		same("names", "Nicolas Durand "),
		drawn("names-drawn", func(i int) string { return first(i) + " " + last(i) + " " }),
		drawn("names-comma", func(i int) string { return first(i) + ", " }),
		drawn("names-lower", func(i int) string { return strings.ToLower(first(i)+" "+last(i)) + " " }),
		drawn("names-and", func(i int) string { return first(i) + turn(i, " und ", " and ", " et ", "/", " & ") }),
		drawn("names-coined", func(i int) string { return capital(coined(i)) + " " }),
		drawn("names-capitals", func(i int) string { return strings.ToUpper(first(i)+" "+last(i)) + " " }),
		drawn("names-lines", func(i int) string { return first(i) + " " + last(i) + "\n" }),
		drawn("names-tight", first),
		drawn("titles", func(i int) string {
			return turn(i, "Mr ", "Mrs. ", "Herr ", "Mme ", "señora ", "Dr. ") + last(i) + " "
		}),
		same("titles-alone", "Mr. Mrs. Herr Frau "),
		drawn("initials", func(i int) string { return turn(i, "S. ", "D. ", "J.-P. ") + last(i) + " " }),
		same("initials-alone", "A. B. C. "),
		drawn("initials-drawn", func(i int) string { return string('A'+rune(mix(i)%26)) + ". " }),
		drawn("kin", func(i int) string {
			return turn(i, "maman ", "oncle ", "my aunt ", "tante ", "papa ") + first(i) + " "
		}),
		drawn("greetings", func(i int) string {
			return turn(i, "Hallo ", "hi ", "salut ", "ciao ", "hola ") + first(i) + " "
		}),
		drawn("companies", func(i int) string { return turn(i, "Tower & Sons Ltd ", "Muster GmbH ", "Mill and Co ") }),
		same("companies-row", "Ltd and & Inc "),
		drawn("towns", func(i int) string { return turn(i, "Paris ", "in London ", "nach München ", "a Roma ") }),
		drawn("joined", func(i int) string { return sms(i) + " " }),
		drawn("joined-lines", func(i int) string { return sms(i) + "\n" }),
		drawn("joined-tight", sms),
	}
}

// words are families of words that are no names, or that no list has.
func words() []Family {
	return []Family{
		drawn("coined", func(i int) string { return coined(i) + " " }),
		drawn("coined-tight", coined),
		drawn("coined-lines", func(i int) string { return coined(i) + "\n" }),
		drawn("coined-sentences",
			func(i int) string { return capital(coined(i)) + " " + coined(i+1) + " " + coined(i+2) + ". " }),
		drawn("coined-one-sentence", func(i int) string { return coined(i) + turn(i, ", ", " ", " - ") }),
		drawn("stretched", func(i int) string {
			return coined(i) + strings.Repeat(turn(i, "a", "o", "é"), 5+i%40) + " "
		}),
		same("one-letter", "a"),
		same("one-capital", "A"),
		same("letters", "a b c d e "),
		same("capitals", "HELLO WORLD THIS IS LOUD "),
		drawn("capitals-coined", func(i int) string { return strings.ToUpper(coined(i)) + " " }),
		same("everyday", "je ne sais pas si tu viens demain soir avec nous "),
		same("german", "ich weiß nicht ob du morgen zur Arbeit kommst und wie das Wetter wird "),
		same("french", "est-ce que c'est l'heure d'aller chez toi aujourd'hui "),
		drawn("hyphens", func(i int) string { return first(i) + "-" }),
		drawn("hyphens-coined", func(i int) string { return coined(i) + "-" }),
		drawn("apostrophes", func(i int) string { return turn(i, "l'", "d'", "qu'", "j'") + coined(i) + " " }),
		same("apostrophes-row", "l'd'qu'"),
		same("repeated", "hahaha "), same("repeated-tight", "haha"),
		drawn("dots-within", func(i int) string { return coined(i) + "." }),
		drawn("underscores", func(i int) string { return coined(i) + "_" }),
		drawn("slashes", func(i int) string { return first(i) + "/" }),
		drawn("hashtags", func(i int) string { return "#" + capital(coined(i)) + first(i) + " " }),
		drawn("mentions", func(i int) string { return "@" + coined(i) + " " }),
		same("questions", "your name? your code? "),
		same("masked", "<PERSON> Person 1 PRE_7 <ENC_1f2e3d> "),
		drawn("spaced", func(i int) string { return strings.Join(strings.Split(first(i), ""), " ") + "  " }),
		drawn("months", func(i int) string {
			return fmt.Sprintf("%d %s %d ", 1+i%28, turn(i, "March", "août", "Mai", "jun"), 1930+i%90)
		}),
		same("months-alone", "May June March April "),
		drawn("dates", func(i int) string { return fmt.Sprintf("%02d/%02d/%d ", 1+i%28, 1+i%12, 1930+i%90) }),
		drawn("clock", func(i int) string { return fmt.Sprintf("%dh%02d - ", i%24, i%60) }),
		drawn("ages", func(i int) string { return fmt.Sprintf("aged %d years ", 1+i%120) }),
	}
}
