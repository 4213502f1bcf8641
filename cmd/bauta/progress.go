package main

import (
	"encoding/json"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// bar shows progress by bytes read, with their rate and the time left. Writing to it never
// fails: a corpus that grows while it is read must not end at the bar.
type bar interface {
	io.Writer
	Finish() error
}

// bar makes a bar on standard error when that is a terminal, the user did
// not ask for quiet, and the size is known; or lines of JSON, where they are asked
// for; otherwise one that shows nothing.
func (o *reading) bar(cmd *cobra.Command, size int64) bar {
	if o.progress == "json" {
		return &barJSON{to: json.NewEncoder(cmd.ErrOrStderr()), size: size, begun: time.Now(), said: time.Now()}
	}
	quiet, _ := cmd.Flags().GetBool("quiet")
	w := io.Discard
	if f, ok := cmd.ErrOrStderr().(*os.File); ok && !quiet && size > 1<<20 && term.IsTerminal(int(f.Fd())) {
		w = f
	}
	return barShown{progressbar.NewOptions64(max(size, 1), progressbar.OptionSetWriter(w),
		progressbar.OptionShowBytes(true), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true))}
}

// barShown is a bar for people.
type barShown struct{ *progressbar.ProgressBar }

// Write counts bytes.
func (b barShown) Write(p []byte) (int, error) {
	b.Add(len(p))
	return len(p), nil
}

// barJSON is a bar for programs.
type barJSON struct {
	mu          sync.Mutex
	to          *json.Encoder
	size, read  int64
	begun, said time.Time
}

// saidProgress is one of its lines.
type saidProgress struct {
	Read    int64    `json:"bytes_read"`
	Size    int64    `json:"bytes,omitempty"` // 0: not known
	Seconds float64  `json:"seconds"`
	Rate    float64  `json:"bytes_per_second"`
	Left    *float64 `json:"seconds_left,omitempty"`
	Done    bool     `json:"done"`
}

// Write counts bytes, and says so once a second.
func (b *barJSON) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.read += int64(len(p))
	if now := time.Now(); now.Sub(b.said) >= time.Second {
		b.said = now
		b.say(false)
	}
	return len(p), nil
}

// Finish says that all is read.
func (b *barJSON) Finish() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.say(true)
	return nil
}

func (b *barJSON) say(done bool) {
	s := saidProgress{Read: b.read, Size: b.size, Seconds: time.Since(b.begun).Seconds(), Done: done}
	if s.Seconds > 0 {
		s.Rate = float64(b.read) / s.Seconds
	}
	if b.size > 0 && s.Rate > 0 {
		left := max(0, float64(b.size-b.read)/s.Rate)
		s.Left = &left
	}
	b.to.Encode(s)
}
