// Command bauta anonymises short informal messages: SMS, chat, tweets.
//
// Each file beside this one is one command; the packages do the work. The
// command line is a contract: see docs/cli.md.
package main

import (
	"cmp"
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
	"github.com/spf13/pflag"

	"github.com/bauta/bauta/internal/nearest"
)

// version is set when a release is built.
var version = "dev"

func main() { os.Exit(process()) }

// process is the whole process; it gives what to exit with.
func process() int {
	if os.Getenv("GOGC") == "" {
		// A run keeps little alive (the models, a few batches), so collecting
		// less often costs 40 MB and saves a tenth of the time.
		debug.SetGCPercent(300)
	}
	signal.Ignore(syscall.SIGPIPE) // writing fails, so that what was begun is taken away
	return run(context.WithValue(untilSignal(), ownProcess{}, true), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// enough is what a run over messages takes of memory, in bytes, before it collects
// more often: a message of a megabyte leaves a hundred bytes a byte behind. With the pages of the
// program that are read, some 60 MB, that is less than 300 MB.
const enough = 220 << 20

// ownProcess marks the context of a run that has its process for itself.
type ownProcess struct{}

// frugal holds a run over messages to that, where whoever starts it says nothing. A run
// beside others, as in the tests, must not: what the others keep alive counts too, and
// beyond the limit half of all time goes into collecting.
func frugal(ctx context.Context) {
	if ctx.Value(ownProcess{}) != nil && os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(enough)
	}
}

// exits is what the program exits with.
const exits = "0 done, 1 could not do it, 2 wrong usage, 128 + n ended by signal n."

// errUsage marks wrong usage, which exits with 2.
type errUsage struct{ error }

func (e errUsage) Unwrap() error { return e.error }

// run is one run, for main and for the tests. The error is one line, whatever
// happened.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	cmd := root()
	cmd.SetArgs(args)
	if completes(args) {
		choose(cmd)
	}
	stdout := &sink{w: out, name: "standard output"}
	cmd.SetIn(&interruptible{ctx: ctx, in: in})
	cmd.SetOut(stdout)
	cmd.SetErr(errOut)
	ran, err := execute(ctx, cmd)
	if err == nil {
		err = stdout.err // of a command that did not look
	}
	var signal ended
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errReaderGone):
		return signalExit + int(syscall.SIGPIPE)
	case errors.As(context.Cause(ctx), &signal):
		fmt.Fprintf(errOut, "bauta: %v; no file is half written\n", signal)
		return signal.code()
	}
	fmt.Fprintln(errOut, "bauta: "+strings.ReplaceAll(unsaid(ran, args, plainly(err)), "\n", "; "))
	var usage errUsage
	if errors.As(err, &usage) || strings.HasPrefix(err.Error(), "unknown command") {
		return 2
	}
	return 1
}

// execute runs a command. A panic is an error like any other: what was begun is
// taken away, and its value is not shown, since it may hold text.
func execute(ctx context.Context, cmd *cobra.Command) (ran *cobra.Command, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the program panicked, which is a bug in it; please report what you ran, without its " +
				"messages")
		}
	}()
	return cmd.ExecuteContextC(ctx)
}

// root is the command tree.
func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "bauta",
		Short:         "anonymise short informal messages: SMS, chat, tweets",
		Long:          "anonymise short informal messages: SMS, chat, tweets\n\nExit status: " + exits,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		Example: "  bauta anonymise sms.csv -o clean.csv\n" +
			"  bauta anonymise 'WhatsApp Chat.txt' -o clean.txt\n" +
			"  bauta review serve --demo",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asked, _ := cmd.Flags().GetBool("version"); asked {
				return printVersion(cmd)
			}
			return errors.Join(cmd.Help(), offerPages(cmd))
		},
	}
	cmd.Flags().Bool("version", false, "the version, and what it was built with")
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return errUsage{fmt.Errorf("%w%s; see %s --help", wrongValue(err), meantFlag(cmd, err), cmd.CommandPath())}
	})
	cmd.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		return cmp.Or(unfilled(cmd), apart(cmd, args))
	}
	cmd.PersistentFlags().BoolP("quiet", "q", false, "no progress and no summary")
	cmd.PersistentFlags().Bool("json", false, "summaries as JSON")
	addAll(cmd)
	strict(cmd)
	return cmd
}

// unfilled is an error of an option that names a file and is given without one (--decisions "$NOT_SET"): what it asks
// for would not be done, and nothing would say so.
func unfilled(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if roleOf(cmd, f.Name) != noFile && f.DefValue == "" && f.Value.String() == "" {
			err = errUsage{fmt.Errorf("--%s has nothing behind it; give its value, or leave it out", f.Name)}
		}
	})
	return err
}

// strict makes wrong arguments wrong usage, in the whole tree.
func strict(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return errUsage{fmt.Errorf("%s%s; see %s --help", argued(cmd, args, err), meantCommand(cmd, args),
					cmd.CommandPath())}
			}
			return nil
		}
	}
	for _, c := range cmd.Commands() {
		strict(c)
	}
}

// meantFlag says which option a name is like that there is none of.
func meantFlag(cmd *cobra.Command, err error) string {
	_, name, unknown := strings.Cut(err.Error(), "unknown flag: --")
	if !unknown {
		return ""
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	return nearest.Meant("--"+name, known)
}

// meantCommand says which command the first argument is like.
func meantCommand(cmd *cobra.Command, args []string) string {
	if !cmd.HasSubCommands() || len(args) == 0 {
		return ""
	}
	var known []string
	for _, c := range cmd.Commands() {
		known = append(known, c.Name())
	}
	return nearest.Meant(args[0], known)
}

// inform says what a command did, and what comes next, to whoever sits there: on standard
// error, unless quiet.
func inform(cmd *cobra.Command, format string, args ...any) {
	if quiet, _ := cmd.Flags().GetBool("quiet"); !quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), format+"\n", args...)
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
