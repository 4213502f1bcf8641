package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/formats"
)

// structure is what lines have that a program wrote, and lines of people's text have not.
type structure struct {
	what string
	as   Format                // what reads it, if it is one; "" where its name does not say
	row  func() *regexp.Regexp // of a line
	rows int                   // how many lines have it, at least,
	part int                   // and one line in so many; 0: any
}

// structures are the signs by which a file is known that no format knows: something was put in front of
// an export, or its beginning was lost.
var structures = []structure{
	{"a chat with who wrote and when", "", said, 2, 0},
	{"JSON", anyJSON, jsonRow, 2, 3},
	{"JSON", JSONL, jsonWhole, 1, 10},
	{"a page or XML", "", tagRow, 4, 2},
	{"a page or XML", "", tagHead, 1, 0},
	{"a transcript in CHAT", "chat", formats.WhenAsked(`^[@*%]\w{2,20}:\t`), 3, 3},
}

const (
	aDay = `(?:\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}|` +
		`\d{1,2}[- ]\pL{3,9}\.?[- ]\d{2,4}|\pL{3,9}\.? \d{1,2}, \d{4}|` +
		`\d{4}\p{Lo} ?\d{1,2}\p{Lo} ?\d{1,2}\p{Lo})`
	aColon  = `(?:[:.]|[\s\p{Zs}]?\pL{1,4}\.?[\s\p{Zs}]?)`
	aClock  = `\d{1,2}` + aColon + `\d{2}(?:` + aColon + `\d{2})?(?:[\s\p{Zs}]?\pL{1,4}\.?(?:\pL\.)?)?`
	jsonKey = `[{,]\s*"[\w$.-]{1,60}"\s*:\s*`
	aGap    = `[,.،\s\p{Zs}\pL]{1,12}?`
	aTime   = `(?:\pL{2,12}\.?,? )?(?:` + aDay + aGap + aClock + `|` + aClock + aGap + aDay + `)`
)

var (
	// said is a line in which a program says who wrote when: the time in brackets, or with a sign or nothing
	// behind it; the name in brackets or between tabs beside a clock.
	said = formats.WhenAsked(`^[>\s\x{200e}\x{200f}]*(?:\[` + aTime + `\]|` + aTime + `(?: ?[-–:,|;]\s|\t|$| \()|` +
		`[^\[\]\n]{1,60},? \[` + aTime + `\]:?$|\[` + aClock + `\] ?<|\[?` + aClock + `\]?\t[^\t\n]{1,60}(?:\t|: )|` +
		`\[[^\[\]\n]{1,60}\] \[[\pL ]{0,6}` + aClock + `\])`)
	jsonRow   = formats.WhenAsked(`^\s*(?:"[^"\n]{1,60}"\s*:|\[?\{\s*"[^"\n]{1,60}"\s*:)`)
	jsonWhole = formats.WhenAsked(jsonKey + `(?:["\[{\d]|true|false|null).*` + jsonKey)
	tagRow    = formats.WhenAsked(`^\s*<[!?/]?[A-Za-z][^<>]*>(?:\s*$|.*(?:</[A-Za-z][\w:-]*\s*>|/>))`)
	tagHead   = formats.WhenAsked(`(?i)^\s*<(?:\?xml[\s?]|!doctype\s|html[\s>])|` +
		`<[\w:-]+(?:\s[\w:-]+="[^"]*"){4}`)
	mailRow = formats.WhenAsked(`^[A-Za-z][A-Za-z0-9-]*:(?: |$)`)
)

