package hostile

import (
	"math/rand/v2"
	"strings"
)

// lineEnds are files whose lines end as other systems, or nobody, end them.
var lineEnds = []maker{
	ended("CR alone", "\r"),
	ended("CR LF", "\r\n"),
	ended("LF CR", "\n\r"),
	ended("CR CR LF", "\r\r\n"),
	ended("form feed", "\f\n"),
	ended("vertical tab", "\v"),
	ended("next line", "\u0085"),
	ended("line separator", "\u2028"),
	ended("paragraph separator", "\u2029"),
	ended("record separator", "\x1e"),
	{"mixed line ends", func(rng *rand.Rand) File {
		f := layouted(rng, "\n")
		lines := strings.SplitAfter(string(f.Data), "\n")
		for i := range lines {
			lines[i] = strings.TrimSuffix(lines[i], "\n")
			if i+1 < len(lines) {
				lines[i] += pick(rng, []string{"\r", "\n", "\r\n"})
			}
		}
		f.Data = []byte(strings.Join(lines, ""))
		return f
	}},
	{"CR up to the last line", func(rng *rand.Rand) File {
		f := layouted(rng, "\r")
		f.Data = append(f.Data[:len(f.Data)-1], '\n')
		return f
	}},
	{"no end of the last line", func(rng *rand.Rand) File {
		f := layouted(rng, "\n")
		f.Data = []byte(strings.TrimRight(string(f.Data), "\n"))
		return f
	}},
}

// ended is the class of files with one line end.
func ended(class, eol string) maker {
	return maker{class, func(rng *rand.Rand) File { return layouted(rng, eol) }}
}

// layouted draws a format and some messages.
func layouted(rng *rand.Rand, eol string) File {
	list := messages(rng, 2+rng.IntN(6))
	l := pick(rng, layouts)
	return file(l.name, list, l.write(list, eol))
}
