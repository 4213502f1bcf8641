package langid

import (
	"io"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
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
		grams, room = grams+len(s.grams), room+4*cap(s.grams)+cap(s.high)
	}
	if most := 5 * (grams + grams/8); grams == 0 || room > most {
		t.Errorf("%d bytes for %d n-grams", room, grams)
	}
}

// lying is a file of which somebody says that it is sound where it lies.
type lying struct {
	fs.File
	where *io.SectionReader
}

func (l lying) Sound() *io.SectionReader { return l.where }

// sounds are the files of the shipped model, of which the weights lie somewhere.
type sounds struct {
	fs.FS
	read int
}

func (s *sounds) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if at, ok := f.(io.ReaderAt); ok && path.Base(name) == FileName {
		about, err := f.Stat()
		if err != nil {
			return nil, err
		}
		return lying{f, io.NewSectionReader(counting{at, &s.read}, 0, about.Size())}, nil
	}
	return f, err
}

type counting struct {
	io.ReaderAt
	bytes *int
}

func (c counting) ReadAt(p []byte, at int64) (int, error) {
	*c.bytes += len(p)
	return c.ReaderAt.ReadAt(p, at)
}

// TestSoundWeightsStayWhereTheyLie: of a file that is known to be sound the model reads what a
// text asks for, and says what it says of one that was read as a whole.
func TestSoundWeightsStayWhereTheyLie(t *testing.T) {
	files := &sounds{FS: model.Join(models.Telling())}
	m, err := Open(files, Kind)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Open(files.FS, Kind)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"on se voit demain ?", "see you tomorrow", "bis morgen", ""} {
		a, err := m.With(Config{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := whole.With(Config{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := a.Identify(text), b.Identify(text); got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	if files.read == 0 || files.read > 1<<20 {
		t.Errorf("%d bytes were read", files.read)
	}
}
