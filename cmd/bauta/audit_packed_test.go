package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// gzipped packs a text, with what stands in the head of the file.
func gzipped(text string, head gzip.Header) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Header = head
	w.Write([]byte(text))
	w.Close()
	return out.String()
}

// TestPackedFilesAreAudited: what is in a packed file and in no message changes nothing behind a
// certificate, be it in the head, in a stretch that nobody unpacks, or behind the end.
func TestPackedFilesAreAudited(t *testing.T) {
	rows := "id,author,text\n" + strings.Repeat("1,a,bis morgen\n", 60) + "2,b,bis morgen\n"
	pack, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	zst := string(pack.EncodeAll([]byte(rows), nil))
	skipped := string(binary.LittleEndian.AppendUint32([]byte("\x50\x2A\x4D\x18"), 4)) + "Zita"
	plain := gzipped(rows, gzip.Header{})
	folder(t, map[string]string{"r.csv.gz": plain, "r.csv.zst": zst, "r.csv": rows})
	for name, others := range map[string]map[string]string{
		"r.csv.gz": {
			"a name": gzipped(rows, gzip.Header{Name: "Zita"}), "a comment": gzipped(rows, gzip.Header{Comment: "Zita"}),
			"more": gzipped(rows, gzip.Header{Extra: []byte("Zita")}), "a member": plain + gzipped("", gzip.Header{Name: "Zita"}),
		},
		"r.csv.zst": {"a stretch in front": skipped + zst, "a stretch behind": zst + skipped},
	} {
		certifiedAs(t, name)
		must(t, "audit", "verify", name, name+".json")
		for what, other := range others {
			put(t, "other"+name[1:], other)
			if got := invoke(t, "", "audit", "verify", "other"+name[1:], name+".json"); got.code != 1 {
				t.Errorf("%s with %s: exit %d", name, what, got.code)
			}
		}
		must(t, "anonymise", "-q", "--policy", "small.yaml", name, "-o", "once"+name[1:])
		certifiedAs(t, "once"+name[1:])
		must(t, "anonymise", "-q", "--policy", "small.yaml", name, "-o", "twice"+name[1:], "--certified", "once"+name[1:]+".json")
	}
	must(t, "withdraw", "--release", "r.csv.gz", "--author", "b", "-o", "left.csv.gz", "--certificate", "r.csv.gz.json",
		"--key", "project.key", "--renewed", "left.json")
	must(t, "audit", "verify", "left.csv.gz", "left.json")
}
