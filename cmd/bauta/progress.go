package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// bar shows progress by bytes read.
type bar struct{ *progressbar.ProgressBar }

// progress makes a bar on standard error when that is a terminal, the user did
// not ask for quiet, and the size is known; otherwise one that shows nothing.
func progress(cmd *cobra.Command, size int64) bar {
	quiet, _ := cmd.Flags().GetBool("quiet")
	w := io.Discard
	if f, ok := cmd.ErrOrStderr().(*os.File); ok && !quiet && size > 1<<20 && term.IsTerminal(int(f.Fd())) {
		w = f
	}
	return bar{progressbar.NewOptions64(max(size, 1), progressbar.OptionSetWriter(w), progressbar.OptionShowBytes(true),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(true))}
}

// Write counts bytes and never fails: a corpus that grows while it is read must
// not end at the bar.
func (b bar) Write(p []byte) (int, error) {
	b.ProgressBar.Add(len(p))
	return len(p), nil
}
