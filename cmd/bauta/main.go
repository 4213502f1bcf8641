// Command bauta anonymises short informal messages: SMS, chat, tweets.
//
// Each file beside this one is one command; the packages do the work. The
// command line is a contract: see docs/cli.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// version is set when a release is built.
var version = "dev"

func main() {
	if os.Getenv("GOGC") == "" {
		// A run keeps little alive (the models, a few batches), so collecting
		// less often costs 40 MB and saves a tenth of the time.
		debug.SetGCPercent(300)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ending()...)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// ending are the signals that end a run in good order. A hangup that whoever
// started it has it ignore (nohup) stays ignored.
func ending() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{os.Interrupt, syscall.SIGTERM}
	}
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}

// errUsage marks wrong usage, which exits with 2.
type errUsage struct{ error }

func (e errUsage) Unwrap() error { return e.error }

// run is the whole program, for main and for the scripts that test it. The
// error is one line, whatever happened.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	cmd := root()
	cmd.SetArgs(args)
	cmd.SetIn(in)
	cmd.SetOut(out)
	cmd.SetErr(errOut)
	err := cmd.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(errOut, "bauta: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	var usage errUsage
	if errors.As(err, &usage) || strings.HasPrefix(err.Error(), "unknown command") {
		return 2
	}
	return 1
}

// root is the command tree.
func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "bauta",
		Short:         "anonymise short informal messages: SMS, chat, tweets",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return errUsage{fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())}
	})
	cmd.PersistentFlags().BoolP("quiet", "q", false, "no progress and no summary")
	cmd.PersistentFlags().Bool("json", false, "summaries as JSON")
	cmd.AddCommand(anonymiseCommand(), detectCommand(), explainCommand(), evaluateCommand(), lexiconCommand(),
		policyCommand(), triageCommand(), keyCommand(), revealCommand(), nerCommand(), langidCommand(), locationCommand(), modelCommand(), reviewCommand(), versionCommand())
	strict(cmd)
	return cmd
}

// strict makes wrong arguments wrong usage, in the whole tree.
func strict(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return errUsage{fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())}
			}
			return nil
		}
	}
	for _, c := range cmd.Commands() {
		strict(c)
	}
}

// group is a command that only holds others.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return errUsage{fmt.Errorf("%s needs a command; see %s --help", cmd.CommandPath(), cmd.CommandPath())}
		},
	}
	cmd.AddCommand(commands...)
	return cmd
}
