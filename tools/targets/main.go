// Command targets type-checks the program and its tests for systems other than
// this one. It compiles nothing, which is why it can be part of make lint:
//
//	go -C tools run ./targets windows/amd64 darwin/arm64
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	broken := false
	for _, target := range os.Args[1:] {
		errs, err := check(target, "..", "./...")
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
func check(target, dir, pattern string) ([]string, error) {
	goos, arch, ok := strings.Cut(target, "/")
	if !ok {
		return nil, fmt.Errorf("%q is no target; write it as windows/amd64", target)
	}
	all, err := packages.Load(&packages.Config{
		Dir:   dir,
		Env:   append(os.Environ(), "GOOS="+goos, "GOARCH="+arch, "CGO_ENABLED=0"),
		Tests: true,
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
