package page_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/page"
	"github.com/bauta/bauta/models"
)

// TestColumnsInClear: the columns that the program's summary names are named, who wrote is told among
// them, and what becomes of them is as --also has it, until another file is read.
func TestColumnsInClear(t *testing.T) {
	const people = "id;Nom;auteur;message\n1;Dupré;Zoé;salut Marie\n2;Roux;Zoé;oui Marie\n3;Roux;Max;non\n"
	p := french(t, "seekhide")
	read(t, p, "people.csv", []byte(people))
	var names []string
	for _, c := range p.About().Columns {
		names = append(names, c.Name+" "+c.Becomes)
		if c.Author != (c.Name == "auteur") {
			t.Errorf("%+v", c)
		}
	}
	if got := strings.Join(names, ", "); got != "id keep, Nom keep, auteur keep" || !p.About().Choose {
		t.Errorf("%s: %+v", got, p.About())
	}
	if p.Treat("message", "drop") || p.Treat("Nom", "scan") || !p.Treat("Nom", "drop") || !p.Treat("auteur", "hash") {
		t.Error("what was said of columns was taken otherwise")
	}
	read(t, p, "people.csv", []byte(people))
	got := saved(t, p)
	if strings.Contains(got, "Dupré") || strings.Contains(got, "Roux") || strings.Contains(got, "Zoé") {
		t.Errorf("treated:\n%s", got)
	}
	rows := strings.Split(got, "\n")
	author := func(row string) string { return strings.Split(row, ";")[2] }
	if author(rows[1]) == "" || author(rows[1]) != author(rows[2]) || author(rows[1]) == author(rows[3]) {
		t.Errorf("who wrote what:\n%s", got)
	}
	again := french(t, "seekhide")
	if err := again.Restore(p.Kept(0)); err != nil {
		t.Fatal(err)
	}
	if read(t, again, "people.csv", []byte(people)); strings.Contains(saved(t, again), "Roux") {
		t.Error("a program that begins anew leaves the columns in clear")
	}
	if cs := again.About().Columns; len(cs) != 3 || cs[1].Becomes != "drop" || cs[2].Becomes != "hash" {
		t.Errorf("%+v", cs)
	}
	read(t, p, "other.csv", []byte(people))
	named := french(t, "gdpr")
	if read(t, named, "people.csv", []byte(people)); !named.About().Alone {
		t.Error("nothing says that people are numbered anew")
	}
	if !strings.Contains(saved(t, p), "Roux") || p.About().Columns[1].Becomes != "keep" {
		t.Error("what was said of one file holds in another")
	}
}

// TestAboutExports: of a file of each format, what stays is what the program's summary names, and
// whatever can be emptied is.
func TestAboutExports(t *testing.T) {
	choose := 0
	fixture.Each(t, filepath.Join("..", "..", "examples", "exports"), "*", func(t *testing.T, file string) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, name := french(t, "seekhide"), filepath.Base(file)
		read(t, p, name, data)
		r, err := corpus.Open(bytes.NewReader(data), name, corpus.Config{Fields: true, Key: p.Key()})
		if err != nil {
			t.Fatal(err)
		}
		for range r.Messages() {
		}
		var names []string
		about := p.About()
		for _, c := range about.Columns {
			names = append(names, c.Name)
		}
		want := slices.Compact(slices.Sorted(slices.Values(r.Beside())))
		if slices.Sort(names); !slices.Equal(names, want) || about.Messages == 0 {
			t.Errorf("%q stay, the program says %q; %+v", names, want, about)
		}
		if !about.Choose {
			return
		}
		choose++
		for _, c := range about.Columns {
			p.Treat(c.Key, "drop")
		}
		read(t, p, name, data)
		for _, c := range p.About().Columns {
			if c.Becomes != "drop" {
				t.Errorf("%+v", c)
			}
		}
	})
	if choose == 0 {
		t.Error("no file has columns to choose from")
	}
}

// TestCountsMessages: a mail with a subject is one message in two rows, as in the program's summary.
func TestCountsMessages(t *testing.T) {
	p := french(t, "seekhide")
	mail := "From a@example.org Mon Jan  1 10:00:00 2024\nFrom: Zoé <a@example.org>\nSubject: la fête\n" +
		"Content-Type: text/plain; charset=utf-8\n\nsalut Marie\n\n"
	rows := read(t, p, "two.mbox", []byte(mail+mail))
	first := 0
	for _, r := range rows {
		if !r.More {
			first++
		}
	}
	if p.About().Messages != 2 || first != 2 || len(rows) != 4 {
		t.Errorf("%d messages, %d of %d rows begin one", p.About().Messages, first, len(rows))
	}
}

// TestLanguagesAreTold: what was read in which language is counted, and what is held back.
func TestLanguagesAreTold(t *testing.T) {
	p, err := page.Open("gdpr", "", models.French(), models.FrenchNeural(), models.English(), models.EnglishNeural(),
		models.Telling())
	if err != nil {
		t.Fatal(err)
	}
	read(t, p, "two.txt", []byte("je ne sais pas où tu es, on se voit demain matin ?\n"+
		"I do not know where you are, shall we meet tomorrow?\nمرحبا كيف حالك يا صديقي اليوم\n"))
	if a := p.About(); a.Langs["fr"] != 1 || a.Langs["en"] != 1 || a.Held != 1 || a.Messages != 3 {
		t.Errorf("%+v", a)
	}
}

// TestListed: a list is known by its header, a corpus is none.
func TestListed(t *testing.T) {
	for head, want := range map[string][2]bool{
		"word,kind\n": {true, true}, "\ufeffword,type\r\n\"a\",*\n": {false, true}, "word\n": {}, "": {}, "id,text\n": {}, "\"": {},
	} {
		if mask, ok := page.Listed([]byte(head)); [2]bool{mask, ok} != want {
			t.Errorf("%q: %v %v", head, mask, ok)
		}
	}
	p := french(t, "seekhide")
	read(t, p, "sms.csv", []byte(csv))
	p.Decide(page.Decision{Word: "Patrice"})
	for _, of := range []bool{true, false} {
		var list bytes.Buffer
		if err := p.List(&list, of); err != nil {
			t.Fatal(err)
		}
		if mask, ok := page.Listed(list.Bytes()); mask != of || !ok {
			t.Errorf("%q is not known", list.String())
		}
	}
}
