package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
)

// slackExports marks the files of unpacked exports of Slack among those of a folder: below a folder with
// people and lists of conversations. People come first, as in an archive.
func slackExports(files []found) {
	has := func(name string) bool {
		return slices.ContainsFunc(files, func(f found) bool { return filepath.ToSlash(f.to) == name })
	}
	var roots []string
	for _, f := range files {
		root, ok := strings.CutSuffix(filepath.ToSlash(f.to), "users.json")
		whole := ok && (root == "" || strings.HasSuffix(root, "/"))
		if whole && (has(root+"channels.json") || has(root+"dms.json") || has(root+"groups.json")) {
			roots = append(roots, root)
		}
	}
	for i := range files {
		for _, root := range roots {
			below, in := strings.CutPrefix(filepath.ToSlash(files[i].to), root)
			if in && formats.SlackPart(below) != "" {
				files[i].below = below
			}
		}
	}
	slices.SortStableFunc(files, func(a, b found) int { return peopleFirst(a) - peopleFirst(b) })
}

// peopleFirst is when a file is read.
func peopleFirst(f found) int {
	if f.below == "users.json" {
		return 0
	}
	return 1
}

// told are the formats of files of which their folder says what they are.
func told(files []found) map[string]corpus.Format {
	as := map[string]corpus.Format{}
	for _, f := range files {
		if f.below != "" {
			as[f.name] = corpus.Format(formats.SlackPart(f.below))
		}
	}
	return as
}

// placeSlack gives the folders of channels the names that the lists of them have, under the key.
func placeSlack(files []found, key formats.Keyer) {
	for i, f := range files {
		if f.below != "" {
			above := strings.TrimSuffix(f.to, filepath.FromSlash(f.below))
			files[i].to = above + filepath.FromSlash(formats.SlackPlace(f.below, key))
		}
	}
}
