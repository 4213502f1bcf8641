package sqlstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// canary is a word that must be found in no file.
const canary = "Zwitschervogel"

// filled is a store with a project that has the canary in a text, a word, and a
// decision's reason.
func filled(t testing.TB, source string) *sqlstore.Store {
	t.Helper()
	s := openAt(t, source, &reviewtest.Clock{})
	p, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(t.Context(), p.ID, reviewtest.Texts("le ["+canary+"?] chante", "salut ["+canary+"!]")); err != nil {
		t.Fatal(err)
	}
	_, err = s.Decide(t.Context(), review.Decision{
		ID: "decision-1", Project: p.ID, User: 1, Scope: review.OnGroup, Group: 1, Effect: review.Flag, Reason: canary, Expect: -1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// holds reports the files of a folder that hold the canary, in any case.
func holds(t testing.TB, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(canary))) {
			files = append(files, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestTextsAreSealed(t *testing.T) {
	source := sqliteFile(t)
	s := filled(t, source)
	if files := holds(t, filepath.Dir(source)); files != nil {
		t.Errorf("the canary is in clear in %v", files)
	}
	info, err := os.Stat(source)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	for _, table := range []string{"entries"} {
		all, err := s.Entries(t.Context(), 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			if strings.Contains(strings.ToLower(e.Object+e.Action), strings.ToLower(canary)) {
				t.Errorf("%s: the canary is in row %d", table, e.Seq)
			}
		}
	}
	if _, err := sqlstore.Open(t.Context(), source, sqlstore.Config{Key: bytes.Repeat([]byte{7}, 32)}); !errors.Is(err, sqlstore.ErrKey) {
		t.Errorf("another key: %v", err)
	}
	if _, err := sqlstore.Open(t.Context(), source, sqlstore.Config{}); err == nil {
		t.Error("no key opens the store")
	}
}

// TestPurgeLeavesNothing is P2: even with the master key, what is left of the
// store gives no text. A copy from before keeps its own wrapped key: the key file
// has to go with it, which docs/formats/store.md says.
func TestPurgeLeavesNothing(t *testing.T) {
	source := sqliteFile(t)
	s := filled(t, source)
	before := sealedRows(t, source)
	if err := s.Purge(t.Context(), 1, 1); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	for name, sealed := range before {
		if bytes.Contains(data, sealed) {
			t.Errorf("%s is still in the file", name)
		}
	}
	for _, suffix := range []string{"-wal", "-journal"} {
		if info, err := os.Stat(source + suffix); err == nil && info.Size() > 0 {
			t.Errorf("%s has %d bytes", suffix, info.Size())
		}
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestPurgeLeavesNoStatistics: PostgreSQL keeps samples of what was in a column.
func TestPurgeLeavesNoStatistics(t *testing.T) {
	source := databases(t)["postgres"]
	if source == nil {
		t.Skip("PostgreSQL is not installed; where CI is set, databases fails instead")
	}
	at := source(t)
	s := filled(t, at)
	db, err := sql.Open("pgx", at)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	samples := func() (n int) {
		t.Helper()
		err := db.QueryRow(`SELECT count(*) FROM pg_stats WHERE attname IN ('sealed', 'ext', 'word', 'fold', 'context', 'dek')
			AND (most_common_vals IS NOT NULL OR histogram_bounds IS NOT NULL)`).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if samples() == 0 {
		t.Error("no statistics were made")
	}
	if err := s.Purge(t.Context(), 1, 1); err != nil {
		t.Fatal(err)
	}
	if n := samples(); n > 0 {
		t.Errorf("%d columns have samples after the purge", n)
	}
}

// sealedRows gives what must be gone from the file after a purge.
func sealedRows(t testing.TB, source string) map[string][]byte {
	t.Helper()
	db := raw(t, source)
	out := map[string][]byte{}
	for name, query := range map[string]string{
		"text": "SELECT sealed FROM message WHERE id = 1", "id": "SELECT ext FROM message WHERE id = 1", "key": "SELECT dek FROM project",
		"word": "SELECT word FROM word_group WHERE id = 1", "fold": "SELECT fold FROM word_group WHERE id = 1", "context": "SELECT context FROM occurrence WHERE id = 1",
	} {
		var b []byte
		if err := db.QueryRow(query).Scan(&b); err != nil || len(b) < 16 {
			t.Fatalf("%s: %d bytes, %v", name, len(b), err)
		}
		out[name] = b
	}
	return out
}

func raw(t testing.TB, source string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestVerifyFindsEdits is P3: one byte changed, a row taken out, a row added.
func TestVerifyFindsEdits(t *testing.T) {
	for name, edit := range map[string]string{
		"audit object":    "UPDATE audit SET object = 'project/2' WHERE seq = 2",
		"audit detail":    `UPDATE audit SET detail = replace(detail, '"messages":2', '"messages":3') WHERE seq = 2`,
		"audit row gone":  "DELETE FROM audit WHERE seq = 2",
		"decision label":  "UPDATE decision SET effect = 'skip' WHERE seq = 1",
		"decision user":   "UPDATE decision SET user_id = 2 WHERE seq = 1",
		"decision again":  "UPDATE decision SET again = 1 WHERE seq = 1",
		"decision gone":   "DELETE FROM decision",
		"decision forged": "INSERT INTO decision SELECT 2, 'forged-01', project, user_id, screen, scope, grp, message, start, stop, as_start, as_stop, exact, 'keep', label, excludes, undoes, NULL, proposed, proposed_p, accepted, active_ms, keys, guideline, made, affected, upto, again, differs, NULL, '' FROM decision",
	} {
		t.Run(name, func(t *testing.T) {
			source := sqliteFile(t)
			s := filled(t, source)
			if err := s.Verify(t.Context()); err != nil {
				t.Fatal(err)
			}
			db := raw(t, source)
			if !strings.HasPrefix(edit, "INSERT") {
				if _, err := db.Exec(edit); err == nil {
					t.Error("the database lets rows be changed")
				}
			}
			for _, trigger := range []string{"decision_kept", "decision_stays", "audit_kept", "audit_stays"} {
				if _, err := db.Exec("DROP TRIGGER " + trigger); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := db.Exec(edit); err != nil {
				t.Fatal(err)
			}
			if err := s.Verify(t.Context()); err == nil || strings.Contains(err.Error(), canary) {
				t.Errorf("the edit is not found out: %v", err)
			}
		})
	}
}

// TestCiphertextCannotBeMoved swaps the sealed texts of two messages.
func TestCiphertextCannotBeMoved(t *testing.T) {
	source := sqliteFile(t)
	s := filled(t, source)
	if _, err := raw(t, source).Exec("UPDATE message SET sealed = (SELECT m.sealed FROM message m WHERE m.id = 3 - message.id)"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Message(t.Context(), 1, 1); err == nil || strings.Contains(err.Error(), canary) {
		t.Errorf("a moved text was opened: %v", err)
	}
}

func TestKeyFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.key")
	made, err := sqlstore.NewKey(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := sqlstore.ReadKey(path); err != nil || !bytes.Equal(got, made) {
		t.Errorf("read back: %v", err)
	}
	if _, err := sqlstore.NewKey(path); err == nil {
		t.Error("a key was overwritten")
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlstore.ReadKey(path); err == nil || !strings.Contains(err.Error(), "chmod") {
		t.Errorf("a readable key: %v", err)
	}
	if err := os.WriteFile(path+"2", []byte("bauta review key 1\nshort\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	zeros := base64.StdEncoding.EncodeToString(make([]byte, sqlstore.KeySize))
	if err := os.WriteFile(path+"4", []byte("bauta review key 1\n"+zeros+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"5", []byte("\ufeffbauta review key 1\r\n"+base64.StdEncoding.EncodeToString(made)+"\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := sqlstore.ReadKey(path + "5"); err != nil || !bytes.Equal(got, made) {
		t.Errorf("saved anew by an editor: %v", err)
	}
	for _, bad := range []string{path + "2", path + "3", path + "4"} {
		if _, err := sqlstore.ReadKey(bad); err == nil {
			t.Errorf("%s was read", filepath.Base(bad))
		}
	}
}

func TestPassphrase(t *testing.T) {
	source := sqliteFile(t)
	cfg := sqlstore.Config{Passphrase: "correct horse"}
	for range 2 {
		s, err := sqlstore.Open(t.Context(), source, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	cfg.Passphrase = "wrong horse"
	if _, err := sqlstore.Open(t.Context(), source, cfg); !errors.Is(err, sqlstore.ErrKey) {
		t.Errorf("another passphrase: %v", err)
	}
}

func TestBadSources(t *testing.T) {
	for name, source := range map[string]string{
		"question mark": filepath.Join(t.TempDir(), "a?mode=memory"), "no folder": filepath.Join(t.TempDir(), "no", "a.db"),
		"no database": "postgres://nobody@127.0.0.1:1/none?connect_timeout=1",
	} {
		if s, err := sqlstore.Open(context.Background(), source, sqlstore.Config{Key: key}); err == nil {
			t.Errorf("%s was opened", name)
			s.Close()
		}
	}
	garbage := filepath.Join(t.TempDir(), "garbage")
	if err := os.WriteFile(garbage, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlstore.Open(t.Context(), garbage, sqlstore.Config{Key: key}); err == nil {
		t.Error("garbage was opened")
	}
}

// FuzzParseKey: whatever stands in the environment, a key has its length or is
// refused.
func FuzzParseKey(f *testing.F) {
	f.Add("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n")
	f.Add("====")
	f.Fuzz(func(t *testing.T, s string) {
		if k, err := sqlstore.ParseKey(s); (err == nil) != (len(k) == sqlstore.KeySize) {
			t.Errorf("%d bytes, %v", len(k), err)
		}
	})
}
