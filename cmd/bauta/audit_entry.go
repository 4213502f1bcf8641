package main

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/text"
)

// entry is a message as somebody looks at it: all of a record, its texts and the fields that hold
// people, is one.
type entry struct {
	parts  []bauta.Message
	digest audit.Digest
}

// seal makes the digest of a message whose parts are all there, and of what stands beside them.
func (e *entry) seal(rest []byte) {
	each := make([]audit.Digest, len(e.parts))
	for i := range e.parts {
		each[i] = digestOf(&e.parts[i])
	}
	e.digest = audit.Together(each, rest)
}

// digestOf is the digest of a message. A number of a line is no ID: the order of the
// messages is nobody's business.
func digestOf(m *bauta.Message) audit.Digest {
	return audit.DigestOf(idOf(m), m.Thread, m.Author, m.Text)
}

// idOf is the ID that a file gives a message; "" for the number of its line.
func idOf(m *bauta.Message) string {
	if m.Line != 0 {
		return ""
	}
	return m.ID
}

// releaseOf gives the digests of messages.
func releaseOf(messages []entry) audit.Release {
	out := make(audit.Release, len(messages))
	for i := range messages {
		out[i] = messages[i].digest
	}
	return out
}

// flat gives the texts and fields of messages one by one.
func flat(messages []entry) (out []bauta.Message) {
	for i := range messages {
		out = append(out, messages[i].parts...)
	}
	return out
}

// texts are those of a message, without the fields that hold people.
func (e *entry) texts() (out []string) {
	for i := range e.parts {
		if p := &e.parts[i]; p.Field() == "" {
			out = append(out, p.Text)
		}
	}
	return out
}

// whole is a message with its texts one below the other.
func (e *entry) whole() bauta.Message {
	m := e.parts[0]
	m.Text = strings.Join(e.texts(), "\n")
	return m
}

// shows is how a message is shown of which that was replaced: its parts one below the other, each
// once, since exports say some of them twice. put is put back, where it is one of a text.
func (e *entry) shows(replaced [][]audit.Stretch, put *audit.Stretch) string {
	var out []string
	for i := range e.parts {
		m, said := &e.parts[i], e.parts[i].Text
		if replaced != nil {
			canary := -1
			if put != nil && m.Field() == "" && audit.Amid(said, replaced[i]) {
				canary = slices.Index(replaced[i], *put)
			}
			said = audit.Shown(said, replaced[i], canary)
		}
		if !slices.Contains(out, said) {
			out = append(out, said)
		}
	}
	return strings.Join(out, "\n")
}

// replaced finds what of each part of a message stands for something else. The texts of both are
// those of each other; fields may have become fewer, and one that was none before is replaced whole.
func (e *entry) replaced(was *entry) [][]audit.Stretch {
	out := make([][]audit.Stretch, len(e.parts))
	before := was.texts()
	same := len(before) == len(e.texts())
	for i := range e.parts {
		m := &e.parts[i]
		stays := func(p bauta.Message) bool { return p.Text == m.Text }
		switch {
		case len(was.parts) == len(e.parts):
			out[i] = audit.Replaced(was.parts[i].Text, m.Text)
		case m.Field() == "" && same:
			out[i], before = audit.Replaced(before[0], m.Text), before[1:]
		case m.Field() != "" && !slices.ContainsFunc(was.parts, stays):
			out[i] = []audit.Stretch{{End: len(m.Text), Bare: audit.Kept(m.Text, was.altered(e)...)}}
		}
		out[i] = parted(m.Text, out[i])
	}
	return out
}

// parted makes a stretch of each mask where blanks alone stand between several. What each was is known where
// the original has as many words; else the first, or the last, brings back one word that has letters:
// a canary that brings all of it back shows more than a name, and stands out.
func parted(said string, all []audit.Stretch) (out []audit.Stretch) {
	var tokens []bauta.Token
	if len(all) > 0 {
		tokens = text.Tokenise(said)
	}
	for _, s := range all {
		masks, was := masksOf(said, tokens, s), strings.Fields(s.Was)
		first := len(was) > 0 && lettersIn(was[0]) > 1
		last := len(was) > 0 && lettersIn(was[len(was)-1]) > 1
		if s.Bare || len(masks) < 2 || len(masks) != len(was) && !first && !last {
			out = append(out, s)
			continue
		}
		switch {
		case len(masks) == len(was):
			for i := range masks {
				masks[i].Was = was[i]
			}
		case first:
			masks[0].Was = was[0]
		default:
			masks[len(masks)-1].Was = was[len(was)-1]
		}
		out = append(out, masks...)
	}
	return out
}

// masksOf gives the masks of which a stretch is made, with blanks between them; nil where it is not.
func masksOf(said string, tokens []bauta.Token, s audit.Stretch) (out []audit.Stretch) {
	last := s.Start
	for _, t := range tokens {
		if t.End <= s.Start || t.Start >= s.End {
			continue
		}
		if t.Kind != bauta.Masked || t.Start < last || t.End > s.End || strings.TrimSpace(said[last:t.Start]) != "" {
			return nil
		}
		out = append(out, audit.Stretch{Start: t.Start, End: t.End})
		last = t.End
	}
	if last != s.End {
		return nil
	}
	return out
}

func lettersIn(word string) (n int) {
	for _, r := range word {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// altered are the texts of the parts that another message does not have as they are.
func (e *entry) altered(now *entry) (out []string) {
	for i := range e.parts {
		said := e.parts[i].Text
		if !slices.ContainsFunc(now.parts, func(p bauta.Message) bool { return p.Text == said }) {
			out = append(out, said)
		}
	}
	return out
}

// bare counts the stretches of a message that do not read as what bauta writes, and takes the brackets from
// them: an invented name, or a text that somebody put in by hand.
func (e *entry) bare(replaced [][]audit.Stretch) (n int) {
	for i := range replaced {
		var tokens []bauta.Token
		if len(replaced[i]) > 0 {
			tokens = text.Tokenise(e.parts[i].Text)
		}
		for j := range replaced[i] {
			s := &replaced[i][j]
			alone := text.Tokenise(e.parts[i].Text[s.Start:s.End]) // behind an @ a mask is no token of its own
			if !masks(tokens, s.Start, s.End) && !masks(alone, 0, s.End-s.Start) {
				s.Bare = true
				n++
			}
		}
	}
	return n
}

// masks reports that no token in a stretch is anything but a mask or a sign.
func masks(tokens []bauta.Token, start, end int) bool {
	return !slices.ContainsFunc(tokens, func(t bauta.Token) bool {
		return t.Start < end && t.End > start && t.Kind != bauta.Masked && t.Kind != bauta.Punct
	})
}

// tries are the stretches of a message that could be put back to try a reader: they stand in a text
// among other words. A name that stands alone, as that of a sender, anybody sees.
func (e *entry) tries(replaced [][]audit.Stretch) (out []audit.Stretch) {
	for i := range replaced {
		if m := &e.parts[i]; m.Field() != "" || !audit.Amid(m.Text, replaced[i]) {
			continue
		}
		for _, at := range audit.Telling(replaced[i]) {
			if !slices.Contains(out, replaced[i][at]) {
				out = append(out, replaced[i][at])
			}
		}
	}
	return out
}
