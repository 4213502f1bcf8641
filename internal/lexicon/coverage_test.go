package lexicon_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// TestSizes holds the sizes that the lexicon is to have.
func TestSizes(t *testing.T) {
	l := lexicon.Default()
	if n := len(l.Bytes()); n > 8<<20 {
		t.Errorf("%d bytes, more than 8 MB", n)
	}
	for _, c := range []struct {
		kind lexicon.Kind
		lang string
		want int
	}{
		{lexicon.FirstName, "fr", 24_000},
		{lexicon.Surname, "fr", 19_000},
		{lexicon.Form, "fr", 350_000},
		{lexicon.Form, "en", 100_000},
		{lexicon.SMS, "fr", 1_000},
		{lexicon.SMS, "en", 800},
		{lexicon.City, "fr", 30_000},
		{lexicon.Country, "fr", 249},
		{lexicon.Country, "en", 249},
		{lexicon.Country, "de", 249},
		{lexicon.Country, "it", 249},
		{lexicon.Country, "es", 249},
		{lexicon.Country, "sv", 249},
	} {
		n := 0
		for range l.Words(c.kind, c.lang) {
			n++
		}
		t.Logf("%s %s: %d", c.lang, c.kind, n)
		if n < c.want {
			t.Errorf("%s %s: %d, want %d", c.lang, c.kind, n, c.want)
		}
	}
	if err := l.Verify(); err != nil {
		t.Error(err)
	}
}

// TestCoverage measures how much of what people write and are called is in
// the lexicon, as it stands and after parts, accents and repeated letters.
// The bounds lie just below what was measured: they guard against loss.
func TestCoverage(t *testing.T) {
	const any = ^lexicon.Kind(0)
	for _, c := range []struct {
		name, path      string
		read            func(testing.TB, string, func(string, int))
		kinds           lexicon.Kind
		lang            string
		exact, resolved float64 // resolved 0: not tried, there are too many
	}{
		{"births in France since 1950", "data/lexicon/insee_prenoms.tsv", columns("\t", 3), lexicon.FirstName, "fr", 0.938, 0.954},
		{"French surnames by bearers", "data/lexicon/insee_noms.json", object, lexicon.Surname | lexicon.FirstName, "fr", 0.255, 0},
		{"words of French film subtitles", "data/lexicon/frequencywords/fr_50k.txt", columns(" ", 1), any, "fr", 0.979, 0.990},
		{"words of English film subtitles", "data/lexicon/frequencywords/en_50k.txt", columns(" ", 1), any, "en", 0.936, 0.937},
		{"words of Spanish film subtitles", "data/lexicon/frequencywords/es_50k.txt", columns(" ", 1), any, "es", 0.980, 0.980},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := lexicon.Default()
			var all, exact, resolved int
			c.read(t, fixture.Shared(t, c.path), func(word string, n int) {
				all += n
				if e, _ := l.Look(word, c.lang); e.Kinds&c.kinds != 0 {
					exact += n
					resolved += n
				} else if c.resolved == 0 {
					return
				} else if e, m, _ := l.Resolve(word, c.lang); e.Kinds&c.kinds != 0 && m.Heuristic <= variant.Elongation {
					resolved += n
				}
			})
			x, r := float64(exact)/float64(all), float64(resolved)/float64(all)
			t.Logf("%.2f %% as it stands, %.2f %% resolved", 100*x, 100*r)
			if x < c.exact || r < c.resolved {
				t.Errorf("%.4f and %.4f, want %.4f and %.4f", x, r, c.exact, c.resolved)
			}
		})
	}
}

// columns reads lines of a word in the first column and its count in another;
// a line without a count is a header.
func columns(sep string, count int) func(testing.TB, string, func(string, int)) {
	return func(t testing.TB, path string, yield func(string, int)) {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			fields := strings.Split(s.Text(), sep)
			if n, err := strconv.Atoi(fields[count]); err == nil {
				yield(fields[0], n)
			}
		}
	}
}

// object reads a JSON object of words and counts.
func object(t testing.TB, path string, yield func(string, int)) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var counts map[string]int
	if err := json.Unmarshal(data, &counts); err != nil {
		t.Fatal(err)
	}
	for w, n := range counts {
		yield(w, n)
	}
}
