package formats

import "strings"

// smReactions is the line of signal-export (chat.md) below a text that says who reacts, and with what.
var smReactions = WhenAsked(`(?:^|\n)\(- ((?:[^:\r\n]{1,100}: [^\s:]{1,40}(?:, )?)+) -\)\s*$`)

// smReaction is one of them.
var smReaction = WhenAsked(`(?:^|, )([^:\r\n]{1,100}?): `)

// reacted finds who reacts below a text, if anybody does.
func (s *waSource) reacted(said string) (out []Range) {
	if !strings.Contains(said, "(- ") {
		return nil
	}
	m := smReactions().FindStringSubmatchIndex(said)
	if m == nil {
		return nil
	}
	for _, who := range smReaction().FindAllStringSubmatchIndex(said[m[2]:m[3]], -1) {
		out = append(out, Range{Start: m[2] + who[2], End: m[2] + who[3]})
		s.met.add(said[m[2]+who[2] : m[2]+who[3]])
	}
	return out
}
