package corpus

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/lines"
	"github.com/bauta/bauta/internal/nearest"
)

// meant asks whether another format was, where one is like it.
func meant(want Format) string {
	known := []string{string(Auto), string(Text), string(CSV), string(TSV), string(JSONL), string(CoNLL)}
	for _, f := range formats.All() {
		known = append(known, f.Name)
	}
	return nearest.Meant(string(want), known)
}

// guess finds the format: by the user's word, the name's ending, the first
// bytes.
func guess(want Format, name string, head []byte) (Format, error) {
	switch want {
	case Text, CSV, TSV, JSONL, CoNLL, anyJSON:
		return want, nil
	case "", Auto:
	default:
		if _, ok := formats.Of(string(want)); ok {
			return want, nil
		}
		return "", fmt.Errorf("unknown format %q%s; bauta formats lists them", want, meant(want))
	}
	if f, ok := formats.Tell(name, head); ok {
		return Format(f.Name), nil
	}
	if is, err := documentInJSON(head); is || err != nil {
		return anyJSON, err
	}
	if err := sniffText(name, head); err != nil {
		return "", &Error{Line: 1, Err: err}
	}
	ext := strings.ToLower(filepath.Ext(name))
	if f, ok := endings[ext]; ok {
		return f, nil
	}
	line := firstLine(head)
	cells := func(sep string) []string { return strings.Split(strings.TrimSpace(string(line)), sep) }
	switch {
	case sepLine().Match(head):
		return CSV, nil
	case ext == ".txt" || ext == ".text":
		return inText(ext, head)
	case oneObject(line):
		return JSONL, nil
	case known(cells("\t")) >= 0 && len(cells("\t")) > 1:
		return TSV, nil
	case slices.ContainsFunc(parts, func(sep byte) bool { return headerBy(bytes.TrimSpace(line), sep, Columns{}) }):
		return CSV, nil
	}
	return linesOr(ext, head)
}

// inText finds the format of a file whose name says that it is a text.
func inText(ext string, head []byte) (Format, error) {
	if f, ok := tableInText(head); ok {
		return f, nil
	}
	if linesOfJSON(head) {
		return JSONL, nil
	}
	return linesOr(ext, head)
}

// endings are those of names that say the format.
var endings = map[string]Format{
	".csv": CSV, ".tsv": TSV, ".tab": TSV, ".jsonl": JSONL, ".ndjson": JSONL,
	".conll": CoNLL, ".conll2003": CoNLL, ".iob": CoNLL, ".iob2": CoNLL,
}

// firstLine is the first line that is not blank, without its end.
func firstLine(head []byte) []byte {
	head = bytes.TrimLeft(head, " \t\r\n")
	if start, _, ok := lines.End(head, true); ok {
		return head[:start]
	}
	return head
}

// documentInJSON reports JSON that is no table in JSONL. Such as is like an export without its
// shape is an error: as any JSON its fields with people would stay.
func documentInJSON(head []byte) (bool, error) {
	whole := wholeJSON(bytes.TrimLeft(head, " \t\r\n"))
	if f, ok := formats.Resembles(head); ok && (whole || lone(head)) {
		return true, &Error{Line: 1, Err: fmt.Errorf("this is like an export of %s, and does not have its "+
			"shape; was it copied whole? --format %s reads it so, --format json as any JSON", f.What, f.Name)}
	}
	return whole, nil
}

// lone reports an object behind which no other line comes: a document, and no table in JSONL.
func lone(head []byte) bool {
	line := firstLine(head)
	return oneObject(line) && len(line) == len(bytes.TrimSpace(head))
}

// known gives the position of a text column in a row that looks like a header.
func known(row []string) int { return position(row, names.text) }

func position(row, wanted []string) int {
	for _, w := range wanted {
		for i, cell := range row {
			if strings.ToLower(strings.Trim(cell, "\" \r\t\ufeff")) == w {
				return i
			}
		}
		for i, cell := range row {
			if spelt(cell) == w {
				return i
			}
		}
	}
	return -1
}

// column finds one column by the user's word, or by its usual names. -1 when
// there is none, which only the text column may not be.
func column(header []string, width int, want string, usual []string) (int, error) {
	if want == "" {
		return position(header, usual), nil
	}
	if i := slices.Index(header, want); i >= 0 {
		return i, nil
	}
	if i := position(header, []string{strings.ToLower(want)}); i >= 0 {
		return i, nil
	}
	if n, err := strconv.Atoi(want); err == nil && n >= 1 && n <= width {
		return n - 1, nil
	}
	meant := ""
	if i := slices.Index(header, nearest.Of(want, header)); i >= 0 {
		meant = fmt.Sprintf(" (did you mean %s?)", shown(header[i], "column", i+1))
	}
	return -1, fmt.Errorf("no column %q%s; %s", want, meant, list(header, width))
}

// list tells the user what columns there are.
func list(header []string, width int) string {
	if len(header) == 0 {
		return fmt.Sprintf("the file has no header and %d columns: give a number from 1 to %d", width, width)
	}
	quoted := make([]string, len(header))
	for i, h := range header {
		quoted[i] = shown(h, "column", i+1)
	}
	return "the columns are " + strings.Join(quoted, ", ")
}
