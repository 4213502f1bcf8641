package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// firstClock is when the first message of a file is sent unless it says other.
var firstClock = time.Date(2011, time.September, 15, 6, 40, 0, 0, time.UTC)

// reader turns lines into messages; it deals out numbers, threads, authors,
// times and halves, so that the mark-up holds nothing but texts.
type reader struct {
	msgs    []message
	prefix  string
	number  int // of the last message under this prefix
	threads int // opened so far
	open    bool
	clock   time.Time
	lang    string // of the messages that follow
}

// parse reads a mark-up file; name stands in the errors.
func parse(name string, r io.Reader) ([]message, error) {
	rd := reader{prefix: "sms", clock: firstClock, lang: "fr"}
	in := bufio.NewScanner(r)
	for line := 1; in.Scan(); line++ {
		if err := rd.line(in.Text()); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return rd.msgs, nil
}

// line takes in one line of the file.
func (rd *reader) line(s string) error {
	switch {
	case strings.TrimSpace(s) == "":
		rd.open = false
		return nil
	case strings.HasPrefix(s, "#"):
		return nil
	case s == "==":
		rd.open = true
		rd.threads++
		return nil
	case strings.HasPrefix(s, "@id "):
		rd.prefix, rd.number = strings.TrimSpace(s[4:]), 0
		return nil
	case strings.HasPrefix(s, "@lang "):
		rd.lang = strings.TrimSpace(s[6:])
		return nil
	case strings.HasPrefix(s, "@clock "):
		at, err := time.Parse(time.RFC3339, strings.TrimSpace(s[7:]))
		if err != nil {
			return errors.New("the clock is not a time; write it as 2011-10-03T08:12:00Z")
		}
		rd.clock = at
		return nil
	}
	return rd.message(s)
}

// message takes in a line that holds a message.
func (rd *reader) message(s string) error {
	rd.number++
	author := rd.number*7%61 + 1
	step := time.Duration(11+rd.number*17%53) * time.Minute
	if rd.open {
		if len(s) < 2 || s[0] < 'A' || s[0] > 'Z' || s[1] != ':' {
			return errors.New("a line of a dialogue has no speaker; start it with A: or B: as a label")
		}
		author = (rd.threads*5+int(s[0]-'A'))%61 + 1
		step = time.Duration(1+rd.number%4) * time.Minute
		s = strings.TrimPrefix(s[2:], " ")
	} else {
		rd.threads++
	}
	body, note, _ := strings.Cut(s, "¦")
	m := message{Lang: rd.lang, Note: strings.TrimSpace(note), Split: half(rd.threads)}
	if note != "" {
		body = strings.TrimRight(body, " ")
	}
	if err := m.parseBody(body); err != nil {
		return err
	}
	rd.clock = rd.clock.Add(step)
	m.Time = rd.clock
	m.ID = fmt.Sprintf("%s-%04d", rd.prefix, rd.number)
	m.Thread = fmt.Sprintf("t%d", rd.threads)
	m.Author = fmt.Sprintf("a%d", author)
	rd.msgs = append(rd.msgs, m)
	return nil
}

// half is where a thread goes: every third one is held out.
func half(thread int) string {
	if thread%3 == 0 {
		return "test"
	}
	return "dev"
}

// opened is a bracket that is not yet closed.
type opened struct {
	start int
	parts []part
}

// parseBody sets text, spans and label from a marked-up text.
func (m *message) parseBody(s string) error {
	var text strings.Builder
	var stack []opened
	at := 0 // code points written
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return errors.New("the line is not UTF-8")
		case r == '[':
			if len(stack) == 2 {
				return errors.New("brackets are nested more than two deep")
			}
			stack = append(stack, opened{start: at})
		case r == ']' || (r == '|' && len(stack) == 0):
			return errors.New("a ] or | stands outside a span; write \\] or \\| for the character")
		case r == '|':
			end := strings.IndexByte(s[i:], ']')
			if end < 0 {
				return errors.New("a span is not closed; end it with ]")
			}
			stack = m.closeSpan(stack, at, s[i+1:i+end])
			size = end + 1
		default:
			if r == '\\' {
				var err error
				if r, size, err = unescape(s[i:]); err != nil {
					return err
				}
			}
			text.WriteRune(r)
			at++
		}
		i += size
	}
	if len(stack) > 0 {
		return errors.New("a span is not closed; end it with |TYPE]")
	}
	m.Text = text.String()
	return m.check()
}

// closeSpan ends the innermost bracket, whose label is given.
func (m *message) closeSpan(stack []opened, at int, label string) []opened {
	top := stack[len(stack)-1]
	stack = stack[:len(stack)-1]
	if len(stack) == 1 {
		outer := &stack[0]
		outer.parts = append(outer.parts, part{Start: top.start, End: at, Part: label})
		return stack
	}
	s := span{Start: top.start, End: at, Parts: top.parts}
	s.Type, s.Part, _ = strings.Cut(label, ".")
	if s.Type == "DATE" && s.Part == "birth" {
		s.Part, s.Birth = "", true
	}
	m.Spans = append(m.Spans, s)
	m.TA = m.TA || s.hidden()
	return stack
}

// escapes maps the letter after a backslash to what it stands for.
var escapes = map[byte]rune{
	'n': '\n', 'r': '\r', 't': '\t', '[': '[', ']': ']', '\\': '\\', '#': '#', '|': '|',
}

// unescape reads the escape at the start of s and returns its size in bytes.
func unescape(s string) (rune, int, error) {
	if len(s) > 1 {
		if r, ok := escapes[s[1]]; ok {
			return r, 2, nil
		}
	}
	if end := strings.IndexByte(s, '}'); end > 3 && strings.HasPrefix(s, "\\u{") {
		n, err := strconv.ParseUint(s[3:end], 16, 32)
		if err == nil && utf8.ValidRune(rune(n)) {
			return rune(n), end + 1, nil
		}
	}
	return 0, 0, errors.New("unknown escape; the documentation of the command lists them")
}
