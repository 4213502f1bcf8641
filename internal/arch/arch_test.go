package arch

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/bauta/bauta"

// Limits of the plan.
const (
	maxFileLines     = 600
	maxFunctionLines = 80
	p90Function      = 45
	maxRootNames     = 40
	minTestShare     = 0.7
)

// beside is the floor of what stands beside the house: it may import anything,
// and nothing of the house imports it.
const beside = 99

// source is one Go file of the tree.
type source struct {
	path  string // from the root, with slashes
	pkg   string // folder from the root, "." for the root
	test  bool
	lines int // all lines
	code  int // lines with code on them, not comments
	file  *ast.File
	fset  *token.FileSet
}

// table reports files that hold data: their size is not held against them.
func (s source) table() bool {
	return strings.HasSuffix(s.path, "_table.go") || strings.HasPrefix(path.Base(s.path), "zz_")
}

func tree(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var out []source
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && p != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "tools" || name == "tmp") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, rel, src, parser.ParseComments)
		if err != nil {
			return err
		}
		out = append(out, source{rel, path.Dir(rel), strings.HasSuffix(rel, "_test.go"), strings.Count(string(src), "\n"), codeLines(src), file, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 10 {
		t.Fatalf("only %d Go files found: the test looks at the wrong place", len(out))
	}
	return out
}

// floor is a place in the house: its number, and the pattern that gave it.
type floor struct {
	number int
	entry  string
}

func floors(t *testing.T) func(pkg string) (floor, bool) {
	t.Helper()
	f, err := os.Open("floors.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	by := map[string]floor{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		fields := strings.Fields(sc.Text())
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		n, err := strconv.Atoi(fields[0])
		if err != nil {
			n = beside
		}
		for _, entry := range fields[1:] {
			by[entry] = floor{n, entry}
		}
	}
	return func(pkg string) (floor, bool) {
		if fl, ok := by[pkg]; ok {
			return fl, true
		}
		for p := pkg; p != "."; p = path.Dir(p) {
			if fl, ok := by[p+"/..."]; ok {
				return fl, true
			}
		}
		return floor{}, false
	}
}

func TestFloors(t *testing.T) {
	where := floors(t)
	for _, s := range tree(t) {
		if s.test {
			continue
		}
		from, ok := where(s.pkg)
		if !ok {
			t.Errorf("%s: package %s is on no floor; add it to internal/arch/floors.txt and docs/architecture.md", s.path, s.pkg)
			continue
		}
		for _, imp := range s.file.Imports {
			p, err := strconv.Unquote(imp.Path.Value)
			if err != nil || p != module && !strings.HasPrefix(p, module+"/") {
				if s.pkg == "." && strings.Contains(p, ".") {
					t.Errorf("%s imports %s: the root imports the standard library alone", s.path, p)
				}
				continue
			}
			target := strings.TrimPrefix(strings.TrimPrefix(p, module), "/")
			if target == "" {
				target = "."
			}
			to, ok := where(target)
			switch {
			case !ok:
				t.Errorf("%s imports %s, which is on no floor", s.path, target)
			case from.number == beside:
			case to.number == beside:
				t.Errorf("%s imports %s, which is for tests and generators only", s.path, target)
			case to.number == from.number && to.entry != from.entry, to.number > from.number:
				t.Errorf("%s (floor %d) imports %s (floor %d): import only from lower floors; move what both need down", s.path, from.number, target, to.number)
			}
		}
	}
}

// edges are imports that stay out of the program but where they are named. A path stands
// for those below it.
var edges = []struct {
	paths []string
	in    []string // packages
	why   string
}{
	{
		[]string{"modernc.org/sqlite", "github.com/jackc/pgx"},
		[]string{"cmd/bauta", "internal/review/sqlstore"},
		"a database driver",
	},
	// A quantile of a distribution is a line over mathext; its package brings LAPACK, 2 MB.
	{
		[]string{"gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/lapack", "gonum.org/v1/gonum/optimize", "gonum.org/v1/gonum/stat"},
		nil,
		"linear algebra",
	},
	// It reads its tables at every start, and reflection keeps 4 to 7 MB of methods: ADR 16.
	{
		[]string{"github.com/nyaruka/phonenumbers", "google.golang.org/protobuf"},
		[]string{"gen/phones"},
		"a library that package dialplan stands in for",
	},
}

func TestImportsStayAtTheEdge(t *testing.T) {
	for _, s := range tree(t) {
		for _, e := range edges {
			if s.test || slices.Contains(e.in, s.pkg) {
				continue
			}
			for _, imp := range s.file.Imports {
				is := strings.Trim(imp.Path.Value, `"`) + "/"
				if slices.ContainsFunc(e.paths, func(path string) bool { return strings.HasPrefix(is, path+"/") }) {
					t.Errorf("%s imports %s, which is %s; it stays in %v", s.path, is, e.why, e.in)
				}
			}
		}
	}
}

func TestSizes(t *testing.T) {
	var lengths []int
	for _, s := range tree(t) {
		if s.table() {
			continue
		}
		if s.lines > maxFileLines {
			t.Errorf("%s has %d lines; at most %d: cut it where the subject changes", s.path, s.lines, maxFileLines)
		}
		for _, decl := range s.file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || s.test {
				continue
			}
			n := s.fset.Position(fn.End()).Line - s.fset.Position(fn.Pos()).Line + 1
			lengths = append(lengths, n)
			if n > maxFunctionLines {
				t.Errorf("%s: %s has %d lines; at most %d", s.path, fn.Name.Name, n, maxFunctionLines)
			}
		}
	}
	slices.Sort(lengths)
	if p90 := lengths[len(lengths)*9/10]; p90 > p90Function {
		t.Errorf("one function in ten has more than %d lines; at most %d", p90, p90Function)
	}
}

