package formats

import (
	"archive/zip"
	"fmt"
	"io"
	"strings"
	"testing"
)

// file is an entry of an archive.
func file(name string, size uint64, flags uint16) *zip.File {
	return &zip.File{FileHeader: zip.FileHeader{Name: name, UncompressedSize64: size, Flags: flags}}
}

// TestBoundsOfArchives: each bound is held, and what lies within it passes.
func TestBoundsOfArchives(t *testing.T) {
	many := make([]*zip.File, maxEntries+1)
	for i := range many {
		many[i] = file(fmt.Sprintf("%d.txt", i), 1, 0)
	}
	long := strings.Repeat("a", maxEntryName)
	for _, c := range []struct {
		why   string
		files []*zip.File
	}{
		{"", many[:maxEntries]},
		{"more than 100000 files", many},
		{"", []*zip.File{file("a.txt", maxUnpacked-1, 0), file("b.txt", 1, 0)}},
		{"more than 64 GiB", []*zip.File{file("a.txt", maxUnpacked-1, 0), file("b.txt", 2, 0)}},
		{"", []*zip.File{file(long, 1, 0), file("a/b.txt", 1, 0), file("a/", 0, 0)}},
		{"file 1 of the archive has a name that leads elsewhere", []*zip.File{file(long+"a", 1, 0)}},
		{"file 2 of the archive has a name that leads elsewhere", []*zip.File{file("a", 1, 0), file("a/../../zyx", 1, 0)}},
		{"leads elsewhere", []*zip.File{file("zyx\x00.txt", 1, 0)}},
		{"leads elsewhere", []*zip.File{file(`C:\zyx`, 1, 0)}},
		{"leads elsewhere", []*zip.File{file("./zyx", 1, 0)}},
		{"file 2 of the archive has the name of another", []*zip.File{file("zyx", 1, 0), file("ZYX", 1, 0)}},
		{"enciphered", []*zip.File{file("zyx", 1, 1)}},
	} {
		err := checkEntries(c.files)
		if got := fmt.Sprint(err); (err == nil) != (c.why == "") || !strings.Contains(got, c.why) || strings.Contains(got, "zyx") {
			t.Errorf("%q: %v", c.why, err)
		}
	}
}

// ones are bytes without an end.
type ones struct{}

func (ones) Read(p []byte) (int, error) { return len(p), nil }

// TestRatioOfAnEntry: an entry gives at most a thousand bytes for each packed one beyond the
// first megabyte, and is cut off there, not at its end.
func TestRatioOfAnEntry(t *testing.T) {
	const packed = 500
	n, err := io.Copy(io.Discard, &sparing{r: ones{}, packed: packed})
	if most := int64(freeBytes + packed*maxRatio); err == nil || n > most || n < most-1<<20 {
		t.Errorf("%d bytes of %d packed ones, %v", n, packed, err)
	}
	whole := io.LimitReader(ones{}, freeBytes+packed*maxRatio)
	if _, err := io.Copy(io.Discard, &sparing{r: whole, packed: packed}); err != nil {
		t.Error(err)
	}
}
