package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/bauta/bauta/policy"
)

// offerPages offers whoever sits at a terminal and asked for nothing the pages, for a
// file dropped there or for invented messages. Where anything is piped it does nothing.
func offerPages(cmd *cobra.Command) error {
	if !atTerminal(cmd) {
		return nil
	}
	fmt.Fprint(cmd.ErrOrStderr(), "\nTo look at a file in the pages, drop it here and press Enter (nothing of it is "+
		"kept); Enter alone shows invented messages, Ctrl+C ends.\n> ")
	line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), maxDropped)).ReadString('\n')
	if err != nil {
		return nil // nobody is there any more
	}
	args := []string{"review", "serve", "--demo"}
	if file := dropped(line); file != "" {
		args = []string{"review", "serve", "--show=" + file}
	}
	root := cmd.Root()
	root.SetArgs(args)
	return root.ExecuteContext(cmd.Context())
}

// asking is the policy that asks about words in doubt, for the language it is made for.
const asking, askingLang = demoPolicy, "fr"

// offered are the policies for messages of a language, the usual one first.
func offered(lang string) []string {
	if lang == askingLang {
		return []string{policy.Newcomer, asking}
	}
	return []string{policy.Newcomer}
}

// offerPolicy asks whoever sits at a terminal and names no policy whether people are to be
// asked about words in doubt. Elsewhere, and where no policy asks in the language, the
// usual one is taken.
func offerPolicy(cmd *cobra.Command, usual, lang string) string {
	if len(offered(lang)) == 1 || !atTerminal(cmd) {
		return usual
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "No --policy is given. Enter: %s hides by itself and asks nobody; "+
		"2 and Enter: %s asks people about words in doubt.\n> ", usual, asking)
	line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), maxDropped)).ReadString('\n')
	return chosenPolicy(usual, line, err)
}

// chosenPolicy is what an answer means: the other policy where it says so, else the usual.
func chosenPolicy(usual, answer string, err error) string {
	if answer = strings.TrimSpace(answer); err == nil && (answer == "2" || answer == asking) {
		return asking
	}
	return usual
}

// maxDropped bounds the line that names a file.
const maxDropped = 8 << 10

// atTerminal reports that a person sits at both ends.
func atTerminal(cmd *cobra.Command) bool {
	in, _ := cmd.InOrStdin().(*interruptible)
	out, _ := cmd.OutOrStdout().(*sink)
	return in != nil && out != nil && isTerminal(in.in) && isTerminal(out.w) && isTerminal(cmd.ErrOrStderr())
}

func isTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// dropped is the file that a terminal wrote when it was dropped there: in quotes, or with
// its blanks escaped.
func dropped(line string) string {
	line = strings.TrimSpace(line)
	for _, quote := range []string{"'", "\""} {
		if inner, ok := strings.CutPrefix(line, quote); ok && strings.HasSuffix(inner, quote) {
			return strings.TrimSuffix(inner, quote)
		}
	}
	if os.PathSeparator == '\\' {
		return line
	}
	var out strings.Builder
	escaped := false
	for _, c := range []byte(line) { // a name need not be UTF-8
		if escaped = c == '\\' && !escaped; !escaped {
			out.WriteByte(c)
		}
	}
	return out.String()
}
