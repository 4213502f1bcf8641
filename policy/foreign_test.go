package policy_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/policy"
)

const reading = `
policy: x
language: auto
languages: [fr, en, de]
detect: {pattern: {}}
default: tag
`

// foreigners gives the filter of a policy's source.
func foreigners(t *testing.T, src string) *routing.Foreign {
	t.Helper()
	b, err := parse(t, src).Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b.Foreign
}

// sift runs messages "lang|thread|text" through the filter and gives the
// languages of those set aside, "." for those that pass.
func sift(t *testing.T, o *routing.Foreign, lines ...string) string {
	t.Helper()
	out := strings.Split(strings.Repeat(".", len(lines)), "")
	var passed []string
	for m, err := range o.Filter(messages(lines), func(m *bauta.Message, g langid.Guess) (bool, error) {
		i := 0
		fmt.Sscan(m.ID, &i)
		if out[i] = g.Lang; g.Lang == "" {
			out[i] = "?"
		}
		return false, nil
	}) {
		if err != nil {
			t.Fatal(err)
		}
		passed = append(passed, m.ID)
	}
	n := 0
	for i, o := range out {
		if o == "." {
			if n >= len(passed) || passed[n] != fmt.Sprint(i) {
				t.Fatalf("passed %v of %v", passed, out)
			}
			n++
		}
	}
	return strings.Join(out, " ")
}

func messages(lines []string) func(func(bauta.Message, error) bool) {
	return func(yield func(bauta.Message, error) bool) {
		for i, l := range lines {
			f := strings.SplitN(l, "|", 3)
			if !yield(bauta.Message{ID: fmt.Sprint(i), Lang: f[0], Thread: f[1], Text: f[2]}, nil) {
				return
			}
		}
	}
}

