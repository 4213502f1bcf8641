package formats

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// The bounds of an archive: entries, bytes of their names, bytes of an entry for each
// packed byte beyond the first megabyte, and bytes of all.
const (
	maxEntries   = 100_000
	maxEntryName = 1000
	maxRatio     = 1000
	freeBytes    = 1 << 20
	maxUnpacked  = 1 << 36
)

// Begin starts a file of an archive: with a name of ours, packed as it stood, or anew.
type Begin struct {
	Name string
	Copy *zip.File // nil: what follows is packed
	from *zip.File
	n    int                                 // as the archive counts
	call func(name string, key Keyer) string // gives the name; nil: Name
}

// Archive is a Source of several files.
type Archive struct {
	Every bool // as in [Input]
	Skip  bool // the same

	what    string // the format, for people
	todo    []entry
	cur     Source
	n       int // of the entry at hand, as the archive counts
	read    int64
	left    map[string]int
	body    io.Closer
	beside  []string
	foreign int      // files whose names stay
	remarks bool     // there are comments, or fields in heads
	aside   []string // of a workbook, what stays in parts that nobody reads
	silent  bool     // as Silent
	note    string   // what is to be said first
	said    notes    // and behind the last file
	met     people   // who takes part in files of one kind,
	of      string   // which is this
}

// entry is a file of an archive that is read.
type entry struct {
	n      int
	file   *zip.File
	name   string
	format Format
	call   func(string, Keyer) string
	silent bool // nothing of it is read, and nothing of what comes behind it
}

// ErrNothing is an archive of which no file is read.
var ErrNothing = errors.New("no file in this archive is one of bauta formats; unpack it and give its files")

// OpenZip opens an archive: an export with the files that belong to it. What is not read
// of it is left out, and counted. pick finds the columns of workbooks.
func OpenZip(at io.ReaderAt, size int64, pick Pick) (*Archive, error) {
	zr, err := zip.NewReader(at, size)
	if err != nil {
		return nil, errors.New("the archive is damaged; was it copied whole?")
	}
	if err := checkEntries(zr.File); err != nil {
		return nil, err
	}
	if n := misnamed(at, zr.File); n > 0 {
		return nil, fmt.Errorf("file %d of the archive: %w", n, damaged(zip.ErrFormat))
	}
	a, err := openFiles(zr.File, pick)
	if err == nil {
		a.heads(zr)
	}
	return a, err
}

// openFiles finds what an archive is.
func openFiles(files []*zip.File, pick Pick) (*Archive, error) {
	a := &Archive{left: map[string]int{}}
	if isXLSX(files) {
		return openXLSX(files, pick)
	}
	if isODS(files) {
		return openODS(files, pick)
	}
	for _, f := range files {
		if f.Name == "[Content_Types].xml" || f.Name == "mimetype" {
			return nil, errors.New("this is a document of an office program, which is not read; save the table as " +
				"CSV (UTF-8)")
		}
	}
	if slack := slackEntries(files); slack != nil {
		a.what, a.todo = "slack", slack
	} else if err := a.tell(files); err != nil {
		return nil, err
	}
	if len(a.todo) == 0 {
		return nil, ErrNothing
	}
	for i, f := range files {
		read := slices.ContainsFunc(a.todo, func(e entry) bool { return e.n == i+1 })
		if !read && !strings.HasSuffix(f.Name, "/") {
			a.left[kindOf(f.Name)]++
		}
	}
	return a, nil
}

// Beside names columns of a workbook that stay.
func (a *Archive) Beside() []string { return a.beside }

// Names gives the same: they are a header.
func (a *Archive) Names() []string { return a.beside }

// Note says what comes out otherwise than somebody might expect.
func (a *Archive) Note() string { return a.note }

// Silent reports that nothing comes any more that somebody must read: what is left is for
// who writes, however long it is.
func (a *Archive) Silent() bool { return a.silent }

// Any says that the bytes of the file at hand need not be UTF-8: mails say what they are in.
func (a *Archive) Any() bool {
	any, ok := a.cur.(interface{ Any() bool })
	return ok && any.Any()
}

// heed keeps what the file at hand has to say.
func (a *Archive) heed() {
	if n, ok := a.cur.(interface{ Notes() []string }); ok {
		for _, what := range n.Notes() {
			a.said.say(what)
		}
	}
}

