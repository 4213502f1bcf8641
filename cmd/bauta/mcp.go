package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/bauta/bauta/policy"
)

// assistant serves tools to an assistant: they take paths and give paths and counts, so
// that no text comes before a model.
type assistant struct{ root, policy string }

func mcpCommand() *cobra.Command {
	o := &assistant{}
	cmd := &cobra.Command{
		Use:     "mcp",
		Example: "  bauta mcp --root /path/to/messages",
		Short:   "tools for an assistant (Model Context Protocol): paths in, paths and counts out, never text",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// What an assistant writes is not to become a program that is run.
			f, err := policy.Load(o.policy)
			if err == nil && f.Detect.External != nil && len(f.Detect.External.Command) > 0 {
				return fmt.Errorf("--policy %s starts a program (detect.external), which an assistant may not",
					o.policy)
			}
			err = o.server().Run(cmd.Context(), newMessageLines(cmd.InOrStdin(), cmd.OutOrStdout()))
			if errors.Is(err, io.EOF) { // who asked has gone
				return nil
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.root, "root", ".", "folder that files are read and written in, and no other")
	f.StringVar(&o.policy, "policy", policy.Newcomer, "preset or policy file")
	return cmd
}

// files are what a tool takes.
type files struct {
	Input  string `json:"input" jsonschema:"path of the file to read, within the root"`
	Output string `json:"output" jsonschema:"path of the file to write, within the root"`
}

// done is what a tool gives: where the output is, and the summary in figures.
type done struct {
	Output  string `json:"output"`
	Summary string `json:"summary"`
}

// server has the tools.
func (o *assistant) server() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "bauta", Version: version}, nil)
	for command, does := range map[string]string{
		"anonymise": "Writes a file of messages anew without who it names, in the same format. Gives the path and " +
			"counts, never text.",
		"detect": "Writes where in a file of messages somebody is named (JSONL: offsets and types, no text). Gives " +
			"the path and counts, never text.",
	} {
		tool := &mcp.Tool{Name: command + "_file", Description: does}
		type result = *mcp.CallToolResult
		mcp.AddTool(s, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in files) (result, done, error) {
			out, err := o.call(ctx, command, in)
			return nil, out, err
		})
	}
	return s
}

// call runs a command on files.
func (o *assistant) call(ctx context.Context, command string, in files) (done, error) {
	from, err := o.within(in.Input)
	if err != nil {
		return done{}, err
	}
	to, err := o.within(in.Output)
	if err != nil {
		return done{}, err
	}
	var text, said bytes.Buffer
	args := []string{command, "--policy", o.policy, "-o", to, "--", from}
	if code := run(ctx, args, strings.NewReader(""), &text, &said); code != 0 {
		return done{}, errors.New(strings.TrimSpace(said.String())) // which never holds text
	}
	return done{Output: in.Output, Summary: said.String()}, nil
}

// within gives a path that lies in the root, whatever links lead out of it.
func (o *assistant) within(path string) (string, error) {
	root, err := filepath.Abs(o.root)
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return "", errors.New("--root is no folder")
	}
	at := path
	if !filepath.IsAbs(at) {
		at = filepath.Join(root, at)
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(at))
	if err != nil {
		return "", errors.New("no such folder in the root")
	}
	real := filepath.Join(folder, filepath.Base(at))
	if led, err := filepath.EvalSymlinks(real); err == nil {
		real = led
	}
	rel, err := filepath.Rel(root, real)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return "", fmt.Errorf("a path outside of the root; give one within it")
	}
	return real, nil
}
