package arch

import (
	"bytes"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of density: what one line, one condition and one function may hold.
const (
	maxOperators  = 4   // && and || in one expression
	maxComplexity = 20  // cyclomatic, as gocyclo counts
	maxColumns    = 120 // characters, a tab as four
	maxWords      = 8   // words of a language in one literal
	tabColumns    = 4
)

// breach is a place that is denser than a law allows.
type breach struct {
	law   string // operators, complexity, columns or words
	file  string
	place string // function, type or variable; "-" in a file without
	count int
}

// density gives the breaches of one file. Tables, tests and generated files
// have none: nobody reads them line by line.
func density(s source, src []byte) []breach {
	if s.test || s.table() || ast.IsGenerated(s.file) {
		return nil
	}
	var out []breach
	for _, d := range places(s) {
		for _, n := range conditions(d.node) {
			if n > maxOperators {
				out = append(out, breach{"operators", s.path, d.name, n})
			}
		}
		if n := complexity(d.node); n > maxComplexity {
			out = append(out, breach{"complexity", s.path, d.name, n})
		}
		if speaks(s.pkg) {
			continue
		}
		for _, n := range wordLists(d.node) {
			if n > maxWords {
				out = append(out, breach{"words", s.path, d.name, n})
			}
		}
	}
	if n := wideLines(src); n > 0 {
		out = append(out, breach{"columns", s.path, "-", n})
	}
	return out
}

// talkers are the top folders of such packages.
var talkers = []string{
	"cmd", "review", "server", "learn", "eval", "arch", "fixture", "hostile", "bounded", "private", "interval", "lines",
}

// speaks reports the packages whose strings people read, or that stand beside the
// house: the desk, the commands and the tests decide nothing about a word.
func speaks(pkg string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(pkg, "internal/"), "/")
	return slices.Contains(talkers, first)
}

// place is a declaration with the name by which the list of exceptions knows it.
type place struct {
	name string
	node ast.Node
}

func places(s source) []place {
	var out []place
	for _, decl := range s.file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			out = append(out, place{receiver(d) + d.Name.Name, d})
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					out = append(out, place{v.Names[0].Name, v})
				}
			}
		}
	}
	return out
}

// receiver gives "T." for a method of T or of *T.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name + "."
}

// conditions counts the boolean operators of each whole expression below n that
// has any: `a && (b || f(c && d))` is one expression with three. What a function
// literal in it does is not part of it.
func conditions(n ast.Node) []int {
	var out []int
	ast.Inspect(n, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if _, ok := e.(*ast.FuncLit); ok {
			return true
		}
		if boolean(e) {
			count, literals := operators(e)
			out = append(out, count)
			for _, l := range literals {
				out = append(out, conditions(l.Body)...)
			}
			return false
		}
		return true
	})
	return out
}

// boolean reports an expression that joins others by && or ||.
func boolean(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.LAND || b.Op == token.LOR)
}

// operators counts && and || in e, and gives the function literals it left out.
func operators(e ast.Expr) (count int, literals []*ast.FuncLit) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			literals = append(literals, n)
			return false
		case *ast.BinaryExpr:
			if boolean(n) {
				count++
			}
		}
		return true
	})
	return count, literals
}

// complexity is McCabe's, as gocyclo counts it: one, and one more for each if,
// for, case that has a condition, && and ||; function literals count to the
// function they stand in.
func complexity(n ast.Node) int {
	count := 1
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			count++
		case *ast.CaseClause:
			if n.List != nil {
				count++
			}
		case *ast.CommClause:
			if n.Comm != nil {
				count++
			}
		case *ast.BinaryExpr:
			if boolean(n) {
				count++
			}
		}
		return true
	})
	return count
}

// wideLines counts the lines that a reader sees wider than the limit: one
// character one column, a tab four.
func wideLines(src []byte) int {
	n := 0
	for line := range bytes.Lines(src) {
		if columns(line) > maxColumns {
			n++
		}
	}
	return n
}

func columns(line []byte) int {
	line = bytes.TrimRight(line, "\r\n")
	return utf8.RuneCount(line) + (tabColumns-1)*bytes.Count(line, []byte("\t"))
}
