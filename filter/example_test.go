package filter_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/bauta/bauta/filter"
)

func Example() {
	noTime := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}
	h := slog.NewTextHandler(os.Stdout, noTime)

	p, err := filter.Default("gdpr") // once: models load when they are needed
	if err != nil {
		panic(err)
	}
	log := slog.New(filter.NewHandler(h, p, filter.Keys{}))
	log.Info("login of Patrice Martin", "mail", "lea@example.com")
	// Output: level=INFO msg="login of Person 1" mail=EMAIL
}

func ExampleNewWriter() {
	p, err := filter.Default("gdpr")
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(filter.NewWriter(os.Stdout, p), "call Patrice Martin at +41 79 123 45 67")
	// Output: call Person 1 at PHONE
}

func ExampleNewReader() {
	p, err := filter.Default("gdpr")
	if err != nil {
		panic(err)
	}
	log := strings.NewReader("login of Patrice Martin\nmail from lea@example.com\n")
	io.Copy(os.Stdout, filter.NewReader(log, p))
	// Output:
	// login of Person 1
	// mail from EMAIL
}

func ExampleTransport() {
	p, err := filter.Default("gdpr")
	if err != nil {
		panic(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Println(string(body))
	}))
	defer server.Close()
	client := http.Client{Transport: &filter.Transport{Pipeline: p}}
	client.Post(server.URL, "application/json", strings.NewReader(`{"note": "Patrice Martin called"}`))
	// Output: {"note":"Person 1 called"}
}
