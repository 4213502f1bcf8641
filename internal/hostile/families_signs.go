package hostile

import (
	"fmt"
	"strings"
)

// numbers are families of digits.
func numbers() []Family {
	return []Family{
		same("digit", "7"), same("digits-spaced", "7 "), same("digits-dotted", "7."), same("digits-dashed", "12-"),
		same("digits-pairs", "12 "), same("digits-colons", "12:"), same("digits-slashes", "1/"),
		same("digits-plus", "+"),
		same("digits-commas", "1,"), same("digits-plus-spaced", "+ 1 "), same("digits-brackets", "(0"),
		drawn("phones", func(i int) string { return fmt.Sprintf("07700 9%05d ", mix(i)%100000) }),
		drawn("phones-abroad", func(i int) string { return fmt.Sprintf("+33 6 %08d, ", mix(i)%100000000) }),
		drawn("phones-tight", func(i int) string { return fmt.Sprintf("0%09d", mix(i)%1000000000) }),
		drawn("numbers", func(i int) string { return fmt.Sprintf("%d ", mix(i)) }),
		drawn("cards", func(i int) string {
			return fmt.Sprintf("4929 %04d %04d %04d ", i%10000, mix(i)%10000, mix(i+1)%10000)
		}),
		drawn("cards-drawn", func(i int) string {
			return fmt.Sprintf("4929 %04d %04d %04d ", mix(i+2)%10000, mix(i)%10000, mix(i+1)%10000)
		}),
		drawn("ibans", func(i int) string {
			return fmt.Sprintf("FR76 %04d %04d %04d ", i%10000, mix(i)%10000, mix(i+1)%10000)
		}),
		drawn("ibans-drawn", func(i int) string {
			return fmt.Sprintf("FR76 %04d %04d %04d ", mix(i+2)%10000, mix(i)%10000, mix(i+1)%10000)
		}),
		drawn("ips", func(i int) string { return fmt.Sprintf("10.%d.%d.%d ", i%256, i/256%256, i%7) }),
		same("hex-colons", "ab:"), same("hex", "0123456789abcdef"), same("ip6", "::1"),
		same("plates", "HH AB 123 "), same("letters-digits", "A1B2C3 "), same("letters-digits-tight", "a1"),
		drawn("spelled", func(i int) string {
			return turn(int(mix(i)), "one ", "two ", "seven ", "double ", "oh ", "nine ")
		}),
		drawn("spelled-french", func(i int) string {
			return turn(int(mix(i)), "zéro ", "six ", "douze ", "vingt ", "soixante ", "dix ")
		}),
		drawn("spelled-german",
			func(i int) string { return turn(int(mix(i)), "null ", "sieben ", "zwei ", "einundzwanzig ") }),
		drawn("codes", func(i int) string { return fmt.Sprintf("code %d pin %d ref KD-%d ", i, i+1, mix(i)) }),
		drawn("codes-drawn", func(i int) string {
			return fmt.Sprintf("code %d pin %d ref KD-%d ", 1000+mix(i+2)%9000, 1000+mix(i+1)%9000, mix(i))
		}),
		{Name: "numbers-run-on", piece: func(int) string { return "1." }, close: "1abcdefghijk"},
		same("announced", "code pin iban tel "),
	}
}

