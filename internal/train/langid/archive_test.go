package langid

import (
	"archive/zip"
	"bytes"
)

// archive makes a zip with a file for each translation of the declaration.
func archive() []byte {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, files := range rights {
		for _, file := range files {
			w, err := z.Create("udhr2/" + file + ".txt")
			if err == nil {
				_, err = w.Write([]byte("x\n"))
			}
			if err != nil {
				return nil
			}
		}
	}
	if z.Close() != nil {
		return nil
	}
	return buf.Bytes()
}
