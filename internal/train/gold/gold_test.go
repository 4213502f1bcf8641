package gold

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// shown writes a sentence with its spans in brackets.
func shown(s Sentence) string {
	var b strings.Builder
	at := 0
	for _, sp := range s.Spans {
		b.WriteString(s.Text[at:sp.Start] + "[" + string(sp.Label) + " " + s.Text[sp.Start:sp.End] + "]")
		at = sp.End
	}
	return b.String() + s.Text[at:]
}

func readAs(t *testing.T, name, lang, split, content string) []string {
	t.Helper()
	set := Find(name, lang, split)[0]
	set.Half = 0
	out, err := set.Read(fstest.MapFS{set.Path: {Data: []byte(content)}})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range out {
		check(t, s)
		lines = append(lines, shown(s))
	}
	return lines
}

// check fails when spans are unsorted, overlapping, empty or outside.
func check(t interface{ Fatalf(string, ...any) }, s Sentence) {
	end := 0
	for _, sp := range s.Spans {
		if sp.Start < end || sp.End <= sp.Start || sp.End > len(s.Text) {
			t.Fatalf("span %d-%d after %d in %d bytes", sp.Start, sp.End, end, len(s.Text))
		}
		end = sp.End
	}
}

func TestReaders(t *testing.T) {
	tests := []struct {
		name, lang, split, in string
		want                  []string
	}{
		{"btc", "en", "train", "#Kyiv?\tB-LOC\n#\tB-LOC\n#Lagos\tB-LOC\nUpon\tI-LOC\nwho?\tO\n", []string{"#[LOCATION Kyiv]? # #[LOCATION Lagos Upon] who?"}},
		{"wnut17", "en", "train", "Ana\tB-person\nLuz\tI-person\nsings\tO\n\t\nHi\tO\n", []string{"[PERSON Ana Luz] sings", "Hi"}},
		{"btc", "en", "test", "@\tB-PER\nzoe7\tB-PER\nmet\tO\nKim\tB-PER\n", []string{"@zoe7 met [PERSON Kim]"}},
		{"wikigold", "en", "train", "Ada I-PER\nof O\nTuva I-LOC\n\n", []string{"[PERSON Ada] of [LOCATION Tuva]"}},
		{"multiconer_v2", "sv", "train", "\n# id 1\tdomain=sv\neva _ _ B-Artist\nät _ _ O\nfil _ _ B-Food\n", []string{"[PERSON eva] ät fil"}},
		{"multiconer_v1", "de", "dev", "# id x\nrex _ _ B-CW\nrex _ _ B-CW\n", []string{"[WORK_OF_ART rex] [WORK_OF_ART rex]"}},
		{"swedish_ner_corpus", "sv", "test", "Eva PER\nEk   PER\n: 0\n", []string{"[PERSON Eva Ek] :"}},
		{
			"germeval2014", "de", "test", "#\thttp://x\t[1]\t\n1\tPolnische\tB-LOCderiv\tO\n2\tOst-Kunst\tB-LOCpart\tB-LOC\n",
			[]string{"[NATIONALITY Polnische] Ost-Kunst"},
		},
		{
			"mobie_de", "de", "train", "-DOCSTART- -1- O O\n\n20\tC\tI\tB-duration\nMinuten\tC\tI\tI-duration\nA5\tC\tI\tB-location-street\n7\tC\tI\tB-number\n",
			[]string{"20 [UNIT Minuten] [ADDRESS A5] 7"},
		},
		{
			"winer_fr", "fr", "dev", `{"text":"Université Zoé à Évry\n\nFin","entities":[[0,14,"Organization"],[11,14,"Person"],[17,21,"Location"]]}`,
			[]string{"[ORGANIZATION Université Zoé] à [LOCATION Évry]\n", "Fin"},
		},
		{
			"meddocan_es", "es", "dev", `{"text":"CP: 28016 Ávila","entities":[[4,9,"TERRITORIO"],[10,15,"TERRITORIO"]]}`,
			[]string{"CP: [ZIP_CODE 28016] [LOCATION Ávila]"},
		},
		{
			"nlu_eval_en", "en", "train", `{"annotation":"call [person : ann lee] at [time : six] [ok"}` + "\n" + `{"annotation":"null"}`,
			[]string{"call [PERSON ann lee] at [DATE six] [ok"},
		},
		{
			"polyai", "en", "test", `[{"userInput":{"text":"Ann Lee, 2 people"},"labels":[{"slot":"first_name","valueSpan":{"endIndex":3}},` +
				`{"slot":"last_name","valueSpan":{"startIndex":4,"endIndex":7}},{"slot":"people","valueSpan":{"startIndex":9,"endIndex":17}}]}]`,
			[]string{"[PERSON Ann Lee], 2 people"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, readAs(t, tt.name, tt.lang, tt.split, tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestErrorsNameTheLineOnly(t *testing.T) {
	for name, in := range map[string]string{
		"winer_fr":    "{\"text\":\"ok\",\"entities\":[]}\n{\"text\":\"secret\",\"entities\":[[0,99,\"Person\"]]}",
		"nlu_eval_en": "{}\n\"secret\"",
	} {
		lang := map[string]string{"winer_fr": "fr", "nlu_eval_en": "en"}[name]
		set := Find(name, lang, "train")[0]
		_, err := set.Read(fstest.MapFS{set.Path: {Data: []byte(in)}})
		if err == nil || !strings.Contains(err.Error(), set.Path+":2:") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Sets()[0].Read(fstest.MapFS{}); err == nil {
		t.Error("a missing file is read")
	}
}

// TestSharedSets reads every set of the data folder and checks that each label
// it finds is one the set says it annotates.
func TestSharedSets(t *testing.T) {
	root := fixture.Shared(t, "data")
	for _, set := range Sets() {
		if testing.Short() && set.Split == "train" {
			continue
		}
		list, err := set.Read(os.DirFS(root))
		if err != nil {
			t.Fatal(err)
		}
		labels, found := set.Labels(), map[bauta.Label]int{}
		for _, s := range list {
			check(t, s)
			for _, sp := range s.Spans {
				found[sp.Label]++
				if !slices.Contains(labels, sp.Label) {
					t.Fatalf("%s: label %s is not in %v", set.Path, sp.Label, labels)
				}
			}
		}
		t.Logf("%-18s %s %-5s %6d sentences %v", set.Name, set.Lang, set.Split, len(list), found)
		if len(list) < 50 || found[bauta.Person] == 0 {
			t.Errorf("%s: %d sentences, %d persons", set.Path, len(list), found[bauta.Person])
		}
	}
}

func TestHalvesAreApart(t *testing.T) {
	content := "a _ _ O\n\nb _ _ O\n\nc _ _ B-ORG\n"
	var got []string
	for _, split := range []string{"dev", "test"} {
		set := Find("multiconer_v2", "it", split)[0]
		list, err := set.Read(fstest.MapFS{set.Path: {Data: []byte(content)}})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			got = append(got, split+" "+shown(s))
		}
	}
	if diff := cmp.Diff([]string{"dev a", "dev [ORGANIZATION c]", "test b"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestDedupe(t *testing.T) {
	out, dropped := Dedupe([]Sentence{{Text: "Ça va ?"}}, []Sentence{{Text: "ça va"}, {Text: "non"}, {Text: "Non!"}})
	if dropped != 2 || len(out[0]) != 1 || len(out[1]) != 1 || out[1][0].Text != "non" {
		t.Error(out, dropped)
	}
}

func mark(marked string) Sentence {
	text, spans := inline(marked)
	return Sentence{Lang: "fr", Text: text, Spans: spans}
}

func TestCopies(t *testing.T) {
	s := mark("J'ai vu [PERSON : Zoé Élan] à [LOCATION : Évry]...")
	for _, tt := range []struct {
		name string
		f    func(Sentence) Sentence
		want string
	}{
		{"lower", Lower, "j'ai vu [PERSON zoé élan] à [LOCATION évry]..."},
		{"upper", Upper, "J'AI VU [PERSON ZOÉ ÉLAN] À [LOCATION ÉVRY]..."},
		{"accents", NoAccents, "J'ai vu [PERSON Zoe Elan] a [LOCATION Evry]..."},
		{"final", NoFinal, "J'ai vu [PERSON Zoé Élan] à [LOCATION Évry]"},
		{"recase", func(s Sentence) Sentence { return Recase(Lower(s)) }, "J'ai vu [PERSON Zoé Élan] à [LOCATION Évry]..."},
	} {
		if got := shown(tt.f(s)); got != tt.want {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}

func speller(t *testing.T) *Speller {
	t.Helper()
	sp, err := NewSpeller(fstest.MapFS{"fr/sms.tsv": {Data: []byte("# x\nbjr\tbonjour\npck\tparce que|car\njsuis\tje suis\n")}}, "fr")
	if err != nil {
		t.Fatal(err)
	}
	return sp
}

func TestRespell(t *testing.T) {
	sp := speller(t)
	if len(sp.forms) != 4 {
		t.Fatal(len(sp.forms), "normal forms")
	}
	got := shown(sp.phrases(mark("Bonjour [PERSON : Bonjour] je suis là parce que oui"), rand.New(rand.NewPCG(1, 1)), 2))
	if got != "Bjr [PERSON Bonjour] jsuis là pck oui" { // jsuis from the list or by habit
		t.Error(got)
	}
	if _, err := NewSpeller(fstest.MapFS{"fr/sms.tsv": {Data: []byte("a\tb\nbad\n")}}, "fr"); err == nil ||
		!strings.HasPrefix(err.Error(), "fr/sms.tsv:2:") {
		t.Error(err)
	}
}

func TestRespellKeepsSpans(t *testing.T) {
	sp := speller(t)
	words := []string{"parce", "que", "Bonjour", "l'été", "naïve", "ok", "17h30", "Zoé", "aaa", "de la", "–"}
	rapid.Check(t, func(rt *rapid.T) {
		var s Sentence
		for range rapid.IntRange(0, 8).Draw(rt, "n") {
			w := rapid.SampledFrom(words).Draw(rt, "w")
			if s.Text != "" {
				s.Text += " "
			}
			if rapid.IntRange(0, 3).Draw(rt, "name") == 0 {
				s.Spans = append(s.Spans, bauta.Span{Start: len(s.Text), End: len(s.Text) + len(w), Label: bauta.Person})
			}
			s.Text += w
		}
		seed := rapid.Uint64().Draw(rt, "seed")
		a := sp.Respell(s, rand.New(rand.NewPCG(seed, 1)), 1)
		b := sp.Respell(s, rand.New(rand.NewPCG(seed, 1)), 1)
		check(rt, a)
		if len(a.Spans) != len(s.Spans) || a.Text != b.Text {
			rt.Fatalf("%d of %d spans", len(a.Spans), len(s.Spans))
		}
		for _, f := range []func(Sentence) Sentence{Lower, Upper, NoAccents, NoFinal, Recase} {
			check(rt, f(s))
		}
	})
}

func FuzzReaders(f *testing.F) {
	for _, s := range []string{"a\tB-PER\n\n", "# x\n1\ta\tB-PER\tO", "{\"text\":\"é\",\"entities\":[[0,1,\"Person\"]]}", "[{\"labels\":[]}]", "[x : y]", "\xff\t\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		for _, set := range Sets() {
			list, err := set.read(set, strings.NewReader(in))
			if err != nil {
				continue
			}
			for _, s := range list {
				check(t, s)
			}
		}
	})
}
