package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// small is a policy that needs no model: lists and patterns alone.
const small = "policy: small\ndetect:\n  lexical: {resolve: literal}\n  pattern: {}\nmask:\n  PERSON: {operator: code}\ndefault: code\n"

// printed is what one run of the program gave.
type printed struct {
	code     int
	out, err string
}

// invoke runs the program in a folder that holds the small policy.
func invoke(t *testing.T, stdin string, args ...string) printed {
	t.Helper()
	var out, errOut bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(stdin), &out, &errOut)
	return printed{code, out.String(), errOut.String()}
}

// folder changes to a new folder with the files in it.
func folder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	write := func(name, data string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("small.yaml", small)
	for name, data := range files {
		write(name, data)
	}
}

// left lists what a run left behind.
func left(t *testing.T) string {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// TestBadInput: each bad input of the contract ends with code 1, one line that
// names file and line and shows no text, and no output file; with --on-error
// skip the good records come out and the bad one stands in the rejects file.
func TestBadInput(t *testing.T) {
	const secret = "Zyxwvutila"
	for _, c := range []struct {
		name, file, data string
		args             []string
		want             string // what the error begins with
		kept             int    // records left with --on-error skip; -1 where that does not help
	}{
		{"not JSON", "a.jsonl", `{"text":"ok"}` + "\n" + `{"text":"` + secret + "\n" + `{"text":"ok"}`, nil, "a.jsonl:2: not a JSON object", 2},
		{"an array", "a.jsonl", `["` + secret + `"]`, nil, "a.jsonl:1: cannot tell which field holds the text; name it with --text", -1},
		{"no text field", "a.jsonl", `{"texte":"` + secret + `"}` + "\n" + `{"text":"ok"}`, nil, `a.jsonl:1: no field "text"`, 1},
		{"text is a list", "a.jsonl", `{"text":["` + secret + `"]}`, nil, `a.jsonl:1: field "text" is not a string`, 0},
		{"text twice", "a.jsonl", `{"text":"ok","text":"` + secret + `"}`, nil, `a.jsonl:1: field "text" stands twice`, 0},
		{"two objects on a line", "a.jsonl", `{"text":"ok"} {"text":"` + secret + `"}`, nil, "a.jsonl:1: more than one JSON value", 0},
		{"NUL in JSON", "a.jsonl", `{"text":"` + secret + `\u0000"}`, nil, "a.jsonl:1: a NUL character", 0},
		{"too many fields", "a.csv", "id,text\n1,ok\n2,a," + secret + "\n3,ok\n", nil, "a.csv:3: 3 fields where 2 are expected", 2},
		{"too few fields", "a.tsv", "id\ttext\n" + secret + "\n3\tok\n", nil, "a.tsv:2: 1 fields where 2 are expected", 1},
		{"open quote", "a.csv", "id,text\n1,ok\n2,\"" + secret + "\n", nil, "a.csv:3: a quote is opened and never closed", 1},
		{"text behind a quote", "a.csv", "id,text\n1,\"a\"" + secret + "\n2,ok\n", nil, "a.csv:2: text behind a closing quote", 1},
		{"latin-1 taken for UTF-8", "a.csv", "id,text\n1,d\xe9j\xe0 " + secret + "\n2,ok\n", []string{"--encoding", "utf-8"}, "a.csv:2: bytes that are not UTF-8", 1},
		{"a lone surrogate", "a.txt", "ok\n\xed\xa0\x80" + secret + "\nok\n", nil, "a.txt:2: bytes that are not UTF-8", 2},
		{"a cut character", "a.txt", "ok\n" + secret + "\xc3", nil, "a.txt:2: bytes that are not UTF-8", 1},
		{"NUL in text", "a.txt", "ok\n" + secret + "\x00\nok\n", nil, "a.txt:2: a NUL byte", 2},
		{"UTF-16 without mark", "a.txt", "o\x00k\x00\n\x00", nil, "a.txt:1: a NUL byte", -1},
		{"empty", "a.csv", "", nil, "a.csv: the file is empty", -1},
		{"only a byte order mark", "a.csv", "\xef\xbb\xbf", nil, "a.csv: the file is empty", -1},
		{"unknown column", "a.csv", "id,text\n1," + secret + "\n", []string{"--text-column", "body"}, `a.csv:1: no column "body"; the columns are "id", "text"`, -1},
		{"column number too high", "a.csv", "id,text\n1," + secret + "\n", []string{"--text-column", "3"}, `a.csv:1: no column "3"`, -1},
		{"column zero", "a.csv", "id,text\n1," + secret + "\n", []string{"--text-column", "0"}, `a.csv:1: no column "0"`, -1},
		{"no clear text column", "a.csv", "a,b\nx,y\n", nil, "a.csv:1: cannot tell which column holds the text", -1},
		{"unknown id column", "a.csv", "id,text\n1," + secret + "\n", []string{"--id-column", "key"}, `a.csv:1: no column "key"`, -1},
		{"conll column", "a.conll", secret + " O\n" + secret + "\n", []string{"--text-column", "2"}, "a.conll:1: line 2 has no column 2", -1},
		{"conll column by name", "a.conll", "a O\n", []string{"--text-column", "token"}, `a.conll:1: column "token"`, -1},
		{"unknown format", "a.csv", "text\nok\n", []string{"--format", "xml"}, `a.csv: unknown format "xml"`, -1},
		{"format with a slip", "a.csv", "text\nok\n", []string{"--format", "whatapp"}, `a.csv: unknown format "whatapp" (did you mean whatsapp?); bauta`, -1},
		{"unknown encoding", "a.csv", "text\nok\n", []string{"--encoding", "ebcdic"}, `a.csv: unknown encoding "ebcdic"`, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder(t, map[string]string{c.file: c.data, "out": "precious"})
			args := append([]string{"anonymise", "--policy", "small.yaml", c.file, "-o", "out", "--spans", "spans", "--candidates", "words", "--report", "report"}, c.args...)
			got := invoke(t, "", args...)
			if got.code != 1 || !strings.HasPrefix(got.err, "bauta: "+c.want) || strings.Count(got.err, "\n") != 1 {
				t.Errorf("code %d, %q; want 1, %q", got.code, got.err, c.want)
			}
			if strings.Contains(got.err+got.out, secret) || got.out != "" {
				t.Errorf("text was shown: %q %q", got.out, got.err)
			}
			if now := left(t); now != strings.Join(sorted(c.file, "out", "small.yaml"), " ") {
				t.Errorf("left behind: %s", now)
			}
			if data, _ := os.ReadFile("out"); string(data) != "precious" {
				t.Errorf("the output file was touched: %q", data)
			}
			if c.kept < 0 {
				return
			}
			got = invoke(t, "", append(args, "--on-error", "skip", "--rejects", "bad")...)
			want := 0
			if c.kept == 0 {
				want = 1 // nothing came out, which is no success
			}
			if got.code != want || strings.Contains(got.err, secret) {
				t.Fatalf("skipping: code %d, want %d: %q", got.code, want, got.err)
			}
			data, _ := os.ReadFile("out")
			if n := strings.Count(string(data), "ok"); n != c.kept || strings.Contains(string(data), secret) {
				t.Errorf("skipping kept %q, want %d records", data, c.kept)
			}
			if info, err := os.Stat("bad"); err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
				t.Errorf("the rejects file: %v, %v", info, err)
			}
		})
	}
}

