package policy_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/policy"
)

// strays samples texts under a preset.
func strays(t *testing.T, preset string, texts ...string) *routing.Strays {
	t.Helper()
	f, err := policy.Load(preset)
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := b.Strays()
	for _, text := range texts {
		s.Add("", text)
	}
	return s
}

// TestStrays: a policy of one language says when most messages are in another,
// and nothing of what it reads, of few, or of short ones.
func TestStrays(t *testing.T) {
	german := []string{"ich komme heute etwas später nach hause", "hast du schon gegessen oder soll ich was mitbringen", "morgen früh fahren wir in den urlaub"}
	french := []string{"je rentre un peu plus tard ce soir", "tu as déjà mangé ou je ramène un truc", "demain matin on part en vacances"}
	for _, c := range []struct {
		what   string
		preset string
		texts  []string
		lang   string
		n, of  int
	}{
		{"another language", "seekhide", german, "de", 3, 3},
		{"its own", "seekhide", french, "", 0, 3},
		{"half", "seekhide", append(french[:2:2], german[:2]...), "de", 2, 4},
		{"less than half", "seekhide", append(french[:3:3], german[0]), "", 0, 4},
		{"two messages", "seekhide", german[:2], "", 0, 0},
		{"short ones", "seekhide", []string{"na gut", "ja klar", "bis gleich", "ok"}, "", 0, 0},
		{"a policy that tells languages", policy.Newcomer, german, "", 0, 0},
	} {
		lang, n, of, err := strays(t, c.preset, c.texts...).Most()
		if lang != c.lang || n != c.n || of != c.of || err != nil {
			t.Errorf("%s: %q, %d of %d, %v; want %q, %d of %d", c.what, lang, n, of, err, c.lang, c.n, c.of)
		}
	}
}

// TestStraysOfWhatIsSaidToBe: what the user says that all messages are in is sampled, too, whatever the policy tells of itself, but for
// messages that bring a language; a tenth of them is said.
func TestStraysOfWhatIsSaidToBe(t *testing.T) {
	f, err := policy.Load(policy.Newcomer)
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Build(policy.Options{Lang: "fr"})
	if err != nil {
		t.Fatal(err)
	}
	s := b.Strays()
	for i := range 20 {
		said, lang := "je rentre un peu plus tard ce soir", "fr"
		if i%8 == 0 {
			said = "ich komme heute etwas später nach hause"
		}
		s.Add(lang, said)
		s.Add("de", "hast du schon gegessen oder soll ich was mitbringen")
	}
	if lang, n, of, err := s.Some(); lang != "de" || n != 3 || of != 20 || err != nil || s.Lang() != "fr" {
		t.Errorf("%q, %d of %d, %v", lang, n, of, err)
	}
	if lang, _, _, _ := s.Most(); lang != "" {
		t.Errorf("most are in %s", lang)
	}
}

// TestStraysOfSMS: invented French SMS are French, however they are spelt, and
// long texts and bad bytes do no harm.
func TestStraysOfSMS(t *testing.T) {
	var texts []string
	for m := range fixture.SMS(3, 300) {
		texts = append(texts, m.Text)
	}
	texts = append(texts, strings.Repeat("é\xff", 1000))
	if lang, n, of, err := strays(t, "seekhide", texts...).Most(); lang != "" || of == 0 || err != nil {
		t.Errorf("%q, %d of %d, %v", lang, n, of, err)
	}
}

// TestGuard: nothing is passed on of messages in another language than the one that is
// read, everything, errors too, of others, however many there are.
func TestGuard(t *testing.T) {
	german := []string{"ich komme heute etwas später nach hause", "hast du schon gegessen oder soll ich was mitbringen", "morgen früh fahren wir in den urlaub"}
	french := []string{"je rentre un peu plus tard ce soir", "tu as déjà mangé ou je ramène un truc", "demain matin on part en vacances"}
	many := make([]string, 0, 4000)
	for range 4000 / len(french) {
		many = append(many, french...)
	}
	for _, c := range []struct {
		what         string
		preset, lang string
		texts        []string
		passes       bool
	}{
		{"another language", "seekhide", "", german, false},
		{"named by the user", "seekhide", "fr", german, true},
		{"its own", "seekhide", "", french, true},
		{"few", "seekhide", "", german[:2], true},
		{"languages are told", policy.Newcomer, "", german, true},
		{"many", "seekhide", "", many, true},
		{"many of another", "seekhide", "", append(append([]string{}, many[:90]...), slices.Repeat(german, 400)...), false},
	} {
		f, err := policy.Load(c.preset)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Build(policy.Options{Lang: c.lang})
		if err != nil {
			t.Fatal(err)
		}
		bad, passed, failed, refused := errors.New("bad"), 0, 0, false
		for m, err := range b.Guard(func(yield func(bauta.Message, error) bool) {
			if !yield(bauta.Message{ID: "x"}, bad) {
				return
			}
			for i, text := range c.texts {
				if !yield(bauta.Message{ID: strconv.Itoa(i), Text: text}, nil) {
					return
				}
			}
		}) {
			switch {
			case errors.Is(err, bad) && m.ID == "x":
				failed++
			case err != nil:
				refused = true
			case m.ID != strconv.Itoa(passed):
				t.Fatalf("%s: message %s in the place of %d", c.what, m.ID, passed)
			default:
				passed++
			}
		}
		if c.passes && (passed != len(c.texts) || failed != 1 || refused) || !c.passes && (passed > 0 || failed > 0 || !refused) {
			t.Errorf("%s: %d of %d passed, %d errors, refused %v", c.what, passed, len(c.texts), failed, refused)
		}
	}
}
