package frame_test

import "testing"

// TestFiled: a name in the name of a file that people make is somebody's, in small letters, too.
func TestFiled(t *testing.T) {
	finds(t, []inFrame{
		{"de", `lohnzettel_‹dietlinde›_03.pdf`},
		{"it", `Contratti/2024/contratto_‹mariangela›.docx.`},
		{"sv", `foto_‹Karlsson›.JPG`},
		{"en", `logs_torben.svg`},
		{"en", `scan_rose_01.pdf summer_notes.txt backup_paris_2024.zip`},
	})
}
