package policy_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestByHand: a policy that a program puts together is held to what a file is.
func TestByHand(t *testing.T) {
	pattern := func() *policy.File { return &policy.File{Detect: policy.Detect{Pattern: &policy.Pattern{}}} }
	if _, err := pattern().Build(policy.Options{}); err != nil {
		t.Errorf("patterns alone: %v", err)
	}
	if err := (&policy.File{}).Validate(); err == nil {
		t.Error("the zero policy is valid")
	}
	for name, spoil := range map[string]func(*policy.File){
		"no detector":       func(f *policy.File) { f.Detect.Pattern = nil },
		"kind":              func(f *policy.File) { f.Detect.NER = &policy.NER{Kind: "nueral"} },
		"resolve":           func(f *policy.File) { f.Detect.Lexical = &policy.Lexical{Resolve: "evidnce"} },
		"sure":              func(f *policy.File) { f.Detect.NER = &policy.NER{Sure: 40} },
		"sure not a number": func(f *policy.File) { f.Detect.NER = &policy.NER{Sure: math.NaN()} },
		"person":            func(f *policy.File) { f.Detect.NER = &policy.NER{Person: -0.5} },
		"tagger's language": func(f *policy.File) { f.Detect.NER = &policy.NER{Languages: []string{"fr", "zz"}} },
		"name_above":        func(f *policy.File) { f.Detect.Lexical = &policy.Lexical{NameAbove: math.Inf(1)} },
		"decide alone":      func(f *policy.File) { f.Detect.Lexical = &policy.Lexical{Decide: 0.3} },
		"kind of pattern":   func(f *policy.File) { f.Detect.Pattern.Kinds = []string{"EMIAL"} },
		"country":           func(f *policy.File) { f.Detect.Pattern.Countries = []string{"zz"} },
		"patterns' tongue":  func(f *policy.File) { f.Detect.Pattern.Languages = []string{"zz"} },
		"digits":            func(f *policy.File) { f.Detect.Digits = -1 },
		"ages":              func(f *policy.File) { f.Detect.Ages = 1000 },
		"language":          func(f *policy.File) { f.Language = "frnch" },
		"languages":         func(f *policy.File) { f.Language, f.Languages = "auto", []string{"zz"} },
		"languages unasked": func(f *policy.File) { f.Languages = []string{"fr"} },
		"foreign":           func(f *policy.File) { f.Foreign = "delete" },
		"pending":           func(f *policy.File) { f.Pending = "later" },
		"role":              func(f *policy.File) { f.Lexicons = []policy.List{{File: "a.txt", Role: "deny"}} },
		"list's language":   func(f *policy.File) { f.Lexicons = []policy.List{{File: "a.txt", Role: "dictionary", Lang: "zz"}} },
		"type":              func(f *policy.File) { f.Mask = map[string]policy.Rule{"NAME": {Operator: "tag"}} },
		"no operator":       func(f *policy.File) { f.Mask = map[string]policy.Rule{"PERSON": {}} },
		"operator":          func(f *policy.File) { f.Default = &policy.Rule{Operator: "blur"} },
		"parameter":         func(f *policy.File) { f.Default = &policy.Rule{Operator: "suppress", With: "x"} },
		"reference":         func(f *policy.File) { f.Default = &policy.Rule{Operator: "code", Reference: "x"} },
		"scope":             func(f *policy.File) { f.Default = &policy.Rule{Operator: "rotate", Scope: "world"} },
		"substitute":        func(f *policy.File) { f.Default = &policy.Rule{Operator: "substitute"} },
		"digits of names":   func(f *policy.File) { f.Mask = map[string]policy.Rule{"PERSON": {Operator: "digits"}} },
		"keep everything":   func(f *policy.File) { f.Default = &policy.Rule{Operator: "keep"} },
		"e-mails kept": func(f *policy.File) {
			f.Default = &policy.Rule{Operator: "keep"}
			f.Mask = map[string]policy.Rule{"PERSON": {Operator: "tag"}}
		},
		"e-mails unfound": func(f *policy.File) { f.Detect.Pattern.Kinds = []string{"iban"} },
		"taggers alone":   func(f *policy.File) { f.Detect = policy.Detect{NER: &policy.NER{Languages: []string{"fr"}}} },
		"kind of condition": func(f *policy.File) {
			f.Mask = map[string]policy.Rule{"UID": {Operator: "tag", If: "kind = ibna", Else: &policy.Rule{Operator: "keep"}}}
		},
		"alternative": func(f *policy.File) {
			f.Mask = map[string]policy.Rule{"UID": {Operator: "tag", If: "birth", Else: &policy.Rule{Operator: "keep", K: 900}}}
		},
		"threshold": func(f *policy.File) { f.Detect.Location = &policy.Location{Model: "m", Threshold: math.NaN()} },
		"leave_below": func(f *policy.File) {
			f.Verdict = policy.Verdict{Preset: "safe", LeaveBelow: math.NaN(), AnonymiseAbove: 1}
		},
		"verdict":      func(f *policy.File) { f.Verdict.Preset = "never" },
		"cell":         func(f *policy.File) { f.Verdict.Cells = map[string]string{"never": "leave"} },
		"missing list": func(f *policy.File) { f.Lexicons = []policy.List{{File: "/none/a.txt", Role: "dictionary"}} },
		"model":        func(f *policy.File) { f.Detect.Location = &policy.Location{Model: "/none/m"} },
		"triage":       func(f *policy.File) { f.Verdict = policy.Verdict{Preset: "safe", Model: "/none/m"} },
	} {
		f := pattern()
		spoil(f)
		if _, err := f.Build(policy.Options{}); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// leaf is a value of a policy that holds no other: where it is, and how to set it.
type leaf struct {
	path string
	at   reflect.Value
}

// leaves lists all of them, making what is nil on the way; keys that a policy
// gets tomorrow are among them.
func leaves(path string, v reflect.Value, make func() bool) []leaf {
	var out []leaf
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			if !make() {
				return nil
			}
			v.Set(reflect.New(v.Type().Elem()))
		}
		return leaves(path, v.Elem(), make)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				out = append(out, leaves(path+"."+f.Name, v.Field(i), make)...)
			}
		}
		return out
	}
	return []leaf{{path, v}}
}

