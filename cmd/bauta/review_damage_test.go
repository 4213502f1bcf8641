package main

import (
	"bytes"
	"database/sql"
	"os"
	"strings"
	"testing"
)

// TestExportOfADamagedStore: what somebody changed is left out and named, the rest
// is written, and the exit status says so; doctor says the same.
func TestExportOfADamagedStore(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "sms.csv", "id,text\n1,vois blanche demain\n2,Coucou Patrice\n3,rien du tout\n")
	bautaIn(t, "review", "init", "desk.db")
	bautaIn(t, "review", "import", "desk.db", "--policy", "seekhide-2013", "sms.csv")
	bautaIn(t, "review", "doctor", "desk.db")
	db, err := sql.Open("sqlite", "desk.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("DELETE FROM occurrence WHERE message = 2"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"review", "doctor", "desk.db"},
		{"review", "export", "desk.db", "--policy", "seekhide-2013", "--unreleased", "-o", "out.jsonl", "--gold", "gold.jsonl"},
	} {
		var out, errOut bytes.Buffer
		code := run(t.Context(), args, strings.NewReader(""), &out, &errOut)
		if said := out.String() + errOut.String(); code != 1 || !strings.Contains(said, "message 2: ") || strings.Contains(said, "Patrice") {
			t.Errorf("%s: exit %d, %s", args[1], code, said)
		}
	}
	written, err := os.ReadFile("out.jsonl")
	if err != nil || bytes.Count(written, []byte("\n")) != 2 || bytes.Contains(written, []byte("Patrice")) {
		t.Errorf("%s, %v", written, err)
	}
	if gold, err := os.ReadFile("gold.jsonl"); err != nil || bytes.Contains(gold, []byte("Patrice")) {
		t.Errorf("%s, %v", gold, err)
	}
	if _, err := db.Exec("UPDATE project SET state = 'released', released = 1"); err != nil {
		t.Fatal(err)
	}
	var errOut bytes.Buffer
	if code := run(t.Context(), []string{"review", "export", "desk.db"}, strings.NewReader(""), &bytes.Buffer{}, &errOut); code != 1 ||
		!strings.Contains(errOut.String(), "changed by somebody else") {
		t.Errorf("a store that was called released: exit %d, %s", code, errOut.String())
	}
}

// TestDamagedStoresDecideNothing: what people decided is applied from a sound store
// alone, as a mask that somebody took out of it would let a name out; an empty file
// is no store, and stays empty; no output takes the place of what lies beside one.
func TestDamagedStoresDecideNothing(t *testing.T) {
	folder(t, map[string]string{"sms.csv": "id,text\n1,vois blanche demain\n2,Coucou Patrice\n", "empty.db": ""})
	bautaIn(t, "review", "init", "desk.db")
	bautaIn(t, "review", "import", "desk.db", "--policy", "seekhide-2013", "sms.csv")
	bautaIn(t, "anonymise", "-q", "--policy", "seekhide-2013", "--decisions", "desk.db", "-o", "sound.csv", "sms.csv")
	db, err := sql.Open("sqlite", "desk.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE occurrence SET effect = 'keep', label = ''"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want string
		args []string
	}{
		{"desk.db: the store is damaged", []string{"anonymise", "--policy", "seekhide-2013", "--decisions", "desk.db", "-o", "out.csv", "sms.csv"}},
		{"empty.db: there is no store", []string{"review", "doctor", "empty.db"}},
		{"overwritten", []string{"review", "export", "desk.db", "--unreleased", "-o", "desk.db-shm"}},
		{"overwritten", []string{"review", "export", "desk.db", "--unreleased", "-o", "desk.db.sessions"}},
	} {
		if got := invoke(t, "", c.args...); got.code != 1 || !strings.Contains(got.err, c.want) {
			t.Errorf("bauta %s: %d, %q; want %q", strings.Join(c.args, " "), got.code, got.err, c.want)
		}
	}
	if _, err := os.Stat("out.csv"); err == nil {
		t.Error("a damaged store's decisions were applied")
	}
	if info, err := os.Stat("empty.db"); err != nil || info.Size() != 0 {
		t.Error("an empty file became a store")
	}
}
