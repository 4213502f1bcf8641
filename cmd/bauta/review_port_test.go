package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/internal/server"
)

// TestPort takes files in and messages out as the pages do, with the real pipeline.
func TestPort(t *testing.T) {
	ctx := t.Context()
	s, err := sqlstore.Open(ctx, filepath.Join(t.TempDir(), "desk.db"), sqlstore.Config{Key: bytes.Repeat([]byte{7}, sqlstore.KeySize)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, err := s.CreateProject(ctx, review.Fresh("sms", "SMS", "fr"))
	if err != nil {
		t.Fatal(err)
	}
	at := &port{store: s, policy: "mine.yaml"}
	if got := strings.Join(at.Policies("fr"), " "); got != "mine.yaml gdpr seekhide" {
		t.Errorf("in French: %s", got)
	}
	if got := strings.Join((&port{}).Policies("de"), " "); got != "gdpr" {
		t.Errorf("in German: %s", got)
	}
	for name, c := range map[string]struct {
		file string
		how  formats.Mapping
		want int
	}{
		"a.csv":     {"nr;was\n1;coucou Patrice\n2;oui\n", formats.Mapping{Text: []string{"was"}, ID: "nr"}, 2},
		"chat.json": {`[{"text": "salut Nicolas", "who": "Zoé"}]`, formats.Mapping{}, 1},
		"bad.csv":   {"nr;was\n1;\"coucou\n", formats.Mapping{Text: []string{"was"}}, 0},
		"_chat.txt": {"[12/03/2024, 18:22:01] Léa Morand: coucou Thibault\n", formats.Mapping{}, 1},
	} {
		var items []review.Item
		var wrong error
		for it, err := range at.Items(ctx, server.File{Name: name, Data: []byte(c.file)}, c.how, "gdpr", "fr") {
			if err != nil {
				wrong = err
				break
			}
			items = append(items, it)
		}
		if len(items) != c.want || (wrong != nil) != (c.want == 0) {
			t.Errorf("%s: %d messages, %v", name, len(items), wrong)
		}
		if wrong != nil && strings.Contains(wrong.Error(), "coucou") {
			t.Errorf("%s: the error has text", name)
		}
		if _, err := s.ImportWhole(ctx, p.ID, 1, items); err != nil {
			t.Error(err)
		}
	}
	if _, err := at.Export(ctx, p, "gdpr"); !errors.Is(err, review.ErrRefused) {
		t.Errorf("an open project: %v", err)
	}
	if err := s.SetState(ctx, p.ID, review.Released, 1); err != nil {
		t.Fatal(err)
	}
	p.State = review.Released
	if _, err := at.Export(ctx, p, "none.yaml"); !errors.Is(err, review.ErrRefused) {
		t.Errorf("a policy that is not there: %v", err)
	}
	write, err := at.Export(ctx, p, "gdpr")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := write(&out); err != nil || strings.Count(out.String(), "\n") != 4 || strings.Contains(out.String(), "Patrice") {
		t.Errorf("exported %d messages, %v", strings.Count(out.String(), "\n"), err)
	}
}