// words are what the strings of a policy may say, and what they may not.
var words = []string{
	"", "auto", "fr", "de", "en", "sv", "ja", "zz", "code", "suppress", "tag", "substitute", "keep", "digits", "email", "generalise",
	"literal", "evidence", "crf", "ner", "lexical", "mask", "withhold", "route", "quarantine", "delete", "seek", "none", "dictionary", "EMAIL",
	"PERSON", "email", "iban", "birth", "name", "score < 0.5", "kind = email", "kind = iban", "TA", "NTA", "expert", "leave", "x", "PERSON.first", "\n", "anti-dictionary",
}

// spoil sets a value of any type to something that may be right or wrong.
func spoil(t *rapid.T, v reflect.Value) {
	word := func() string { return rapid.SampledFrom(words).Draw(t, "word") }
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Int:
		v.SetInt(rapid.SampledFrom([]int64{0, 1, 3, 90, -1, 1000}).Draw(t, "int"))
	case reflect.Float64:
		v.SetFloat(rapid.SampledFrom([]float64{0, 0.01, 0.5, 0.99, 1, -1, 40, math.NaN(), math.Inf(1)}).Draw(t, "float"))
	case reflect.String:
		v.SetString(word())
	case reflect.Slice:
		one := reflect.New(v.Type().Elem()).Elem()
		for _, l := range leaves("", one, func() bool { return true }) {
			spoil(t, l.at)
		}
		v.Set(reflect.Append(v, one))
	case reflect.Map:
		one := reflect.New(v.Type().Elem()).Elem()
		depth := 0
		for _, l := range leaves("", one, func() bool { depth++; return depth < 2 && rapid.Bool().Draw(t, "more") }) {
			spoil(t, l.at)
		}
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		v.SetMapIndex(reflect.ValueOf(word()), one)
	default:
		t.Fatalf("a policy has a key of type %s: teach spoil to set it", v.Type())
	}
}

// starts are policies to spoil: small ones, as building them is quick.
func starts() []policy.File {
	return []policy.File{
		{},
		{Detect: policy.Detect{Pattern: &policy.Pattern{}}},
		{Detect: policy.Detect{Pattern: &policy.Pattern{}, Digits: 3, Links: true, Frames: true, Thread: true}, Coref: true},
		{Detect: policy.Detect{Lexical: &policy.Lexical{Resolve: "literal"}, Pattern: &policy.Pattern{Kinds: []string{"EMAIL"}}}},
		{Detect: policy.Detect{NER: &policy.NER{Languages: []string{"fr"}}, Pattern: &policy.Pattern{}}, Language: "fr"},
		{Language: "auto", Languages: []string{"fr", "de"}, Detect: policy.Detect{Pattern: &policy.Pattern{}}, Default: &policy.Rule{Operator: "tag"}},
	}
}

