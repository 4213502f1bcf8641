// Command targets type-checks the program and its tests for systems other than
// this one. It compiles nothing, which is why it can be part of make lint:
//
//	go -C tools run ./targets windows/amd64 darwin/arm64
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

func main() {
	broken, files := false, parsed{fset: token.NewFileSet(), files: map[string]*ast.File{}}
	for _, target := range os.Args[1:] {
		errs, err := check(target, "..", "./...", &files)
		if err != nil {
			fmt.Fprintln(os.Stderr, "targets:", err)
			os.Exit(2)
		}
		for _, e := range errs {
			fmt.Fprintf(os.Stderr, "%s: %s\n", target, e)
		}
		broken = broken || len(errs) > 0
	}
	if broken {
		os.Exit(1)
	}
}

// check gives what does not hold in the packages of a folder on another system.
// Of packages that they import the declarations are read, and no function.
func check(target, dir, pattern string, files *parsed) ([]string, error) {
	goos, arch, ok := strings.Cut(target, "/")
	if !ok {
		return nil, fmt.Errorf("%q is no target; write it as windows/amd64", target)
	}
	all, err := packages.Load(&packages.Config{
		Dir:       dir,
		Fset:      files.fset,
		Env:       append(os.Environ(), "GOOS="+goos, "GOARCH="+arch, "CGO_ENABLED=0"),
		Tests:     true,
		ParseFile: files.file,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesSizes | packages.NeedModule,
	}, pattern)
	if err != nil {
		return nil, err
	}
	var errs []string
	packages.Visit(all, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			errs = append(errs, e.Error())
		}
	})
	return errs, nil
}

// parsed are the files that targets have in common, most of them: each is parsed once.
type parsed struct {
	fset *token.FileSet
	mu   sync.Mutex
	// files by name, and only those without an error.
	files map[string]*ast.File
}

func (p *parsed) file(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	p.mu.Lock()
	f := p.files[name]
	p.mu.Unlock()
	if f != nil {
		return f, nil
	}
	f, err := parser.ParseFile(fset, name, src, parser.AllErrors|parser.SkipObjectResolution)
	if err == nil {
		p.mu.Lock()
		p.files[name] = f
		p.mu.Unlock()
	}
	return f, err
}
