package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// messageLines are the messages of an assistant, a line each. A line that is none is answered with an error of JSON-RPC
// and ends nothing; at the end of the lines what was asked is answered first.
type messageLines struct {
	lines  chan []byte // closed at their end
	closed chan struct{}
	close  sync.Once

	mu    sync.Mutex
	to    io.Writer
	asked map[jsonrpc.ID]bool // and not answered
	done  chan struct{}       // gets one when nothing is asked any more
}

// maxMessage bounds a line, in bytes.
const maxMessage = 16 << 20

// Connect begins to read.
func (l *messageLines) Connect(context.Context) (mcp.Connection, error) { return l, nil }

func newMessageLines(from io.Reader, to io.Writer) *messageLines {
	l := &messageLines{
		lines: make(chan []byte), closed: make(chan struct{}), to: to, asked: map[jsonrpc.ID]bool{},
		done: make(chan struct{}, 1),
	}
	go func() {
		defer close(l.lines)
		for in := bufio.NewReader(from); ; {
			line, err := boundedLine(in)
			select {
			case l.lines <- line:
			case <-l.closed:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return l
}

// boundedLine reads a line; of one that is too long it gives the beginning, which is no JSON.
func boundedLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(line) <= maxMessage {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// SessionID is none.
func (l *messageLines) SessionID() string { return "" }

// Read gives the next message.
func (l *messageLines) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-l.closed:
			return nil, io.EOF
		case line, ok := <-l.lines:
			if !ok {
				return nil, l.answered(ctx)
			}
			if len(line) <= maxMessage && len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			m, code := l.message(line)
			if code == 0 {
				return m, nil
			}
			if err := l.refuse(line, code); err != nil {
				return nil, err
			}
		}
	}
}

// message reads a line, or gives the code of what is wrong.
func (l *messageLines) message(line []byte) (jsonrpc.Message, int) {
	if len(line) > maxMessage || !json.Valid(line) {
		return nil, jsonrpc.CodeParseError
	}
	m, err := jsonrpc.DecodeMessage(line)
	switch m := m.(type) {
	case *jsonrpc.Response:
		if m.Error == nil && m.Result == nil {
			return nil, jsonrpc.CodeInvalidRequest
		}
	case *jsonrpc.Request:
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.asked[m.ID] {
			return nil, jsonrpc.CodeInvalidRequest
		}
		if m.IsCall() {
			l.asked[m.ID] = true
		}
	}
	if err != nil {
		return nil, jsonrpc.CodeInvalidRequest
	}
	return m, 0
}

const refusal = `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"send a message of JSON-RPC 2.0 a line"}}` + "\n"

// refuse answers a line that is no message, under its ID where it has one.
func (l *messageLines) refuse(line []byte, code int) error {
	var of struct{ ID json.RawMessage }
	if json.Unmarshal(line, &of) != nil || len(of.ID) == 0 || !strings.ContainsRune(`"-0123456789`, rune(of.ID[0])) {
		of.ID = []byte("null")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := fmt.Fprintf(l.to, refusal, of.ID, code)
	return err
}

// answered waits until all that was asked is answered.
func (l *messageLines) answered(ctx context.Context) error {
	for {
		l.mu.Lock()
		left := len(l.asked)
		l.mu.Unlock()
		if left == 0 {
			return io.EOF
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-l.closed:
			return io.EOF
		case <-l.done:
		}
	}
}

// Write writes a message.
func (l *messageLines) Write(_ context.Context, m jsonrpc.Message) error {
	raw, err := jsonrpc.EncodeMessage(m)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		_, err = l.to.Write(append(raw, '\n'))
	}
	if r, ok := m.(*jsonrpc.Response); ok {
		delete(l.asked, r.ID)
		select {
		case l.done <- struct{}{}:
		default:
		}
	}
	return err
}

// Close ends reading.
func (l *messageLines) Close() error {
	l.close.Do(func() { close(l.closed) })
	return nil
}