// keepsEmail reports that a policy says of e-mail addresses by name that some of
// them stay, or that its taggers stand alone: the only policies whose pipelines may
// leave one.
func keepsEmail(f *policy.File) bool {
	if f.Detect.NER != nil && f.Detect.NER.Alone {
		return true
	}
	for r, ok := f.Mask["EMAIL"]; ok; r = *r.Else {
		if r.Operator == "keep" {
			return true
		}
		if r.Else == nil {
			break
		}
	}
	return false
}

// TestAnyPolicyHidesOrFails: whatever a policy says, it is an error, or a planted
// e-mail address is hidden, or mask.EMAIL keeps such addresses by name, or ner.alone
// leaves them to the taggers. The
// policies are drawn over all fields of the types of a policy file.
func TestAnyPolicyHidesOrFails(t *testing.T) {
	const address = "paul.durand@example.com"
	built := 0
	rapid.Check(t, func(t *rapid.T) {
		all := starts()
		f := all[rapid.IntRange(0, len(all)-1).Draw(t, "start")]
		for range rapid.IntRange(0, 4).Draw(t, "changes") {
			found := leaves("File", reflect.ValueOf(&f), func() bool { return rapid.IntRange(0, 4).Draw(t, "make") == 0 })
			if f.Detect.NER != nil && len(f.Detect.NER.Languages) == 0 {
				f.Detect.NER.Languages = []string{"fr"} // more cost time and show nothing
			}
			l := found[rapid.IntRange(0, len(found)-1).Draw(t, "leaf")]
			spoil(t, l.at)
		}
		b, err := f.Build(policy.Options{})
		if err != nil {
			return
		}
		if built++; keepsEmail(&f) {
			return
		}
		for _, text := range []string{"ecris a " + address + " stp", "schreib an " + address, address} {
			r, err := b.Pipeline.Thread(context.Background(), []bauta.Message{{ID: "1", Text: text}})
			if err == nil && strings.Contains(r[0].Text, address) {
				t.Fatalf("the address is left: %+v", f)
			}
		}
	})
	if built == 0 {
		t.Error("no policy was built: the test shows nothing")
	}
}

// TestAllKeysAreDrawn: the fields of a policy are reached by the test above.
func TestAllKeysAreDrawn(t *testing.T) {
	var f policy.File
	var got []string
	made := 0 // the five detectors and Default; Else would go on for ever
	for _, l := range leaves("File", reflect.ValueOf(&f), func() bool { made++; return made <= 6 }) {
		got = append(got, l.path)
	}
	for _, want := range []string{"File.Detect.NER.Kind", "File.Detect.Lexical.Decide", "File.Detect.Location.Threshold", "File.Verdict.Cells", "File.Lexicons", "File.Default.K"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not among the %d keys", want, len(got))
		}
	}
}

