// Command release builds what people install: archives, packages of Debian and
// Red Hat, container images, with checksums, a bill of materials and a
// provenance statement, for every system. The same commit gives the same bytes:
// nothing of the clock, the folder or the user gets in.
//
//	go -C tools run ./release -o ../dist
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const allTargets = "linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64"

func main() {
	r := release{name: "bauta", source: "https://github.com/bauta/bauta", main: "./cmd/bauta", describe: true}
	flag.StringVar(&r.dir, "dir", "..", "the project")
	flag.StringVar(&r.out, "o", "../dist", "where to; made anew")
	flag.StringVar(&r.version, "version", "", "as in 0.1.0; by default the tag of the commit")
	flag.StringVar(&r.tags, "tags", "", "build tags, which leave languages or models out")
	targets := flag.String("targets", allTargets, "systems, between blanks")
	flag.Parse()
	r.targets = strings.Fields(*targets)
	err := r.ofCommit()
	if err == nil {
		err = r.make()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is what is built of one commit.
type release struct {
	name, source string
	dir, main    string // the module, and the package in it
	out          string
	version      string
	tags         string
	targets      []string
	commit       string
	time         time.Time // of the commit: every file is as old as it
	describe     bool      // whether the program writes its completion and manual
	docs         []string  // files of the project that go with it
}

// semver is what every kind of package takes for a version.
var semver = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$`)

// ofCommit fills in what the commit says. What is not committed cannot be built
// again by anybody, and is refused.
func (r *release) ofCommit() error {
	if changed, err := r.git("status", "--porcelain"); err != nil || changed != "" {
		return errors.Join(err, errors.New("commit first: a release is built of a commit"))
	}
	if r.version == "" {
		tag, err := r.git("describe", "--tags", "--exact-match")
		if err != nil {
			return errors.New("the commit has no tag; tag it v0.1.0, or give VERSION=0.1.0")
		}
		r.version = strings.TrimPrefix(tag, "v")
	}
	if !semver.MatchString(r.version) {
		return fmt.Errorf("%q is no version; write it as 0.1.0 or 0.1.0-rc.1", r.version)
	}
	var err error
	if r.commit, err = r.git("rev-parse", "HEAD"); err != nil {
		return err
	}
	stamp, err := r.git("log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	r.time = time.Unix(seconds, 0).UTC()
	r.docs = []string{"README.md", "LICENSE", "NOTICE", "CHANGELOG.md"}
	return err
}

func (r *release) git(args ...string) (string, error) {
	out, err := r.command("git", args...).Output()
	return strings.TrimSpace(string(out)), err
}

func (r *release) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = r.dir
	return cmd
}

// make builds everything into an empty folder.
func (r *release) make() error {
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	about, err := r.about(work)
	if err != nil {
		return err
	}
	for _, target := range r.targets {
		goos, arch, _ := strings.Cut(target, "/")
		binary := filepath.Join(work, target, r.name+exe(goos))
		if err := r.build(binary, goos, arch); err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		if err := r.pack(binary, goos, arch, about); err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		if err := os.Remove(binary); err != nil {
			return err
		}
	}
	if err := r.provenance(); err != nil {
		return err
	}
	return r.sums()
}

func exe(goos string) string {
	if goos == "windows" {
		return ".exe"
	}
	return ""
}

// build compiles the program for one system, with tags beside the release's. What the
// caller's environment says of flags does not count; an empty GOFLAGS would leave those of
// go env -w. The program is told its commit, as what Go notes of a repository hangs on them
// and on the tags that a clone has.
func (r *release) build(to, goos, arch string, tags ...string) error {
	notes := "-s -w -X main.version=" + r.version + " -X main.revision=" + r.commit +
		" -X main.date=" + r.time.Format(time.RFC3339)
	cmd := r.command("go", "build", "-trimpath",
		"-tags", strings.Trim(strings.Join(append(tags, r.tags), ","), ","), "-ldflags", notes, "-o", to, r.main)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=",
		"GOOS="+goos, "GOARCH="+arch)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, said.Bytes())
	}
	return nil
}

// pack makes the files of one system.
func (r *release) pack(binary, goos, arch string, about []entry) error {
	stem := filepath.Join(r.out, strings.Join([]string{r.name, r.version, goos, arch}, "_"))
	all := append([]entry{{"", r.name + exe(goos), binary, 0o755}}, about...)
	if err := r.bill(binary, stem+".cdx.json"); err != nil {
		return err
	}
	if goos == "windows" {
		return write(stem+".zip", func(f *os.File) error { return r.zip(f, all) })
	}
	if err := write(stem+".tar.gz", func(f *os.File) error { return r.tarGz(f, all) }); err != nil || goos != "linux" {
		return err
	}
	if err := r.packages(stem, arch, all); err != nil {
		return err
	}
	return r.image(stem+".image.tar", arch, binary)
}

// write makes a file and closes it.
func write(name string, fill func(*os.File) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(fill(f), f.Close())
}
