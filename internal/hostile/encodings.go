package hostile

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"unicode/utf16"
)

// encodings are files in another encoding than they seem, or in several.
var encodings = []maker{
	encoded("UTF-16 little endian", func(s string) []byte { return wide(s, binary.LittleEndian, true) }),
	encoded("UTF-16 big endian", func(s string) []byte { return wide(s, binary.BigEndian, true) }),
	encoded("UTF-16 without a mark", func(s string) []byte { return wide(s, binary.LittleEndian, false) }),
	encoded("UTF-16 cut in a unit",
		func(s string) []byte { w := wide(s, binary.LittleEndian, true); return w[:len(w)-1] }),
	encoded("a mark of UTF-8", func(s string) []byte { return []byte("\ufeff" + s) }),
	encoded("two marks of UTF-8", func(s string) []byte { return []byte("\ufeff\ufeff" + s) }),
	encoded("UTF-32", func(s string) []byte {
		out := []byte{0xff, 0xfe, 0, 0}
		for _, r := range s {
			out = binary.LittleEndian.AppendUint32(out, uint32(r))
		}
		return out
	}),
	joined("UTF-16 with a tail of UTF-8",
		func(a, b string) []byte { return append(wide(a, binary.LittleEndian, true), b...) }),
	joined("UTF-16 big endian with a tail of UTF-8",
		func(a, b string) []byte { return append(wide(a, binary.BigEndian, true), b...) }),
	joined("UTF-8 with a tail of UTF-16",
		func(a, b string) []byte { return append([]byte(a), wide(b, binary.LittleEndian, true)...) }),
	joined("UTF-8 with a tail of Latin 1", func(a, b string) []byte { return append([]byte(a), latin(b)...) }),
	joined("a mark in mid-file", func(a, b string) []byte { return []byte(a + "\ufeff" + b) }),
	encoded("Latin 1", latin),
	{"a lone surrogate", func(rng *rand.Rand) File {
		f := layouted(rng, "\n")
		units := utf16.Encode([]rune(string(f.Data)))
		at := rng.IntN(len(units))
		units = append(units[:at], append([]uint16{0xd83d}, units[at:]...)...)
		f.Data = []byte{0xff, 0xfe}
		for _, u := range units {
			f.Data = binary.LittleEndian.AppendUint16(f.Data, u)
		}
		return f
	}},
	{"an overlong form of @", func(rng *rand.Rand) File {
		f := layouted(rng, "\n")
		f.Data = []byte(strings.ReplaceAll(string(f.Data), "@", "\xc1\x80"))
		return f
	}},
}

// encoded is the class of files written in one encoding.
func encoded(class string, write func(string) []byte) maker {
	return maker{class, func(rng *rand.Rand) File {
		f := layouted(rng, pick(rng, []string{"\n", "\r\n"}))
		f.Data = write(string(f.Data))
		return f
	}}
}

// joined is the class of files whose second half is in another encoding.
func joined(class string, write func(a, b string) []byte) maker {
	return maker{class, func(rng *rand.Rand) File {
		l := pick(rng, layouts)
		a, b := messages(rng, 3), messages(rng, 3)
		tail := l.write(b, "\n")
		if l.name == "a.csv" || l.name == "a.tsv" {
			_, tail, _ = strings.Cut(tail, "\n")
		}
		f := file(l.name, append(a, b...), "")
		f.Data = write(l.write(a, "\n"), tail)
		return f
	}}
}

// wide writes UTF-16.
func wide(s string, order binary.AppendByteOrder, mark bool) []byte {
	var out []byte
	if mark {
		out = order.AppendUint16(out, 0xfeff)
	}
	for _, u := range utf16.Encode([]rune(s)) {
		out = order.AppendUint16(out, u)
	}
	return out
}

// latin writes ISO-8859-1; what it has not becomes "?".
func latin(s string) []byte {
	var out []byte
	for _, r := range s {
		if r > 0xff {
			r = '?'
		}
		out = append(out, byte(r))
	}
	return out
}
