//go:build e2e

package main_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// canary is a word of the messages that must be found nowhere but in the pages.
const canary = "Zyxabelle"

// password is everybody's.
const password = "correct horse battery"

// binary builds bauta once; BAUTA_BINARY names one that is built.
var binary = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("BAUTA_BINARY"); path != "" {
		return path, nil
	}
	dir, err := os.MkdirTemp("", "bauta-e2e-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "bauta")
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	watch, err := reviewtest.AtEnd(`rm -rf "$0"`, dir)
	held = append(held, watch)
	return path, err
})

// postgres is one server for all tests.
var postgres = sync.OnceValues(reviewtest.StartPostgres)

// held keeps what AtEnd gives open as long as this process lives.
var held []io.Closer

// stand is a store with a project and people, and the real server over it.
type stand struct {
	t       *testing.T
	engine  string
	source  string // path or address of the store
	key     string // file
	log     string // file of the server's log
	store   *sqlstore.Store
	project review.Project
	users   map[string]review.User
	base    string // address of the server
	link    string
	server  *exec.Cmd
	options []string // of review serve, beside those of every stand
}

// onBoth runs a test on SQLite and on PostgreSQL at once, each with a server of its own
// that is started: most of the time a page is waited for.
func onBoth(t *testing.T, texts []string, test func(*testing.T, *stand)) {
	t.Helper()
	on(t, []string{"sqlite", "postgresql"}, texts, nil, test)
}

// onOne is for what the same rows show in a browser, and no database has a part in: marks, colours and
// what is printed on keys. That both give the same rows is what all the others and reviewtest.Suite show.
func onOne(t *testing.T, texts []string, test func(*testing.T, *stand)) {
	t.Helper()
	on(t, []string{"sqlite"}, texts, nil, test)
}

// on runs a test on some databases at once, whose servers have options of their own.
func on(t *testing.T, engines, texts, options []string, test func(*testing.T, *stand)) {
	t.Helper()
	chromium(t)
	for _, engine := range engines {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := newStand(t, engine, texts)
			s.options = options
			s.start()
			test(t, s)
		})
	}
}

// newPostgres makes a database. In CI there must be a server for it.
func newPostgres(t *testing.T) string {
	t.Helper()
	pg, err := postgres()
	if errors.Is(err, reviewtest.ErrNoPostgres) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return pg.Database(t)
}

// newStand makes the store.
func newStand(t *testing.T, engine string, texts []string) *stand {
	t.Helper()
	dir := t.TempDir()
	s := &stand{t: t, engine: engine, key: filepath.Join(dir, "key"), log: filepath.Join(dir, "log"), source: filepath.Join(dir, "desk.db"), users: map[string]review.User{}}
	if engine == "postgresql" {
		s.source = newPostgres(t)
	}
	key, err := sqlstore.NewKey(s.key)
	if err != nil {
		t.Fatal(err)
	}
	if s.store, err = sqlstore.Open(t.Context(), s.source, sqlstore.Config{Key: key}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.store.Close() })
	s.project, err = s.store.CreateProject(t.Context(), review.Project{
		Slug: "sms", Name: "SMS", Lang: "fr", Seed: "seed", Guideline: 1, SecondAbove: 25, LeakLimit: 0.3,
		Labels: []bauta.Label{bauta.Person, bauta.Location, bauta.Organization, bauta.Phone},
	})
	if err != nil {
		t.Fatal(err)
	}
	for login, role := range map[string]review.Role{"anna": review.Reviewer, "ben": review.Reviewer, "judge": review.Adjudicator, "olga": review.PrivacyOfficer, "nora": review.Annotator} {
		var u review.User
		if err == nil {
			u, err = s.store.AddUser(t.Context(), review.User{Login: login, Display: strings.ToUpper(login[:1]) + login[1:], Password: reviewtest.Password(password)})
		}
		if err == nil {
			err = s.store.SetMember(t.Context(), review.Member{Project: s.project.ID, User: u.ID, Role: role}, u.ID)
		}
		s.users[login] = u
	}
	if err != nil {
		t.Fatal(err)
	}
	s.imports("m", texts...)
	return s
}

// imports takes marked texts in, as reviewtest.Item reads them.
func (s *stand) imports(prefix string, texts ...string) review.Imported {
	s.t.Helper()
	var items []review.Item
	for i, text := range texts {
		it := reviewtest.Item(fmt.Sprint(prefix, i), text)
		it.Message.Thread = "t"
		for j := range it.Spans {
			it.Spans[j].Source, it.Spans[j].Why = "lexical", "first name and a word"
		}
		items = append(items, it)
	}
	done, err := s.store.Import(s.t.Context(), s.project.ID, reviewtest.Items(items...))
	if err != nil {
		s.t.Fatal(err)
	}
	return done
}

