package page_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/page"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
)

const csv = "id,text\n1,Coucou Patrice on se voit demain ?\n2,\"oui, dis à Patrice et à Rosalie que je viens\"\n" +
	"3,mon numéro : 06 12 34 56 78\n4,\n5,rien à cacher ici 😀\n6,😀 rose te cherche Rosalie\n"

func french(t testing.TB, preset string) *page.Page {
	t.Helper()
	p, err := page.Open(preset, "fr", models.French(), models.FrenchNeural())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// read takes a file through a page and gives its rows.
func read(t testing.TB, p *page.Page, name string, data []byte) (rows []page.Row) {
	t.Helper()
	err := p.Read(context.Background(), name, data, func(r page.Row) error { rows = append(rows, r); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func saved(t testing.TB, p *page.Page) string {
	t.Helper()
	var out bytes.Buffer
	if err := p.Save(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// after is what a row shows behind its finds.
func after(r page.Row) string {
	units, last, out := utf16s(r.Text), 0, ""
	for _, m := range r.Marks {
		if m.With != nil {
			out += units.slice(last, m.Start) + *m.With
			last = m.End
		}
	}
	return out + units.slice(last, len(units))
}

// direct is what the pipeline of the whole program makes of a file, with IDs under a key.
func direct(t testing.TB, preset, name string, data, key []byte) string {
	t.Helper()
	file, err := policy.Load(preset)
	if err != nil {
		t.Fatal(err)
	}
	built, err := file.Build(policy.Options{Lang: "fr"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := corpus.Open(bytes.NewReader(data), name, corpus.Config{Fields: true, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := r.Writer(&out)
	if err != nil {
		t.Fatal(err)
	}
	for res, err := range built.Pipeline.Run(t.Context(), r.Messages(), 1) {
		if err == nil {
			err = w.Write(&res)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestSameAsTheProgram: what a page saves is what the program writes, and what it shows
// is what it saves.
func TestSameAsTheProgram(t *testing.T) {
	chat, err := os.ReadFile(filepath.Join("testdata", "chat.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, preset := range []string{"seekhide", "gdpr"} {
		for name, data := range map[string][]byte{"sms.csv": []byte(csv), "WhatsApp Chat.txt": chat} {
			p := french(t, preset)
			rows := read(t, p, name, data)
			got := saved(t, p)
			if want := direct(t, preset, name, data, p.Key()); got != want {
				t.Errorf("%s of %s:\n%s\nthe program:\n%s", name, preset, got, want)
			}
			for _, r := range rows {
				if a := after(r); !strings.Contains(got, a) && !strings.Contains(got, strings.ReplaceAll(a, `"`, `""`)) {
					t.Errorf("%s of %s shows a row that is not saved: %q", name, preset, a)
				}
			}
		}
	}
}

// TestFormats: a file of each format that people hold comes out of the page as of the program,
// those that are no text among them.
func TestFormats(t *testing.T) {
	fixture.Each(t, filepath.Join("..", "..", "examples", "exports"), "*", func(t *testing.T, file string) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, name := french(t, "seekhide"), filepath.Base(file)
		rows := read(t, p, name, data)
		got := saved(t, p)
		if want := direct(t, "seekhide", name, data, p.Key()); got != want {
			t.Errorf("the page:\n%s\nthe program:\n%s", got, want)
		}
		if len(rows) == 0 || got == string(data) {
			t.Errorf("%d rows, and the file as it was", len(rows))
		}
	})
}

// TestDecide: a word is masked or kept wherever it stands, until that is taken back, and
// goes from page to page as a list.
func TestDecide(t *testing.T) {
	p := french(t, "gdpr")
	read(t, p, "sms.csv", []byte(csv))
	before := saved(t, p)
	if !p.Decide(page.Decision{Word: "Patrice"}) || !p.Decide(page.Decision{Word: "numéro", Mask: true}) {
		t.Fatal("a decision was refused")
	}
	if p.Decide(page.Decision{Word: " "}) || p.Decide(page.Decision{Word: strings.Repeat("x", 300), Mask: true}) {
		t.Error("no word was taken for one")
	}
	var changed []int
	err := p.Again(t.Context(), "patrice", func(r page.Row) error { changed = append(changed, r.At); return nil })
	if err != nil || fmt.Sprint(changed) != "[0 1]" {
		t.Errorf("rows %v changed, %v", changed, err)
	}
	decided := saved(t, p)
	if !strings.Contains(decided, "Patrice") || strings.Contains(decided, "numéro") || strings.Contains(decided, "Rosalie") {
		t.Errorf("with decisions:\n%s", decided)
	}
	read(t, p, "sms.csv", []byte(csv))
	if again := saved(t, p); again != decided {
		t.Errorf("read once more:\n%s\nbefore:\n%s", again, decided)
	}

	q := french(t, "gdpr")
	for _, mask := range []bool{true, false} {
		var list bytes.Buffer
		if err := p.List(&list, mask); err != nil {
			t.Fatal(err)
		}
		if n, err := q.Take(list.Bytes(), mask); n != 1 || err != nil {
			t.Errorf("%d words of %s, %v", n, &list, err)
		}
	}
	read(t, q, "sms.csv", []byte(csv))
	if other := saved(t, q); other != decided {
		t.Errorf("with the lists:\n%s\nwant:\n%s", other, decided)
	}
	for _, word := range []string{"numéro", "Patrice", ""} {
		if got := p.Undo(); got.Word != word {
			t.Errorf("undone: %q, not %q", got.Word, word)
		}
	}
	if len(p.Kept(0).Rules) != 0 {
		t.Error("undo does not go back")
	}
	if back := saved(t, p); back != before {
		t.Errorf("all undone:\n%s\nbefore:\n%s", back, before)
	}
}

// TestListsInAPolicy: the words decided on the page are lists that a policy names, with
// which the program hides and keeps what the page did. Numbers are left out: who is kept on
// the page has been counted.
func TestListsInAPolicy(t *testing.T) {
	p := french(t, "gdpr")
	read(t, p, "sms.csv", []byte(csv))
	p.Decide(page.Decision{Word: "Patrice"})
	p.Decide(page.Decision{Word: "numéro", Mask: true})
	dir := t.TempDir()
	for name, mask := range map[string]bool{"always.csv": true, "never.csv": false} {
		var list bytes.Buffer
		if err := p.List(&list, mask); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), list.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	preset, err := policy.Load("gdpr")
	if err != nil {
		t.Fatal(err)
	}
	own := string(preset.Source()) + "\nlexicons: [{file: always.csv, role: hide}, {file: never.csv, role: keep}]\n"
	at := filepath.Join(dir, "own.yaml")
	if err := os.WriteFile(at, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	numbers := regexp.MustCompile(`Person \d|PERSON`)
	got := numbers.ReplaceAllString(saved(t, p), "N")
	want := numbers.ReplaceAllString(direct(t, at, "sms.csv", []byte(csv), p.Key()), "N")
	if got != want || strings.Count(got, "Patrice") != 2 || strings.Contains(got, "numéro") {
		t.Errorf("the page:\n%s\nthe program with its lists:\n%s", got, want)
	}
}

// TestRefused: what cannot be read leaves nothing behind that could be saved.
func TestRefused(t *testing.T) {
	p := french(t, "gdpr")
	for name, data := range map[string][]byte{
		"empty.csv": nil, "nul.txt": {0, 1, 2, 0}, "large.txt": make([]byte, page.MaxFile+1),
		"headless.csv": []byte("text,paul.durand@example.com\nbonjour,x\n"),
	} {
		read(t, p, "sms.csv", []byte(csv))
		if err := p.Read(t.Context(), name, data, func(page.Row) error { return nil }); err == nil {
			t.Errorf("%s was read", name)
		}
		if err := p.Save(t.Context(), &bytes.Buffer{}); err == nil {
			t.Errorf("after %s something was saved", name)
		}
	}
	if _, err := p.Take([]byte("id,text\nx,y\n"), true); err == nil {
		t.Error("a corpus was taken for a list")
	}
	german, err := page.Open("gdpr", "de", models.French())
	if err != nil {
		return
	}
	if err := german.Read(t.Context(), "sms.csv", []byte(csv), func(page.Row) error { return nil }); err == nil {
		t.Error("German was read without its models")
	}
}

// TestPlaces: what is said of one place holds there and nowhere else, goes before what is
// said of its word, and stays while the file does.
func TestPlaces(t *testing.T) {
	const chat = "Patrice arrive\n😀 vu Patrice\nPatrice arrive\n"
	p := french(t, "gdpr")
	read(t, p, "a.txt", []byte(chat))
	at := func(row, start, end int) *page.Place { return &page.Place{Row: row, Start: start, End: end} }
	for _, bad := range []page.Decision{
		{Word: "Patrice", At: at(0, 0, 6)},
		{Word: "Patrice", At: at(3, 0, 7)},
		{Word: "Patrice", At: at(-1, 0, 7)},
		{Word: "Patrice", At: at(0, 7, 0)},
		{Word: "vu Patrice", At: at(1, 1, 13)},
		{Word: "Patrice", At: at(1, 6, 1<<40)},
	} {
		if p.Decide(bad) {
			t.Errorf("%+v at %+v was taken", bad, *bad.At)
		}
	}
	if !p.Decide(page.Decision{Word: "Patrice", At: at(1, 6, 13)}) ||
		!p.Decide(page.Decision{Word: "arrive", Mask: true, At: at(2, 8, 14)}) {
		t.Fatal("places were not taken")
	}
	const here = "Person 1 arrive\n😀 vu Patrice\nPerson 1 Person 2\n"
	if got := saved(t, p); got != here {
		t.Errorf("%q", got)
	}
	p.Decide(page.Decision{Word: "Patrice", Mask: true, Label: bauta.Organization})
	p.Decide(page.Decision{Word: "arrive"})
	if got := saved(t, p); !strings.Contains(got, "vu Patrice\n") || !strings.HasSuffix(got, " Person 2\n") {
		t.Errorf("words went before places: %q", got)
	}
	p.Undo()
	p.Undo()
	again := french(t, "gdpr")
	again.Carry(p)
	rows := read(t, again, "a.txt", []byte(chat))
	if got := saved(t, again); got != here || after(rows[1]) != "😀 vu Patrice" {
		t.Errorf("read again: %q, shown %q", got, after(rows[1]))
	}
	var list bytes.Buffer
	if again.List(&list, true); strings.Contains(list.String(), "arrive") {
		t.Errorf("a place is in the list of words: %s", list.String())
	}
	if read(t, again, "b.txt", []byte(chat)); strings.Contains(saved(t, again), "Patrice") || len(again.Kept(0).Rules) != 0 {
		t.Error("places of one file hold in another")
	}
}

// TestDecisionsCostNoReading: what was decided after a file was read comes out as if it
// had been decided before.
func TestDecisionsCostNoReading(t *testing.T) {
	words := strings.Fields("coucou Patrice Rosalie on se voit demain rose numéro 06 12 34 56 78 paris 😀 é")
	late, early := french(t, "gdpr"), french(t, "gdpr")
	rapid.Check(t, func(rt *rapid.T) {
		for late.Undo().Word+early.Undo().Word != "" {
		}
		var file strings.Builder
		for range rapid.IntRange(1, 4).Draw(rt, "messages") {
			file.WriteString(strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 6).Draw(rt, "words"), " ") + "\n")
		}
		read(t, late, "m.txt", []byte(file.String()))
		for range rapid.IntRange(0, 3).Draw(rt, "decisions") {
			d := page.Decision{
				Word: rapid.SampledFrom(words).Draw(rt, "word"), Mask: rapid.Bool().Draw(rt, "mask"),
				Label: bauta.Location,
			}
			late.Decide(d)
			early.Decide(d)
		}
		read(t, early, "m.txt", []byte(file.String()))
		if a, b := saved(t, late), saved(t, early); a != b {
			rt.Fatalf("%q: decided late %q, early %q", file.String(), a, b)
		}
	})
}

// FuzzTake: whatever is given as a list, its words are counted or it is an error that
// shows none of it; and what was taken in comes out as a list of the same words.
func FuzzTake(f *testing.F) {
	for _, list := range []string{
		"word,label\nPatrice,PERSON\n", "word\n\"a\nb\"\n \n", "word\n\"open", "text\nx\n", "", "word\nnuméro\xff\n",
	} {
		f.Add([]byte(list), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, mask bool) {
		p := &page.Page{}
		n, err := p.Take(data, mask)
		if err != nil && !strings.HasPrefix(err.Error(), "this is no list of words") {
			t.Fatal(err)
		}
		if n != len(p.Kept(0).Rules) {
			t.Fatalf("%d words taken, %d decisions", n, len(p.Kept(0).Rules))
		}
		var list bytes.Buffer
		if err := p.List(&list, mask); err != nil {
			t.Fatal(err)
		}
		q := &page.Page{}
		if again, err := q.Take(list.Bytes(), mask); err != nil || again > n {
			t.Fatalf("%d words came back of %d, %v", again, n, err)
		}
	})
}