// TestNoTextInErrors: whatever is given as a policy, nothing that stands in it
// comes out: it may be the corpus.
func TestNoTextInErrors(t *testing.T) {
	const canary = "Zyxwabel"
	inputs := map[string]string{
		"csv":          "id,text\n1,\"Salut " + canary + ", ça va?\"\n2,ok\n",
		"tsv":          "id\ttext\n1\t" + canary + "\n",
		"lines":        canary + "\nAnna " + canary + "\n",
		"one line":     canary,
		"jsonl":        `{"id":"` + canary + `","text":"` + canary + `"}` + "\n{}\n",
		"json":         `{"` + canary + `": {"` + canary + `": ["` + canary + `"]}}`,
		"yaml":         canary + ": 1\n",
		"key below":    "policy: a\ndetect:\n  lexical:\n    " + canary + ": 1\n",
		"list":         "- " + canary + "\n- b\n",
		"kind":         "policy: a\ndetect: " + canary + "\n",
		"number":       "policy: a\ndetect: {digits: " + canary + "}\n",
		"bool":         "policy: a\ncoref: " + canary + "\n",
		"bound":        "policy: a\ndetect: {ner: {alone: true, person: " + canary + "}}\n",
		"twice":        "policy: a\n" + canary + ": 1\n" + canary + ": 2\n",
		"anchor":       "policy: *" + canary + "\n",
		"tag":          "policy: !!" + canary + " x\n",
		"quote":        "policy: \"" + canary + "\n",
		"binary":       "\x00\x01\x02" + canary + "\xff\xfe",
		"bad bytes":    "policy: \xff" + canary + "\n",
		"utf-16":       "\xff\xfep\x00o\x00" + canary,
		"tab":          "policy: a\n\t" + canary + ": b\n",
		"two":          "policy: a\ndetect: {pattern: {}}\n---\n" + canary + "\n",
		"huge":         canary + strings.Repeat(" "+canary, 200_000),
		"after colon":  "policy: a: " + canary + "\n",
		"line numbers": "line 7: " + canary + ": `" + canary + "`\n",
	}
	for _, key := range []string{"language", "foreign", "pending", "languages", "verdict", "default", "detect"} {
		inputs["value of "+key] = "policy: a\ndetect: {pattern: {}}\n" + key + ": " + canary + "\n"
		inputs["values of "+key] = "policy: a\ndetect: {pattern: {}}\n" + key + ": [" + canary + "]\n"
		inputs["key of "+key] = "policy: a\ndetect: {pattern: {}}\n" + key + ": {" + canary + ": 1}\n"
	}
	for _, section := range []string{
		"lexical: {resolve: ", "lexical: {second: ", "ner: {kind: ", "ner: {second: ", "ner: {languages: [", "pattern: {kinds: [",
		"pattern: {countries: [", "pattern: {languages: [", "location: {objective: ",
	} {
		end := "}}"
		if strings.HasSuffix(section, "[") {
			end = "]}}"
		}
		inputs["detect "+section] = "policy: a\ndetect: {" + section + canary + end + "\n"
	}
	for _, rule := range []string{"operator: ", "operator: tag, if: ", "operator: code, reference: ", "operator: rotate, scope: ", "operator: tag, with: "} {
		inputs["rule "+rule] = "policy: a\ndetect: {pattern: {}}\nmask: {PERSON: {" + rule + canary + ", else: keep}}\n"
	}
	inputs["type"] = "policy: a\ndetect: {pattern: {}}\nmask: {" + canary + ": tag}\n"
	inputs["role"] = "policy: a\ndetect: {pattern: {}}\nlexicons: [{file: a.txt, role: " + canary + "}]\n"
	inputs["cell"] = "policy: a\ndetect: {pattern: {}}\nverdict: {preset: safe, cells: {" + canary + ": leave}}\n"
	inputs["cell's verdict"] = "policy: a\ndetect: {pattern: {}}\nverdict: {preset: safe, cells: {TA: " + canary + "}}\n"
	for name, text := range inputs {
		f, err := policy.Load(write(t, "p.yaml", text))
		if err == nil {
			_, err = f.Build(policy.Options{})
		}
		if err == nil {
			t.Errorf("%s: taken for a policy", name)
		} else if strings.Contains(err.Error(), canary[:4]) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAliases: a policy that holds itself is an error with its line, and no end of the process; one
// that says a thing twice by an alias, and one that grows by them, are read or refused as others are.
func TestAliases(t *testing.T) {
	const head = "policy: a\ndetect: {pattern: {}}\n"
	grows := head + "mask:\n  EMAIL: &a0 tag\n"
	for i := range 20 {
		grows += fmt.Sprintf("  x%d: &a%d [*a%d, *a%d, *a%d, *a%d]\n", i, i+1, i, i, i, i)
	}
	for name, c := range map[string]struct{ text, want string }{
		"a rule in itself": {head + "mask: {UID: &r {operator: tag, if: kind = iban, else: *r}}\n", ":3: an alias (*) leads to"},
		"two rules in each other": {
			head + "mask:\n  UID: &r\n    operator: tag\n    if: kind = iban\n    else: &s\n      operator: tag\n      if: kind = isbn\n      else: *r\n", ":10: an alias (*) leads to",
		},
		"a list in itself":     {head + "languages: &l [fr, *l]\n", ":3: an alias (*) leads to"},
		"the policy in itself": {"&p\npolicy: a\ndetect: *p\n", ":3: an alias (*) leads to"},
		"one that grows":       {grows, ":"},
		"a rule twice":         {head + "mask: {UID: &r {operator: tag, if: kind = iban, else: suppress}, PHONE: *r}\n", ""},
		"a star that is none":  {head + "default: {operator: substitute, with: '*'}\n", ""},
	} {
		_, err := policy.Load(write(t, "p.yaml", c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), "p.yaml"+c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestStrangeFiles: a folder, a device and nothing at all are no policies.
func TestStrangeFiles(t *testing.T) {
	strange := []string{t.TempDir(), filepath.Join(t.TempDir(), "none.yaml")}
	if runtime.GOOS == "linux" {
		strange = append(strange, "/dev/zero", "/dev/null")
	}
	for _, name := range strange {
		if _, err := policy.Load(name); err == nil {
			t.Errorf("%s: taken for a policy", name)
		}
		if _, err := os.Stat(name); err != nil {
			continue
		}
		f := &policy.File{Detect: policy.Detect{Pattern: &policy.Pattern{}}, Lexicons: []policy.List{{File: name, Role: "dictionary"}}}
		if _, err := f.Build(policy.Options{}); err == nil && name != "/dev/null" {
			t.Errorf("%s: taken for a list", name)
		}
	}
}
