package page

import (
	"context"
	"runtime"

	"github.com/bauta/bauta"
)

// pace is the analyser of a page. It lets others have their turn before each message: in a browser there is one thread, which nothing takes
// from who has it, so that the collector of memory would not end before a whole thread of
// messages was read.
type pace struct {
	bauta.Analyser
}

// Analyse analyses a message when its turn has come.
func (p pace) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	runtime.Gosched()
	return p.Analyser.Analyse(ctx, m)
}
