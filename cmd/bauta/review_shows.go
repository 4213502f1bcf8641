package main

import (
	"context"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// shows gives what stands for a span as the policy of the export will have it: its
// replacement, or the word itself where the policy leaves such words in clear.
func shows(name, key string) (func(ctx context.Context, text string, span bauta.Span) (string, error), error) {
	file, err := policy.Load(name)
	if err != nil {
		return nil, err
	}
	built, err := file.Build(policy.Options{Key: key})
	if err != nil {
		return nil, err
	}
	p := built.Pipeline
	return func(ctx context.Context, text string, span bauta.Span) (string, error) {
		span.Doubt = bauta.Sure // the page shows what comes of masking it
		op := p.Operators[span.Label]
		switch {
		case p.Keeps(span):
			return text[span.Start:span.End], nil
		case op == nil: // a label of the project that the policy does not have
			return "[" + string(span.Label) + "]", nil
		}
		doc, err := p.Analyse.Analyse(ctx, bauta.Message{Text: text})
		if err != nil {
			return "", err
		}
		return op.Replace(ctx, doc, span)
	}, nil
}