func TestNoInit(t *testing.T) {
	for _, s := range tree(t) {
		for _, decl := range s.file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s has an init function; call it, or make a table", s.path)
			}
		}
	}
}

func TestComments(t *testing.T) {
	packages := map[string]bool{}
	for _, s := range tree(t) {
		if s.test {
			continue
		}
		if s.file.Doc != nil {
			packages[s.pkg] = true
		} else if !packages[s.pkg] {
			packages[s.pkg] = false
		}
		if strings.TrimSuffix(s.file.Name.Name, "_test") == "main" {
			continue
		}
		for _, decl := range s.file.Decls {
			checkDecl(t, s, decl)
		}
	}
	for pkg, has := range packages {
		if !has {
			t.Errorf("package %s has no package comment", pkg)
		}
	}
}

func checkDecl(t *testing.T, s source, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			t.Errorf("%s: %s has no comment", s.path, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch sp := spec.(type) {
			case *ast.TypeSpec:
				if sp.Name.IsExported() && d.Doc == nil && sp.Doc == nil {
					t.Errorf("%s: type %s has no comment", s.path, sp.Name.Name)
				}
			case *ast.ValueSpec:
				for _, n := range sp.Names {
					if n.IsExported() && d.Doc == nil && sp.Doc == nil && sp.Comment == nil {
						t.Errorf("%s: %s has no comment", s.path, n.Name)
					}
				}
			}
		}
	}
}

func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return true
	}
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if gen, ok := typ.(*ast.IndexExpr); ok {
		typ = gen.X
	}
	id, ok := typ.(*ast.Ident)
	return ok && id.IsExported()
}

// TestRootIsSmall counts the names of the root: types, functions, variables;
// the constants of one enumeration count once.
func TestRootIsSmall(t *testing.T) {
	n := 0
	for _, s := range tree(t) {
		if s.pkg != "." || s.test {
			continue
		}
		for _, decl := range s.file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && d.Name.IsExported() {
					n++
				}
			case *ast.GenDecl:
				n += exported(d)
			}
		}
	}
	if n > maxRootNames {
		t.Errorf("the root has %d exported names; at most %d: it is a vocabulary, not a library", n, maxRootNames)
	}
}

func exported(d *ast.GenDecl) int {
	n := 0
	for _, spec := range d.Specs {
		switch sp := spec.(type) {
		case *ast.TypeSpec:
			if sp.Name.IsExported() {
				n++
			}
		case *ast.ValueSpec:
			if sp.Names[0].IsExported() && (d.Tok == token.VAR || n == 0) {
				n++
			}
		}
	}
	return n
}

// TestExamplesAndTests: each public package has an Example that runs, and the
// tree has as many test lines as the plan asks.
func TestExamplesAndTests(t *testing.T) {
	where := floors(t)
	example := map[string]bool{}
	code, test := 0, 0
	for _, s := range tree(t) {
		if fl, ok := where(s.pkg); !ok || fl.number == beside || s.table() {
			continue
		}
		if s.test {
			test += s.code
		} else {
			code += s.code
		}
		if strings.TrimSuffix(s.file.Name.Name, "_test") == "main" {
			continue
		}
		if _, ok := example[s.pkg]; !ok {
			example[s.pkg] = false
		}
		for _, decl := range s.file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && s.test && strings.HasPrefix(fn.Name.Name, "Example") {
				example[s.pkg] = true
			}
		}
	}
	test += linesOf(t, "cmd", "bauta", "testdata", "script", "*.txtar")
	test += linesOf(t, "internal", "detect", "pattern", "testdata", "examples", "*.txt")
	for pkg, has := range example {
		if !has {
			t.Errorf("package %s has no Example", pkg)
		}
	}
	if share := float64(test) / float64(code); share < minTestShare {
		t.Errorf("%d test lines for %d lines of code: %.2f, at least %.2f", test, code, share, minTestShare)
	}
}

// codeLines counts the lines that hold a token other than a comment.
func codeLines(src []byte) int {
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(src))
	var sc scanner.Scanner
	sc.Init(file, src, nil, 0)
	n, last := 0, 0
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF {
			return n
		}
		line := file.Line(pos)
		end := line + strings.Count(lit, "\n")
		if tok == token.SEMICOLON && lit == "\n" {
			end = line
		}
		n += max(0, end-max(line-1, last))
		last = max(last, end)
	}
}

// linesOf counts the lines of files that are run as tests: the scripts of the command
// line, the true and false examples of the rules.
func linesOf(t *testing.T, path ...string) int {
	t.Helper()
	scripts, err := filepath.Glob(filepath.Join(append([]string{"..", ".."}, path...)...))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no files of tests found: %v", err)
	}
	n := 0
	for _, s := range scripts {
		data, err := os.ReadFile(s)
		if err != nil {
			t.Fatal(err)
		}
		n += strings.Count(string(data), "\n")
	}
	return n
}
