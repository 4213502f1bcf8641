package formats

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed" // of the names of emoji
	"encoding/json"
	"strings"
	"sync"
)

// emojiList are the names that emoji have in Slack, from github.com/kyokomi/emoji v2.2.13 (MIT) and from Slack,
// with _ for -. Any other was made by somebody, and may be somebody's. They lie packed (gzip -9 -n), in order, each
// as a capital that says how many bytes of the one before it begins with (A: none), and the rest.
//
//go:embed system/emoji.txt.gz
var emojiList []byte

var emojiNames = sync.OnceValue(func() map[string]bool {
	out, name := map[string]bool{}, ""
	r, err := gzip.NewReader(bytes.NewReader(emojiList))
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	for names := bufio.NewReader(r); ; {
		c, err := names.ReadByte()
		switch {
		case err != nil || c >= 'A' && c <= 'Z':
			if out[name] = true; err != nil {
				return out
			}
			name = name[:min(int(c-'A'), len(name))]
		default:
			name += string([]byte{c})
		}
	}
})

// emojiFlag is the flag of a country as Slack calls it.
var emojiFlag = WhenAsked(`^flag-(?:[a-z]{2}|england|scotland|wales)$`)

// emojiDrawn is a letter or a digit that is drawn as an emoji, which the sign behind it says.
var emojiDrawn = WhenAsked(`[\pL0-9](?:\x{FE0F}\x{20E3}?|\x{20E3})`)

// emojiSign reports an emoji itself, however new it is: it has no letters.
func emojiSign(said string) bool {
	return !strings.ContainsFunc(emojiDrawn().ReplaceAllString(said, ""), wordly)
}

// customEmoji reports the name of an emoji that is none of the standard ones, which may be the sign itself.
// Those alone have a tone of skin behind it.
func customEmoji(name string) bool {
	name, _, tone := strings.Cut(strings.Trim(strings.ToLower(name), ":"), "::skin-tone-")
	standard := emojiNames()[strings.ReplaceAll(name, "-", "_")] || emojiFlag().MatchString(name)
	return !tone && !standard && !emojiSign(name)
}

// signed reports the name of an emoji in whose object a program has the sign, too: as a member of its own, or
// as the name beside a code.
func (r *Record) signed(slot *Slot) bool {
	from, to := bytes.LastIndexByte(r.Raw[:slot.From], '{'), bytes.IndexByte(r.Raw[slot.To:], '}')
	if from < 0 || to < 0 {
		return false
	}
	var of struct{ Name, Unicode string }
	whole := json.Unmarshal(r.Raw[from:slot.To+to+1], &of) == nil
	return whole && (of.Unicode != "" || of.Name != "" && emojiSign(of.Name))
}

// ownEmoji keys the names of emoji that somebody made, in the fields that hold one (at the end of a path), and in
// the texts of the record between colons.
func ownEmoji(rec *Record, fields ...string) {
	own := map[string]bool{}
	for i := range rec.Slots {
		slot := &rec.Slots[i]
		for _, field := range fields {
			if !strings.HasSuffix(slot.Path, field) {
				continue
			}
			if slot.Role = Keep; !customEmoji(slot.Value) || rec.signed(slot) {
				continue
			}
			slot.Role = Key
			if bare := strings.Trim(slot.Value, ":"); bare != slot.Value {
				slot.Value, slot.Quote = bare, func(v string) []byte { return quoteJSON(":" + v + ":") }
			}
			own[slot.Value] = true
		}
	}
	if len(own) == 0 {
		return
	}
	for i := range rec.Slots {
		if slot := &rec.Slots[i]; slot.Role <= Note {
			refsBetween(slot, own)
		}
	}
}

// emojiWord is the name of an emoji in a text.
var emojiWord = WhenAsked(`:([\pL\pN_+'-]{1,100}):`)

// refsBetween makes references of the emoji of a record in a text.
func refsBetween(s *Slot, own map[string]bool) {
	var cuts [][2]int
	for _, m := range emojiWord().FindAllStringSubmatchIndex(s.Value, -1) {
		before := s.Value[:m[0]]
		inTag := strings.HasSuffix(before, "<") || strings.HasSuffix(before, "<a")
		if own[s.Value[m[2]:m[3]]] && !inTag {
			cuts = append(cuts, [2]int{m[0], m[1]})
		}
	}
	value := s.Value
	s.refer(cuts, func(from, to int) Ref { return Ref{Before: ":", ID: value[from+1 : to-1], After: ":"} })
}
