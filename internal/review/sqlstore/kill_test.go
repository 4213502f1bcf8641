package sqlstore_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// childStore names the store in which this program, run as its own child, takes
// decisions until it is killed.
const childStore = "BAUTA_TEST_CHILD_STORE"

// kills is how often the child is killed: behind each number of decisions that killAfter is given
// once, or fifty times with BAUTA_LONG=1.
func kills() int {
	if os.Getenv("BAUTA_LONG") != "" {
		return 50
	}
	return delays
}

// delays is how many numbers of decisions the child is killed behind.
const delays = 17

// writeUntilKilled decides group after group and says each decision that the
// store has acknowledged.
func writeUntilKilled() {
	ctx := context.Background()
	s, err := sqlstore.Open(ctx, os.Getenv(childStore), sqlstore.Config{Key: key})
	if err != nil {
		fmt.Println("!", err)
		os.Exit(1)
	}
	if os.Getenv(childLooks) != "" {
		lookUntilKilled(ctx, s)
	}
	if os.Getenv(childLeaves) != "" {
		withdrawUntilKilled(ctx, s)
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

// childLooks makes the child look at screens of the audit instead.
const childLooks = "BAUTA_TEST_LOOKS"

// lookUntilKilled looks at screen after screen and says the keys of each look that the
// store has acknowledged.
func lookUntilKilled(ctx context.Context, s *sqlstore.Store) {
	stop := func(err error) {
		if err != nil {
			fmt.Println("!", err)
			os.Exit(1)
		}
	}
	p, err := s.Project(ctx, "desk")
	stop(err)
	a, err := review.AuditOf(ctx, s, p)
	stop(err)
	for {
		stop(a.Draw(ctx, 1, time.Now()))
		seen := map[string]int{}
		said := ""
		for _, row := range a.Unseen() {
			if seen[row.Key] = 0; row.Number%7 == 0 {
				seen[row.Key] = 1
			}
			said += row.Key + " "
		}
		if len(seen) == 0 {
			stop(errors.New("nothing is left to look at"))
		}
		stop(a.Look(ctx, 1, time.Now(), seen))
		fmt.Println(said)
	}
}

// TestKilledWhileLooking: no look that was acknowledged is lost, on either database.
func TestKilledWhileLooking(t *testing.T) {
	t.Setenv(childLooks, "1")
	for name, source := range databases(t) {
		t.Run(name, func(t *testing.T) {
			store := source(t)
			s := openAt(t, store, &reviewtest.Clock{})
			p, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s", LeakLimit: 0.001})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Import(t.Context(), p.ID, reviewtest.Many(1500, 1)); err != nil {
				t.Fatal(err)
			}
			a, err := review.AuditOf(t.Context(), s, p)
			if err == nil {
				_, err = a.Begin(t.Context(), 1, time.Now(), review.Terms{})
			}
			if err != nil {
				t.Fatal(err)
			}
			var acknowledged []string
			for i := range 20 {
				for _, screen := range killAfter(t, store, 1+i%5) {
					acknowledged = append(acknowledged, strings.Fields(screen)...)
				}
			}
			if err := errors.Join(a.Refresh(t.Context()), s.Verify(t.Context())); err != nil {
				t.Fatal(err)
			}
			for _, key := range acknowledged {
				row, _ := a.Row(key)
				if leaks, ok := a.Mark(key); !ok || (leaks > 0) != (row.Number%7 == 0) {
					t.Errorf("a look at row %s was acknowledged and is lost", key)
				}
			}
			if len(acknowledged) < 20*review.OneScreen {
				t.Errorf("only %d looks were acknowledged", len(acknowledged))
			}
		})
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
	for i := range kills() {
		acknowledged = append(acknowledged, killAfter(t, store, 1+i%delays)...)
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
	if len(acknowledged) < kills() {
		t.Errorf("only %d decisions were acknowledged", len(acknowledged))
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	sound(t, s, 1)
	t.Logf("%d kills, %d decisions acknowledged, %d stored, 0 lost", kills(), len(acknowledged), len(stored))
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
