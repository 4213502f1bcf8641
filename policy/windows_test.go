package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/hostile"
	"github.com/bauta/bauta/policy"
)

// planted is what must be hidden wherever it stands.
const planted = "nicolas.durand@example.org"

// TestWindowsHideWhatLiesAcrossThem: an address is hidden wherever in a long
// message it stands, also across the border of two windows, with lines and words
// to cut at and without.
func TestWindowsHideWhatLiesAcrossThem(t *testing.T) {
	p := pipelineOf(t, "seekhide-2013")
	for name, filler := range map[string]string{"words": "bonjour ", "lines": "bonjour\n", "nothing": "..,,;;"} {
		for at := 16<<10 - 30; at <= 16<<10+5; at++ {
			text := strings.Repeat(filler, 3000)
			text = text[:at] + " " + planted + " " + text[at:]
			results, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: text}})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(results[0].Text, "durand@example") {
				t.Fatalf("%s: the address at byte %d went out", name, at)
			}
		}
	}
}

// TestWindowsAreReadInTheirOwnLanguage: who writes in four languages is read in
// each of them, though a message is read in at most three.
func TestWindowsAreReadInTheirOwnLanguage(t *testing.T) {
	p := pipelineOf(t, "gdpr")
	var b strings.Builder
	for _, said := range []string{
		"hier soir on a mangé chez Bertrand et après on est rentrés tranquillement. ",
		"I talked to Oliver yesterday and he told me that he is coming with us. ",
		"gestern war ich bei Annegret und wir haben lange über alles geredet. ",
		"stasera vado da Giancarlo e poi torniamo a casa tutti insieme. ",
	} {
		b.WriteString(strings.Repeat(said, 20<<10/len(said)))
	}
	results, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: b.String()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Bertrand", "Oliver", "Annegret", "Giancarlo"} {
		if left, all := strings.Count(results[0].Text, name), strings.Count(b.String(), name); 10*left > all {
			t.Errorf("%s: %d of %d went out", name, left, all)
		}
	}
}

// TestNothingOfAWindowIsLost: offsets of a long message are those of the message,
// sorted and disjoint, and the parts of names lie inside them.
func TestNothingOfAWindowIsLost(t *testing.T) {
	p := pipelineOf(t, "seekhide-2013")
	text := strings.Repeat("Camille Martin est là, appelle 06 12 34 56 78.\n", 1500)
	results, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: text}})
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, s := range results[0].Spans {
		if s.Start < last || s.End > len(text) {
			t.Fatalf("%v begins before byte %d", s, last)
		}
		last = s.End
		for _, in := range s.Inner {
			if in.Start < s.Start || in.End > s.End {
				t.Fatalf("%v is not inside %v", in, s)
			}
		}
	}
	if left := strings.Count(results[0].Text, "Camille") + strings.Count(results[0].Text, "34 56"); left > 0 {
		t.Errorf("%d went out", left)
	}
}

func pipelineOf(t testing.TB, preset string) *bauta.Pipeline {
	t.Helper()
	f, err := policy.Load(preset)
	if err != nil {
		t.Fatal(err)
	}
	built, err := f.Build(policy.Options{FindOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return built.Pipeline
}

// BenchmarkHostile is one long message of each family with each preset, up to
// the bound. docs/experiments/hostile.md has the figures.
func BenchmarkHostile(b *testing.B) {
	for _, preset := range policy.Presets() {
		p := pipelineOf(b, preset)
		for _, f := range hostile.Families() {
			for _, n := range []int{25_000, 50_000, 100_000, 1_000_000, bauta.MaxText} {
				b.Run(fmt.Sprintf("%s/%s/%dk", preset, f.Name, n/1000), func(b *testing.B) {
					m := []bauta.Message{{ID: "1", Text: f.Text(n)}}
					b.SetBytes(int64(n))
					for b.Loop() {
						if _, err := p.Thread(b.Context(), m); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
