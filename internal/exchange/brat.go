package exchange

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	textlines "github.com/bauta/bauta/internal/lines"
)

// brat (Stenetorp et al., EACL 2012) keeps a message as two files, the text and
// its stand-off annotation; a ZIP archive holds those of all messages and the
// annotation.conf that brat needs beside them. The name is the ID, with all but
// letters, digits, "-" and "_" of ASCII written as %XX.
const (
	bratConf   = "annotation.conf"
	maxArchive = 1 << 30 // bytes unpacked
	maxPacked  = 1 << 28
	maxName    = 200
)

// breaks are the characters at which brat's reader ends a line (Python's
// str.splitlines): none may stand in the text that an annotation repeats.
const breaks = "\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029"

func writeBrat(w io.Writer, gold Golds) error {
	z := zip.NewWriter(w)
	labels, names := map[string]bool{}, map[string]bool{}
	for g, err := range checked(gold) {
		if err != nil {
			return err
		}
		name := fileName(g.Message.ID)
		if name == "" || len(name) > maxName || names[name] {
			return refuse(g, errors.New("an id that is empty, too long for a file name, or stands twice"))
		}
		names[name] = true
		for _, f := range []struct{ suffix, content string }{{".txt", g.Message.Text}, {".ann", bratLines(g, labels)}} {
			file, err := z.Create(name + f.suffix)
			if err != nil {
				return err
			}
			if _, err := io.WriteString(file, f.content); err != nil {
				return err
			}
		}
	}
	file, err := z.Create(bratConf)
	if err != nil {
		return err
	}
	fmt.Fprintf(file, "# Offsets in the .ann files count Unicode code "+
		"points.\n[entities]\n%s\n[relations]\n[events]\n[attributes]\n",
		strings.Join(slices.Sorted(maps.Keys(labels)), "\n"))
	return z.Close()
}

// fileName keeps an ID from being a path.
func fileName(id string) string {
	var b strings.Builder
	for _, c := range []byte(id) {
		switch {
		case c == '-', c == '_', '0' <= c && c <= '9', 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// bratLines writes the spans. One that runs over a line break is written as its
// fragments, which brat shows as one.
func bratLines(g corpus.Gold, labels map[string]bool) string {
	var b strings.Builder
	text := g.Message.Text
	in := measure(text)
	for i, s := range g.Spans {
		labels[string(s.Label)] = true
		var ranges, parts []string
		for at := s.Start; at < s.End; {
			n := strings.IndexAny(text[at:s.End], breaks)
			if n < 0 {
				n = s.End - at
			}
			if n > 0 {
				ranges = append(ranges, fmt.Sprintf("%d %d", in.runes(at), in.runes(at+n)))
				parts = append(parts, text[at:at+n])
			}
			at += n
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
		fmt.Fprintf(&b, "T%d\t%s %s\t%s\n", i+1, s.Label, strings.Join(ranges, ";"), strings.Join(parts, " "))
	}
	return b.String()
}

func readBrat(r io.Reader, name string) Golds {
	return func(yield func(corpus.Gold, error) bool) {
		fail := func(file string, line int, err error) {
			yield(corpus.Gold{}, &corpus.Error{File: path.Join(name, file), Line: line, Err: err})
		}
		archive, err := openArchive(r)
		if err != nil {
			fail("", 0, err)
			return
		}
		for _, f := range archive.files {
			base, isText := strings.CutSuffix(f.Name, ".txt")
			if !isText {
				continue
			}
			id, err := url.PathUnescape(path.Base(base))
			if err != nil {
				id = path.Base(base)
			}
			text, err := archive.read(f.Name)
			if err != nil {
				fail(f.Name, 0, err)
				return
			}
			lines, err := archive.read(base + ".ann")
			if err != nil {
				fail(base+".ann", 0, err)
				return
			}
			g, line, err := bratGold(id, text, lines)
			if err != nil {
				fail(base+".ann", line, err)
				return
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// archive is an opened ZIP archive and what may still be unpacked of it.
type archive struct {
	files []*zip.File
	by    map[string]*zip.File
	left  int64
}

func openArchive(r io.Reader) (*archive, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxPacked+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxPacked {
		return nil, errors.New("an archive of more than 256 MiB; split it")
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errors.New("not a ZIP archive; pack the .txt and .ann files of the collection into one")
	}
	a := &archive{files: z.File, by: map[string]*zip.File{}, left: maxArchive}
	for _, f := range z.File {
		if a.by[f.Name] != nil {
			return nil, errors.New("a file stands twice in the archive")
		}
		a.by[f.Name] = f
	}
	return a, nil
}

func (a *archive) read(name string) (string, error) {
	f := a.by[name]
	if f == nil {
		return "", errors.New("not in the archive; each .txt needs its .ann, be it empty")
	}
	in, err := f.Open()
	if err != nil {
		return "", errors.New("cannot be unpacked; is the archive whole?")
	}
	defer in.Close()
	limit := min(a.left, corpus.MaxRecord)
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return "", errors.New("cannot be unpacked; is the archive whole?")
	}
	if int64(len(data)) > limit {
		return "", errors.New("too long unpacked: 64 MiB a file and 1 GiB in all are read")
	}
	a.left -= int64(len(data))
	return string(data), nil
}

// bratGold reads the text-bound annotations (T); relations, events, attributes
// and notes are passed over. It gives the line of what is wrong.
func bratGold(id, text, lines string) (corpus.Gold, int, error) {
	at := measure(text)
	var spans []bauta.Span
	n := 0
	for p := []byte(lines); len(p) > 0; {
		start, stop, ok := textlines.End(p, true)
		if !ok {
			start, stop = len(p), len(p)
		}
		line := string(p[:start])
		p = p[stop:]
		n++
		if !strings.HasPrefix(line, "T") {
			continue
		}
		fields := strings.SplitN(line, "\t", 3)
		if len(fields) < 3 {
			return corpus.Gold{}, n, errors.New("not T, type with offsets, and text, parted by tabs")
		}
		name, ranges, _ := strings.Cut(fields[1], " ")
		s, err := bratSpan(text, at, name, ranges, fields[2])
		if err != nil {
			return corpus.Gold{}, n, err
		}
		spans = append(spans, s)
	}
	g, err := gold(id, "", text, spans)
	return g, 0, err
}

// bratSpan joins fragments that only white space parts, and holds the repeated
// text against what the offsets cover.
func bratSpan(text string, at ruler, name, ranges, repeated string) (bauta.Span, error) {
	var whole bauta.Span
	var parts []string
	for i, r := range strings.Split(ranges, ";") {
		a, b, _ := strings.Cut(r, " ")
		start, err := strconv.Atoi(a)
		end, err2 := strconv.Atoi(b)
		if err != nil || err2 != nil {
			return whole, errors.New("offsets that are not two numbers")
		}
		s, err := at.span(start, end, name)
		if err != nil {
			return whole, err
		}
		parts = append(parts, text[s.Start:s.End])
		if i > 0 {
			if s.Start < whole.End || strings.TrimSpace(text[whole.End:s.Start]) != "" {
				return whole, errors.New("a discontinuous annotation; annotate the parts apart")
			}
			s.Start = whole.Start
		}
		whole = s
	}
	if strings.Join(parts, " ") != repeated {
		return whole, errors.New("the text at the offsets is not the one that the line repeats; offsets are to " +
			"count code points")
	}
	return whole, nil
}
