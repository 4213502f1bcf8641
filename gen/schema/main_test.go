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
	have := map[string][]byte{"policy.json": schema.Policy, "mapping.json": schema.Mapping}
	for name, data := range made(root) {
		if !bytes.Equal(data, have[name]) {
			t.Errorf("internal/schema/%s is old; run go run ./gen/schema", name)
		}
	}
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
	check, seen := checker(t, schema.Policy), 0
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
			if err := check(block[1]); err != nil {
				t.Errorf("%s: %v\n%s", name, err, block[1])
			}
		}
	}
	if seen == 0 {
		t.Error("no policy in the docs was looked at")
	}
}

// TestAsTheProgram: the schema takes and refuses what the program does.
func TestAsTheProgram(t *testing.T) {
	check := checker(t, schema.Policy)
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

// TestMapping: what bauta look writes is a mapping by the schema.
func TestMapping(t *testing.T) {
	check := checker(t, schema.Mapping)
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
