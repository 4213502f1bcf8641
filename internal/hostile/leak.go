package hostile

import (
	"bytes"
	"encoding/base64"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// Leaks lists the addresses of a file that can be read in what came out, by a
// person or a machine: through any encoding, escape, tag or invisible character.
// Of the broken files only the addresses count that no damage hit.
func (f File) Leaks(output []byte) []string {
	readings := read(output)
	var out []string
	for _, address := range f.Secrets {
		local, _, _ := strings.Cut(address, "@")
		if f.intact(address) && slices.ContainsFunc(readings, func(r string) bool { return names(r, local) }) {
			out = append(out, address)
		}
	}
	return out
}

// names reports a local part that stands for itself: tom.keller12 does not stand in
// tom.keller123.
func names(reading, local string) bool {
	for from := 0; ; {
		i := strings.Index(reading[from:], local)
		if i < 0 {
			return false
		}
		from += i + len(local)
		if from == len(reading) || !unicode.IsDigit(rune(reading[from])) {
			return true
		}
	}
}

// intact reports an address that is still what it was.
func (f File) intact(address string) bool {
	if !slices.ContainsFunc(broken, func(m maker) bool { return m.class == f.Class }) {
		return true
	}
	return bytes.Contains(f.Data, []byte(address))
}

var (
	tags    = regexp.MustCompile(`<[^<>]{0,200}>`)
	escapes = regexp.MustCompile(`\\(?:u[0-9a-fA-F]{2}|x)[0-9a-fA-F]{2}`)
	colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	blobs   = regexp.MustCompile(`[A-Za-z0-9+/\r\n]{16,}={0,2}`)
	// what people and other machines read past: titles, escapes, and blanks between letters
	disguised = []*strings.Replacer{
		strings.NewReplacer("\x1b]0;t\a", ""), strings.NewReplacer("&#64;", "@", "%2e", ".", `\100`, "@"),
		strings.NewReplacer(" ", ""),
	}
	spelled = strings.NewReplacer(" at ", "@", " dot ", ".", " [at] ", "@", "(dot)", ".")
)

// read gives the output as several readers have it.
func read(output []byte) []string {
	plain := []string{string(output)}
	for _, order := range []int{0, 1} {
		units := make([]uint16, 0, len(output)/2)
		for i := order; i+1 < len(output); i += 2 {
			units = append(units, uint16(output[i])|uint16(output[i+1])<<8)
		}
		plain = append(plain, string(utf16.Decode(units)))
	}
	for _, blob := range blobs.FindAllString(string(output), -1) {
		blob = strings.NewReplacer("\n", "", "\r", "", "=", "").Replace(blob)
		if data, err := base64.RawStdEncoding.DecodeString(blob); err == nil {
			plain = append(plain, string(data))
		}
	}
	var out []string
	for _, s := range plain {
		s = escapes.ReplaceAllStringFunc(s, func(e string) string {
			n, err := strconv.ParseUint(e[2:], 16, 32)
			if err != nil {
				return e
			}
			return string(rune(n))
		})
		s = fold(html.UnescapeString(colours.ReplaceAllString(s, "")))
		out = append(out, s, tags.ReplaceAllString(s, ""), spelled.Replace(s))
		for _, seen := range disguised {
			out = append(out, seen.Replace(s))
		}
		if decoded, err := url.QueryUnescape(s); err == nil {
			out = append(out, decoded)
		}
	}
	return out
}

// fold drops what nobody sees and writes the rest in plain small letters.
func fold(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Mn, unicode.Variation_Selector) {
			return -1
		}
		return r
	}, norm.NFKC.String(s)))
}
