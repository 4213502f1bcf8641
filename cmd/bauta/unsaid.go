package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// longestSaid is how many characters of an argument an error shows at most, where it names no file.
const longestSaid = 64

// unsaid takes out of what an error says the arguments that read as a text: somebody gave a message where a word,
// a column or a file is expected. Errors are logged where arguments are not. cmd is what was run, nil for nothing.
func unsaid(cmd *cobra.Command, args []string, said string) string {
	hide := map[string]bool{}
	for _, arg := range args {
		if name, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(name, "-") {
			arg = value
		}
		hide[arg] = isText(arg) && !isFile(arg)
	}
	if cmd != nil {
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if roleOf(cmd, f.Name) == noFile {
				for _, value := range saidOf(f) {
					hide[value] = isText(value)
				}
			}
		})
	}
	var parts []string
	for arg, hidden := range hide {
		if hidden {
			parts = append(parts, pieces(arg)...)
		}
	}
	slices.SortFunc(parts, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	out := said
	for _, part := range slices.Compact(parts) {
		out = strings.ReplaceAll(out, part, "…")
	}
	if out != said {
		out += " (… reads as a text, which is not shown)"
	}
	return out
}

// saidOf are the values of an option, which may be given several times.
func saidOf(f *pflag.Flag) []string {
	if all, ok := f.Value.(pflag.SliceValue); ok {
		return all.GetSlice()
	}
	return []string{f.Value.String()}
}

// isText reports an argument that is more than a word.
func isText(arg string) bool {
	return strings.ContainsFunc(arg, unicode.IsSpace) || strings.Contains(arg, "@") ||
		utf8.RuneCountInString(arg) > longestSaid
}

// isFile reports the name of something that is there, or that ends as names of files do, and no address.
func isFile(arg string) bool {
	if _, err := os.Lstat(arg); err == nil {
		return true
	}
	if strings.Contains(arg, "@") && !strings.Contains(arg, "://") {
		return false
	}
	ending := strings.TrimPrefix(filepath.Ext(arg), ".")
	return ending != "" && len(ending) <= 8 && !strings.ContainsFunc(ending, func(r rune) bool {
		return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) || strings.Contains(arg, string(filepath.Separator)) && !strings.ContainsFunc(arg, unicode.IsSpace)
}

// leastPiece is how long a part of an argument is that is looked for by itself.
const leastPiece = 4

// pieces are an argument and its parts between commas and before a sign that gives it a value, as they stand and in
// quotation marks.
func pieces(arg string) (out []string) {
	parts := strings.FieldsFunc(arg, func(r rune) bool { return r == ',' || r == '=' || r == ':' })
	for _, part := range slices.Concat(parts, strings.Split(arg, ","), []string{arg}) {
		part = strings.TrimSpace(part)
		quoted := strconv.Quote(part)
		for _, s := range []string{part, quoted[1 : len(quoted)-1]} {
			if len(s) >= leastPiece {
				out = append(out, s)
			}
		}
	}
	return append(out, arg)
}