// addresses are families of streets, mail and links.
func addresses() []Family {
	return []Family{
		drawn("streets", func(i int) string {
			return fmt.Sprintf("%d rue %s, 750%02d Paris ", 1+i%200, last(i), i%20)
		}),
		drawn("streets-english", func(i int) string { return fmt.Sprintf("%d Mill Road, ", 1+i%200) }),
		drawn("streets-german", func(i int) string { return fmt.Sprintf("Hauptstraße %d ", 1+i%200) }),
		same("streets-alone", "rue de la "), same("streets-row", "Road Street Lane "), same("flats", "flat 3, "),
		same("mail-half", "a@"), same("mail-at", "@"), same("mail-ats", "a@b@"), same("mail-dots", "a."),
		same("mail-dash", "a-b.c_d+"),
		drawn("mail", func(i int) string { return coined(i) + "@" + coined(i+1) + ".com " }),
		drawn("mail-tight", func(i int) string { return coined(i) + "@" + coined(i+1) + ".com," }),
		drawn("mail-spelled", func(i int) string { return coined(i) + " at " + coined(i+1) + " dot " }),
		same("mail-at-dot", "at dot "), same("mail-words", "arobase point "), same("mail-masked", "x."),
		same("mail-masked-half", "xxx@yyy."), same("mail-brackets", "[at]"),
		drawn("links", func(i int) string { return "https://www.example.com/" + coined(i) + "/" + first(i) + " " }),
		drawn("links-tight", func(i int) string { return "http://" + coined(i) }),
		same("links-half", "http://"), same("links-www", "www."), same("links-slash", "://"),
		drawn("links-long", func(i int) string {
			return turn(i&1|min(i, 1)<<1, "https://example.org/", "", "&n=", coined(i))
		}),
		drawn("paths", func(i int) string { return "C:\\" + coined(i) + "\\" }),
		same("base64", "aGVsbG8gd29ybGQgdGhpcyBpcyBh"),
		drawn("base64-lines", func(i int) string { return strings.Repeat("QUJDRA+/", 9) + "\n" }),
		same("keys", "sk_live_4eC39HqLyjWDarjtT1zdp7dc "), same("equals", "password="), same("handles", "insta: "),
	}
}

// signs are families of punctuation, blanks and what cannot be seen.
func signs() []Family {
	return []Family{
		same("zwj", "\u200d"), same("zwsp", "\u200b"), same("soft-hyphens", "\u00ad"), same("bom", "\ufeff"),
		same("rtl", "\u202e"),
		same("zwj-letters", "a\u200d"),
		drawn("zwj-names", func(i int) string { return strings.Join(strings.Split(first(i), ""), "\u200b") + " " }),
		same("combining", "\u0301"), same("combining-letters", "e\u0301"),
		same("combining-many", "a\u0301\u0300\u0302\u0303"),
		same("selectors", "\ufe0f"), same("emoji", "😀"), same("emoji-zwj", "👩\u200d👩\u200d👧\u200d👦"),
		same("flags", "🇫🇷"), same("skin", "🏽"),
		same("smileys", ":) ;-) <3 "), same("colons", ":"), same("quotes", "\""), same("quotes-open", "«"),
		same("apostrophe", "'"),
		same("commas", ","), same("dots", "."), same("ellipses", "…"), same("question-marks", "?"), same("dashes", "-"),
		same("underscore", "_"),
		same("stars", "*"), same("hashes", "#"), same("backslashes", "\\"), same("percent", "%"), same("tildes", "~"),
		same("pipes", "|"),
		same("blanks", " "), same("tabs", "\t"), same("newlines", "\n"), same("crlf", "\r\n"),
		same("no-break", "\u00a0"), same("ideographic", "\u3000"),
		same("control", "\x01"), same("private", "\ue000"),
		same("brackets", "("), same("brackets-closed", "()"), same("brackets-square", "["), same("braces", "{"),
		same("brackets-back", ")"),
		drawn("signed", func(i int) string { return coined(i) + turn(i, "!", "?!", "...", " ; ") }),
	}
}

// scripts are families in other letters.
func scripts() []Family {
	return []Family{
		same("japanese", "今日は田中さんと東京へ行きます"), same("kanji", "田中太郎"), same("kana", "たなか"), same("katakana", "タナカ・"),
		same("chinese", "我和王小明明天去北京"), same("korean", "김철수는 서울에 "), same("thai", "สมชายไปกรุงเทพ"),
		same("arabic", "ذهب محمد إلى القاهرة "), same("hebrew", "דוד הלך לתל אביב "),
		same("russian", "Иван Петров идёт домой "),
		same("russian-upper", "ИВАН "), same("greek", "ο Γιάννης πάει στην Αθήνα "),
		same("hindi", "राम दिल्ली जाता है "),
		same("wide", "Ｎｉｃｏｌａｓ "), same("maths", "𝐍𝐢𝐜𝐨"), same("look-alikes", "Nісоlаѕ Durаnd "),
		same("script-turns", "aбγا中"),
		drawn("script-words", func(i int) string { return turn(i, "hello ", "привет ", "γεια ", "سلام ", "你好 ") }),
		same("accents", "éàüöñåß "), same("german-signs", "ßÄÖÜ"), same("swedish", "Åsa och Örjan åker till Malmö "),
		drawn("languages", func(i int) string {
			return turn(i, "je ne sais pas ", "I do not know ", "ich weiß nicht ", "non lo so ", "no lo sé ",
				"jag vet inte ")
		}),
		drawn("languages-lines", func(i int) string {
			return turn(i, "je suis chez Paul ce soir\n", "I am at Kate's place\n", "ich bin bei Jürgen\n",
				"sono da Marco\n")
		}),
	}
}

