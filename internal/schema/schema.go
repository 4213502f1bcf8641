// Package schema holds the JSON schemas of the files that people write: an editor that
// reads them completes keys and marks what is wrong. gen/schema makes them from the
// types that read those files.
package schema

import _ "embed"

// Policy is the schema of a policy file.
//
//go:embed policy.json
var Policy []byte

// Mapping is the schema of what bauta look --map writes and anonymise --map reads.
//
//go:embed mapping.json
var Mapping []byte
