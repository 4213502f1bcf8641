package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
)

// The bounds of a folder that is read: files, and folders in each other.
const (
	maxFolderFiles = 100_000
	maxFolderDepth = 64
)

// found is a file that is read, and where in the output's folder it goes.
type found struct {
	name, to string
	below    string // of an unpacked export of Slack: where in it, with slashes
}

// folders gives the files behind names: files as they are, all that can be read in
// folders, what patterns fit. Links in folders are not followed, and what is no text is
// counted by its ending.
func folders(args []string) (out []found, left map[string]int, err error) {
	left = map[string]int{}
	if len(args) == 0 {
		return []found{{name: "-", to: "-"}}, left, nil
	}
	names := patterns(args)
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() {
			out = append(out, found{name: name, to: filepath.Base(name)})
			continue
		}
		in, err := inFolder(name, left)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range in {
			if len(names) > 1 {
				f.to = filepath.Join(filepath.Base(name), f.to)
			}
			out = append(out, f)
		}
		if len(out) > maxFolderFiles {
			return nil, nil, fmt.Errorf("%s: more than %d files; give its folders one by one", name, maxFolderFiles)
		}
	}
	return out, left, nil
}

// patterns gives the names that fit patterns; a name that is there, or that nothing fits,
// stays as it is.
func patterns(args []string) (names []string) {
	for _, a := range args {
		fits, _ := filepath.Glob(a)
		if _, err := os.Lstat(a); err == nil || len(fits) == 0 {
			fits = []string{a}
		}
		names = append(names, fits...)
	}
	return names
}

// inFolder gives the files of one folder, in order.
func inFolder(name string, left map[string]int) (out []found, err error) {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to // a link that was named is meant
	}
	err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		rel, bad := filepath.Rel(name, path)
		switch {
		case err != nil || bad != nil:
			return fmt.Errorf("%s: cannot be read; may you?", name)
		case strings.Count(rel, string(filepath.Separator)) >= maxFolderDepth:
			return fmt.Errorf("%s: more than %d folders in each other", name, maxFolderDepth)
		case rel != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir():
		case !d.Type().IsRegular():
			left["link"]++
		case !readable(path) && !beginsAsExport(path), nothingIn(path):
			left[cmp.Or(strings.ToLower(filepath.Ext(path)), "other")]++
		case len(out) >= maxFolderFiles:
			return fmt.Errorf("%s: more than %d files; give its folders one by one", name, maxFolderFiles)
		default:
			out = append(out, found{name: path, to: rel})
		}
		return nil
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no file in it is one of bauta formats", name)
	}
	slackExports(out)
	return out, err
}

// beginsAsExport reports a file whose name says nothing, and that begins as an export or mail does.
func beginsAsExport(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 64<<10))
	_, told := formats.Tell(name, head)
	return err == nil && told
}

// nothingIn reports an archive of which nothing is read, as files of other kinds in a folder are not.
func nothingIn(name string) bool {
	if !strings.EqualFold(filepath.Ext(name), ".zip") {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false
	}
	_, err = formats.OpenZip(f, info.Size(), nil)
	return errors.Is(err, formats.ErrNothing)
}

// openable opens each file that is to be written into a folder, so that one that cannot be read leaves
// no folder with the others, and gives who takes part in them: their files may be called by them. Where bad
// records are skipped, a file that is none of a format is named and left out, as long as there are others.
func (o *anonymise) openable(cmd *cobra.Command, files []found, left map[string]int) (
	open []found, met formats.Met, first error,
) {
	met = formats.NewMet()
	o.meet = met.Join
	defer func() { o.meet = nil }()
	for _, f := range files {
		if info, err := os.Stat(f.name); err == nil && !info.Mode().IsRegular() || f.name == "-" {
			open = append(open, f) // it is read once
			continue
		}
		in, size, err := input(f.name, nil)
		if err != nil {
			return nil, met, err
		}
		_, err = o.open(anywhere(in, in, size), f.name, &output{Writer: bufio.NewWriter(io.Discard)})
		in.Close()
		switch {
		case err == nil:
			open = append(open, f)
		case o.onError != "skip":
			return nil, met, fmt.Errorf("%w; --on-error skip --rejects FILE leaves the file out", err)
		default:
			first = cmp.Or(first, err)
			left[cmp.Or(strings.ToLower(filepath.Ext(f.name)), "other")]++
			fmt.Fprintf(cmd.ErrOrStderr(), "left out: %v\n", err)
		}
	}
	if len(open) > 0 {
		first = nil
	}
	return open, met, first
}

// readable reports a file whose name ends as those of formats do.
func readable(name string) bool {
	name = strings.ToLower(name)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	ext := filepath.Ext(name)
	return slices.ContainsFunc(formats.Registry(), func(f formats.Format) bool { return slices.Contains(f.Ends, ext) })
}

// namesOf gives the names of files.
func namesOf(files []found) (out []string) {
	for _, f := range files {
		out = append(out, f.name)
	}
	return out
}

// placed refuses outputs of a folder that would take the place of what is read, or of each
// other.
func placed(files []found, out string) error {
	var in, outs []fileAt
	for _, f := range files {
		in = append(in, lookAt(f.name, false))
		outs = append(outs, lookAt(filepath.Join(out, f.to), false))
	}
	seen := map[string]int{}
	for i, o := range outs {
		key := strings.ToLower(o.at)
		switch first, ok := seen[key]; {
		case ok && outs[first].at != o.at:
			return fmt.Errorf("files %d and %d of %d would have names that differ in capitals alone, which not every "+
				"machine tells apart; rename one", first+1, i+1, len(files))
		case ok:
			return fmt.Errorf("%s: two outputs have this name; give each its own", o.name)
		}
		seen[key] = i
		if o.info == nil {
			continue
		}
		if err := distinct(in, outs[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// oneTable links all messages of a run as one conversation: people of one name are one
// across conversations and files.
type oneTable struct{ bauta.Linker }

// Session gives the conversation.
func (t oneTable) Session() bauta.Linker { return t.Linker }

// together makes one conversation of all that a pipeline reads.
func together(p *bauta.Pipeline) error {
	s, ok := p.Link.(bauta.SessionLinker)
	if !ok {
		return errors.New("--together: this policy tells nobody apart, so there is nothing to keep")
	}
	p.Link = oneTable{s.Session()}
	return nil
}
