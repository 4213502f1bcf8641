package exchange

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/text"
)

// The columns of CoNLL-2003 (Tjong Kim Sang and De Meulder, CoNLL 2003): token,
// part of speech, chunk, entity. bauta knows the first and the last.
const (
	conllHeader = "# CoNLL-2003, IOB2; columns: token, part of speech (none), chunk (none), entity; no offsets, a " +
		"token a line\n"
	docStart = "-DOCSTART- -X- O O\n"
	between  = " -X- -X- "
)

func writeCoNLL(w io.Writer, gold Golds) error      { return conllOut(w, gold, false) }
func writePlainCoNLL(w io.Writer, gold Golds) error { return conllOut(w, gold, true) }

func conllOut(w io.Writer, gold Golds, plain bool) error {
	out := bufio.NewWriter(w)
	if !plain {
		out.WriteString(conllHeader)
	}
	out.WriteString(docStart + "\n")
	for g, err := range checked(gold) {
		if err != nil {
			return err
		}
		d, err := text.Analyser{}.Analyse(context.Background(), g.Message)
		if err != nil {
			return err
		}
		pieces := eval.Pieces(d, g.Spans)
		tags, err := eval.Tags(pieces, g.Spans)
		if err != nil {
			return refuse(g, err)
		}
		if !plain {
			comment(out, "id", g.Message.ID)
			comment(out, "lang", g.Message.Lang)
			comment(out, "text", g.Message.Text)
		}
		for i, p := range pieces {
			out.WriteString(g.Message.Text[p.Start:p.End] + between + tags[i] + "\n")
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// comment writes what a token a line cannot hold, as a JSON string.
func comment(w *bufio.Writer, key, value string) {
	w.WriteString("# " + key + " = ")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.Encode(value) // a string always encodes; the end of line comes with it
}

// sentence is what stands between two empty lines.
type sentence struct {
	line   int // of its first line
	about  map[string]string
	tokens []string
	tags   []string
}

// readCoNLL reads the entity in the last column of any CoNLL file; in the first
// is the token. Comments, where there are any, give id, language and the text
// with its white space; else the text is the tokens with a blank between.
func readCoNLL(r io.Reader, name string) Golds {
	return func(yield func(corpus.Gold, error) bool) {
		now := sentence{about: map[string]string{}}
		send := func() bool {
			s := now
			now = sentence{about: map[string]string{}}
			if _, told := s.about["text"]; !told && len(s.tokens) == 0 {
				return true
			}
			g, err := s.gold()
			if err != nil {
				err = &corpus.Error{File: name, Line: s.line, Err: err}
			}
			return yield(g, err) && err == nil
		}
		size := 0
		for n, line := range lines(r, name) {
			err := line.err
			if size += len(line.text); err == nil && size > corpus.MaxRecord {
				err = &corpus.Error{
					File: name, Line: n,
					Err: errors.New("a sentence of more than 64 MiB; part sentences by empty lines"),
				}
			}
			if err == nil && strings.TrimSpace(line.text) == "" {
				size = 0
				if !send() {
					return
				}
				continue
			}
			if err == nil {
				if err = now.add(n, line.text); err != nil {
					err = &corpus.Error{File: name, Line: n, Err: err}
				}
			}
			if err != nil {
				yield(corpus.Gold{}, err)
				return
			}
		}
		send()
	}
}

func (s *sentence) add(n int, line string) error {
	if s.line == 0 {
		s.line = n
	}
	if strings.HasPrefix(line, "-DOCSTART-") {
		return nil
	}
	fields := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	if key, value, ok := strings.Cut(strings.TrimPrefix(line, "# "), " = "); ok && len(s.tokens) == 0 &&
		strings.HasPrefix(line, "# ") {
		if key != "id" && key != "lang" && key != "text" {
			return nil
		}
		var read string
		if json.Unmarshal([]byte(value), &read) != nil {
			return fmt.Errorf("comment %q is not a JSON string", key)
		}
		s.about[key] = read
		return nil
	}
	if len(fields) < 2 {
		return errors.New("one column; a token and its tag are needed")
	}
	tag := fields[len(fields)-1]
	if !isTag(tag) {
		if len(s.tokens) == 0 && strings.HasPrefix(line, "# ") {
			return nil // a comment of somebody else's
		}
		return errors.New("the last column is no IOB tag; use O, B-LABEL, I-LABEL")
	}
	s.tokens, s.tags = append(s.tokens, fields[0]), append(s.tags, tag)
	return nil
}

func isTag(tag string) bool {
	prefix, name, _ := strings.Cut(tag, "-")
	return tag == "O" || len(prefix) == 1 && strings.Contains("BIESLU", prefix) && label(name) == nil
}

// gold finds the tokens in the text, one behind the other.
func (s *sentence) gold() (corpus.Gold, error) {
	whole, told := s.about["text"]
	if !told {
		whole = strings.Join(s.tokens, " ")
	}
	id := s.about["id"]
	if id == "" {
		id = strconv.Itoa(s.line)
	}
	pieces := make([]eval.Piece, len(s.tokens))
	at := 0
	for i, t := range s.tokens {
		at = len(whole) - len(strings.TrimLeftFunc(whole[at:], unicode.IsSpace))
		if !strings.HasPrefix(whole[at:], t) {
			return corpus.Gold{}, fmt.Errorf("token %d does not stand in the text of the comment; they must agree", i+1)
		}
		pieces[i] = eval.Piece{Start: at, End: at + len(t)}
		at += len(t)
	}
	if strings.TrimSpace(whole[at:]) != "" {
		return corpus.Gold{}, errors.New("the text of the comment goes on behind the last token; they must agree")
	}
	var spans []bauta.Span
	spans, err := eval.Spans(pieces, s.tags)
	if err != nil {
		return corpus.Gold{}, err
	}
	return gold(id, s.about["lang"], whole, spans)
}
