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

// recipes gives the blocks of a page in docs in a language.
func recipes(t *testing.T, page, lang string) (out []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?s)```"+lang+"\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		out = append(out, strings.TrimSpace(m[1]))
	}
	if len(out) == 0 {
		t.Fatalf("docs/%s has no recipe in %s", page, lang)
	}
	return out
}

// postgres starts PostgreSQL where it is installed, with a copy of bauta that it may run, and
// gives what runs SQL in a database of its own.
func postgres(t *testing.T) (dir string, psql func(sql ...string) string) {
	t.Helper()
	client, err := exec.LookPath("psql")
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
	copied(t, filepath.Join(pg.Dir(), "bauta"))
	database := pg.Database(t)
	return pg.Dir(), func(sql ...string) string {
		args := []string{"-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", database}
		for _, s := range sql {
			s = strings.NewReplacer("bauta anonymise", filepath.Join(pg.Dir(), "bauta")+" anonymise", "/tmp", pg.Dir()).Replace(s)
			args = append(args, "-c", s)
		}
		out, err := exec.Command(client, args...).CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return string(out)
	}
}

// TestRecipePostgres: a server of PostgreSQL takes a table through bauta. What stands in
// texts that databases write with signs of their own is there as it was, but for the names;
// what is not a text stays none.
func TestRecipePostgres(t *testing.T) {
	dir, psql := postgres(t)
	got := psql("CREATE TABLE messages (id int, body text); CREATE TABLE released (id int, body text);"+
		`INSERT INTO messages VALUES (1, 'Coucou Patrice, ça va?'), (2, E'mon mail:\tlea@example.com'), (3, 'à demain'),`+
		`(4, NULL), (5, ''), (6, E'salut\nPatrice\tMartin\r\nC:\\new\\x41\b\f\v'), (7, E'\\N'), (8, E'\\.'), (9, E'a\\nb\nC:\\temp\\')`,
		recipes(t, "rows.md", "sql")[0], `SELECT * FROM released WHERE id < 4 ORDER BY id`,
		`SELECT count(*), count(body) FROM released`,
		`SELECT id FROM messages JOIN released r USING (id) WHERE id > 3 AND `+
			`replace(messages.body, E'Patrice\tMartin', E'Person 1\tPerson 2') IS DISTINCT FROM r.body`)
	if want := "1|Coucou Person 1, ça va?\n2|mon mail:\tEMAIL\n3|à demain\n9|8\n"; got != want {
		t.Errorf("%swant\n%s", got, want)
	}
	// What others write: the server reads these as names, and finds none.
	put(t, filepath.Join(dir, "raw.tsv"), `1	Coucou \x50atrice`+"\n"+`2	Coucou \120atrice, P\atrice`+"\n"+`3	Coucou Patri\143e\x2c à demain`+"\n")
	if err := os.Chmod(filepath.Join(dir, "raw.tsv"), 0o644); err != nil { // the server is another user
		t.Fatal(err)
	}
	got = psql(`CREATE TABLE raw (id int, body text); CREATE TABLE clean (id int, body text); COPY raw FROM '/tmp/raw.tsv'`,
		`COPY clean FROM PROGRAM 'bauta anonymise -q --rows --format tsv --no-header --text-column 2 /tmp/raw.tsv'`,
		`SELECT count(*) FROM raw JOIN clean USING (id) WHERE replace(raw.body, 'Patrice', 'Person 1') = clean.body AND raw.body LIKE '%Patrice%'`)
	if got != "3\n" {
		t.Errorf("the server and bauta read %s of 3 rows alike", got)
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
	shell(t, dir, recipes(t, "rows.md", "sh")[0])
	got, err := os.ReadFile(filepath.Join(dir, "released.txt"))
	if want := strings.Repeat("salut Person 1\n", 9000); err != nil || string(got) != want {
		t.Errorf("%v, %d bytes", err, len(got))
	}
}