// structured refuses a file that would be read as lines of text and has what a program writes.
func structured(ext string, head []byte) error {
	if formats.Ended(ext) {
		return unlike("a file whose name ends in "+ext, "")
	}
	rows := strings.FieldsFunc(string(head), func(r rune) bool { return r == '\n' || r == '\r' })
	if copied(rows) {
		return errCopied
	}
	for _, s := range structures {
		if len(rows) < s.rows {
			continue
		}
		n := 0
		for _, row := range rows {
			if s.row().MatchString(row) {
				n++
			}
		}
		if n >= s.rows && (s.part == 0 || n*s.part >= len(rows)) {
			return unlike(s.what, s.as)
		}
	}
	for i, row := range rows {
		if f, ok := formats.Headed(row); ok {
			return unlike("a chat with who wrote and when", Format(f.Name))
		}
		rows[i] = strings.TrimLeft(row, "> \t")
	}
	switch {
	case mailHeaders(rows):
		return unlike("an e-mail", "eml")
	case coded(rows):
		return unlike("text in base64", "")
	}
	return nil
}

// unlike says what a file looks like and is not, and how it is read all the same.
func unlike(what string, as Format) error {
	named := "name its --format"
	if as != "" {
		named = fmt.Sprintf("read it so with --format %s", as)
	}
	return fmt.Errorf("this looks like %s, and has no shape that is read; was something put in front of it, or "+
		"its beginning lost? mend that, %s, or insist on lines with --format text", what, named)
}

// alone is a line that is nothing but a time.
var alone = formats.WhenAsked(`^\s*(?:` + aTime + `|(?:\pL{2,12}\.?,? )?` + aClock + `)\s*$`)

var errCopied = errors.New("this looks like a chat copied from a window, with who wrote and when in lines of their " +
	"own, which is not read: export it from its program (bauta formats lists what is read), or write each message " +
	"as WhatsApp does, 14.05.2026, 19:02 - Name: text; --format text reads every line as a text of nobody")

// copiedHeads is how many messages tell such a chat.
const copiedHeads = 3

// copied reports who wrote in lines of their own, each with a time alone in the line below it, and somebody twice.
func copied(rows []string) bool {
	rows = slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return strings.TrimSpace(row) == "" })
	heads, wrote := 0, map[string]int{}
	for i, row := range rows {
		if i == 0 || !alone().MatchString(row) {
			continue
		}
		who := strings.TrimSpace(rows[i-1])
		if len(who) <= longestWriter && !strings.ContainsAny(who, ".:;?!0123456789") {
			heads++
			wrote[who]++
		}
	}
	return heads >= copiedHeads && len(wrote) < heads
}

// longestWriter is how many bytes a line has at most that says who wrote.
const longestWriter = 60

// mailHeaders reports two headers of mails in one block of fields.
func mailHeaders(rows []string) bool {
	known := 0
	for _, row := range rows {
		switch {
		case !mailRow().MatchString(row):
			known = 0
		case formats.MailHeader(row[:strings.IndexByte(row, ':')]) && !strings.Contains(row, "://"):
			known++
		}
		if known > 1 {
			return true
		}
	}
	return false
}

// coded reports two long rows of base64, one behind the other.
func coded(rows []string) bool {
	for i, row := range rows[:max(0, len(rows)-1)] {
		if longRow(row) && base64Row().MatchString(rows[i+1]) && mixed(row) {
			return true
		}
	}
	return false
}

func longRow(row string) bool { return len(row) >= 60 && base64Row().MatchString(row) }

// mixed reports digits and letters of both cases.
func mixed(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.ToLower(s) != s && strings.ToUpper(s) != s
}

// linesOfJSON reports lines that are an object each, two at least; the last may be cut.
func linesOfJSON(head []byte) bool {
	n := 0
	for row := range bytes.FieldsFuncSeq(head, func(r rune) bool { return r == '\n' || r == '\r' }) {
		switch whole := json.Valid(row); {
		case len(bytes.TrimSpace(row)) == 0:
		case !oneObject(row):
			return false
		case !whole && (n < 2 || !bytes.HasSuffix(head, row)):
			return false
		case whole:
			n++
		}
	}
	return n > 1
}

// linesOr reads lines of text where nothing says that a program wrote them.
func linesOr(ext string, head []byte) (Format, error) {
	if f, ok := formats.Within(head); ok {
		return Format(f.Name), nil
	}
	if err := structured(ext, bytes.TrimPrefix(head, []byte("\ufeff"))); err != nil {
		return "", &Error{Line: 1, Err: err}
	}
	return Text, nil
}
