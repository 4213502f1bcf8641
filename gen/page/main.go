// Command page makes the page without a server: a folder that works from a disk, from
// any host of files and without a network. It builds the worker, packs the models of
// each language, and writes both as scripts, since a page that is opened from a disk may
// load nothing else; the worker's policy of content then forbids every connection.
//
//	go run ./gen/page -o bin/web
package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/internal/page"
	"github.com/bauta/bauta/internal/server/ui"
	"github.com/bauta/bauta/models"
)

//go:embed assets
var assets embed.FS

func main() {
	out := flag.String("o", "bin/web", "folder to make")
	wasm := flag.String("wasm", "", "worker that is built already")
	flag.Parse()
	if err := run(*out, *wasm); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

// site is the folder that is made.
type site struct {
	dir      string
	files    map[string][]byte
	archives map[string][]byte // of the parts of models
}

func newSite(dir string) *site {
	return &site{dir: dir, files: map[string][]byte{}, archives: map[string][]byte{}}
}

func run(dir, wasm string) error {
	s := newSite(dir)
	for _, part := range []func() error{
		func() error { return s.core(wasm) }, s.packs, s.worker, s.phrases, s.look, s.ahead, s.offline,
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return s.write()
}

// part writes bytes as a script that hands them to the page.
func (s *site) part(name string, data []byte) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "bautaPart(%q, \"", name)
	b.WriteString(base64.StdEncoding.EncodeToString(data))
	b.WriteString("\");\n")
	s.files[name+".js"] = b.Bytes()
}

// core builds the worker's program.
func (s *site) core(built string) error {
	if built == "" {
		work, err := os.MkdirTemp("", "bauta-page-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(work)
		overlay, err := unpackedLists(work)
		if err != nil {
			return err
		}
		built = filepath.Join(work, "core.wasm")
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-tags", "no_ja,vectors",
			"-overlay", overlay, "-o", built, "./internal/page/wasm")
		cmd.Env, cmd.Stderr = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"), os.Stderr
		if err := cmd.Run(); err != nil {
			return err
		}
	}
	data, err := os.ReadFile(built)
	if err != nil {
		return err
	}
	return s.packed("core", data)
}

// packed writes a part that the browser unpacks.
func (s *site) packed(name string, data []byte) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	s.part(name, b.Bytes())
	return nil
}

// small is the most of a file, in bytes, that lies in the index, which the page always fetches.
const small = 16 << 10

// packs writes the index of all models, and each bundle's larger files as a part that the
// page fetches when something of them is read.
func (s *site) packs() error {
	all := models.FS()
	index, parts := map[string][]byte{}, map[string]map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		err := fs.WalkDir(all[name], name, func(at string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(at, ".md") {
				return err
			}
			at = strings.TrimSuffix(at, packed.Suffix)
			data, err := fs.ReadFile(all, at)
			if len(data) <= small {
				index[at] = data
				return err
			}
			if parts[name] == nil {
				parts[name] = map[string][]byte{}
			}
			parts[name][at] = data
			index[name+"/"+page.Rest] = nil
			return err
		})
		if err != nil {
			return err
		}
		if err := s.zipped(name, parts[name]); err != nil {
			return err
		}
	}
	return s.zipped(page.Index, index)
}

// zipped writes files as a part, an archive that is the same for the same files. They are stored
// as they are, since the archive is packed as a whole. Where there is none there is no part.
func (s *site) zipped(name string, files map[string][]byte) error {
	if len(files) == 0 {
		return nil
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, at := range slices.Sorted(maps.Keys(files)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: at, Method: zip.Store})
		if err == nil {
			_, err = w.Write(files[at])
		}
		if err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	s.archives[name] = b.Bytes()
	return s.packed(name, b.Bytes())
}

// worker writes what runs the program: Go's own script, and ours.
func (s *site) worker() error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	all, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	ours, err := assets.ReadFile("assets/worker.js")
	if err != nil {
		return err
	}
	s.part("worker", slices.Concat(all, vectorScript(), ours))
	return nil
}

// langs are the languages in which the page speaks, as the columns of phrases have them.
var langs = []string{"fr", "en", "de", "es", "it", "sv"}

// bare is what stands in the page where its scripts do not run, in each language.
func (s *site) bare() ([]byte, error) {
	own, err := assets.ReadFile("assets/phrases.tsv")
	if err != nil {
		return nil, err
	}
	_, line, _ := strings.Cut(string(own), "\npage.bare\t")
	line, _, _ = strings.Cut(line, "\n")
	cells := strings.Split(line, "\t")
	if len(cells) != len(langs) {
		return nil, fmt.Errorf("phrases: page.bare has %d languages", len(cells))
	}
	var b bytes.Buffer
	for i, lang := range langs {
		fmt.Fprintf(&b, "<p lang=%q>%s</p>", lang, html.EscapeString(cells[i]))
	}
	return b.Bytes(), nil
}

// phrases writes what the page says in each language, types as the desk calls them.
func (s *site) phrases() error {
	said := map[string]map[string]string{}
	for _, lang := range langs {
		said[lang] = map[string]string{}
	}
	own, err := assets.ReadFile("assets/phrases.tsv")
	if err != nil {
		return err
	}
	desk, err := ui.Read("phrases/review.tsv")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(own) + string(desk)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 1+len(langs) {
			return fmt.Errorf("phrases: %q has %d languages", cells[0], len(cells)-1)
		}
		kind, _, _ := strings.Cut(cells[0], ".")
		if kind == "page" || kind == "said" || strings.HasPrefix(cells[0], "js.label.") {
			for i, lang := range langs {
				said[lang][cells[0]] = cells[1+i]
			}
		}
	}
	data, err := json.Marshal(said)
	s.files["phrases.js"] = fmt.Appendf(nil, "globalThis.bautaPhrases = %s;\n", data)
	return err
}

// look copies the page itself.
func (s *site) look() error {
	for _, name := range []string{"index.html", "page.css", "page.js", "list.js", "plan.js", "about.js"} {
		data, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return err
		}
		s.files[name] = data
	}
	bare, err := s.bare()
	if err != nil {
		return err
	}
	s.files["index.html"] = bytes.Replace(s.files["index.html"], []byte("BARE"), bare, 1)
	for from, name := range map[string]string{"css/base.css": "base.css", "img/mask.svg": "mask.svg"} {
		data, err := ui.Read(from)
		if err != nil {
			return err
		}
		s.files[name] = data
	}
	return nil
}

// offline writes the script that keeps the page for when there is no network, under the
// digest of all files.
func (s *site) offline() error {
	data, err := assets.ReadFile("assets/sw.js")
	if err != nil {
		return err
	}
	h := sha256.New()
	for _, name := range s.names() {
		fmt.Fprintf(h, "%s\x00%x", name, sha256.Sum256(s.files[name]))
	}
	digest := hex.EncodeToString(h.Sum(nil)[:8])
	s.files["sw.js"] = bytes.ReplaceAll(data, []byte("DIGEST"), []byte(digest))
	return nil
}

// names are those of the files, sorted.
func (s *site) names() []string {
	var out []string
	for name := range s.files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// write makes the folder and says what is in it, as it is and as hosts send it.
func (s *site) write() error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "bytes\tcompressed\t")
	for _, name := range s.names() {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(s.files[name]); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		fmt.Fprintf(w, "%d\t%d\t %s\n", len(s.files[name]), b.Len(), name)
		if err := os.WriteFile(filepath.Join(s.dir, name), s.files[name], 0o644); err != nil {
			return err
		}
	}
	return w.Flush()
}
