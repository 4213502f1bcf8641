package policy_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/policy"
)

func build(t testing.TB, f *policy.File, opt policy.Options) *bauta.Pipeline {
	t.Helper()
	b, err := f.Build(opt)
	if err != nil {
		t.Fatal(err)
	}
	return b.Pipeline
}

func load(t testing.TB, name string) *policy.File {
	t.Helper()
	f, err := policy.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func one(t testing.TB, p *bauta.Pipeline, text string) bauta.Result {
	t.Helper()
	r, err := p.Thread(context.Background(), []bauta.Message{{ID: "1", Text: text}})
	if err != nil {
		t.Fatal(err)
	}
	return r[0]
}

// write puts a policy into a file.
func write(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPresets(t *testing.T) {
	for _, name := range policy.Presets() {
		f := load(t, name)
		if f.Policy != name || f.Description == "" {
			t.Errorf("preset %s calls itself %q, described as %q", name, f.Policy, f.Description)
		}
		build(t, f, policy.Options{})
	}
}

// TestThePapersExample is the transformation of section 3.1.
func TestThePapersExample(t *testing.T) {
	if r := one(t, build(t, load(t, "seekhide"), policy.Options{}), "Coucou Patrice, ça va?"); r.Text != "Coucou <PRE_7>, ça va?" || r.Outcome != bauta.TA {
		t.Errorf("seekhide: %q, %v", r.Text, r.Outcome)
	}
	r := one(t, build(t, load(t, "seekhide-2013"), policy.Options{}), "Coucou Patrice, ça va?")
	var n, ref int
	if _, err := fmt.Sscanf(r.Text, "Coucou <PRE_%d_%d>, ça va?", &n, &ref); err != nil || n != 7 || ref < 1 {
		t.Errorf("seekhide-2013: %q", r.Text)
	}
}

func TestOperators(t *testing.T) {
	key := write(t, "k.key", strings.Repeat("0f", 32)+"\n")
	for rule, want := range map[string]string{
		"code": "chez <PRE_6> ok", "suppress": "chez *** ok", "tag": "chez PERSON ok", "keep": "chez Cédric ok",
		"{operator: substitute, with: '[_forename_]'}":           "chez [_forename_] ok",
		"{operator: code, reference: keyed, key: '" + key + "'}": "chez <PRE_6_",
		"{operator: code, reference: dictionary}":                "chez <PRE_6_",
	} {
		path := write(t, "p.yaml", "policy: mine\ndetect: {lexical: {resolve: literal}}\nmask:\n  PERSON: "+rule+"\n")
		if r := one(t, build(t, load(t, path), policy.Options{}), "chez Cédric ok"); !strings.HasPrefix(r.Text, want) {
			t.Errorf("%s: %q, want %q", rule, r.Text, want)
		}
	}
}

// TestSwissRules are the examples of sms4science.ch, through a policy.
func TestSwissRules(t *testing.T) {
	key := write(t, "k.key", strings.Repeat("0f", 32)+"\n")
	path := write(t, "p.yaml", "policy: mine\ndetect: {lexical: {resolve: literal}, pattern: {kinds: [EMAIL]}, digits: 3}\npending: keep\nmask:\n  UID: digits\n  EMAIL: email\n"+
		"  PERSON: tag\n  PERSON.first: {operator: rotate, scope: corpus, key: '"+key+"'}\n")
	p := build(t, load(t, path), policy.Options{})
	for in, want := range map[string]string{"079 987 65 43": "NNN NNN 65 43", "0799876543": "NNNNNNNNNN", "info@uzh.ch": "xxxx@yyy.ch", "admin@google.com": "xxxxx@yyyyyy.com"} {
		if r := one(t, p, in); r.Text != want || one(t, p, r.Text).Text != want {
			t.Errorf("%s becomes %s, want %s", in, r.Text, want)
		}
	}
	a, b := one(t, p, "chez Cédric ok").Text, one(t, p, "hier CÉDRIC ok").Text
	if strings.Contains(a, "Cédric") || !strings.EqualFold(strings.Fields(a)[1], strings.Fields(b)[1]) || strings.Contains(a, "PERSON") {
		t.Errorf("%q, %q", a, b)
	}
}

// TestUnnamedTypesAreHidden: what a policy does not mention is suppressed.
func TestUnnamedTypesAreHidden(t *testing.T) {
	path := write(t, "p.yaml", "policy: mine\ndetect: {pattern: {}}\n")
	if r := one(t, build(t, load(t, path), policy.Options{}), "ecris a lea@exemple.fr"); r.Text != "ecris a ***" {
		t.Errorf("%q", r.Text)
	}
}

func TestUserLists(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"hide.txt": "zorglub\n", "leave.txt": "cédric\n",
		"p.yaml": "policy: mine\ndetect: {lexical: {}}\ndefault: code\nlexicons:\n  - {file: hide.txt, role: dictionary}\n  - {file: leave.txt, role: anti-dictionary}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := one(t, build(t, load(t, filepath.Join(dir, "p.yaml")), policy.Options{}), "zorglub et Cédric")
	if r.Text != "<PRE_7> et Cédric" {
		t.Errorf("%q", r.Text)
	}
}

// TestErrorsNameFileAndLine: a policy that is wrong says where and what to do.
func TestErrorsNameFileAndLine(t *testing.T) {
	for _, c := range []struct{ name, yaml, want string }{
		{"unknown key", "policy: a\ncolour: red\ndetect: {pattern: {}}\n", "p.yaml:2: "},
		{"unknown key below", "policy: a\ndetect:\n  lexical:\n    resolv: literal\n", "p.yaml:4: "},
		{"unknown key of a rule", "policy: a\ndetect: {pattern: {}}\nmask:\n  PERSON: {operator: code, refrence: none}\n", "p.yaml:4: "},
		{"not YAML", "a: [\n", "p.yaml:"},
		{"empty", "", "p.yaml:1: the policy is empty"},
		{"two documents", "policy: a\ndetect: {pattern: {}}\n---\npolicy: b\n", "p.yaml:1: more than one YAML document"},
		{"unknown type", "policy: a\ndetect: {pattern: {}}\nmask:\n  NAME: code\n", `p.yaml:4: no type "NAME"`},
		{"part", "policy: a\ndetect: {pattern: {}}\nmask:\n  UID.first: code\n", "p.yaml:4: no part"},
		{"condition", "policy: a\ndetect: {pattern: {}}\nmask:\n  DATE: {operator: tag, if: death, else: keep}\n", "p.yaml:4: type DATE: condition"},
		{"if without else", "policy: a\ndetect: {pattern: {}}\nmask:\n  DATE: {operator: tag, if: birth}\n", "p.yaml:4: "},
		{"unknown operator", "policy: a\ndetect: {pattern: {}}\nmask:\n  PERSON: blur\n", "p.yaml:4: "},
		{"no detector", "policy: a\ndetect: {}\n", "p.yaml:1: detect names no detector"},
		{"bounds", "policy: a\ndetect: {lexical: {name_above: 0.1, word_below: 0.4}}\n", "p.yaml:1: name_above"},
		{"pending", "policy: a\ndetect: {pattern: {}}\npending: later\n", "p.yaml:3: "},
		{"list", "policy: a\ndetect: {pattern: {}}\nlexicons: [{file: x.txt, role: good}]\n", "p.yaml:3: each of lexicons"},
	} {
		path := write(t, "p.yaml", c.yaml)
		_, err := policy.Load(path)
		if err == nil || !strings.HasPrefix(filepath.Base(strings.SplitN(err.Error(), ": ", 2)[0])+": "+after(err.Error()), c.want) {
			t.Errorf("%s: %v, want %s…", c.name, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than one line", c.name)
		}
	}
	if _, err := policy.Load("nonsense"); err == nil || !strings.Contains(err.Error(), "seekhide") {
		t.Errorf("an unknown preset: %v", err)
	}
	if _, err := policy.Load("./nowhere.yaml"); err == nil {
		t.Error("a file that is not there was loaded")
	}
}

func after(s string) string {
	_, rest, _ := strings.Cut(s, ": ")
	return rest
}

func TestBuildErrors(t *testing.T) {
	loose := write(t, "loose.key", strings.Repeat("0f", 32))
	if err := os.Chmod(loose, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, yaml := range map[string]string{
		"no key":             "policy: a\ndetect: {pattern: {}}\nmask: {PERSON: {operator: code, reference: keyed}}\n",
		"a key all can read": "policy: a\ndetect: {pattern: {}}\nmask: {PERSON: {operator: code, reference: keyed, key: '" + loose + "'}}\n",
		"reference":          "policy: a\ndetect: {pattern: {}}\nmask: {PERSON: {operator: code, reference: x}}\n",
		"substitute":         "policy: a\ndetect: {pattern: {}}\nmask: {PERSON: substitute}\n",
		"missing list":       "policy: a\ndetect: {lexical: {resolve: literal}}\nlexicons: [{file: none.txt, role: dictionary}]\n",
		"country":            "policy: a\ndetect: {pattern: {countries: [atlantis]}}\n",
		"language":           "policy: a\nlanguage: tlh\ndetect: {lexical: {}}\n",
	} {
		if _, err := load(t, write(t, "p.yaml", yaml)).Build(policy.Options{}); err == nil {
			t.Errorf("%s: built", name)
		}
	}
	if _, err := load(t, "seekhide").Build(policy.Options{Pending: "later"}); err == nil {
		t.Error("pending later: built")
	}
}

// TestIdempotent is law 6: a second run over the output changes nothing.
func TestIdempotent(t *testing.T) {
	for _, name := range policy.Presets() {
		p, n := build(t, load(t, name), policy.Options{}), 0
		for m := range fixture.SMS(11, 500) {
			n++
			first := one(t, p, m.Text)
			second := one(t, p, first.Text)
			if second.Text != first.Text {
				t.Fatalf("%s: a second run changes the output of message %d at its %d spans", name, n, len(second.Edits))
			}
		}
	}
}

// TestOutsideSpansIsUntouched is law 2: what is not replaced comes out byte for
// byte.
func TestOutsideSpansIsUntouched(t *testing.T) {
	p := build(t, load(t, "seekhide"), policy.Options{})
	for i, m := range fixture.Messages() {
		r := one(t, p, m.Text)
		at, out := 0, r.Text
		for _, e := range r.Edits {
			piece := m.Text[at:e.Start] + e.With
			if !strings.HasPrefix(out, piece) {
				t.Fatalf("message %d: text before byte %d was changed", i, e.End)
			}
			out, at = out[len(piece):], e.End
		}
		if out != m.Text[at:] {
			t.Fatalf("message %d: the end was changed", i)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range policy.Presets() {
		f.Add(load(f, name).Source())
	}
	f.Add([]byte("mask: {PERSON: {operator: [}"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if p, err := policy.Parse(src, "p.yaml"); err == nil && p.Detect.Lexical == nil && p.Detect.Pattern == nil && p.Detect.NER == nil {
			t.Fatal("a policy without detector was taken")
		}
	})
}

// FuzzPipeline takes any text through the whole preset.
func FuzzPipeline(f *testing.F) {
	for s := range fixture.Texts(2000) {
		f.Add(s)
	}
	p := build(f, load(f, "seekhide"), policy.Options{})
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 5000 {
			return
		}
		one(t, p, s)
	})
}

func BenchmarkSeekhide(b *testing.B) {
	p := build(b, load(b, "seekhide"), policy.Options{})
	var all []bauta.Message
	size := 0
	for m := range fixture.SMS(1, 5000) {
		all = append(all, bauta.Message{Text: m.Text})
		size += len(m.Text)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for i := range all {
			if _, err := p.Thread(context.Background(), all[i:i+1]); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(all)*b.N)/b.Elapsed().Seconds(), "messages/s")
}

func ExampleLoad() {
	f, err := policy.Load("seekhide")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := f.Build(policy.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := b.Pipeline.Thread(context.Background(), []bauta.Message{{ID: "1", Text: "Coucou Patrice, ça va?"}})
	fmt.Println(r[0].Text, err)
	// Output: Coucou <PRE_7>, ça va? <nil>
}