func sorted(names ...string) []string {
	for i := range names {
		for j := i; j > 0 && names[j] < names[j-1]; j-- {
			names[j], names[j-1] = names[j-1], names[j]
		}
	}
	return names
}

// TestExitCodes: 0 done, 1 could not do it, 2 wrong usage, and for each of the
// last two one line that begins with the program's name.
func TestExitCodes(t *testing.T) {
	folder(t, map[string]string{"a.txt": "chez Cédric\n", "gold.jsonl": `{"id":"1","text":"x","ta":false,"spans":[]}` + "\n", "bad.yaml": "policy: a\ncolour: red\n"})
	for _, c := range []struct {
		code int
		args string
	}{
		{0, "--help"},
		{0, "help anonymise"},
		{0, "version"},
		{0, "policy list"},
		{0, "lexicon list"},
		{0, "model list"},
		{0, "anonymise -q --policy small.yaml a.txt"},
		{0, "anonymise -q --policy small.yaml -- a.txt"},
		{0, "detect -q --policy small.yaml a.txt"},
		{0, "policy check small.yaml"},
		{0, "evaluate messages --policy small.yaml gold.jsonl"},
		{0, "evaluate messages --policy small.yaml --json gold.jsonl"},
		{0, "completion bash"},
		{0, "completion zsh"},
		{0, "completion fish"},
		{0, "completion powershell"},
		{1, "anonymise none.txt"},
		{1, "anonymise ."},
		{1, "anonymise --policy bad.yaml a.txt"},
		{1, "anonymise --policy none.yaml a.txt"},
		{1, "detect --policy none a.txt"},
		{1, "anonymise --policy small.yaml -o no/such/folder/out a.txt"},
		{1, "anonymise --policy small.yaml --spans no/such/folder/out a.txt"},
		{1, "policy show none"},
		{1, "policy check none.yaml"},
		{1, "policy check bad.yaml"},
		{1, "model show none"},
		{1, "model verify none"},
		{1, "lexicon check none.txt"},
		{1, "lexicon import none.txt -o x"},
		{1, "evaluate messages none.jsonl"},
		{1, "evaluate spans gold.jsonl none.jsonl"},
		{1, "evaluate messages a.txt"},
		{1, "key destroy none.key"},
		{2, "anonymise --nonsense a.txt"},
		{2, "frobnicate"},
		{2, "help frobnicate"},
		{2, "help audit frobnicate"},
		{2, "completion frobnicate"},
		{1, "policy calibrate small.yaml gold.jsonl -o curve.json"},
		{2, "anonymise --jobs x a.txt"},
		{2, "anonymise --jobs -1 a.txt"},
		{2, "anonymise --offsets word a.txt"},
		{2, "anonymise --on-error maybe a.txt"},
		{2, "anonymise --on-error skip a.txt"},
		{2, "explain"},
		{2, "lexicon"},
		{2, "policy"},
		{2, "evaluate"},
		{2, "evaluate messages"},
		{2, "evaluate messages a b c"},
		{2, "key new"},
		{2, "key new a b"},
		{2, "policy show"},
		{2, "lexicon show"},
		{2, "model show"},
	} {
		got := invoke(t, "", strings.Fields(c.args)...)
		if got.code != c.code {
			t.Errorf("bauta %s: code %d, want %d: %q", c.args, got.code, c.code, got.err)
		}
		if c.code != 0 && (!strings.HasPrefix(got.err, "bauta: ") || strings.Count(got.err, "\n") != 1 || got.out != "") {
			t.Errorf("bauta %s: %q on standard error, %q on standard output", c.args, got.err, got.out)
		}
		if strings.Contains(c.args, "--json") && !json.Valid([]byte(got.out)) && !json.Valid([]byte(got.err)) {
			t.Errorf("bauta %s: no JSON: %q", c.args, got.out)
		}
	}
	if now := left(t); now != "a.txt bad.yaml gold.jsonl small.yaml" {
		t.Errorf("left behind: %s", now)
	}
}

