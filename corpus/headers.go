package corpus

import (
	_ "embed"
	"strings"
)

// What columns are called is one table for all readers: a role, a language or a corpus, and
// the words, the likeliest first. The names of the public tables of 88milSMS (CSV, xlsx, ods)
// are those by which programs load them: the text, and who gave it.
//
//go:embed headers.tsv
var headers string

// names are the column names that are taken for granted, lower case.
var names = struct{ text, id, thread, author, time, lang []string }{
	called("text"), called("id"), called("thread"), called("author"), called("time"), called("lang"),
}

// usual are the names for text, ID, conversation, author, time and language that are looked for.
func (c Config) usual() [6][]string {
	out := [6][]string{names.text, names.id, names.thread, names.author, names.time, names.lang}
	if c.TextsAlone {
		out[4], out[5] = nil, nil
	}
	return out
}

// called gives the words for a role, in the order of the table.
func called(role string) (out []string) {
	for line := range strings.Lines(headers) {
		if of, rest, _ := strings.Cut(line, "\t"); of == role {
			_, words, _ := strings.Cut(rest, "\t")
			out = append(out, strings.Fields(words)...)
		}
	}
	return out
}

// underscored writes one sign between words.
var underscored = strings.NewReplacer(" ", "_", "-", "_")

// spelt is a name of a column as the table writes names.
func spelt(name string) string {
	return underscored.Replace(strings.ToLower(strings.Trim(name, "\" \r\t\ufeff")))
}
