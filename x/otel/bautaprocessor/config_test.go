package bautaprocessor

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.yaml.in/yaml/v3"
)

// load reads the part of a configuration that is ours.
func load(t *testing.T, source string) (*Config, error) {
	t.Helper()
	var raw map[string]any
	if err := yaml.Unmarshal([]byte(source), &raw); err != nil {
		t.Fatal(err)
	}
	cfg := NewFactory().CreateDefaultConfig()
	if err := confmap.NewFromStringMap(raw).Unmarshal(cfg); err != nil {
		return nil, err
	}
	return cfg.(*Config), cfg.(*Config).Validate()
}

func TestConfig(t *testing.T) {
	if err := componenttest.CheckConfigStruct(NewFactory().CreateDefaultConfig()); err != nil {
		t.Error(err)
	}
	cfg, err := load(t, "{policy: seekhide-2013, logs: {body: false}, keys: {drop: [a.*]}}")
	if err != nil || cfg.Logs.Body || !cfg.Logs.Attributes || !cfg.Keys.Conventions || cfg.Keys.Drop[0] != "a.*" {
		t.Errorf("%+v, %v", cfg, err)
	}
	for source, want := range map[string]string{
		"policy: ''": "policy", "withheld: hide": "withheld", "max_value_size: 0": "max_value_size", "timeout: 0s": "timeout",
		"max_value_size: 99999999": "max_value_size", "keys: {hash: [a]}": "key_file", "keys: {drop: ['']}": "keys::drop::0",
		"keys: {drop: ['a*b']}": "keys::drop::0", "keys: {drop: [b], include: [c, b]}": "keys::drop::0", "body: true": "body",
	} {
		if _, err := load(t, source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", source, err)
		}
	}
	set, _ := settings(t)
	cfg = defaults()
	cfg.Policy = "no such policy"
	if _, err := newCleaner(set, cfg); err == nil {
		t.Error("a policy that is none")
	}
	cfg = defaults()
	cfg.KeyFile = filepath.Join(t.TempDir(), "none")
	if _, err := newCleaner(set, cfg); err == nil {
		t.Error("a key that is none")
	}
}

func TestKeys(t *testing.T) {
	k, err := KeysConfig{
		Conventions: true, Include: []string{"service.*"}, Exclude: []string{"user.plan"}, Drop: []string{"service.note"},
		Hash: []string{"order.*"},
	}.keys(true)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]fate{
		"service.name": read, "service.note": drop, "user.plan": keep, "user.id": hash, "user.roles": keep, "order.": hash,
		"order": read, "k8s.pod.name": keep, "k8s.pod.label.owner": read, "url.full": read, "host.name": read, "": read,
		"order." + strings.Repeat("x", maxKey): read,
	} {
		if got := k.of(key); got != want {
			t.Errorf("%.40s: %d, want %d", key, got, want)
		}
	}
	lines := strings.Split(strings.TrimSpace(conventions), "\n")
	rest := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.HasPrefix(l, "#") })
	for _, line := range rest {
		if pattern, what, _ := strings.Cut(line, "\t"); sound(pattern) != nil || what != "keep" && what != "person" {
			t.Errorf("keys.tsv: %q", line)
		}
	}
	if !slices.IsSorted(rest) || len(slices.Compact(rest)) != len(rest) || len(rest) < 50 {
		t.Error("keys.tsv is not in order, or says something twice")
	}
}

// TestHash: the same value has the same code in all records, and numbers stay numbers.
func TestHash(t *testing.T) {
	cfg := defaults()
	cfg.KeyFile = filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(cfg.KeyFile, fmt.Appendf(nil, "%x\n", sha256.Sum256([]byte("a key"))), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg.Keys.Hash = []string{"order"}
	set, _ := settings(t)
	ld := plog.NewLogs()
	records := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	for _, who := range []string{"lmartin", "lmartin", "bob"} {
		a := records.AppendEmpty().Attributes()
		a.PutStr("user.id", who)
		a.PutInt("order", 123)
	}
	records.At(0).Attributes().PutEmptySlice("user.list").AppendEmpty().SetStr(canary)
	out := throughLogs(t, set, cfg, ld).ResourceLogs().At(0).ScopeLogs().At(0).LogRecords()
	who := func(i int) string {
		v, _ := out.At(i).Attributes().Get("user.id")
		return v.Str()
	}
	order, _ := out.At(0).Attributes().Get("order")
	list, _ := out.At(0).Attributes().Get("user.list")
	if who(0) != who(1) || who(0) == who(2) || who(0) == "lmartin" || order.Int() < 1e7 || list.Str() != "[withheld]" {
		t.Error(who(0), who(1), who(2), order.AsRaw(), list.AsRaw())
	}
}

// TestPages: what README.md shows is a configuration, and metadata.yaml describes what
// the processor counts, and nothing else.
func TestPages(t *testing.T) {
	page, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```yaml\nprocessors:\n  bauta:\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	for _, s := range shown {
		if cfg, err := load(t, s[1]); err != nil && !(cfg != nil && cfg.KeyFile != "") {
			t.Errorf("%s: %v", s[1], err)
		}
	}
	if len(shown) == 0 {
		t.Error("README.md shows no configuration")
	}
	source, err := os.ReadFile("metadata.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var meta struct {
		Type       string
		Attributes map[string]struct{ Enum []string }
		Telemetry  struct {
			Metrics map[string]struct{ Unit string }
		}
	}
	if err := yaml.Unmarshal(source, &meta); err != nil {
		t.Fatal(err)
	}
	set, tel := settings(t)
	m, err := newMeter(set)
	if err != nil {
		t.Fatal(err)
	}
	m.add(t.Context(), &tally{read: 1, changed: 1, withheld: [reasons]int64{1, 1, 1, 1, 1, 1}})
	said := map[string]bool{}
	for name := range counted(t, tel) {
		what, why, _ := strings.Cut(name, " ")
		said[what] = true
		if meta.Telemetry.Metrics["processor_bauta_"+what].Unit != "{values}" {
			t.Errorf("metadata.yaml does not describe %s", what)
		}
		if why != "" && !slices.Contains(meta.Attributes["reason"].Enum, why) {
			t.Errorf("metadata.yaml does not know the reason %s", why)
		}
	}
	if len(said) != len(meta.Telemetry.Metrics) || len(meta.Attributes["reason"].Enum) != int(reasons) || meta.Type != "bauta" {
		t.Errorf("%v counted, %+v described", said, meta)
	}
}
