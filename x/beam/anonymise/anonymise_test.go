package anonymise_test

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"flag"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/rows"
	"github.com/bauta/bauta/policy"
	"github.com/bauta/bauta/x/beam/anonymise"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// chat is an invented file: conversations that lie across each other, in which people come
// back.
func chat(n int) string {
	rng := mathrand.New(mathrand.NewPCG(7, 7))
	names := []string{"Léa", "paul", "Nadia", "Mehdi", "Claire", "marc", "Sofia", "Hugo"}
	forms := []string{
		"salut %s, tu viens ce soir ?", "%s arrive avec %s", "j'ai vu %s hier chez %s", "appelle %s au 06 12 34 56 78", "ok à demain",
		"le mail de %s c'est %s@example.org",
	}
	var b strings.Builder
	for i := range n {
		form := forms[rng.IntN(len(forms))]
		var who []any
		for range strings.Count(form, "%s") {
			who = append(who, names[rng.IntN(len(names))])
		}
		fmt.Fprintf(&b, `{"id":"%d","thread":"%d","text":%q,"n":%d}`+"\n", i, rng.IntN(n/8+1), fmt.Sprintf(form, who...), i)
	}
	return b.String()
}

func written(t testing.TB, name, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func key(t testing.TB) string {
	drawn := make([]byte, 32)
	rand.Read(drawn)
	return written(t, "key", hex.EncodeToString(drawn)+"\n")
}

// onCluster runs the transform on Prism, and gives sorted rows and letters, and what was counted.
func onCluster(t testing.TB, cfg anonymise.Config, files string) (released, dead []string, told string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	p, s := beam.NewPipelineWithRoot()
	done, letters := anonymise.Do(s, cfg, anonymise.Lines(s, files))
	textio.Write(s, out, anonymise.Rows(s, done))
	textio.Write(s, out+".dead", anonymise.Letters(s, letters))
	result, err := prism.Execute(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return sorted(t, out), sorted(t, out+".dead"), anonymise.Told(result)
}

func sorted(t testing.TB, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(string(data)), "\n")
	slices.Sort(list)
	return list
}

// onOne is what one machine makes of the same rows, one after the other.
func onOne(t testing.TB, cfg anonymise.Config, data string) []string {
	t.Helper()
	file, err := policy.Load(cfg.Policy)
	if err != nil {
		t.Fatal(err)
	}
	built, err := file.Build(policy.Options{Lang: cfg.Lang, Key: cfg.Key})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	_, err = rows.Run(t.Context(), strings.NewReader(data), &out, rows.Config{
		Config: corpus.Config{Format: cfg.Format}, Pipeline: built.Pipeline, Tell: built.Foreign.Live(nil),
	})
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(out.String()), "\n")
	slices.Sort(list)
	return list
}

// What comes out is what one machine writes, but for the order of the lines: people have
// the numbers, and the names, that they have there, on one processor, two and four.
func TestAsOnOneMachine(t *testing.T) {
	data, secret := chat(400), key(t)
	files := written(t, "chat.jsonl", data)
	for _, preset := range []string{"gdpr", "sms4science"} {
		cfg := anonymise.Config{Policy: preset, Lang: "fr", Key: secret, Format: corpus.JSONL}
		want := onOne(t, cfg, data)
		for _, n := range []int{1, 2, 4} {
			old := runtime.GOMAXPROCS(n)
			got, dead, told := onCluster(t, cfg, files)
			runtime.GOMAXPROCS(old)
			if !slices.Equal(got, want) || strings.Join(dead, "") != "" {
				t.Errorf("%s, %d processors: %d rows, %d on one machine, or they differ; dead %v", preset, n, len(got), len(want), dead)
			}
			if !strings.HasPrefix(told, "400 messages in = 400 released + 0 withheld; ") {
				t.Errorf("%s, %d processors: %s", preset, n, told)
			}
		}
	}
}

// What cannot be read is told by its file and line, and nothing of it; the rest comes out.
func TestWithheld(t *testing.T) {
	files := written(t, "chat.jsonl", `{"text":"salut Zyxa"}`+"\n\n"+`{"zyx`+"\n"+`{"text":"`+strings.Repeat("zyx ", corpus.MaxRow/4)+`"}`+"\n"+
		`{"text":"oui"}`)
	got, dead, told := onCluster(t, anonymise.Config{Policy: "gdpr", Lang: "fr", Format: corpus.JSONL}, files)
	if len(got) != 2 || len(dead) != 2 || told != "4 messages in = 2 released + 2 withheld; 2 conversations" {
		t.Fatalf("%d rows and %d letters of 4 messages; %s", len(got), len(dead), told)
	}
	for i, line := range []string{":3: ", ":4: "} {
		if !strings.Contains(dead[i], line) || strings.Contains(dead[i], "zyx") {
			t.Errorf("letter %q", dead[i])
		}
	}
}

// Conversations of one name in two files are two.
func TestFilesStayApart(t *testing.T) {
	dir := filepath.Dir(written(t, "a.jsonl", `{"thread":"1","text":"salut Paul"}`+"\n"))
	if err := os.WriteFile(filepath.Join(dir, "b.jsonl"), []byte(`{"thread":"1","text":"salut Claire"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, _, _ := onCluster(t, anonymise.Config{Policy: "gdpr", Lang: "fr", Format: corpus.JSONL}, filepath.Join(dir, "*.jsonl"))
	if len(got) != 2 || got[0] != got[1] || !strings.Contains(got[0], "Person 1") {
		t.Errorf("%d rows, or the second knows the first", len(got))
	}
}

// Lines of text are messages of no conversation, the same as on one machine.
func TestText(t *testing.T) {
	data := "salut Paul\nappelle Claire au 06 12 34 56 78, \"Zyx\"\n{\"text\":1}\nok\n"
	cfg := anonymise.Config{Policy: "gdpr", Lang: "fr", Format: corpus.Text}
	got, dead, told := onCluster(t, cfg, written(t, "chat.txt", data))
	if want := onOne(t, cfg, data); !slices.Equal(got, want) || strings.Join(dead, "") != "" || !slices.Contains(got, "salut Person 1") {
		t.Errorf("%q, want %q; %s", got, want, told)
	}
}

func Example() {
	p, s := beam.NewPipelineWithRoot()
	messages := beam.CreateList(s, []anonymise.Message{
		{Origin: "chat", Order: 1, Row: []byte(`{"thread":"1","text":"salut Paul"}`)},
	})
	released, _ := anonymise.Do(s, anonymise.Config{Policy: "gdpr", Lang: "fr", Format: corpus.JSONL}, messages)
	textio.Write(s, filepath.Join(os.TempDir(), "released.jsonl"), anonymise.Rows(s, released))
	// beam.Run(ctx, "flink", p) runs it.
	fmt.Println(len(p.String()) > 0)
	// Output: true
}
