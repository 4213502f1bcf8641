package hostile

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
)

// disguises are messages in which the address is written so that a machine reads
// past it and a person does not.
var disguises = []maker{
	disguise("a joiner inside", between("\u200d")),
	disguise("a blank of no width inside", between("\u200b")),
	disguise("a soft hyphen inside", between("\u00ad")),
	disguise("a mark of direction inside", between("\u202e")),
	disguise("a variation selector inside", between("\ufe0f")),
	disguise("a tag character inside", between("\U000e0061")),
	disguise("invisible and combining around",
		func(_ *rand.Rand, a string) string { return "(\u200b\u0301" + a + ")" }),
	disguise("a word joiner at both ends", func(_ *rand.Rand, a string) string { return "\u2060" + a + "\u2060" }),
	disguise("full width", func(_ *rand.Rand, a string) string {
		return strings.Map(func(r rune) rune {
			if r > 0x20 && r < 0x7f {
				return r + 0xfee0
			}
			return r
		}, a)
	}),
	disguise("full width @", replaced("@", "＠")),
	disguise("small @", replaced("@", "﹫")),
	disguise("entities", func(_ *rand.Rand, a string) string { return strings.ReplaceAll(a, "@", "&#64;") }),
	disguise("entities in hexadecimal",
		func(_ *rand.Rand, a string) string { return strings.ReplaceAll(a, "@", "&#x40;") }),
	disguise("a named entity", replaced("@", "&commat;")),
	disguise("tags around", func(_ *rand.Rand, a string) string { return "<b>" + a + "</b>" }),
	disguise("tags inside", func(_ *rand.Rand, a string) string { return strings.Replace(a, "@", "<i>@</i>", 1) }),
	disguise("a comment of HTML", func(_ *rand.Rand, a string) string { return "<!-- " + a + " -->" }),
	disguise("an attribute of HTML", func(_ *rand.Rand, a string) string { return `<a href='mailto:` + a + `'>x</a>` }),
	disguise("a link", func(_ *rand.Rand, a string) string { return "https://example.com/?to=" + url.QueryEscape(a) }),
	disguise("a colour of a terminal inside", between("\x1b[1;31m")),
	disguise("colours of a terminal around", func(_ *rand.Rand, a string) string { return "\x1b[32m" + a + "\x1b[0m" }),
	disguise("a link of a terminal",
		func(_ *rand.Rand, a string) string { return "\x1b]8;;mailto:" + a + "\x1b\\x\x1b]8;;\x1b\\" }),
	disguise("a title of a terminal inside", between("\x1b]0;t\a")),
	disguise("escaped twice", replaced("@", "&amp;#64;")),
	disguise("an escape of links inside", replaced(".", "%2E")),
	disguise("an octal escape inside", replaced("@", `\100`)),
	disguise("letters apart", func(_ *rand.Rand, a string) string { return strings.Join(strings.Split(a, ""), " ") }),
	disguise("underlined", func(_ *rand.Rand, a string) string { return strings.Join(strings.Split(a, ""), "\u0332") }),
	disguise("an escape of JSON inside", replaced("@", `\u0040`)),
	disguise("an escape of programs inside", replaced("@", `\x40`)),
	disguise("spelled out",
		func(_ *rand.Rand, a string) string { return strings.NewReplacer("@", " at ", ".", " dot ").Replace(a) }),
	disguise("in brackets", func(_ *rand.Rand, a string) string {
		return strings.NewReplacer("@", " [at] ", ".", "(dot)").Replace(a)
	}),
	disguise("capitals", func(_ *rand.Rand, a string) string { return strings.ToUpper(a) }),
	disguise("glued to a word", func(_ *rand.Rand, a string) string { return "mail:" + a + ";tel" }),
	disguise("glued to an emoji", func(_ *rand.Rand, a string) string { return "😘" + a + "👍🏽" }),
	disguise("behind many quotes", func(_ *rand.Rand, a string) string { return strings.Repeat("'", 40) + a }),
	disguise("a mask of ours around", func(_ *rand.Rand, a string) string { return "<PRE_7" + a + ">" }),
	disguise("inside a mask of ours", func(_ *rand.Rand, a string) string { return "<ENC_" + a + ">" }),
	disguise("another sign for a dot", mistyped(",", ";", "..", ".=", "/", " .")),
	disguise("another script behind", func(_ *rand.Rand, a string) string { return a + "的" }),
}

