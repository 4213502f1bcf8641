package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

const program = `package main

import (
	"fmt"
	"os"
	"path/filepath"
)

var version, revision, date = "dev", "", ""

func main() {
	if len(os.Args) == 3 && os.Args[1] == "man" {
		os.MkdirAll(os.Args[2], 0o755)
		os.WriteFile(filepath.Join(os.Args[2], "hello.1"), []byte(os.Getenv("SOURCE_DATE_EPOCH")), 0o600)
		return
	}
	if len(os.Args) == 2 {
		fmt.Println(revision, date)
		return
	}
	fmt.Println("hello", version)
}
`

// small is a release of a small program, with what it says of itself or without, built in a folder of its own.
func small(t *testing.T, describe bool) *release { return smallIn(t, t.TempDir(), describe) }

func smallIn(t *testing.T, dir string, describe bool) *release {
	t.Helper()
	for name, text := range map[string]string{
		"go.mod": "module example.com/hello\n\ngo 1.26.0\n", "main.go": program, "README.md": "hello\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := &release{
		name: "hello", source: "https://example.com/hello", dir: dir, main: ".", out: filepath.Join(t.TempDir(), "dist"),
		version: "0.1.0", targets: []string{"linux/" + runtime.GOARCH}, commit: strings.Repeat("0", 40),
		time: time.Unix(1_700_000_000, 0).UTC(), docs: []string{"README.md"}, describe: describe,
	}
	if err := r.make(); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *release) path(tail string) string {
	return filepath.Join(r.out, "hello_0.1.0_linux_"+runtime.GOARCH+tail)
}

// greets runs a program that came out of a package.
func greets(t *testing.T, name string) {
	t.Helper()
	out, err := exec.Command(name).CombinedOutput()
	if string(out) != "hello 0.1.0\n" {
		t.Errorf("%s: %q, %v", name, out, err)
	}
}

// documented wants a manual page as old as the commit, that everybody may read.
func documented(t *testing.T, page string) {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil || string(data) != "1700000000" {
		t.Errorf("%s: %q, %v", page, data, err)
	}
	if info, err := os.Stat(page); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%s: %v, %v", page, info, err)
	}
}

// run runs a command, and skips the test where it is not there.
func run(t *testing.T, name string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skip(name, "is not here")
	}
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v: %s", name, args, err, out)
	}
}

// TestTwice: another folder, one in a repository, and another hour give the same bytes,
// and digests that name every file.
func TestTwice(t *testing.T) {
	kept := t.TempDir()
	run(t, "git", "-C", kept, "init", "-q")
	run(t, "git", "-C", kept, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "a")
	a, b := small(t, true), smallIn(t, kept, true)
	first, err := os.ReadFile(filepath.Join(a.out, sumsName))
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile(filepath.Join(b.out, sumsName))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Errorf("built twice:\n%s\n%s", first, second)
	}
	made, err := os.ReadDir(a.out)
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(first, []byte("\n")); lines != len(made)-1 || lines != 6 {
		t.Errorf("%d digests of %d files", lines, len(made)-1)
	}
}

