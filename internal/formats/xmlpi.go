package formats

import (
	"slices"
	"strings"
)

var (
	// instruction is one to a program (XML 1.0, 2.6): for whom, and what it says.
	instruction = WhenAsked(`(?s)^<\?([A-Za-z_][\w.:-]*)((?:\s.*)?)\?>$`)
	// instructed is what instructions have in the place of attributes.
	instructed = WhenAsked(`([\w-]+)\s*=\s*("[^"<>]*"|'[^'<>]*')`)
)

// instructions are what such attributes say that names nobody: which schema, which coding.
var instructions = []string{"version", "encoding", "standalone", "href", "type", "schematypens", "charset", "phase"}

// instruct takes an instruction; false for what is none.
func (s *xmlSource) instruct(from, to int) bool {
	m := instruction().FindSubmatchIndex(s.raw[from:to])
	if m == nil {
		return false
	}
	at, said := from+m[4], string(s.raw[from+m[4]:from+m[5]])
	rest := instructed().ReplaceAllString(said, "")
	if strings.TrimSpace(rest) != "" { // running text
		s.add(Slot{From: at, To: at + len(said), Role: Note, Path: "instruction", Quote: quoteInstruction})
		return true
	}
	for _, a := range instructed().FindAllStringSubmatchIndex(said, -1) {
		if name := said[a[2]:a[3]]; !slices.Contains(instructions, name) && !strings.HasSuffix(name, "Schema") {
			s.add(Slot{From: at + a[4] + 1, To: at + a[5] - 1, Role: Gone, Path: "instruction"})
		}
	}
	return true
}

// quoteInstruction writes what an instruction says, which may not end it.
func quoteInstruction(v string) []byte {
	return []byte(" " + strings.TrimSpace(strings.NewReplacer("?>", "? ", "<", "", ">", "").Replace(v)))
}