// TestNothingIsOverwritten: an output that is an input, or another output, is
// refused before anything is written.
func TestNothingIsOverwritten(t *testing.T) {
	in := "chez Cédric\n"
	for _, args := range []string{
		"a.txt -o a.txt", "a.txt -o ./a.txt", "./a.txt -o a.txt", "a.txt -o link.txt", "a.txt --spans a.txt", "a.txt --report a.txt", "a.txt --candidates a.txt",
		"a.txt --on-error skip --rejects a.txt", "a.txt b.txt -o .", "a.txt -o x --spans x", "a.txt --spans x --report ./x", "a.txt sub/a.txt -o both", "a.txt --spans small.yaml",
	} {
		t.Run(args, func(t *testing.T) {
			folder(t, map[string]string{"a.txt": in, "b.txt": in, "sub/a.txt": "bonne nuit\n"})
			if err := os.Symlink("a.txt", "link.txt"); err != nil {
				t.Skip(err)
			}
			got := invoke(t, "", append([]string{"anonymise", "-q", "--policy", "small.yaml"}, strings.Fields(args)...)...)
			if got.code == 0 {
				t.Errorf("accepted")
			}
			for name, want := range map[string]string{"a.txt": in, "b.txt": in, "small.yaml": small} {
				if data, _ := os.ReadFile(name); string(data) != want {
					t.Errorf("%s became %q", name, data)
				}
			}
		})
	}
}

