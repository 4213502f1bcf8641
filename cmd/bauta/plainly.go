package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	iso "golang.org/x/text/language"

	"github.com/bauta/bauta/langid"
)

// plainly is an error as people read it: what the system says of a file, in our words.
func plainly(err error) string {
	said := err.Error()
	why := because(err)
	if why == "" {
		return said
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		said = strings.ReplaceAll(said, path.Error(), path.Path+" "+why)
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		said = strings.ReplaceAll(said, link.Error(), link.New+" "+why)
	}
	var number syscall.Errno
	if errors.As(err, &number) {
		said = strings.ReplaceAll(said, number.Error(), "it "+why)
	}
	return said
}

// because is why a file cannot be had, "" where that is something else.
func because(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "is not there"
	case errors.Is(err, fs.ErrPermission):
		return "may not be read or written by you"
	case errors.Is(err, fs.ErrExist):
		return "is there already"
	}
	return ""
}

// argued says what arguments a command takes, where the library counts them.
func argued(cmd *cobra.Command, args []string, err error) string {
	if !strings.Contains(err.Error(), "arg(s)") {
		return err.Error()
	}
	_, takes, _ := strings.Cut(cmd.Use, " ")
	if takes == "" {
		takes = "no argument"
	}
	return fmt.Sprintf("%s takes %s, and %s given", cmd.CommandPath(), takes, howMany(len(args)))
}

// howMany says how many arguments are given.
func howMany(n int) string {
	switch n {
	case 0:
		return "nothing is"
	case 1:
		return "one argument is"
	}
	return fmt.Sprintf("%d arguments are", n)
}

// meantLang says which language is meant by a code of three letters, or by a name of a
// language, which begins with its code or as the code of three letters does.
func meantLang(said string) string {
	said = strings.ToLower(said)
	if len(said) < 3 || strings.ContainsAny(said, "-,_") {
		return ""
	}
	for _, code := range []string{said[:3], said[:2]} {
		base, err := iso.ParseBase(code)
		if known := langid.Languages(); err == nil && slices.Contains(known, base.String()) {
			return " (did you mean " + base.String() + "?)"
		}
	}
	return ""
}
