package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/formats"
)

// hidden says of the fields of what was written which come out hidden: read again, an ID under a key looks like any
// other, and a certificate names it, but who wrote it knows better.
func (o *anonymise) hidden(out *output) map[string]bool {
	if out == nil || out.tmp == "" {
		return nil
	}
	in, err := os.Open(out.tmp)
	if err != nil {
		return nil
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return nil
	}
	l, err := corpus.Look(anywhere(in, in, info.Size()), out.name, o.config(), 0)
	if err != nil {
		return nil // then all of them are named
	}
	fields := map[string]bool{}
	for _, f := range l.Fields {
		fields[f.Name] = f.Role != formats.Keep && !f.Kept
	}
	return fields
}

// printStays names what stays for people to look at: no field that comes out hidden, and what elements and members
// are called as a number, since few of the names are somebody's.
func (s *summary) printStays(w io.Writer) {
	var names []string
	marks := 0
	for _, name := range s.Beside {
		hidden, field := s.hidden[name]
		switch {
		case hidden:
		case s.hidden != nil && !field && isMark(name):
			marks++
		default:
			names = append(names, name)
		}
	}
	said := audit.Listed(names)
	if marks > 0 {
		said = strings.TrimPrefix(said+" and "+several(marks, "name")+" of parts, which the report lists", " and ")
	}
	if said != "" {
		fmt.Fprintf(w, "only the texts were read; left as they are: %s\n%s", said, s.remedy)
	}
}

// isMark reports the name of a member, an attribute or an element, as the corpus tells those that its format has not.
func isMark(name string) bool {
	return strings.HasPrefix(name, `"`) && strings.HasSuffix(name, `":`) || strings.HasSuffix(name, "=") ||
		strings.HasPrefix(name, "<") && !strings.HasPrefix(name, "<!")
}
