package main

import (
	"bufio"
	"context"
	"fmt"
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
	screen := bufio.NewReader(person)
	until := func(want string) string { // what the terminal shows up to there
		t.Helper()
		var seen strings.Builder
		for {
			r, _, err := screen.ReadRune()
			if err != nil {
				t.Fatalf("the terminal shows %q, and never %q: %v", seen.String(), want, err)
			}
			if seen.WriteRune(r); regexp.MustCompile(want).MatchString(seen.String()) {
				return seen.String()
			}
		}
	}
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
