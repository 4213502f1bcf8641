// Package schema holds the JSON schemas of the files that people write: an editor that
// reads them completes keys and marks what is wrong. gen/schema makes them from the
// types that read those files.
package schema

import (
	"embed"
	"io/fs"

	"github.com/bauta/bauta/internal/packed"
)

//go:embed *.json.zst
var files embed.FS

// Open gives the schema of a name: "policy", of a policy file; "mapping", of what bauta look --map
// writes and anonymise --map reads.
func Open(name string) ([]byte, error) {
	return fs.ReadFile(packed.FS(files), name+".json")
}