// start starts the server, at its old address if it had one.
func (s *stand) start() {
	s.t.Helper()
	path, err := binary()
	if err != nil {
		s.t.Fatal(err)
	}
	addr := "127.0.0.1:0"
	if s.base != "" {
		addr = strings.TrimPrefix(s.base, "http://")
	}
	server := exec.Command(path, "review", "serve", s.source, "--key", s.key, "--addr", addr, "--log", s.log, "--sessions", s.key+".sessions")
	server.Args = append(server.Args, s.options...)
	s.launch(server)
}

// launch starts a server and reads its link.
func (s *stand) launch(server *exec.Cmd) {
	s.t.Helper()
	s.server = server
	out, err := s.server.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	var said strings.Builder
	s.server.Stderr = &said
	if err := s.server.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "open http://") {
		s.t.Fatalf("the server said %q, %s", line, said.String())
	}
	s.link = strings.TrimSpace(strings.TrimPrefix(line, "open "))
	s.base = s.link[:strings.Index(s.link, "/link/")]
}

// kill ends the server as a power cut would.
func (s *stand) kill() {
	s.t.Helper()
	if err := s.server.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	s.server.Wait()
}

// sql runs a statement beside the server: what a test cannot wait for.
func (s *stand) sql(statement string) {
	s.t.Helper()
	driver, source := "sqlite", s.source+"?_pragma=busy_timeout(5000)"
	if s.engine == "postgresql" {
		driver, source = "pgx", s.source
	}
	db, err := sql.Open(driver, source)
	if err == nil {
		_, err = db.ExecContext(s.t.Context(), statement)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		s.t.Fatal(err)
	}
}

// visit opens a tab with somebody signed in on a page of the project. They signed in
// before: signIn does it on the pages.
func (s *stand) visit(login, page string) *tab {
	s.t.Helper()
	b := s.watched()
	s.enter(b, login)
	b.goTo(s.base + "/p/sms/" + page)
	return b
}

// watched opens a tab whose requests and console are looked at when the test is over.
func (s *stand) watched() *tab {
	s.t.Helper()
	b := open(s.t, nil)
	s.t.Cleanup(func() {
		if !s.t.Failed() {
			b.clean(s.base)
		}
	})
	return b
}

// enter gives a tab the session of somebody whom the server signed in, the owner by the link.
func (s *stand) enter(b *tab, login string) {
	s.t.Helper()
	at, form := s.base+"/sign-in", url.Values{"login": {login}, "password": {password}}
	if login == "owner" {
		at, form = s.link, nil
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(at, form)
	if err != nil {
		s.t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusSeeOther || len(res.Cookies()) == 0 {
		s.t.Fatalf("%s is not signed in: %s", login, res.Status)
	}
	for _, c := range res.Cookies() {
		if _, err := chromedp.Call(b.ctx, network.SetCookie, network.SetCookieParams{
			Name: c.Name, Value: c.Value, URL: s.base, Secure: &c.Secure, HTTPOnly: &c.HttpOnly, SameSite: network.CookieSameSiteStrict,
		}); err != nil {
			s.t.Fatal(err)
		}
	}
}

// signIn signs somebody in on the pages, by the keyboard alone; the owner by the link.
func (s *stand) signIn(b *tab, login string) {
	s.t.Helper()
	if login == "owner" {
		s.useLink(b)
		return
	}
	b.goTo(s.base + "/sign-in")
	b.wait(`document.activeElement.id === "login"`)
	b.write(login)
	b.press("Tab")
	b.write(password)
	b.press("Enter")
	b.wait(`location.pathname !== "/sign-in"`)
}

// useLink opens the one-time link and presses its button.
func (s *stand) useLink(b *tab) {
	s.t.Helper()
	b.goTo(s.link)
	b.wait(`document.activeElement.matches("main button")`)
	b.press("Enter")
	b.wait(`!location.pathname.startsWith("/link/")`)
}

// onGroup waits until the page shows a group, settled and saved.
func (b *tab) onGroup(word string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`!document.getElementById("desk").hidden && document.getElementById("word").textContent.toLowerCase() === %q && document.activeElement.matches("#rows .row")`, strings.ToLower(word)))
}

// saved waits until all is sent.
func (b *tab) saved() {
	b.t.Helper()
	b.wait(`document.getElementById("state").dataset.state === "saved"`)
}