// TestFilesOfOriginalsAreTheOwners: what may hold text of messages is readable
// by its owner alone.
func TestFilesOfOriginalsAreTheOwners(t *testing.T) {
	folder(t, map[string]string{"a.csv": "id,text\n1,c Pierre\n2\n"})
	got := invoke(t, "", "anonymise", "-q", "--policy", "small.yaml", "a.csv", "-o", "out.csv", "--spans", "spans", "--candidates", "words", "--report", "report", "--on-error", "skip", "--rejects", "bad")
	if got.code != 0 {
		t.Fatal(got.err)
	}
	if k := invoke(t, "", "key", "new", "my.key"); k.code != 0 {
		t.Fatal(k.err)
	}
	for _, name := range []string{"spans", "words", "bad", "report", "my.key"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	for _, name := range []string{"spans", "report"} {
		if data, _ := os.ReadFile(name); bytes.Contains(bytes.ToLower(data), []byte("pierre")) {
			t.Errorf("%s holds text: %s", name, data)
		}
	}
}

// many is a corpus of n messages, some with something to hide.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d;t%d;%s\n", i, i/7, [...]string{"chez Cédric a 18h", "mon num 06 12 34 56 78", "ok tkt", "\"slt; ça va\nCamille ?\"", "c Pierre et lea.m@exemple.fr"}[i%5])
	}
	return "id;thread;texte\n" + b.String()
}

// TestJobsDoNotMatter: the same bytes from every output, whatever the number of
// jobs, from a file and from standard input.
func TestJobsDoNotMatter(t *testing.T) {
	folder(t, map[string]string{"a.csv": many(3000)})
	sides := []string{"out", "spans", "words"}
	var want []string
	for _, jobs := range []string{"1", "2", "3", "16"} {
		for _, stdin := range []bool{false, true} {
			args := []string{"anonymise", "-q", "--policy", "small.yaml", "--jobs", jobs, "-o", "out", "--spans", "spans", "--candidates", "words", "--format", "csv"}
			in := ""
			if stdin {
				in = many(3000)
			} else {
				args = append(args, "a.csv")
			}
			if got := invoke(t, in, args...); got.code != 0 {
				t.Fatal(got.err)
			}
			var now []string
			for _, s := range sides {
				data, err := os.ReadFile(s)
				if err != nil {
					t.Fatal(err)
				}
				now = append(now, string(data))
			}
			if want == nil {
				want = now
			}
			for i := range want {
				if now[i] != want[i] {
					t.Errorf("--jobs %s, standard input %v: %s differs", jobs, stdin, sides[i])
				}
			}
		}
	}
	if n := strings.Count(want[0], "<PRE_6>"); n < 600 {
		t.Errorf("only %d names hidden: the test says nothing", n)
	}
}

