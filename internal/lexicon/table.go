package lexicon

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/lexicon/fst"
)

// Errors of [Open] and [Lexicon.Verify].
var (
	ErrFormat  = errors.New("lexicon: not a lexicon of this program; build it again with `bauta lexicon import`")
	ErrVersion = errors.New("lexicon: the lexicon is of another version; build it again with `bauta lexicon import`")
	ErrDamaged = errors.New("lexicon: the lexicon is damaged; build it again")
)

const (
	magic        = "BLEX"
	version      = 1
	versionRules = 2 // with rules, which an older program would pass over
	sections     = 11
	headerSize   = 16 + 8*sections
	maxFile      = 1 << 26
	maxLangs     = 16
	maxOrigins   = 64
	noteSize     = 12
	blockSize    = 12 // 64 words: 8 bytes of bits, 4 of the count before
	classFixed   = 16
	classPerLang = 12
)

// The sections, in the order of the file.
const (
	secLangs   = iota // language codes, one a line
	secOrigins        // language codes of Entry origins, one a line
	secFST            // the automaton
	secClasses        // distinct combinations of attributes
	secClassOf        // two bytes a word: its class
	secBlocks         // which words have a name index
	secIndexes        // four bytes a name: its index
	secNotes          // normal forms and full names, by word
	secText           // what the notes point to
	secRare           // four bytes a word: ordinals of the words with one of rareKinds, or pronouns
	secSources        // JSON list of Source
)

// Source says where words come from.
type Source struct {
	Name    string `json:"name"`            // what it is, in a few words
	Package string `json:"package"`         // package, or file of the project or of a user
	Version string `json:"version"`         // version of the package
	Licence string `json:"licence"`         // SPDX identifier
	Credit  string `json:"credit"`          // who made it
	Lang    string `json:"lang,omitempty"`  // language, empty for all
	Kind    string `json:"kind"`            // the kinds it gives
	Entries int    `json:"entries"`         // distinct folded words it gave
	Rules   []Rule `json:"rules,omitempty"` // of a user's list: entries of a type, and expressions
}

// table is one lexicon file, read in place.
type table struct {
	data    []byte
	langs   []string
	origins []string
	words   *fst.FST
	classes []byte
	stride  int
	classOf []byte
	blocks  []byte
	indexes []byte
	notes   []byte
	text    []byte
	rare    []byte
	sources []byte
}

// openTable looks at the header and slices the sections out.
func openTable(data []byte) (*table, error) {
	if len(data) < headerSize || string(data[:4]) != magic {
		return nil, ErrFormat
	}
	if data[4] != version && data[4] != versionRules || !bytes.Equal(data[5:8], []byte{0, 0, 0}) {
		return nil, ErrVersion
	}
	sec, ok := cutSections(data)
	if !ok {
		return nil, ErrDamaged
	}
	t := &table{data: data}
	t.langs, t.origins = lines(sec[secLangs]), lines(sec[secOrigins])
	t.classes, t.classOf, t.blocks = sec[secClasses], sec[secClassOf], sec[secBlocks]
	t.indexes, t.notes, t.text = sec[secIndexes], sec[secNotes], sec[secText]
	t.rare, t.sources = sec[secRare], sec[secSources]
	t.stride = classFixed + classPerLang*len(t.langs)
	var err error
	if t.words, err = fst.Open(sec[secFST]); err != nil {
		return nil, ErrDamaged
	}
	if !t.fits() {
		return nil, ErrDamaged
	}
	return t, nil
}

// cutSections slices the sections out of a file, which they fill one behind the
// other.
func cutSections(data []byte) (sec [sections][]byte, ok bool) {
	if len(data) > maxFile || uint64(binary.LittleEndian.Uint32(data[8:])) != uint64(len(data)) {
		return sec, false
	}
	end := headerSize
	for i := range sec {
		off := int(binary.LittleEndian.Uint32(data[16+8*i:]))
		size := int(binary.LittleEndian.Uint32(data[20+8*i:]))
		if off != end || size > len(data)-off {
			return sec, false
		}
		sec[i] = data[off : off+size]
		end = off + size
	}
	return sec, end == len(data)
}

// fits reports sections of whole entries, as many as there are words.
func (t *table) fits() bool {
	n := t.words.Len()
	if len(t.langs) > maxLangs || len(t.origins) > maxOrigins {
		return false
	}
	if len(t.classOf) != 2*n || len(t.blocks) != (n+63)/64*blockSize {
		return false
	}
	whole := func(section []byte, entry int) bool { return len(section)%entry == 0 }
	return whole(t.classes, t.stride) && whole(t.indexes, 4) && whole(t.notes, noteSize) && whole(t.rare, 4)
}

