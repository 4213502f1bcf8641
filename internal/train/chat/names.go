package chat

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
)

// Bag is a set of words from which one is drawn by weight.
type Bag struct {
	words []string
	sums  []float64 // running sum of the weights
}

// add puts words with positive weights in; the same word may come twice.
func (b *Bag) add(word string, weight float64) {
	if word == "" || !(weight > 0) {
		return
	}
	last := 0.0
	if n := len(b.sums); n > 0 {
		last = b.sums[n-1]
	}
	b.words = append(b.words, word)
	b.sums = append(b.sums, last+weight)
}

// Len is the number of entries.
func (b *Bag) Len() int { return len(b.words) }

// Draw draws one word; "" from an empty bag.
func (b *Bag) Draw(rng *rand.Rand) string {
	if len(b.words) == 0 {
		return ""
	}
	x := rng.Float64() * b.sums[len(b.sums)-1]
	i, _ := slices.BinarySearch(b.sums, x)
	return b.words[min(i, len(b.words)-1)]
}

// Names holds what is put in the place of a stock name or a slot.
type Names struct {
	First, Last, Nick Bag
	Places            Bag
	Orgs, Products    Bag
	Works             Bag
}

// Weighted gives first names alone, each as often as its weight says.
func Weighted(first map[string]float64) *Names {
	n := &Names{}
	for _, w := range slices.Sorted(maps.Keys(first)) {
		n.First.add(title(w), first[w])
	}
	return n
}

// Common is the rank in the list of frequent words above which a rare name is
// left out: "elle" and "bon" stand in registers of births too.
const Common = 2500

// LoadNames gathers names for a language from the data folder: the French
// register (all origins live in France), lists of common names by country, and
// the entities of the labelled sets, whose frequency is that of text. lists
// holds the project's nicknames (LANG/hypocoristics.tsv) and may be nil. What
// is missing in the folder is left out; an empty set of first names is an
// error.
func LoadNames(data, lists fs.FS, lang string, labelled []gold.Sentence) (*Names, error) {
	n := &Names{}
	list, err := Frequent(data, lang, Common)
	if err != nil {
		return nil, err
	}
	words := make(map[string]int, len(list))
	for i, w := range list {
		words[w] = i + 1
	}
	home := 0.15
	if lang == "fr" {
		home = 1
	}
	for _, err := range []error{
		n.register(data, words, home), n.surnames(data, words, home), n.countries(data, words, lang),
		n.nicknames(lists, lang),
	} {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	n.fromGold(labelled, lang, words)
	n.clip()
	if n.First.Len() == 0 {
		return nil, errors.New("chat: no first names: the data folder has no list of names")
	}
	return n, nil
}

// Frequent reads the n most frequent words of a language, the commonest first;
// none for a language without a list.
func Frequent(data fs.FS, lang string, n int) ([]string, error) {
	f, err := data.Open("lexicon/frequencywords/" + lang + "_50k.txt")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []string
	lines := bufio.NewScanner(f)
	for lines.Scan() && len(out) < n {
		word, _, _ := strings.Cut(lines.Text(), " ")
		out = append(out, word)
	}
	return out, lines.Err()
}

// register reads births by first name. Weights are square roots: a tagger
// must know the rare ones too.
func (n *Names) register(data fs.FS, words map[string]int, home float64) error {
	f, err := data.Open("lexicon/insee_prenoms.tsv")
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Scan() // header
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) < 4 {
			continue
		}
		births, err := strconv.Atoi(cells[3])
		if err != nil || births < 40 || utf8.RuneCountInString(cells[0]) < 2 {
			continue
		}
		if words[strings.ToLower(cells[0])] > 0 && births < 8000 {
			continue
		}
		n.First.add(cells[0], home*math.Sqrt(float64(births)))
	}
	return lines.Err()
}

