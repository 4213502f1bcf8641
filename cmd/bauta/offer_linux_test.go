package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal opens both ends of one: where a person sits, and where the program is.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	t.Cleanup(func() { program.Close() })
	return person, program
}

// shownOn gives a function that reads what a terminal shows up to an expression.
func shownOn(t *testing.T, person *os.File) (until func(want string) string) {
	screen := bufio.NewReader(person)
	return func(want string) string {
		t.Helper()
		var seen strings.Builder
		for end := regexp.MustCompile(want); ; {
			r, _, err := screen.ReadRune()
			if err != nil {
				t.Fatalf("the terminal shows %q, and never %q: %v", seen.String(), want, err)
			}
			if seen.WriteRune(r); end.MatchString(seen.String()) {
				return seen.String()
			}
		}
	}
}

// TestImportAsksForAPolicy: who imports into a French project at a terminal, and names no
// policy, is asked which; the answer is the policy that reads.
func TestImportAsksForAPolicy(t *testing.T) {
	for answer, want := range map[string]string{"2": `PERSON +2 +0 +0`, "": `PERSON +0 +2 +0`} {
		dir := t.TempDir()
		store, file := filepath.Join(dir, "desk.db"), filepath.Join(dir, "a.csv")
		if err := os.WriteFile(file, []byte("id,text\n1,tu as vu rose hier\n2,on voit Patrice\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if code := run(t.Context(), []string{"review", "init", store, "--lang", "fr"}, strings.NewReader(""), io.Discard, io.Discard); code != 0 {
			t.Fatalf("init ends with %d", code)
		}
		person, program := terminal(t)
		code := make(chan int, 1)
		go func() {
			code <- run(t.Context(), []string{"review", "import", store, file}, program, program, program)
		}()
		until := shownOn(t, person)
		until(`2 and Enter: seekhide asks people.*\r?\n> `)
		fmt.Fprintln(person, answer)
		until(want)
		if got := <-code; got != 0 {
			t.Errorf("import ends with %d", got)
		}
	}
}

// TestPagesOfADroppedFile: who types bauta in a terminal, and nothing else, is asked for a
// file, and gets a link to the pages with what is in it.
func TestPagesOfADroppedFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my messages.csv")
	if err := os.WriteFile(file, []byte("id,text\n1,coucou Patrice\n2,rien de neuf\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	person, program := terminal(t)
	ctx, cancel := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() { code <- run(ctx, nil, program, program, program) }()
	until := shownOn(t, person)
	until(`drop it here and press Enter.*\r?\n> `)
	fmt.Fprintf(person, "'%s'\n", file)
	shown := until(`open http://[^\s]+/link/[^\s]+\r?\n`)
	base := regexp.MustCompile(`http://[^/]+`).FindString(shown)
	res, err := http.Get(base + "/sign-in")
	if err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("the pages do not answer: %v", err)
	} else {
		res.Body.Close()
	}
	cancel()
	if got := <-code; got != 0 {
		t.Errorf("the server ends with %d", got)
	}
}
