package main

import (
	"bytes"
	"encoding/json"
	"html"
	"io/fs"

	"github.com/bauta/bauta/internal/page"
)

// policies are those that the page offers.
var policies = []string{"gdpr", "seekhide"}

// ahead tells the page what its program will ask for.
func (s *site) ahead() error {
	asked, err := s.asked()
	said := html.EscapeString(string(asked))
	s.files["index.html"] = bytes.Replace(s.files["index.html"], []byte("ASKED"), []byte(said), 1)
	return err
}

// asked tells, as JSON, which parts opening each policy asks for in each language, and where languages are
// told, in its order: the page fetches them while its program starts. A policy that does not read a
// language asks for nothing that is needed.
func (s *site) asked() ([]byte, error) {
	all := map[string]map[string][]string{}
	for _, policy := range policies {
		all[policy] = map[string][]string{}
		for _, lang := range append([]string{""}, langs...) {
			names := []string{page.Index}
			fetch := func(name string) (fs.FS, error) {
				names = append(names, name)
				return s.archive(name)
			}
			index, err := s.archive(page.Index)
			if err != nil {
				return nil, err
			}
			if _, err := page.NewParts(index, fetch).Open(policy, lang); err == nil {
				all[policy][lang] = names
			}
		}
	}
	return json.Marshal(all)
}

// archive is a part as the page has it.
func (s *site) archive(name string) (fs.FS, error) {
	data := s.archives[name]
	return page.Archive(bytes.NewReader(data), int64(len(data)))
}
