package policy_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/quotedprintable"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture/exports"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
)

// TestGeneratedGold: no sender is left in any field of any variant of any format, and nobody
// who is named, as of the same messages as CSV. A thousand messages with BAUTA_WHOLE=1, and
// the table of docs/experiments/formats-gold.md.
func TestGeneratedGold(t *testing.T) {
	n := 14
	if os.Getenv("BAUTA_WHOLE") != "" {
		n = 1000
	}
	p := build(t, load(t, "gdpr"), policy.Options{})
	gold := exports.Messages(t, n)
	variants := map[string]int{}
	t.Logf("| format | variant | records in | out | bytes of names before | left | senders before | left |")
	for _, s := range exports.Shapes(t) {
		variants[s.Format]++
		data := s.Write(t, gold)
		named, sent := goldLeft(readings(t, data), gold)
		if sent < n && !s.Nobody || named == 0 && s.Variant != "calls" {
			t.Errorf("%s/%s: who is in the file is not seen: %d senders, %d bytes", s.Format, s.Variant, sent, named)
		}
		out, records, err := goldRun(p, &s, data)
		if err != nil {
			t.Errorf("%s/%s: %v", s.Format, s.Variant, err)
			continue
		}
		names, senders := goldLeft(readings(t, out), gold)
		t.Logf("| `%s` | %s | %d | %d | %d | %d | %d | %d |",
			s.Format, s.Variant, records.In, records.Out, named, names, sent, senders)
		if names > 0 || senders > 0 {
			t.Errorf("%s/%s: %d bytes of names and %d senders of %d are left", s.Format, s.Variant, names, senders, n)
		}
	}
	for _, f := range formats.Registry() {
		if elsewhere := f.Name == "parquet" || strings.HasPrefix(f.Name, "."); !elsewhere && variants[f.Name] < 3 {
			t.Errorf("%s: %d variants", f.Name, variants[f.Name])
		}
	}
}

// goldRun anonymises a file.
func goldRun(p *bauta.Pipeline, s *exports.Shape, data []byte) ([]byte, corpus.Ledger, error) {
	cfg := corpus.Config{Fields: true, Key: bytes.Repeat([]byte{1}, 32), Also: s.Also}
	r, err := corpus.Open(bytes.NewReader(data), s.Name, cfg)
	if err != nil {
		return nil, corpus.Ledger{}, err
	}
	var out bytes.Buffer
	w, err := r.Writer(&out)
	if err != nil {
		return nil, corpus.Ledger{}, err
	}
	for res, err := range p.Run(context.Background(), r.Messages(), 1) {
		if err == nil {
			err = w.Write(&res)
		}
		if err != nil {
			return nil, corpus.Ledger{}, err
		}
	}
	err = w.Close()
	return out.Bytes(), r.Ledger(), err
}

// goldLeft counts the bytes of those who are named, and the senders, that one of the
// readings of a file shows.
func goldLeft(texts []string, gold []exports.Said) (names, senders int) {
	seen := map[string]bool{}
	for _, m := range gold {
		name := strings.TrimRight(m.Sender, "\ufe0f❤🎸. ")
		sign := name[strings.LastIndexByte(name, ' ')+1:] // no text holds it
		if len(sign) < 5 {
			sign = name
		}
		most, shown := 0, false
		for _, text := range texts {
			shown = shown || strings.Contains(text, sign)
			if m.Named != "" {
				most = max(most, strings.Count(text, m.Named))
			}
		}
		if shown {
			senders++
		}
		if m.Named != "" && !seen[m.Named] {
			seen[m.Named] = true
			names += len(m.Named) * most
		}
	}
	return names, senders
}

var (
	goldEscape = regexp.MustCompile(`(?:\\u[0-9a-f]{4})+`)
	goldBase64 = regexp.MustCompile(`(?m)^[A-Za-z0-9+/]{8,}={0,2}\r?$`)
	goldWord   = regexp.MustCompile(`=\?[^?\s]+\?[qQbB]\?[^?\s]+\?=`)
	goldPair   = regexp.MustCompile(`&#(5\d{4});&#(5\d{4});`)
)

// readings are a file as somebody reads it who undoes the ways in which programs write
// letters: what one of them shows is there.
func readings(t *testing.T, data []byte) []string {
	t.Helper()
	text := unpackedGold(t, data)
	unescaped := goldEscape.ReplaceAllStringFunc(text, func(s string) string {
		var v string
		if json.Unmarshal([]byte(`"`+s+`"`), &v) != nil {
			return s
		}
		return v
	})
	var narrow []byte
	for _, r := range unescaped {
		narrow = append(narrow, byte(r))
	}
	paired := goldPair.ReplaceAllStringFunc(text, func(s string) string {
		var high, low rune
		fmt.Sscanf(s, "&#%d;&#%d;", &high, &low)
		return string(utf16.DecodeRune(high, low))
	})
	var wide []uint16
	for i := 0; i+1 < len(data); i += 2 {
		wide = append(wide, uint16(data[i])|uint16(data[i+1])<<8)
	}
	quoted, _ := io.ReadAll(quotedprintable.NewReader(strings.NewReader(text))) // as far as it goes
	plain := goldBase64.ReplaceAllStringFunc(text, func(s string) string {
		if v, err := base64.StdEncoding.DecodeString(strings.TrimRight(s, "\r")); err == nil {
			return string(v)
		}
		return s
	})
	var dec mime.WordDecoder
	words := goldWord.ReplaceAllStringFunc(plain, func(s string) string {
		if v, err := dec.Decode(s); err == nil {
			return v
		}
		return s
	})
	var latin []rune
	for _, c := range data {
		latin = append(latin, rune(c))
	}
	return []string{
		text, unescaped, string(narrow), html.UnescapeString(paired), html.UnescapeString(unescaped),
		strings.ReplaceAll(text, "_", " "), string(utf16.Decode(wide)), string(quoted), words, string(latin),
	}
}

// unpackedGold is a text, or what the files of an archive hold.
func unpackedGold(t *testing.T, data []byte) string {
	t.Helper()
	if r, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	zr, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return string(data)
	}
	var b strings.Builder
	for _, f := range zr.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&b, r); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
