package main

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"
)

// TestProgressJSON: for programs, at most a line a second of what is read, at which rate, and how long is left; and one
// at the end. Of a file whose size is not known nothing is foretold.
func TestProgressJSON(t *testing.T) {
	for size, want := range map[int64]string{
		800: `{"bytes_read":200,"bytes":800,"seconds":1,"bytes_per_second":200,"seconds_left":3,"done":false}` + "\n" +
			`{"bytes_read":1000,"bytes":800,"seconds":2,"bytes_per_second":500,"seconds_left":0,"done":false}` + "\n" +
			`{"bytes_read":1000,"bytes":800,"seconds":2.5,"bytes_per_second":400,"seconds_left":0,"done":true}` + "\n",
		0: `{"bytes_read":200,"seconds":1,"bytes_per_second":200,"done":false}` + "\n" +
			`{"bytes_read":1000,"seconds":2,"bytes_per_second":500,"done":false}` + "\n" +
			`{"bytes_read":1000,"seconds":2.5,"bytes_per_second":400,"done":true}` + "\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			var said bytes.Buffer
			cmd := &cobra.Command{}
			cmd.SetErr(&said)
			b := (&reading{progress: "json"}).bar(cmd, size)
			for range 3 {
				time.Sleep(500 * time.Millisecond) // of the bubble
				b.Write(make([]byte, 100))
			}
			time.Sleep(500 * time.Millisecond)
			b.Write(make([]byte, 700)) // a file that grows
			time.Sleep(500 * time.Millisecond)
			if err := b.Finish(); err != nil {
				t.Fatal(err)
			}
			if said.String() != want {
				t.Errorf("%s, want %s", said.String(), want)
			}
		})
	}
}
