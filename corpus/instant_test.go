package corpus_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/corpus"
)

// TestExportsHaveTimes: of each kind of export that says when a message was written, whoever
// wrote one wrote it at a time.
func TestExportsHaveTimes(t *testing.T) {
	for _, format := range []string{
		"discord", "google-chat", "line", "imessage", "mbox", "eml", "messenger", "signal", "slack-json", "sms-backup", "teams", "telegram", "whatsapp",
	} {
		files, err := filepath.Glob(filepath.Join("../internal/formats/testdata", format, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", format, err)
		}
		with, all := 0, 0
		for _, name := range files {
			if strings.HasSuffix(name, ".slots") {
				continue
			}
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			r, err := corpus.Open(bytes.NewReader(raw), name, corpus.Config{Format: corpus.Format(format)})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			for m, err := range r.Messages() {
				if err != nil {
					break
				}
				if m.Author == "" || m.Field() != "" {
					continue
				}
				if all++; m.Time.Year() > 2000 && m.Time.Year() < 2030 {
					with++
				}
			}
		}
		if t.Logf("%s: %d of %d messages have a time", format, with, all); all == 0 || 10*with < 7*all {
			t.Errorf("%s: %d of %d messages have a time", format, with, all)
		}
	}
}

// TestInstants: times as exports and mail write them, and numbers that are none.
func TestInstants(t *testing.T) {
	want := time.Date(2023, 7, 4, 21, 5, 0, 0, time.UTC)
	for s, is := range map[string]bool{
		"1688504700": true, "1688504700000": true, "1688504700.000000": true, "2023-07-04T21:05:00Z": true,
		"Tue, 4 Jul 2023 23:05:00 +0200": true, "Tue, 04 Jul 2023 21:05:00 +0000 (UTC)": true,
		"Tuesday, July 4, 2023 at 9:05:00\u202fPM UTC": true, "Jul 04, 2023  9:05:00 PM": true,
		"168850470": false, "33612345678": false, "-688504700": false, "1688504700.x": false, "": false,
	} {
		file := "text;date\nok;" + s + "\n"
		r, err := corpus.Open(strings.NewReader(file), "a.csv", corpus.Config{})
		if err != nil {
			t.Fatal(err)
		}
		for m, err := range r.Messages() {
			if err != nil || m.Time.Equal(want) != is || !is && !m.Time.IsZero() {
				t.Errorf("%q: %v, %v", s, m.Time, err)
			}
		}
	}
}
