package policy

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/cue"
	"github.com/bauta/bauta/internal/detect/pattern"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/nearest"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/langid"
)

// fault is what is wrong with a policy, and where: the keys that lead there.
// Neither holds anything of the file but keys that policies have.
type fault struct {
	path []string
	// hidden is a key below the path that is the user's own: for the line alone.
	hidden string
	what   string
}

// wrong makes a fault of a key written with dots.
func wrong(path, format string, args ...any) *fault {
	return &fault{path: strings.Split(path, "."), what: fmt.Sprintf(format, args...)}
}

// Validate reports what is wrong with a policy, read from a file or put together
// by a program; [Parse] and [File.Build] ask it first. A policy that passes names
// a detector, and leaves e-mail addresses only where it says so in as many words:
// mask: {EMAIL: keep}, or ner: {alone: true}. The error names file and line, or the key, and nothing
// else of the file.
func (f *File) Validate() error {
	checks := []func() *fault{
		f.checkLanguages, f.checkForeign, f.checkDetect, f.checkLexical, f.checkPattern, f.checkTaggers,
		f.checkExternal, f.checkLocation, f.checkLexicons, f.checkMask, f.checkVerdict, f.checkEmail,
	}
	for _, check := range checks {
		if bad := check(); bad != nil {
			return f.placed(bad)
		}
	}
	return nil
}

// probable reports a probability; NaN is none.
func probable(p ...float64) bool {
	return !slices.ContainsFunc(p, func(x float64) bool { return !(x >= 0 && x <= 1) })
}

// choice is a value of an enumeration, and its key written with dots.
type choice struct {
	key   string
	value interface{ Validate() error }
}

// firstWrong gives the fault of the first choice that there is not.
func firstWrong(choices ...choice) *fault {
	for _, c := range choices {
		if err := c.value.Validate(); err != nil {
			return wrong(c.key, "%v", err)
		}
	}
	return nil
}

// knownLanguage reports a language that something here knows, its region apart.
func knownLanguage(lang string) bool {
	base, _, _ := strings.Cut(lang, "-")
	return slices.Contains(langid.Languages(), base) || routing.Neighbour(base) ||
		slices.Contains(lexicon.Default().Langs(), base)
}

func (f *File) checkLanguages() *fault {
	if f.Language != "" && f.Language != auto && !knownLanguage(f.Language) {
		return wrong("language", "a language that is not known; give a code such as fr, or auto")
	}
	if len(f.Languages) > 0 && f.Language != auto {
		return wrong("languages", "needs language: auto, which tells the language of each message")
	}
	for _, l := range f.Languages {
		if !slices.Contains(langid.Languages(), l) {
			return wrong("languages", "a language that cannot be told; give codes such as fr and en")
		}
	}
	return nil
}

func (f *File) checkForeign() *fault {
	if f.Foreign != "" && f.Language != auto {
		return wrong("foreign", "needs language: auto, which tells the language of each message")
	}
	return firstWrong(choice{"foreign", f.Foreign}, choice{"pending", f.Pending})
}

func (f *File) checkDetect() *fault {
	d := &f.Detect
	switch {
	case !f.detects():
		return wrong("detect", "names no detector; nothing would be hidden")
	case d.Digits < 0 || d.Digits > 64:
		return wrong("detect.digits", "give 3, or leave it out")
	case d.Ages < 0 || d.Ages > cue.Oldest:
		return wrong("detect.ages", "give 90, or leave it out")
	}
	return nil
}

// detects reports a policy that names a detector that finds more than one thing.
func (f *File) detects() bool {
	d := &f.Detect
	return d.Lexical != nil || d.Pattern != nil || d.NER != nil || d.Location != nil || d.External != nil
}

func (f *File) checkLexical() *fault {
	l := f.Detect.Lexical
	if l == nil {
		return nil
	}
	switch {
	case !probable(l.NameAbove, l.WordBelow) || l.NameAbove > 0 && l.WordBelow > l.NameAbove:
		return wrong("detect.lexical", "give 0 ≤ word_below ≤ name_above ≤ 1")
	case l.Second != "" && l.Second != "ner" || l.Second != "" && l.Resolve == "literal":
		return wrong("detect.lexical.second", "use ner, with resolve: evidence")
	case !probable(l.Decide) || l.Decide > 0 && l.Second == "":
		return wrong("detect.lexical.decide", "give a probability, with second: ner")
	}
	return firstWrong(choice{"detect.lexical.resolve", l.Resolve})
}