// markup are families of half-written HTML and what looks like it.
func markup() []Family {
	return []Family{
		same("lt", "<"), same("gt", ">"), same("lt-gt", "<>"), same("amp", "&"), same("entity", "&#"),
		same("entities", "&#65;"),
		same("entities-named", "&amp;"), same("entities-long", "&#00000"), same("tags", "<b>"),
		same("tags-open", "<b "), same("tags-close", "</"),
		same("comments", "<!--"), same("cdata", "<![CDATA["), same("attributes", "<a href=\""),
		same("tags-masked", "<PERSON"), same("tags-question", "<?_"),
		drawn("tags-names", func(i int) string { return "<b>" + first(i) + "</b> " }),
		{Name: "tag-unclosed", open: "<a title=\"", piece: func(i int) string { return coined(i) + " " }},
		{Name: "quote-unclosed", open: "\"", piece: func(i int) string { return first(i) + " " }},
		{Name: "bracket-unclosed", open: "(", piece: func(i int) string { return first(i) + " (" }},
		{Name: "link-unclosed", open: "https://example.org/?q=", piece: func(i int) string { return coined(i) + "&" }},
		same("json", "{\"a\":["), same("escapes", "\\u00e9"), same("percent-escapes", "%C3%A9"), same("backticks", "`"),
		same("tables", "| a | b |\n"),
		same("quoted-lines", "> > > "), same("markdown", "**a** [b](c) "),
	}
}

// leet writes letters as figures, apart with a sign behind each.
var leet = strings.NewReplacer("e", "3", "i", "1", "a", "@", "o", "0")

func apart(word, sign string) string {
	return strings.Join(strings.Split(word, ""), sign) + sign
}

// meant are families of what is read once more as it may be meant.
func meant() []Family {
	return []Family{
		same("marked", "**Jo**hann "), same("marked-tight", "J*o*"), same("marked-open", "a**"),
		same("marked-turns", "a*_`~_*"),
		same("apart", "a c "), same("apart-names", "M a r i e "), same("apart-backslashes", "a\\"),
		same("raised", "⁷"), same("circled", "① "), same("capitals-small", "ᴀ"),
		same("cut", "07744~192360 "), same("cut-tight", "1~"), same("cut-lines", "07744\n"),
		same("tag-letters", "\U000e0061"), same("tag-names", "a\U000e004a\U000e0075\U000e006c"),
		same("points", "U+0041 "),
		same("signs-bracketed", "a [@] x [.] com "), same("signs-tight", "a<at>"),
		same("starred", "Cam*lle "), same("starred-none", "Xw*qk "), same("dotted", "Jul.en "),
		same("leet", "ju|i!n "), same("leet-many", "|1!"),
		same("glued-tags", "#teamwaltraud "), same("tags-tight", "#thethethe"),
		same("apart-dots", "J.e.r.e.m.y. "), same("apart-blanks", "J u l i e n "), same("marked-first", "**S**olène "),
		same("leet-names", "j3r3my "), drawn("apart-drawn", func(i int) string { return apart(first(i), ".") + " " }),
		drawn("apart-coined", func(i int) string { return apart(capital(coined(i)), " ") + " " }),
		drawn("marked-drawn", func(i int) string { return "**" + first(i)[:1] + "**" + first(i)[1:] + " " }),
		drawn("marked-coined", func(i int) string {
			return "**" + capital(coined(i))[:1] + "**" + coined(i)[1:] + " "
		}),
		drawn("leet-drawn", func(i int) string { return leet.Replace(strings.ToLower(first(i))) + " " }),
		drawn("glued-drawn", func(i int) string { return turn(i, "Hallo", "hello", "Salut", "ciao") + first(i) + " " }),
	}
}
