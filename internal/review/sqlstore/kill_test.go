package sqlstore_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// childStore names the store in which this program, run as its own child, takes
// decisions until it is killed.
const childStore = "BAUTA_TEST_CHILD_STORE"

// kills is how often the child is killed.
const kills = 50

// writeUntilKilled decides group after group and says each decision that the
// store has acknowledged.
func writeUntilKilled() {
	ctx := context.Background()
	s, err := sqlstore.Open(ctx, os.Getenv(childStore), sqlstore.Config{Key: key})
	if err != nil {
		fmt.Println("!", err)
		os.Exit(1)
	}
	for {
		hand, err := s.Claim(ctx, 1, 1, "tab", 5, review.ByLeak)
		if err != nil {
			fmt.Println("!", err)
			os.Exit(1)
		}
		for _, g := range hand {
			id := fmt.Sprintf("kill-%06d", g.ID)
			_, err := s.Decide(ctx, review.Decision{ID: id, Project: 1, User: 1, Scope: review.OnGroup, Group: g.ID, Effect: review.Accept, Expect: -1})
			if err != nil {
				fmt.Println("!", err)
				os.Exit(1)
			}
			fmt.Println(id) // goes straight to the pipe
		}
	}
}

func TestKilledFiftyTimes(t *testing.T) {
	for name, source := range databases(t) {
		t.Run(name, func(t *testing.T) { killedFiftyTimes(t, source(t)) })
	}
}

func killedFiftyTimes(t *testing.T, store string) {
	clock := &reviewtest.Clock{}
	s, err := sqlstore.Open(t.Context(), store, config(clock))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(t.Context(), 1, reviewtest.Many(1500, 1)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var acknowledged []string
	for i := range kills {
		acknowledged = append(acknowledged, killAfter(t, store, 1+i%17)...)
	}
	s = openAt(t, store, clock)
	log, err := s.Decisions(t.Context(), 1, 0, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]bool{}
	for _, d := range log {
		stored[d.ID] = true
	}
	for _, id := range acknowledged {
		if !stored[id] {
			t.Errorf("%s was acknowledged and is lost", id)
		}
	}
	if len(acknowledged) < kills {
		t.Errorf("only %d decisions were acknowledged", len(acknowledged))
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	sound(t, s, 1)
	t.Logf("%d kills, %d decisions acknowledged, %d stored, 0 lost", kills, len(acknowledged), len(stored))
}

// killAfter lets a child take n decisions and kills it in the middle of the next.
func killAfter(t *testing.T, store string, n int) []string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childStore+"="+store)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stuck := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer stuck.Stop()
	var got []string
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if lines.Text()[0] == '!' {
			t.Errorf("the child: %s", lines.Text())
			break
		}
		if got = append(got, lines.Text()); len(got) == n {
			cmd.Process.Kill() // SIGKILL; what is in the pipe still counts
		}
	}
	cmd.Wait() // it was killed: the error says so
	return got
}

// sound holds the projection against the log.
func sound(t testing.TB, s *sqlstore.Store, project int64) {
	t.Helper()
	stands, err := s.Digest(t.Context(), project)
	if err != nil {
		t.Fatal(err)
	}
	anew, err := s.Rebuild(t.Context(), project)
	if err != nil {
		t.Fatal(err)
	}
	if anew != stands {
		t.Error("the projection does not follow from the log")
	}
}
