package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"
)

var highWater = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// resident runs a program and gives what it printed, and the most of its memory that was
// resident, in MB; 0 where the system does not tell. It is looked for while the program runs: what
// the system says of one that has ended counts the tests, too, which began it.
func resident(cmd *exec.Cmd) (printed []byte, mb int64, err error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return nil, 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-ended:
			return out.Bytes(), mb, err
		case <-look.C:
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
			if m := highWater.FindSubmatch(status); m != nil {
				kb, _ := strconv.ParseInt(string(m[1]), 10, 64)
				mb = max(mb, kb>>10)
			}
		}
	}
}
