package server_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/internal/server"
	_ "modernc.org/sqlite"
)

// A server over a new store: nobody is signed in, so every page leads to the
// sign-in.
func ExampleNew() {
	dir, err := os.MkdirTemp("", "desk")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	store, err := sqlstore.Open(ctx, filepath.Join(dir, "desk.db"), sqlstore.Config{Key: make([]byte, sqlstore.KeySize)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	pages, err := server.New(ctx, server.Config{Store: store})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := httptest.NewRecorder()
	pages.ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	fmt.Println(answer.Code, answer.Header().Get("Location"))
	// Output: 303 /sign-in
}
