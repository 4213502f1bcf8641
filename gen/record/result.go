package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/policy"
)

// result is what became of a message.
type result struct {
	bauta.Result
	err error // why it is withheld
}

// aside stands in Message.Meta of a message in a language that the policy does
// not read: the language, and what the policy does with it.
type aside struct{ way, lang string }

// results takes messages through a preset, as anonymise does. A pipeline is made
// for each input, so that none hangs on another.
func results(preset, key string, messages []bauta.Message, jobs int) ([]result, error) {
	file, err := policy.Load(preset)
	if err != nil {
		return nil, err
	}
	built, err := file.Build(policy.Options{Key: key})
	if err != nil {
		return nil, err
	}
	set := func(m *bauta.Message, g langid.Guess) (bool, error) {
		m.Meta = aside{built.Foreign.Way, g.Lang}
		if built.Foreign.Way != routing.Route {
			m.Text = "" // nothing is read of it
		}
		return true, nil
	}
	all := func(yield func(bauta.Message, error) bool) {
		for _, m := range messages {
			if !yield(m, nil) {
				return
			}
		}
	}
	var out []result
	for r, err := range built.Pipeline.Run(context.Background(), built.Foreign.Filter(all, set), jobs) {
		if err != nil && r.Message.ID == "" {
			return nil, err
		}
		out = append(out, result{r, err})
	}
	if len(out) != len(messages) {
		return nil, fmt.Errorf("%d messages in and %d out, which is a bug", len(messages), len(out))
	}
	return out, nil
}

// invented writes an invented key, always the same, into a folder. It guards
// nothing but examples.
func invented(folder string) (string, error) {
	sum := sha256.Sum256([]byte("gen/record"))
	name := filepath.Join(folder, "key")
	return name, os.WriteFile(name, []byte(hex.EncodeToString(sum[:])), 0o600)
}

// what is all that a user gets of a message, but for the reasons.
func (r *result) what() []byte {
	b := fmt.Appendf(nil, "%v %v %q %v %v %q\n", r.Outcome, r.Verdict, r.Lang, r.Withheld, r.Message.Meta, r.Text)
	return finds(finds(b, r.Spans), r.Candidates)
}

func finds(b []byte, spans []bauta.Span) []byte {
	for _, s := range spans {
		b = fmt.Appendf(b, "[%d,%d) %s %s %v %q (", s.Start, s.End, s.Label, s.Part, s.Doubt, s.Entity)
		b = append(finds(b, s.Inner), ")\n"...)
	}
	return b
}

// reasons are what says why: detectors, rules, reasons in words, and the
// probabilities behind them, rounded as in files.
func (r *result) reasons() []byte {
	b := fmt.Appendf(nil, "%.4f %q %v\n", r.Score, r.Why, r.err)
	return grounds(grounds(b, r.Spans), r.Candidates)
}

func grounds(b []byte, spans []bauta.Span) []byte {
	for _, s := range spans {
		b = fmt.Appendf(b, "%.4f %q %q %q (", s.P, s.Source, s.Rule, s.Why)
		b = append(grounds(b, s.Inner), ")\n"...)
	}
	return b
}
