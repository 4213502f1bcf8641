package arch

import (
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxSurface is how many names the public packages may export: functions, types,
// variables, constants and the methods of exported types.
const maxSurface = 500

// public reports a package that a user of the library can import and is meant to.
func public(pkg string) bool {
	for _, inside := range []string{"internal", "cmd", "gen", "examples", "x"} {
		if pkg == inside || strings.HasPrefix(pkg, inside+"/") {
			return false
		}
	}
	return true
}

// TestSurface: the public packages export few names, and docs/api.md has a row for
// each of them and for nothing else.
func TestSurface(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "api.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]int{}
	for _, s := range tree(t) {
		if public(s.pkg) && !s.test && s.file.Name.Name != "main" {
			names[s.pkg] += surface(s.file)
		}
	}
	sum := 0
	for pkg, n := range names {
		sum += n
		if pkg == "." {
			pkg = "bauta"
		}
		if !strings.Contains(string(page), "\n| `"+pkg+"` |") {
			t.Errorf("docs/api.md has no row for the public package %s; write what it promises, or move it to internal", pkg)
		}
	}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "`")
		if !strings.HasPrefix(line, "| `") || len(cells) < 2 {
			continue
		}
		pkg := cells[1]
		if pkg == "bauta" {
			pkg = "."
		}
		if names[pkg] == 0 {
			t.Errorf("docs/api.md has a row for %s, which is no public package", cells[1])
		}
	}
	t.Logf("%d exported names: %v", sum, names)
	if sum > maxSurface {
		t.Errorf("the public packages export %d names, at most %d: who needs it outside of the module?", sum, maxSurface)
	}
}

// surface counts the exported names of a file: methods with their type, fields not.
func surface(f *ast.File) int {
	n := 0
	count := func(id *ast.Ident) {
		if id.IsExported() {
			n++
		}
	}
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if of := strings.TrimSuffix(receiver(d), "."); of == "" || ast.IsExported(of) {
				count(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch sp := spec.(type) {
				case *ast.TypeSpec:
					count(sp.Name)
				case *ast.ValueSpec:
					for _, id := range sp.Names {
						count(id)
					}
				}
			}
		}
	}
	return n
}
