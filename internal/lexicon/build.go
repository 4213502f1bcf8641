package lexicon

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/lexicon/fst"
)

// Attr is what one source says of a word.
type Attr struct {
	Lang        string // language of Kinds and POS; empty where they hold in all
	Kinds       Kind
	POS         POS
	Sex         Sex
	Origin      string   // language a name comes from
	NameRank    uint8    // see Entry
	SurnameRank uint8    // see Entry
	CityRank    uint8    // see Entry
	WordRank    uint8    // see Entry
	NameIndex   int      // see Entry; the last one set holds
	Normal      []string // normal forms of an SMS spelling
	FullNames   []string // first names a hypocoristic stands for
}

// Builder collects words for a lexicon file. Words said twice are one entry
// with all kinds; ranks keep the greater.
type Builder struct {
	langs   []string
	origins []string
	words   map[string]*attrs
	sources []Source
}

// attrs are all that is known of a word.
type attrs struct {
	class     class
	nameIndex int
	notes     []note
}

// class is the part of attrs that many words share.
type class struct {
	neutral     Kind
	origins     uint64
	sex         Sex
	nameRank    uint8
	cityRank    uint8
	surnameRank uint8
	lang        [maxLangs]langClass
}

type langClass struct {
	kinds Kind
	pos   POS
	rank  uint8
}

type note struct {
	lang int
	kind noteKind
	text []string
}

// NewBuilder starts a lexicon with data on the languages.
func NewBuilder(langs ...string) *Builder {
	return &Builder{langs: langs[:min(len(langs), maxLangs)], words: map[string]*attrs{}}
}

// Len is the number of words so far.
func (b *Builder) Len() int { return len(b.words) }

// Source notes where words came from.
func (b *Builder) Source(s Source) { b.sources = append(b.sources, s) }

// Add takes a word in, folded. Errors do not show the word.
func (b *Builder) Add(word string, a Attr) error {
	word = Fold(word)
	if word == "" || len(word) > fst.MaxWord {
		return fmt.Errorf("a word must have 1 to %d bytes", fst.MaxWord)
	}
	w := b.words[word]
	if w == nil {
		w = &attrs{}
		b.words[word] = w
	}
	c := &w.class
	c.sex |= a.Sex
	c.nameRank, c.surnameRank = max(c.nameRank, a.NameRank), max(c.surnameRank, a.SurnameRank)
	c.cityRank = max(c.cityRank, a.CityRank)
	if a.NameIndex > 0 {
		w.nameIndex = a.NameIndex
	}
	if a.Origin != "" {
		i := slices.Index(b.origins, a.Origin)
		if i < 0 {
			if len(b.origins) == maxOrigins {
				return fmt.Errorf("more than %d origins", maxOrigins)
			}
			i = len(b.origins)
			b.origins = append(b.origins, a.Origin)
		}
		c.origins |= 1 << i
	}
	if a.Lang == "" {
		c.neutral |= a.Kinds
		return nil
	}
	lang := slices.Index(b.langs, a.Lang)
	if lang < 0 {
		return fmt.Errorf("language %s is not one of the lexicon's", a.Lang)
	}
	l := &c.lang[lang]
	l.kinds |= a.Kinds
	l.pos |= a.POS
	l.rank = max(l.rank, a.WordRank)
	w.addNote(lang, noteNormal, a.Normal)
	w.addNote(lang, noteFull, a.FullNames)
	return nil
}

func (w *attrs) addNote(lang int, kind noteKind, text []string) {
	if len(text) == 0 {
		return
	}
	for i := range w.notes {
		if n := &w.notes[i]; n.lang == lang && n.kind == kind {
			for _, t := range text {
				if !slices.Contains(n.text, t) {
					n.text = append(n.text, t)
				}
			}
			return
		}
	}
	w.notes = append(w.notes, note{lang, kind, slices.Clone(text)})
}

// Kinds returns what is known so far of a word: kinds of all languages and of
// the one.
func (b *Builder) Kinds(word, lang string) Kind {
	w := b.words[Fold(word)]
	if w == nil {
		return 0
	}
	k := w.class.neutral
	if i := slices.Index(b.langs, lang); i >= 0 {
		k |= w.class.lang[i].kinds
	}
	return k
}

// POS returns the parts of speech known so far of a word in the language.
func (b *Builder) POS(word, lang string) POS {
	w, i := b.words[Fold(word)], slices.Index(b.langs, lang)
	if w == nil || i < 0 {
		return 0
	}
	return w.class.lang[i].pos
}

// Words returns the words so far, sorted.
func (b *Builder) Words() []string { return slices.Sorted(maps.Keys(b.words)) }

