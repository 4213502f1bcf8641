// Package examples is the invented messages that commands are shown on. Nobody
// in them exists. Beside what is embedded here, the folder holds the same
// messages with gold, and harder ones.
package examples

import (
	_ "embed" // the file

	"github.com/bauta/bauta/internal/packed"
)

//go:embed sms-fr.csv.zst
var sms []byte

// SMS is sms-fr.csv: French text messages with id, thread, author and time.
func SMS() ([]byte, error) { return packed.Open(sms) }
