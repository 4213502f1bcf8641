package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// annotations are names that programs write behind "@" where people write somebody's: @Override.
var annotations = lists.In("annotations")

// tools are programs, among them those that fetch packages (npm), and those that give packages out (angular).
var tools = lists.In("software")

// longestCommand is how far before a package the program that fetches it is looked for, in bytes.
const longestCommand = 64

// ofProgram reports that the name from at+1 to end behind the "@" of s is what programs write there, and no user's.
func ofProgram(s string, at, end int) bool {
	first, _, _ := strings.Cut(strings.ToLower(s[at+1:end]), ".")
	return annotations[first] || decorates(s[end:]) || packaged(s, at, end)
}

// decorates reports what programs write behind the name of a decorator: @Route("/x"), @Test().
func decorates(s string) bool {
	return len(s) > 1 && s[0] == '(' && strings.IndexByte(`)"'/`, s[1]) >= 0
}

// packaged reports the scope of a package: "@types/node", npm install @acme/charts, @angular/core.
func packaged(s string, at, end int) bool {
	if end+1 >= len(s) || s[end] != '/' || !packageSign(s[end+1]) {
		return false
	}
	for i := at + 1; i < end; i++ {
		if !packageSign(s[i]) {
			return false
		}
	}
	quoted := at > 0 && strings.IndexByte("\"'`", s[at-1]) >= 0
	return quoted || tools[s[at+1:end]] || fetched(s[max(0, at-longestCommand):at])
}

// packageSign reports what the names of packages are written with.
func packageSign(c byte) bool { return c >= 'a' && c <= 'z' || digit(c) || c == '-' }

// fetched reports a program among the words of the line before a package.
func fetched(before string) bool {
	before = before[strings.LastIndexByte(before, '\n')+1:]
	for word := range strings.FieldsSeq(before) {
		if tools[word] {
			return true
		}
	}
	return false
}
