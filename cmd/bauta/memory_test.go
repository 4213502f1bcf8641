//go:build unix

package main

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// resides skips what bounds resident memory where it says nothing: make race passes -short.
func resides(t *testing.T) {
	t.Helper()
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("the detector of races takes memory of its own, and other systems count in other units")
	}
}

// TestMemoryOfOneMessage: a megabyte of halves of addresses, of entities or of signs that join, in one
// message, takes at most 400 MB; it took up to 1,500.
func TestMemoryOfOneMessage(t *testing.T) {
	resides(t)
	const most = 400
	folder(t, nil)
	bautaIn(t, "key", "new", "k")
	for _, c := range []struct{ policy, piece string }{{"gdpr", "a@"}, {"gdpr", "&#"}, {"sms4science", "a\u200d"}} {
		put(t, "one.txt", strings.Repeat(c.piece, (1<<20)/len(c.piece))+"\n")
		cmd := exec.Command("bauta", "anonymise", "-q", "--policy", c.policy, "--key", "k", "-o", "out.txt", "one.txt")
		out, mb, err := resident(cmd)
		if err != nil || mb > most {
			t.Errorf("%+v: %d MB, %v, %s", c, mb, err, out)
		}
	}
}
