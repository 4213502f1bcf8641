// Command bauta-objects anonymises an object of a store into another one.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/x/objects/internal/objects"
	"github.com/bauta/bauta/x/objects/internal/place"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func command() *cobra.Command {
	program := "bauta"
	cmd := &cobra.Command{
		Use:   "bauta-objects FROM TO [-- OPTION...]",
		Short: "an object of S3, Google Cloud Storage or a folder, anonymised into another one",
		Long: "FROM and TO are s3://BUCKET/KEY, gs://BUCKET/KEY or file:///FOLDER/FILE. The object goes through\n" +
			"bauta anonymise, which has the options behind --, without a file between. TO appears whole or not at all.",
		Args: cobra.MinimumNArgs(2), SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			run := func(ctx context.Context, in io.Reader, out io.Writer) error {
				return anonymise(ctx, program, args[2:], in, out, cmd.ErrOrStderr())
			}
			return pass(cmd.Context(), args[0], args[1], run)
		},
	}
	cmd.Flags().StringVar(&program, "bauta", program, "the program bauta")
	return cmd
}

// pass takes an object from a place to another one.
func pass(ctx context.Context, from, to string, run objects.Run) error {
	source, err := place.At(from)
	if err != nil {
		return fmt.Errorf("FROM: %w", err)
	}
	target, err := place.At(to)
	if err != nil {
		return fmt.Errorf("TO: %w", err)
	}
	if source == target {
		return errors.New("TO is FROM; choose another object, so that a failure costs nothing")
	}
	in, err := objects.Open(ctx, source)
	if err != nil {
		return fmt.Errorf("FROM: %w", err)
	}
	defer in.Close()
	out, err := objects.Open(ctx, target)
	if err != nil {
		return fmt.Errorf("TO: %w", err)
	}
	defer out.Close()
	return objects.Pass(ctx, in, source.Key, out, target.Key, run)
}

// anonymise runs bauta, so that all its options, formats and errors are the same.
func anonymise(
	ctx context.Context, program string, options []string, in io.Reader, out, notes io.Writer,
) error {
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, program, append([]string{"anonymise"}, options...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, io.MultiWriter(notes, &said)
	if err := cmd.Run(); err != nil {
		if said.Len() > 0 {
			return errors.New("bauta failed, so that nothing was written; what it said is above")
		}
		return fmt.Errorf("bauta cannot be run, or was ended: %w; --bauta says where it is", err)
	}
	return nil
}
