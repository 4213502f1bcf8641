// Package settle weighs what detectors found in a message: it holds one find
// against another, against what is known of the words, and against what the policy
// does with each type. Each settler is one such rule, with a name under which it
// says what it changed ([bauta.Pipeline].Trace). Settlers run over each reading of a
// message, in the order in which package policy puts them, before finds are fused;
// nothing else takes a find away.
package settle

import (
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/frame"
)

// taggers are the sources of finds that a model of sentences vouches for.
var taggers = map[string]bool{"crf": true, "neural": true, "both": true}

// tagged reports a find of a tagger.
func tagged(s bauta.Span) bool { return taggers[s.Source] }

// person reports a find of a person.
func person(s bauta.Span) bool { return s.Label == bauta.Person }

// ByForm reports finds that a form vouches for, not a model.
func ByForm(s bauta.Span) bool {
	return s.Source == "pattern" || s.Source == "companies" || s.By(frame.RuleKeyed)
}

// Formal are the types that have a form, of which patterns know more: a date that
// one found is no telephone.
var Formal = map[bauta.Label]bool{
	bauta.Phone: true, bauta.UID: true, bauta.Email: true, bauta.IPAddress: true, bauta.URL: true, bauta.ZipCode: true,
}

// logit gives the log-odds of a probability, kept finite.
func logit(p float64) float64 {
	p = min(max(p, 1e-6), 1-1e-6)
	return math.Log(p / (1 - p))
}

// odds gives the probability of log-odds.
func odds(l float64) float64 { return 1 / (1 + math.Exp(-l)) }
