package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// sumsName holds the digests of all files; whoever trusts it trusts them.
const sumsName = "SHA256SUMS"

// bill writes what a program is made of (CycloneDX), as its compiler noted it in
// the program itself.
func (r *release) bill(binary, to string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	root := cdx.Component{
		BOMRef: r.name, Type: cdx.ComponentTypeApplication, Name: r.name, Version: r.version,
		PackageURL: "pkg:golang/" + info.Main.Path + "@v" + r.version,
		Licenses:   &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}},
	}
	std := "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")
	parts := []cdx.Component{{
		BOMRef: std, Type: cdx.ComponentTypeLibrary, Name: "std", Version: info.GoVersion,
		PackageURL: std,
	}}
	needs := []string{std}
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		url := "pkg:golang/" + d.Path + "@" + d.Version
		parts = append(parts, cdx.Component{
			BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: d.Path, Version: d.Version, PackageURL: url,
		})
		needs = append(needs, url)
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Timestamp: r.time.Format("2006-01-02T15:04:05Z"), Component: &root}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: r.name, Dependencies: &needs}}
	return write(to, func(f *os.File) error {
		return cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	})
}

// A resource is what in-toto calls so: something with a digest.
type resource struct {
	Name   string            `json:"name,omitempty"`
	URI    string            `json:"uri,omitempty"`
	Digest map[string]string `json:"digest"`
}

// statement says what was built of what and how: an in-toto statement with the
// predicate of SLSA's provenance, version 1. It names no time and no machine, so
// that whoever builds again gets the same.
type statement struct {
	Type          string     `json:"_type"`
	Subject       []resource `json:"subject"`
	PredicateType string     `json:"predicateType"`
	Predicate     struct {
		BuildDefinition struct {
			BuildType            string            `json:"buildType"`
			ExternalParameters   map[string]string `json:"externalParameters"`
			InternalParameters   map[string]string `json:"internalParameters"`
			ResolvedDependencies []resource        `json:"resolvedDependencies"`
		} `json:"buildDefinition"`
		RunDetails struct {
			Builder struct {
				ID string `json:"id"`
			} `json:"builder"`
		} `json:"runDetails"`
	} `json:"predicate"`
}

func (r *release) provenance() error {
	s := statement{Type: "https://in-toto.io/Statement/v1", PredicateType: "https://slsa.dev/provenance/v1"}
	err := r.each(func(name, digest string) {
		s.Subject = append(s.Subject, resource{Name: name, Digest: map[string]string{"sha256": digest}})
	})
	if err != nil {
		return err
	}
	how := &s.Predicate.BuildDefinition
	how.BuildType = r.source + "/blob/main/docs/release.md"
	how.ExternalParameters = map[string]string{
		"version": r.version, "targets": strings.Join(r.targets, " "), "tags": r.tags,
	}
	how.InternalParameters = map[string]string{"go": runtime.Version()}
	how.ResolvedDependencies = []resource{{
		URI: "git+" + r.source, Digest: map[string]string{"gitCommit": r.commit},
	}}
	s.Predicate.RunDetails.Builder.ID = how.BuildType
	return write(filepath.Join(r.out, r.name+"_"+r.version+".provenance.json"), func(f *os.File) error {
		enc := json.NewEncoder(f)
		enc.SetIndent("", "  ")
		return enc.Encode(s)
	})
}

// sums writes the digests as sha256sum --check reads them.
func (r *release) sums() error {
	var all strings.Builder
	err := r.each(func(name, digest string) { fmt.Fprintf(&all, "%s  %s\n", digest, name) })
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, sumsName), []byte(all.String()), 0o644)
}

// each gives the files made so far and their digests, by name.
func (r *release) each(give func(name, digest string)) error {
	made, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	for _, e := range made {
		f, err := os.Open(filepath.Join(r.out, e.Name()))
		if err != nil {
			return err
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return err
		}
		give(e.Name(), hex.EncodeToString(h.Sum(nil)))
	}
	return nil
}
