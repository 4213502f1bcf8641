package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestFolded bounds a line that goes on in others, in bytes.
const longestFolded = 4000

// unfolded is a text of as many bytes in which heads of quoted mails that go on in the next line stand in one, with
// blanks in the place of what parts the lines.
func unfolded(said string) string {
	if !strings.Contains(said, "\n") {
		return said
	}
	out := []byte(said)
	from, end := 0, lineEnd(said) // of the line at hand, unfolded
	for end < len(said) {
		next := end + 1
		to := next + lineEnd(said[next:])
		if folds(string(out[from:end]), said[next:to], said[to:]) {
			begin := next + len(said[next:to]) - len(pastMarks(said[next:to]))
			for i := from + len(strings.TrimRight(string(out[from:end]), "\r")); i < begin; i++ {
				out[i] = ' '
			}
		} else {
			from = next
		}
		end = to
	}
	return string(out)
}

// pastMarks is a line without the signs of a quote in front.
func pastMarks(line string) string { return strings.TrimLeft(line, ">| \t") }

// folds reports a line in which a head goes on: a header, in one that begins with blanks or an address; or who wrote.
func folds(head, line, behind string) bool {
	rest := pastMarks(line)
	marks := strings.TrimSuffix(line, rest)
	switch {
	case len(head)+len(line) > longestFolded || strings.TrimSpace(rest) == "":
		return false
	case isHeader(head[:min(len(head), longestWhose)]):
		indented := strings.HasSuffix(marks, "  ") || strings.HasSuffix(marks, "\t") || marks == " "
		return (indented || rest[0] == '<') && !isHeader(line)
	}
	return writes(head, rest, behind)
}

func isHeader(line string) bool {
	_, value := headerOf(line)
	return value > 0
}

// writes reports a line that says with the one before it who wrote, and not by itself.
func writes(head, rest, behind string) bool {
	if !strings.ContainsAny(rest, "@:") {
		return false
	}
	head = strings.TrimRight(head[max(0, len(head)-longestHead):], " \t\r")
	last, _ := utf8.DecodeLastRuneInString(head)
	if !wordly(last) && !strings.ContainsRune(`."')`, last) {
		return false
	}
	if m := quotedAddress().FindStringIndex(rest); m != nil {
		for word := range strings.FieldsSeq(strings.Trim(rest[:m[0]], `"'`)) {
			if first, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(first) {
				return false
			}
		}
		return quotedWrote().MatchString(rest[m[1]:] + behind[:min(len(behind), longestWhose)])
	}
	rest = strings.TrimRight(rest, " \t\r")
	ends := strings.HasSuffix(rest, ":") && len(rest) <= longestHead
	return ends && !quoteWrote().MatchString(rest) && quoteWrote().MatchString(head+" "+rest)
}
