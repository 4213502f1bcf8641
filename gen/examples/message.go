package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"
)

// message is one line of the gold file; offsets are code points, end exclusive.
type message struct {
	ID     string    `json:"id"`
	Thread string    `json:"thread"`
	Author string    `json:"author"`
	Time   time.Time `json:"time"`
	Lang   string    `json:"lang"`
	Text   string    `json:"text"`
	TA     bool      `json:"ta"`
	Split  string    `json:"split"`
	Spans  []span    `json:"spans"`
	Note   string    `json:"note,omitempty"`
}

// span is one marked stretch; Parts are the first and last name of a full one.
type span struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Type  string `json:"type"`
	Part  string `json:"part,omitempty"`
	Birth bool   `json:"birth,omitempty"`
	Parts []part `json:"parts,omitempty"`
}

// part is a name inside a PERSON span.
type part struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Part  string `json:"part"`
}

// types says for every entity type whether the default policy hides it; a DATE
// is hidden when it is a birth date.
var types = map[string]bool{
	"PERSON": true, "ADDRESS": true, "ZIP_CODE": true, "EMAIL": true,
	"PHONE": true, "UID": true, "IP_ADDRESS": true,
	"LOCATION": false, "DATE": false, "ORGANIZATION": false, "PRODUCT": false,
	"FACILITY": false, "URL": true, "NATIONALITY": false, "GEOGRAPHICAL": false,
	"EVENT": false, "WORK_OF_ART": false, "LANGUAGE": false, "UNIT": false,
	"MISC": false, "MED_CHEM": false, "SPORTS_TEAM": false, "KNOWN_GROUP": false,
	"KNOWN_FIGURE": false, "FICTIONAL_FIGURE": false,
}

// personParts are the parts a PERSON span can have.
var personParts = []string{"first", "last", "nick", "full"}

// hidden reports whether the default policy hides the span.
func (s span) hidden() bool { return types[s.Type] || s.Birth }

// check says what is wrong with the spans of a text, or nothing.
func (m message) check() error {
	runes := []rune(m.Text)
	for i, s := range m.Spans {
		if s.Start >= s.End {
			return fmt.Errorf("span %d is empty", i+1)
		}
		if unicode.IsSpace(runes[s.Start]) || unicode.IsSpace(runes[s.End-1]) {
			return fmt.Errorf("span %d starts or ends in white space; move the brackets", i+1)
		}
		if _, ok := types[s.Type]; !ok {
			return fmt.Errorf("span %d has an unknown type; use one of the types of the documentation", i+1)
		}
		if (s.Type == "PERSON") != slices.Contains(personParts, s.Part) {
			return fmt.Errorf("span %d: a PERSON, and nothing else, has a part: first, last, nick or full", i+1)
		}
		if (s.Part == "full") != (len(s.Parts) > 1) {
			return fmt.Errorf("span %d: a full name, and nothing else, has two inner parts or more", i+1)
		}
		if i > 0 && touch(runes, m.Spans[i-1], s) {
			return fmt.Errorf("spans %d and %d touch; mark first and last name as one full name", i, i+1)
		}
	}
	return nil
}

// touch reports whether a last name follows a first name directly.
func touch(runes []rune, a, b span) bool {
	if a.Part != "first" || b.Part != "last" {
		return false
	}
	return !slices.ContainsFunc(runes[a.End:b.Start], func(r rune) bool { return !unicode.IsSpace(r) })
}

// writeJSONL writes the gold file, one object a line.
func writeJSONL(w io.Writer, msgs []message) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, m := range msgs {
		if m.Spans == nil {
			m.Spans = []span{}
		}
		if err := enc.Encode(m); err != nil {
			return err
		}
	}
	return nil
}

// writeCSV writes the messages without their gold, RFC 4180, with a header.
func writeCSV(w io.Writer, msgs []message) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"id", "thread", "author", "time", "text", "note"}}
	for _, m := range msgs {
		rows = append(rows, []string{m.ID, m.Thread, m.Author, m.Time.Format(time.RFC3339), m.Text, m.Note})
	}
	return out.WriteAll(rows)
}

// summarise counts what the shape of the corpus is judged by.
func summarise(msgs []message) string {
	var ta, person, lower, dev, spans, total int
	lengths := make([]int, 0, len(msgs))
	threads := map[string]int{}
	for _, m := range msgs {
		threads[m.Thread]++
		lengths = append(lengths, utf8.RuneCountInString(m.Text))
		total += lengths[len(lengths)-1]
		spans += len(m.Spans)
		ta += count(m.TA)
		dev += count(m.Split == "dev")
		lower += count(!slices.ContainsFunc([]rune(m.Text), unicode.IsUpper))
		person += count(slices.ContainsFunc(m.Spans, func(s span) bool { return s.Type == "PERSON" }))
	}
	if len(msgs) == 0 {
		return "no message"
	}
	inDialogue := 0
	for _, n := range threads {
		inDialogue += n * count(n > 1)
	}
	slices.Sort(lengths)
	n := len(msgs)
	return fmt.Sprintf("%d messages, %d in dialogues, %d dev, ta %.1f %%, with a person %.1f %%, without capitals "+
		"%.1f %%, %d spans, length median %d mean %.1f max %d",
		n, inDialogue, dev, percent(ta, n), percent(person, n), percent(lower, n), spans, lengths[n/2],
		float64(total)/float64(n), lengths[n-1])
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(whole) }

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
