package main

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

const tells = `anonymises short informal messages
bauta takes SMS, chat and tweets and gives them back so that nobody can be
recognised, while everything a reader needs stays. It sends nothing out.`

// packages makes what dpkg and rpm install. The program needs no library, so
// nothing is depended on.
func (r *release) packages(stem, arch string, all []entry) error {
	for _, kind := range []string{"deb", "rpm"} {
		info := &nfpm.Info{
			Name: r.name, Arch: arch, Platform: "linux", Version: r.version, Section: "text", Priority: "optional",
			Maintainer: "the bauta authors", Description: tells, Homepage: r.source,
			License: "Apache-2.0", MTime: r.time, DisableGlobbing: true,
			Overridables: nfpm.Overridables{Umask: 0o022, RPM: nfpm.RPM{BuildHost: "localhost"}},
		}
		for _, e := range all {
			at := e.at
			switch {
			case e.mode == 0o755:
				at = "/usr/bin"
			case at == "":
				continue
			}
			info.Contents = append(info.Contents, &files.Content{
				Source: e.path, Destination: path.Join(at, path.Base(e.name)),
				FileInfo: &files.ContentFileInfo{Mode: os.FileMode(e.mode), MTime: r.time, Owner: "root", Group: "root"},
			})
		}
		packager, err := nfpm.Get(kind)
		if err != nil {
			return err
		}
		info = nfpm.WithDefaults(info)
		if err := nfpm.PrepareForPackager(info, kind); err != nil {
			return err
		}
		if err := write(stem+"."+kind, func(f *os.File) error { return packager.Package(info, f) }); err != nil {
			return err
		}
	}
	return nil
}

// nobody is the user of the image, as in other images without a system in them.
const nobody = 65532

// image is the program and nothing else, for docker load or podman load. It runs
// as nobody and writes where a folder is mounted: the root may be read-only.
func (r *release) image(file, arch, binary string) error {
	var layer bytes.Buffer
	tw := tar.NewWriter(&layer)
	err := r.tarFile(tw, r.name, entry{path: binary, mode: 0o755})
	if err != nil {
		return err
	}
	for _, dir := range []tar.Header{{Name: "tmp/", Mode: 0o1777}, {Name: "work/", Mode: 0o755, Uid: nobody, Gid: nobody}} {
		dir.Typeflag, dir.ModTime = tar.TypeDir, r.time
		if err := tw.WriteHeader(&dir); err != nil {
			return err
		}
	}
	if err := tw.Close(); err != nil {
		return err
	}
	l, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(layer.Bytes())), nil
	})
	if err != nil {
		return err
	}
	img, err := mutate.AppendLayers(empty.Image, l)
	if err != nil {
		return err
	}
	img, err = mutate.ConfigFile(img, r.imageConfig(img, arch))
	if err != nil {
		return err
	}
	tag, err := name.NewTag(r.name + ":" + r.version)
	if err != nil {
		return err
	}
	return tarball.WriteToFile(file, tag, img)
}

func (r *release) imageConfig(img v1.Image, arch string) *v1.ConfigFile {
	c, err := img.ConfigFile()
	if err != nil { // of an image made here
		panic(err)
	}
	c = c.DeepCopy()
	c.OS, c.Architecture, c.Created = "linux", arch, v1.Time{Time: r.time}
	c.Config = v1.Config{
		User: "65532:65532", Entrypoint: []string{"/" + r.name}, WorkingDir: "/work",
		Labels: map[string]string{
			"org.opencontainers.image.source":   r.source,
			"org.opencontainers.image.revision": r.commit,
			"org.opencontainers.image.version":  r.version,
			"org.opencontainers.image.licenses": "Apache-2.0",
		},
	}
	return c
}
