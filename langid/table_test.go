package langid

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// plain is the definition of a sum of weights, without a table.
type plain struct {
	grams  map[string][]Pair // by group and text
	unseen []int8
}

func (p *plain) sum(words string) (out [numClasses]int32) {
	for w := range Words(words) {
		for end := 1; end < len(w.Runes); end++ {
			for n := 1; n <= MaxOrder && n <= end+1; n++ {
				pairs, ok := p.grams[string(rune('0'+w.Group))+string(w.Runes[end+1-n:end+1])]
				if !ok {
					if n == 1 {
						for _, c := range members[w.Group] {
							out[c] += int32(p.unseen[c])
						}
					}
					break
				}
				for _, q := range pairs {
					out[q.Class] += int32(q.Weight)
				}
			}
		}
	}
	return out
}

// ofText makes weights for the n-grams of some words, random ones or all of one
// value, closed under taking the end.
func ofText(t *testing.T, text string, value func() int8) (*plain, Weights) {
	t.Helper()
	p := &plain{grams: map[string][]Pair{}, unseen: make([]int8, numClasses)}
	w := Weights{Temperature: Temperature{Base: 1}, Unseen: p.unseen}
	for i := range p.unseen {
		p.unseen[i] = value()
	}
	rng := rand.New(rand.NewPCG(5, 6))
	more, seen := map[string]bool{}, map[string]bool{}
	var texts []string
	for word := range Words(text) {
		for end := 1; end < len(word.Runes); end++ {
			for n := 1; n <= MaxOrder && n <= end+1; n++ {
				g := string(rune('0'+word.Group)) + string(word.Runes[end+1-n:end+1])
				if n > 1 {
					_, size := utf8.DecodeRuneInString(g[1:])
					more[g[:1]+g[1+size:]] = true
				}
				if !seen[g] {
					seen[g] = true
					texts = append(texts, g)
				}
			}
		}
	}
	for _, g := range texts {
		group := Group(g[0] - '0')
		var pairs []Pair
		for _, c := range members[group] {
			if rng.IntN(3) > 0 || len(pairs) == 0 {
				pairs = append(pairs, Pair{c, value()})
			}
		}
		r := []rune(g[1:])
		p.grams[g] = pairs
		w.Grams = append(w.Grams, Gram{Key: Key(group, r), Pairs: pairs, More: more[g]})
	}
	slices.SortFunc(w.Grams, func(a, b Gram) int {
		if a.Key < b.Key {
			return -1
		}
		return 1
	})
	return p, w
}

// The table, with its packed lanes and what is kept of words, adds up to what the
// definition adds up to.
func TestTableEqualsDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	known := "abracadabra banana épée ananas привет ветер سلام 你好世界 " + strings.Repeat("ab", 40)
	tests := []string{known, "", "a", "abrabanana xyz épé", "ветераны 世界 سلا", strings.Repeat("ba", 100), "ÉPÉE qqq", "_", "ab_ba"}
	for name, value := range map[string]func() int8{
		"random":  func() int8 { return int8(rng.IntN(255) - 127) },
		"highest": func() int8 { return 127 },
		"lowest":  func() int8 { return -128 },
	} {
		p, w := ofText(t, known, value)
		data, err := Encode(w)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range tests {
			var s sums
			for word := range Words(text) {
				m.word(&s, word.Runes, word.Group)
			}
			want := p.sum(text)
			for c := range want {
				if s.class[c] != want[c] {
					t.Errorf("%s, %.20q: %s has %d, want %d", name, text, languages[c], s.class[c], want[c])
				}
			}
		}
	}
}

func TestTemperature(t *testing.T) {
	for _, c := range []struct {
		heat    Temperature
		letters int32
		want    float64
	}{
		{Temperature{Base: 1}, 100, 1},
		{Temperature{1, 0.5, 3}, 0, 1},
		{Temperature{1, 0.5, 3}, 2, 2},
		{Temperature{1, 0.5, 3}, 1000, 3},
		{Temperature{4, 0.5, 3}, 10, 4},
	} {
		if got := c.heat.at(c.letters); got != c.want {
			t.Errorf("%v at %d letters: %g, want %g", c.heat, c.letters, got, c.want)
		}
	}
}

func TestGroupOfRune(t *testing.T) {
	for r, want := range map[rune]Group{
		'a': Latin, 'ß': Latin, 'ế': Latin, 'α': Greek, 'ἀ': Greek, 'ж': Cyrillic, 'ש': Hebrew, 'ع': Arabic, 'پ': Arabic,
		'क': Devanagari, 'ক': Bengali, 'ก': Thai, 'あ': Han, 'ｱ': Han, '中': Han, '𠀀': Han, '々': Han, '한': Hangul,
		'ა': noGroup, 'Ա': noGroup, '❤': noGroup, '😀': noGroup,
	} {
		if got := groupOfRune(r); got != want {
			t.Errorf("%c: group %d, want %d", r, got, want)
		}
	}
}

// The same stretches come out wherever the text is cut into searches, and they
// never overlap.
func TestLongTextStretches(t *testing.T) {
	id := identifier(t, Config{Languages: []string{"fr", "en"}})
	text := strings.Repeat("on se retrouve demain soir devant la gare, ", 200) + "see you tomorrow morning then"
	got := id.Stretches(text)
	last := got[len(got)-1]
	if last.Lang != "en" || last.End != len(text) {
		t.Errorf("the last stretch is %+v", last)
	}
	end := 0
	for _, s := range got {
		if s.Start < end || s.Prob <= 0 || s.Prob > 1+1e-9 {
			t.Errorf("stretch %+v after %d", s, end)
		}
		end = s.End
	}
}

// TestShelvesFit: a shelf, which stays once it is read, takes no more than what stands on it.
func TestShelvesFit(t *testing.T) {
	m, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	grams, room := 0, 0
	for i := range numShelves / 16 {
		s, ok := m.table.read(i)
		if !ok {
			t.Fatalf("shelf %d is damaged", i)
		}
		grams, room = grams+len(s.keys), room+cap(s.keys)
	}
	if grams == 0 || room > grams+grams/8 {
		t.Errorf("room for %d n-grams on shelves of %d", room, grams)
	}
}