// Bytes returns the file. The same words and attributes, added in any order
// that names origins alike, give the same bytes.
func (b *Builder) Bytes() ([]byte, error) {
	words := b.Words()
	var sec [sections][]byte
	var err error
	if sec[secFST], err = fst.Build(slices.Values(words)); err != nil {
		return nil, fmt.Errorf("lexicon: %w", err)
	}
	sec[secLangs], sec[secOrigins] = joinLines(b.langs), joinLines(b.origins)
	if sec[secClasses], sec[secClassOf], err = b.encodeClasses(words); err != nil {
		return nil, err
	}
	sec[secBlocks], sec[secIndexes] = b.encodeNames(words)
	if sec[secNotes], sec[secText], err = b.encodeNotes(words); err != nil {
		return nil, err
	}
	sec[secRare] = b.encodeRare(words)
	if sec[secSources], err = json.Marshal(b.sources); err != nil {
		return nil, err
	}
	head := make([]byte, 16)
	copy(head, magic)
	head[4] = version
	if slices.ContainsFunc(b.sources, func(s Source) bool { return len(s.Rules) > 0 }) {
		head[4] = versionRules
	}
	out := join(head, sec)
	if len(out) > maxFile {
		return nil, errors.New("lexicon: the file is too large; split the list")
	}
	binary.LittleEndian.PutUint32(out[12:], crc32.Checksum(out[16:], castagnoli()))
	return out, nil
}

func joinLines(s []string) []byte {
	if len(s) == 0 {
		return nil
	}
	return []byte(strings.Join(s, "\n") + "\n")
}

// encodeClasses numbers the classes by how many words have them, commonest
// first, so that most look-ups read the same few records.
func (b *Builder) encodeClasses(words []string) (classes, classOf []byte, err error) {
	count := map[class]int{}
	first := map[class]int{}
	for i, w := range words {
		c := b.words[w].class
		if count[c]++; count[c] == 1 {
			first[c] = i
		}
	}
	if len(count) > 1<<16 {
		return nil, nil, errors.New("lexicon: too many combinations of kinds")
	}
	order := slices.SortedFunc(maps.Keys(count), func(x, y class) int {
		return cmp.Or(count[y]-count[x], first[x]-first[y])
	})
	number := make(map[class]uint16, len(order))
	for i, c := range order {
		number[c] = uint16(i)
		classes = binary.LittleEndian.AppendUint32(classes, uint32(c.neutral))
		classes = binary.LittleEndian.AppendUint64(classes, c.origins)
		classes = append(classes, byte(c.sex), c.nameRank, c.cityRank, c.surnameRank)
		for l := range b.langs {
			classes = binary.LittleEndian.AppendUint32(classes, uint32(c.lang[l].kinds))
			classes = binary.LittleEndian.AppendUint32(classes, uint32(c.lang[l].pos))
			classes = append(classes, c.lang[l].rank, 0, 0, 0)
		}
	}
	for _, w := range words {
		classOf = binary.LittleEndian.AppendUint16(classOf, number[b.words[w].class])
	}
	return classes, classOf, nil
}

// encodeNames writes which words have a name index, and the indexes.
func (b *Builder) encodeNames(words []string) (blocks, indexes []byte) {
	for from := 0; from < len(words); from += 64 {
		set, before := uint64(0), len(indexes)/4
		for i, w := range words[from:min(from+64, len(words))] {
			if n := b.words[w].nameIndex; n > 0 {
				set |= 1 << i
				indexes = binary.LittleEndian.AppendUint32(indexes, uint32(n))
			}
		}
		blocks = binary.LittleEndian.AppendUint64(blocks, set)
		blocks = binary.LittleEndian.AppendUint32(blocks, uint32(before))
	}
	return blocks, indexes
}

// encodeRare lists the words that Words finds without reading all.
func (b *Builder) encodeRare(words []string) []byte {
	var out []byte
	for ordinal, w := range words {
		for _, l := range b.words[w].class.lang {
			if l.kinds&rareKinds != 0 || l.pos&Pronoun != 0 {
				out = binary.LittleEndian.AppendUint32(out, uint32(ordinal))
				break
			}
		}
	}
	return out
}

// encodeNotes writes the notes sorted by word, language and kind, and their
// text, each text once.
func (b *Builder) encodeNotes(words []string) (notes, text []byte, err error) {
	at := map[string]int{}
	for ordinal, w := range words {
		ns := b.words[w].notes
		slices.SortFunc(ns, func(x, y note) int { return cmp.Or(x.lang-y.lang, int(x.kind)-int(y.kind)) })
		for _, n := range ns {
			s := strings.Join(n.text, "|")
			if len(s) >= 1<<16 {
				return nil, nil, errors.New("lexicon: too many normal forms for one word")
			}
			off, ok := at[s]
			if !ok {
				off = len(text)
				at[s] = off
				text = append(text, s...)
			}
			notes = binary.BigEndian.AppendUint32(notes, uint32(ordinal))
			notes = append(notes, byte(n.lang), byte(n.kind))
			notes = binary.LittleEndian.AppendUint16(notes, uint16(len(s)))
			notes = binary.LittleEndian.AppendUint32(notes, uint32(off))
		}
	}
	return notes, bytes.Clone(text), nil
}
