package formats

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
)

// The head of a file in an archive (APPNOTE.TXT of PKWARE, section 4.3.7): its sign, its length, and where the
// lengths of its name and of what stands behind that are.
const (
	zipSign  = "PK\x03\x04"
	zipHead  = 30
	zipName  = 26
	zipExtra = 28
	mostHead = zipHead + maxEntryName + 1<<10
)

// misnamed gives the number of the first file of an archive that is called otherwise at its place than in the
// directory, from 1; 0 where there is none.
func misnamed(at io.ReaderAt, files []*zip.File) int {
	for i, f := range files {
		data, err := f.DataOffset()
		if err != nil {
			return i + 1
		}
		from := max(0, data-mostHead)
		head := make([]byte, data-from)
		if _, err := at.ReadAt(head, from); err != nil || !bytes.Equal(nameIn(head), []byte(f.Name)) {
			return i + 1
		}
	}
	return 0
}

// nameIn is the name in the head with which a stretch of an archive ends; nil where it ends with none.
func nameIn(head []byte) []byte {
	for end := len(head); end > 0; {
		at := bytes.LastIndex(head[:end], []byte(zipSign))
		if at < 0 {
			return nil
		}
		if fixed := head[at:]; len(fixed) >= zipHead {
			name := int(binary.LittleEndian.Uint16(fixed[zipName:]))
			extra := int(binary.LittleEndian.Uint16(fixed[zipExtra:]))
			if zipHead+name+extra == len(fixed) {
				return fixed[zipHead : zipHead+name]
			}
		}
		end = at
	}
	return nil
}
