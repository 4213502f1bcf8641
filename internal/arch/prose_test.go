package arch

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// TestProseSteersNothing holds Span.Why to what it is for: people read it. Code
// that must know what decided asks Span.By, whose keys stay as they are.
func TestProseSteersNothing(t *testing.T) {
	for _, s := range tree(t) {
		if s.test || strings.HasPrefix(s.pkg, "internal/review/reviewtest") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			for _, e := range steers(n) {
				if sel, ok := e.(*ast.SelectorExpr); ok && sel.Sel.Name == "Why" {
					t.Errorf("%s: a reason in words decides something; give the span a key (Span.Rule) and ask Span.By", s.fset.Position(e.Pos()))
				}
			}
			return true
		})
	}
}

// steers gives the expressions whose value decides what the node does.
func steers(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		switch n.Op {
		case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ:
			return []ast.Expr{n.X, n.Y}
		}
	case *ast.IndexExpr:
		return []ast.Expr{n.Index}
	case *ast.SwitchStmt:
		return []ast.Expr{n.Tag}
	case *ast.CallExpr:
		sel, ok := n.Fun.(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		if pkg, ok := sel.X.(*ast.Ident); ok && (pkg.Name == "strings" || pkg.Name == "slices") && asks(sel.Sel.Name) {
			return n.Args
		}
	}
	return nil
}

// asks reports the functions of strings and slices that find something out.
func asks(name string) bool {
	for _, start := range []string{"Has", "Contains", "Index", "LastIndex", "Equal", "Compare", "Count", "Cut"} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}
