package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
)

// console is a block of the README that is run: lines that start with "$ " are
// given to the shell, and what stands behind one is what it writes to standard
// output; where nothing stands, anything goes.
var console = regexp.MustCompile("(?s)```console\n(.*?)```\n")

// assignment sets a name for the commands behind it.
var assignment = regexp.MustCompile(`^[A-Z]+=`)

// step is a command of a block with what it is said to write.
type step struct{ command, output string }

// pages are the README and what it is in other languages, each with how many commands it
// runs at least.
var pages = map[string]int{"README.md": 10, "LISEZMOI.md": 2, "LIESMICH.md": 2, "LEGGIMI.md": 2, "LEAME.md": 2}

// TestReadme runs every example of the README in each language, in order, in one folder
// that holds the examples; -update writes the outputs anew.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for name, least := range pages {
		dir := t.TempDir()
		if err := os.Symlink(filepath.Join(root, "examples"), filepath.Join(dir, "examples")); err != nil {
			t.Fatal(err)
		}
		listings(t, dir)
		runPage(t, filepath.Join(root, name), dir, least)
	}
}

// runPage runs the commands of a page in a folder.
func runPage(t *testing.T, name, dir string, least int) {
	t.Helper()
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	ports := freePorts(t, "8086", "8087")
	ran, set := 0, ""
	changed := console.ReplaceAllStringFunc(string(page), func(block string) string {
		body := console.FindStringSubmatch(block)[1]
		out := "```console\n"
		for _, s := range steps(body) {
			ran++
			if assignment.MatchString(s.command) {
				set += s.command + "\n"
			}
			got := shell(t, dir, set+ports.Replace(s.command))
			out += "$ " + s.command + "\n"
			if s.output == "" {
				continue
			}
			if got != s.output && !*update {
				t.Errorf("$ %s\nwrites\n%sand %s says\n%s", s.command, got, filepath.Base(name), s.output)
			}
			out += got
		}
		return out + "```\n"
	})
	if ran < least {
		t.Errorf("%s: only %d commands were run", filepath.Base(name), ran)
	}
	if *update && changed != string(page) {
		if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// firstFigures is a row of the README's first table: its set, persons gone, precision.
var firstFigures = regexp.MustCompile(`(?m)^\|[^|\n]*?(together|[a-z]+(?:_[a-z]+)+|French)[^|\n]*\| ([0-9.]+) % \| ([0-9.]+) % \|$`)

// lastJudged gives what those rows say of gdpr after the judge's last run.
func lastJudged(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "experiments", "judge.json"))
	if err != nil {
		t.Fatal(err)
	}
	var run struct {
		Sets []struct {
			Preset, Set string
			Gone        float64 `json:"persons_gone"`
			Precision   float64
		}
		Figures []struct {
			Preset, Name string
			Value        float64
		}
	}
	if err := json.Unmarshal(data, &run); err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, s := range run.Sets {
		if s.Preset == "gdpr" {
			said[s.Set] = fmt.Sprintf("%.1f %.1f", s.Gone, s.Precision)
		}
	}
	figure := map[string]float64{}
	for _, f := range run.Figures {
		if f.Preset == "gdpr" {
			figure[f.Name] = f.Value
		}
	}
	for row, of := range map[string]string{"together": "strangers' text", "French": "refilled French"} {
		said[row] = fmt.Sprintf("%.1f %.1f", figure["persons gone, "+of], figure["precision of persons, "+of])
	}
	return said
}