func (f *File) checkPattern() *fault {
	p := f.Detect.Pattern
	if p == nil {
		return nil
	}
	for _, k := range p.Kinds {
		if _, label := kindOf(k); !label && !slices.Contains(pattern.Kinds(), k) {
			return wrong("detect.pattern.kinds",
				"no such type or kind; give types such as EMAIL, or kinds such as iban")
		}
	}
	if i := slices.IndexFunc(p.Languages, func(l string) bool { return !knownLanguage(l) }); i >= 0 {
		return wrong("detect.pattern.languages", "a language that is not known; give codes such as fr")
	}
	if err := (pattern.Config{Countries: p.Countries}).Check(); err != nil {
		return wrong("detect.pattern.countries", "a country that is not known; give ISO 3166 codes such as fr")
	}
	if err := (pattern.Config{Countries: p.Countries, Langs: p.Languages, Kinds: p.Kinds}).Check(); err != nil {
		return wrong("detect.pattern.kinds", "there is nothing of a kind in these countries; leave it out")
	}
	return nil
}

func (f *File) checkTaggers() *fault {
	n := f.Detect.NER
	switch {
	case n == nil:
		return nil
	case !probable(n.Sure):
		return wrong("detect.ner.sure", "give a probability, from 0 to 1")
	case !(n.Ask <= 1):
		return wrong("detect.ner.ask", "give a probability, or -1 for never")
	case n.Person != ofModel && !probable(float64(n.Person)):
		return wrong("detect.ner.person", "a bound is model, or a number from 0 to 1")
	case !probable(n.Lists):
		return wrong("detect.ner.lists", "give a probability, from 0 to 1")
	case n.Second != "" && n.Second != "lexical":
		return wrong("detect.ner.second", "use lexical")
	case n.Model != "" && n.Kind == bothKinds:
		return wrong("detect.ner.kind", "both weighs the two shipped taggers, not a model of yours; leave kind out")
	}
	if bad := firstWrong(choice{"detect.ner.kind", n.Kind}); bad != nil {
		return bad
	}
	none := func(l string) bool { return l == "ja" || !slices.Contains(optional(), l) }
	if n.Model == "" && slices.ContainsFunc(n.Languages, none) {
		return wrong("detect.ner.languages", "a language without a tagger; bauta model list names what there is")
	}
	return n.checkUnadvised(none)
}

// checkUnadvised checks who is asked where no dictionaries advise; none reports a language
// without a tagger.
func (n *NER) checkUnadvised(none func(lang string) bool) *fault {
	switch {
	case slices.ContainsFunc(n.Unadvised, none):
		return wrong("detect.ner.unadvised", "a language without a tagger; bauta model list names what there is")
	case len(n.Unadvised) > 0 && (n.Kind != bothKinds || n.Second == ""):
		return wrong("detect.ner.unadvised", "goes with kind: both and second: lexical; give them, or leave it out")
	case !probable(n.UnadvisedPerson):
		return wrong("detect.ner.unadvised_person", "give a probability, from 0 to 1")
	case n.UnadvisedPerson > 0 && len(n.Unadvised) == 0:
		return wrong("detect.ner.unadvised_person", "goes with unadvised; name the languages, or leave it out")
	}
	for _, lang := range slices.Sorted(maps.Keys(n.UnadvisedPersons)) {
		switch p := n.UnadvisedPersons[lang]; {
		case !slices.Contains(n.Unadvised, lang):
			return wrong("detect.ner.unadvised_persons", "a language that unadvised does not name; name it there, too")
		case !(p > 0) || !probable(p):
			return wrong("detect.ner.unadvised_persons", "give each language a probability above 0, up to 1")
		}
	}
	return nil
}

func (f *File) checkLocation() *fault {
	l := f.Detect.Location
	if l == nil {
		return nil
	}
	switch {
	case l.Model == "":
		return wrong("detect.location.model", "is missing; give the folder of a model made by bauta location train")
	case !probable(l.Threshold, l.HumanThreshold) || l.Threshold == 1:
		return wrong("detect.location", "threshold and human_threshold are probabilities, from 0 to 1")
	case (l.Objective == "human" || l.Objective == "both") && l.Feasibility == "":
		return wrong("detect.location.objective",
			"needs feasibility: the folder of a model made by bauta location feasibility train")
	}
	return firstWrong(choice{"detect.location.objective", l.Objective})
}

func (f *File) checkLexicons() *fault {
	for i, l := range f.Lexicons {
		at := "lexicons." + strconv.Itoa(i)
		if _, err := lexicon.ParseRole(string(l.Role)); l.File == "" || err != nil {
			return wrong(at, "each of lexicons needs file and role: dictionary or anti-dictionary")
		}
		if _, ok := kindOf(l.Type); l.Type != "" && !ok {
			return wrong(at, "type is not known; docs/formats/policy.md has the 25 types")
		}
		label := cmp.Or(bauta.Label(l.Type), bauta.Person)
		if role, _ := lexicon.ParseRole(string(l.Role)); role == lexicon.RoleDictionary && f.keeps(label) {
			return wrong(at, "%s", unhidden(label))
		}
		if l.Lang != "" && !knownLanguage(l.Lang) {
			return wrong(at, "lang is a language that is not known; give a code such as fr, or leave it out for all")
		}
	}
	return nil
}

// unhidden is what is wrong with a list whose entries would stay in the text.
func unhidden(label bauta.Label) string {
	kept := string(label) + " is"
	if label == bauta.Person {
		kept = "people are"
	}
	return "a list of what must be hidden, and " + kept + " kept; mask " + string(label)
}

