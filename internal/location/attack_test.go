package location

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/bauta/bauta/model"
)

// TestPlay: words that tell the place are told from the release, and less so once it is
// de-identified, also by attackers who learn from what is left; a release that says nothing
// tells no more than the most frequent cell; another number of messages is an error.
func TestPlay(t *testing.T) {
	rs, d := town(1500)
	as := make([]string, len(rs))
	for i, r := range rs {
		as[i] = r.Text
	}
	a, err := Play(context.Background(), rs, as, d, Words{}, Config{Jobs: 2, Seed: 1}, 0.1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Found.Rate < 0.7 || a.Found.Low > a.Found.Rate || a.Majority > 0.5 || !strings.Contains(a.By, "release") {
		t.Errorf("as it was: %+v", a)
	}
	if a.Unclean != nil || a.Cleaned.Found.Rate > a.Majority+0.15 || a.Cleaned.Found.Rate >= a.Found.Low {
		t.Errorf("de-identified: %+v", a)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range as {
		as[i] = []string{"ok", "see you", "so tired today"}[rng.IntN(3)]
	}
	if a, err = Play(context.Background(), rs, as, d, Words{}, Config{Seed: 1}, 0.1, Options{}); err != nil || a.Found.Low > a.Majority+0.05 {
		t.Errorf("nothing said: %+v, %v", a, err)
	}
	if _, err = Play(context.Background(), rs, as[1:], d, Words{}, Config{}, 0.1, Options{}); err == nil {
		t.Error("a release of fewer messages is taken")
	}
}

// TestApart: messages of one author each count as they are, those told alike as their author.
func TestApart(t *testing.T) {
	right := []float64{1, 0, 1, 0, 1, 0, 1, 0}
	each := strings.Split("abcdefgh", "")
	if got := apart(right, each); got != 8 {
		t.Errorf("%d of eight authors", got)
	}
	if got := apart([]float64{1, 1, 1, 1, 0, 0, 0, 0}, []string{"a", "a", "a", "a", "b", "b", "b", "b"}); got > 2 {
		t.Errorf("%d of two authors", got)
	}
	if got := apart([]float64{1, 1, 1}, []string{"a", "a", "b"}); got != 2 {
		t.Errorf("%d of two authors who are always told", got)
	}
}

// TestCalibrateAnew: with messages to learn from, the margin holds against attackers who
// learned from what is left, too; what they tell counts like what others do.
func TestCalibrateAnew(t *testing.T) {
	m, rs := townModel(t)
	tuning, _ := Select(rs, Testing, 1)
	known, _ := Select(rs, Training, 1)
	usual, _, err := m.CalibrateTarget(t.Context(), tuning, Target{Margin: 0.15}, Options{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	threshold, tried, err := m.CalibrateTarget(t.Context(), tuning, Target{Margin: 0.15, Learn: known}, Options{}, 2)
	if err != nil || threshold > usual {
		t.Fatalf("threshold %v, without who learns anew %v: %v", threshold, usual, err)
	}
	last := chosen(t, tried, threshold)
	if len(last.Anew) != 3 || last.AtMost() > 0.15 {
		t.Errorf("%+v", last)
	}
	last.Anew[2].AtMost, last.Anew[1].Beyond = 0.4, 0.3
	if last.AtMost() != 0.4 || last.Beyond() != 0.3 {
		t.Error("who learned anew does not count")
	}
}

// TestAnewLearnsAsTheModel: who learns anew learns in the way of the model, also of one that
// was written and opened again.
func TestAnewLearnsAsTheModel(t *testing.T) {
	rs, d := town(400)
	if _, _, err := Train(t.Context(), rs, d, Words{}, Config{MinCount: 1000}); err == nil {
		t.Fatal("a word is in a thousand of 400 messages")
	}
	m, _, err := Train(t.Context(), rs, d, Words{}, Config{MinCount: 5, C: 3, Plain: true, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := m.Write(dir, model.Manifest{Licence: "ours"}, "# A model\n"); err != nil {
		t.Fatal(err)
	}
	b, err := model.Open(os.DirFS(filepath.Dir(dir)), filepath.Base(dir))
	if err != nil {
		t.Fatal(err)
	}
	again, err := OpenModel(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	again.made.Segmenter = ""
	if !reflect.DeepEqual(again.made, m.made) {
		t.Errorf("%+v, opened again %+v", m.made, again.made)
	}
	c, err := NewCleaner(again, nil, Options{Threshold: 0.6})
	if err != nil {
		t.Fatal(err)
	}
	again.made.MinCount = 1000
	if _, err := c.anew(t.Context(), rs, rs, 1); err == nil || !strings.Contains(err.Error(), "1000 messages") {
		t.Errorf("learned in another way: %v", err)
	}
}
