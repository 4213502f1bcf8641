package arch

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// wordLists counts the words of each list of words below n. A list is a string
// of words with nothing but blanks, commas or bars between them, or the strings
// of one literal, one call or one case. Words belong to lexicon/data, where they
// have a source and can be added without a compiler.
//
// No list is what people read (a sentence; a message of an error, help, a title:
// see prose), what shows how a rule works (yes and no beside it, run as a test),
// names of code (codes, a column of a database, a file, an event), and the names of
// the values of a type, in an array of as many ([cues]string), which the compiler counts.
func wordLists(n ast.Node) []int {
	var out []int
	ast.Inspect(n, func(n ast.Node) bool {
		if prose(n) || valueNames(n) {
			return false
		}
		if e, ok := n.(ast.Expr); ok {
			if text, ok := literal(e); ok { // a string put together is judged as one
				out = append(out, bare(text))
				return false
			}
		}
		if n := listed(n); n > 0 {
			out = append(out, n)
			return false
		}
		return true
	})
	return out
}

// listed counts the words of the strings that n lists; 0 if it lists none.
func listed(n ast.Node) int {
	var items []string
	for _, e := range elements(n) {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Key
		}
		if text, ok := literal(e); ok {
			items = append(items, strings.TrimSpace(text))
		}
	}
	if len(items) <= maxWords {
		return 0
	}
	return natural(items)
}

// elements gives what a literal, a call or a case lists.
func elements(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.CompositeLit:
		return n.Elts
	case *ast.CallExpr:
		return n.Args
	case *ast.CaseClause:
		return n.List
	}
	return nil
}

// literal gives the string that e is, also one put together with +.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, more := literal(e.Y)
		return left + right, ok && more && e.Op == token.ADD
	}
	return "", false
}

// bare counts the words of a string that is nothing but words; 0 for a sentence,
// a format or an expression of anything else.
func bare(text string) int {
	for _, mark := range []string{". ", ": ", "; ", "? ", "! ", "%", "=", "<", "_"} {
		if strings.Contains(text+" ", mark) {
			return 0
		}
	}
	items := strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",|()?:", r)
	})
	if sentence(items) {
		return 0
	}
	return natural(items)
}

// sentence reports English prose: from a quarter to two thirds of its words join
// the others. A list of joining words holds little else.
func sentence(items []string) bool {
	joins := 0
	for _, item := range items {
		if slices.Contains(joining, item) {
			joins++
		}
	}
	return 4*joins >= len(items) && 3*joins < 2*len(items)
}

var joining = strings.Fields("a an the of to that in with from was were is are be no not or and by has have which it its for who what this where")

// natural counts the items that are words of a language; 0 if more than one in
// four is none, if all are codes, or if one is a name of code.
func natural(items []string) int {
	words, codes := 0, 0
	for _, item := range items {
		switch letters := []rune(item); {
		case strings.Contains(item, "_"), strings.ContainsFunc(strings.TrimLeftFunc(item, unicode.IsUpper), unicode.IsUpper):
			return 0
		case strings.ContainsFunc(item, notOfWord), item == "":
		case len(letters) <= 2, item == strings.ToUpper(item) && item != strings.ToLower(item):
			codes++
		default:
			words++
		}
	}
	if words == 0 || 4*(words+codes) < 3*len(items) {
		return 0
	}
	return words + codes
}

func notOfWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" '\u2019-.", r)
}

// prose reports what people read, and the examples beside a rule.
func prose(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		return ok && slices.Contains([]string{"Short", "Long", "Use", "Example", "Why", "yes", "no"}, key.Name)
	case *ast.CallExpr:
		sel, ok := n.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		pkg, ok := sel.X.(*ast.Ident)
		return ok && slices.Contains([]string{"fmt", "errors", "flag", "flags", "cmd"}, pkg.Name)
	}
	return false
}

// valueNames reports an array that has a name for each value of a type, by the
// constant that counts them.
func valueNames(n ast.Node) bool {
	lit, ok := n.(*ast.CompositeLit)
	if !ok {
		return false
	}
	array, ok := lit.Type.(*ast.ArrayType)
	if !ok {
		return false
	}
	_, counted := array.Len.(*ast.Ident)
	return counted
}
