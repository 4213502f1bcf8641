package main

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// said is a message of the generated gold: who wrote, and whom it names.
type said struct {
	id                  int
	sender, named, text string
}

// generated are messages of the generated gold, a thousand where all are asked for
// (BAUTA_WHOLE=1): each from somebody else, who names people whom the taggers know.
func generated() []said {
	people := []string{
		"Maman ❤️", "Tonton Jo 🎸", "Ines B.", "Le Boss", "+33 6 12 34 56 78", "Mehdi K.", "Doudou",
	}
	parts := []string{"Bra", "Vel", "Tor", "Mig", "Gue", "Lan", "Sar", "Dol", "Pin", "Cal"}
	frames := []string{
		"tu as vu %s hier soir ?", "je suis chez %s, on t'attend", "merci %s pour le gâteau", "demande à %s pour les clés",
		"%s arrive à 20h avec le train", "c'est l'anniversaire de %s demain", "on mange quoi ce soir ?", "ok ça marche",
	}
	names := []string{"Cédric", "Léa", "Nicolas", "Hugo", "Camille", "Théo", "Zoé", "Anaïs", "Mehdi", "Sophie", "Lucas", "Manon", "Bastien"}
	n := 100
	if os.Getenv("BAUTA_WHOLE") != "" {
		n = 1000
	}
	var out []said
	for i := range n {
		m := said{id: i, sender: names[i%len(names)] + " " + parts[i/100] + parts[i/10%10] + parts[i%10], text: frames[i%len(frames)]}
		if i < len(people) {
			m.sender = people[i]
		}
		if strings.Contains(m.text, "%s") {
			m.named = names[i*5%len(names)]
			m.text = fmt.Sprintf(m.text, m.named)
		}
		out = append(out, m)
	}
	return out
}

// TestGeneratedGold: no sender is left in any field of any format, and no fewer characters
// of persons are gone than from the same messages as CSV.
func TestGeneratedGold(t *testing.T) {
	gold := generated()
	left := map[string]int{}
	for _, name := range append([]string{"a.csv"}, goldNames()...) {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, goldFile(t, name, gold), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"anonymise", "-q", path}
		if strings.HasSuffix(name, "x.xlsx") || strings.HasSuffix(name, ".ods") {
			args = append(args, "--also", "sender=name")
		}
		var out, errs bytes.Buffer
		if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("%s: %s", name, errs.String())
		}
		text := unpackedGold(t, out.Bytes())
		senders, seen := 0, map[string]bool{}
		for _, m := range gold {
			words := strings.Fields(m.sender)
			sign := words[len(words)-1] // no text holds it
			if len(sign) < 5 {
				sign = m.sender
			}
			if strings.Contains(text, sign) {
				senders++
			}
			if m.named != "" && !seen[m.named] {
				seen[m.named] = true
				left[name] += len(m.named) * strings.Count(text, m.named)
			}
		}
		if senders > 0 && name != "a.csv" {
			t.Errorf("%s: %d of %d senders are left", name, senders, len(gold))
		}
		if left[name] > left["a.csv"] {
			t.Errorf("%s: %d bytes of names left, %d of the same messages as CSV", name, left[name], left["a.csv"])
		}
	}
	t.Logf("bytes of names left of %d messages: %v", len(gold), left)
}

// unpackedGold is a text, or what the files of an archive hold.
func unpackedGold(t *testing.T, data []byte) string {
	zr, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return string(data)
	}
	var b strings.Builder
	for _, f := range zr.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&b, r); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
