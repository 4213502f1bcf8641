package external

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os/exec"
	"time"
)

// process is a program that reads a question a line and writes an answer a line. It is
// started when it is first asked, and again after it has failed; it ends when its
// standard input does, with this program.
type process struct {
	command []string
	timeout time.Duration
	start   time.Duration // for the first answer
	free    chan *running // holds the one there is, nil before it runs
}

// running is a started program.
type running struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	raw io.ReadCloser
	out *bufio.Reader
}

func newProcess(command []string, timeout, start time.Duration) *process {
	p := &process{command, timeout, start, make(chan *running, 1)}
	p.free <- nil
	return p
}

// ask waits until the program is free and asks it. A program that fails is ended: what
// it would still say is no answer to the next question.
func (p *process) ask(ctx context.Context, question []byte, take func([]byte) error) error {
	var r *running
	select {
	case r = <-p.free:
	case <-ctx.Done():
		return ctx.Err()
	}
	var err error
	within := p.timeout
	if r == nil {
		within = p.start
		r, err = start(p.command)
	}
	if err == nil {
		if err = turn(ctx, within, r, question, take); err != nil {
			r.end()
			r.cmd.Wait() // how it ended says nothing
			r = nil
		}
	}
	p.free <- r
	return err
}

// turn asks a running program within a time.
func turn(ctx context.Context, within time.Duration, r *running, question []byte, take func([]byte) error) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	stop := context.AfterFunc(ctx, r.end) // which ends reading and writing
	data, err := r.turn(question)
	switch {
	case !stop():
		return ctx.Err()
	case err != nil:
		return err
	}
	return take(data)
}

func start(command []string) (*running, error) {
	failed := errors.New("the program cannot be started; run it by hand to see why")
	cmd := exec.Command(command[0], command[1:]...) // ends with its standard input, not with a message
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, failed
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, failed
	}
	if cmd.Start() != nil {
		return nil, failed
	}
	return &running{cmd, in, out, bufio.NewReader(out)}, nil
}

// turn writes a question and reads the answer.
func (r *running) turn(question []byte) ([]byte, error) {
	written := make(chan error, 1)
	go func() { // a program that answers before it has read all must not stop us
		_, err := r.in.Write(question)
		written <- err
	}()
	data, err := line(r.out, maxAnswer)
	if err != nil {
		r.end()
	}
	if w := <-written; err == nil && w != nil {
		err = errors.New("the program does not read")
	}
	return data, err
}

// end stops the program.
func (r *running) end() {
	r.in.Close()
	r.cmd.Process.Kill()
	r.raw.Close()
}

// line reads a line of at most limit bytes.
func line(r *bufio.Reader, limit int) ([]byte, error) {
	var out []byte
	for {
		part, err := r.ReadSlice('\n')
		if out = append(out, part...); len(out) > limit {
			return nil, errors.New("the answer is too long")
		}
		if err == nil {
			return out, nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, errors.New("the program ended without an answer; run it by hand to see why")
		}
	}
}
