package policy

import (
	"context"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// stand says what the operators of a pipeline write for a find, for reading the message
// once more, where that hangs on the find alone. What is rotated, encrypted or masked part by
// part comes out as it is not known yet, and is read as it stands.
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
		case mask.Suppress, mask.Substitute, mask.Code, mask.Generalise, mask.Digits, mask.Email:
		default:
			return "", false
		}
		out, err := op.Replace(context.Background(), d, s)
		return out, err == nil
	}
}
