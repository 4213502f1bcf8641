package judge

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/policy"
)

// beside makes a folder of data and a repository with invented words, and gives the
// configuration that reads them.
func besideProject(t *testing.T) Config {
	t.Helper()
	root, shared := t.TempDir(), t.TempDir()
	write := func(folder, name, text string) {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(shared, "data/judge/mine_fr.jsonl", `{"id":"1","lang":"fr","text":"Coucou Patrice, ça va ?","spans":[{"start":7,"end":14,"type":"PERSON"}]}
{"id":"2","lang":"fr","text":"il pleut encore ce matin","spans":[]}
`)
	write(root, "examples/two.jsonl", `{"id":"1","lang":"fr","text":"oui","spans":[]}
{"id":"2","lang":"en","text":"yes","spans":[]}
`)
	write(root, "gen/lexicon/lists/fr/sms.tsv", "bjr\tbonjour\n")
	for _, lang := range Languages() {
		write(shared, "data/sentences/tatoeba/"+lang+".txt", strings.Repeat("Tom mange.\n", 3)+
			"La rose est belle ce matin.\nUne rose est belle ici.\nLa grande rose est belle.\nJ'ai vu Mozart hier.\nLe pain est bon.\n")
		write(shared, "data/lexicon/frequencywords/"+lang+"_50k.txt", "rose 9\npain 8\ntom 7\nzzyx 6\nmozart 5\n")
	}
	write(shared, "data/lexicon/insee_prenoms.tsv", "name\tsex\tn\tn\nRose\tF\t900\t900\nTom\tM\t900\t900\nPain\tM\t3\t3\nZoé\tF\t9000\t9000\nIda\tF\t900\t900\n")
	head := "Country,Romanized Name\n"
	write(shared, "data/lexicon/popular_names_cc0/common-forenames-by-country.csv", head+"FR,Léa\n")
	write(shared, "data/lexicon/popular_names_cc0/common-surnames-by-country.csv", head+"FR,Martin\n")
	return Config{Root: root, Shared: shared, Sample: 1}
}

func TestSets(t *testing.T) {
	c := besideProject(t)
	sets, err := Sets(c)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]Set{}
	for _, s := range sets {
		by[s.Name] = s
	}
	if s := by["mine_fr"]; s.Lang != "fr" || s.Group != Strangers || len(s.Messages) != 2 {
		t.Errorf("%+v", s)
	}
	if s := by["two"]; s.Lang != "" || s.Group != Examples {
		t.Errorf("%+v", s)
	}
	long := by["joined-mine_fr"]
	if len(long.Messages) != 1 || long.Lang != "fr" || long.Group != Joined {
		t.Fatalf("%+v", long)
	}
	if m := long.Messages[0]; m.Message.Lang != "" || len(m.Spans) != 1 || m.Message.Text[m.Spans[0].Start:m.Spans[0].End] != "Patrice" {
		t.Errorf("joined: language %q, %d spans", m.Message.Lang, len(m.Spans))
	}
	for name, s := range by {
		for _, m := range s.Messages {
			if s.nameless() && strings.ContainsAny(m.Message.Text, "TM") && strings.Contains(m.Message.Text, "om") {
				t.Errorf("%s: %q holds a name", name, m.Message.Text)
			}
		}
	}
	var words []string
	for _, m := range by["words-fr"].Messages {
		words = append(words, m.Message.Text)
	}
	if len(words) != 4 || words[0] != "rose" || words[2] != "pain" || !strings.HasSuffix(strings.TrimRight(words[1], " !"), "rose") {
		t.Errorf("words %q: rose and pain are written small, the others are names or in no sentence", words)
	}
	if n := len(by["threads-fr"].Messages); n == 0 || n%5 != 0 {
		t.Errorf("%d messages in threads of five", n)
	}
	if len(by["tatoeba-fr"].Messages) != 4 || by["tatoeba-fr-small"].Messages[0].Message.Text == by["tatoeba-fr"].Messages[0].Message.Text {
		t.Error(by["tatoeba-fr"].Messages)
	}
	named := 0
	for _, m := range by["refilled-fr"].Messages {
		named += len(m.Spans)
	}
	if named == 0 {
		t.Error("nobody in the refilled messages")
	}
}

