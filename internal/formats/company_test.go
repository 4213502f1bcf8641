package formats_test

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/bauta/bauta/internal/formats"
)

// TestPeopleOfAnArchive: whom one file of an export names, as who is spoken to in another, is somebody.
func TestPeopleOfAnArchive(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range [][2]string{
		{"channels.json", `[{"id":"C01","name":"general"}]`},
		{"general/2023-07-04.json", `[{"type":"message","user":"U1","text":"salut @zyxy","ts":"1"}]`},
		{"general/2023-07-05.json", `[{"type":"message","user":"U1","text":"salut @zyxa ?","ts":"1"}]`},
		{"users.json", `[{"id":"U1","name":"zyxy","profile":{"display_name":"zyxa"}}]`},
	} {
		w, err := z.Create(f[0])
		if err == nil {
			_, err = io.WriteString(w, f[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := formats.OpenZip(bytes.NewReader(b.Bytes()), int64(b.Len()), nil)
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for {
		rec, err := a.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range rec.Slots {
			for _, k := range s.Known {
				known = append(known, s.Value[k.Start:k.End])
			}
		}
	}
	if !slices.Equal(known, []string{"zyxy", "zyxa"}) {
		t.Errorf("known are %q", known)
	}
}