func TestForeign(t *testing.T) {
	o := foreigners(t, reading)
	for _, c := range []struct {
		what, want string
		lines      []string
	}{
		{"languages that are read", ". . .", []string{"||on se retrouve demain matin devant la gare", "||see you tomorrow at the station", "||wir sehen uns morgen am Bahnhof"}},
		{"languages that are not", "pl ru sv", []string{"||spotkamy się jutro rano przed dworcem", "||увидимся завтра", "||vi ses imorgon bitti utanför stationen"}},
		{"too little to say", ". . . . .", []string{"||ok", "||lol 😂", "||mdr", "||12:30", "||"}},
		{"a name alone", ". .", []string{"||Camille Nowak", "||Zoë"}},
		{"names from elsewhere", ". tr", []string{"||Meine IBAN lautet DE44 5001 0517 5407 3249 31, Kontoinhaberin Ayşe Yıldırım, danke", "||Ayşe bugün işe gitmedi, yarın görüşürüz"}},
		{"SMS spelling", ". .", []string{"||slt tu fé koi ce soir jpp mdrrr", "||c u l8r m8 gonna b l8"}},
		{"Swiss German", ".", []string{"||chunsch hüt z abig au id Badi, mir träffed eus am sächsi"}},
		{"declared", ". . nl . .", []string{"fr||", "de-CH||hoi zäme", "nl||ok", "gsw||sali", "xx||see you tomorrow at the station"}},
		{"a short message goes with its thread", "pl pl", []string{"|a|spotkamy się jutro rano przed dworcem", "|a|dobrze tak"}},
		{"one foreign message among others carries nobody", ". pl . .", []string{"|a|on se voit demain devant la gare", "|a|spotkamy się jutro rano przed dworcem", "|a|on mange où ce soir alors", "|a|tak ok"}},
		{"two languages in one message", ".", []string{"||on se voit demain devant la gare, do zobaczenia kochanie"}},
	} {
		if got := sift(t, o, c.lines...); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestForeignWay(t *testing.T) {
	for _, c := range []struct{ add, want string }{
		{"", routing.Quarantine}, {"foreign: route", routing.Route}, {"foreign: delete", routing.Delete}, {"foreign: quarantine", routing.Quarantine},
	} {
		if got := foreigners(t, reading+c.add+"\n").Way; got != c.want {
			t.Errorf("%q: %s", c.add, got)
		}
	}
	if got := foreigners(t, strings.Replace(reading, "languages: [fr, en, de]", "", 1)).Way; got != routing.Route {
		t.Errorf("without languages: %s", got)
	}
	if foreigners(t, strings.NewReplacer("auto", "fr", "languages: [fr, en, de]", "").Replace(reading)) != nil {
		t.Error("one language, and yet others are told")
	}
	for add, want := range map[string]string{
		"foreign: burn": `x.yaml:7: foreign: use route, quarantine or delete`,
	} {
		if _, err := policy.Parse([]byte(reading+add+"\n"), "x.yaml"); err == nil || err.Error() != want {
			t.Errorf("%q: %v", add, err)
		}
	}
	if _, err := policy.Parse([]byte(strings.Replace(reading, "auto", "fr", 1)+"foreign: delete\n"), "x.yaml"); err == nil || !strings.Contains(err.Error(), "needs language: auto") {
		t.Errorf("%v", err)
	}
}

// TestForeignGiven: messages that bring no language are in that which the user
// names, even if it is told otherwise; one that nobody reads is refused.
func TestForeignGiven(t *testing.T) {
	b, err := load(t, "gdpr").Build(policy.Options{Lang: "gsw"})
	if err != nil {
		t.Fatal(err)
	}
	in := messages([]string{"||see you tomorrow at the station", "pl||spotkamy się jutro rano przed dworcem"})
	var got []string
	for m, err := range b.Foreign.Filter(in, func(m *bauta.Message, g langid.Guess) (bool, error) {
		got = append(got, "aside "+g.Lang)
		return false, nil
	}) {
		if err != nil {
			t.Fatal(err)
		}
		d, err := b.Pipeline.Analyse.Analyse(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, d.Lang)
	}
	if diff := cmp.Diff([]string{"de", "aside pl"}, got); diff != "" {
		t.Error(diff)
	}
	if _, err := load(t, "gdpr").Build(policy.Options{Lang: "pl"}); err == nil || err.Error() != `policy gdpr does not read language "pl"; it reads en, fr, de, it, es, sv, ja` {
		t.Errorf("%v", err)
	}
	if _, err := load(t, "seekhide").Build(policy.Options{Lang: "de"}); err == nil || !strings.Contains(err.Error(), `in language "de", only in en, fr; gdpr`) {
		t.Errorf("%v", err)
	}
}

// TestForeignErrors: an error of the corpus or of aside comes out after what
// stood before it, and ends the run.
func TestForeignErrors(t *testing.T) {
	o, bad := foreigners(t, reading), errors.New("bad")
	lines := []string{"||see you tomorrow at the station", "||spotkamy się jutro rano przed dworcem", "||ok"}
	passed, got := 0, error(nil)
	for _, err := range o.Filter(messages(lines), func(*bauta.Message, langid.Guess) (bool, error) { return true, bad }) {
		if got = err; err == nil {
			passed++
		}
	}
	if passed != 1 || !errors.Is(got, bad) {
		t.Errorf("aside: %d passed, %v", passed, got)
	}
	passed = 0
	for _, err := range o.Filter(func(yield func(bauta.Message, error) bool) {
		if one := (bauta.Message{Thread: "a"}); yield(one, nil) {
			_ = yield(one, nil) && yield(bauta.Message{}, bad)
		}
	}, nil) {
		if got = err; err == nil {
			passed++
		}
	}
	if passed != 2 || !errors.Is(got, bad) {
		t.Errorf("corpus: %d passed, %v", passed, got)
	}
	for range o.Filter(messages(lines), nil) {
		break // leaving early is no fault
	}
}

// TestForeignPassesBrokenMessages: an error that comes with a message goes on in
// its place, and ends nothing.
func TestForeignPassesBrokenMessages(t *testing.T) {
	o, bad := foreigners(t, reading), errors.New("bad")
	in := func(yield func(bauta.Message, error) bool) {
		for i, err := range []error{nil, bad, nil} {
			if !yield(bauta.Message{ID: fmt.Sprint(i), Text: "see you tomorrow at the station"}, err) {
				return
			}
		}
	}
	var got []string
	for m, err := range o.Filter(in, nil) {
		got = append(got, fmt.Sprint(m.ID, " ", err))
	}
	if diff := cmp.Diff([]string{"0 <nil>", "1 bad", "2 <nil>"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestForeignLosesNothing: every message is passed on or handed to aside, once,
// in order, whatever it holds.
func TestForeignLosesNothing(t *testing.T) {
	o := foreigners(t, reading)
	rapid.Check(t, func(rt *rapid.T) {
		var lines []string
		for i := range rapid.IntRange(0, 20).Draw(rt, "n") {
			lines = append(lines, fmt.Sprintf("%s|%s|%s", rapid.SampledFrom([]string{"", "", "fr", "pl", "xx"}).Draw(rt, fmt.Sprint("lang", i)),
				rapid.SampledFrom([]string{"", "a", "b"}).Draw(rt, fmt.Sprint("thread", i)), rapid.String().Draw(rt, fmt.Sprint("text", i))))
		}
		sift(t, o, lines...)
	})
}

// TestExamplesAreRead: the shipped messages are not foreign to gdpr.
func TestExamplesAreRead(t *testing.T) {
	b, err := load(t, "gdpr").Build(policy.Options{FindOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sms-fr.jsonl", "hard.jsonl", "coref.jsonl"} {
		f, err := os.Open(filepath.Join("..", "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		for range b.Foreign.Filter(func(yield func(bauta.Message, error) bool) {
			for g, err := range corpus.ReadGold(f, name) {
				g.Message.Lang = "" // to be told
				if !yield(g.Message, err) {
					return
				}
			}
		}, func(m *bauta.Message, g langid.Guess) (bool, error) {
			t.Logf("%s: message %s is told to be %q", name, m.ID, g.Lang)
			n++
			return true, nil
		}) {
			continue
		}
		if n > 2 {
			t.Errorf("%s: %d messages are foreign", name, n)
		}
	}
}

// TestForeignFigures measures on the test lines of 45 languages what gdpr sets
// aside of languages that it reads, and of others.
func TestForeignFigures(t *testing.T) {
	dir := fixture.Shared(t, "data/langid/dev")
	b, err := load(t, "gdpr").Build(policy.Options{FindOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	read := load(t, "gdpr").Languages
	for _, kind := range []string{"sentences", "pairs"} {
		var all, aside [2]int // of other languages, of those that are read
		for _, lang := range langid.Languages() {
			data, err := os.ReadFile(filepath.Join(dir, kind, lang+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for line := range strings.Lines(string(data)) {
				lines = append(lines, "||"+strings.TrimSpace(strings.ReplaceAll(line, "|", " ")))
			}
			side := 0
			if slices.Contains(read, lang) {
				side = 1
			}
			all[side] += len(lines)
			aside[side] += len(lines) - strings.Count(sift(t, b.Foreign, lines...), ".")
		}
		share := func(side int) float64 { return 100 * float64(aside[side]) / float64(all[side]) }
		t.Logf("%s: set aside %.2f %% of %d in other languages, %.2f %% of %d in languages that are read", kind, share(0), all[0], share(1), all[1])
		if kind == "sentences" && share(0) < 97 || share(1) > 0.5 {
			t.Error("that is too little of the ones, or too much of the others")
		}
	}
}

// TestRomanised: what is written in Latin letters in a language that nobody tells is set
// aside as unknown or as what it is like, not read as the least unlike; messages in two read
// languages, in SMS spelling and of names and codes alone are not.
func TestRomanised(t *testing.T) {
	o := foreigners(t, strings.Replace(reading, "[fr, en, de]", "[en, fr, de, it, es, sv]", 1))
	for _, text := range []string{
		"tumhara bhai kidhar gaya, humko uska number chahiye jaldi se",
		"wo zai chezhan deng ni, kuai dian lai ba, xiayu le",
		"esok pagi aku hantar barang tu, kau tunggu kat bawah je",
		"nenu ninna cheppanu kada, malli enduku adugutunnav",
	} {
		if got := sift(t, o, "||"+text); got == "." {
			t.Errorf("%q is read", text)
		}
	}
	for _, text := range []string{
		"slt sa va tkt jtm fo ke tu vien stp mdr",
		"je suis trop happy today, we go au cinema ce soir",
		"hi m8 wot u doin 2nite, cum ovr if u cn",
		"Dupont Marchand Kowalski Nguyen Fernandez Andersson",
		"mein code ist kr44 tl98 xw12 zb77",
	} {
		if got := sift(t, o, "||"+text); got != "." {
			t.Errorf("%q is set aside as %s", text, got)
		}
	}
}

// TestStrict: a foreign message is refused, whatever Pipeline does with it, and all else is
// as Pipeline has it; a policy that routes or has one language refuses none.
func TestStrict(t *testing.T) {
	const polish = "spotkamy się jutro u Wojtka przy rynku, przynieś piwo i coś do jedzenia"
	for _, c := range []struct {
		preset  string
		refused bool
	}{{"gdpr", true}, {"seekhide", false}} {
		f, err := policy.Load(c.preset)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Build(policy.Options{})
		if err != nil {
			t.Fatal(err)
		}
		thread := func(p *bauta.Pipeline, text string) (string, error) {
			got, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: text}})
			if err != nil {
				return "", err
			}
			return got[0].Text, nil
		}
		if _, err := thread(b.Pipeline, polish); err != nil {
			t.Errorf("%s: Pipeline refuses: %v", c.preset, err)
		}
		if _, err := thread(b.Strict(), polish); (err != nil) != c.refused {
			t.Errorf("%s: %v", c.preset, err)
		}
		const french = "Coucou Patrice, on se voit demain soir devant le cinéma"
		want, _ := thread(b.Pipeline, french)
		if got, err := thread(b.Strict(), french); err != nil || got != want {
			t.Errorf("%s: %q, %v", c.preset, got, err)
		}
	}
}