// progress is where the project stands.
func (s *stand) progress() review.Progress {
	s.t.Helper()
	p, err := s.store.Progress(s.t.Context(), s.project.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// rows is the log, the newest first.
func (s *stand) rows() []review.Logged {
	s.t.Helper()
	rows, err := s.store.Decisions(s.t.Context(), s.project.ID, 0, 100_000)
	if err != nil {
		s.t.Fatal(err)
	}
	return rows
}

// digest is that of the labels as they stand.
func (s *stand) digest() string {
	s.t.Helper()
	d, err := s.store.Digest(s.t.Context(), s.project.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return d
}

// released is every message as an export would have it, with [LABEL] for what
// is masked.
func (s *stand) released() []string {
	s.t.Helper()
	var out []string
	for m, err := range s.store.Messages(s.t.Context(), s.project.ID) {
		if err != nil {
			s.t.Fatal(err)
		}
		var b strings.Builder
		last := 0
		for _, o := range m.Occurrences {
			if o.Now.Effect == review.Keep {
				continue
			}
			label := o.Now.Label
			if label == "" {
				label = o.Span.Label
			}
			at := o.Range
			if o.Now.As != (review.Range{}) {
				at = o.Now.As
			}
			b.WriteString(m.Message.Text[last:at.Start] + "[" + string(label) + "]")
			last = at.End
		}
		out = append(out, b.String()+m.Message.Text[last:])
	}
	return out
}

// bauta runs a command of the binary and gives what it said.
func (s *stand) bauta(args ...string) (string, error) {
	s.t.Helper()
	path, err := binary()
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, args...).CombinedOutput()
	return string(out), err
}

// up waits until the server answers.
func (s *stand) up() {
	s.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if res, err := http.Get(s.base + "/healthz"); err == nil {
			res.Body.Close()
			return
		}
	}
	s.t.Fatal("the server does not answer")
}

// closed tells whether nobody listens at the server's address.
func (s *stand) closed() bool {
	c, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
	if err != nil {
		return true
	}
	c.Close()
	return false
}

// roses is the group of the plan: 14 occurrences in 13 messages, 5 that look
// like a name.
func roses() []string {
	var out []string
	for range 4 {
		out = append(out, "tu peux dire a [rose?0.82] de venir samedi ?")
	}
	for range 8 {
		out = append(out, "j'ai acheté une [rose?0.09] pour ma mere")
	}
	return append(out, "c [Rose?0.77] ki a une [rose?0.05]")
}

// searchFiles looks for a word in the files of the store and of the server's
// log. Of PostgreSQL it reads what the tables hold.
func (s *stand) searchFiles(word string) {
	s.t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.Dir(s.key), "*"))
	if err != nil || len(files) < 3 {
		s.t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			s.t.Fatal(err)
		}
		if strings.Contains(strings.ToLower(string(data)), strings.ToLower(word)) {
			s.t.Errorf("%s has the word", filepath.Base(f))
		}
	}
	if s.engine != "postgresql" {
		return
	}
	db, err := sql.Open("pgx", s.source)
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	for _, table := range []string{
		"project", "message", "word_group", "occurrence", "decision", "app_user", "member", "audit",
		"task", "assignment", "annotation", "token_label", "guideline", "location_choice",
	} {
		var n int
		if err := db.QueryRowContext(s.t.Context(), "SELECT count(*) FROM "+table+" AS t WHERE t::text ILIKE $1 OR t::text ILIKE $2", "%"+word+"%", fmt.Sprintf("%%%x%%", word)).Scan(&n); err != nil || n > 0 {
			s.t.Errorf("%s has the word %d times, %v", table, n, err)
		}
	}
}

// tellsNobody checks that a word of a text is in no address that was asked for,
// in no title, file or row of the audit.
func (s *stand) tellsNobody(b *tab, canary string) {
	s.t.Helper()
	for _, url := range b.requests {
		if strings.Contains(strings.ToLower(url), strings.ToLower(canary)) {
			s.t.Error("an address has the word")
		}
	}
	if strings.Contains(b.text("title"), canary) {
		s.t.Error("the title has the word")
	}
	s.searchFiles(canary)
	entries, err := s.store.Entries(s.t.Context(), 1000)
	if err != nil || len(entries) == 0 {
		s.t.Fatalf("%d rows of audit, %v", len(entries), err)
	}
	for _, e := range entries {
		if strings.Contains(fmt.Sprint(e.Action, e.Object, e.Detail), canary) {
			s.t.Errorf("row %d of the audit has the word", e.Seq)
		}
	}
}
