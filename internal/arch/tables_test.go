package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ruled is the line below the head of a table in Markdown.
var ruled = regexp.MustCompile(`^\|(:?-+:?\|)+$`)

// TestTablesAreWhole: in each table of the pages every row has the cells of its head; what
// has another head is no table, and stands as a line of strokes.
func TestTablesAreWhole(t *testing.T) {
	tables := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		lines := strings.Split(string(raw), "\n")
		for i := 1; i < len(lines); i++ {
			if !ruled.MatchString(lines[i]) {
				continue
			}
			tables++
			for k := i - 1; k < len(lines) && strings.HasPrefix(lines[k], "|"); k++ {
				if cells(lines[k]) != cells(lines[i]) {
					t.Errorf("%s, line %d: %d cells in a table of %d", name, k+1, cells(lines[k]), cells(lines[i]))
				}
			}
		}
		return nil
	})
	if err != nil || tables < 50 {
		t.Errorf("%d tables, %v", tables, err)
	}
}

// cells counts those of a row.
func cells(row string) int { return strings.Count(strings.ReplaceAll(row, `\|`, ""), "|") - 1 }
