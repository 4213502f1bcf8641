package policy_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/policy"
)

// TestReferenceHasEveryKey: docs/formats/policy.md names each key that a policy
// may hold, by its path, and each preset.
func TestReferenceHasEveryKey(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "formats", "policy.md"))
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{} // of what stands in code
	for i, code := range strings.Split(string(page), "`") {
		if i%2 == 1 {
			words[code] = true
			for _, w := range regexp.MustCompile(`[a-z_]+`).FindAllString(code, -1) {
				words[w] = true
			}
		}
	}
	for _, path := range keys(reflect.TypeFor[policy.File](), "") {
		last := path[strings.LastIndexByte(path, '.')+1:]
		if !words[path] && (strings.HasPrefix(path, "detect.") && last != "human_threshold" || !words[last]) {
			t.Errorf("the key %s is not in the reference", path)
		}
	}
	for _, name := range policy.Presets() {
		if !strings.Contains(string(page), "\n| `"+name+"`") {
			t.Errorf("the preset %s is not in the reference", name)
		}
	}
}

// keys lists the paths of a struct's YAML keys, those without keys below them.
func keys(typ reflect.Type, under string) []string {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || strings.Count(under, ".") > 3 {
		return nil
	}
	var out []string
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		path := strings.TrimPrefix(under+"."+name, ".")
		if f.Type != typ && (f.Type.Kind() != reflect.Pointer || f.Type.Elem() != typ) { // a rule's else is a rule
			below := keys(f.Type, path)
			if len(below) == 0 {
				below = []string{path}
			}
			out = append(out, below...)
		}
	}
	return out
}
