package policy_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

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
		build(t, f, policy.Options{Key: keyFile(t)})
	}
}

// keyFile makes a key that is the same in all runs.
func keyFile(t testing.TB) string {
	t.Helper()
	return write(t, "k.key", fmt.Sprintf("%x\n", sha256.Sum256([]byte("a key of tests"))))
}

// rotates are the presets that write names for names: a second run takes the
// surrogates for names and rotates again.
var rotates = map[string]bool{"sms4science": true, "sms4science-safe": true}

// TestNoKey: a preset that rotates is not built without a key, and says how to
// make one.
func TestNoKey(t *testing.T) {
	for name := range rotates {
		if _, err := load(t, name).Build(policy.Options{}); !errors.Is(err, policy.ErrNoKey) {
			t.Errorf("%s: %v", name, err)
		}
		build(t, load(t, name), policy.Options{FindOnly: true})
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
	key := keyFile(t)
	for rule, want := range map[string]string{
		"code": "chez <PRE_6> ok", "suppress": "chez *** ok", "tag": "chez PERSON ok", "keep": "chez Cédric ok",
		"{operator: substitute, with: '[_forename_]'}":           "chez [_forename_] ok",
		"{operator: code, reference: keyed, key: '" + key + "'}": "chez <PRE_6_",
		"{operator: code, reference: dictionary}":                "chez <PRE_6_",
	} {
		path := write(t, "p.yaml", "policy: mine\ndetect: {lexical: {resolve: literal}, pattern: {kinds: [EMAIL]}}\nmask:\n  PERSON: "+rule+"\n")
		if r := one(t, build(t, load(t, path), policy.Options{}), "chez Cédric ok"); !strings.HasPrefix(r.Text, want) {
			t.Errorf("%s: %q, want %q", rule, r.Text, want)
		}
	}
}

// TestSwissRules are the examples of sms4science.ch, through a policy.
func TestSwissRules(t *testing.T) {
	key := keyFile(t)
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
		"p.yaml": "policy: mine\ndetect: {lexical: {}, pattern: {kinds: [EMAIL]}}\ndefault: code\nlexicons:\n  - {file: hide.txt, role: dictionary}\n  - {file: leave.txt, role: anti-dictionary}\n",
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
		{"unknown type", "policy: a\ndetect: {pattern: {}}\nmask:\n  NAME: code\n", "p.yaml:4: mask: no such type"},
		{"part", "policy: a\ndetect: {pattern: {}}\nmask:\n  UID.first: code\n", "p.yaml:4: mask: no such part"},
		{"condition", "policy: a\ndetect: {pattern: {}}\nmask:\n  DATE: {operator: tag, if: death, else: keep}\n", "p.yaml:4: mask.DATE: no such condition"},
		{"if without else", "policy: a\ndetect: {pattern: {}}\nmask:\n  DATE: {operator: tag, if: birth}\n", "p.yaml:4: "},
		{"unknown operator", "policy: a\ndetect: {pattern: {}}\nmask:\n  PERSON: blur\n", "p.yaml:4: "},
		{"no detector", "policy: a\ndetect: {}\n", "p.yaml:2: detect: names no detector"},
		{"bounds", "policy: a\ndetect: {lexical: {name_above: 0.1, word_below: 0.4}, pattern: {kinds: [EMAIL]}}\n", "p.yaml:2: detect.lexical: give 0"},
		{"pending", "policy: a\ndetect: {pattern: {}}\npending: later\n", "p.yaml:3: "},
		{"list", "policy: a\ndetect: {pattern: {}}\nlexicons: [{file: x.txt, role: good}]\n", "p.yaml:3: lexicons.0: each of lexicons"},
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
		"missing list":       "policy: a\ndetect: {lexical: {resolve: literal}, pattern: {kinds: [EMAIL]}}\nlexicons: [{file: none.txt, role: dictionary}]\n",
		"country":            "policy: a\ndetect: {pattern: {countries: [atlantis]}}\n",
		"language":           "policy: a\nlanguage: tlh\ndetect: {lexical: {}, pattern: {kinds: [EMAIL]}}\n",
	} {
		f, err := policy.Load(write(t, "p.yaml", yaml))
		if err == nil {
			_, err = f.Build(policy.Options{})
		}
		if err == nil {
			t.Errorf("%s: built", name)
		}
	}
	if _, err := load(t, "seekhide").Build(policy.Options{Pending: "later"}); err == nil {
		t.Error("pending later: built")
	}
}