func (n *Names) surnames(data fs.FS, words map[string]int, home float64) error {
	raw, err := fs.ReadFile(data, "lexicon/insee_noms.json")
	if err != nil {
		return err
	}
	var counts map[string]int
	if err := json.Unmarshal(raw, &counts); err != nil {
		return errors.New("lexicon/insee_noms.json: not a JSON object of counts")
	}
	names := make([]string, 0, len(counts))
	for name, c := range counts {
		if c >= 300 && words[strings.ToLower(name)] == 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		n.Last.add(title(name), home*math.Sqrt(float64(counts[name])))
	}
	return nil
}

// title writes an upper-case name with capitals only where a part starts.
func title(name string) string {
	start := true
	return strings.Map(func(r rune) rune {
		up := start
		start = !unicode.IsLetter(r)
		if up {
			return unicode.ToUpper(r)
		}
		return unicode.ToLower(r)
	}, name)
}

// countries reads the lists of common names by country; the countries of the
// language weigh ten times as much as the others.
func (n *Names) countries(data fs.FS, words map[string]int, lang string) error {
	homes := homeCountries(lang)
	for _, list := range []struct {
		path string
		bag  *Bag
	}{
		{"lexicon/popular_names_cc0/common-forenames-by-country.csv", &n.First},
		{"lexicon/popular_names_cc0/common-surnames-by-country.csv", &n.Last},
	} {
		f, err := data.Open(list.path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		err = eachRow(f, func(country, name string) {
			weight := 25.0
			if slices.Contains(homes, country) {
				weight = 250
			}
			if r := words[strings.ToLower(name)]; r > 0 && (r < 300 || weight < 100) {
				return
			}
			list.bag.add(strings.TrimSpace(name), weight)
		})
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", list.path, err)
		}
	}
	return nil
}

func eachRow(r io.Reader, yield func(country, name string)) error {
	rows := csv.NewReader(r)
	rows.FieldsPerRecord = -1
	header, err := rows.Read()
	if err != nil {
		return err
	}
	name := slices.Index(header, "Romanized Name")
	if name < 0 {
		return errors.New("no column \"Romanized Name\"")
	}
	for {
		row, err := rows.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(row) > name {
			yield(row[0], row[name])
		}
	}
}

func homeCountries(lang string) []string {
	switch lang {
	case "en":
		return []string{"US", "GB", "CA", "AU", "NZ", "IE", "ZA"}
	case "fr":
		return []string{"FR", "BE", "CH", "CA", "DZ", "MA", "TN", "SN"}
	case "de":
		return []string{"DE", "AT", "CH", "LI", "TR"}
	case "es":
		return []string{"ES", "MX", "AR", "CO", "CL", "PE", "VE", "EC", "BO", "PY", "UY"}
	case "it":
		return []string{"IT", "CH", "SM"}
	case "sv":
		return []string{"SE", "FI", "NO", "DK"}
	}
	return nil
}

func (n *Names) nicknames(lists fs.FS, lang string) error {
	if lists == nil {
		return nil
	}
	f, err := lists.Open(lang + "/hypocoristics.tsv")
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		nick, _, _ := strings.Cut(lines.Text(), "\t")
		if nick != "" && nick[0] != '#' {
			n.Nick.add(title(nick), 1)
		}
	}
	return lines.Err()
}

// fromGold takes names from labelled text, as often as they occur there; those of
// places and things only from text of the language, which writes them its own way.
func (n *Names) fromGold(labelled []gold.Sentence, lang string, words map[string]int) {
	for _, s := range labelled {
		for _, sp := range s.Spans {
			parts := strings.Fields(s.Text[sp.Start:sp.End])
			if len(parts) == 0 || len(parts) > 3 {
				continue
			}
			whole := strings.Join(parts, " ")
			if sp.Label != bauta.Person && (s.Lang != lang || strings.ContainsAny(whole, ",;()")) {
				continue
			}
			switch sp.Label {
			case bauta.Person:
				n.person(parts, words)
			case bauta.Location:
				if !strings.ContainsAny(whole, "0123456789") {
					n.Places.add(titleWords(whole), 1)
				}
			case bauta.Organization:
				n.Orgs.add(titleWords(whole), 1)
			case bauta.Product:
				n.Products.add(titleWords(whole), 1)
			case bauta.WorkOfArt:
				n.Works.add(titleWords(whole), 1)
			}
		}
	}
}

