package page_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bauta/bauta/internal/page"
)

// export is a chat of so many messages, which are one thread.
func export(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "12/03/2024, 10:%02d - Alice: coucou Patrice, message %d\n", i%60, i)
	}
	return []byte(b.String())
}

// TestPace: of a thread that comes out as a whole it is told before how far it is, never more
// than a hundred times, each time more, and at last all; also of the second file.
func TestPace(t *testing.T) {
	p := french(t, "seekhide")
	var told []int
	of, rows, early := 0, 0, 0
	p.Pace(func(done, all int) {
		if told, of = append(told, done), all; rows == 0 {
			early++
		}
	})
	for _, n := range []int{350, 40} {
		told, rows, early = nil, 0, 0
		err := p.Read(context.Background(), "chat.txt", export(n), func(page.Row) error { rows++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		if of != n || rows != n || len(told) > 100 || len(told) < 30 || early != len(told) || told[len(told)-1] != n {
			t.Errorf("of %d messages, %d rows, told %d times, %d of them before the first row: %v", of, rows, len(told), early, told)
		}
		for i := 1; i < len(told); i++ {
			if told[i] <= told[i-1] {
				t.Errorf("%d behind %d", told[i], told[i-1])
			}
		}
	}
}

// TestPaceOfWhatCannotBeRead: nothing is told of it.
func TestPaceOfWhatCannotBeRead(t *testing.T) {
	p := french(t, "seekhide")
	p.Pace(func(done, of int) { t.Errorf("told %d of %d", done, of) })
	bad := "{\"text\":\"coucou\"}\n{\"text\":\n"
	if err := p.Read(context.Background(), "a.jsonl", []byte(bad), func(page.Row) error { return nil }); err == nil {
		t.Error("it was read")
	}
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
