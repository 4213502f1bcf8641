package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCP: an assistant has files anonymised by their paths, and sees no text, neither in
// answers nor in errors; what lies outside of the root it does not reach.
func TestMCP(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(dir, "in.txt"): "Coucou Patrice, je suis " + canary + " Martin\n", filepath.Join(dir, "bad.txt"): canary + "\x00" + canary + "\n",
		filepath.Join(outside, "secret.txt"): canary + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "way")); err != nil {
		t.Skip(err)
	}
	here, there := mcp.NewInMemoryTransports()
	if _, err := (&assistant{root: dir, policy: "gdpr"}).server().Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := client.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 2 {
		t.Fatal(err, tools)
	}
	call := func(tool, in, out string) (bool, string) {
		got, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"input": in, "output": out}})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(got)
		if err != nil || betrays(string(raw)) || strings.Contains(string(raw), "Coucou") {
			t.Errorf("%s %s shows the text: %s", tool, in, raw)
		}
		return !got.IsError, string(raw)
	}
	if ok, said := call("anonymise_file", "in.txt", "out.txt"); !ok || !strings.Contains(said, "out.txt") || !strings.Contains(said, "1 message") {
		t.Error(said)
	}
	got, err := os.ReadFile(filepath.Join(dir, "out.txt"))
	if err != nil || strings.Contains(string(got), "Patrice") || !strings.Contains(string(got), "Coucou Person 1") {
		t.Errorf("%q, %v", got, err)
	}
	if ok, said := call("detect_file", filepath.Join(dir, "in.txt"), "spans.jsonl"); !ok {
		t.Error(said)
	}
	for _, c := range [][2]string{
		{"bad.txt", "x.txt"},
		{"none.txt", "x.txt"},
		{"way/secret.txt", "x.txt"},
		{"../" + filepath.Base(outside) + "/secret.txt", "x.txt"},
		{"in.txt", "way/x.txt"},
		{"in.txt", filepath.Join(outside, "x.txt")},
		{"in.txt", "."},
		{filepath.Join(outside, "secret.txt"), "x.txt"},
	} {
		if ok, said := call("anonymise_file", c[0], c[1]); ok {
			t.Errorf("%v: %s", c, said)
		}
	}
	if made, _ := filepath.Glob(filepath.Join(outside, "*")); len(made) != 1 {
		t.Errorf("written outside of the root: %v", made)
	}
}

// TestMCPLines: a line that is no message is answered with an error and ends nothing; what was asked before the lines
// end is answered before the program ends.
func TestMCPLines(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "in.txt"), "Coucou Patrice, je suis "+canary+" Martin\n")
	deep := strings.Repeat("[", 100_000)
	lines := []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, canary, "", `[]`, `[{"jsonrpc":"2.0","id":2,"method":"ping"}]`, `{"id":3,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`, deep, `{"jsonrpc":"2.0","id":4,"method":"ping","params":` + deep + strings.Repeat("]", 100_000) + `}`,
		`{"jsonrpc":"2.0","id":"` + canary + `","method":5}`, `{"jsonrpc":"2.0","id":6}`, "\xff", `{"jsonrpc":"2.0","id":7,"method":"none"}`, `17`, strings.Repeat(" ", 17<<20) + "x",
		`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"anonymise_file","arguments":{"input":"in.txt","output":"out.txt"}}}`,
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"mcp", "--root", dir}, strings.NewReader(strings.Join(lines, "\n")), &out, &errs); code != 0 {
		t.Errorf("exit %d: %s", code, errs.String())
	}
	got := map[string]int{}
	for line := range strings.Lines(out.String()) {
		var m struct {
			ID    any
			Error struct{ Code int }
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		got[fmt.Sprint(m.ID, " ", m.Error.Code)]++
	}
	want := map[string]int{
		"1 0": 1, "<nil> -32700": 5, "<nil> -32600": 4, "3 -32600": 1, canary + " -32600": 1, "6 -32600": 1, "7 -32601": 1, "8 0": 1,
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v\n%s", got, want, out.String())
	}
	if text, err := os.ReadFile(filepath.Join(dir, "out.txt")); err != nil || !strings.Contains(string(text), "Coucou Person 1") {
		t.Errorf("%q, %v", text, err)
	}
}

// TestReadmeMCP: what the README says to an assistant starts a server with its tools.
func TestReadmeMCP(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(page), "```json\n{\"mcpServers\"")
	block, _, ok := strings.Cut(block, "```")
	var config struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte("{\"mcpServers\""+block), &config); err != nil || !ok || len(config.Servers) != 1 {
		t.Fatal(err, ok)
	}
	for _, s := range config.Servers {
		args := strings.Split(strings.ReplaceAll(strings.Join(s.Args, "\n"), "/path/to/messages", t.TempDir()), "\n")
		client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).
			Connect(t.Context(), &mcp.CommandTransport{Command: exec.Command(s.Command, args...)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		tools, err := client.ListTools(t.Context(), nil)
		if err != nil || len(tools.Tools) != 2 {
			t.Error(err)
		}
		client.Close()
	}
}