// TestEncodingsOfTheCommand: the same file in each encoding comes out in it,
// with the same bytes hidden.
func TestEncodingsOfTheCommand(t *testing.T) {
	plain, want := "id,texte\n1,déjà vu Cédric à 18h\n2,ça va\n", "id,texte\n1,déjà vu <PRE_6> à 18h\n2,ça va\n"
	type encoder interface{ String(string) (string, error) }
	for _, c := range []struct {
		flag, name string
		enc        encoder
	}{
		{"", "utf-8", nil},
		{"utf-8", "utf-8", nil},
		{"windows-1252", "windows-1252", charmap.Windows1252.NewEncoder()},
		{"iso-8859-1", "iso-8859-1", charmap.ISO8859_1.NewEncoder()},
		{"utf-16", "utf-16 little", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()},
		{"utf-16", "utf-16 big", unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder()},
		{"", "utf-16 with a mark, unsaid", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()},
		{"", "utf-8 with a mark", unicode.UTF8BOM.NewEncoder()},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, out := plain, want
			if c.enc != nil {
				in, _ = c.enc.String(plain)
				out, _ = c.enc.String(want)
			}
			folder(t, map[string]string{"a.csv": in})
			got := invoke(t, "", "anonymise", "-q", "--policy", "small.yaml", "--encoding", c.flag, "a.csv")
			if got.code != 0 || got.out != out {
				t.Errorf("%s\n got %q\nwant %q", got.err, got.out, out)
			}
		})
	}
}

// endless gives rows for ever, and cancels after some.
type endless struct {
	rows   int
	cancel func()
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rows++; e.rows == 100 {
		e.cancel()
	}
	return copy(p, strings.Repeat("chez Cédric\n", 1000)), nil
}

// TestInterrupted: a run that is interrupted ends, with code 1 and without
// output, sidecars or anything half written.
func TestInterrupted(t *testing.T) {
	folder(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var errOut bytes.Buffer
	code := run(ctx, []string{"anonymise", "-q", "--policy", "small.yaml", "--format", "text", "-o", "out", "--spans", "spans"}, &endless{cancel: cancel}, io.Discard, &errOut)
	if code != 1 || !strings.HasPrefix(errOut.String(), "bauta: ") {
		t.Errorf("code %d, %q", code, errOut.String())
	}
	if now := left(t); now != "small.yaml" {
		t.Errorf("left behind: %s", now)
	}
}

// TestClosedOutput: a reader that goes away (bauta … | head) is an error, not a
// success.
func TestClosedOutput(t *testing.T) {
	folder(t, map[string]string{"a.csv": many(3000)})
	r, w := io.Pipe()
	r.Close()
	var errOut bytes.Buffer
	if code := run(context.Background(), []string{"anonymise", "-q", "--policy", "small.yaml", "a.csv"}, strings.NewReader(""), w, &errOut); code != 1 {
		t.Errorf("code %d, %q", code, errOut.String())
	}
}

// TestOutOfDetectIsTheContract: the fields of an object of detect, no more and
// no less, and offsets that cut the text in each unit.
func TestOutOfDetectIsTheContract(t *testing.T) {
	text := "😘 Cédric, écris à léa@exemple.fr"
	folder(t, map[string]string{"a.jsonl": `{"id":"m1","text":"` + text + `"}`})
	for unit, cut := range map[string]func(a, b int) string{
		"byte": func(a, b int) string { return text[a:b] },
		"rune": func(a, b int) string { return string([]rune(text)[a:b]) },
		"utf16": func(a, b int) string {
			enc, _ := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().String(text)
			dec, _ := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder().String(enc[2*a : 2*b])
			return dec
		},
	} {
		got := invoke(t, "", "detect", "-q", "--policy", "small.yaml", "--offsets", unit, "a.jsonl")
		var obj struct {
			ID, Lang, Outcome, Verdict, Why, Offsets string
			Score                                    float64
			Spans, Candidates                        []struct {
				Start, End                           int
				Type, Part, Source, Rule, Why, Label string
				Entity                               string
				Score                                float64
				Parts                                []any
			}
		}
		dec := json.NewDecoder(strings.NewReader(got.out))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&obj); err != nil {
			t.Fatalf("%v: %s", err, got.out)
		}
		if obj.ID != "m1" || obj.Offsets != unit || obj.Lang != "fr" || len(obj.Spans) < 2 {
			t.Fatalf("%s", got.out)
		}
		found := ""
		for _, s := range obj.Spans {
			found += s.Type + ":" + cut(s.Start, s.End) + " "
		}
		if found != "PERSON:Cédric EMAIL:léa@exemple.fr " {
			t.Errorf("offsets in %ss cut %q", unit, found)
		}
	}
}