// disguise is the class of messages whose address is written in one way. The
// text stands in a file of lines, a table, or as JSON.
func disguise(class string, write func(*rand.Rand, string) string) maker {
	return maker{class, func(rng *rand.Rand) File {
		list := messages(rng, 4)
		for i := range list {
			list[i].text = strings.ReplaceAll(list[i].text, list[i].address, write(rng, list[i].address))
		}
		l := layouts[rng.IntN(4)] // CoNLL parts at blanks
		return file(l.name, list, l.write(list, "\n"))
	}}
}

// between puts a character that nobody sees at one place inside.
func between(r string) func(*rand.Rand, string) string {
	return func(rng *rand.Rand, a string) string {
		at := 1 + rng.IntN(len(a)-1)
		return a[:at] + r + a[at:]
	}
}

// mistyped puts one of the signs in the place of the last dot.
func mistyped(signs ...string) func(*rand.Rand, string) string {
	return func(rng *rand.Rand, a string) string {
		i := strings.LastIndexByte(a, '.')
		return a[:i] + pick(rng, signs) + a[i+1:]
	}
}

func replaced(old, new string) func(*rand.Rand, string) string {
	return func(_ *rand.Rand, a string) string { return strings.ReplaceAll(a, old, new) }
}

// shapes are tables and records that are not what they seem.
var shapes = []maker{
	{"no header", func(rng *rand.Rand) File {
		list := messages(rng, 4)
		var b strings.Builder
		for i, m := range list {
			fmt.Fprintf(&b, "%d,\"%s\"\n", i, m.text)
		}
		return file("a.csv", list, b.String())
	}},
	{"a message in the header", func(rng *rand.Rand) File {
		list := messages(rng, 4)
		return file("a.tsv", list, "text\tid\t"+list[0].text+"\n"+list[1].text+"\t1\tx\n"+list[2].text+"\t2\tx\n"+
			list[3].text+"\t3\tx\n")
	}},
	{"a header alone", func(rng *rand.Rand) File {
		list := messages(rng, 1)
		return file("a.csv", list, "text,"+list[0].text+"\n")
	}},
	{"a quote left open", func(rng *rand.Rand) File {
		list := messages(rng, 4)
		data := layouts[1].write(list, "\n")
		at := rng.IntN(len(data))
		return file("a.csv", list, data[:at]+`"`+data[at:])
	}},
	{"rows of other lengths", func(rng *rand.Rand) File {
		list := messages(rng, 3)
		return file("a.csv", list, "id,text\n1,"+list[0].text+"\n"+list[1].text+"\n3,x,"+list[2].text+"\n")
	}},
	{"a line end in a field", func(rng *rand.Rand) File {
		list := messages(rng, 3)
		for i := range list {
			list[i].text = "a" + pick(rng, []string{"\r", "\n", "\r\n", "\u2028"}) + list[i].text
		}
		return file("a.csv", list, layouts[1].write(list, pick(rng, []string{"\n", "\r"})))
	}},
	{"text twice in an object", func(rng *rand.Rand) File {
		list := messages(rng, 2)
		return file("a.jsonl", list, `{"text":"`+list[0].text+`","text":"`+list[1].text+`"}`+"\n")
	}},
	{"text by another case", func(rng *rand.Rand) File {
		list := messages(rng, 2)
		return file("a.jsonl", list, `{"text":"`+list[0].text+`","te\u0078t":"`+list[1].text+`"}`+"\n")
	}},
	{"objects that touch", func(rng *rand.Rand) File {
		list := messages(rng, 2)
		return file("a.jsonl", list, `{"text":"`+list[0].text+`"}{"text":"`+list[1].text+`"}`+"\n")
	}},
	{"an address in escapes", func(rng *rand.Rand) File {
		list := messages(rng, 3)
		return file("a.jsonl", list, strings.ReplaceAll(layouts[3].write(list, "\n"), "@", `\u0040`))
	}},
	{"comments of CoNLL", func(rng *rand.Rand) File {
		list := messages(rng, 3)
		return file("a.conll", list, "# text = "+list[0].text+"\n"+layouts[4].write(list[1:], "\n"))
	}},
	{"a NUL", func(rng *rand.Rand) File {
		list := messages(rng, 3)
		l := pick(rng, layouts)
		data := l.write(list, "\n")
		at := rng.IntN(len(data))
		return file(l.name, list, data[:at]+"\x00"+data[at:])
	}},
	{"blank lines and a mark", func(rng *rand.Rand) File {
		list := messages(rng, 1)
		return file("a.txt", list, "\ufeff\n\n\n"+list[0].text)
	}},
	{"deep JSON", func(rng *rand.Rand) File {
		list := messages(rng, 1)
		n := 20_000
		return file("a.jsonl", list, `{"x":`+strings.Repeat("[", n)+strings.Repeat("]", n)+`,"text":"`+
			list[0].text+`"}`+"\n")
	}},
	{"one message of many", func(rng *rand.Rand) File {
		list := messages(rng, 300)
		return file("a.csv", list, "text\n\""+strings.Join(texts(list), pick(rng, []string{"\n", " ", ", "}))+"\"\n")
	}},
	{"a long thread", func(rng *rand.Rand) File {
		list := messages(rng, 200)
		var b strings.Builder
		b.WriteString("thread,text\n")
		for i, m := range list {
			fmt.Fprintf(&b, "%d,\"%s\"\n", i%3, m.text)
		}
		return file("a.csv", list, b.String())
	}},
}