// lines splits a section of lines, each ended by a newline.
func lines(b []byte) []string {
	if len(b) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

// class returns the record of the word's class, nil when there is no such
// word or the file is damaged.
func (t *table) class(ordinal int) []byte {
	if uint(ordinal) >= uint(len(t.classOf)/2) {
		return nil
	}
	at := int(binary.LittleEndian.Uint16(t.classOf[2*ordinal:])) * t.stride
	if at+t.stride > len(t.classes) {
		return nil
	}
	return t.classes[at : at+t.stride]
}

// nameIndex returns the index of the word as a first name, 0 when it is none.
func (t *table) nameIndex(ordinal int) int {
	at := ordinal / 64 * blockSize
	if at+blockSize > len(t.blocks) {
		return 0
	}
	set, bit := binary.LittleEndian.Uint64(t.blocks[at:]), uint64(1)<<(ordinal%64)
	if set&bit == 0 {
		return 0
	}
	at = 4 * (int(binary.LittleEndian.Uint32(t.blocks[at+8:])) + bits.OnesCount64(set&(bit-1)))
	if at+4 > len(t.indexes) {
		return 0
	}
	return int(binary.LittleEndian.Uint32(t.indexes[at:]))
}

// lang is the place of the language, -1 when the table has no data on it.
func (t *table) lang(code string) int {
	for i, l := range t.langs {
		if l == code {
			return i
		}
	}
	return -1
}

// entry makes the entry of the word in the language, by its place or -1.
func (t *table) entry(ordinal, lang int) Entry {
	c := t.class(ordinal)
	if c == nil {
		return Entry{}
	}
	e := Entry{
		ID:          ordinal,
		Kinds:       Kind(binary.LittleEndian.Uint32(c)),
		Sex:         Sex(c[12]) & (Male | Female),
		NameRank:    c[13],
		CityRank:    c[14],
		SurnameRank: c[15],
		origins:     binary.LittleEndian.Uint64(c[4:]),
	}
	if e.Kinds&FirstName != 0 {
		e.NameIndex = t.nameIndex(ordinal)
	}
	if lang >= 0 {
		c = c[classFixed+classPerLang*lang:]
		e.Kinds |= Kind(binary.LittleEndian.Uint32(c))
		e.POS = POS(binary.LittleEndian.Uint32(c[4:]))
		e.WordRank = c[8]
	}
	return e
}

// noteKind tells the notes of a word apart.
type noteKind uint8

const (
	noteNormal noteKind = iota // normal form of an SMS spelling
	noteFull                   // full names of a hypocoristic
)

// note finds the text that goes with the word; parts are separated by "|".
func (t *table) note(ordinal, lang int, kind noteKind) (string, bool) {
	if lang < 0 {
		return "", false
	}
	want := [6]byte{byte(ordinal >> 24), byte(ordinal >> 16), byte(ordinal >> 8), byte(ordinal), byte(lang), byte(kind)}
	lo, hi := 0, len(t.notes)/noteSize
	for lo < hi {
		mid := (lo + hi) / 2
		if bytes.Compare(t.notes[mid*noteSize:mid*noteSize+6], want[:]) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo*noteSize == len(t.notes) || !bytes.Equal(t.notes[lo*noteSize:lo*noteSize+6], want[:]) {
		return "", false
	}
	n := t.notes[lo*noteSize:]
	size, off := int(binary.LittleEndian.Uint16(n[6:])), int(binary.LittleEndian.Uint32(n[8:]))
	if off > len(t.text) || size > len(t.text)-off {
		return "", false
	}
	return string(t.text[off : off+size]), true
}

// sourceList decodes the sources.
func (t *table) sourceList() []Source {
	var s []Source
	if json.Unmarshal(t.sources, &s) != nil {
		return nil
	}
	return s
}

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// verify reads the whole file.
func (t *table) verify() error {
	if crc32.Checksum(t.data[16:], castagnoli()) != binary.LittleEndian.Uint32(t.data[12:]) {
		return ErrDamaged
	}
	if t.words.Verify() != nil {
		return ErrDamaged
	}
	var src []Source
	if d := json.NewDecoder(bytes.NewReader(t.sources)); d.Decode(&src) != nil {
		return ErrDamaged
	}
	if slices.ContainsFunc(src, func(s Source) bool { return len(s.Rules) > 0 }) != (t.data[4] == versionRules) {
		return ErrDamaged
	}
	if !t.verifyNames() || !t.verifyNotes() {
		return ErrDamaged
	}
	return nil
}

// verifyNames reads the classes and the name indexes.
func (t *table) verifyNames() bool {
	names, rare := 0, 0
	for o := range t.words.Len() {
		c := t.class(o)
		if c == nil {
			return false
		}
		if t.isRare(c) {
			if 4*rare >= len(t.rare) || int(binary.LittleEndian.Uint32(t.rare[4*rare:])) != o {
				return false
			}
			rare++
		}
		if o%64 == 0 {
			b := t.blocks[o/64*blockSize:]
			if int(binary.LittleEndian.Uint32(b[8:])) != names {
				return false
			}
			names += bits.OnesCount64(binary.LittleEndian.Uint64(b))
		}
	}
	return 4*names == len(t.indexes) && 4*rare == len(t.rare)
}

// isRare reports whether words of the class belong in the list of rare ones.
func (t *table) isRare(class []byte) bool {
	for at := classFixed; at < len(class); at += classPerLang {
		if Kind(binary.LittleEndian.Uint32(class[at:]))&rareKinds != 0 ||
			POS(binary.LittleEndian.Uint32(class[at+4:]))&Pronoun != 0 {
			return true
		}
	}
	return false
}

// verifyNotes reads the notes.
func (t *table) verifyNotes() bool {
	for i := 0; i < len(t.notes); i += noteSize {
		n := t.notes[i : i+noteSize]
		if i > 0 && bytes.Compare(t.notes[i-noteSize:i-noteSize+6], n[:6]) >= 0 {
			return false
		}
		if int(binary.BigEndian.Uint32(n)) >= t.words.Len() || int(n[4]) >= len(t.langs) || n[5] > byte(noteFull) {
			return false
		}
		if int(binary.LittleEndian.Uint32(n[8:]))+int(binary.LittleEndian.Uint16(n[6:])) > len(t.text) {
			return false
		}
	}
	return true
}
