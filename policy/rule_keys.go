package policy

import (
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/detect/cue"
	"github.com/bauta/bauta/internal/detect/external"
	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/internal/detect/pattern"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
	"github.com/bauta/bauta/langid"
)

// knownCondition reports that a condition on a rule names a key that some find has:
// one misspelt would never hold.
func knownCondition(condition string) bool {
	f := strings.Fields(condition)
	return len(f) != 3 || f[0] == "score" || isRuleKey(f[2])
}

// isRuleKey reports a key that some find may have, with its country or language.
func isRuleKey(key string) bool {
	if pattern.IsRuleKey(key) || slices.Contains(langid.Languages(), key) {
		return true
	}
	return slices.ContainsFunc(furtherKeys(), func(k ruleKey) bool { return k.Key == key })
}

// ruleKey is a key of Span.Rule, for which policies ask with if: rule = KEY.
type ruleKey struct {
	Key   string
	Label bauta.Label // of the finds that have it; "" where they are of several types
	Why   string      // what it says of a find; "" for the kinds of patterns
}

// furtherKeys are those that patterns do not give.
func furtherKeys() []ruleKey {
	return []ruleKey{
		{Key: cue.RuleDigits, Label: bauta.UID, Why: "a run of digits, under detect.digits"},
		{Key: cue.RuleAge, Label: bauta.Misc, Why: "an age, under detect.ages"},
		{Key: settle.RulePhoneBehind, Label: bauta.Phone, Why: "a number behind a telephone"},
		{Key: settle.RulePublic, Why: "a person or place of public life, under if: public"},
		{Key: lexicon.RuleListed, Why: "an entry of a user's list"},
		{Key: frame.RuleKeyed, Label: bauta.Person, Why: "a value behind the key of a name"},
		{Key: coref.Field, Label: bauta.Person, Why: "a name that the corpus has in a field of its own"},
		{Key: "mention", Label: bauta.Person, Why: "a name that a text mentions and a field has"},
		{Key: coref.RuleDoubt, Label: bauta.Person, Why: "a mention that may be of another person"},
		{Key: external.Source, Why: "a find of the detector of detect.external"},
		{Key: "LANGUAGE", Why: "the language of the tagger that found it"},
	}
}

// Warnings says what a policy writes in a way that will go, with file and line.
func (f *File) Warnings() []string {
	var out []string
	rules := slices.Sorted(maps.Keys(f.Mask))
	for _, label := range rules {
		out = f.warn(out, []string{"mask", label}, f.Mask[label])
	}
	if f.Default != nil {
		out = f.warn(out, []string{"default"}, *f.Default)
	}
	switch e := f.Detect.External; {
	case e != nil && e.Remote:
		const goes = "every message that is read goes to the machine of url, in clear to whoever runs it"
		out = append(out, f.placed(wrong("detect.external.remote", goes)).Error())
	case e != nil && e.away():
		const stays = "is not an address of this machine, so nobody will be asked and every message is an error; " +
			"remote: true lets messages go there, in clear to whoever runs it"
		out = append(out, f.placed(wrong("detect.external.url", stays)).Error())
	}
	return out
}

func (f *File) warn(out []string, path []string, r Rule) []string {
	if w := strings.Fields(r.If); len(w) == 3 && w[0] == "kind" {
		bad := fault{path: path, what: "if: kind = " + w[2] + " is written if: rule = " + w[2] + "; kind will go"}
		out = append(out, f.placed(&bad).Error())
	}
	if r.Else != nil {
		out = f.warn(out, path, *r.Else)
	}
	return out
}
