package reviewtest

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ErrNoPostgres says that the server is not installed.
var ErrNoPostgres = errors.New("PostgreSQL is not installed; type: sh internal/setup.sh, or apt-get install postgresql")

// Postgres is a server of its own, in a temporary folder, reached by a socket
// there. It does not outlive the tests, even where they are killed.
type Postgres struct {
	bin, dir string
	root     bool
	made     int
	watch    io.Closer // open as long as the tests live
}

const port = "5432" // names the socket; nothing listens on the network

// StartPostgres starts a server. Stop ends it, and so does the end of this
// program.
func StartPostgres() (*Postgres, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return nil, ErrNoPostgres
	}
	slices.Sort(found)
	p := &Postgres{bin: filepath.Dir(found[len(found)-1]), root: os.Geteuid() == 0}
	if p.dir, err = os.MkdirTemp("", "bauta-pg-"); err != nil {
		return nil, err
	}
	if err := p.own(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(p.dir))
	}
	data := filepath.Join(p.dir, "data")
	if p.watch, err = AtEnd(`[ -d "$0" ] || exit; kill -QUIT "$(head -n 1 "$0/data/postmaster.pid")"; sleep 1; rm `+
		`-rf "$0"`, p.dir); err != nil {
		return nil, errors.Join(err, os.RemoveAll(p.dir))
	}
	if err := p.run("initdb", "-A", "trust", "-U", "postgres", "-D", data, "-E", "UTF8", "--no-sync"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(p.dir))
	}
	options := fmt.Sprintf("-p %s -k %s -c listen_addresses= -c fsync=off -c max_connections=200", port, p.dir)
	err = p.run("pg_ctl", "-D", data, "-l", filepath.Join(p.dir, "log"), "-o", options, "-w", "start")
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(p.dir))
	}
	return p, nil
}

// AtEnd leaves behind a shell that runs a script, with $0 set, when this program
// has ended, however it ended, or when what is given back is closed.
func AtEnd(script, arg string) (io.Closer, error) {
	watch := exec.Command("sh", "-c", "trap '' INT; cat >/dev/null; "+script, arg) // Ctrl+C is for the tests
	pipe, err := watch.StdinPipe()
	if err != nil {
		return nil, err
	}
	return pipe, watch.Start()
}

// own gives the folder to the account that PostgreSQL runs as, which is never
// root.
func (p *Postgres) own() error {
	if !p.root {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return ErrNoPostgres
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return err
	}
	return os.Chown(p.dir, uid, -1)
}

func (p *Postgres) run(name string, args ...string) error {
	args = append([]string{filepath.Join(p.bin, name)}, args...)
	if p.root {
		args = append([]string{"runuser", "-u", "postgres", "--"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = p.dir
	var out strings.Builder
	// pg_ctl leaves a server behind that keeps a pipe open: a file does not.
	log, err := os.CreateTemp("", "bauta-pg-out-")
	if err != nil {
		return err
	}
	defer os.Remove(log.Name())
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(log.Name())
		out.Write(said)
		return fmt.Errorf("%s: %w: %s", name, err, out.String())
	}
	return nil
}

// Database makes an empty database and gives its address.
func (p *Postgres) Database(t testing.TB) string {
	t.Helper()
	p.made++
	name := fmt.Sprintf("desk%d", p.made)
	if err := p.run("createdb", "-h", p.dir, "-p", port, "-U", "postgres", name); err != nil {
		t.Fatal(err)
	}
	q := url.Values{"host": {p.dir}, "port": {port}}
	return "postgres://postgres@/" + name + "?" + q.Encode()
}

// Dir is the server's folder: its socket, data and log.
func (p *Postgres) Dir() string { return p.dir }

// Stop ends the server and removes its files.
func (p *Postgres) Stop() error {
	err := p.run("pg_ctl", "-D", filepath.Join(p.dir, "data"), "-m", "immediate", "-w", "stop")
	return errors.Join(err, os.RemoveAll(p.dir), p.watch.Close())
}
