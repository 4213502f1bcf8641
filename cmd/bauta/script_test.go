package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden parts of the scripts")

// lavish runs the tests with the memory that the program takes in its own process.
type lavish struct{ *testing.M }

func (m lavish) Run() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
	return m.M.Run()
}

func TestMain(m *testing.M) {
	testscript.Main(lavish{m}, map[string]func(){
		"bauta":  main,
		"finder": finder,
	})
}

// TestScripts runs testdata/script/*.txtar: the command line as its users see
// it. $EXAMPLES is the folder of the examples.
func TestScripts(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXAMPLES", examples)
			return nil
		},
	})
}

// finder is the program of external.txtar, as docs/formats/external.md describes one: it
// finds the word "zorbul", and ends where a message says "stop".
func finder() {
	type span struct {
		Start int     `json:"start"`
		End   int     `json:"end"`
		Label string  `json:"label"`
		Score float64 `json:"score"`
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var q struct {
			ID   int64  `json:"id"`
			Text string `json:"text"`
		}
		if json.Unmarshal(lines.Bytes(), &q) != nil || strings.Contains(q.Text, "stop") {
			fmt.Fprintln(os.Stderr, "cannot read", q.Text)
			os.Exit(1)
		}
		spans := []span{}
		if before, _, found := strings.Cut(q.Text, "zorbul"); found {
			at := utf8.RuneCountInString(before)
			spans = append(spans, span{at, at + len("zorbul"), "DRINK", 0.9})
		}
		out, _ := json.Marshal(map[string]any{"id": q.ID, "spans": spans})
		fmt.Println(string(out))
	}
}