// TestIdempotent is law 6: a second run over the output changes nothing. A
// rotation is the exception that docs/formats/policy.md names.
func TestIdempotent(t *testing.T) {
	for _, name := range policy.Presets() {
		if rotates[name] {
			continue
		}
		p, n := build(t, load(t, name), policy.Options{}), 0
		for m := range fixture.SMS(11, 250) {
			n++
			first := one(t, p, m.Text)
			second := one(t, p, first.Text)
			if second.Text != first.Text {
				t.Fatalf("%s: a second run changes the output of message %d at its %d spans", name, n, len(second.Edits))
			}
		}
	}
}

// TestNumbersOfPersons: the number that an earlier run gave a person begins no
// date and no street; that of a form's field does.
func TestNumbersOfPersons(t *testing.T) {
	p := build(t, load(t, "hipaa"), policy.Options{})
	for in, want := range map[string]string{
		"Person 1 may not know":        "Person 1 may not know",
		"Person 2 lane Road":           "Person 2 LOCATION",
		"Address 12 Mill Road, London": "Address ADDRESS, <LOCATION_GB>",
		"Phone 212-555-0147":           "Phone PHONE",
	} {
		if got := one(t, p, in).Text; got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// TestHIPAA shows what becomes of each kind of identifier, and that a second
// run changes nothing.
func TestHIPAA(t *testing.T) {
	p := build(t, load(t, "hipaa"), policy.Options{})
	for in, want := range map[string]string{
		"Hi Sarah, Tom is in the hospital":             "Hi Person 1, Person 2 is in the hospital",
		"born on 3/4/1985 and admitted on 12/24/2019":  "born on <DATE_1985> and admitted on <DATE_2019>",
		"my grandma is 93 years old, my mum 61":        "my grandma is <AGE_90> years old, my mum 61",
		"a 92-year-old man, aged 92, and 92 calls":     "a <AGE_90>-year-old man, aged <AGE_90>, and 92 calls",
		"call 212-555-0147 or mail to sl@example.com":  "call PHONE or mail to EMAIL",
		"my ssn is 536-22-8726":                        "my ssn is UID",
		"on se voit à 20h30 demain, see you at 8pm":    "on se voit à 20h30 demain, see you at 8pm",
		"the host 192.168.3.17 of www.example.com/tom": "the host IP_ADDRESS of URL",
	} {
		if r := one(t, p, in); r.Text != want || one(t, p, r.Text).Text != want {
			t.Errorf("%q becomes %q and then %q, want %q", in, r.Text, one(t, p, r.Text).Text, want)
		}
	}
}

// TestSafeSwiss: what the safe twin adds to the rules of sms4science.ch.
func TestSafeSwiss(t *testing.T) {
	opt := policy.Options{Key: keyFile(t)}
	plain, safe := build(t, load(t, "sms4science"), opt), build(t, load(t, "sms4science-safe"), opt)
	for in, want := range map[string][2]string{
		"mein neues natel: 079 987 65 43 lg":           {"mein neues natel: NNN NNN 65 43 lg", "mein neues natel: NNN NNN NN NN lg"},
		"schau mal www.example.ch/sandra-2":            {"schau mal www.example.ch/sandra-2", "schau mal URL"},
		"schau mal www.example.ch/wetter":              {"schau mal www.example.ch/wetter", "schau mal www.example.ch/wetter"},
		"wohne jetzt an der Bahnhofstrasse 12 in Chur": {"wohne jetzt an der [StreetAddress] in Chur", "wohne jetzt an der [StreetAddress] in Chur"},
		"schreib an info@uzh.ch, code 4711":            {"schreib an xxxx@yyy.ch, code NNNN", "schreib an EMAIL, code NNNN"},
	} {
		for i, p := range []*bauta.Pipeline{plain, safe} {
			if r := one(t, p, in); r.Text != want[i] {
				t.Errorf("%q becomes %q, want %q", in, r.Text, want[i])
			}
		}
	}
	a, b := one(t, plain, "chez Cédric ok").Text, one(t, plain, "hier CÉDRIC ok").Text
	if strings.Contains(a, "Cédric") || !strings.EqualFold(strings.Fields(a)[1], strings.Fields(b)[1]) {
		t.Errorf("%q, %q", a, b)
	}
}

// TestKeptTypesDoNotUncover: what a tagger would leave in the text does not win
// over an identifier, a word that announces one is nobody, and questions about
// what stays are not asked.
func TestKeptTypesDoNotUncover(t *testing.T) {
	p := newcomers(t)
	for _, m := range []string{"call me at 212-555-0147", "son IBAN c FR76 3000 6000 0112 3456 7890 189", "on May 5, 2019 we meet", "né le 3/4/1985"} {
		r := one(t, p, m)
		if len(r.Candidates) > 0 || strings.Contains(r.Text, "1985") || strings.Contains(r.Text, "555") || strings.Contains(r.Text, "7890") {
			t.Errorf("%q becomes %q", m, r.Text)
		}
	}
	if r := one(t, p, "son IBAN c FR76 3000 6000 0112 3456 7890 189"); !strings.HasPrefix(r.Text, "son IBAN c ") {
		t.Errorf("%q", r.Text)
	}
}

// TestKeptByConditionIsNoReason: a date that is no birth date stays, and a
// message with nothing else has nothing to anonymise.
func TestKeptByConditionIsNoReason(t *testing.T) {
	f, err := policy.Parse([]byte("policy: a\ndetect: {pattern: {dates: true}}\nmask: {DATE: {operator: tag, if: birth, else: keep}}\n"), "a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p := build(t, f, policy.Options{})
	for in, want := range map[string]bauta.Outcome{"rdv le 12/05/2019": bauta.NTA, "né le 12/05/1989": bauta.TA} {
		r := one(t, p, in)
		if r.Outcome != want || len(r.Spans) != 1 || (r.Text == in) != (want == bauta.NTA) || (r.Score == 0) != (want == bauta.NTA) {
			t.Errorf("%q: %v, score %g, %d spans, %q", in, r.Outcome, r.Score, len(r.Spans), r.Text)
		}
	}
}

// TestOutsideSpansIsUntouched is law 2: what is not replaced comes out byte for
// byte.
func TestOutsideSpansIsUntouched(t *testing.T) {
	p := build(t, load(t, "seekhide"), policy.Options{})
	for i, m := range fixture.Messages() {
		m.Text = strings.ToValidUTF8(m.Text, "\ufffd")
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
	f.Add([]byte("policy: a\ndetect: {pattern: {}}\nmask: {UID: &r {operator: tag, if: kind = iban, else: *r}}\n"))
	f.Add([]byte("policy: a\ndetect: &d {pattern: &p {}}\nlanguages: &l [fr, *l]\n"))
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
	ps := []*bauta.Pipeline{build(f, load(f, "seekhide"), policy.Options{}), build(f, load(f, "gdpr"), policy.Options{})}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 5000 {
			return
		}
		for _, p := range ps {
			if !utf8.ValidString(s) {
				if _, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: s}}); err == nil {
					t.Fatal("bytes that are no UTF-8 are read")
				}
				s = strings.ToValidUTF8(s, "\ufffd")
			}
			one(t, p, s)
		}
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

// ExampleLoad_tagger is the example of the README: the spans of a message by the
// taggers.
func ExampleLoad_tagger() {
	file, _ := policy.Load("ner")
	built, _ := file.Build(policy.Options{})
	results, _ := built.Pipeline.Thread(context.Background(), []bauta.Message{{Lang: "de", Text: "Kommst du mit Jonas nach Berlin?"}})
	for _, s := range results[0].Spans {
		fmt.Println(s.Label, results[0].Message.Text[s.Start:s.End])
	}
	// Output:
	// PERSON Jonas
	// LOCATION Berlin
}
