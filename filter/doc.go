// Package filter stands where text leaves a program: before a log line is written,
// a file is sent, or a request goes out.
//
//   - [NewWriter] and [NewReader] filter lines of text.
//   - [NewHandler] filters what is logged by log/slog: messages, attributes, errors.
//   - [Transport] filters the bodies and queries of HTTP requests.
//
// All of them take a pipeline: that of [Default], or one that package policy makes;
// its models load when the first text of their language comes. They fail closed: a
// text on which the pipeline fails is dropped and "[withheld]" stands in its place;
// the record stays, and [Dropped] counts it.
package filter

import (
	"context"
	"sync/atomic"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/entry"
	"github.com/bauta/bauta/policy"
)

// Withheld stands in the place of a text that was dropped.
const Withheld = entry.Withheld

// dropped counts the texts of all filters of the program.
var dropped atomic.Int64

// Dropped is how many texts were dropped since the program began.
func Dropped() int64 { return dropped.Load() }

// Default makes the pipeline of a preset; "gdpr" is for who names none. A text in a
// language that the preset sets aside is one on which it fails.
func Default(preset string) (*bauta.Pipeline, error) {
	file, err := policy.Load(preset)
	if err != nil {
		return nil, err
	}
	built, err := file.Build(policy.Options{})
	if err != nil {
		return nil, err
	}
	return built.Strict(), nil
}

// record filters the texts of one record.
func record(ctx context.Context, p *bauta.Pipeline) entry.Filter {
	return entry.Of(ctx, p, func() { dropped.Add(1) })
}
