package policy

import (
	"context"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// stand says what the operators of a pipeline write for a find, for reading the message
// once more. What is encrypted comes out as it is not known yet, and is read as it stands. A
// name that is rotated has the surrogate of its message alone: that of its thread, which is not
// linked yet, is another one where its own stands there.
func stand(p *bauta.Pipeline) func(*bauta.Doc, bauta.Span) (string, bool) {
	return func(d *bauta.Doc, s bauta.Span) (string, bool) {
		op := p.Operators[s.Label]
		for {
			when, ok := op.(mask.When)
			if !ok {
				break
			}
			if op = when.Else; when.If(s) {
				op = when.Then
			}
		}
		switch op := op.(type) {
		case mask.Tag:
			if s.Entity = ""; op.Numbered {
				s.Entity = "Person 1"
			}
		case mask.Suppress, mask.Substitute, mask.Code, mask.Generalise, mask.Digits, mask.Email,
			mask.Parts, *mask.Rotate:
		default:
			return "", false
		}
		out, err := op.Replace(context.Background(), d, s)
		return out, err == nil
	}
}
