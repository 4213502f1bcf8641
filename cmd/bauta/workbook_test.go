package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestWorkbooksAsExcelOrdersThem: styles, strings and properties stand behind the sheets,
// and are read by who writes, when the input has been read. Two files go into a folder,
// and the strings are longer than what is read ahead.
func TestWorkbooksAsExcelOrdersThem(t *testing.T) {
	var shared, rows strings.Builder
	const n = 3000
	for i := range n {
		fmt.Fprintf(&shared, "<si><t>ecris a zoe.keller%d@example.com %d</t></si>", i, i)
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d" t="s"><v>%d</v></c></row>`, i+2, i+2, i)
	}
	book := parts(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook/>`, "xl/worksheets/sheet1.xml",
		`<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>text</t></is></c></row>`+rows.String()+
			`</sheetData></worksheet>`,
		"xl/theme/theme1.xml", "<theme>"+strings.Repeat("<a/>", 1<<15)+"</theme>", "xl/styles.xml", `<styleSheet/>`,
		"xl/sharedStrings.xml", `<sst>`+shared.String()+`</sst>`, "docProps/app.xml", `<Properties/>`)
	folder(t, map[string]string{"in/a.xlsx": book, "in/b.xlsx": book})
	for _, args := range [][]string{{"in/a.xlsx", "-o", "a.xlsx"}, {"in", "-o", "out"}} {
		if p := invoke(t, "", append([]string{"anonymise", "--policy", "small.yaml"}, args...)...); p.code != 0 {
			t.Fatalf("%v: exit %d: %s", args, p.code, p.err)
		}
	}
	for _, name := range []string{"a.xlsx", "out/a.xlsx", "out/b.xlsx"} {
		z, err := zip.OpenReader(name)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		for _, f := range z.File {
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(in)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, f.Name, err)
			}
			if bytes.Contains(data, []byte("keller")) {
				t.Errorf("%s: %s: an address stays", name, f.Name)
			}
		}
		if len(z.File) != 7 {
			t.Errorf("%s: %d parts", name, len(z.File))
		}
	}
}

// parts is an archive of names and contents in turn.
func parts(t *testing.T, list ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(list); i += 2 {
		w, err := z.Create(list[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, list[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestCodesOfPageHeadsStay: a name in the head of a page goes, and where it stands stays.
func TestCodesOfPageHeadsStay(t *testing.T) {
	folder(t, map[string]string{"a.xlsx": parts(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook/>`, "xl/worksheets/sheet1.xml",
		`<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>text</t></is></c></row>`+
			`<row r="2"><c r="A2" t="inlineStr"><is><t>rien</t></is></c></row></sheetData>`+
			`<headerFooter><oddHeader>&amp;LPage &amp;P&amp;C&amp;B zoe.keller@example.com</oddHeader></headerFooter></worksheet>`)})
	must(t, "anonymise", "-q", "--policy", "small.yaml", "a.xlsx", "-o", "b.xlsx")
	z, err := zip.OpenReader("b.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	in, err := z.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(in)
	if err != nil || bytes.Contains(got, []byte("keller")) || !bytes.Contains(got, []byte("&amp;LPage &amp;P&amp;C&amp;B")) {
		t.Errorf("%v: %s", err, got)
	}
}
