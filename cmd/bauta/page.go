package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
)

// pagePolicy is what the page says of itself, said by the server too: no connection, no
// script but its own.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
	"worker-src 'self' blob:; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// pageServe are the options of page.
type pageServe struct {
	listening
	dir  string
	open bool
}

func pageCommand() *cobra.Command {
	o := &pageServe{}
	cmd := &cobra.Command{
		Use:     "page",
		Example: "  bauta page --dir bin/web --open",
		Long: "Serves the page without a server on this machine: a file in, a file out, in the browser alone.\n" +
			"It is a folder of its own, which no package holds: make web makes bin/web of bauta's sources.",
		Short: "the page without a server, on this machine: a file in, a file out, in the browser alone",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	o.listening.flags(cmd.Flags(), "127.0.0.1:0")
	cmd.Flags().StringVar(&o.dir, "dir", "bin/web", "folder of the page, as make web makes it")
	cmd.Flags().BoolVar(&o.open, "open", false, "open it in the browser")
	return cmd
}

func (o *pageServe) run(cmd *cobra.Command) error {
	if info, err := os.Stat(filepath.Join(o.dir, "core.js")); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is no folder of the page; make web makes one of bauta's sources, "+
			"--dir names it", o.dir)
	}
	root, err := os.OpenRoot(o.dir)
	if err != nil {
		return fmt.Errorf("%s: cannot be read: %w", o.dir, reason(err))
	}
	defer root.Close()
	l, err := o.listen(cmd.Context())
	if err != nil {
		return err
	}
	scheme := "http"
	if o.cert != "" {
		scheme = "https"
	}
	at := scheme + "://" + l.Addr().String() + "/"
	fmt.Fprintln(cmd.OutOrStdout(), at)
	fmt.Fprintln(cmd.ErrOrStderr(), "Ctrl+C ends it")
	if o.open {
		if err := browse(at); err != nil {
			return errors.Join(err, l.Close())
		}
	}
	return answerUntil(cmd.Context(), l, pageHandler(http.FileServerFS(root.FS())))
}

// pageHandler adds what keeps a page to itself. Files are asked for again where they
// may have changed.
func pageHandler(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		if r.URL.Path != "/sw.js" { // which keeps the files, and so asks this server for them
			h.Set("Content-Security-Policy", pagePolicy)
		}
		h.Set("Cache-Control", "no-cache")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		files.ServeHTTP(w, r)
	})
}

// browse opens an address in the browser of whoever asks.
func browse(address string) error {
	command := []string{"xdg-open", address}
	switch runtime.GOOS {
	case "darwin":
		command[0] = "open"
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	}
	if err := exec.Command(command[0], command[1:]...).Start(); err != nil {
		return fmt.Errorf("no browser can be started with %s; open %s yourself", command[0], address)
	}
	return nil
}
