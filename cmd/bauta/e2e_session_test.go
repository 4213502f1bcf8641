//go:build e2e

package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sessionCorpus is what the session starts from, and sessionGold what it ends
// with: Anna and Ben differ on Rose, and Carla settles it.
const (
	sessionCorpus = "id,text\n1,slt c Marie Dupont\n2,chez Rose\n3,je suis a Lyon\n4,mon pseudo c @lucas34\n"
	sessionGold   = `# CoNLL-2003, IOB2; columns: token, part of speech (none), chunk (none), entity; no offsets, a token a line
-DOCSTART- -X- O O

# id = "1"
# lang = "fr"
# text = "slt c Marie Dupont"
slt -X- -X- O
c -X- -X- O
Marie -X- -X- B-PERSON
Dupont -X- -X- I-PERSON

# id = "2"
# lang = "fr"
# text = "chez Rose"
chez -X- -X- O
Rose -X- -X- B-PERSON

# id = "3"
# lang = "fr"
# text = "je suis a Lyon"
je -X- -X- O
suis -X- -X- O
a -X- -X- O
Lyon -X- -X- B-LOCATION

# id = "4"
# lang = "fr"
# text = "mon pseudo c @lucas34"
mon -X- -X- O
pseudo -X- -X- O
c -X- -X- O
@ -X- -X- O
lucas -X- -X- B-PERSON
34 -X- -X- O

`
)

// TestA9FromNothingToGold types the commands of the README, to the
// letter and in their order, and does in the browser what stands between them:
// the owner enters three people, two label everything apart, the third settles
// where they differ. Out comes a CoNLL file.
func TestA9FromNothingToGold(t *testing.T) {
	chromium(t)
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```\nbauta review init ")
	block, _, ok := strings.Cut("bauta review init "+rest, "```")
	if !ok {
		t.Fatal("the README has no commands")
	}
	if page, err := os.ReadFile(filepath.Join("..", "..", "docs", "annotation.md")); err != nil || !strings.Contains(string(page), block) {
		t.Errorf("%v: docs/annotation.md has other commands", err)
	}
	for _, engine := range []string{"sqlite", "postgresql"} {
		t.Run(engine, func(t *testing.T) {
			dir := t.TempDir()
			s := &stand{t: t, engine: engine, source: "desk.db", key: filepath.Join(dir, "key")}
			if engine == "postgresql" {
				s.source = newPostgres(t)
			}
			if err := os.WriteFile(filepath.Join(dir, "sms.csv"), []byte(sessionCorpus), 0o600); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(block) {
				s.types(dir, strings.Fields(line))
			}
			got, err := os.ReadFile(filepath.Join(dir, "gold.conll"))
			if err != nil || string(got) != sessionGold {
				t.Errorf("gold is %v\n%s", err, got)
			}
		})
	}
}

// types runs a command of the page in a folder, as somebody who types it there;
// while the server runs, people work.
func (s *stand) types(dir string, words []string) {
	s.t.Helper()
	path, err := binary()
	if err != nil || len(words) < 4 || words[0] != "bauta" {
		s.t.Fatalf("%v: %v", words, err)
	}
	words = slices.Clone(words)
	i := slices.Index(words, "desk.db")
	if words[i] = s.source; s.engine == "postgresql" {
		words = append(words, "--key", s.key)
	}
	cmd := exec.Command(path, words[1:]...)
	cmd.Dir = dir
	if words[2] == "serve" {
		s.launch(cmd)
		s.inBrowser()
		s.kill()
		return
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("%v: %v: %s", words, err, out)
	}
	if words[2] == "agreement" && !regexp.MustCompile(`(?m)^messages 4  tokens 16  pairs 1\nkappa, all tokens +0\.8`).Match(out) {
		s.t.Errorf("the agreement is\n%s", out)
	}
}

// inBrowser does what people do there.
func (s *stand) inBrowser() {
	t := s.t
	t.Helper()
	const at = "/p/sms/"
	owner := s.tab("owner")
	owner.goTo(s.base + at + "people")
	for login, role := range map[string]string{"anna": "annotator", "ben": "annotator", "carla": "adjudicator"} {
		owner.wait(`document.getElementById("login") && document.readyState === "complete"`)
		eval[bool](owner, `document.getElementById("login").focus(), true`)
		owner.write(login)
		owner.press("Tab", "Tab")
		owner.write(password)
		owner.press("Tab", "Tab")
		eval[bool](owner, `(document.activeElement.value = "`+role+`", document.activeElement.id === "role")`)
		owner.press("Tab", "Enter")
		owner.wait(`document.querySelector(".done")?.textContent === "Entered." && [...document.querySelectorAll("td")].some((n) => n.textContent === "` + login + `")`)
	}
	for login, rose := range map[string]string{"anna": "1", "ben": "2"} {
		b := s.tab(login)
		b.goTo(s.base + at + "annotate")
		b.onMessage(1)
		b.blank()
		b.press("ArrowRight", "ArrowRight", "Shift+ArrowRight", "1", "Enter")
		b.onMessage(2)
		b.blank()
		b.press("ArrowRight", rose, "Enter")
		b.onMessage(3)
		b.blank()
		b.press("ArrowRight", "ArrowRight", "ArrowRight", "2", "Enter")
		b.onMessage(4)
		b.blank()
		b.handle()
		b.press("Enter")
		b.wait(`!document.getElementById("empty").hidden`)
		b.saved()
		b.clean(s.base)
	}
	carla := s.tab("carla")
	carla.goTo(s.base + at + "adjudicate")
	carla.onDispute(2)
	mark := eval[string](carla, `document.querySelectorAll("#voices tbody tr")[0].children[2].dataset.iob`)
	carla.press(map[bool]string{true: "1", false: "2"}[mark == "B-PERSON"], "a", "Enter")
	carla.wait(`!document.getElementById("empty").hidden`)
	carla.saved()
}

// tab opens a tab with somebody signed in.
func (s *stand) tab(login string) *tab {
	s.t.Helper()
	b := open(s.t, nil)
	s.signIn(b, login)
	return b
}

// blank takes off what the pipeline suggested, and goes to the first token.
func (b *tab) blank() {
	b.t.Helper()
	for range 30 {
		n := eval[int](b, `(() => { const n = document.querySelector('.token[data-tag="B"]'); n?.click(); return n ? 1 : 0 })()`)
		if n == 0 {
			break
		}
		b.press("0")
	}
	eval[bool](b, `(document.querySelector(".token").click(), true)`)
}

// handle labels the name inside @lucas34, whatever the tokens are: it splits
// after the sign and before the number.
func (b *tab) handle() {
	b.t.Helper()
	eval[bool](b, `([...document.querySelectorAll(".token")].find((n) => /lucas/.test(n.textContent)).click(), true)`)
	if b.focused()[0] == '@' {
		b.press(".", "ArrowRight")
	}
	if b.focused() == "lucas34" {
		b.press(".", ".", ".", ".", ".")
	}
	if got := b.focused(); got != "lucas" {
		b.t.Fatalf("the focus is on %q", got)
	}
	b.press("1", "0") // and not the number
}
