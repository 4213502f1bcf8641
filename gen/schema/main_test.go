package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"go.yaml.in/yaml/v4"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/schema"
	"github.com/bauta/bauta/policy"
)

var root = filepath.Join("..", "..")

// TestCurrent: the files are what the types and their comments give.
func TestCurrent(t *testing.T) {
	for name, data := range made(root) {
		if !bytes.Equal(data, opened(t, name)) {
			t.Errorf("the schema %s is old; run go run ./gen/schema", name)
		}
	}
}

func opened(t *testing.T, name string) []byte {
	t.Helper()
	data, err := schema.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// checker gives what holds a file in YAML against a schema.
func checker(t *testing.T, data []byte) func(file []byte) error {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(file []byte) error {
		var v any
		if err := yaml.Unmarshal(file, &v); err != nil {
			return err
		}
		return resolved.Validate(v)
	}
}

// TestShippedPolicies: every preset, and every policy of the docs, is one by the schema.
func TestShippedPolicies(t *testing.T) {
	check, seen := checker(t, opened(t, "policy")), 0
	files, err := filepath.Glob(filepath.Join(root, "policy", "presets", "*.yaml"))
	if err != nil || len(files) != len(policy.Presets()) {
		t.Fatalf("%d presets, %v", len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := check(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "formats", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllSubmatch(page, -1) {
			seen++
			if err := check(whole(t, block[1])); err != nil {
				t.Errorf("%s: %v\n%s", name, err, block[1])
			}
		}
	}
	if seen == 0 {
		t.Error("no policy in the docs was looked at")
	}
}

// whole adds to what a page shows of a policy what it leaves out.
func whole(t *testing.T, shown []byte) []byte {
	t.Helper()
	file := map[string]any{}
	if err := yaml.Unmarshal(shown, &file); err != nil {
		t.Fatal(err)
	}
	detect, _ := file["detect"].(map[string]any)
	if detect == nil {
		detect = map[string]any{}
	}
	if detect["pattern"] == nil {
		detect["pattern"] = map[string]any{}
	}
	file["detect"] = detect
	data, err := yaml.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestAsTheProgram: the schema takes and refuses what the program does.
func TestAsTheProgram(t *testing.T) {
	check := checker(t, opened(t, "policy"))
	const whole = "policy: p\ndetect: {pattern: {}}\ndefault: tag\n"
	for file, good := range map[string]bool{
		whole: true,
		whole + "mask: {PERSON: {operator: tag, numbered: true}}\n":                         true,
		whole + "mask: {EMAIL: keep, PERSON.first: {operator: substitute, with: X}}\n":      true,
		whole + "mask: {DATE: {operator: keep, if: birth, else: {operator: tag}}}\n":        true,
		whole + "verdict: {preset: safe, model: ./mine, cells: {untagged/NTA: leave}}":      true,
		whole + "pending: withhold\nforeign: delete\nlanguage: auto\nlanguages: [fr, en]\n": true,
		whole + "pendng: withhold\n":                                       false,
		whole + "pending: hide\n":                                          false,
		whole + "mask: {PERSON: {operator: tga}}\n":                        false,
		whole + "mask: {PERSON: tga}\n":                                    false,
		whole + "mask: {PERSONS: tag}\n":                                   false,
		whole + "mask: {PERSON: {operator: tag, numbers: true}}\n":         false,
		whole + "mask: {PERSON: {numbered: true}}\n":                       false,
		whole + "mask: {DATE: {operator: keep, if: birth, else: later}}\n": false,
		whole + "verdict: sure\n":                                          false,
		"policy: p\ndetect: {ner: {person: 2}, pattern: {}}\n":             false,
		"policy: p\ndetect: {digits: many, pattern: {}}\n":                 false,
	} {
		if err := check([]byte(file)); (err == nil) != good {
			t.Errorf("the schema says %v of\n%s", err, file)
		}
		f, err := policy.Parse([]byte(file), "p.yaml")
		if err == nil {
			err = f.Validate()
		}
		if (err == nil) != good {
			t.Errorf("the program says %v of\n%s", err, file)
		}
	}
}

// TestBadPolicies: of every class that bauta policy check refuses and a schema can, the
// schema refuses one, and what is mended of it, both take.
func TestBadPolicies(t *testing.T) {
	check := checker(t, opened(t, "policy"))
	refused := func(file string) (bySchema, byProgram bool) {
		_, err := policy.Parse([]byte(file), "p.yaml")
		return check([]byte(file)) != nil, err != nil
	}
	const head, whole = "policy: p\n", "policy: p\ndetect: {pattern: {}}\n"
	for _, c := range []struct{ start, bad, good string }{
		{"policy: p\n", "", "detect: {pattern: {}}"},
		{head, "detect: {digits: 3}", "detect: {digits: 3, pattern: {}}"},
		{head, "detect: {pattern: {}, digits: 65}", "detect: {pattern: {}, digits: 64}"},
		{head, "detect: {pattern: {}, ages: -1}", "detect: {pattern: {}, ages: 0}"},
		{
			head, "detect: {pattern: {}, lexical: {name_above: 1.5}}",
			"detect: {pattern: {}, lexical: {name_above: 1}}",
		},
		{
			head, "detect: {pattern: {}, lexical: {second: crf}}",
			"detect: {pattern: {}, lexical: {second: ner}}",
		},
		{
			head, "detect: {pattern: {}, lexical: {second: ner, resolve: literal}}",
			"detect: {pattern: {}, lexical: {second: ner}}",
		},
		{
			head, "detect: {pattern: {}, lexical: {decide: 0.5}}",
			"detect: {pattern: {}, lexical: {decide: 0.5, second: ner}}",
		},
		{head, "detect: {pattern: {kinds: [EMIAL]}}", "detect: {pattern: {kinds: [EMAIL, iban]}}"},
		{head, "detect: {pattern: {kinds: [iban]}}", "detect: {pattern: {kinds: [iban, email]}}"},
		{head, "detect: {pattern: {countries: [qq]}}", "detect: {pattern: {countries: [fr]}}"},
		{head, "detect: {pattern: {languages: [qq]}}", "detect: {pattern: {languages: [fr]}}"},
		{head, "detect: {pattern: {}, ner: {sure: 40}}", "detect: {pattern: {}, ner: {sure: 0.4}}"},
		{head, "detect: {pattern: {}, ner: {ask: 2}}", "detect: {pattern: {}, ner: {ask: -1}}"},
		{head, "detect: {pattern: {}, ner: {lists: -0.1}}", "detect: {pattern: {}, ner: {lists: 0.1}}"},
		{head, "detect: {pattern: {}, ner: {second: crf}}", "detect: {pattern: {}, ner: {second: lexical}}"},
		{
			head, "detect: {pattern: {}, ner: {model: ./m, kind: both}}",
			"detect: {pattern: {}, ner: {model: ./m}}",
		},
		{
			head, "detect: {pattern: {}, ner: {languages: [pt]}}",
			"detect: {pattern: {}, ner: {languages: [pt], model: ./m}}",
		},
		{
			head, "detect: {pattern: {}, ner: {unadvised: [fr]}}",
			"detect: {pattern: {}, ner: {unadvised: [fr], kind: both, second: lexical}}",
		},
		{
			head, "detect: {pattern: {}, ner: {unadvised_person: 0.2, kind: both, second: lexical}}",
			"detect: {pattern: {}, ner: {unadvised_person: 0.2, unadvised: [fr], kind: both, second: lexical}}",
		},
		{head, "detect: {ner: {}}", "detect: {ner: {alone: true}}"},
		{head, "detect: {pattern: {}, location: {}}", "detect: {pattern: {}, location: {model: m}}"},
		{
			head, "detect: {pattern: {}, location: {model: m, threshold: 1}}",
			"detect: {pattern: {}, location: {model: m, threshold: 0.9}}",
		},
		{
			head, "detect: {pattern: {}, location: {model: m, objective: both}}",
			"detect: {pattern: {}, location: {model: m, objective: machine}}",
		},
		{head, "detect: {pattern: {}, external: {}}", "detect: {pattern: {}, external: {command: [x]}}"},
		{
			head, "detect: {pattern: {}, external: {command: [x], url: y}}",
			"detect: {pattern: {}, external: {command: [], url: y}}",
		},
		{
			head, "detect: {pattern: {}, external: {command: [x], remote: true}}",
			"detect: {pattern: {}, external: {url: y, remote: true}}",
		},
		{
			head, "detect: {pattern: {}, external: {command: [x], timeout: soon}}",
			"detect: {pattern: {}, external: {command: [x], timeout: 5s}}",
		},
		{
			head, "detect: {pattern: {}, external: {command: [x], sure: 0.5}}",
			"detect: {pattern: {}, external: {command: [x], sure: 0.5, calibration: c}}",
		},
		{
			head, "detect: {pattern: {}, external: {command: [x], offsets: char}}",
			"detect: {pattern: {}, external: {command: [x], offsets: rune}}",
		},
		{
			head, "detect: {pattern: {}, external: {command: [x], name: A b}}",
			"detect: {pattern: {}, external: {command: [x], name: a-b}}",
		},
		{whole, "language: frnch", "language: fr-CH"},
		{whole, "languages: [fr]", "languages: [fr]\nlanguage: auto"},
		{whole, "language: auto\nlanguages: [zz]", "language: auto\nlanguages: [fr, sv]"},
		{whole, "foreign: delete", "foreign: delete\nlanguage: auto"},
		{whole, "lexicons: [{file: a.txt}]", "lexicons: [{file: a.txt, role: hide}]"},
		{whole, "lexicons: [{file: '', role: hide}]", "lexicons: [{file: a, role: hide}]"},
		{
			whole, "lexicons: [{file: a, role: hide, type: NAME}]",
			"lexicons: [{file: a, role: hide, type: EMAIL}]",
		},
		{whole, "lexicons: [{file: a, role: hide, lang: zz}]", "lexicons: [{file: a, role: hide, lang: de}]"},
		{whole, "mask: {PERSON: digits}", "mask: {PHONE: digits}"},
		{whole, "mask: {PERSON.first: digits}", "mask: {PERSON.first: {operator: code}}"},
		{whole, "default: {operator: suppress, with: x}", "default: {operator: substitute, with: x}"},
		{whole, "default: substitute", "default: suppress"},
		{whole, "default: {operator: substitute, with: ' '}", "default: {operator: substitute, with: ' a '}"},
		{
			whole, "mask: {PERSON: {operator: code, key: k}}",
			"mask: {PERSON: {operator: code, key: k, reference: keyed}}",
		},
		{
			whole, "mask: {MISC: {operator: generalise, band: 101}}",
			"mask: {MISC: {operator: generalise, band: 10}}",
		},
		{whole, "mask: {PERSON: {operator: rotate, k: 256}}", "mask: {PERSON: {operator: rotate, k: 255}}"},
		{
			whole, "mask: {UID: {operator: tag, if: birth}}",
			"mask: {UID: {operator: tag, if: birth, else: keep}}",
		},
		{whole, "mask: {UID: {operator: tag, else: keep}}", "mask: {PERSON: {operator: rotate, else: tag}}"},
		{
			whole, "mask: {UID: {operator: tag, if: rule = ibna, else: keep}}",
			"mask: {UID: {operator: tag, if: rule = iban, else: keep}}",
		},
		{
			whole, "mask: {UID: {operator: tag, if: score < 2, else: keep}}",
			"mask: {UID: {operator: tag, if: score < 0.2, else: keep}}",
		},
		{whole, "mask: {PERSON: tag}\ndefault: keep", "mask: {PERSON: tag, EMAIL: keep}\ndefault: keep"},
		{whole, "mask: {EMAIL: keep}\ndefault: keep", "mask: {EMAIL: keep}\ndefault: tag"},
		{whole, "verdict: {preset: seek, model: m}", "verdict: {preset: safe, model: m}"},
		{
			whole, "verdict: {preset: safe, leave_below: 0.2}",
			"verdict: {preset: safe, leave_below: 0.2, anonymise_above: 0.5}",
		},
		{whole, "verdict: {preset: safe, anonymise_above: 2}", "verdict: {preset: safe, anonymise_above: 1}"},
		{
			whole, "verdict: {preset: safe, cells: {never: leave}}",
			"verdict: {preset: safe, cells: {TA/NTA: leave}}",
		},
		{
			whole, "verdict: {preset: safe, cells: {NTA/TA: anonymise}}",
			"verdict: {preset: safe, cells: {TA/TA: anonymise}}",
		},
	} {
		if s, p := refused(c.start + c.bad); !s || !p {
			t.Errorf("%s: refused by the schema %v, by the program %v", c.bad, s, p)
		}
		if s, p := refused(c.start + c.good); s || p {
			t.Errorf("%s: refused by the schema %v, by the program %v", c.good, s, p)
		}
	}
}

// TestMapping: what bauta look writes is a mapping by the schema.
func TestMapping(t *testing.T) {
	check := checker(t, opened(t, "mapping"))
	data, err := yaml.Marshal(formats.Mapping{
		Format: "csv", Encoding: "utf-16", NoHeader: true, Text: []string{"3"}, ID: "1", Thread: "t", Author: "a", Time: "d",
		Lang: "l", Also: map[string]string{"town": "drop"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := check(data); err != nil {
		t.Errorf("%v\n%s", err, data)
	}
	for _, bad := range []string{"texts: [a]", "text: a", "also: {town: hide}"} {
		if check([]byte(bad)) == nil {
			t.Errorf("%s is a mapping", bad)
		}
	}
}

// TestEveryKeyIsTold: an editor shows what a key of a policy does.
func TestEveryKeyIsTold(t *testing.T) {
	said := comments(root, "policy", "internal/formats")
	for _, field := range []string{"File.Coref", "NER.Sure", "Rule.Key", "Mapping.Author"} {
		if strings.TrimSpace(said[field]) == "" {
			t.Errorf("%s has no comment", field)
		}
	}
}
