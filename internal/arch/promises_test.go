package arch

import (
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// heldBy finds what a page says a promise is held by: tests, and scripts of the command line.
var heldBy = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9_]+|[a-z_]+\\.txtar)`")

// promises cuts the page on privacy into what it promises: the points of its list at the top, and
// the rows of its table but for those that are headings.
func promises(page string) (out []string) {
	top, rest, _ := strings.Cut(page, "\n## ")
	for _, point := range strings.Split(top, "\n- ")[1:] {
		out = append(out, strings.Join(strings.Fields(point), " "))
	}
	for row := range strings.SplitSeq(rest, "\n") {
		cells := strings.Split(row, "|")
		if len(cells) != 4 || strings.Trim(cells[2], " -") == "" || strings.Contains(cells[2], "held by") {
			continue
		}
		out = append(out, strings.TrimSpace(row))
	}
	return out
}

// unheld tells of each promise that names nothing which holds it, and of each name that there is not.
func unheld(page string, there map[string]bool) (out []string) {
	for _, p := range promises(page) {
		if heldBy.FindString(p) == "" {
			out = append(out, "no test holds: "+p)
		}
	}
	for _, name := range heldBy.FindAllStringSubmatch(page, -1) {
		if !there[name[1]] {
			out = append(out, "there is no "+name[1])
		}
	}
	return out
}

// TestPromisesAreHeld: each promise of docs/privacy.md names a test that there is.
func TestPromisesAreHeld(t *testing.T) {
	there := map[string]bool{}
	for _, s := range tree(t) {
		for _, decl := range s.file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && s.test && fn.Recv == nil {
				there[fn.Name.Name] = true
			}
		}
	}
	scripts, err := filepath.Glob(filepath.Join("..", "..", "cmd", "bauta", "testdata", "script", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scripts {
		there[filepath.Base(s)] = true
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "privacy.md"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(promises(string(page))); n < 50 {
		t.Errorf("only %d promises are found on the page", n)
	}
	for _, wrong := range unheld(string(page), there) {
		t.Errorf("docs/privacy.md: %s", wrong)
	}
}

// TestPromisesWithoutATestAreFound, and names that nothing has.
func TestPromisesWithoutATestAreFound(t *testing.T) {
	page := "# Privacy\n\n- **One.** It\n  holds (`TestOne`).\n- **Two.** Nothing.\n\n## Table\n\n| what | held by |\n|---|---|\n| **A heading** | |\n" +
		"| three | `three.txtar`, `TestGone` |\n| four | hope |\n"
	want := []string{"no test holds: **Two.** Nothing.", "no test holds: | four | hope |", "there is no TestGone"}
	if got := unheld(page, map[string]bool{"TestOne": true, "three.txtar": true}); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// reaching are what a package reaches another machine, or starts another program, with.
var reaching = map[string][]string{
	"net":        {"Dial", "DialTimeout", "DialTCP", "DialUDP", "DialIP", "DialUnix", "Dialer", "Resolver", "DefaultResolver", "LookupHost", "LookupIP", "LookupAddr", "LookupTXT"},
	"net/http":   {"Client", "Get", "Post", "PostForm", "Head", "DefaultClient", "Transport", "DefaultTransport"},
	"crypto/tls": {"Dial", "DialWithDialer", "Dialer"},
	"os/exec":    {"Command", "CommandContext", "Cmd"},
}

// reachingLibraries do it for whoever imports them. The drivers of databases have a law of their own.
var reachingLibraries = []string{"net/smtp", "net/rpc", "net/http/httputil", "golang.org/x/oauth2", "github.com/coreos/go-oidc", "google.golang.org/grpc"}

// asked are the packages that may, and who asks for it.
var asked = map[string]string{
	"cmd/bauta":                "bauta page starts the browser on its own address",
	"filter":                   "the requests of the program that put filter.Transport before them",
	"internal/detect/external": "detect.external of a policy: a command, or a url on this machine unless remote: true",
	"internal/gateway":         "bauta serve --upstream",
	"internal/server":          "bauta review serve --oidc-issuer",
}

// TestNothingLeavesUnasked: no package of the program reaches another machine or starts a program, but
// where somebody asks for it by an address or a command.
func TestNothingLeavesUnasked(t *testing.T) {
	where, reach := floors(t), map[string]bool{}
	for _, s := range tree(t) {
		if fl, ok := where(s.pkg); !ok || fl.number == beside || s.test || strings.HasPrefix(s.pkg, "x/") || s.pkg == "internal/review/reviewtest" {
			continue
		}
		for _, how := range reaches(s.file) {
			if reach[s.pkg] = true; asked[s.pkg] == "" {
				t.Errorf("%s: %s reaches out of the program, and nobody has asked for it", s.path, how)
			}
		}
	}
	for pkg := range asked {
		if !reach[pkg] {
			t.Errorf("%s reaches nowhere any more; strike it from the list", pkg)
		}
	}
}

// reaches lists what a file reaches out with.
func reaches(file *ast.File) (out []string) {
	names := map[string]string{} // what a package is called in the file
	for _, imp := range file.Imports {
		is := strings.Trim(imp.Path.Value, `"`)
		if name := path.Base(is); imp.Name == nil {
			names[name] = is
		} else {
			names[imp.Name.Name] = is
		}
		for _, lib := range reachingLibraries {
			if is == lib || strings.HasPrefix(is, lib+"/") {
				out = append(out, is)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if pkg, ok := sel.X.(*ast.Ident); ok && slices.Contains(reaching[names[pkg.Name]], sel.Sel.Name) {
			out = append(out, names[pkg.Name]+"."+sel.Sel.Name)
		}
		return true
	})
	return out
}
