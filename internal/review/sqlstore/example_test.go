package sqlstore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

func ExampleOpen() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "desk-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	master, err := sqlstore.NewKey(filepath.Join(dir, "desk.key"))
	if err != nil {
		fmt.Println(err)
		return
	}
	store, err := sqlstore.Open(ctx, filepath.Join(dir, "desk.db"), sqlstore.Config{Key: master})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	project, err := store.CreateProject(ctx, review.Project{Slug: "sms", Seed: "seed", SecondAbove: 25})
	if err != nil {
		fmt.Println(err)
		return
	}
	got, err := store.Import(ctx, project.ID, reviewtest.Texts("dis à [rose?0.8] de venir", "une [rose?0.2] rouge"))
	fmt.Println(got.Messages, "messages,", got.Groups, "word to decide", err)

	hand, err := store.Claim(ctx, project.ID, 1, "tab", 5, review.ByLeak)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := store.Decide(ctx, review.Decision{
		ID: "0192f0c1-0000-7000-8000-000000000001", Project: project.ID, User: 1,
		Scope: review.OnGroup, Group: hand[0].ID, Effect: review.Accept, Expect: hand[0].Version,
	})
	fmt.Println(out.Decision.Affected, "occurrences settled:", out.Group.State, err)
	// Output:
	// 2 messages, 1 word to decide <nil>
	// 2 occurrences settled: decided <nil>
}
