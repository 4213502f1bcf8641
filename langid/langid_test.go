package langid

import (
	"math"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/fixture"
)

// identifier gives the shipped model, narrowed.
func identifier(t testing.TB, c Config) *Identifier {
	t.Helper()
	m, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	id, err := m.With(c)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"Salut, ça va?", "salut ça va"},
		{"CAFE\u0301 cafe\u0301s", "café cafés"},
		{"l'été gr8 2morrow", "l été gr morrow"},
		{"see https://example.org/chat?q=bonjour now", "see now"},
		{"mail bob@example.org or @bob_1 #cool", "mail or cool"},
		{"www.example.org/x ok", "ok"},
		{"caféé@x.org", "caféé"},
		{"coooool loool", "cool lool"},
		{"Приветmonde你好!", "привет monde 你好"},
		{"\xff\xfeab\xc3", "ab"},
		{"İstanbul IŞIK", "istanbul işik"},
		{"3×4÷2 = 6", ""},
		{"\u0301x", "x"},
	} {
		var got []string
		for w := range Words(c.text) {
			if w.Runes[0] != Edge || w.Runes[len(w.Runes)-1] != Edge {
				t.Errorf("%q: a word without edges", c.text)
			}
			if w.Start < 0 || w.End > len(c.text) || w.Start >= w.End {
				t.Errorf("%q: range %d–%d", c.text, w.Start, w.End)
			}
			got = append(got, string(w.Runes[1:len(w.Runes)-1]))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: words %q, want %q", c.text, s, c.want)
		}
	}
}

func TestIdentify(t *testing.T) {
	id := identifier(t, Config{})
	for _, c := range []struct{ lang, text string }{
		{"fr", "tu viens ce soir ou tu bosses encore"},
		{"fr", "Jsuis deja dans le bus, on se voit la bas"},
		{"en", "u coming 2nite? let me know asap"},
		{"de", "kommst du heute noch vorbei"},
		{"de", "schoene gruesse aus der schweiz, bis spaeter"},
		{"es", "manana no puedo, hablamos el lunes"},
		{"it", "ci vediamo stasera davanti alla stazione"},
		{"sv", "jag kommer lite senare ikväll"},
		{"nl", "ik ben al onderweg naar huis"},
		{"pt", "amanhã não consigo, falamos depois"},
		{"sr", "видимо се вечерас испред станице"},
		{"ru", "увидимся вечером у вокзала"},
		{"uk", "побачимось увечері біля вокзалу"},
		{"ja", "今夜駅前で会いましょう"},
		{"ja", "ありがとう"},
		{"zh", "今晚在车站前面见"},
		{"ko", "오늘 저녁에 봐요"},
		{"el", "τα λέμε αύριο"},
		{"he", "נתראה מחר"},
		{"hi", "कल मिलते हैं"},
		{"bn", "কাল দেখা হবে"},
		{"th", "เจอกันพรุ่งนี้"},
		{"ar", "أراك غدا إن شاء الله"},
		{"fa", "فردا می\u200cبینمت"},
		{"", ""},
		{"", "12:30 :-) ❤ @bob https://example.org"},
	} {
		g := id.Identify(c.text)
		if g.Lang != c.lang {
			t.Errorf("%q: told %q (%.2f), want %q", c.text, g.Lang, g.Prob, c.lang)
		}
		if g.Prob < 0 || g.Prob > 1+1e-9 {
			t.Errorf("%q: probability %g", c.text, g.Prob)
		}
	}
}

func TestRankSumsToOne(t *testing.T) {
	id := identifier(t, Config{})
	for _, text := range []string{"hej", "да", "a", "学", "ok ok ok", strings.Repeat("bonne nuit ", 500)} {
		sum, last := 0.0, 2.0
		for _, g := range id.Rank(text) {
			if g.Prob > last {
				t.Errorf("%.20q: not sorted", text)
			}
			sum, last = sum+g.Prob, g.Prob
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%.20q: probabilities sum to %g", text, sum)
		}
		if best := id.Rank(text)[0]; best != id.Identify(text) {
			t.Errorf("%.20q: Rank and Identify differ", text)
		}
	}
	if r := id.Rank("…"); r != nil {
		t.Errorf("ranked a text without letters: %v", r)
	}
}

func TestRestricted(t *testing.T) {
	id := identifier(t, Config{Languages: []string{"fr", "en"}})
	for text, want := range map[string]string{
		"guten Morgen zusammen": "", // whichever, but one of the two
		"on se voit demain":     "fr",
		"see you tomorrow":      "en",
		"увидимся":              "none",
		"привет привет привет привет, see you!": "en", // the only part that can be told
	} {
		got := id.Identify(text).Lang
		switch want {
		case "":
			if got != "fr" && got != "en" {
				t.Errorf("%q: %q is not one of the languages", text, got)
			}
		case "none":
			if got != "" {
				t.Errorf("%q: told %q", text, got)
			}
		default:
			if got != want {
				t.Errorf("%q: told %q, want %q", text, got, want)
			}
		}
	}
}

