package judge

import (
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// A text of messages joined ends with the message that brings it to so many bytes, as mails
// and posts have, and a set has so many of them at most: the judge's time has a bound.
const (
	joinedBytes = 2000
	mostJoined  = 40
)

// joined gives the messages of each set put together to longer texts, a line each, which
// say nothing of their language: what is told and read there is told by the program.
func joined(sets []Set) []Set {
	out := make([]Set, 0, len(sets))
	for _, s := range sets {
		s.Name, s.Group, s.Messages = setNames[Joined]+s.Name, Joined, texts(s.Messages)
		out = append(out, s)
	}
	return out
}

// texts joins messages.
func texts(messages []corpus.Gold) (out []corpus.Gold) {
	var text strings.Builder
	var g corpus.Gold
	for i, m := range messages {
		for _, s := range m.Spans {
			s.Start, s.End = s.Start+text.Len(), s.End+text.Len()
			g.Spans = append(g.Spans, s)
		}
		text.WriteString(m.Message.Text)
		text.WriteByte('\n')
		if text.Len() < joinedBytes && i < len(messages)-1 {
			continue
		}
		g.Message = bauta.Message{ID: strconv.Itoa(len(out)), Text: text.String()}
		if out = append(out, g); len(out) == mostJoined {
			return out
		}
		text.Reset()
		g = corpus.Gold{}
	}
	return out
}
