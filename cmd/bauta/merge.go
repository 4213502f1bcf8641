package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

func mergeCommand() *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use: "merge -o FILE PART…",
		Example: "  bauta anonymise big.csv --shard 1/2 -o part1.csv\n" +
			"  bauta anonymise big.csv --shard 2/2 -o part2.csv\n" +
			"  bauta merge -o clean.csv part1.csv part2.csv",
		Short: "the outputs of anonymise --shard, put together in the order of the file",
		Long: `Puts the outputs of bauta anonymise --shard 1/N to N/N together. The file FILE.shard that stands
beside each part says where its messages belong. The bytes are those of one run over the
whole file.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, parts []string) error { return merge(cmd, to, parts) },
	}
	cmd.Flags().StringVarP(&to, "output", "o", "", "file to write (default: standard output)")
	return cmd
}

// part is the output of a shard, read once.
type part struct {
	shardHead
	name   string
	file   *os.File
	text   *bufio.Reader
	index  *bufio.Reader
	beside *os.File
	at     int // number of the message that comes next
	length int // … and its bytes
	left   int // messages
	read   int // bytes
}

func merge(cmd *cobra.Command, to string, names []string) error {
	parts, err := partsOf(names)
	defer func() {
		for _, p := range parts {
			p.close()
		}
	}()
	if err != nil {
		return err
	}
	out, err := create(to, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := spliced(out, parts); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if quiet, _ := cmd.Flags().GetBool("quiet"); !quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s of %s\n", several(parts[0].Whole, "message"), several(len(parts), "part"))
	}
	return nil
}

// partsOf opens the parts, by their number, and holds them against each other.
func partsOf(names []string) ([]*part, error) {
	var parts []*part
	for _, name := range names {
		p, err := openPart(name)
		if err != nil {
			return parts, err
		}
		parts = append(parts, p)
	}
	first := parts[0]
	seen := make([]bool, first.Of)
	for _, p := range parts {
		switch {
		case p.Of != first.Of:
			return parts, fmt.Errorf("%s is one of %d parts, and %s one of %d", first.name, first.Of, p.name, p.Of)
		case p.Run != first.Run:
			return parts, fmt.Errorf("%s and %s were made with another version, policy, key, model or option; "+
				"run one of them again", first.name, p.name)
		case p.Corpus != first.Corpus || p.Whole != first.Whole:
			return parts, fmt.Errorf("%s and %s were made of two different files", first.name, p.name)
		case seen[p.Part-1]:
			return parts, fmt.Errorf("%s: part %d is there twice", p.name, p.Part)
		}
		seen[p.Part-1] = true
	}
	for i, there := range seen {
		if !there {
			return parts, fmt.Errorf("part %d of %d is missing", i+1, first.Of)
		}
	}
	return parts, nil
}

// partTail ends the name of the file beside a part, which says where its messages belong.
const partTail = ".shard"

// maxHead bounds the first line of the file beside a part.
const maxHead = 4096

func openPart(name string) (*part, error) {
	p := &part{name: name}
	var err error
	if p.beside, err = os.Open(name + partTail); err != nil {
		return nil, fmt.Errorf("%s: cannot be opened; it stands beside what anonymise --shard wrote", name+partTail)
	}
	if p.file, err = os.Open(name); err != nil {
		p.close()
		return nil, fmt.Errorf("%s: cannot be opened; does it exist, and may you read it?", name)
	}
	p.text, p.index = bufio.NewReaderSize(p.file, 1<<16), bufio.NewReaderSize(p.beside, maxHead)
	if err := p.head(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *part) close() {
	p.beside.Close()
	if p.file != nil {
		p.file.Close()
	}
}

// head reads what the file beside says of the part.
func (p *part) head() error {
	line, err := p.index.ReadSlice('\n')
	info, statErr := p.file.Stat()
	switch {
	case err != nil || statErr != nil || json.Unmarshal(line, &p.shardHead) != nil || p.Bauta != shardKind:
		return p.damaged()
	case p.Of < 1 || p.Of > maxShards || p.Part < 1 || p.Part > p.Of:
		return p.damaged()
	case p.Header < 0 || p.Content < p.Header || int64(p.Content) > info.Size() || p.Here < 0 || p.Here > p.Whole:
		return p.damaged()
	}
	p.left = p.Here
	return p.next()
}

func (p *part) damaged() error {
	return fmt.Errorf("%s: is not as anonymise --shard wrote it; run that part again", p.name)
}

// next reads where the next message belongs.
func (p *part) next() error {
	if p.left == 0 {
		p.at = -1
		return nil
	}
	step, err := binary.ReadUvarint(p.index)
	length, err2 := binary.ReadUvarint(p.index)
	if err != nil || err2 != nil || step > uint64(p.Whole) || length > uint64(p.Content) {
		return p.damaged()
	}
	p.at, p.length, p.left = p.at+int(step), int(length), p.left-1
	return nil
}

// copy writes so many bytes of the part.
func (p *part) copy(to io.Writer, n int) error {
	if _, err := io.CopyN(to, p.text, int64(n)); errors.Is(err, io.EOF) {
		return p.damaged()
	} else if err != nil {
		return err
	}
	p.read += n
	return nil
}

// spliced writes the messages of all parts in their order. What stands before the first and
// behind the last is the same in all.
func spliced(out io.Writer, parts []*part) error {
	if err := same(out, parts, func(p *part) int { return p.Header }); err != nil {
		return err
	}
	at := map[int]*part{}
	for _, p := range parts {
		if p.at >= 0 {
			at[p.at] = p
		}
	}
	for i := range parts[0].Whole {
		p := at[i]
		if p == nil {
			return fmt.Errorf("message %d is in no part; was one made with other options?", i+1)
		}
		delete(at, i)
		if err := p.copy(out, p.length); err != nil {
			return err
		}
		if err := p.next(); err != nil {
			return err
		}
		if p.at >= 0 {
			at[p.at] = p
		}
	}
	for _, p := range parts {
		if p.at >= 0 || p.read != p.Content { // the file beside it leaves some of it out
			return p.damaged()
		}
	}
	return same(out, parts, func(p *part) int {
		info, err := p.file.Stat()
		if err != nil {
			return 0
		}
		return int(info.Size()) - p.Content
	})
}

// same writes bytes that all parts have, once.
func same(out io.Writer, parts []*part, length func(*part) int) error {
	var first []byte
	for i, p := range parts {
		var b bytes.Buffer
		n := length(p)
		if n < 0 || n > maxFrame {
			return p.damaged()
		}
		if err := p.copy(&b, n); err != nil {
			return err
		}
		if i == 0 {
			first = b.Bytes()
		} else if !bytes.Equal(first, b.Bytes()) {
			return fmt.Errorf("%s and %s begin or end otherwise, so one was changed since; run both parts again",
				parts[0].name, p.name)
		}
	}
	_, err := out.Write(first)
	return err
}

// maxFrame bounds what stands before the first message and behind the last.
const maxFrame = 64 << 20
