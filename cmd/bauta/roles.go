package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/policy"
)

// role is what a run does with what an option names.
type role uint8

const (
	unknownRole  role = iota
	noFile            // a word, a number, a column
	reads             // a file, or a folder with all in it
	readsPolicy       // a policy, with what it names
	readsStore        // a store of a review, with its key
	readsPart         // a part of a file, with what says where its messages belong
	writes            // a file
	writesEach        // a file, or a folder of as many as there are inputs
	writesFolder      // a folder that is the output's own
	writesLists       // a folder into which two lists go
)

// roles are those of options by name; "COMMAND --NAME" goes before "NAME". An
// option that is not here fails a test: say what it does with files.
var roles = map[string]role{
	"policy": readsPolicy, "decisions": readsStore, "key": reads, "decisions-key": reads, "mask-key": reads,
	"tls-cert": reads, "client-ca": reads, "tls-key": reads, "oidc": reads, "arff": reads, "data": reads,
	"feasibility": reads,
	"generalise":  reads, "grid": reads, "lists": reads, "location": reads, "machine": reads, "map": reads,
	"model": reads, "names": reads, "negatives": reads, "outline": reads, "pairs": reads, "protect": reads,
	"recipe":   reads,
	"original": reads, "places": reads, "certified": reads, "certificate": reads, "attacks": reads, "release": reads,
	"token-file": reads, "dir": reads, "from": reads, "upstream-key-file": reads, "root": reads,
	"store-key": reads, "sign": reads, "journal": reads, "bauta withdraw --session-file": reads,
	"before":                   reads,
	"bauta audit status --log": reads, "bauta audit certify --log": reads, "bauta audit certify --report": reads,
	"bauta audit draw --report":   reads,
	"bauta review import --spans": reads, "bauta review serve --show": reads, "bauta review simulate --gold": reads,

	"output": writes, "candidates": writes, "dot": writes, "effort": writes, "gold": writes, "log": writes,
	"rejects": writes, "report": writes, "scores": writes, "sessions": writes, "spans": writes, "svg": writes,
	"session-file": writes, "fates": writes, "renewed": writes, "receipt": writes, "certify": writes,
	"bauta anonymise --output": writesEach, "bauta look --map": writes, "bauta review export --lexicon": writesLists,
	"bauta langid train --output": writesFolder, "bauta location feasibility train --output": writesFolder,
	"bauta location train --output": writesFolder, "bauta ner train --output": writesFolder,
	"bauta triage train --output": writesFolder,

	"also": noFile, "text": noFile, "addr": noFile, "as": noFile, "author": noFile, "author-column": noFile,
	"authors": noFile, "balance": noFile, "box": noFile,
	"client-header": noFile, "host": noFile, "allow": noFile, "upstream": noFile,
	"calibration": noFile, "data-name": noFile, "diff": noFile, "encoding": noFile, "features": noFile, "few": noFile,
	"format": noFile, "id-column": noFile, "kind": noFile, "labels": noFile, "lang": noFile,
	"lang-column": noFile, "languages": noFile, "lat-column": noFile, "learner": noFile, "lon-column": noFile,
	"name": noFile, "only": noFile, "near": noFile, "objective": noFile, "offsets": noFile, "on-error": noFile,
	"order": noFile, "part": noFile, "pending": noFile, "project": noFile, "role": noFile, "seed": noFile,
	"progress": noFile, "shard": noFile,
	"segmenter": noFile, "share-column": noFile, "split": noFile, "systems": noFile, "ta-column": noFile,
	"text-column": noFile, "thread-column": noFile, "time-column": noFile, "try": noFile,
	"type": noFile, "unit": noFile, "keys-destroyed": noFile, "purpose": noFile, "undo": noFile,
}

// roleOf is the role of an option of a command.
func roleOf(cmd *cobra.Command, option string) role {
	if r, ok := roles[cmd.CommandPath()+" --"+option]; ok {
		return r
	}
	return roles[option]
}

// roleOfArguments is the role of what stands on the command line without an option,
// by what the line of usage calls it.
func roleOfArguments(cmd *cobra.Command) role {
	switch {
	case strings.Contains(cmd.Use, "STORE"):
		return readsStore
	case strings.Contains(cmd.Use, "PART"):
		return readsPart
	}
	return reads
}

// apart refuses a run that would write over anything it reads. It looks at the
// options of every command before the command does.
func apart(cmd *cobra.Command, args []string) error {
	var in, out []fileAt
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch roleOf(cmd, f.Name) {
		case writes, writesEach, writesFolder, writesLists:
			for _, value := range values(f) {
				out = append(out, fileNames(roleOf(cmd, f.Name), value, args)...)
			}
		}
	})
	if len(out) == 0 {
		return nil // what is read need not be looked for: a policy would be parsed for the files it names
	}
	for _, name := range patterns(args) {
		in = append(in, fileNames(roleOfArguments(cmd), name, nil)...)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch r := roleOf(cmd, f.Name); r {
		case reads, readsPolicy, readsStore:
			for _, value := range values(f) {
				in = append(in, fileNames(r, value, args)...)
			}
		}
	})
	in = append(in, standard(cmd.InOrStdin(), "standard input")...)
	return distinct(in, append(out, standard(cmd.OutOrStdout(), "standard output")...))
}

// values are what an option was given, once or several times.
func values(f *pflag.Flag) []string {
	if many, ok := f.Value.(pflag.SliceValue); ok {
		return many.GetSlice()
	}
	return []string{f.Value.String()}
}

// fileNames are the files behind what an option says.
func fileNames(r role, value string, args []string) []fileAt {
	names := []string{value}
	switch r {
	case readsPolicy:
		f, err := policy.Load(value)
		if err != nil {
			return nil // the command will say so
		}
		names = f.Files()
	case readsStore:
		if sqlstore.IsPostgres(value) {
			return nil
		}
		names = append(names, value+".key", value+".sessions", value+"-wal", value+"-shm", value+"-journal")
	case readsPart:
		names = append(names, value+partTail)
	case writesEach:
		if len(args) > 1 {
			names = nil
			for _, a := range args {
				names = append(names, filepath.Join(value, filepath.Base(a)))
			}
		}
	case writesLists:
		names = []string{filepath.Join(value, alwaysList), filepath.Join(value, neverList)}
	}
	var out []fileAt
	for _, name := range names {
		if name != "" && name != "-" {
			out = append(out, lookAt(name, r == writesFolder))
		}
	}
	return out
}
