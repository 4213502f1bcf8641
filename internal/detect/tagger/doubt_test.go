package tagger_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
)

// TestDoubtsAndScoresShareTheStretches: of a long document what is sure is found, what
// is in doubt is given with its scores, and by its numbers another asks for the same.
func TestDoubtsAndScoresShareTheStretches(t *testing.T) {
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(names{"fr"}), Ask: -1})
	if err != nil {
		t.Fatal(err)
	}
	sure, unsure := strings.Repeat("on voit Camille demain . ", 60), strings.Repeat("on voit _ demain . ", 60)
	document := doc(t, "fr", sure+unsure+sure)
	all, err := d.Scores(t.Context(), document)
	if err != nil {
		t.Fatal(err)
	}
	found, open, err := d.Doubts(t.Context(), document)
	if err != nil {
		t.Fatal(err)
	}
	if len(open.Numbers) == 0 || len(open.Numbers) == len(all) || len(open.Numbers) != len(open.Scores) || len(found) == 0 {
		t.Fatalf("%d of %d stretches are in doubt, %d finds", len(open.Numbers), len(all), len(found))
	}
	chosen, err := d.Scores(t.Context(), document, open.Numbers...)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range open.Numbers {
		for _, got := range [...][]int{{open.Scores[i].Words[0].Start, len(open.Scores[i].Words)}, {chosen[i].Words[0].Start, len(chosen[i].Words)}} {
			if diff := cmp.Diff([]int{all[n].Words[0].Start, len(all[n].Words)}, got); diff != "" {
				t.Errorf("stretch %d: %s", n, diff)
			}
		}
	}
	whole, err := d.Detect(t.Context(), document)
	if err != nil {
		t.Fatal(err)
	}
	outside := slices.DeleteFunc(whole, func(s bauta.Span) bool {
		return slices.ContainsFunc(open.Scores, func(o tags.Scored) bool {
			return o.Words[0].Start <= s.Start && s.End <= o.Words[len(o.Words)-1].End
		})
	})
	if diff := cmp.Diff(outside, found); diff != "" {
		t.Error(diff)
	}
}

// TestModel: who reads a language is known before a document of it comes.
func TestModel(t *testing.T) {
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(names{"fr"}, names{"de"}), Lang: "fr"})
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"fr": "fr", "de": "de", "de-CH": "de", "sv": "fr"} {
		if got := d.Model(lang); got != want {
			t.Errorf("%s is read by %q", lang, got)
		}
	}
	if d, err = tagger.New(tagger.Config{Models: tagger.Ready(names{"fr"})}); err != nil || d.Model("sv") != "" {
		t.Error(d.Model("sv"), err)
	}
}

// TestLikelyGivesEveryWordOfTheStretchesChosen: a capital is a person, an underscore
// may be one, and nobody stands in for another language.
func TestLikelyGivesEveryWordOfTheStretchesChosen(t *testing.T) {
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(names{"fr"}), Lang: "fr", Ask: -1})
	if err != nil {
		t.Fatal(err)
	}
	document := doc(t, "fr-CA", strings.Repeat("on voit Camille demain . ", 100)+"on voit _")
	all, err := d.Likely(t.Context(), document, bauta.Person)
	if err != nil || len(all) != 503 {
		t.Fatalf("%d words, %v", len(all), err)
	}
	if all[2].P < 0.9 || all[0].P > 0.1 || all[502].P < 0.1 || all[502].P > 0.9 {
		t.Error(all[0], all[2], all[502])
	}
	last, err := d.Likely(t.Context(), document, bauta.Person, all[502].Stretch)
	if err != nil || len(last) == 0 || len(last) == len(all) || last[len(last)-1] != all[502] {
		t.Errorf("%d words of the last stretch, %v", len(last), err)
	}
	document.Lang = "sv"
	if other, err := d.Likely(t.Context(), document, bauta.Person); err != nil || len(other) != 0 {
		t.Errorf("%d words of another language, %v", len(other), err)
	}
	document.Lang = "fr"
	if other, err := d.Likely(t.Context(), document, bauta.Email); err != nil || len(other) != 0 {
		t.Errorf("%d words of an unknown label, %v", len(other), err)
	}
}