// Notes says what was taken for granted in reading, and what is not read of the files.
func (a *Archive) Notes() []string { return a.said.said }

// What names the format.
func (a *Archive) What() string { return a.what }

// Formats are those of the files that are read, in the order of the archive.
func (a *Archive) Formats() []string {
	var out []string
	for _, e := range a.todo {
		if name := e.format.Name; name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// LeftOut counts the files that come out in no form, by the end of their names.
func (a *Archive) LeftOut() map[string]int { return a.left }

// kindOf is the end of a file's name, where it says a kind.
func kindOf(name string) string {
	if ofMac(name) {
		return macKind
	}
	if e := ending().FindString(name); e != "" {
		return strings.ToLower(e)
	}
	return "other"
}

// checkEntries holds the bounds.
func checkEntries(files []*zip.File) error {
	if len(files) > maxEntries {
		return fmt.Errorf("more than %d files in the archive", maxEntries)
	}
	seen := map[string]bool{}
	var all uint64
	for i, f := range files {
		name := f.Name
		clean := path.Clean("/" + name)
		all += f.UncompressedSize64
		switch {
		case len(name) > maxEntryName, strings.ContainsAny(name, "\\\x00"),
			"/"+strings.TrimSuffix(name, "/") != clean:
			return fmt.Errorf("file %d of the archive has a name that leads elsewhere; unpack it with care", i+1)
		case seen[strings.ToLower(clean)]:
			return fmt.Errorf("file %d of the archive has the name of another", i+1)
		case f.Flags&1 != 0:
			return fmt.Errorf("file %d of the archive is enciphered; unpack it first", i+1)
		case all > maxUnpacked:
			return errors.New("the archive unpacks to more than 64 GiB")
		}
		seen[strings.ToLower(clean)] = true
	}
	return nil
}

// tell finds the files that are exports by themselves. One that may be damaged is none that is left out.
func (a *Archive) tell(files []*zip.File) error {
	names := map[string]int{}
	for i, f := range files {
		if strings.HasSuffix(f.Name, "/") || f.UncompressedSize64 == 0 || ofMac(f.Name) {
			continue
		}
		head, err := headOf(f)
		format, ok := Tell(f.Name, bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")))
		if err == nil && !ok && textual(f.Name) {
			err = sound(f)
		}
		if err != nil && textual(f.Name) {
			return fmt.Errorf("file %d of the archive: %w", i+1, damaged(err))
		}
		if err != nil || !ok {
			continue // left out
		}
		name := format.Name + kindOf(f.Name)
		if names[name]++; names[name] > 1 {
			name = fmt.Sprintf("%s-%d%s", format.Name, names[name], kindOf(f.Name))
		}
		a.what = format.Name
		a.todo = append(a.todo, entry{n: i + 1, file: f, name: name, format: format})
	}
	return nil
}

// textual reports a name as files of some format have them.
func textual(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return slices.ContainsFunc(Registry(), func(f Format) bool { return slices.Contains(f.Ends, ext) })
}

// Misnamed reports a name as files of other formats have them, and those of this one not.
func Misnamed(name, format string) bool {
	ext := strings.ToLower(path.Ext(name))
	return textual(name) && !slices.ContainsFunc(Registry(), func(f Format) bool {
		return f.Name == format && slices.Contains(f.Ends, ext)
	})
}

// sound is the error of a file that is not what was packed.
func sound(f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(io.Discard, &sparing{r: r, packed: int64(f.CompressedSize64)})
	return err
}

// headSize is how much of a file is looked at to know what it is.
const headSize = 64 << 10

// headOf is the beginning of a file.
func headOf(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, headSize))
}

// Line is the line of the file at hand.
func (a *Archive) Line() int {
	if a.cur == nil {
		return 0
	}
	return a.cur.Line()
}

// Taken is how many bytes were read of all files.
func (a *Archive) Taken() int64 {
	if a.cur == nil {
		return a.read
	}
	return a.read + a.cur.Taken()
}

// Next gives the next record; that with which a file begins has no bytes.
func (a *Archive) Next() (Record, error) {
	if a.cur == nil {
		if len(a.todo) == 0 {
			return Record{}, io.EOF
		}
		e := a.todo[0]
		a.todo = a.todo[1:]
		a.n = e.n
		if e.format.Open == nil {
			return Record{Begin: &Begin{Copy: e.file, n: e.n}}, nil
		}
		if err := a.begin(e); err != nil {
			return Record{}, a.at(err)
		}
		return Record{Begin: &Begin{Name: e.name, from: e.file, call: e.call}}, nil
	}
	rec, err := a.cur.Next()
	switch {
	case err == io.EOF:
		a.read += a.cur.Taken()
		a.heed()
		a.cur = nil
		if err := a.body.Close(); err != nil {
			return Record{}, a.at(err)
		}
		return a.Next()
	case err != nil:
		return Record{Line: rec.Line}, a.at(err)
	}
	rec.Placed = rec.Placed || rec.ID == ""
	rec.ID = fmt.Sprintf("%d:%s", a.n, cmpOr(rec.ID, rec.Line))
	return rec, nil
}

// cmpOr is the ID of a record, or its line.
func cmpOr(id string, line int) string {
	if id != "" {
		return id
	}
	return fmt.Sprint(line)
}

// at says in which file.
func (a *Archive) at(err error) error {
	return fmt.Errorf("file %d of the archive: %w", a.n, damaged(err))
}

// damaged says what errors of unpacking mean.
func damaged(err error) error {
	bad := slices.ContainsFunc([]error{zip.ErrChecksum, zip.ErrFormat, zip.ErrAlgorithm, io.ErrUnexpectedEOF},
		func(of error) bool { return errors.Is(err, of) })
	if bad || errors.As(err, new(flate.CorruptInputError)) {
		return errors.New("it is damaged; was the archive copied whole?")
	}
	return err
}

// begin opens a file.
func (a *Archive) begin(e entry) (err error) {
	body, err := e.file.Open()
	if err != nil {
		return err
	}
	a.body, a.silent = body, e.silent
	in := NewInput(bufio.NewReaderSize(&sparing{r: body, packed: int64(e.file.CompressedSize64)}, 64<<10))
	in.Every, in.Skip = a.Every, a.Skip
	if mark, _ := in.r.Peek(3); string(mark) == "\xEF\xBB\xBF" {
		in.r.Discard(3)
	}
	if a.cur, err = e.format.Start(in); err != nil {
		return err
	}
	if to, ok := a.cur.(company); ok { // of files of one kind people are the same
		if a.met == nil || a.of != e.format.Name {
			a.met, a.of = people{}, e.format.Name
		}
		a.met.join(*to.company())
		*to.company() = a.met
	}
	return nil
}

// sparing reads what was packed, and fails where it is more than anybody writes.
type sparing struct {
	r      io.Reader
	packed int64
	n      int64
}

func (s *sparing) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if s.n += int64(n); s.n > freeBytes+maxRatio*s.packed {
		return 0, fmt.Errorf("more than %d bytes for each that is packed; this is no text", maxRatio)
	}
	return n, err
}

