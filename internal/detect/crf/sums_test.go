package crf

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// chatter are invented messages in which words come again: alone, in other company,
// in capitals, twice in a message.
func chatter(n int) []string {
	r := rand.New(rand.NewPCG(5, 6))
	stock := strings.Fields("Anna anna ANNA hallo Hallo kommt kommt! , . ? Paul-Eric los angeles New York 10h30 12 0612345678 d'Anna #Paris @kim :) hihiii " +
		"nach morgen heute gut Gut tschuess bisous été ÉTÉ x Y ** <PERSON> https://a.example/b anna@b.example 日本 mit")
	out := []string{"", "Anna", "Anna Anna", strings.Repeat("Anna kommt mit Paul. ", 130)}
	for range n {
		var words []string
		for range 1 + r.IntN(12) {
			words = append(words, stock[r.IntN(len(stock))])
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// crowded is a model with a weight for most features of the messages.
func crowded(t testing.TB, messages []string) *Model {
	t.Helper()
	c, err := words.NewClasses([]string{"anna", "kommt", "gut"}, []uint16{1, 2, 3}, []uint16{1, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	m := &Model{lang: "de", types: []bauta.Label{bauta.Person, bauta.Location}, classes: c, scale: 0.01, bias: make([]float32, 5)}
	x := m.Extractor(lexicon.Default())
	var keys []uint32
	for _, msg := range messages {
		s := read(t, x, msg)
		for i := range s.Words {
			keys = x.Features(s, i, keys)
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if err := m.complete(invented(keys, rand.New(rand.NewPCG(7, 8))), make([]float64, 25), make([]float64, 5)); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestOutside: a row is outside where no label comes near, by what the bias gives each.
func TestOutside(t *testing.T) {
	tag := (&Model{scale: 0.01, bias: []float32{0.5, 1.5, -3}}).behind()
	if want := []int32{0, 800, 350}; !slices.Equal(tag, want) {
		t.Fatalf("%v, want %v", tag, want)
	}
	s := &scorer{behind: tag}
	for _, c := range []struct {
		row  []int32
		want bool
	}{{[]int32{800, 0, 450}, true}, {[]int32{799, 0, 0}, false}, {[]int32{800, 0, 451}, false}} {
		if got := s.outside(c.row); got != c.want {
			t.Errorf("%v is outside: %t", c.row, got)
		}
	}
}

// TestSums: the sums by way of the cache are those of all features, whatever is in
// the cache, in whatever order the messages come, and for each model that shares it.
func TestSums(t *testing.T) {
	messages := chatter(200)
	m, other := crowded(t, messages), crowded(t, messages[:20])
	other.lang = "fr" // models of one language are not in one detector
	for _, bits := range []uint{1, 6, 16} {
		shared := tagger.NewSums(bits, bits)
		taggers := []*scorer{m.scorer(lexicon.Default(), shared), other.scorer(lexicon.Default(), shared)}
		for round := range 2 {
			for n, msg := range messages {
				for _, tag := range taggers {
					checkSums(t, tag, msg)
				}
				if t.Failed() {
					t.Fatalf("%d bits, round %d, message %d", bits, round, n)
				}
			}
		}
	}
}

// checkSums compares the sums of a message with those of all features; a word far out is not asked about its company.
func checkSums(t *testing.T, tag *scorer, msg string) {
	t.Helper()
	tag.ex.Read(document(t, msg), &tag.sentence)
	for from := 0; from < len(tag.sentence.Words); {
		to := tags.Chunk(tag.sentence.plain, from)
		tag.sum(from, to)
		for i := from; i < to; i++ {
			var alone, want row
			tag.model.table.add(tag.ex.features(&tag.sentence, i, everything&^several, nil), &alone)
			tag.model.table.add(tag.ex.Features(&tag.sentence, i, nil), &want)
			if tag.outside(alone[:5]) {
				want = alone
			}
			if got := tag.rows[(i-from)*5 : (i-from+1)*5]; !slices.Equal(got, want[:5]) {
				t.Errorf("word %d of %d: %v, want %v", i, len(tag.sentence.Words), got, want[:5])
			}
		}
		from = to
	}
}

// TestGroups: each feature is of one group, and the groups that are kept are small
// enough for sums of two bytes.
func TestGroups(t *testing.T) {
	x := NewExtractor("de", lexicon.Default(), nil)
	for _, msg := range append(chatter(100), strings.Repeat("abcdefghijklmnopqrst", 20)) {
		s := read(t, x, msg)
		for i := range s.Words {
			var parts []uint32
			for g := self; g != 0 && g&everything != 0; g <<= 1 {
				n := len(parts)
				if parts = x.features(s, i, g, parts); g != several && len(parts)-n > 127 {
					t.Fatalf("group %b has %d features", g, len(parts)-n)
				}
			}
			all := x.Features(s, i, nil)
			slices.Sort(parts)
			slices.Sort(all)
			if !slices.Equal(parts, all) {
				t.Fatalf("word %d: the groups together are not all features", i)
			}
		}
	}
}

// TestIDs: words that are written or folded in another way are others.
func TestIDs(t *testing.T) {
	x := NewExtractor("de", nil, nil)
	s := read(t, x, "Anna anna Anna ANNA ännä Ännä")
	w := s.Words
	if w[0].id != w[2].id {
		t.Error("the same word has two ids")
	}
	seen := map[uint64]bool{}
	for _, i := range []int{0, 1, 3, 4, 5} {
		seen[w[i].id] = true
	}
	if len(seen) != 5 {
		t.Errorf("%d ids for five words", len(seen))
	}
}