// broken are files with bytes changed at random. One column holds all, so that no
// change moves an address to where nobody reads.
var broken = []maker{
	{"bytes changed", func(rng *rand.Rand) File {
		return damaged(rng, func(b []byte) []byte {
			b[rng.IntN(len(b))] = byte(rng.IntN(256))
			return b
		})
	}},
	{"bytes lost", func(rng *rand.Rand) File {
		return damaged(rng, func(b []byte) []byte {
			at := rng.IntN(len(b))
			return append(b[:at], b[min(len(b), at+1+rng.IntN(3)):]...)
		})
	}},
	{"bytes that control", func(rng *rand.Rand) File {
		return damaged(rng, func(b []byte) []byte {
			at := rng.IntN(len(b))
			return append(b[:at:at], append([]byte{byte(1 + rng.IntN(31))}, b[at:]...)...)
		})
	}},
	{"cut short", func(rng *rand.Rand) File {
		return damaged(rng, func(b []byte) []byte { return b[:len(b)-rng.IntN(len(b)/3+1)] })
	}},
	{"characters nobody sees", func(rng *rand.Rand) File {
		return damaged(rng, func(b []byte) []byte {
			at := rng.IntN(len(b))
			odd := pick(rng, []string{
				"\u0301", "\u200b", "\u200d", "\u2066", "\ufeff", "\u034f", "\u180e", "\u3164", "\U000e0041", "\u1160",
			})
			return append(b[:at:at], append([]byte(odd), b[at:]...)...)
		})
	}},
}

// damaged changes a file a few times. Addresses that the damage hit are no secrets
// any more; the others stand in the data as they were.
func damaged(rng *rand.Rand, once func([]byte) []byte) File {
	list := messages(rng, 6)
	f := file("a.txt", list, layouts[0].write(list, "\n"))
	if rng.IntN(2) == 0 {
		f = file("a.jsonl", list, layouts[3].write(list, "\n"))
	}
	for range 1 + rng.IntN(4) {
		f.Data = once(f.Data)
	}
	return f
}
