package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review/reviewtest"
)

// recipe gives the block of docs/rows.md in a language.
func recipe(t *testing.T, lang string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "rows.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```" + lang + "\n(.*?)```").FindSubmatch(page)
	if m == nil {
		t.Fatalf("docs/rows.md has no recipe in %s", lang)
	}
	return string(m[1])
}

// TestRecipePostgres: a server of PostgreSQL takes a table through bauta.
func TestRecipePostgres(t *testing.T) {
	psql, err := exec.LookPath("psql")
	if err != nil {
		t.Skip("there is no psql; internal/setup.sh postgres installs it")
	}
	pg, err := reviewtest.StartPostgres()
	if errors.Is(err, reviewtest.ErrNoPostgres) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pg.Stop() })
	bauta, released := filepath.Join(pg.Dir(), "bauta"), filepath.Join(pg.Dir(), "released.tsv")
	copied(t, bauta)
	sql := strings.NewReplacer("bauta anonymise", bauta+" anonymise", "/tmp/released.tsv", released).Replace(recipe(t, "sql"))
	cmd := exec.Command(psql, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", pg.Database(t), "-c",
		"CREATE TABLE messages (id int, body text); CREATE TABLE released (id int, body text);"+
			`INSERT INTO messages VALUES (1, 'Coucou Patrice, ça va?'), (2, E'mon mail:\tlea@example.com'), (3, 'à demain')`,
		"-c", sql, "-c", "SELECT * FROM released ORDER BY id")
	out, err := cmd.CombinedOutput()
	if want := "1|Coucou Person 1, ça va?\n2|mon mail:\tEMAIL\n3|à demain\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%swant\n%s", err, out, want)
	}
}

// copied puts a copy of bauta where a server may run it.
func copied(t *testing.T, name string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	from, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	to, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	if _, err := io.Copy(to, from); err != nil {
		t.Fatal(err)
	}
}

// TestRecipeParallel: GNU parallel keeps rows in order over several runs of bauta.
func TestRecipeParallel(t *testing.T) {
	said, err := exec.Command("parallel", "--version").Output()
	if err != nil || !strings.Contains(string(said), "GNU parallel") {
		t.Skip("there is no GNU parallel; internal/setup.sh parallel installs it")
	}
	dir := t.TempDir()
	in := strings.Repeat("salut Patrice Martin\n", 9000)
	if err := os.WriteFile(filepath.Join(dir, "messages.txt"), []byte(in), 0o600); err != nil {
		t.Fatal(err)
	}
	shell(t, dir, strings.TrimSpace(recipe(t, "sh")))
	got, err := os.ReadFile(filepath.Join(dir, "released.txt"))
	if want := strings.Repeat("salut Person 1\n", 9000); err != nil || string(got) != want {
		t.Errorf("%v, %d bytes", err, len(got))
	}
}