// person takes a name of two words apart.
func (n *Names) person(parts []string, words map[string]int) {
	if len(parts) != 2 || !plain(parts[0]) || !plain(parts[1]) {
		return
	}
	if words[strings.ToLower(parts[0])] == 0 {
		n.First.add(title(parts[0]), 60)
	}
	if words[strings.ToLower(parts[1])] == 0 {
		n.Last.add(title(parts[1]), 40)
	}
}

// plain reports whether a word is letters alone, with a hyphen at most.
func plain(word string) bool {
	return utf8.RuneCountInString(word) > 2 && !strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '-'
	})
}

// titleWords gives lower-case words of a name their capitals.
func titleWords(s string) string {
	if s != strings.ToLower(s) {
		return s
	}
	words := strings.Fields(s)
	for i, w := range words {
		if len(w) > 3 || i == 0 {
			words[i] = gold.Capital(w)
		}
	}
	return strings.Join(words, " ")
}

// clip gives back what growing the bags took too much.
func (n *Names) clip() {
	for _, b := range []*Bag{&n.First, &n.Last, &n.Nick, &n.Places, &n.Orgs, &n.Products, &n.Works} {
		b.words, b.sums = slices.Clip(b.words), slices.Clip(b.sums)
	}
}

// draw draws how somebody is called in a message: mostly by the first name,
// or a nickname, a full name, a surname.
func (n *Names) draw(rng *rand.Rand) string {
	first := n.First.Draw(rng)
	switch x := rng.Float64(); {
	case x < 0.72:
		return first
	case x < 0.80 && n.Nick.Len() > 0:
		return n.Nick.Draw(rng)
	case x < 0.88:
		return nickname(first, rng)
	case x < 0.96 && n.Last.Len() > 0:
		return first + " " + n.Last.Draw(rng)
	case n.Last.Len() > 0:
		return n.Last.Draw(rng)
	}
	return first
}

// nickname shortens or doubles a name as friends do: Nicolas to Nico, Lulu,
// Lucette; it gives the name back where nothing fits.
func nickname(name string, rng *rand.Rand) string {
	r := []rune(name)
	if len(r) < 4 {
		return name
	}
	vowel := func(c rune) bool { return strings.ContainsRune("aeiouyéèêïôöüåä", unicode.ToLower(c)) }
	switch rng.IntN(4) {
	case 0, 1: // up to and with the second vowel, or the consonant before it
		seen := 0
		for i, c := range r {
			if vowel(c) && (i == 0 || !vowel(r[i-1])) {
				seen++
			}
			if seen == 2 && i < len(r)-1 {
				if rng.IntN(3) == 0 {
					return string(r[:i])
				}
				return string(r[:i+1])
			}
		}
	case 2: // first syllable doubled
		for i, c := range r {
			if i > 0 && i < 3 && vowel(c) {
				return string(r[:i+1]) + strings.ToLower(string(r[:i+1]))
			}
		}
	default:
		for i, c := range r {
			if i > 1 && vowel(c) {
				return string(r[:i]) + []string{"ou", "y", "i", "o", "ette", "chou", "inou"}[rng.IntN(7)]
			}
		}
	}
	return name
}

// HeldOut reports whether a sentence, or a name in lower case, is for tests alone:
// one in ten is, by what it is.
func HeldOut(text string) bool {
	h := fnv.New32a()
	h.Write([]byte(text))
	return h.Sum32()%10 == 0
}

// HoldOut parts first names, surnames and nicknames by their spelling: one in
// ten is for tests alone. It returns either part; the rest is shared.
func (n *Names) HoldOut(test bool) *Names {
	out := *n
	for _, b := range []*Bag{&out.First, &out.Last, &out.Nick} {
		var part Bag
		last := 0.0
		for i, w := range b.words {
			if HeldOut(strings.ToLower(w)) == test {
				part.add(w, b.sums[i]-last)
			}
			last = b.sums[i]
		}
		*b = part
	}
	return &out
}
