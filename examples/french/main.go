// Command french is a program that anonymises French and links nothing of other
// languages: a quarter of the size of one that calls policy.File.Build. It reads a
// message a line and writes what may be released.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "french:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	file, err := policy.Load("gdpr")
	if err != nil {
		return err
	}
	built, err := file.BuildWith(policy.Options{}, models.French())
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		results, err := built.Pipeline.Thread(ctx, []bauta.Message{{Text: lines.Text()}})
		if err != nil {
			return err
		}
		fmt.Println(results[0].Text)
	}
	return lines.Err()
}