func TestSample(t *testing.T) {
	c := besideProject(t)
	c.Only = []string{Refilled}
	whole, err := Sets(c)
	if err != nil {
		t.Fatal(err)
	}
	c.Sample = 0.1
	part, err := Sets(c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Sets(c)
	if err != nil {
		t.Fatal(err)
	}
	all, n := len(whole[0].Messages), len(part[0].Messages)
	if n < all/20 || n > all/5 || len(again[0].Messages) != n || again[0].Messages[n-1].Message.Text != part[0].Messages[n-1].Message.Text {
		t.Errorf("%d and %d of %d", n, len(again[0].Messages), all)
	}
	for _, bad := range []float64{0, -1, 1.5} {
		c.Sample = bad
		if _, err := Sets(c); err == nil {
			t.Errorf("a sample of %v", bad)
		}
	}
	c.Sample, c.Only = 1, []string{"nothing"}
	if _, err := Sets(c); err == nil {
		t.Error("a set that is not there")
	}
}

// runOf takes invented messages through a preset.
func runOf(t *testing.T, preset string, messages ...corpus.Gold) []Row {
	t.Helper()
	r, err := NewRunner(2)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	rows, err := r.Run(t.Context(), preset, []Set{
		{Name: "a", Group: Strangers, Lang: "fr", Messages: messages}, {Name: "b", Group: Strangers, Lang: "xx", Messages: messages},
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func message(id, text string, names ...string) corpus.Gold {
	g := corpus.Gold{Message: bauta.Message{ID: id, Text: text}}
	for _, n := range names {
		at := strings.Index(text, n)
		g.Spans = append(g.Spans, bauta.Span{Start: at, End: at + len(n), Label: bauta.Person})
	}
	return g
}

func TestRun(t *testing.T) {
	rows := runOf(t, "gdpr", message("1", "Coucou Patrice, ça va ?", "Patrice"), message("2", "le 0612345678 ne répond pas"),
		message("3", "rendez-vous avec xyzzy demain", "xyzzy"))
	if len(rows) != 1 {
		t.Fatalf("%d rows: a set in a language that the preset does not claim is run", len(rows))
	}
	p := rows[0].sum.persons
	if p.Messages != 3 || p.Persons != 2 || p.Gone < 1 || p.Without != 1 || p.Changed != 1 || p.Words != 1 {
		t.Errorf("%+v", p)
	}
	var b bytes.Buffer
	if err := Show(&b, rows, Hidden, 3); err != nil || !strings.Contains(b.String(), "0612345678") {
		t.Error(err, b.String())
	}
	if err := Show(&b, rows, "none", 3); err == nil {
		t.Error("a column that is not there")
	}
	if rows := runOf(t, "seekhide", message("1", "salut")); len(rows) != 1 {
		t.Errorf("%d rows of a preset for French alone", len(rows))
	}
}

// TestBeside: what a rotation wrote may be written again, and nothing else.
func TestBeside(t *testing.T) {
	first := &bauta.Result{Text: "Zoé vient et Ida", Edits: []bauta.Edit{{Start: 0, End: 3, With: "Zoé"}}}
	for _, tt := range []struct {
		edit bauta.Edit
		want bool
	}{
		{bauta.Edit{Start: 0, End: 4, With: "Léa"}, false},
		{bauta.Edit{Start: 14, End: 17, With: "Léa"}, true},
		{bauta.Edit{Start: 14, End: 17, With: "Ida"}, false},
	} {
		if got := beside(first, &bauta.Result{Edits: []bauta.Edit{tt.edit}}); got != tt.want {
			t.Errorf("%+v: %v", tt.edit, got)
		}
	}
	for preset, want := range map[string]bool{"sms4science": true, "gdpr": false} {
		f, err := policy.Load(preset)
		if err != nil || rotates(f) != want {
			t.Error(preset, err)
		}
	}
}

func TestReport(t *testing.T) {
	rows := runOf(t, "gdpr", message("1", "Coucou Patrice, ça va ?", "Patrice"), message("2", "il pleut"))
	r := NewReport(0.1, rows)
	file := filepath.Join(t.TempDir(), "report.json")
	if err := r.Save(file); err != nil {
		t.Fatal(err)
	}
	old, err := ReadReport(file)
	if err != nil {
		t.Fatal(err)
	}
	if worse, err := r.Against(old); err != nil || len(worse) > 0 {
		t.Error("worse than itself:", worse, err)
	}
	for i := range old.Figures {
		f := &old.Figures[i]
		f.Between.Low, f.Between.High = f.Value+1, f.Value-1
	}
	if worse, err := r.Against(old); err != nil || len(worse) != len(old.Figures) || len(worse) == 0 {
		t.Errorf("%d of %d figures are worse: %v", len(worse), len(old.Figures), err)
	}
	old.Sample = 1
	if _, err := r.Against(old); err == nil {
		t.Error("two samples are compared")
	}
	var text, page bytes.Buffer
	if r.WriteText(&text) != nil || r.WriteMarkdown(&page) != nil {
		t.Fatal("not written")
	}
	for _, out := range []string{text.String(), page.String()} {
		if !strings.Contains(out, "persons gone, strangers' text") || strings.Contains(out, "Patrice") {
			t.Error(out)
		}
	}
	if _, err := ReadReport(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a report that is not there")
	}
}

// TestSharedSets: what is made beside the data holds no stock name.
func TestSharedSets(t *testing.T) {
	shared := filepath.Dir(fixture.Shared(t, "data"))
	sets, err := Sets(Config{Root: "../..", Shared: shared, Sample: 1, Only: []string{"tatoeba-sv", "threads-it", "words-it"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sets {
		if len(s.Messages) < 200 {
			t.Errorf("%s: %d messages", s.Name, len(s.Messages))
		}
		for _, m := range s.Messages {
			for _, w := range words(m.Message.Text) {
				if w == "Tom" || w == "Mary" {
					t.Fatalf("%s: a stock name in message %s", s.Name, m.Message.ID)
				}
			}
		}
	}
}

// TestTexts: joined messages are all there, in order, and gold lies on what it lay on.
func TestTexts(t *testing.T) {
	var messages []corpus.Gold
	var want string
	for i := range 200 {
		text := strings.Repeat("é ", i%40) + "Zoé dort"
		at := strings.Index(text, "Zoé")
		messages = append(messages, corpus.Gold{
			Message: bauta.Message{Lang: "fr", Text: text},
			Spans:   []bauta.Span{{Start: at, End: at + len("Zoé")}},
		})
		want += text + "\n"
	}
	var got string
	spans := 0
	for _, g := range texts(messages) {
		if len(g.Message.Text) > joinedBytes+len(want)/len(messages)*2 || g.Message.Lang != "" {
			t.Errorf("%d bytes, language %q", len(g.Message.Text), g.Message.Lang)
		}
		got += g.Message.Text
		for _, s := range g.Spans {
			if g.Message.Text[s.Start:s.End] != "Zoé" {
				t.Errorf("gold lies at %d to %d", s.Start, s.End)
			}
			spans++
		}
	}
	if got != want || spans != len(messages) {
		t.Errorf("%d bytes of %d, %d spans", len(got), len(want), spans)
	}
}