// TestReadmeAgrees: the picture shows what the README's conversation becomes, its first
// figures are those of the judge's last run, and each language gives them.
func TestReadmeAgrees(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile(filepath.Join("..", "..", "docs", "front.svg"))
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)<text [^>]*>(.*)</text>$`).FindAllStringSubmatch(string(picture), -1)
	if len(lines) < 4 {
		t.Errorf("%d lines in the picture", len(lines))
	}
	for _, m := range lines {
		line := html.UnescapeString(regexp.MustCompile(`</?tspan[^>]*>`).ReplaceAllString(m[1], ""))
		if !strings.Contains(string(page), line) {
			t.Errorf("the picture says %q, and the README does not", line)
		}
	}
	last, judged := lastJudged(t), firstFigures.FindAllStringSubmatch(string(page), -1)
	if len(judged) != 7 {
		t.Errorf("%d rows of first figures", len(judged))
	}
	figures := regexp.MustCompile(`together \| ([0-9.]+) % \| ([0-9.]+) % \|`).FindStringSubmatch(string(page))
	if figures == nil {
		t.Fatal("the README has no first figures")
	}
	for _, m := range judged {
		want, there := last[m[1]]
		if got := m[2] + " " + m[3]; !there || got != want {
			t.Errorf("the README says %s of %q, the judge %s", got, m[1], want)
		}
	}
	for name := range pages {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range figures[1:] {
			if !strings.Contains(strings.ReplaceAll(string(text), ",", "."), f+" %") {
				t.Errorf("%s does not say %s %%", name, f)
			}
		}
	}
}

// freePorts gives each port of the README one that nobody has here: others may run this
// test at the same time.
func freePorts(t *testing.T, ports ...string) *strings.Replacer {
	t.Helper()
	var pairs []string
	for _, p := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		_, free, _ := net.SplitHostPort(l.Addr().String())
		pairs = append(pairs, "127.0.0.1:"+p, "127.0.0.1:"+free)
	}
	return strings.NewReplacer(pairs...)
}

// listings writes a small invented file in the columns of the one that the
// README's way through New York names and readers fetch for themselves: four
// squares of the town, each with its own word in every other title.
func listings(t *testing.T, dir string) {
	t.Helper()
	words := []string{"harbour", "orchard", "station", "museum"}
	var b strings.Builder
	b.WriteString("id,name,host_id,latitude,longitude\n")
	for i := range 480 {
		word := words[i%4]
		if i%3 == 0 {
			word = "garden"
		}
		fmt.Fprintf(&b, "%d,sunny room near the %s,%d,%.4f,%.4f\n", i, word, i/4, 40.7+0.015*float64(i%4/2), -74+0.015*float64(i%2))
	}
	for name, text := range map[string]string{"AB_NYC_2019.csv": b.String(), "areas.csv": "harbour,area\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadmeGo: each block of Go in the README stands word for word in an example that
// is run, and what its comments say is printed is what the example prints.
func TestReadmeGo(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	var examples []string
	for _, name := range []string{"policy", "filter"} {
		file, err := os.ReadFile(filepath.Join(root, name, "example_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		examples = append(examples, regexp.MustCompile(`(?m)^func Example`).Split(string(file), -1)...)
	}
	printed := regexp.MustCompile(`Println\(.*\) // (.*)`)
	for _, b := range blocks {
		lines := strings.TrimRight(strings.ReplaceAll("\n"+b[1], "\n", "\n\t"), "\t\n")
		at := slices.IndexFunc(examples, func(e string) bool { return strings.Contains(e, lines) })
		if at < 0 {
			t.Errorf("no example runs\n%s", b[1])
			continue
		}
		_, output, ran := strings.Cut(examples[at], "// Output:")
		output = strings.TrimPrefix(strings.ReplaceAll(strings.TrimRight(output, "}\n\t"), "\n\t// ", ", "), ", ")
		if !ran {
			t.Errorf("the example has no output, and is not run\n%s", b[1])
		}
		for _, m := range printed.FindAllStringSubmatch(b[1], -1) {
			if strings.TrimSpace(output) != m[1] {
				t.Errorf("the README says that it prints %q, and it prints %q", m[1], output)
			}
		}
	}
	if len(blocks) < 5 {
		t.Errorf("the README has %d blocks of Go", len(blocks))
	}
}

// row is a line of the table of formats.
var row = regexp.MustCompile("(?m)^\\| `([a-z., -]+)` \\| .* \\| `bauta anonymise (\\S+) -o clean/(\\S+)` \\|$")

// TestReadmeFormats: the table names each format with a file of its own, which is told as
// that format, and which the command below the table anonymises with all others.
func TestReadmeFormats(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range row.FindAllStringSubmatch(string(page), -1) {
		named[m[1]] = true
		f, err := os.Open(filepath.Join("..", "..", "examples", "exports", m[2]))
		if err != nil || m[2] != m[3] {
			t.Errorf("%s: %s: %v", m[1], m[2], err)
			continue
		}
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		r, err := corpus.Open(anywhere(f, f, info.Size()), m[2], corpus.Config{})
		packed := slices.Contains(strings.Split(m[1], ", "), filepath.Ext(m[2]))
		if err != nil || !packed && string(r.Format()) != m[1] {
			t.Errorf("%s: %s is read as something else: %v", m[1], m[2], err)
		}
		f.Close()
	}
	for _, f := range formats.Registry() {
		if f.Module != "" { // whose TestReadme runs it
			line := fmt.Sprintf("| `bauta-parquet table.%s -o clean/table.%s` |", f.Name, f.Name)
			named[f.Name] = bytes.Contains(page, []byte(line))
		}
		if !named[f.Name] {
			t.Errorf("the README has no row for %s", f.Name)
		}
	}
}

// TestReadmeRunsAll: no command of bauta stands in a block of a page that is not run, but
// for the session with a browser, which TestA9FromNothingToGold types.
func TestReadmeRunsAll(t *testing.T) {
	for name := range pages {
		page, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		rest := console.ReplaceAllString(string(page), "")
		for _, block := range regexp.MustCompile("(?s)```[a-z]*\n(.*?)```").FindAllStringSubmatch(rest, -1) {
			if strings.HasPrefix(block[1], "bauta review init desk.db ") {
				continue
			}
			for line := range strings.Lines(block[1]) {
				if strings.HasPrefix(strings.TrimPrefix(line, "$ "), "bauta ") {
					t.Errorf("%s: %q is not run; put it into a console block", name, line)
				}
			}
		}
	}
}

// steps cuts a block into its commands.
func steps(body string) []step {
	var out []step
	for line := range strings.Lines(body) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			out = append(out, step{command: strings.TrimSuffix(command, "\n")})
		} else if len(out) > 0 {
			out[len(out)-1].output += line
		}
	}
	return out
}

// shell runs a line and gives its standard output.
func shell(t *testing.T, dir, line string) string {
	t.Helper()
	cmd := exec.Command("sh", "-ec", line) // finds bauta: testscript puts this test's own binary into the path
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Errorf("$ %s\n%v: %s", line, err, errs.String())
	}
	return out.String()
}
