package exchange

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// A row is a message; its spans stand in one cell as start:end:LABEL, parted by
// blanks, so that text and labels stay together in any spreadsheet.
const csvHeader = "id,lang,offsets,spans,text\n"

func writeCSV(w io.Writer, gold Golds) error {
	out := bufio.NewWriter(w)
	out.WriteString(csvHeader)
	for g, err := range checked(gold) {
		if err != nil {
			return err
		}
		m := g.Message
		at := measure(m.Text)
		cells := make([]string, len(g.Spans))
		for i, s := range g.Spans {
			cells[i] = fmt.Sprintf("%d:%d:%s", at.runes(s.Start), at.runes(s.End), s.Label)
		}
		row := []string{m.ID, m.Lang, bauta.Runes.String(), strings.Join(cells, " "), m.Text}
		for i := range row {
			row[i] = csvCell(row[i])
		}
		out.WriteString(strings.Join(row, ",") + "\n")
	}
	return out.Flush()
}

// csvCell quotes what needs quotes (RFC 4180). encoding/csv does not do here:
// it reads a line break of two signs inside quotes as one.
func csvCell(s string) string {
	if strings.ContainsAny(s, "\",\r\n") {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

// readCSV lets package corpus read the rows; the two columns of ours travel in
// fields of the message that gold in CSV has no column for.
func readCSV(r io.Reader, name string) Golds {
	return func(yield func(corpus.Gold, error) bool) {
		in, err := corpus.Open(r, name, corpus.Config{Format: corpus.CSV, Columns: corpus.Columns{
			Text: "text", Thread: "spans", Author: "offsets",
		}})
		if err != nil {
			yield(corpus.Gold{}, err)
			return
		}
		for m, err := range in.Messages() {
			if err != nil {
				yield(corpus.Gold{}, err)
				return
			}
			g, err := csvGold(m)
			if err != nil {
				err = &corpus.Error{File: name, Err: refuse(g, err)}
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

func csvGold(m bauta.Message) (corpus.Gold, error) {
	out := corpus.Gold{Message: m}
	if m.Author != bauta.Runes.String() {
		return out, errors.New(`column "offsets" does not say rune; offsets are to count code points`)
	}
	at := measure(m.Text)
	var spans []bauta.Span
	for _, cell := range strings.Fields(m.Thread) {
		bad := errors.New("a span that is not start:end:LABEL")
		parts := strings.SplitN(cell, ":", 3)
		if len(parts) < 3 {
			return out, bad
		}
		start, err := strconv.Atoi(parts[0])
		end, err2 := strconv.Atoi(parts[1])
		if err != nil || err2 != nil {
			return out, bad
		}
		s, err := at.span(start, end, parts[2])
		if err != nil {
			return out, err
		}
		spans = append(spans, s)
	}
	return gold(m.ID, m.Lang, m.Text, spans)
}
