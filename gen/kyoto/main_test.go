package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var a, b bytes.Buffer
	if err := run(50, 1, 0, "", &a); err != nil {
		t.Fatal(err)
	}
	towns := filepath.Join(t.TempDir(), "towns.tsv")
	if err := os.WriteFile(towns, []byte("municipality\ttown\tkoaza\tlat\tlng\nx\t架空町\t\t35.01\t135.76\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(50, 1, 100, towns, &b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&a).ReadAll()
	if err != nil || len(rows) != 51 || strings.Join(rows[0], " ") != "id author text latitude longitude" {
		t.Errorf("%d rows: %v", len(rows), err)
	}
	if !strings.Contains(b.String(), "架空町") {
		t.Error("the town is in no message")
	}
	voted, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil || len(voted) != 51 || voted[0][5] != "share" || voted[1][5] < "0" || voted[1][5] > "1" {
		t.Errorf("%d rows with votes: %v", len(voted), err)
	}
	if err := run(1, 1, 0, "nowhere.tsv", &a); err == nil {
		t.Error("a file that is not there")
	}
}