func TestBoundAndConfigErrors(t *testing.T) {
	strict := identifier(t, Config{Bound: 0.95})
	if g := strict.Identify("ok"); g.Lang != "" || g.Prob == 0 {
		t.Errorf("\"ok\" was told as %q with %.2f; it is written everywhere", g.Lang, g.Prob)
	}
	if g := strict.Identify("je ne sais pas ce que tu veux dire par là"); g.Lang != "fr" {
		t.Errorf("a plain French sentence: %q, %.2f", g.Lang, g.Prob)
	}
	m, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []Config{{Bound: -1}, {Bound: 2}, {Bound: math.NaN()}, {Languages: []string{"xx"}}} {
		if _, err := m.With(c); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}

func TestThread(t *testing.T) {
	id := identifier(t, Config{})
	thread := []string{"tu fais quoi ce soir?", "ok", "on va au cinéma si tu veux", "12:30", "super, merci beaucoup"}
	got := id.Thread(thread)
	for i, want := range []string{"fr", "fr", "fr", "", "fr"} {
		if got[i].Lang != want {
			t.Errorf("%q: told %q, want %q", thread[i], got[i].Lang, want)
		}
	}
	swedish := id.Thread([]string{"vad gör du ikväll?", "ok", "vi kan gå på bio om du vill"})
	if swedish[1].Lang != "sv" {
		t.Errorf("ok in a Swedish thread: %q", swedish[1].Lang)
	}
	mixed := id.Thread([]string{"tu fais quoi ce soir?", "I do not understand what you are saying to me", "on va au cinéma"})
	if mixed[1].Lang != "en" {
		t.Errorf("an English message was swayed to %q", mixed[1].Lang)
	}
	if got := id.Thread(nil); len(got) != 0 {
		t.Errorf("no messages gave %v", got)
	}
}

func TestStretches(t *testing.T) {
	id := identifier(t, Config{})
	for _, c := range []struct {
		text string
		want string
	}{
		{"slt my friend wie gehts", "fr:slt|en:my friend|de:wie gehts"},
		{"on se voit demain soir à la gare", "fr:on se voit demain soir à la gare"},
		{"je suis en retard, see you tomorrow morning", "fr:je suis en retard|en:see you tomorrow morning"},
		{"bonjour 你好 bonjour", "fr:bonjour|zh:你好|fr:bonjour"},
		{"12:30 :-)", ""},
	} {
		var got []string
		for _, s := range id.Stretches(c.text) {
			got = append(got, s.Lang+":"+c.text[s.Start:s.End])
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q: %s, want %s", c.text, s, c.want)
		}
	}
}

// Real text of the shared set: English messages are told as English.
func TestRealMessages(t *testing.T) {
	raw, err := os.ReadFile(fixture.Shared(t, "data/sms/SMSSpamCollection.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	id := identifier(t, Config{})
	n, right := 0, 0
	for line := range strings.Lines(string(raw)) {
		_, text, _ := strings.Cut(line, "\t")
		if utf8.RuneCountInString(text) < 30 {
			continue
		}
		n++
		if id.Identify(text).Lang == "en" {
			right++
		}
	}
	t.Logf("%d of %d messages told as English", right, n)
	if float64(right) < 0.98*float64(n) {
		t.Errorf("only %d of %d messages told as English", right, n)
	}
}

func TestNoAllocations(t *testing.T) {
	id := identifier(t, Config{})
	texts := []string{"tu viens ce soir? on va au ciné avec les autres", "увидимся вечером", "今夜駅前で"}
	if n := testing.AllocsPerRun(100, func() {
		for _, text := range texts {
			id.Identify(text)
		}
	}); n > 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestGroups(t *testing.T) {
	for i, lang := range languages {
		if i > 0 && languages[i-1] >= lang {
			t.Errorf("%s is not in order", lang)
		}
		if members[groupOf[i]][lane[i]] != uint8(i) {
			t.Errorf("%s: lane %d of group %d is another language", lang, lane[i], groupOf[i])
		}
	}
	if n := len(members[Latin]); n > maxGroup {
		t.Errorf("%d Latin languages; a row has %d lanes", n, maxGroup)
	}
	if got := GroupLanguages(Cyrillic); strings.Join(got, " ") != "bg mk ru sr uk" {
		t.Errorf("Cyrillic: %v", got)
	}
	if GroupLanguages(noGroup) != nil || len(Languages()) != numClasses {
		t.Error("languages of no group, or too few")
	}
}

func FuzzIdentify(f *testing.F) {
	for _, s := range []string{"", "slt my friend", "@", "http://", "a\xff", "\u0301", "İ", strings.Repeat("x", 200), "www.", "你好hello", "ééé@"} {
		f.Add(s)
	}
	id := identifier(f, Config{})
	f.Fuzz(func(t *testing.T, text string) {
		g := id.Identify(text)
		if math.IsNaN(g.Prob) || g.Prob < 0 || g.Prob > 1+1e-9 {
			t.Fatalf("probability %g", g.Prob)
		}
		last := 0
		for _, s := range id.Stretches(text) {
			if s.Start < last || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("stretch %d–%d of %d bytes after %d", s.Start, s.End, len(text), last)
			}
			last = s.End
		}
		if got := id.Thread([]string{text, "bonjour"}); len(got) != 2 {
			t.Fatal("a message is lost")
		}
	})
}

func BenchmarkIdentify(b *testing.B) {
	id := identifier(b, Config{})
	for lang, text := range map[string]string{
		"en": "are you still coming to the station tonight? I will be there at about seven, call me ok!!",
		"fr": "tu viens toujours à la gare ce soir? je serai là vers sept heures, appelle-moi d'accord",
		"ru": "ты ещё придёшь вечером на вокзал? я буду там",
	} {
		b.Run(lang, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				id.Identify(text)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "messages/s")
		})
	}
}
