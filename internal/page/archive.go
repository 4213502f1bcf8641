package page

import (
	"archive/zip"
	"io"
	"io/fs"
	"slices"
)

// Archive gives the files of a part, which the browser has checked when it unpacked it, and
// holds as long as the program runs: what is read of a file where it lies needs no room here.
func Archive(part io.ReaderAt, size int64) (fs.FS, error) {
	files, err := zip.NewReader(part, size)
	if err != nil {
		return nil, err
	}
	return archive{files, part}, nil
}

type archive struct {
	*zip.Reader
	part io.ReaderAt
}

// Open opens a file.
func (a archive) Open(name string) (fs.File, error) {
	f, err := a.Reader.Open(name)
	if _, folder := f.(fs.ReadDirFile); folder || err != nil {
		return f, err
	}
	return stored{f, a, name}, nil
}

// stored is a file of an archive.
type stored struct {
	fs.File
	in   archive
	name string
}

// Sound gives where it lies, nil if it is compressed there.
func (s stored) Sound() *io.SectionReader {
	i := slices.IndexFunc(s.in.File, func(f *zip.File) bool { return f.Name == s.name && f.Method == zip.Store })
	if i < 0 {
		return nil
	}
	entry := s.in.File[i]
	at, err := entry.DataOffset()
	if err != nil {
		return nil
	}
	return io.NewSectionReader(s.in.part, at, int64(entry.UncompressedSize64))
}