// keeps reports a rule that leaves a type, or a part of it, as it is.
func (f *File) keeps(label bauta.Label) bool {
	rule, ok := f.Mask[string(label)]
	if !ok && f.Default != nil {
		rule = *f.Default
	}
	keeps := rule.mayKeep()
	for _, part := range []bauta.Part{bauta.First, bauta.Last, bauta.Nick} {
		keeps = keeps || f.Mask[string(label)+"."+string(part)].mayKeep()
	}
	return keeps
}

func (f *File) checkVerdict() *fault {
	v := &f.Verdict
	t, err := v.table()
	switch {
	case err != nil:
		return wrong("verdict", "%v", err)
	case !probable(v.LeaveBelow, v.AnonymiseAbove) || v.LeaveBelow > v.AnonymiseAbove:
		return wrong("verdict", "give 0 ≤ leave_below ≤ anonymise_above ≤ 1")
	case !t.NeedsModel() && (v.Model != "" || v.AnonymiseAbove != 0):
		return wrong("verdict",
			"this table asks no model; leave model and thresholds out, or use table2, safe or bound")
	}
	return nil
}

// checkEmail holds that e-mail addresses, which nobody leaves on purpose without
// knowing it, are found by their pattern and masked, unless the policy says
// otherwise in as many words: mask.EMAIL keeps them, or ner.alone leaves them to
// the taggers, which miss one in ten.
func (f *File) checkEmail() *fault {
	rule, named := f.Mask[string(bauta.Email)]
	if named && rule.mayKeep() {
		return nil
	}
	if !named && f.Default != nil && f.Default.mayKeep() {
		return wrong("default",
			"it would keep e-mail addresses; mask them, or write mask: {EMAIL: keep} if they are to stay")
	}
	p, n := f.Detect.Pattern, f.Detect.NER
	switch {
	case p.findsEmail(), n != nil && n.Alone:
		return nil
	case n != nil:
		return wrong("detect",
			"taggers alone miss e-mail addresses; add pattern: {}, or write ner: {alone: true} if that is meant")
	}
	return wrong("detect",
		"finds no e-mail addresses; add pattern: {}, or write mask: {EMAIL: keep} if they are to stay")
}

// mayKeep reports a rule that leaves some finds as they are.
func (r Rule) mayKeep() bool {
	return r.Operator == "keep" || r.Else != nil && r.Else.mayKeep()
}

// checkMask holds the rules of the types.
func (f *File) checkMask() *fault {
	for _, label := range slices.Sorted(maps.Keys(f.Mask)) {
		kind, part, parted := strings.Cut(label, ".")
		if _, ok := kindOf(kind); !ok {
			var types []string
			for _, k := range Kinds {
				types = append(types, string(k.Label))
			}
			unknown := "no such type" + nearest.Meant(kind, types) + "; docs/formats/policy.md has the 25 types"
			return &fault{path: []string{"mask"}, hidden: label, what: unknown}
		}
		if parted && (kind != string(bauta.Person) || !slices.Contains([]string{"first", "last", "nick"}, part)) {
			const unknown = "no such part; use PERSON.first, PERSON.last or PERSON.nick"
			return &fault{path: []string{"mask"}, hidden: label, what: unknown}
		}
		if err := f.Mask[label].check(bauta.Label(kind), 0); err != nil {
			return &fault{path: []string{"mask", label}, what: err.Error()}
		}
	}
	if f.Default == nil {
		return nil
	}
	if err := f.Default.check("", 0); err != nil {
		return wrong("default", "%v", err)
	}
	masks := func(r Rule) bool { return !r.keepsAll() }
	if f.Default.keepsAll() && !slices.ContainsFunc(slices.Collect(maps.Values(f.Mask)), masks) {
		return wrong("default", "keeps everything; say with mask what is hidden")
	}
	return nil
}

// keepsAll reports a rule that leaves every find as it is.
func (r Rule) keepsAll() bool {
	return r.Operator == "keep" && (r.Else == nil || r.Else.keepsAll())
}

// where names the policy in errors.
func (f *File) where() string {
	if f.path == "" && f.src != nil {
		return "preset"
	}
	return cmp.Or(f.path, "policy")
}

// placed puts file and line before a fault, or the key alone where there is no
// file.
func (f *File) placed(bad *fault) error {
	what := strings.Join(bad.path, ".") + ": " + bad.what
	if f.src == nil {
		return errors.New("policy: " + what)
	}
	return fmt.Errorf("%s:%d: %s", f.where(), lineOf(f.src, append(slices.Clone(bad.path), bad.hidden)), what)
}

// findsEmail reports patterns that find e-mail addresses; nil patterns find nothing.
func (p *Pattern) findsEmail() bool {
	if p == nil {
		return false
	}
	return len(p.Kinds) == 0 || slices.Contains(p.Kinds, string(bauta.Email)) || slices.Contains(p.Kinds, "email")
}
