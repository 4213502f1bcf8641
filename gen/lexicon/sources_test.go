package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
)

func TestCleanName(t *testing.T) {
	for _, c := range []struct {
		name    string
		surname bool
		want    string
	}{
		{"Anna", false, "Anna"},
		{" Ana  Luisa ", false, "Ana Luisa"},
		{"Mia+3", false, ""},
		{"R2D2", false, ""},
		{"J", false, ""},
		{"王", true, "王"},
		{"O'Connor", true, "O'Connor"},
		{"Jean-Luc", false, "Jean-Luc"},
		{"Da Silva", true, "Da Silva|Silva"},
		{"Van As", true, "Van As"},
		{"داور\u200c", false, "داور"},
		{"", false, ""},
	} {
		if got := strings.Join(cleanName(c.name, c.surname), "|"); got != c.want {
			t.Errorf("cleanName(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}

// TestNameOrder: an index, once given, stays.
func TestNameOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "names.txt")
	n, err := readNameOrder(path)
	if err != nil {
		t.Fatal(err)
	}
	n.index("zoé")
	n.index("anna")
	if err := os.WriteFile(path, n.bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err = readNameOrder(path); err != nil {
		t.Fatal(err)
	}
	if got := []int{n.index("bea"), n.index("anna"), n.index("zoé"), n.index("bea")}; !slices.Equal(got, []int{3, 2, 1, 3}) {
		t.Errorf("indexes %v", got)
	}
	for _, bad := range []string{"a\nb\na\n", "a\n\nb\n"} {
		if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readNameOrder(path); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

// TestCommittedNames: the lexicon has the indexes of the committed order.
func TestCommittedNames(t *testing.T) {
	n, err := readNameOrder("names.txt")
	if err != nil {
		t.Fatal(err)
	}
	l := lexicon.Default()
	for i := 0; i < len(n.order); i += 97 {
		if e, _ := l.Look(n.order[i], ""); e.Kinds&lexicon.FirstName != 0 && e.NameIndex != i+1 {
			t.Errorf("line %d of names.txt has index %d in the lexicon", i+1, e.NameIndex)
		}
	}
}

func TestNameRanks(t *testing.T) {
	lists := []fakerList{
		{Locale: "fr", Names: []string{"Anna", "Zoé"}},
		{Locale: "de", Names: []string{"Anna"}},
		{Locale: "de", Names: []string{"ANNA"}},
		{Locale: "it", Last: true, Names: []string{"Anna", "De Silva"}},
	}
	if r := nameRanks(lists, false); r["anna"] != 2 || r["zoé"] != 1 {
		t.Errorf("ranks of first names %v", r)
	}
	if r := nameRanks(lists, true); r["anna"] != 1 || r["silva"] != 1 || r["de silva"] != 1 {
		t.Errorf("ranks of surnames %v", r)
	}
}

func TestReadCities(t *testing.T) {
	record := func(name string, population byte) []byte {
		b := append([]byte{1 << 3, 9, 2<<3 | 2, byte(len(name))}, name...)
		b = append(b, 3<<3|2, 2, 'F', 'R', 9<<3, 0x80|population, 1)
		return append([]byte{byte(len(b))}, b...)
	}
	data := append(record("Ici", 5), record("Là-bas", 6)...)
	got, err := readCities(data)
	want := []city{{name: "Ici", country: "FR", population: 5 + 128}, {name: "Là-bas", country: "FR", population: 6 + 128}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v, want %v", got, err, want)
	}
	for cut := 1; cut < len(data); cut++ {
		if _, err := readCities(data[:cut]); err == nil && cut != len(data)/2-1 && cut != len(record("Ici", 5)) {
			t.Errorf("no error for the first %d bytes", cut)
		}
	}
}

func FuzzReadCities(f *testing.F) {
	f.Add([]byte{4, 2<<3 | 2, 2, 'A', 'y'})
	f.Fuzz(func(_ *testing.T, data []byte) { readCities(data) })
}

func TestCityNames(t *testing.T) {
	for in, want := range map[string]string{
		"Là-Bas": "Là-Bas|Là Bas", "Biel/Bienne": "Biel", "Ici (près)": "Ici", "Y": "", "Lot 2": "",
	} {
		if got := strings.Join(cityNames(in), "|"); got != want {
			t.Errorf("cityNames(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLatin1(t *testing.T) {
	if got := latin1([]byte("caf\xe9")); got != "café" {
		t.Errorf("%q", got)
	}
}

// TestUntar: a name that leads out of the folder is an error.
func TestUntar(t *testing.T) {
	pack := func(name string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		w := tar.NewWriter(z)
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: 2}); err != nil {
			t.Fatal(err)
		}
		w.Write([]byte("hi"))
		w.Close()
		z.Close()
		path := filepath.Join(t.TempDir(), "x.tgz")
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dir := t.TempDir()
	if err := untar(pack("a/b.txt"), dir); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "a", "b.txt")); err != nil || string(got) != "hi" {
		t.Errorf("%q %v", got, err)
	}
	if err := untar(pack("../b.txt"), dir); err == nil {
		t.Error("no error for a name that leads out")
	}
}

func TestList(t *testing.T) {
	root := t.TempDir()
	write := func(path, text string) string {
		path = filepath.Join("gen/lexicon/lists", path)
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("fr/sms.tsv", "# comment\nbjr\tbonjour\n\nct\tc'était|cet\n")
	write("fr/hypocoristics.tsv", "nico\tnicolas|nicole\tm\n")
	write("fr/other.tsv", "# kind: brand\nzorgl\n")
	g := &generator{Builder: lexicon.NewBuilder("fr"), root: root, names: &nameOrder{at: map[string]int{}}, words: map[string]bool{}}
	if err := g.lists(); err != nil {
		t.Fatal(err)
	}
	data, err := g.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	l, err := lexicon.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Normals("ct", "fr"); !slices.Equal(got, []string{"c'était", "cet"}) {
		t.Errorf("normal forms %v", got)
	}
	if got := l.FullNames("nico", "fr"); !slices.Equal(got, []string{"nicolas", "nicole"}) {
		t.Errorf("full names %v", got)
	}
	if e, _ := l.Look("nico", "fr"); e.Sex != lexicon.Male {
		t.Errorf("sex %v", e.Sex)
	}
	if e, _ := l.Look("zorgl", "fr"); e.Kinds != lexicon.Brand {
		t.Errorf("kinds %v", e.Kinds)
	}
	for name, text := range map[string]string{
		"nokind.tsv": "x\n", "badkind.tsv": "# kind: zzz\nx\n", "badpos.tsv": "# pos: zzz\nx\n", "hypocoristics.tsv": "a\tb\tq\n",
	} {
		path := write("fr/"+name, text)
		if err := g.list(path); err == nil || !strings.HasPrefix(err.Error(), path+":") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestPages(t *testing.T) {
	b := lexicon.NewBuilder("fr")
	b.Source(lexicon.Source{Name: "n", Package: "p", Version: "v", Licence: "L", Credit: "by C", Kind: "form", Entries: 3})
	b.Source(lexicon.Source{Name: "ours", Package: "q", Version: "v", Licence: "L", Kind: "sms", Lang: "fr"})
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	l, err := lexicon.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(sourcesPage(l)); !strings.Contains(got, "| n | all | form | `p` | v | L | 3 |") {
		t.Errorf("page:\n%s", got)
	}
	if got := string(noticeLines(l)); got != "p v: by C; licence L.\n" {
		t.Errorf("notice %q", got)
	}
}