// Packer writes an archive.
type Packer struct {
	zip *zip.Writer
	key Keyer
	cur io.Writer
}

// NewPacker writes to w; names that hold IDs come out under the key.
func NewPacker(w io.Writer, key Keyer) *Packer { return &Packer{zip: zip.NewWriter(w), key: key} }

// Begin starts a file.
func (p *Packer) Begin(b *Begin) (err error) {
	if b.Copy != nil {
		p.cur = nil
		if err := p.zip.Copy(b.Copy); err != nil {
			return fmt.Errorf("file %d of the archive: %w", b.n, damaged(err))
		}
		return nil
	}
	h := &zip.FileHeader{Name: b.Name, Method: zip.Deflate}
	if b.call != nil {
		h.Name = b.call(b.Name, p.key)
	}
	if b.from != nil {
		h.Modified = b.from.Modified
	}
	p.cur, err = p.zip.CreateHeader(h)
	return err
}

// Write writes into the file at hand.
func (p *Packer) Write(b []byte) (int, error) {
	if p.cur == nil {
		if len(b) == 0 {
			return 0, nil
		}
		return 0, errors.New("bytes in no file of the archive, which is a bug in this format")
	}
	return p.cur.Write(b)
}

// Close writes what makes it an archive.
func (p *Packer) Close() error { return p.zip.Close() }