// TestPackages: what dpkg, rpm, tar and a container unpack runs.
func TestPackages(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("packages of linux")
	}
	r := small(t, true)
	root := os.Geteuid() == 0
	t.Run("deb", func(t *testing.T) {
		to := t.TempDir()
		args := []string{"dpkg-deb", "-x", r.path(".deb"), to}
		if root {
			for _, d := range []string{"info", "updates"} {
				if err := os.MkdirAll(filepath.Join(to, "var/lib/dpkg", d), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(filepath.Join(to, "var/lib/dpkg/status"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			args = []string{"dpkg", "--root=" + to, "--log=" + filepath.Join(to, "log"), "-i", r.path(".deb")}
		}
		run(t, args[0], args[1:]...)
		greets(t, filepath.Join(to, "usr/bin/hello"))
		documented(t, filepath.Join(to, "usr/share/man/man1/hello.1"))
	})
	t.Run("rpm", func(t *testing.T) {
		to := t.TempDir()
		args := []string{"-qlp", r.path(".rpm")}
		if root {
			args = []string{"-i", "--root", to, r.path(".rpm")}
		}
		run(t, "rpm", args...)
		if root {
			greets(t, filepath.Join(to, "usr/bin/hello"))
		}
	})
	t.Run("tar", func(t *testing.T) {
		to := t.TempDir()
		run(t, "tar", "-xzf", r.path(".tar.gz"), "-C", to)
		greets(t, filepath.Join(to, "hello-0.1.0/hello"))
		documented(t, filepath.Join(to, "hello-0.1.0/man/hello.1"))
	})
}

// TestRevision: the program knows the commit of its release and the commit's date.
func TestRevision(t *testing.T) {
	r := small(t, false)
	to := filepath.Join(t.TempDir(), "hello")
	if err := r.build(to, runtime.GOOS, runtime.GOARCH); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(to, "version").Output()
	if want := r.commit + " 2023-11-14T22:13:20Z\n"; string(out) != want || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

// TestImage: the image runs as nobody, needs no root that can be written, and
// has the program and two folders in it, nothing else.
func TestImage(t *testing.T) {
	r := small(t, false)
	img, err := tarball.ImageFromPath(r.path(".image.tar"), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := img.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if c.Config.User != "65532:65532" || !slices.Equal(c.Config.Entrypoint, []string{"/hello"}) || c.Architecture != runtime.GOARCH {
		t.Errorf("%+v", c)
	}
	files := mutate.Extract(img)
	defer files.Close()
	var names []string
	tr := tar.NewReader(files)
	for {
		h, err := tr.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
		if h.Typeflag == tar.TypeDir {
			continue
		}
		if h.Mode&0o022 != 0 {
			t.Errorf("%s may be written by others: %o", h.Name, h.Mode)
		}
		file := filepath.Join(t.TempDir(), "hello")
		data, err := io.ReadAll(tr)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o755); err != nil {
			t.Fatal(err)
		}
		greets(t, file)
	}
	if !slices.Equal(names, []string{"hello", "tmp", "work"}) {
		t.Errorf("in the image: %q", names)
	}
}

// TestRecords: the bill names what the compiler noted, and the provenance every
// file with its digest.
func TestRecords(t *testing.T) {
	r := small(t, false)
	f, err := os.Open(r.path(".cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(f, cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if bom.Metadata.Component.PackageURL != "pkg:golang/example.com/hello@v0.1.0" || len(*bom.Components) != 1 {
		t.Errorf("%+v", bom.Metadata.Component)
	}
	data, err := os.ReadFile(filepath.Join(r.out, "hello_0.1.0.provenance.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s statement
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	if len(s.Subject) != 5 || s.Predicate.BuildDefinition.ResolvedDependencies[0].Digest["gitCommit"] != r.commit {
		t.Errorf("%+v", s)
	}
}

// TestZip: what Windows gets opens as a zip, in a folder of the release's name.
func TestZip(t *testing.T) {
	r := small(t, false)
	if err := r.pack(filepath.Join(r.dir, "main.go"), "windows", "amd64", nil); err == nil {
		t.Error("a bill of what is no program")
	}
	if err := r.build(filepath.Join(r.dir, "hello"), "linux", runtime.GOARCH); err != nil {
		t.Fatal(err)
	}
	if err := r.pack(filepath.Join(r.dir, "hello"), "windows", "amd64", nil); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(filepath.Join(r.out, "hello_0.1.0_windows_amd64.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if len(z.File) != 1 || z.File[0].Name != "hello-0.1.0/hello.exe" {
		t.Errorf("%+v", z.File[0])
	}
}

// TestSigned: the owner's key signs the digests, whoever has its public half
// checks them, and what was changed afterwards shows. The key is drawn here.
func TestSigned(t *testing.T) {
	r := small(t, false)
	key := filepath.Join(t.TempDir(), "key")
	run(t, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key)
	run(t, "make", "-s", "-C", "../..", "release-sign", "KEY="+key, "DIST="+r.out)
	public, err := os.ReadFile(key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	signers := filepath.Join(t.TempDir(), "signers")
	if err := os.WriteFile(signers, append([]byte("owner "), public...), 0o644); err != nil {
		t.Fatal(err)
	}
	sums := filepath.Join(r.out, sumsName)
	good, err := os.ReadFile(sums)
	if err != nil {
		t.Fatal(err)
	}
	check := func(data []byte) error {
		cmd := exec.Command("ssh-keygen", "-Y", "verify", "-f", signers, "-I", "owner", "-n", "file", "-s", sums+".sig")
		cmd.Stdin = bytes.NewReader(data)
		return cmd.Run()
	}
	if err := check(good); err != nil {
		t.Error("a good signature:", err)
	}
	if check(append(good, '\n')) == nil {
		t.Error("changed digests pass as signed")
	}
}

// TestVersions: what no package could take for a version is refused.
func TestVersions(t *testing.T) {
	for _, v := range []string{"0.1.0", "1.20.3-rc.1"} {
		if !semver.MatchString(v) {
			t.Error(v)
		}
	}
	for _, v := range []string{"", "v0.1.0", "0.1", "dev", "0.1.0 -X main.a=b", "0.1.0\n"} {
		if semver.MatchString(v) {
			t.Errorf("%q", v)
		}
	}
}
