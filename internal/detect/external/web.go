//go:build !js

package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

// web is a server that takes a question as a POST and answers it.
type web struct {
	at      string
	timeout time.Duration
	client  *http.Client
}

var errFar = errors.New("url is not on this machine; messages go there only where remote: true says so")

func newWeb(at *url.URL, remote bool, timeout time.Duration) *web {
	dial := &net.Dialer{}
	if !remote { // what a name stands for is known when it is dialled, and may change
		dial.Control = func(_, address string, _ syscall.RawConn) error {
			host, _, err := net.SplitHostPort(address)
			if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
				return errFar
			}
			return nil
		}
	}
	return &web{at.String(), timeout, &http.Client{
		Transport:     &http.Transport{DialContext: dial.DialContext, MaxResponseHeaderBytes: 64 << 10},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// ask posts a question.
func (w *web) ask(ctx context.Context, question []byte, take func([]byte) error) error {
	ctx, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	data, err := w.post(ctx, question)
	switch {
	case errors.Is(err, errFar):
		return errFar
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	}
	return take(data)
}

// post gives the body of the answer.
func (w *web) post(ctx context.Context, question []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.at, bytes.NewReader(question))
	if err != nil {
		return nil, errors.New("url cannot be asked")
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := w.client.Do(req)
	switch {
	case errors.Is(err, errFar):
		return nil, errFar
	case err != nil:
		return nil, errors.New("nobody answers at url; is it running?")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answers with status %d, not 200", resp.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, errors.New("the answer breaks off")
	case len(data) > maxAnswer:
		return nil, errors.New("the answer is too long")
	}
	return data, nil
}
