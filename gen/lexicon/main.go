// Command lexicon rebuilds the word lists that come with the program: it
// downloads the packages they are made from, by name and with the ordinary
// clients (apt-get, npm), reads the project's own lists, and writes
//
//	internal/lexicon/data/words.blex.zst   the lexicon (docs/formats/lexicon.md)
//	internal/lexicon/data/words.sha256     its digest, unpacked
//	internal/lexicon/SOURCES.md        each source with package, version, licence, count
//	internal/lexicon/NOTICE-lines.txt  what NOTICE must say of them
//	internal/lexicon/licences/         their licence texts
//	gen/lexicon/names.txt     first names in the order of their indexes; only grows
//	internal/lexicon/towns/towns.bin   in which country a town lies (alone with -only towns)
//
// Run it from the top of the module: go run ./gen/lexicon. It needs apt-get,
// dpkg-deb, npm and node; with -cache DIR, packages already in DIR are used.
package main

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta/gen/tight"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/packed"
)

// maxEmbedded is the most that the lexicon may take of the binary.
const maxEmbedded = 8 << 20

func main() {
	cache := flag.String("cache", "", "folder of packages to keep and use again; default: a temporary one")
	root := flag.String("root", ".", "top folder of the module")
	only := flag.String("only", "", "towns: only the countries of towns")
	flag.Parse()
	if err := run(*root, *cache, *only); err != nil {
		fmt.Fprintln(os.Stderr, "gen/lexicon:", err)
		os.Exit(1)
	}
}

// generator is what all sources write to.
type generator struct {
	*lexicon.Builder
	root    string // top of the module
	fetcher *fetcher
	names   *nameOrder
	words   map[string]bool   // distinct words of the source under way
	texts   map[string]string // licence text by file name
}

// add takes a word of the source under way in.
func (g *generator) add(word string, a lexicon.Attr) error {
	if a.Kinds&lexicon.FirstName != 0 {
		a.NameIndex = g.names.index(lexicon.Fold(word))
	}
	if err := g.Add(word, a); err != nil {
		return err
	}
	g.words[lexicon.Fold(word)] = true
	return nil
}

// done closes the source under way.
func (g *generator) done(s lexicon.Source) {
	s.Entries = len(g.words)
	g.words = map[string]bool{}
	g.Source(s)
	fmt.Fprintf(os.Stderr, "%-28s %8d  %s\n", s.Package, s.Entries, s.Name)
}

func run(root, cache, only string) (err error) {
	f, err := newFetcher(cache)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	if err := townRegions(root, f); err != nil || only == "towns" {
		return err
	}
	namesFile := filepath.Join(root, "gen", "lexicon", "names.txt")
	names, err := readNameOrder(namesFile)
	if err != nil {
		return err
	}
	g := &generator{
		Builder: lexicon.NewBuilder("fr", "en", "es", "de", "it", "sv"),
		root:    root, fetcher: f, names: names, words: map[string]bool{}, texts: map[string]string{},
	}
	sources := []func() error{
		g.french, g.english, g.spanish, g.fakerNames, g.cities, g.regions, g.lists, g.providers,
	}
	for _, source := range sources {
		if err := source(); err != nil {
			return err
		}
	}
	data, err := g.Bytes()
	if err != nil {
		return err
	}
	if len(data) > maxEmbedded {
		return fmt.Errorf("the lexicon has %d bytes, more than %d; take words out", len(data), maxEmbedded)
	}
	l, err := lexicon.Open(data)
	if err != nil {
		return err
	}
	if err := l.Verify(); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d words, %d first names, %d bytes, automaton %d\n", g.Len(), len(names.order), len(data),
		l.FST().Size())
	small, err := tight.Pack(data)
	if err != nil {
		return err
	}
	at := filepath.Join(root, "internal", "lexicon")
	files := map[string][]byte{
		namesFile: names.bytes(),
		filepath.Join(at, "data", "words.blex"+packed.Suffix): small,
		filepath.Join(at, "data", "words.sha256"):             fmt.Appendf(nil, "%x\n", sha256.Sum256(data)),
		filepath.Join(at, "SOURCES.md"):                       sourcesPage(l),
		filepath.Join(at, "NOTICE-lines.txt"):                 noticeLines(l),
	}
	for name, text := range g.texts {
		files[filepath.Join(at, "licences", name)] = []byte(text)
	}
	for path, content := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// debian and npm get a package and keep its licence text.
func (g *generator) debian(name string) (pkg, error) { return g.licensed(g.fetcher.debian(name)) }
func (g *generator) npm(name string) (pkg, error)    { return g.licensed(g.fetcher.npm(name)) }

func (g *generator) licensed(p pkg, err error) (pkg, error) {
	if err != nil {
		return p, err
	}
	text, err := os.ReadFile(p.licence)
	g.texts[strings.NewReplacer("@", "", "/", "-").Replace(p.name)+".txt"] = ownPart(string(text))
	return p, err
}

// ownPart cuts the copyright file of a package made of sixty dictionaries down
// to the paragraph of the Spanish one.
func ownPart(text string) string {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(paragraph, "Files: dictionaries/es/*") {
			return paragraph + "\n"
		}
	}
	return text
}

// sourcesPage is SOURCES.md.
func sourcesPage(l *lexicon.Lexicon) []byte {
	var b strings.Builder
	b.WriteString("# Where the words come from\n\nWritten by `go run ./gen/lexicon`; `bauta lexicon list` prints " +
		"the same.\n")
	fmt.Fprintf(&b, "Entries are distinct words after folding; %d words together, many in several sources.\n\n",
		l.FST().Len())
	fmt.Fprint(&b, "| what | language | kinds | package | version | licence | entries "+
		"|\n|---|---|---|---|---|---|---|\n")
	for _, s := range l.Sources() {
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` | %s | %s | %d |\n", s.Name, cmp.Or(s.Lang, "all"), s.Kind, s.Package,
			s.Version, s.Licence, s.Entries)
	}
	return []byte(b.String())
}

// noticeLines is what NOTICE must say: one line a package that is not ours.
func noticeLines(l *lexicon.Lexicon) []byte {
	var out []string
	for _, s := range l.Sources() {
		if s.Credit == "" {
			continue
		}
		line := fmt.Sprintf("%s %s: %s; licence %s.", s.Package, s.Version, s.Credit, s.Licence)
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return []byte(strings.Join(out, "\n") + "\n")
}
