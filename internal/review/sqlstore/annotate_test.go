package sqlstore_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// annotated is a filled store in which somebody annotated the first message,
// took a place out of it, and published a guideline that quotes it.
func annotated(t *testing.T, source string) *sqlstore.Store {
	t.Helper()
	s := filled(t, source)
	m, err := s.Message(t.Context(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Projects(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	a := review.Annotation{ID: "annotation-1", Project: 1, User: 1, Message: 1, Act: review.ActLabel, Expect: -1}
	at := strings.Index(m.Message.Text, canary)
	if len(p[0].Labels) > 0 && at >= 0 {
		a.Spans = []bauta.Span{{Start: at, End: at + len(canary), Label: p[0].Labels[0]}}
	}
	if _, err := s.Annotate(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Publish(t.Context(), review.Guideline{Project: 1, Lang: "fr", Text: "such as " + canary, User: 1}); err != nil {
		t.Fatal(err)
	}
	if err := s.Locate(t.Context(), review.Located{ID: "location-1", Project: 1, User: 1, Message: 1}); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAnnotationsAreSealed: guidelines and the words of tokens are in no file,
// and gone for good after a purge.
func TestAnnotationsAreSealed(t *testing.T) {
	source := sqliteFile(t)
	s := annotated(t, source)
	db := raw(t, source)
	gone := map[string][]byte{}
	for name, query := range map[string]string{"guideline": "SELECT sealed FROM guideline", "form": "SELECT form FROM token_label ORDER BY idx LIMIT 1"} {
		var b []byte
		if err := db.QueryRow(query).Scan(&b); err != nil || len(b) < 16 {
			t.Fatalf("%s: %d bytes, %v", name, len(b), err)
		}
		gone[name] = b
	}
	for _, suffix := range []string{"", "-wal"} {
		if data, err := os.ReadFile(source + suffix); err == nil && bytes.Contains(data, []byte(canary)) {
			t.Errorf("the file%s has the word", suffix)
		}
	}
	if err := s.Purge(t.Context(), 1, 1); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range gone {
		if bytes.Contains(data, b) {
			t.Errorf("%s is still in the file", name)
		}
	}
}

// TestVerifyFindsEditedAnnotations: the log of annotations is bound to the audit.
func TestVerifyFindsEditedAnnotations(t *testing.T) {
	for name, edit := range map[string]string{
		"labels": `UPDATE annotation SET spans = '[]x' WHERE seq = 1`,
		"user":   "UPDATE annotation SET user_id = 2 WHERE seq = 1",
		"gone":   "DELETE FROM annotation",
	} {
		t.Run(name, func(t *testing.T) {
			source := sqliteFile(t)
			s := annotated(t, source)
			if err := s.Verify(t.Context()); err != nil {
				t.Fatal(err)
			}
			db := raw(t, source)
			if _, err := db.Exec(edit); err == nil {
				t.Error("the database lets rows be changed")
			}
			for _, trigger := range []string{"annotation_kept", "annotation_stays"} {
				if _, err := db.Exec("DROP TRIGGER " + trigger); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := db.Exec(edit); err != nil {
				t.Fatal(err)
			}
			if err := s.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), "annotations") {
				t.Errorf("the edit is not found out: %v", err)
			}
		})
	}
}

// TestSameLabelsAgain: whoever labels a message once more, in the same way or, of some tokens, in another, leaves a whole
// store: rows that come back as they were are counted once.
func TestSameLabelsAgain(t *testing.T) {
	for name, source := range databases(t) {
		t.Run(name, func(t *testing.T) {
			s, p := talk(t, source(t))
			for i, spans := range [][]bauta.Span{{{Start: 4, End: 8, Label: bauta.Person}}, {{Start: 0, End: 8, Label: bauta.Person}}, nil, nil} {
				if _, err := s.Annotate(t.Context(), review.Annotation{
					ID: fmt.Sprintf("again-%03d", i), Project: p.ID, Message: 5, User: 1, Act: review.ActLabel, Expect: -1, Spans: spans,
				}); err != nil {
					t.Fatal(err)
				}
				wholeStore(t, s, p.ID)
			}
		})
	}
}
