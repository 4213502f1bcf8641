package arch

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "take from exceptions.txt what is no longer needed")

const exceptionsFile = "exceptions.txt"

// TestDensity holds the tree to the laws of density, but for the exceptions that
// are listed. The list only shrinks: what is new or worse than listed fails, and
// so does an exception that is no longer needed, until -update takes it out.
func TestDensity(t *testing.T) {
	var found []breach
	sum := totals{}
	for _, s := range tree(t) {
		src, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(s.path)))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, density(s, src)...)
		sum.add(s, src)
	}
	t.Log(sum.String(found))
	list, err := os.ReadFile(exceptionsFile)
	if err != nil {
		t.Fatal(err)
	}
	head, listed, err := readExceptions(string(list))
	if err != nil {
		t.Fatal(err)
	}
	fresh, stale, kept := compare(listed, found)
	for _, b := range fresh {
		t.Errorf("%s: %s: %s", b.file, b.place, b.reason())
	}
	if *update {
		if err := os.WriteFile(exceptionsFile, []byte(head+writeExceptions(kept)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, b := range stale {
		t.Errorf("%s: the exception %q is no longer needed as it stands: go test ./internal/arch -update", exceptionsFile, b)
	}
}

// String is the line of the list for b.
func (b breach) String() string {
	return fmt.Sprintf("%s %s %s %d", b.law, b.file, b.place, b.count)
}

// reason says what is too dense and what to do.
func (b breach) reason() string {
	switch b.law {
	case "operators":
		return fmt.Sprintf("a condition with %d of && and ||, at most %d: give its parts names", b.count, maxOperators)
	case "complexity":
		return fmt.Sprintf("cyclomatic complexity %d, at most %d: cut it where the subject changes", b.count, maxComplexity)
	case "columns":
		return fmt.Sprintf("%d lines wider than %d columns, more than are listed", b.count, maxColumns)
	default:
		return fmt.Sprintf("a list of %d words, at most %d: words are data, in lexicon/data", b.count, maxWords)
	}
}

// compare gives what is found and not listed or worse than listed, what is listed
// and not found as such, and the list as it may be written: never longer and
// never with a greater count. Breaches of one law at one place are matched by size.
func compare(listed, found []breach) (fresh, stale, kept []breach) {
	type key struct{ law, file, place string }
	group := func(all []breach) map[key][]breach {
		by := map[key][]breach{}
		for _, b := range all {
			k := key{b.law, b.file, b.place}
			by[k] = append(by[k], b)
		}
		for _, of := range by {
			slices.SortFunc(of, func(a, b breach) int { return cmp.Compare(b.count, a.count) })
		}
		return by
	}
	old, now := group(listed), group(found)
	for k, of := range now {
		for i, b := range of {
			if i >= len(old[k]) {
				fresh = append(fresh, b)
				continue
			}
			was := old[k][i]
			switch {
			case b.count > was.count:
				fresh, kept = append(fresh, b), append(kept, was)
			case b.count < was.count:
				stale, kept = append(stale, was), append(kept, b)
			default:
				kept = append(kept, b)
			}
		}
	}
	for k, of := range old {
		if n := len(now[k]); n < len(of) {
			stale = append(stale, of[n:]...)
		}
	}
	order(fresh)
	order(stale)
	order(kept)
	return fresh, stale, kept
}

func order(all []breach) {
	slices.SortFunc(all, func(a, b breach) int {
		return cmp.Or(cmp.Compare(a.law, b.law), cmp.Compare(a.file, b.file),
			cmp.Compare(a.place, b.place), cmp.Compare(b.count, a.count))
	})
}

// readExceptions gives the comment at the head of a list, and the list.
func readExceptions(list string) (head string, out []breach, err error) {
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			head += line
			continue
		}
		if len(fields) != 4 {
			return "", nil, fmt.Errorf("%s: not law, file, place and count: %q", exceptionsFile, line)
		}
		n, err := strconv.Atoi(fields[3])
		if err != nil {
			return "", nil, fmt.Errorf("%s: no count: %q", exceptionsFile, line)
		}
		out = append(out, breach{fields[0], fields[1], fields[2], n})
	}
	return head, out, nil
}

func writeExceptions(all []breach) string {
	var w strings.Builder
	for _, b := range all {
		fmt.Fprintln(&w, b)
	}
	return w.String()
}

// totals are the sizes that the breaches are shares of.
type totals struct{ functions, lines int }

func (sum *totals) add(s source, src []byte) {
	if s.test || s.table() || ast.IsGenerated(s.file) {
		return
	}
	sum.lines += strings.Count(string(src), "\n")
	for _, decl := range s.file.Decls {
		if _, ok := decl.(*ast.FuncDecl); ok {
			sum.functions++
		}
	}
}

// String says how dense the tree is, with the figures of other projects.
func (sum totals) String(found []breach) string {
	n := map[string]int{}
	wide, over25 := 0, 0
	for _, b := range found {
		n[b.law]++
		switch {
		case b.law == "columns":
			wide += b.count
		case b.law == "complexity" && b.count > 25:
			over25++
		}
	}
	return fmt.Sprintf("%d conditions of more than %d operators, %.1f per 1,000 of %d functions; "+
		"%d functions of complexity over %d, %d over 25; %d of %d lines over %d columns, %.2f %%; "+
		"%d lists of more than %d words",
		n["operators"], maxOperators, 1000*float64(n["operators"])/float64(sum.functions), sum.functions,
		n["complexity"], maxComplexity, over25,
		wide, sum.lines, maxColumns, 100*float64(wide)/float64(sum.lines), n["words"], maxWords)
}
