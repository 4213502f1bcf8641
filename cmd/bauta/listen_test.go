package main

import (
	"bytes"
	"context"
	"net"
	"strings"
	"testing"
	"time"
)

// TestListensHereAlone: no command that serves is reached from another machine, unless TLS is spoken;
// where it listens when nobody says anything, too.
func TestListensHereAlone(t *testing.T) {
	folder(t, map[string]string{"core.js": "", "tokens": "c8b1f7d09e5a4b62a3f1d97e60c4b285\n"})
	bautaIn(t, "review", "init", "desk.db")
	asked := map[string][]string{
		"bauta review serve": {"desk.db"}, "bauta audit serve": {"desk.db"}, "bauta serve": {"--policy", "small.yaml", "--token-file", "tokens"},
		"bauta page": {"--dir", "."},
	}
	serving := 0
	for c := range leaves(root()) {
		f := c.Flags().Lookup("addr")
		if f == nil {
			continue
		}
		serving++
		if host, _, err := net.SplitHostPort(f.DefValue); err != nil || !loopback(host) {
			t.Errorf("%s listens on %s", c.CommandPath(), f.DefValue)
		}
		for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "[fe80::1]:0", "desk.example.org:0", "127.0.0.1.example.org:0"} {
			args := append(append(strings.Fields(c.CommandPath())[1:], asked[c.CommandPath()]...), "--addr", addr)
			ctx, end := context.WithTimeout(t.Context(), time.Minute) // one that does listen ends
			var out, errs bytes.Buffer
			code := run(ctx, args, strings.NewReader(""), &out, &errs)
			end()
			if code != 1 || !strings.Contains(errs.String(), "reachable from elsewhere without TLS") {
				t.Errorf("%s --addr %s: exit %d, %s%s", c.CommandPath(), addr, code, out.String(), errs.String())
			}
		}
	}
	if serving < 2 {
		t.Errorf("%d commands serve", serving)
	}
	for _, addr := range []string{"127.0.0.1:0", "127.8.8.8:0", "localhost:0"} {
		o := listening{addr: addr}
		l, err := o.listen(t.Context())
		if err != nil {
			t.Errorf("%s: %v", addr, err)
			continue
		}
		if host, _, err := net.SplitHostPort(l.Addr().String()); err != nil || !net.ParseIP(host).IsLoopback() {
			t.Errorf("%s listens on %s", addr, l.Addr())
		}
		l.Close()
	}
}
