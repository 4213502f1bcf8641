package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
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
			args := []string{"audit", "certify", "other" + name[1:], "--log", name + ".log", "--key", "project.key", "--unreported", "-o", "x.json"}
			if got := invoke(t, "", args...); got.code != 1 || !strings.Contains(got.err, "packed otherwise") {
				t.Errorf("%s with %s is certified: exit %d, %s", name, what, got.code, got.err)
			}
			os.Remove("other.log")
			if got := must(t, "audit", "draw", "other"+name[1:], "--canaries", "0", "--log", "other.log", "-o", "x.csv"); !strings.Contains(got.err, "the head of the packed file") {
				t.Errorf("%s with %s is drawn without a word of it: %s", name, what, got.err)
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

// TestPartsOfAWorkbookAreNoMessages: who made a workbook and the heads of its pages are read and looked at with a row,
// and count as none, in the summary, in the report and in the audit.
func TestPartsOfAWorkbookAreNoMessages(t *testing.T) {
	cell := func(at, said string) string {
		return `<c r="` + at + `" t="inlineStr"><is><t>` + said + `</t></is></c>`
	}
	rows := `<row r="1">` + cell("A1", "text") + `</row>`
	for i := 2; i < 62; i++ {
		rows += fmt.Sprintf(`<row r="%d">%s</row>`, i, cell(fmt.Sprint("A", i), fmt.Sprint("bis morgen ", i)))
	}
	book := func(properties ...string) string {
		return parts(t, append(append([]string{"[Content_Types].xml", `<Types/>`}, properties...), "xl/workbook.xml", `<workbook/>`, "xl/worksheets/sheet1.xml",
			`<worksheet><sheetData>`+rows+`</sheetData><headerFooter><oddHeader>&amp;C&amp;12 zita.quilebo@example.com</oddHeader></headerFooter></worksheet>`)...)
	}
	folder(t, map[string]string{"in.xlsx": book("docProps/core.xml", `<coreProperties><creator>Cédric Dumont</creator></coreProperties>`)})
	got := must(t, "anonymise", "--policy", "small.yaml", "in.xlsx", "-o", "out.xlsx", "--report", "report.json")
	if !strings.Contains(got.err, "60 messages:") || !strings.Contains(got.err, "60 records in = 60 out") {
		t.Errorf("summary: %s", got.err)
	}
	for name, want := range map[string]int{"in.xlsx": 1, "out.xlsx": 0} {
		drawn := must(t, "audit", "draw", name, "--canaries", "0", "--log", name+".log", "--limit", "10%", "-n", "5000", "-o", name+".csv")
		raw := string(must2(os.ReadFile(name + ".csv")))
		if !strings.Contains(drawn.err, "60 rows to look at") || strings.Count(raw, "Cédric") != want || strings.Count(raw, "quilebo") != want {
			t.Errorf("%s: %s%s", name, drawn.err, raw)
		}
	}
}

// TestHiddenIsNoMoreThanThereIs: who says how many names are hidden cannot say more than the original
// shows, or than count of all messages.
func TestHiddenIsNoMoreThanThereIs(t *testing.T) {
	was := "id,text\n" + strings.Repeat("1,bis morgen Zita\n", 60)
	folder(t, map[string]string{"was.csv": was, "r.csv": strings.ReplaceAll(was, "Zita", "PERSON")})
	draw := []string{"audit", "draw", "r.csv", "--unit", "name", "--canaries", "0", "--limit", "5%", "--log", "r.log", "-o", "sheet.csv"}
	for _, more := range [][]string{{"--hidden", "61", "--original", "was.csv"}, {"--hidden", "181", "--per-message", "3"}} {
		if got := invoke(t, "", append(slices.Clone(draw), more...)...); got.code != 2 || !strings.Contains(got.err, "at most") {
			t.Errorf("%v: exit %d, %s", more, got.code, got.err)
		}
	}
	must(t, append(draw, "--hidden", "60", "--original", "was.csv")...)
}

// TestHiddenIsHeldAgainstTheReport: a number of hidden names that was told is refused where the report of the run found
// fewer, by the draw and by the certificate; without a report the certificate says that it was told.
func TestHiddenIsHeldAgainstTheReport(t *testing.T) {
	was := "id,text\n" + strings.Repeat("1,vu Cédric demain à la gare\n", 300)
	folder(t, map[string]string{"was.csv": was, "small.yaml": small})
	must(t, "key", "new", "project.key")
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "was.csv", "-o", "r.csv", "--report", "report.json")
	draw := []string{"audit", "draw", "r.csv", "--unit", "name", "--canaries", "0", "--limit", "30%", "-n", "5000", "-o", "sheet.csv"}
	tell := append(slices.Clone(draw), "--original", "was.csv", "--report", "report.json", "--log", "a.log", "--hidden", "301")
	if got := invoke(t, "", tell...); got.code != 2 || !strings.Contains(got.err, "at most 300, as many") {
		t.Errorf("exit %d, %s", got.code, got.err)
	}
	must(t, append(draw, "--hidden", "900", "--log", "b.log")...)
	markIf(t, "sheet.csv", 0)
	must(t, "audit", "enter", "sheet.csv", "--log", "b.log")
	certify := []string{"audit", "certify", "r.csv", "--log", "b.log", "--key", "project.key", "-o", "c.json"}
	got := invoke(t, "", append(slices.Clone(certify), "--report", "report.json")...)
	if got.code != 1 || !strings.Contains(got.err, "found 300 names and other details, fewer than the 900") {
		t.Errorf("exit %d, %s", got.code, got.err)
	}
	must(t, append(certify, "--unreported")...)
	if says := must(t, "audit", "verify", "r.csv", "c.json").out; !strings.Contains(says, "total of 900 hidden names and other details: no report of a run bears it out") {
		t.Errorf("verified: %s", says)
	}
}
