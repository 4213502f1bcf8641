package gold

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"pgregory.net/rapid"
)

func TestPiecesJoinToTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Sentence{Text: rapid.StringOfN(rapid.RuneFrom([]rune("aé'’- .!Z7\n😂ß")), 0, 40, -1).Draw(t, "text")}
		if n := len(s.Text); n > 2 {
			a := rapid.IntRange(0, n-1).Draw(t, "a")
			b := rapid.IntRange(a+1, n).Draw(t, "b")
			if utf8.RuneStart(s.Text[a]) && (b == n || utf8.RuneStart(s.Text[b])) {
				s.Spans = []bauta.Span{{Start: a, End: b, Label: bauta.Person}}
			}
		}
		var joined strings.Builder
		for _, p := range s.pieces() {
			joined.WriteString(p.text)
		}
		if joined.String() != s.Text {
			t.Fatalf("pieces give %q", joined.String())
		}
		same := s.Edit(func(text string, _ bool, _ bauta.Label) string { return text })
		if same.Text != s.Text || !slices.EqualFunc(same.Spans, s.Spans, func(a, b bauta.Span) bool { return a.Start == b.Start && a.End == b.End }) {
			t.Fatalf("an edit that changes nothing changes %q", s.Text)
		}
	})
}

func TestEditDropsEmptiedSpans(t *testing.T) {
	s := mark("vu [PERSON : Zoé] hier")
	out := s.Edit(func(text string, _ bool, label bauta.Label) string {
		if label != "" {
			return ""
		}
		return text
	})
	if out.Text != "vu  hier" || len(out.Spans) != 0 {
		t.Errorf("%q %v", out.Text, out.Spans)
	}
}

func TestSplit(t *testing.T) {
	s := mark("Une phrase assez longue ici. Et [PERSON : M. Jean Bon. Ami] vient. Non\nLigne deux [LOCATION : Évry]")
	var got []string
	for _, p := range s.split() {
		check(t, p)
		got = append(got, shown(p))
	}
	want := []string{"Une phrase assez longue ici.", " Et [PERSON M. Jean Bon. Ami] vient.", " Non\n", "Ligne deux [LOCATION Évry]"}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if strings.TrimSpace(got[i]) != strings.TrimSpace(want[i]) {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

func TestUnitOf(t *testing.T) {
	for text, want := range map[string]string{
		"20 Minuten": "Minuten", "20min": "min", "5,3 km": "km", "halbe Stunde": "", "300": "", "2-3 Euro": "Euro",
	} {
		s := unitOf(text, bauta.Span{Start: 0, End: len(text)})
		if got := text[s.Start:s.End]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestMapping checks that every label a set's table names is a type of the
// project, and the rows where a slip would be easy.
func TestMapping(t *testing.T) {
	for _, set := range Sets() {
		if len(labelMap(set.Name)) == 0 {
			t.Errorf("%s has no mapping", set.Name)
		}
		if set.Licence == "" || len(set.Labels()) == 0 {
			t.Errorf("%s: licence %q, labels %v", set.Name, set.Licence, set.Labels())
		}
	}
	for _, tt := range []struct {
		set, from string
		want      bauta.Label
	}{
		{"multiconer_v2", "SportsGRP", bauta.SportsTeam},
		{"multiconer_v2", "Station", bauta.Facility},
		{"multiconer_v2", "Food", ""},
		{"multiconer_v1", "GRP", bauta.Organization},
		{"wnut17", "group", bauta.KnownGroup},
		{"germeval2014", "LOCderiv", bauta.Nationality},
		{"germeval2014", "PERpart", ""},
		{"mobie_de", "location-street", bauta.Address},
		{"mobie_de", "trigger", ""},
		{"meddocan_es", "HOSPITAL", bauta.Facility},
		{"meddocan_es", "EDAD_SUJETO_ASISTENCIA", ""},
		{"nlu_eval_en", "artist_name", bauta.KnownFigure},
		{"polyai", "people", ""},
		{"winer_fr", "Hour", bauta.Date},
	} {
		if got := labelMap(tt.set)[tt.from]; got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.set, tt.from, got, tt.want)
		}
	}
	if labelMap("nosuch") != nil {
		t.Error("an unknown set has a mapping")
	}
}

func TestHandlesAreNoPersons(t *testing.T) {
	set := Set{Name: "btc", Lang: "en", StripHandles: true}
	s := fromTokens(set, []tagged{{"@", "PER", true}, {"zoe", "PER", true}, {"met", "", false}, {"@kim", "PER", true}, {"Kim", "PER", true}})
	if got := shown(s); got != "@zoe met @kim [PERSON Kim]" {
		t.Error(got)
	}
	set.StripHandles = false
	if got := fromTokens(set, []tagged{{"@kim", "PER", true}}); len(got.Spans) != 1 {
		t.Error("a set whose handles are not stripped has lost them")
	}
}

func TestHabits(t *testing.T) {
	for _, lang := range []string{"fr", "en", "de", "es", "it", "sv"} {
		rules := habits(lang)
		if len(rules) < 10 {
			t.Errorf("%s: %d habits", lang, len(rules))
		}
		for _, r := range rules {
			if r[0] == "" || r[0] == r[1] {
				t.Errorf("%s: a habit from %q to %q", lang, r[0], r[1])
			}
		}
	}
	if habits("xx") != nil {
		t.Error("a language nobody knows has habits")
	}
}

func TestGlue(t *testing.T) {
	sp := &Speller{lang: "fr"}
	rng := rand.New(rand.NewPCG(1, 1))
	for text, want := range map[string]string{
		"je suis": "jsuis", "je ne sais": "jsais", "Te dire": "Tdire", "je aime": "je aime", "oui non": "oui non",
	} {
		if got := sp.phrases(Sentence{Text: text}, rng, 2).Text; strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := (&Speller{lang: "en"}).phrases(Sentence{Text: "je suis"}, rng, 2).Text; got != "je suis" {
		t.Error("English is glued as French:", got)
	}
}

func TestSmallNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		if got := stretch("oui", rng); len(got) < 5 || !strings.HasPrefix(got, "o") {
			t.Fatal(got)
		}
		if got := typo("bonjour", rng); utf8.RuneCountInString(got) < 6 || utf8.RuneCountInString(got) > 8 {
			t.Fatal(got)
		}
	}
	if typo("oui", rng) != "oui" || single("belle") != "bele" || stretch("7", rng) == "" || Capital("élan") != "Élan" {
		t.Error("small words")
	}
	if StripMarks("Ça été à Zoë, straße") != "Ca ete a Zoe, straße" {
		t.Error(StripMarks("Ça été à Zoë, straße"))
	}
	if likeCase("bjr", "Bonjour") != "Bjr" || likeCase("bjr", "bonjour") != "bjr" {
		t.Error("the form does not take the case of the word")
	}
}
