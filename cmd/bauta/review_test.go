package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// bautaIn runs the program in the test's folder and gives what it printed.
func bautaIn(t *testing.T, args ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	if code := run(t.Context(), args, strings.NewReader(""), &out, &errOut); code != 0 {
		t.Fatalf("bauta %s: exit %d: %s", strings.Join(args, " "), code, errOut.String())
	}
	return out.String()
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// decideAll decides every word for good, as said: mask or keep by its folded
// form; what is not named is masked.
func decideAll(t *testing.T, store string, effects map[string]review.Effect) {
	t.Helper()
	s, p, err := (&desk{}).both(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	groups, err := s.Groups(t.Context(), p.ID, review.Waiting, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		d := review.Decision{ID: "decision-" + g.Word, Project: p.ID, User: 1, Scope: review.OnWord, Group: g.ID, Effect: review.Mask, Label: bauta.Person, Expect: g.Version}
		if effects[review.Fold(g.Word)] == review.Keep {
			// The lists know it as a name: kept in the context in which it stands.
			laid, err := s.Desk(t.Context(), p.ID, 1, g.ID, 1)
			if err != nil {
				t.Fatal(err)
			}
			d.Scope, d.Effect, d.Label = review.OnPattern, review.Keep, ""
			d.Message, d.Range = laid.Occurrences[0].Message, laid.Occurrences[0].Range
		}
		if _, err := s.Decide(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SetState(t.Context(), p.ID, review.Released, 1); err != nil {
		t.Fatal(err)
	}
}

// TestReviewCircle closes the circle: what was decided once is in the export, in
// the second run, in the lists of the next policy, and gone after the purge.
func TestReviewCircle(t *testing.T) {
	t.Chdir(t.TempDir())
	const sms = "id,text\n1,vois blanche demain\n2,ma fleur est verte\n3,Coucou Patrice\n"
	put(t, "sms.csv", sms)
	put(t, "new.csv", "id,text\n7,avec Blanche\n8,ma fleur est verte\n9,une fleur pour toi\n")
	bautaIn(t, "review", "init", "desk.db")
	bautaIn(t, "review", "import", "desk.db", "--policy", "seekhide-2013", "sms.csv")
	decideAll(t, "desk.db", map[string]review.Effect{"fleur": review.Keep})

	// The numbers of names that this policy writes stand in a public list: no release, but to look at.
	out := bautaIn(t, "review", "export", "desk.db", "--policy", "seekhide-2013", "--unreleased")
	for _, want := range []string{"vois <PRE_7", "ma fleur est verte", "Coucou <PRE_7"} {
		if !strings.Contains(out, want) {
			t.Errorf("the export lacks %q: %s", want, out)
		}
	}
	first := bautaIn(t, "anonymise", "--policy", "seekhide-2013", "--decisions", "desk.db", "sms.csv")
	if strings.Contains(first, "?_") || !strings.Contains(first, "ma fleur est verte") {
		t.Errorf("the second run asks again: %s", first)
	}
	second := bautaIn(t, "anonymise", "--policy", "seekhide-2013", "--decisions", "desk.db", "new.csv")
	for _, want := range []string{"avec <PRE_7", "8,ma fleur est verte", "9,une <?_5>"} {
		if !strings.Contains(second, want) {
			t.Errorf("new messages lack %q: %s", want, second)
		}
	}

	bautaIn(t, "review", "export", "desk.db", "--policy", "seekhide-2013", "--lexicon", "lists", "--gold", "gold.jsonl", "--report", "effort.json")
	preset, err := os.ReadFile(filepath.Join("lists", "always.csv"))
	if err != nil || !strings.Contains(string(preset), `"blanche"`) {
		t.Errorf("always.csv: %q, %v", preset, err)
	}
	shown := bautaIn(t, "policy", "show", "seekhide-2013")
	put(t, "own.yaml", shown+"\nlexicons:\n  - {file: lists/always.csv, role: dictionary}\n  - {file: lists/never.csv, role: anti-dictionary}\n")
	if own := bautaIn(t, "anonymise", "--policy", "own.yaml", "new.csv"); !strings.Contains(own, "avec <") || strings.Contains(own, "avec <?") {
		t.Errorf("the lists do not serve a policy: %s", own)
	}
	effort, err := os.ReadFile("effort.json")
	if err != nil || !strings.Contains(string(effort), `"decisions": 2`) {
		t.Errorf("effort: %s, %v", effort, err)
	}

	if cert := bautaIn(t, "review", "doctor", "desk.db", "--purge"); !strings.Contains(cert, "Certificate of destruction") || !strings.Contains(cert, "messages  3") {
		t.Errorf("certificate: %s", cert)
	}
	if sound := bautaIn(t, "review", "doctor", "desk.db"); !strings.Contains(sound, "corpus (purged): 3 messages, 2 decisions") {
		t.Errorf("doctor: %s", sound)
	}
}

func TestReviewKeys(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("BAUTA_REVIEW_PASSPHRASE", "a long sentence that nobody guesses")
	bautaIn(t, "review", "init", "desk.db")
	if _, err := os.Stat("desk.db.key"); err == nil {
		t.Error("a key file was made beside a passphrase")
	}
	bautaIn(t, "review", "doctor", "desk.db")
	t.Setenv("BAUTA_REVIEW_PASSPHRASE", "another")
	var errOut bytes.Buffer
	if code := run(t.Context(), []string{"review", "doctor", "desk.db"}, nil, &bytes.Buffer{}, &errOut); code != 1 || !strings.Contains(errOut.String(), "not this store's") {
		t.Errorf("another passphrase: exit %d, %s", code, errOut.String())
	}
	t.Setenv("BAUTA_REVIEW_PASSPHRASE", "")
	key := make([]byte, sqlstore.KeySize)
	rand.Read(key)
	t.Setenv("BAUTA_REVIEW_KEY", base64.StdEncoding.EncodeToString(key))
	bautaIn(t, "review", "init", "other.db")
	bautaIn(t, "review", "doctor", "other.db")
	if got := shown("postgres://anna:secret@host/desk"); strings.Contains(got, "secret") {
		t.Errorf("a password is shown: %s", got)
	}
}

// TestInitIsQuiet: a new store says where it and its key are, unless it is to be quiet.
func TestInitIsQuiet(t *testing.T) {
	folder(t, nil)
	if got := must(t, "review", "init", "desk.db"); !strings.Contains(got.err, "key desk.db.key") {
		t.Errorf("said: %s", got.err)
	}
	if got := must(t, "review", "init", "-q", "other.db"); got.out+got.err != "" {
		t.Errorf("quiet: %s%s", got.out, got.err)
	}
}

// TestImportSaysWhatLooksLikeAnotherLanguage: a project in one language reads what it is given in that, and the summary says how many
// messages look like another one.
func TestImportSaysWhatLooksLikeAnotherLanguage(t *testing.T) {
	rows := "id,text\n"
	for i := range 20 {
		said := "je rentre un peu plus tard ce soir"
		if i%4 == 0 {
			said = "ich komme heute etwas später nach hause"
		}
		rows += fmt.Sprintf("%d,%s\n", i, said)
	}
	folder(t, map[string]string{"a.csv": rows, "fr.csv": strings.ReplaceAll(rows, "ich komme heute etwas später nach hause", "on part en vacances demain matin")})
	must(t, "review", "init", "desk.db", "--name", "p", "--lang", "fr", "-q")
	for name, want := range map[string]bool{"a.csv": true, "fr.csv": false} {
		got := must(t, "review", "import", "desk.db", name).err
		if strings.Contains(got, "5 of the first 20 texts that say it look like another language than fr, in which all are read, most like de") != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
