package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// said is a message of the generated gold: who wrote, and whom it names.
type said struct{ sender, named, text string }

// generated are a thousand messages of twenty people, invented, who name each other.
func generated() []said {
	people := []string{
		"Cédric", "Léa Martin", "Nicolas Dubois", "Hugo", "Camille Roux", "Maman ❤️", "Tonton Jo 🎸", "Ines B.", "Théo", "Zoé Lefèvre",
		"Le Boss", "+33 6 12 34 56 78", "Anaïs", "Mehdi K.", "Sophie Bernard", "Doudou", "Lucas", "Manon", "Bastien", "Éloïse",
	}
	frames := []string{
		"tu as vu %s hier soir ?", "je suis chez %s, on t'attend", "merci %s pour le gâteau", "demande à %s pour les clés",
		"%s arrive à 20h avec le train", "c'est l'anniversaire de %s demain", "on mange quoi ce soir ?", "ok ça marche",
	}
	names := []string{"Cédric", "Léa", "Nicolas", "Hugo", "Camille", "Théo", "Zoé", "Anaïs", "Mehdi", "Sophie", "Lucas", "Manon", "Bastien"}
	var out []said
	for i := range 1000 {
		m := said{sender: people[i*7%len(people)], text: frames[i%len(frames)]}
		if strings.Contains(m.text, "%s") {
			m.named = names[i*5%len(names)]
			m.text = fmt.Sprintf(m.text, m.named)
		}
		out = append(out, m)
	}
	return out
}

// TestGeneratedGold: of a thousand messages no sender is left in any field, and no fewer
// characters of persons are gone than from the same messages as CSV.
func TestGeneratedGold(t *testing.T) {
	gold := generated()
	files := map[string]string{"a.csv": asCSVFile(t, gold), "chat.txt": asWhatsApp(gold), "result.json": asTelegram(t, gold)}
	left := map[string]int{}
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := run(context.Background(), []string{"anonymise", "-q", path}, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("%s: %s", name, errs.String())
		}
		text := out.String()
		for _, m := range gold {
			if name != "a.csv" && len(m.sender) > 6 && strings.Contains(text, m.sender) {
				t.Fatalf("%s: a sender is left", name)
			}
		}
		seen := map[string]bool{}
		for _, m := range gold {
			if m.named != "" && !seen[m.named] {
				seen[m.named] = true
				left[name] += len(m.named) * strings.Count(text, m.named)
			}
		}
	}
	t.Logf("bytes of names left: %v", left)
	for name, n := range left {
		if n > left["a.csv"] {
			t.Errorf("%s: %d bytes of names left, %d of the same messages as CSV", name, n, left["a.csv"])
		}
	}
}

// asCSVFile writes the texts alone, one conversation.
func asCSVFile(t *testing.T, gold []said) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"id", "thread", "text"})
	for i, m := range gold {
		w.Write([]string{fmt.Sprint(i), "t", m.text})
	}
	if w.Flush(); w.Error() != nil {
		t.Fatal(w.Error())
	}
	return b.String()
}

func asWhatsApp(gold []said) string {
	var b strings.Builder
	for i, m := range gold {
		fmt.Fprintf(&b, "04/07/2023, %02d:%02d - %s: %s\n", i/60%24, i%60, m.sender, m.text)
	}
	return b.String()
}

func asTelegram(t *testing.T, gold []said) string {
	var all []map[string]any
	for i, m := range gold {
		all = append(all, map[string]any{
			"id": i, "type": "message", "date_unixtime": fmt.Sprint(1688504700 + i), "from": m.sender,
			"from_id": fmt.Sprintf("user%d", 1000000+len(m.sender)*1000+int(m.sender[0])), "text": m.text,
		})
	}
	data, err := json.Marshal(map[string]any{"name": "x", "type": "private_group", "id": 77777777, "messages": all})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
