package page_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// export is a chat of so many messages, which are one thread.
func export(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "12/03/2024, 10:%02d - Alice: coucou Patrice, message %d\n", i%60, i)
	}
	return []byte(b.String())
}

// TestOthersHaveTheirTurn: on one processor, as in a browser, another goroutine has a turn for
// each message of a thread; the collector of memory waits for one.
func TestOthersHaveTheirTurn(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p, data := french(t, "seekhide"), export(400)
	var turns atomic.Int64
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			default:
				turns.Add(1)
				runtime.Gosched()
			}
		}
	}()
	read(t, p, "chat.txt", data)
	close(end)
	<-ended
	if n := turns.Load(); n < 400 {
		t.Errorf("%d turns beside 400 messages", n)
	}
}
